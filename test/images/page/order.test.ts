import { expect, it } from "vitest";
import { arrange, type OrderItem } from "../../../src/images/page/order.ts";

const item = (name: string, order?: number, rotation?: number): OrderItem => ({ name, order, rotation });
const names = (files: string[], items: OrderItem[]) => arrange(files, items).sequence.map(({ index }) => files[index]);

it("puts images at their positions, and the others after them in order of upload", () => {
  expect(names(["a", "b", "c", "d"], [item("d", 0), item("b", 1)])).toEqual(["d", "b", "a", "c"]);
});

it("keeps the order of upload among equal positions and among items without one", () => {
  expect(names(["a", "b", "c"], [item("c", 1), item("a", 1), item("b", 0)])).toEqual(["b", "a", "c"]);
  expect(names(["a", "b", "c"], [item("c", undefined, 90), item("b", 5)])).toEqual(["b", "a", "c"]);
});

it("takes gaps, negative and fractional positions as they are", () => {
  expect(names(["a", "b", "c"], [item("a", 100), item("b", -1), item("c", 2.5)])).toEqual(["b", "c", "a"]);
});

it("gives several images of one name its items one after the other", () => {
  const { sequence } = arrange(["x", "x", "x"], [item("x", 2, 90), item("x", 1, 180)]);
  expect(sequence).toEqual([
    { index: 1, rotation: 180 },
    { index: 0, rotation: 90 },
    { index: 2, rotation: undefined },
  ]);
});

it("names items whose name belongs to no image, or to no further one", () => {
  expect(arrange(["a"], [item("b", 0), item("a", 1), item("a", 2)]).unmatched).toEqual([0, 2]);
});

it("does not confuse names with properties of objects", () => {
  expect(arrange(["a"], [item("__proto__", 0), item("constructor", 1)]).unmatched).toEqual([0, 1]);
});

it("finds an image by its name without its folders, where none has the whole name", () => {
  expect(names(["dir/a.png", "dir/b.png"], [item("b.png", 0)])).toEqual(["dir/b.png", "dir/a.png"]);
  expect(names(["a.png", "b.png"], [item("dir/b.png", 0)])).toEqual(["b.png", "a.png"]);
  expect(names(["one/b.png", "b.png"], [item("b.png", 0), item("one/b.png", 1)])).toEqual(["b.png", "one/b.png"]);
  expect(arrange(["one/b.png"], [item("b.png", 0), item("b.png", 1)]).unmatched).toEqual([1]);
});
