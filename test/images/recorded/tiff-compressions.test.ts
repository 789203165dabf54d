import { bytes } from "../../fixtures/bytes.ts";
import * as tiff from "../../fixtures/tiff.ts";
import { LOSSLESS, LOSSLESS_ALPHA } from "../../fixtures/webp.ts";
import { XZ_BLOCKS, XZ_DELTA, XZ_STORED } from "../../fixtures/xz.ts";
import { damages } from "./damage.ts";
import { type Row, recorded, type Sweep } from "./table.ts";
import { BITS, COMPRESSIONS, type Kind, LAYOUTS, ramp, tiffOf } from "./tiff-pages.ts";

const FAX = { "Modified Huffman": tiff.MODIFIED_HUFFMAN, "Group 3": tiff.GROUP_3, "Group 4": tiff.GROUP_4 };
const reversed = (data: Uint8Array) =>
  data.map((byte) => Number.parseInt(byte.toString(2).padStart(8, "0").split("").reverse().join(""), 2));

recorded("TIFF compressions", function* (): Iterable<Row> {
  const rgb: Kind = { samples: 3, photometric: 2 };
  for (const [name, compression] of Object.entries(COMPRESSIONS)) {
    for (const [way, layout] of Object.entries(LAYOUTS)) {
      yield { name: `RGB, ${name}, ${way}`, file: tiffOf({ ...rgb, ...layout, compression }) };
    }
    for (const bits of [8, 16, 32]) {
      const kind = { ...rgb, bits, compression, tags: { 317: 2 } };
      for (const [way, layout] of Object.entries(LAYOUTS)) {
        yield { name: `RGB of ${bits} bits, ${name}, differences, ${way}`, file: tiffOf({ ...kind, ...layout }) };
      }
    }
    yield { name: `gray, ${name}`, file: tiffOf({ compression }) };
    yield { name: `gray, ${name}, low bit first`, file: tiffOf({ compression, stored: reversed, tags: { 266: 2 } }) };
    yield { name: `gray, ${name}, differences`, file: tiffOf({ compression, rowsPerStrip: 2, tags: { 317: 2 } }) };
    yield { name: `bits, ${name}`, file: tiffOf({ ...BITS, compression }) };
    yield { name: `palette, ${name}`, file: tiffOf({ compression, bits: 4, photometric: 3, tags: { 320: ramp(16) } }) };
    yield { name: `Lab, ${name}`, file: tiffOf({ compression, samples: 3, photometric: 8 }) };
    yield {
      name: `gray and alpha, ${name}, differences`,
      file: tiffOf({ compression, samples: 2, tags: { 317: 2, 338: 2 } }),
    };
  }
  for (const bits of [16, 32, 64]) {
    for (const littleEndian of [true, false]) {
      const kind: Kind = { bits, float: true, samples: 3, photometric: 2, compression: tiff.LZW, littleEndian };
      yield {
        name: `floats of ${bits} bits, bytes apart, ${littleEndian}`,
        file: tiffOf({ ...kind, tags: { 317: 3 } }),
      };
    }
  }
  yield { name: "bytes apart that are no floats", file: tiffOf({ compression: tiff.LZW, tags: { 317: 3 } }) };
  yield { name: "differences of 4 bits", file: tiffOf({ bits: 4, compression: tiff.LZW, tags: { 317: 2 } }) };
  yield { name: "a predictor that does not exist", file: tiffOf({ compression: tiff.LZW, tags: { 317: 4 } }) };
  yield { name: "LZW of old", file: tiffOf({ stored: (rows) => tiff.lzw(rows, true), tags: { 259: tiff.LZW } }) };
  for (const compression of [32809, 32766, 34661, 34677, 34712, 34887, 50002, 12345]) {
    yield { name: `compression ${compression}`, file: tiffOf({ tags: { 259: compression } }) };
  }
});

