import { huffmanSegment } from "../../../src/codecs/jpeg/tables.ts";
import { be16, bytes } from "../../fixtures/bytes.ts";
import { bitWriter, encodeBlock } from "../../fixtures/jpeg-encoder.ts";
import { random } from "../../fixtures/random.ts";

export const segment = (marker: number, data: Uint8Array): Uint8Array =>
  bytes([0xff, marker], be16(data.length + 2), data);

export interface ScanFixture {
  from: number;
  to: number;
  high?: number;
  low?: number;
  /** Noise, unless it is given. */
  data?: readonly number[];
}

/** Every byte is the code of a symbol, so that noise has symbols of all kinds; sizes of DC are those below 15. */
export const ANY_SYMBOLS = segment(
  0xc4,
  bytes(
    [0, 0, 0, 0, 15, ...new Array<number>(12).fill(0)],
    Array.from({ length: 15 }, (_, i) => i),
    [0x10, ...new Array<number>(7).fill(0), 255, ...new Array<number>(8).fill(0)],
    Array.from({ length: 255 }, (_, i) => i),
  ),
);

/** A progressive file of these scans, whose data is noise. */
export function progressive(
  scans: readonly ScanFixture[],
  components = 1,
  seed = scans.length,
  tables = huffmanSegment(),
): Uint8Array {
  const ids = Array.from({ length: components }, (_, i) => i + 1);
  const frame = bytes(
    8,
    be16(16),
    be16(24),
    components,
    ids.flatMap((id) => [id, 0x11, 0]),
  );
  const next = random(seed);
  const parts = scans.map(({ from, to, high = 0, low = 0, data }) => {
    const named = to === 0 ? ids : [1];
    const entropy = data ?? Array.from({ length: 40 }, () => Math.floor(next() * 254));
    return bytes(
      segment(
        0xda,
        bytes(
          named.length,
          named.flatMap((id) => [id, 0]),
          [from, to, (high << 4) | low],
        ),
      ),
      entropy,
    );
  });
  return bytes(
    [0xff, 0xd8],
    segment(0xdb, bytes(0, new Uint8Array(64).fill(1))),
    segment(0xc2, frame),
    tables,
    ...parts,
    [0xff, 0xd9],
  );
}

/** Blocks like those of a photograph: a few large values at low frequencies, and now and then one at a high one. */
function photoBlocks(count: number, seed: number): number[][] {
  const next = random(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 64 }, (_, k) => {
      if (k === 0) return Math.round((next() - 0.5) * 900);
      return next() < 2 / (k + 2) ? Math.round((next() - 0.5) * (400 / (k + 1))) : 0;
    }),
  );
}

/** A sequential colour file with fewer samples of chroma, of real coefficients and restarts. */
export function sampled(across: number, down: number, restartInterval = 0): Uint8Array {
  const bits: Uint8Array[] = [];
  let writer = bitWriter();
  const previous = [0, 0, 0];
  const blocks = photoBlocks(200, across * 4 + down);
  let used = 0;
  const units = 6;
  for (let unit = 0; unit < units; unit++) {
    if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0) {
      bits.push(writer.finish().slice(), Uint8Array.of(0xff, 0xd0 + ((unit / restartInterval - 1) & 7)));
      writer = bitWriter();
      previous.fill(0);
    }
    for (const [component, count] of [across * down, 1, 1].entries()) {
      for (let i = 0; i < count; i++) {
        previous[component] = encodeBlock(writer, Float64Array.from(blocks[used++]!), 1, previous[component]!);
      }
    }
  }
  bits.push(writer.finish().slice());
  const [width, height] = [across * 8 * 3 - 5, down * 8 * 2 - 3];
  const frame = bytes(8, be16(height), be16(width), 3, [1, (across << 4) | down, 0, 2, 0x11, 0, 3, 0x11, 0]);
  return bytes(
    [0xff, 0xd8],
    segment(0xdb, bytes(0, new Uint8Array(64).fill(1))),
    segment(0xc0, frame),
    huffmanSegment(),
    restartInterval > 0 ? segment(0xdd, Uint8Array.from(be16(restartInterval))) : [],
    segment(0xda, bytes(3, [1, 0, 2, 0, 3, 0], [0, 63, 0])),
    ...bits,
    [0xff, 0xd9],
  );
}

/** No marker is in it. */
export const noise = (seed: number, length: number): number[] => {
  const next = random(seed);
  return Array.from({ length }, () => Math.floor(next() * 255));
};

/** A frame of two or three components in scans of their own; `factors` are their sampling factors. */
export function apart(
  sof: number,
  factors: readonly number[],
  quantizer: Uint8Array,
  tables = huffmanSegment(),
): Uint8Array {
  const components = factors.flatMap((factor, i) => [i + 1, factor, 0]);
  const scans = factors.map((_, i) =>
    bytes(segment(0xda, bytes(1, [i + 1, 0], sof === 0xc2 ? [0, 0, 0] : [0, 63, 0])), noise(i, 60)),
  );
  return bytes(
    [0xff, 0xd8],
    segment(0xdb, quantizer),
    segment(sof, bytes(8, be16(40), be16(40), factors.length, components)),
    tables,
    ...scans,
    ...scans,
    [0xff, 0xd9],
  );
}
