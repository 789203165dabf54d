import { expect, it } from "vitest";
import { readToUnicode } from "../../../src/pdf-content/cmaps/to-unicode.ts";
import { toUnicodeData } from "../../../src/remove/fonts/cmaps.ts";
import { freeHolding } from "../../support/holding.ts";

it("a map of codes to texts is read as it was written, in sections of a hundred", () => {
  const entries = Array.from({ length: 201 }, (_, i) => ({ code: 500 - 2 * i, length: 2, text: `t${i}` }));
  const data = toUnicodeData(entries);
  const read = readToUnicode(data, freeHolding());
  expect(entries.map(({ code }) => read.get(code))).toEqual(entries.map(({ text }) => text));
  const sections = new TextDecoder().decode(data).match(/\d+ beginbfchar/g);
  expect(sections).toEqual(["100 beginbfchar", "100 beginbfchar", "1 beginbfchar"]);
});

it("a map has a space for the codes of each length, and codes and characters of all their digits", () => {
  const text = new TextDecoder().decode(
    toUnicodeData([
      { code: 0x102, length: 2, text: "fi" },
      { code: 7, length: 1, text: "\u{1f600}" },
    ]),
  );
  expect(text).toContain("2 begincodespacerange\n<00><ff>\n<0000><ffff>\nendcodespacerange\n");
  expect(text).toContain("2 beginbfchar\n<07><d83dde00>\n<0102><00660069>\nendbfchar\n");
});
