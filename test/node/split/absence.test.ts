import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { type Bodies, pdf } from "../../fixtures/pdf.ts";
import { partBytes } from "../../split/parts.ts";
import { entangled } from "./entangled.ts";

/** What no part shows, since it is of several pages or of none. */
const OF_NO_PART = ["whole", "source", "summary", "user", "span", "inline", "nameless", "thread", "dpart"];

/** Every word of ours in the file, in strings and in decoded streams, as an independent reader finds them. */
function words(bytes: Uint8Array): string[] {
  const document = mupdf.Document.openDocument(bytes, "application/pdf") as mupdf.PDFDocument;
  const found = new Set<string>();
  const collect = (text: string): void => {
    for (const [word] of text.matchAll(/page\d-[a-z]+/g)) found.add(word);
  };
  for (let number = 1; number < document.countObjects(); number++) {
    const object = document.newIndirect(number);
    collect(object.resolve().toString(true, true));
    if (object.isStream()) collect(Buffer.from(object.readStream().asUint8Array()).toString("latin1"));
  }
  return [...found].sort();
}

const wordsOf = (all: readonly string[], pages: readonly number[]) =>
  all.filter((word) => pages.some((page) => word.startsWith(`page${page}-`)) && !OF_NO_PART.includes(word.slice(6)));

const untyped = (bodies: Bodies): Bodies =>
  Object.fromEntries(Object.entries(bodies).map(([number, body]) => [number, body.replace(/\/Type\/[A-Za-z]+/g, "")]));

// Asking for numbers that a file does not use is no fault of it.
mupdf.setLog({ error() {}, warning() {} });

describe.each<[string, Bodies]>([
  ["entangled in every known way", entangled()],
  ["that do not say what they are", untyped(entangled())],
])("parts of pages %s", (_, bodies) => {
  const file = pdf(bodies);
  const all = words(file);

  it("hold what is theirs, and no word of other pages", () => {
    expect(all).toHaveLength(91);
    const ranges: [string, number[]][] = [
      ["1", [1]],
      ["2", [2]],
      ["3", [3]],
      ["1-2", [1, 2]],
      ["3,1", [1, 3]],
    ];
    const parts = partBytes(
      file,
      ranges.map(([range]) => range),
    );
    ranges.forEach(([, pages], index) => {
      expect(words(parts[index] as Uint8Array)).toEqual(wordsOf(all, pages));
    });
  });
});
