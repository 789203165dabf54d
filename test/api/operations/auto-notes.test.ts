import { expect, it } from "vitest";
import { autoNotes } from "../../../src/api/operations/auto.ts";
import type { AutoCrop } from "../../../src/crop/auto-crop.ts";

const notes = (blank: number[], whole: [string, number[]][] = [], partial: number[] = []) =>
  autoNotes({ blank, partial, whole: new Map(whole) } as unknown as AutoCrop);
const pages = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it("pages that were left as they are, or counted whole, are named, twenty of them", () => {
  expect(notes([])).toEqual([]);
  expect(notes([3])).toEqual(["Nothing shows on page 3: left as it is."]);
  expect(notes(pages(20))).toEqual([`Nothing shows on pages ${pages(20).join(", ")}: left as they are.`]);
  expect(notes(pages(22))).toEqual([`Nothing shows on pages ${pages(20).join(", ")} and 2 more: left as they are.`]);
  expect(notes([1, 2], [["JPXDecode", [4]]])).toEqual([
    "Images that could not be looked into (JPXDecode) count whole: page 4.",
    "Nothing shows on pages 1, 2: left as they are.",
  ]);
  expect(notes([], [], [5, 6])).toEqual(["Some of what is on pages 5, 6 is missing or could not be read."]);
});
