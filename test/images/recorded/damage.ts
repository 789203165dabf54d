import type { ReadOptions } from "../../../src/images/image.ts";
import type { Sweep } from "./table.ts";

/** What a byte is changed with, by its place: a field of several bytes meets different ones. */
const CHANGES = [0x01, 0xff, 0x80, 0x10, 0x04, 0x41, 0x02];

/** The file with each byte of [from, to) changed in turn. `mend` repairs checksums, for instance. */
export function* changes(
  file: Uint8Array,
  { from = 0, to = file.length, step = 1, shift = 0, mend = (damaged: Uint8Array) => damaged } = {},
): Generator<[number, Uint8Array]> {
  for (let place = from; place < Math.min(to, file.length); place += step) {
    const damaged = file.slice();
    damaged[place]! ^= CHANGES[(place + shift) % CHANGES.length]!;
    yield [place, mend(damaged)];
  }
}

/** The file cut off at so many places. */
export function* cuts(file: Uint8Array, count = 24): Generator<[number, Uint8Array]> {
  const step = Math.max(1, Math.ceil(file.length / count));
  for (let place = file.length - 1; place > 0; place -= step) yield [place, file.subarray(0, place)];
}

export interface Damages {
  from?: number;
  to?: number;
  step?: number;
  mend?: (damaged: Uint8Array) => Uint8Array;
  options?: Partial<ReadOptions>;
  cuts?: number;
  /** Each byte is changed in two ways: for headers. */
  twice?: boolean;
}

/** Both kinds of damage. */
export function* damages(name: string, file: Uint8Array, how: Damages = {}): Generator<Sweep> {
  const { options = {}, cuts: count = 24, twice = false, ...where } = how;
  yield { name: `${name}, cut off`, damaged: cuts(file, count), options };
  yield { name: `${name}, a byte changed`, damaged: changes(file, where), options };
  if (twice)
    yield { name: `${name}, a byte changed otherwise`, damaged: changes(file, { ...where, shift: 3 }), options };
}
