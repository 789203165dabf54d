import { expect, it } from "vitest";
import { parsePageNumbers, rangesInTurns } from "../../../src/api/operations/page-ranges.ts";
import { Refusal } from "../../../src/errors/errors.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { Work } from "../../../src/meter/work.ts";
import { pagesOf } from "../../../src/pdf-pages/page-set.ts";

const ranges = (...items: string[]) => atOnce(rangesInTurns(items, 12, 100, { allowReverse: false }));
const pages = (item: string) => ranges(item).map((set) => [...pagesOf(set)])[0];

function refusal(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

it("ranges are single pages, runs, runs to the end, and comma lists", () => {
  expect(pages("5")).toEqual([5]);
  expect(pages("3-7")).toEqual([3, 4, 5, 6, 7]);
  expect(pages("10-")).toEqual([10, 11, 12]);
  expect(pages("1-3,7")).toEqual([1, 2, 3, 7]);
  expect(pages(" 11 - 12 , 1 ")).toEqual([11, 12, 1]);
  expect(pages("12")).toEqual([12]);
});

it("with allowReverse a range may go back", () => {
  const [back] = atOnce(rangesInTurns(["9-7,1"], 12, 100, { allowReverse: true }));
  expect([...pagesOf(back!)]).toEqual([9, 8, 7, 1]);
  expect(back!.label).toBe("9-7,1");
});

it("each item of ranges is a part, in the order given, overlapping or equal", () => {
  expect(ranges("5-8", "1-6", "5-8", "3-").map((set) => set.label)).toEqual(["5-8", "1-6", "5-8", "3-12"]);
  expect(ranges("1-3,7,10-").map((set) => [set.label, set.count])).toEqual([["1-3,7,10-12", 7]]);
});

it.each([
  ["", "not a page range"],
  ["-13", "beyond the first page"],
  ["4,!4", "names no page"],
  ["odd,3", "names page 3 twice"],
  ["a-b", "not a page range"],
  ["1-2-3", "not a page range"],
  ["1,,2", "not a page range"],
  ["1.5", "not a page range"],
  ["1–3", "not a page range"],
  ["0-3", "counted from 1"],
  ["0", "counted from 1"],
  ["7-3", "comes before its first. allowReverse permits that."],
  ["13", "beyond the last page"],
  ["3-13", "beyond the last page"],
  ["13-", "beyond the last page"],
  ["99999999999", "not a page range"],
  ["1-3,2", "names page 2 twice"],
])("%j is refused, saying why and how many pages there are", (item, reason) => {
  const problem = refusal(() => ranges("1-2", item));
  expect(problem.code).toBe("INVALID_RANGES");
  expect(problem.details.field).toBe("ranges[1]");
  expect(problem.message).toContain(`ranges[1] is ${JSON.stringify(item)}`);
  expect(problem.message).toContain(reason);
  expect(problem.message).toContain("The document has 12 pages.");
});

it("a list that is missing or empty is refused, and so are too many parts", () => {
  for (const value of [undefined, []]) {
    expect(refusal(() => atOnce(rangesInTurns(value, 12, 100))).details.field).toBe("ranges");
  }
  expect(refusal(() => atOnce(rangesInTurns(Array(101).fill("1"), 12, 100))).message).toContain("at most 100");
  expect(atOnce(rangesInTurns(Array(100).fill("1"), 12, 100))).toHaveLength(100);
  expect(refusal(() => ranges("x".repeat(1000))).message.length).toBeLessThan(300);
});

it("page numbers are read, and what is not a page of the document is refused", () => {
  expect(parsePageNumbers([3, 1, 3], 12, 100).map((set) => set.label)).toEqual(["3", "1", "3"]);
  for (const item of [0, -1, 13]) {
    const problem = refusal(() => parsePageNumbers([1, item], 12, 100));
    expect(problem.details.field).toBe("pageNumbers[1]");
    expect(problem.message).toContain("12 pages");
  }
});

it("a refusal shows the beginning of a long item", () => {
  expect(refusal(() => ranges(`a${"-".repeat(100)}`)).message).toContain(`ranges[0] is "a${"-".repeat(58)}…: that is`);
  expect(refusal(() => ranges("x".repeat(58))).message).toContain(`ranges[0] is "${"x".repeat(58)}": that is`);
});

it("many ranges of many pages are read in turns", () => {
  const work = new Work(1 << 20);
  work.beginTurn();
  const turns = rangesInTurns(Array(1_000).fill("odd"), 2_000, 10_000, { work });
  expect(turns.next()).toEqual({ done: false, value: undefined });
  turns.return(undefined as never);
});