recorded("TIFF fax", function* (): Iterable<Row | Sweep> {
  for (const [name, compression] of Object.entries(FAX)) {
    for (const photometric of [0, 1]) {
      for (const [way, layout] of Object.entries({
        "one strip": {},
        strips: { rowsPerStrip: 4 },
        tiles: { tile: [32, 8] as [number, number] },
      })) {
        const kind: Kind = { ...BITS, ...layout, photometric, compression };
        yield { name: `${name}, ${way}, photometric ${photometric}`, file: tiffOf(kind) };
        yield {
          name: `${name}, ${way}, ${photometric}, low bit first`,
          file: tiffOf({ ...kind, stored: reversed, tags: { 266: 2 } }),
        };
      }
    }
    yield {
      name: `${name} of no photometric interpretation`,
      file: tiffOf({ ...BITS, compression, tags: { 262: [] } }),
    };
    yield {
      name: `${name} of bytes`,
      file: tiffOf({ stored: () => Uint8Array.of(1, 2, 3), tags: { 259: compression } }),
    };
    yield {
      name: `${name} with more after its rows`,
      file: tiffOf({ ...BITS, compression, stored: (data) => bytes(data, new Uint8Array(40).fill(0x5a)) }),
    };
    yield* damages(name, tiffOf({ ...BITS, compression }), { from: 8, to: 90 });
    yield* damages(`${name}, strips`, tiffOf({ ...BITS, rowsPerStrip: 4, compression }), { from: 8, to: 60, cuts: 8 });
  }
  const both: Kind = { ...BITS, compression: tiff.GROUP_3, tags: { 292: 1 } };
  yield { name: "Group 3, some rows against those above", file: tiffOf(both) };
  yield { name: "Group 3, some rows against those above, strips", file: tiffOf({ ...both, rowsPerStrip: 4 }) };
  yield* damages("Group 3, some rows against those above", tiffOf(both), { from: 8, to: 90, cuts: 8 });
  yield { name: "Group 3, uncompressed mode", file: tiffOf({ ...BITS, compression: tiff.GROUP_3, tags: { 292: 2 } }) };
  yield { name: "Group 4, uncompressed mode", file: tiffOf({ ...BITS, compression: tiff.GROUP_4, tags: { 293: 2 } }) };
  yield {
    name: "Group 4 in planes",
    file: tiffOf({ ...BITS, samples: 3, photometric: 2, planar: true, compression: tiff.GROUP_4 }),
  };
});

/** Ward's pixels: a row of runs and literals for each byte of a pixel. */
const logBytes = (each: number, width: number, height: number) => (): Uint8Array => {
  const out: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let plane = 0; plane < each; plane++) {
      const value = plane === 0 ? 0x3e + (y % 3) : (plane * 71 + y * 13) & 255;
      out.push(126 + 5, value, width - 5);
      for (let x = 5; x < width; x++) out.push(plane === 0 ? 0x3d + (x % 4) : (x * 29 + plane * 50 + y) & 255);
    }
  }
  out[1] = 0x80;
  return Uint8Array.from(out);
};
const LOG: Kind = { tags: { 259: 34676, 262: 32844 }, stored: logBytes(2, 13, 9), bits: 16 };
const LOG_COLOUR: Kind = {
  tags: { 259: 34676, 262: 32845 },
  stored: logBytes(4, 13, 9),
  bits: 16,
  samples: 3,
};
const GRADIENT: Kind = { width: 33, height: 20, samples: 3, photometric: 2 };
const NOISE = Array.from({ length: 19 }, (_, i) => (i * 73 + 11) & 255);
const held = (data: Uint8Array) => () => data;

