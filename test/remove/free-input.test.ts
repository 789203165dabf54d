import { expect, it } from "vitest";
import { Rope } from "../../src/pdf-file/rope.ts";
import { freeInput } from "../../src/remove/index.ts";

const input = (): Uint8Array<ArrayBuffer> => Uint8Array.from({ length: 100 }, (_, i) => i);

it("frees an input, and copies the little that the result has of it", () => {
  const bytes = input();
  const rope = Rope.of("new ", bytes.subarray(65, 90), " new");
  freeInput(rope, bytes);
  expect(bytes.length).toBe(0);
  expect(rope.toBytes()).toEqual(Rope.of("new ", input().subarray(65, 90), " new").toBytes());
});

it("leaves an input alone that is most of the result", () => {
  const bytes = input();
  const rope = Rope.of(bytes.subarray(0, 60), "new", bytes.subarray(60));
  freeInput(rope, bytes);
  expect(bytes).toEqual(input());
  expect(rope.pieces.filter(({ buffer }) => buffer === bytes.buffer)).toHaveLength(2);
});

it("leaves memory alone that is shared between threads", () => {
  const bytes = new Uint8Array(new SharedArrayBuffer(10));
  freeInput(Rope.of("new"), bytes);
  expect(bytes.length).toBe(10);
});
