import { expect, it } from "vitest";
import { Rope } from "../../src/pdf-file/rope.ts";

it("a rope keeps the pieces it is given and knows where each begins", () => {
  const view = new Uint8Array([1, 2, 3]);
  const rope = new Rope();
  expect(rope.push("ab")).toBe(0);
  expect(rope.push(view)).toBe(2);
  expect(rope.length).toBe(5);
  expect(rope.pieces[1]).toBe(view);
  expect([...rope.toBytes()]).toEqual([97, 98, 1, 2, 3]);
});
