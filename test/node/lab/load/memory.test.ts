import { expect, test } from "vitest";
import { levelOf, memoryRows } from "../../../../lab/load/memory.ts";
import type { Look } from "../../../../lab/load/watch.ts";

function look(second: number, heapMb: number, browsers = 7, backingMb = 2): Look {
  return { second, workerdMb: 200 + second, browsers, isolate: { heapMb, backingMb } };
}

/** Ten minutes, a look every two seconds; every third look finds a large file in flight. */
const run = Array.from({ length: 301 }, (_, index) => look(index * 2, 18, 7, index % 3 === 0 ? 54 : 2));

test("memory that comes back to what it was is level, however the process's own grows", () => {
  const level = levelOf(run, { first: look(63, 16), last: look(603, 17) });
  expect(level).toMatchObject({ firstMb: 18, lastMb: 19, isLevel: true });
});

test("memory that a thousand bytes of each request stay behind in is not level", () => {
  expect(levelOf(run, { first: look(63, 16), last: look(603, 16 + 9.4) })).toMatchObject({ isLevel: false });
});

test("backing stores that stay behind are not level either", () => {
  expect(levelOf(run, { first: look(63, 16), last: look(603, 16, 7, 54) })).toMatchObject({ isLevel: false });
});

test("more browser processes at the end than the first minute needed are not level", () => {
  expect(levelOf(run, { first: look(63, 16), last: look(603, 16, 8) })).toMatchObject({
    browsersNeeded: 7,
    browsersLeft: 8,
    isLevel: false,
  });
});

test("a run in which the isolate never answered says nothing of its memory", () => {
  const silent = { second: 0, workerdMb: 100, browsers: 0 };
  expect(levelOf([silent], { first: silent, last: silent })).toBeUndefined();
});

test("each tenth of the run shows the least and the most", () => {
  const rows = memoryRows(run);
  expect(rows).toHaveLength(10);
  expect(rows[0]).toEqual(["0–60 s", "18–18", "2–54", "20–72", "200–258", "7–7"]);
});
