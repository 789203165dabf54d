import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { sourceOf } from "../../../src/pdf-file/structure/file-source.ts";
import { readIndirect } from "../../../src/pdf-file/structure/indirect.ts";
import { ByteWriter } from "../../../src/pdf-file/syntax/byte-writer.ts";
import type { PdfObject, PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { XrefEntries } from "../../../src/pdf-file/write/entries.ts";
import { writeXrefStream } from "../../../src/pdf-file/write/write-xref.ts";
import { pageSet } from "../../../src/pdf-pages/page-set.ts";
import { pagesOf, pdf, text } from "../../fixtures/pdf.ts";
import { cropPdf, splitDocument } from "../../support/at-once.ts";

/** Readers take an object whose number is /Size or more for null (ISO 32000-2 §7.5.5), though most forgive it. */
function sizeAndHighest(file: Uint8Array): { size: number; highest: number } {
  const content = text(file);
  const numbers = [...content.matchAll(/(?:^|\s)(\d+) 0 obj/g)].map(([, number]) => Number(number));
  const sizes = [...content.matchAll(/\/Size (\d+)/g)].map(([, size]) => Number(size));
  return { size: sizes.at(-1) as number, highest: Math.max(...numbers) };
}

const area = { x: 1, y: 1, width: 9, height: 9 };

it.each(["table", "stream"] as const)("/Size is one more than the highest number, after an update by a %s", (style) => {
  const { rope } = cropPdf(openPdf(pdf(pagesOf(3), { style })), { definitions: [{ page: 1, area }] });
  const { size, highest } = sizeAndHighest(rope.toBytes());
  expect(size).toBe(highest + 1);
});

it.each(["table", "stream"] as const)(
  "/Size is one more than the highest number in a part of a file with a %s",
  (style) => {
    const sets = [pageSet([{ first: 2, last: 3 }])];
    const { parts } = splitDocument(openPdf(pdf(pagesOf(3), { style })), { parts: sets }, { outputBytes: 1e9 });
    const { size, highest } = sizeAndHighest(new Uint8Array(Buffer.concat([...parts[0]!.pieces])));
    expect(size).toBe(highest + 1);
  },
);

describe("a cross-reference stream", () => {
  /** What is written of entries of every kind, at 300 and more bytes. */
  function written(entries: XrefEntries, trailer: [string, PdfObject][], level?: number) {
    const out = new ByteWriter();
    writeXrefStream(out, entries, new Map(trailer), { number: 9, start: 70_000 }, level);
    const source = sourceOf(out.take(), new Work());
    const { dict, raw } = readIndirect(source, 0, { lengthOf: Number })!.object as PdfStream;
    return { dict, raw };
  }
  const some = () => {
    const entries = new XrefEntries();
    entries.inFile(3, 300, 2);
    entries.inStream(2, 7, 5);
    entries.inFile(7, 65_536, 0);
    return entries;
  };

  it("has a row for each object, itself included, as wide as is needed", () => {
    const { dict, raw } = written(some(), [["Root", 1]], 9);
    expect([dict.get("W"), dict.get("Index")]).toEqual([
      [1, 3, 1],
      [0, 1, 2, 2, 7, 1, 9, 1],
    ]);
    expect([...raw]).toEqual(
      [
        [0, 0, 0, 0, 255],
        [2, 0, 0, 7, 5],
        [1, 0, 1, 44, 2],
        [1, 1, 0, 0, 0],
        [1, 1, 17, 112, 0],
      ].flat(),
    );
    expect([dict.get("Size"), dict.get("Length"), dict.has("Filter")]).toEqual([10, 25, false]);
  });

  it("has no head of free objects in an update, whose rows any reader takes", () => {
    const { dict, raw } = written(some(), [["Prev", 20]]);
    expect([dict.get("W"), dict.get("Index"), dict.get("Prev")]).toEqual([[1, 4, 2], [2, 2, 7, 1, 9, 1], 20]);
    expect([...raw]).toEqual(
      [
        [2, 0, 0, 0, 7, 0, 5],
        [1, 0, 0, 1, 44, 0, 2],
        [1, 0, 1, 0, 0, 0, 0],
        [1, 0, 1, 17, 112, 0, 0],
      ].flat(),
    );
  });

  it("is deflated from its differences, once it is larger than 512 bytes", () => {
    const many = (count: number) => {
      const entries = new XrefEntries();
      for (let number = 10; number < 10 + count; number++) entries.inFile(number, number * 100, 0);
      return entries;
    };
    // Rows of five bytes, those of object 0 and of the stream included.
    expect(written(many(100), [], 9).dict.has("Filter")).toBe(false);
    const { dict, raw } = written(many(101), [], 9);
    expect(dict.get("DecodeParms")).toEqual(
      new Map([
        ["Predictor", 12],
        ["Columns", 5],
      ]),
    );
    const rows = inflateSync(raw);
    expect(rows.length).toBe(103 * 6);
    expect([...rows.subarray(0, 24)]).toEqual(
      [
        [2, 0, 0, 0, 0, 255],
        [2, 1, 1, 17, 112, 1],
        [2, 0, 255, 242, 120, 0],
        [2, 0, 0, 1, 100, 0],
      ].flat(),
    );
  });
});
