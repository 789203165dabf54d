import { bytes } from "../../fixtures/bytes.ts";
import * as tiff from "../../fixtures/tiff.ts";
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
  for (const compression of [32809, 32766, 34661, 34676, 34677, 34712, 34887, 34925, 50000, 50001, 50002, 12345]) {
    yield { name: `compression ${compression}`, file: tiffOf({ tags: { 259: compression } }) };
  }
  for (const photometric of [32844, 32845]) {
    yield { name: `photometric ${photometric}`, file: tiffOf({ samples: 3, tags: { 262: photometric } }) };
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
