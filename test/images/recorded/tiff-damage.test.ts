import * as tiff from "../../fixtures/tiff.ts";
import { damages } from "./damage.ts";
import { recorded, type Sweep } from "./table.ts";
import { BITS, COMPRESSIONS, type Kind, page, tiffOf } from "./tiff-pages.ts";

const rgb: Kind = { samples: 3, photometric: 2 };

recorded("TIFF files that are damaged", function* (): Iterable<Sweep> {
  const small = tiffOf({
    ...rgb,
    width: 5,
    height: 4,
    rowsPerStrip: 2,
    tags: { 274: 6, 282: { rational: 200 }, 283: { rational: 200 } },
  });
  yield* damages("strips", small, { cuts: 60, twice: true });
  yield* damages("big-endian strips", tiffOf({ ...rgb, width: 5, height: 4, rowsPerStrip: 2, littleEndian: false }), {
    from: 60,
    cuts: 8,
  });
  yield* damages("BigTIFF", tiffOf({ ...rgb, width: 5, height: 4, rowsPerStrip: 2, big: true }), { cuts: 12 });
  yield* damages("tiles", tiffOf({ width: 9, height: 5, tile: [8, 4] }), { cuts: 30 });
  for (const [name, compression] of Object.entries(COMPRESSIONS)) {
    const kind: Kind = { ...rgb, width: 7, height: 6, rowsPerStrip: 3, compression };
    yield* damages(name, tiffOf(kind), { from: 8, to: 120, step: 3, cuts: 12 });
    yield* damages(`${name}, one strip`, tiffOf({ ...kind, rowsPerStrip: 6 }), { from: 8, to: 60, step: 3, cuts: 4 });
  }
});

/** The data of each strip or tile ends after so many bytes. */
function* endings(name: string, kind: Kind, step: number): Iterable<Sweep> {
  const whole = page(kind);
  const damaged = Array.from({ length: 45 }, (_, i): [number, Uint8Array] => {
    const chunks = whole.chunks.map((chunk) => chunk.subarray(0, i * step));
    return [i * step, tiff.tiff({ pages: [{ ...whole, chunks }] })];
  });
  yield { name: `${name}, strips that end early`, damaged };
}

recorded("TIFF strips that end early", function* (): Iterable<Sweep> {
  for (const [name, compression] of Object.entries(COMPRESSIONS)) {
    const kind: Kind = { ...rgb, width: 7, height: 6, compression };
    yield* endings(name, { ...kind, rowsPerStrip: 3 }, 2);
    yield* endings(`${name}, one strip`, kind, 3);
    yield* endings(`${name}, planes`, { ...kind, planar: true, rowsPerStrip: 3 }, 1);
    yield* endings(`${name}, tiles`, { ...kind, tile: [4, 4] }, 2);
    const rows = (all: Uint8Array) => all.subarray(0, all.length - 30);
    yield {
      name: `${name}, a row and a half are missing`,
      damaged: [
        [1, tiffOf({ ...kind, rows })],
        [2, tiffOf({ ...kind, rowsPerStrip: 3, rows })],
      ],
    };
  }
  for (const compression of [tiff.MODIFIED_HUFFMAN, tiff.GROUP_3, tiff.GROUP_4]) {
    yield* endings(`fax ${compression}`, { ...BITS, compression }, 1);
    yield* endings(`fax ${compression}, strips`, { ...BITS, compression, rowsPerStrip: 4 }, 1);
    yield* endings(`fax ${compression}, tiles`, { ...BITS, compression, tile: [24, 8] }, 1);
  }
});
