import { describe, expect, it } from "vitest";
import type { FaxKind, FaxParameters } from "../../../src/codecs/fax/fax-kernels.ts";
import { eachFaxRow } from "../../../src/codecs/fax/fax-rows.ts";
import { faxPart } from "../../../src/codecs/fax/fax-writer.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { encodeFax, faxPicture } from "../../fixtures/fax.ts";

const [COLUMNS, ROWS] = [75, 20];
const CODINGS: [FaxKind, boolean][] = [
  ["modifiedHuffman", false],
  ["group3", false],
  ["group3", true],
  ["group4", true],
];
/** [left, right) and [top, bottom); the last lies beyond the picture. */
const PARTS = [
  [0, COLUMNS, 0, ROWS],
  [10, 60, 5, 12],
  [70, COLUMNS, 0, 1],
  [0, 8, 19, ROWS],
  [33, 34, 5, 26],
] as const;

/** Each row as text, # for black. Rows that are not there are white. */
function pixels(data: Uint8Array, parameters: FaxParameters): string[] {
  const { columns, rows } = parameters;
  const shown = new Array<string>(rows).fill(" ".repeat(columns));
  atOnce(
    eachFaxRow(data, parameters, (changes, y) => {
      shown[y] = Array.from({ length: columns }, (_, x) => {
        const before = [...changes.subarray(0, changes.indexOf(columns))].filter((change) => change <= x);
        return before.length % 2 === 1 ? "#" : " ";
      }).join("");
    }),
  );
  return shown;
}

/** Columns that do not stay have the colour of the nearest one that does, or white where none does. */
function clipped(row: string, left: number, right: number, [first, end]: readonly [number, number]): string {
  const [from, to] = [Math.max(first, left), Math.min(end, right)];
  if (from >= to) return " ".repeat(right - left);
  return Array.from({ length: right - left }, (_, x) => row[Math.min(Math.max(left + x, from), to - 1)]).join("");
}

describe.each(CODINGS)("a part of fax in %s, two dimensions: %s", (kind, twoDimensional) => {
  const parameters = { kind, columns: COLUMNS, rows: ROWS, twoDimensional };
  const whole = encodeFax(faxPicture(COLUMNS, ROWS, 0.2, 3), parameters);
  const inputs = { whole, half: whole.subarray(0, whole.length >> 1), nothing: new Uint8Array(0) };

  it.each(Object.entries(inputs))("of data that is %s has the pixels that stay", (_, data) => {
    for (const [left, right, top, rows] of PARTS) {
      const ways: ((row: number) => readonly [number, number])[] = [
        () => [left, right],
        (row) => (row % 7 < 3 ? [left + 4, right - 9] : [left, right]),
        () => [0, 0],
      ];
      const all = pixels(data, { ...parameters, rows });
      for (const visible of ways) {
        const part = bytes(...atOnce(faxPart(data, { ...parameters, rows }, { left, right, top, visible })));
        const group4 = { kind: "group4", columns: right - left, rows: rows - top, twoDimensional: true } as const;
        const expected = all.slice(top).map((row, y) => clipped(row, left, right, visible(top + y)));
        expect(pixels(part, group4)).toEqual(expected);
      }
    }
  });
});
