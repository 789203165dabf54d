import { describe, expect, it } from "vitest";
import { openPdf } from "../../../../src/pdf/open.ts";
import { NewFile } from "../../../../src/pdf/remove/new-file.ts";
import { judgeObjects } from "../../../../src/pdf/remove/verify/stored-objects.ts";
import { WrittenDocument } from "../../../../src/pdf/remove/verify/written-document.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString } from "../../../../src/pdf-objects/syntax/objects.ts";
import { tinyPdf } from "../../../fixtures/pdf.ts";

const old = openPdf(tinyPdf(1));

/** Judges a file of a catalog, an object of its own for `entries`, and one object that may be left alone. */
function judge(entries: PdfObject, isAlone = false): void {
  const file = new NewFile(old);
  const other = file.add(["other"]);
  const root: PdfDict = new Map([["Kept", file.add(entries)]]);
  if (!isAlone) root.set("Other", other);
  const rope = file.finish(new Map([["Root", file.add(root)]]));
  judgeObjects(new WrittenDocument(rope, file.places, file.trailer, old), false);
}

const text = (value: string, hex = false): PdfString => new PdfString(Buffer.from(value), hex);

describe("The objects of a finished file", () => {
  it("may have names and texts, and words in a text are no entries", () => {
    const said = text("/Thumb (1 0 R) /Prev");
    expect(() =>
      judge(
        new Map([
          ["BBox", [1, 2]],
          ["Role", "R"],
          ["T", said],
        ] as [string, PdfObject][]),
      ),
    ).not.toThrow();
  });

  it.each(["PieceInfo", "Thumb", "B", "JS", "AA", "Prev", "Metadata"])("may not have an entry /%s", (name) => {
    expect(() => judge(new Map<string, PdfObject>([[name, 1]]))).toThrow();
    expect(() =>
      judge([
        1,
        new Map<string, PdfObject>([
          ["T", text("(")],
          ["D", new Map([[name, "x"]])],
        ]),
      ]),
    ).toThrow();
  });

  it("are all there", () => {
    expect(() => judge([7, new PdfRef(1234, 0)])).toThrow();
    expect(() => judge(["B", new PdfRef(1234, 0)])).toThrow();
  });

  it.each([false, true])("are found when nothing but a text refers to them (hexadecimal: %s)", (hex) => {
    const said = text(" 1 0 R ", hex);
    expect(() => judge([said], true)).toThrow();
    expect(() => judge(["B", said], true)).toThrow();
    expect(() => judge([said])).not.toThrow();
  });
});
