import { bmp, le32 } from "../../fixtures/bmp.ts";
import { bytes, le16 } from "../../fixtures/bytes.ts";
import { random } from "../../fixtures/random.ts";
import { changes, damages } from "./damage.ts";
import { type Row, recorded, type Sweep } from "./table.ts";

const noise = (length: number, seed = 1): number[] => {
  const next = random(seed);
  return Array.from({ length }, () => Math.floor(next() * 256));
};
const palette = (entries: number) => noise(entries * 4, entries);
const SIZE = { width: 11, height: 6 };
const rowBytes = (bits: number, width = SIZE.width) => ((width * bits + 31) >> 5) * 4;
const file = (bits: number, change: Partial<Parameters<typeof bmp>[0]> = {}) =>
  bmp({
    ...SIZE,
    bits,
    pixels: noise(rowBytes(bits) * SIZE.height),
    ...(bits <= 8 ? { palette: palette(1 << bits) } : {}),
    ...change,
  });

/** A header of that many bytes, with zeros behind what all have. */
function longer(bitmap: Uint8Array, size: number, masks: number[] = []): Uint8Array {
  const head = bytes(le32(size), bitmap.subarray(18, 54), masks.flatMap(le32), new Uint8Array(200)).subarray(0, size);
  const start = 14 + size + (bitmap[10]! | (bitmap[11]! << 8)) - 54;
  return bytes(bitmap.subarray(0, 10), le32(start), head, bitmap.subarray(54));
}

/** OS/2's first header, whose palette has three bytes an entry. */
const core = (bits: number, height = 6) =>
  bytes(
    "BM",
    le32(0),
    le32(0),
    le32(26 + (bits <= 8 ? 3 << bits : 0)),
    le32(12),
    le16(11),
    le16(height),
    le16(1),
    le16(bits),
    noise(bits <= 8 ? 3 << bits : 0),
    noise(rowBytes(bits) * 6),
  );

recorded("BMP", function* (): Iterable<Row | Sweep> {
  for (const bits of [1, 2, 4, 8, 16, 24, 32, 3, 0, 64]) {
    yield { name: `${bits} bits`, file: file(bits) };
    yield { name: `${bits} bits, top row first`, file: file(bits, { height: -6 }) };
    yield { name: `${bits} bits, of OS/2`, file: core(bits) };
    for (const compression of bits === 4 || bits === 24 ? [1, 2, 3, 4, 5, 6, 7] : [])
      yield { name: `${bits} bits, compression ${compression}`, file: file(bits, { compression }) };
  }
  for (const entries of [1, 2, 3, 7, 16])
    yield { name: `4 bits, ${entries} colours`, file: file(4, { palette: palette(entries) }) };
  for (const entries of [3, 200, 256])
    yield { name: `8 bits, ${entries} colours`, file: file(8, { palette: palette(entries) }) };
  const masks: [number, number[]][] = [
    [16, [0xf800, 0x07e0, 0x001f]],
    [16, [0x0f00, 0x00f0, 0x000f]],
    [16, [0x0f00, 0x00f0, 0x000f, 0xf000]],
    [32, [0xff, 0xff00, 0xff0000]],
    [32, [0xff000000, 0xff0000, 0xff00]],
    [32, [0x3ff00000, 0xffc00, 0x3ff]],
    [32, [0xff0000, 0xff00, 0xff, 0xff000000]],
    [32, [0xff0000, 0, 0xff]],
  ];
  for (const [bits, list] of masks) {
    const name = `${bits} bits, masks ${list.map((mask) => mask.toString(16))}`;
    yield { name, file: file(bits, { compression: list.length === 4 ? 6 : 3, masks: list }) };
    for (const size of [52, 56, 64, 108, 124])
      yield { name: `${name}, a header of ${size}`, file: longer(file(bits, { compression: 3 }), size, list) };
  }
  const opaque = noise(rowBytes(32) * 6).map((byte, i) => (i % 4 === 3 ? 0 : byte));
  yield {
    name: "alpha of nothing",
    file: file(32, { compression: 6, masks: [0xff0000, 0xff00, 0xff, 0xff000000], pixels: opaque }),
  };
  for (const size of [16, 40, 52, 56, 64, 108, 124, 41])
    yield { name: `a header of ${size}`, file: longer(file(8), size) };
  for (const [bits, name] of [
    [8, "RLE8"],
    [4, "RLE4"],
  ] as const) {
    const runs = (pixels: number[]) => file(bits, { compression: bits === 8 ? 1 : 2, pixels });
    const codes: Record<string, number[]> = {
      runs: [11, 0x12, 0, 0, 5, 0x34, 6, 0x56, 0, 0, 0, 1],
      literals: [0, 5, 1, 2, 3, 4, 5, 0, 6, 0x21, 0, 0, 0, 3, 0x12, 0x34, 0x56, 0, 0, 1],
      "a move": [3, 0x11, 0, 2, 4, 2, 2, 0x22, 0, 0, 0, 1],
      "a move beyond": [3, 0x11, 0, 2, 4, 9, 2, 0x22],
      "runs that are too long": [30, 0x12, 0, 0, 200, 0x34, 0, 0, 1, 1, 0, 1],
      "no end": [11, 0x12, 0, 0, 5, 0x34],
      "too many rows": Array.from({ length: 9 }, (_, i) => [11, i, 0, 0]).flat(),
      nothing: [0, 1],
      "half a code": [11, 0x12, 0],
      "an index beyond": [11, 0xff, 0, 1],
    };
    for (const [what, pixels] of Object.entries(codes)) {
      yield { name: `${name}, ${what}`, file: runs(pixels) };
      const few = bmp({ ...SIZE, bits, compression: bits === 8 ? 1 : 2, palette: palette(3), pixels });
      yield { name: `${name}, ${what}, three colours`, file: few };
    }
    yield { name, damaged: changes(runs(codes.literals!), { from: 14 + 40 + (4 << bits) }) };
  }
  for (const start of [0, 14, 15, 60, 9999]) {
    const changed = file(24);
    changed.set(le32(start), 10);
    yield { name: `pixels at ${start}`, file: changed };
  }
  yield { name: "no width", file: file(24, { width: 0 }) };
  yield { name: "no height", file: file(24, { height: 0 }) };
  yield { name: "a width below zero", file: file(24, { width: -3 }) };
  yield* damages("24 bits", file(24), { to: 60, twice: true, cuts: 999 });
  yield* damages("4 bits", file(4), { to: 130, cuts: 20 });
  yield* damages("16 bits with masks", file(16, { compression: 3, masks: [0xf800, 0x07e0, 0x001f] }), {
    to: 80,
    cuts: 20,
  });
});
