import { expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { type Misfit, MisfitProblem } from "../../src/pdf-file/pdf-problem.ts";
import type { SplitMode } from "../../src/split/modes.ts";
import { type Split, splitInTurns } from "../../src/split/split.ts";
import { type Bodies, pagesOf, pdf, stream } from "../fixtures/pdf.ts";
import { splitDocument } from "../support/at-once.ts";

const split = (bodies: Bodies, mode: SplitMode, parts = 100): Split =>
  splitDocument(openPdf(pdf(bodies)), mode, { outputBytes: 1e9, parts });
const labels = ({ parts }: Split) => parts.map(({ pages }) => pages.label);

function misfit(work: () => unknown): Misfit {
  try {
    work();
  } catch (error) {
    if (error instanceof MisfitProblem) return error.misfit;
    throw error;
  }
  throw new Error("nothing was refused");
}

it("a split makes parts of a number of pages, the last of what is left", () => {
  expect(labels(split(pagesOf(7), { every: 3 }))).toEqual(["1-3", "4-6", "7"]);
  expect(labels(split(pagesOf(2), { every: 9 }))).toEqual(["1-2"]);
  const refused = misfit(() => split(pagesOf(7), { every: 1 }, 6));
  expect(refused).toEqual({ kind: "too many parts", count: 7, most: 6 });
});

it.each<[SplitMode, string[]]>([
  [{ every: 3 }, ["page 1", "page 4", "page 7"]],
  [{ partBytes: 1 }, ["page 1", "page 2", "page 3", "page 4", "page 5", "page 6", "page 7"]],
])("a split says at which page it is: %j", (mode, places) => {
  const document = openPdf(pdf(pagesOf(7)));
  const said: (string | undefined)[] = [];
  for (const _ of splitInTurns(document, mode, { outputBytes: 1e9, parts: 100 })) said.push(document.work.place);
  expect(said).toEqual(places);
});

it("a split begins parts where the outline's items of a level lead", () => {
  const bodies: Bodies = {
    ...pagesOf(6),
    1: "<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R>>",
    20: "<</First 21 0 R/Last 22 0 R>>",
    21: "<</Title(One)/Parent 20 0 R/Next 22 0 R/Dest[5 0 R/Fit]/First 23 0 R/Last 24 0 R>>",
    22: "<</Title<FEFF00DC>/Parent 20 0 R/Dest[11 0 R/Fit]>>",
    23: "<</Title(A)/Parent 21 0 R/Next 24 0 R/Dest[5 0 R/Fit]>>",
    24: "<</Title(B)/Parent 21 0 R/Dest[5 0 R/XYZ 0 0 0]>>",
  };
  const { parts } = split(bodies, { outlineLevel: 1 });
  expect(parts.map(({ title, pages }) => [title, pages.label])).toEqual([
    ["Beginning", "1"],
    ["One", "2-4"],
    ["Ü", "5-6"],
  ]);
  expect(split(bodies, { outlineLevel: 2 }).parts.map(({ title, pages }) => [title, pages.label])).toEqual([
    ["Beginning", "1"],
    ["A", "2-6"],
  ]);
  const tooDeep = misfit(() => split(bodies, { outlineLevel: 3 }));
  expect(tooDeep).toEqual({ kind: "no bookmarks", level: 3, levels: 2 });
  const flat = misfit(() => split(pagesOf(2), { outlineLevel: 1 }));
  expect(flat).toEqual({ kind: "no bookmarks", level: 1, levels: 0 });
});

it("a split makes parts as long as fit under a size", () => {
  const bodies = pagesOf(20);
  for (let page = 0; page < 20; page++) bodies[4 + 2 * page] = stream("x".repeat(page === 7 ? 9000 : 1000));
  const { parts, oversized } = split(bodies, { partBytes: 6000 });
  expect(oversized.map(({ page }) => page)).toEqual([8]);
  expect(oversized[0]!.bytes).toBe(parts.find(({ pages }) => pages.label === "8")!.length);
  expect(parts.reduce((sum, { pages }) => sum + pages.count, 0)).toBe(20);
  for (const { pages, length, pieces } of parts) {
    expect([...pieces].reduce((sum, piece) => sum + piece.length, 0)).toBe(length);
    if (pages.label !== "8") expect(length).toBeLessThanOrEqual(6000);
    if (pages.count > 1) expect(length).toBeGreaterThan(3500);
  }
  const refused = misfit(() => split(bodies, { partBytes: 6000 }, 2));
  expect(refused).toEqual({ kind: "too many parts", count: undefined, most: 2 });
});

it("a split puts as many pages into each part as fit under the size, to the byte", () => {
  const bodies = pagesOf(12);
  for (let page = 0; page < 12; page++) bodies[4 + 2 * page] = stream("x".repeat(1000));
  const lengthOf = (every: number) => Math.max(...split(bodies, { every }).parts.map(({ length }) => length));
  for (const [every, expected] of [
    [1, 12],
    [2, 6],
    [3, 4],
    [5, 3],
    [12, 1],
  ] as const) {
    const exactly = split(bodies, { partBytes: lengthOf(every) });
    expect(exactly.parts, String(every)).toHaveLength(expected);
    expect(exactly.oversized).toEqual([]);
  }
  const least = Math.min(...split(bodies, { every: 1 }).parts.map(({ length }) => length));
  expect(split(bodies, { partBytes: least - 1 }).oversized).toHaveLength(12);
});
