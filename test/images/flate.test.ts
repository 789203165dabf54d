import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { RowEncoder } from "../../src/images/flate.ts";
import { bytes, random } from "./fixtures/bytes.ts";

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
