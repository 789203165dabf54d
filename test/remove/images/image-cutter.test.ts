import { expect, it } from "vitest";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { type PdfObject, PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { EqualStreams } from "../../../src/remove/images/image-cutter.ts";

const image = (data: string, entries: Record<string, PdfObject> = {}) =>
  new PdfStream(new Map(Object.entries({ Width: 2, ...entries })), latin1(data));

it("takes pictures for one that have the same bytes and entries, however /Length is written", () => {
  const equals = new EqualStreams();
  expect(equals.first(4, image("same", { Length: 4 }))).toBe(4);
  expect(equals.first(7, image("same"))).toBe(4);
  expect(equals.first(9, image("same"))).toBe(4);
});

it("distinguishes pictures that differ in a byte, in an entry or in length", () => {
  const equals = new EqualStreams();
  const others = [image("same"), image("sane"), image("same", { Height: 3 }), image("same ")];
  expect(others.map((one, index) => equals.first(index + 1, one))).toEqual([1, 2, 3, 4]);
});

it("compares a picture with few others of its length, so that none takes long", () => {
  const equals = new EqualStreams();
  const names = ["aa", "bb", "cc", "dd", "ee"];
  names.forEach((data, index) => void equals.first(index, image(data)));
  expect(names.map((data, index) => equals.first(10 + index, image(data)))).toEqual([0, 1, 2, 3, 14]);
});
