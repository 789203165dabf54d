import { describe, expect, it } from "vitest";
import { Marks, type SampleWindow } from "../../../src/pdf-content/images/marks.ts";
import { bilevelRow } from "../../../src/pdf-content/images/row-marker.ts";
import { seeded } from "../../fixtures/random.ts";

const HEIGHT = 5;

/** Pictures at random, of long runs and of short ones, and the part of each that shows. */
const pictures = Array.from({ length: 300 }, (_, seed) => {
  const random = seeded(seed);
  const width = 1 + random.below(70);
  const change = random.pick([0.02, 0.2, 0.5]);
  let isInk = random.next() < 0.5;
  const rows = Array.from({ length: HEIGHT }, () =>
    Array.from({ length: width }, () => {
      if (random.next() < change) isInk = !isInk;
      return isInk;
    }),
  );
  const [left, top] = [random.below(width), random.below(HEIGHT)];
  const window: SampleWindow = [left, top, left + random.below(width - left), top + random.below(HEIGHT - top)];
  return { rows, width, window };
});

type Picture = (typeof pictures)[number];

/** Ink in the window, counted sample by sample. */
function counted({ rows, width, window: [left, top, right, bottom] }: Picture) {
  const shows = (x: number, y: number) => x >= left && x <= right && y >= top && y <= bottom && rows[y]![x]!;
  const sum = (length: number, isInk: (at: number) => boolean) =>
    Array.from({ length }, (_, at) => Number(isInk(at))).reduce((a, b) => a + b, 0);
  return {
    rows: rows.map((_, y) => sum(width, (x) => shows(x, y))),
    columns: Array.from({ length: width }, (_, x) => sum(HEIGHT, (y) => shows(x, y))),
  };
}

function marked({ rows, width, window }: Picture, mark: (row: boolean[], y: number, marks: Marks) => void) {
  const marks = new Marks(width, HEIGHT, true, undefined, window);
  for (const [y, row] of rows.entries()) mark(row, y, marks);
  return { rows: [...marks.inkAlong("rows")!], columns: [...marks.inkAlong("columns")!] };
}

describe("ink that is counted by runs is that of each row and column", () => {
  it.each([0, 1])("of samples of a bit, of which %i is ink", (inkBit) => {
    for (const picture of pictures) {
      const found = marked(picture, (row, y, marks) => {
        const bytes = new Uint8Array(Math.ceil(row.length / 8));
        for (const [x, isInk] of row.entries()) bytes[x >> 3]! |= (isInk ? inkBit : 1 - inkBit) << (7 - (x & 7));
        bilevelRow(bytes, y, row.length, inkBit, marks);
      });
      expect(found).toEqual(counted(picture));
    }
  });

  it("of samples that were judged one by one", () => {
    for (const picture of pictures) {
      const found = marked(picture, (row, y, marks) => marks.row(y, Uint8Array.from(row, Number)));
      expect(found).toEqual(counted(picture));
    }
  });
});
