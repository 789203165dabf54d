import { expect, it } from "vitest";
import { type Recipe, slowness } from "../../../../lab/fuzz/time/clock.ts";
import { readers } from "../../../../lab/fuzz/time/time.ts";

const of = (reader: string, words: string[], frame: Recipe["frame"] = ["", ""], shape: Recipe["shape"] = "repeated") =>
  ({ reader, words, frame, shape }) satisfies Recipe;

const head = '--b0undary\r\nContent-Disposition: form-data; name="';

/** What once took seconds, or minutes, for a few hundred bytes or a few thousand. */
it.each([
  ["backslashes in a part's name that never ends", of("a body of multipart", ["\\"], [head, ""])],
  ["page ranges that are none at their end", of("HTML pageRanges (json)", ["1- ,"], ["", "x"])],
  ["comments before no SVG", of("a file of unknown kind", ["<!---->"])],
  ["digits that are no number at their end", of("HTML scale (multipart)", ["0"], ["", "x"])],
  ["spaces within a range", of("page ranges", [" "], ["1", "x"])],
  ["strings of a style sheet that never end", of("a style sheet", ["url(", '"'])],
  ["a data URL without a comma", of("a data URL", [";"], ["data:", ""])],
  ["elements that hide what they hold, and never end", of("the encoding of HTML", ["<STYLE<"])],
  ["dots and spaces within a file's name", of("a file's name", [" "], ["a", "b"])],
  ["words that announce a trailer which is none", of("a PDF", ["trailer"], ["%PDF-1.7\n", ""])],
])("%s take no longer than their size explains", async (_, recipe) => {
  const reader = readers.find(({ name }) => name === recipe.reader);
  if (!reader) throw new Error(`no reader ${recipe.reader}`);
  expect(await slowness(reader, recipe)).toBeUndefined();
});

it("the clock sees what is slow", async () => {
  const squares = {
    name: "squares",
    words: ["a"],
    frames: [["", ""]] as const,
    // A quarter of the text is slow enough.
    read: (text: string) => /a+$/.test(`${text.slice(0, text.length / 4)}b`),
  };
  expect(await slowness(squares, of("squares", ["a"]))).toContain("characters took");
});
