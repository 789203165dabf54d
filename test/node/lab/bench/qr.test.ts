import { expect, it } from "vitest";
import { product, qrCode } from "../../../fixtures/qr.ts";

const code = qrCode("Dear reader, hello");
const rowOf = (row: number, from: number, to: number): string =>
  code[row]!.slice(from, to)
    .map((isDark) => (isDark ? "#" : "."))
    .join("");

it("a QR code has its finders, with light around them, and a timing pattern between", () => {
  const finder = ["#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.", "........"];
  const flipped = finder.map((row) => [...row].reverse().join(""));
  expect(finder.map((_, row) => rowOf(row, 0, 8))).toEqual(finder);
  expect(finder.map((_, row) => rowOf(row, 17, 25))).toEqual(flipped);
  expect(finder.map((_, row) => rowOf(24 - row, 0, 8))).toEqual(finder);
  expect(rowOf(6, 8, 17)).toBe("#.#.#.#.#");
});

it("its format says level L and mask 0, twice", () => {
  // ISO/IEC 18004, table C.1, from its first bit.
  const format = "###.#####...#..";
  const across = rowOf(8, 0, 6) + rowOf(8, 7, 9) + rowOf(7, 8, 9);
  const down = [5, 4, 3, 2, 1, 0].map((row) => rowOf(row, 8, 9)).join("");
  expect(across + down).toBe(format);
  const up = [24, 23, 22, 21, 20, 19, 18].map((row) => rowOf(row, 8, 9)).join("");
  expect(up + rowOf(8, 17, 25)).toBe(format);
});

it("its codewords are without a remainder, and say the text", () => {
  const codewords = read();
  let root = 1;
  for (let at = 0; at < 10; at++) {
    expect(codewords.reduce((sum, value) => product(sum, root) ^ value, 0)).toBe(0);
    root = product(root, 2);
  }
  const nibbles = codewords.flatMap((value) => [value >> 4, value & 15]);
  const length = (nibbles[1]! << 4) | nibbles[2]!;
  const said = Array.from({ length }, (_, at) => (nibbles[2 * at + 3]! << 4) | nibbles[2 * at + 4]!);
  expect(nibbles[0]).toBe(4);
  expect(new TextDecoder().decode(Uint8Array.from(said))).toBe("Dear reader, hello");
});

/** The codewords, from modules that belong to no pattern. */
function read(): number[] {
  const isPattern = (row: number, column: number): boolean =>
    row === 6 ||
    column === 6 ||
    (row < 9 && (column < 9 || column > 16)) ||
    (row > 16 && column < 9) ||
    (Math.abs(row - 18) < 3 && Math.abs(column - 18) < 3);
  const bits: number[] = [];
  const columns = [24, 22, 20, 18, 16, 14, 12, 10, 8, 5, 3, 1];
  for (const [turn, right] of columns.entries()) {
    for (let step = 0; step < 25; step++) {
      const row = turn % 2 === 0 ? 24 - step : step;
      for (const column of [right, right - 1]) {
        if (!isPattern(row, column)) bits.push(Number(code[row]![column]! !== ((row + column) % 2 === 0)));
      }
    }
  }
  return Array.from({ length: 44 }, (_, at) => Number.parseInt(bits.slice(8 * at, 8 * at + 8).join(""), 2));
}
