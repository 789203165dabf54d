import { expect, test } from "vitest";
import { levelOf, memoryRows } from "../../load/memory.ts";
import type { Look } from "../../load/watch.ts";

/** Ten minutes, a look every two seconds; every third look finds a large file in flight. */
function run(heapMb: (second: number) => number): Look[] {
  return Array.from({ length: 301 }, (_, index) => ({
    second: index * 2,
    workerdMb: 200 + index,
    browsers: 7,
    isolate: { heapMb: heapMb(index * 2), backingMb: index % 3 === 0 ? 54 : 2 },
  }));
}

test("memory that files in flight raise and lower is level, however the process's own grows", () => {
  expect(levelOf(run(() => 18))).toEqual({ settledMb: 20, lastMb: 20, isLevel: true });
});

test("memory that grows with every request is not level", () => {
  expect(levelOf(run((second) => 18 + second / 10))).toMatchObject({ isLevel: false });
});

test("a run in which the isolate never answered says nothing of its memory", () => {
  expect(levelOf([{ second: 0, workerdMb: 100, browsers: 0 }])).toBeUndefined();
});

test("each tenth of the run shows the least and the most", () => {
  const rows = memoryRows(run(() => 18));
  expect(rows).toHaveLength(10);
  expect(rows[0]).toEqual(["0–60 s", "18–18", "2–54", "20–72", "200–229", "7–7"]);
});
