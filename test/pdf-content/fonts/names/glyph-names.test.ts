import { expect, it } from "vitest";
import { textOfGlyph } from "../../../../src/pdf-content/fonts/names/glyph-names.ts";

it.each([
  ["a letter", "a", "a"],
  ["a name of the list", "eacute", "é"],
  ["a letter's variant", "a.sc", "a"],
  ["a longer name's variant", "eacute.alt", "é"],
  ["a letter of TeX for formulas", "rho1", "ϱ"],
  ["a space that TeX shows", "visiblespace", "␣"],
  ["a ligature", "f_i", "fi"],
  ["a ligature's variant", "f_f_i.liga", "ffi"],
  ["a character by its number", "uni20AC", "€"],
  ["a character outside the basic plane", "u1F600", "😀"],
  ["what stands for a missing glyph", ".notdef", undefined],
  ["a name that says nothing", "glyph17", undefined],
  ["a ligature of which one part says nothing", "f_glyph17", undefined],
])("the text of %s", (_, name, text) => {
  expect(textOfGlyph(name)).toBe(text);
});