recorded("TIFF of rare compressions", function* (): Iterable<Row | Sweep> {
  const log = tiffOf(LOG);
  const logColour = tiffOf(LOG_COLOUR);
  yield { name: "light", file: log };
  yield { name: "light and colour", file: logColour };
  yield { name: "light, strips", file: tiffOf({ ...LOG, rowsPerStrip: 3, stored: logBytes(2, 13, 3) }) };
  yield { name: "light and colour, tiles", file: tiffOf({ ...LOG_COLOUR, tile: [16, 4], stored: logBytes(4, 16, 4) }) };
  yield { name: "light of three samples", file: tiffOf({ ...LOG, samples: 3 }) };
  yield { name: "light of other compression", file: tiffOf({ ...LOG, tags: { 259: 1, 262: 32844 } }) };
  yield { name: "light that is gray", file: tiffOf({ ...LOG, tags: { 259: 34676, 262: 1 } }) };
  yield { name: "light in planes", file: tiffOf({ ...LOG_COLOUR, tags: { ...LOG_COLOUR.tags, 284: 2 } }) };
  yield* damages("light", log, { from: 8, to: 120, step: 2 });
  yield* damages("light and colour", logColour, { from: 8, to: 150, step: 3 });
  const xz: Record<string, Kind> = {
    "LZMA with Delta": { ...GRADIENT, stored: held(XZ_DELTA), tags: { 259: 34925 } },
    "LZMA of two blocks": { width: 99, height: 20, stored: held(XZ_BLOCKS), tags: { 259: 34925 } },
    "LZMA that is stored": { width: 10, height: 6, stored: held(XZ_STORED), tags: { 259: 34925 } },
  };
  for (const [name, kind] of Object.entries(xz)) {
    const file = tiffOf(kind);
    yield { name, file };
    yield { name: `${name}, differences`, file: tiffOf({ ...kind, tags: { ...kind.tags, 317: 2 } }) };
    yield { name: `${name}, of fewer rows`, file: tiffOf({ ...kind, height: 3 }) };
    yield { name: `${name}, of more rows`, file: tiffOf({ ...kind, height: 31 }) };
    yield* damages(name, file, { from: 8, to: 130 });
  }
  // Where the first block's check is, and the next block.
  const [checkAt, nextAt] = [112, 116];
  for (const [kind, size] of [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64].entries()) {
    const checked = bytes(
      XZ_BLOCKS.with(7, kind).subarray(0, checkAt),
      new Uint8Array(size),
      XZ_BLOCKS.subarray(nextAt),
    );
    yield {
      name: `LZMA of two blocks, check ${kind}`,
      file: tiffOf({ ...xz["LZMA of two blocks"], stored: held(checked) }),
    };
  }
  // A chunk of noise before the end of the data.
  const plainEnd = XZ_STORED.indexOf(0, 24 + 3 + 60);
  const chunk = (control: number) => [control, 0, 39, 0, 19, ...(control >= 0xc0 ? [0x5d] : []), 0, ...NOISE];
  for (const control of [0x02, 0x03, 0x7f, 0x80, 0xa0, 0xc0, 0xe0]) {
    const parts = bytes(XZ_STORED.subarray(0, plainEnd), chunk(control), XZ_STORED.subarray(plainEnd));
    const kind: Kind = { width: 10, height: 10, stored: held(parts), tags: { 259: 34925 } };
    yield { name: `LZMA, a chunk of kind ${control}`, file: tiffOf(kind) };
  }
  const webp: Record<string, Kind> = {
    WebP: { ...GRADIENT, stored: held(LOSSLESS), tags: { 259: 50001 } },
    "WebP and alpha": { ...GRADIENT, samples: 4, stored: held(LOSSLESS_ALPHA), tags: { 259: 50001, 338: 2 } },
    "WebP without alpha, and a fourth sample": {
      ...GRADIENT,
      samples: 4,
      stored: held(LOSSLESS),
      tags: { 259: 50001, 338: 2 },
    },
    "WebP of another width": { ...GRADIENT, width: 32, stored: held(LOSSLESS), tags: { 259: 50001 } },
    "WebP of another height": { ...GRADIENT, height: 21, stored: held(LOSSLESS), tags: { 259: 50001 } },
    "WebP of fewer rows": { ...GRADIENT, height: 19, stored: held(LOSSLESS), tags: { 259: 50001 } },
    "WebP of one sample": { ...GRADIENT, samples: 1, photometric: 1, stored: held(LOSSLESS), tags: { 259: 50001 } },
    "WebP in planes": { ...GRADIENT, planar: true, stored: held(LOSSLESS), tags: { 259: 50001 } },
  };
  for (const [name, kind] of Object.entries(webp)) yield { name, file: tiffOf(kind) };
  yield* damages("WebP", tiffOf(webp.WebP!), { from: 8, to: 80 });
  yield* damages("Zstandard", tiffOf({ compression: 50000 }), { from: 8, to: 40 });
});
