import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { RowEncoder } from "../../../src/codecs/deflate/row-encoder.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { random } from "../../fixtures/random.ts";

const noise = random(1);

it("makes one valid zlib stream, checksum included, of any number of segments", () => {
  const rowBytes = 4_000;
  const rows = Array.from({ length: 700 }, () => Uint8Array.from({ length: rowBytes }, () => noise() * 256));
  const encoder = new RowEncoder(rowBytes, "none");
  for (const row of rows) encoder.row(row);
  const pieces = encoder.end();
  expect(pieces.length).toBeGreaterThan(4);
  // inflateSync refuses a wrong Adler-32.
  expect(Buffer.compare(inflateSync(bytes(...pieces)), bytes(...rows))).toBe(0);
});

it("filters rows by the one above", () => {
  const encoder = new RowEncoder(3);
  encoder.row(Uint8Array.of(1, 2, 3));
  encoder.row(Uint8Array.of(9, 1, 1, 4), 1);
  expect([...inflateSync(bytes(...encoder.end()))]).toEqual([2, 1, 2, 3, 2, 0, 255, 1]);
});

it("takes rows that are longer than a segment, and none at all", () => {
  const long = new Uint8Array(3 * 1024 * 1024).fill(7);
  const encoder = new RowEncoder(long.length, "none");
  encoder.row(long);
  encoder.row(long);
  expect(inflateSync(bytes(...encoder.end()))).toHaveLength(2 * long.length);
  expect(inflateSync(bytes(...new RowEncoder(10).end()))).toHaveLength(0);
});

it("takes away the row above from rows that are longer than a segment", () => {
  const above = Uint8Array.from({ length: 1_300_000 }, () => noise() * 256);
  const encoder = new RowEncoder(above.length);
  encoder.row(above);
  encoder.row(above.map((sample) => sample + 3));
  const filtered = new Uint8Array(inflateSync(bytes(...encoder.end())));
  expect(Buffer.compare(filtered.subarray(1, above.length + 1), above)).toBe(0);
  expect(filtered[above.length + 1]).toBe(2);
  expect(new Set(filtered.subarray(above.length + 2))).toEqual(new Set([3]));
});

it.each<[string, (i: number) => number]>([
  ["of one value", () => 9],
  ["of two values in turn", (i) => i & 1],
  ["with every value as often", () => noise() * 256],
  ["with values so rare that their codes would be too long", () => Math.clz32(noise() * 0x80000000)],
  ["with runs of every length", runsOfEveryLength()],
  ["with runs across the blocks' edges", (i) => ((i + 100) & 0xffff) >> 8],
])("keeps rows %s as they are", (_, value) => {
  const row = Uint8Array.from({ length: 200_000 }, (_, i) => value(i));
  const encoder = new RowEncoder(row.length, "none");
  encoder.row(row);
  expect(Buffer.compare(inflateSync(bytes(...encoder.end())), row)).toBe(0);
});

function runsOfEveryLength(): (i: number) => number {
  let length = 1;
  let left = 1;
  let value = 0;
  return () => {
    if (left-- === 0) {
      length = (length % 300) + 1;
      left = length - 1;
      value ^= 1 + Math.floor(noise() * 254);
    }
    return value;
  };
}

it("finds the repeats of a drawing, and does not pay for looking in a photograph", () => {
  const sizeOf = (row: (y: number) => Uint8Array) => {
    const encoder = new RowEncoder(4_000, "none");
    for (let y = 0; y < 500; y++) encoder.row(row(y));
    return encoder.end().reduce((sum, piece) => sum + piece.length, 0);
  };
  const motif = Uint8Array.from({ length: 4_000 }, () => noise() * 256);
  expect(sizeOf(() => motif)).toBeLessThan(500 * 4_000 * 0.02);
  // Differences of neighbours: small numbers, none of which is like the one before.
  const grain = () => Uint8Array.from({ length: 4_000 }, () => (noise() + noise() + noise() - 1.5) * 12);
  expect(sizeOf(grain)).toBeLessThan(500 * 4_000 * 0.58);
});

it("gives pieces that hold no more memory than their own bytes, since an image is kept until its file is written", () => {
  const encoder = new RowEncoder(2, "none");
  encoder.row(Uint8Array.of(1, 2));
  for (const piece of encoder.end()) expect(piece.buffer.byteLength).toBe(piece.length);
});
