import { expect, it } from "vitest";
import { References } from "../../../src/remove/verify/references.ts";

/** Objects by number, with what each refers to. */
function graph(objects: Record<number, number[]>): References {
  const references = new References();
  for (const [number, others] of Object.entries(objects)) {
    references.begin(Number(number));
    for (const other of others) references.add(other);
  }
  return references;
}

it("reaches what is referred to, directly or not, and nothing else", () => {
  const missing: number[] = [];
  const objects = { 1: [2, 3], 2: [1], 3: [9000], 4: [1], 9000: [] };
  const reached = graph(objects).reachedFrom(1, (number) => missing.push(number));
  expect([...reached.keys()].filter((number) => reached[number] === 1)).toEqual([1, 2, 3, 9000]);
  expect(missing).toEqual([]);
});

it("tells of a reference to an object that is not there", () => {
  const missing: number[] = [];
  graph({ 1: [2, 5000], 2: [] }).reachedFrom(1, (number) => missing.push(number));
  expect([...new Set(missing)]).toEqual([5000]);
});
