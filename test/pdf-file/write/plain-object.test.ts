import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { ByteWriter } from "../../../src/pdf-file/syntax/byte-writer.ts";
import { nameSet, PlainObject } from "../../../src/pdf-file/write/plain-object.ts";
import { type FileOptions, pagesOf, pdf, text } from "../../fixtures/pdf.ts";

const NAMES = nameSet(["Dest", "FontFile2"]);

/** The object as it is copied, with 100 added to each number that it refers to; undefined where it has to be parsed. */
function copied(object: string, options?: FileOptions): string | undefined {
  const document = openPdf(pdf({ ...pagesOf(1), 20: object, 21: "[6 0 R]" }, options));
  const plain = new PlainObject();
  if (!plain.read(document, 20, NAMES)) return undefined;
  const out = new ByteWriter();
  plain.copy(out, (number) => number + 100);
  return text(out.view());
}

describe("an object is copied as it is written, with other numbers in its references", () => {
  it.each([
    ["<</A 5 0 R/B[6 0 R 7 8 0 R 9]>>", "<</A 105 0 R/B[106 0 R 7 108 0 R 9]>>"],
    ["<< /A [ 1.5 2 0 R -3 0 .5 ] >>", "<< /A [ 1.5 102 0 R -3 0 .5 ] >>"],
    ["[5\n0\tR true null false]", "[105 0 R true null false]"],
    ["<</T(5 0 R \\) [)/H<35203020 52>/R 5 0 R>>", "<</T(5 0 R \\) [)/H<35203020 52>/R 105 0 R>>"],
    ["<</Destination 5 0 R/FontFile 6 0 R/D/Des>>", "<</Destination 105 0 R/FontFile 106 0 R/D/Des>>"],
  ])("%s", (object, expected) => {
    expect(copied(object)).toBe(expected);
  });

  it("is read from an object stream up to its own end", () => {
    expect(copied("[5 0 R]", { style: "stream", compressed: [20, 21] })).toBe("[105 0 R]");
  });
});

describe("an object is parsed, which says what viewers make of it, where it", () => {
  it.each([
    ["names what may have to be changed", "<</A<</Dest(a)>>>>"],
    ["has such a name as a value", "[/FontFile2 5 0 R]"],
    ["spells a name with a code", "<</D#65st(a)>>"],
    ["has a comment", "[5 0 %\nR]"],
    ["has brackets that do not match", "<</A[5 0 R>>]"],
    ["is not closed", "<</A 5 0 R"],
    ["has a string that is not closed", "<</A(5 0 R>>"],
    ["has words of no meaning", "[5 0 obj 6]"],
    ["refers with one number", "[5 R]"],
    ["has a word that begins like a reference", "[5 0 Rest]"],
    ["is nested very deeply", `${"[".repeat(65)}${"]".repeat(65)}`],
    ["is no array or dictionary", "5"],
    ["is a stream", "<</Length 3>>\nstream\nabc\nendstream"],
  ])("%s", (_, object) => {
    expect(copied(object)).toBeUndefined();
  });
});
