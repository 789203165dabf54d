import { expect, it } from "vitest";
import { rawSource } from "../../src/codecs/byte-source.ts";
import { LzwReader } from "../../src/codecs/lzw.ts";

/** Codes of these widths, the low bit first. */
function packed(...codes: [code: number, width: number][]): Uint8Array {
  const bits = codes.flatMap(([code, width]) => Array.from({ length: width }, (_, bit) => (code >> bit) & 1));
  const data = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries()) data[at >> 3]! |= bit << (at & 7);
  return data;
}

function decoded(valueBits: number, data: Uint8Array) {
  const reader = new LzwReader({ valueBits, lowBitFirst: true, widensEarly: false }, rawSource(data));
  const target = new Uint8Array(100);
  const values = [...target.subarray(0, reader.read(target))];
  return { values, isDamaged: reader.isDamaged };
}

it("values of one bit have codes of two bits, and of three after the first of them, as in giflib", () => {
  const data = packed([2, 2], [0, 2], [4, 3], [1, 3], [3, 3]);
  expect(decoded(1, data)).toEqual({ values: [0, 0, 0, 1], isDamaged: false });
});

it("a code that the table does not have ends the data, and is reported as damage", () => {
  const data = packed([4, 3], [1, 3], [7, 3], [2, 3]);
  expect(decoded(2, data)).toEqual({ values: [1], isDamaged: true });
});

it("an instance that had longer values reads shorter ones", () => {
  decoded(8, packed([256, 9], [200, 9], [257, 9]));
  expect(decoded(2, packed([4, 3], [3, 3], [6, 3], [3, 3], [5, 4])).values).toEqual([3, 3, 3, 3]);
});
