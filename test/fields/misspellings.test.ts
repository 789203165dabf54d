import { expect, it } from "vitest";
import { meant } from "../../src/fields/misspellings.ts";

it.each([
  ["crop_data", "cropData"],
  ["CropData[3]", "cropData"],
  ["cropDate", "cropData"],
  ["pagNumbers", "pageNumbers"],
  ["pagNumber", "pageNumber"],
  ["urll", "url"],
  ["rul", "url"],
])("%s means %s: the nearest of the words that are near", (word, name) => {
  // The words that are farther stand before it and behind it.
  expect(meant(word, ["pageNumbers", "cropMode", "url", "cropData", "cropDatum", "pageNumber", "urls"])).toBe(name);
});

it("means nothing where more than a third of the word is another", () => {
  expect([meant("ur", ["url"]), meant("xx", ["url"]), meant("cropXXXX", ["cropData"])]).toEqual([
    "url",
    undefined,
    undefined,
  ]);
});
