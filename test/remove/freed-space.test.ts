import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { latin1 } from "../../src/pdf-file/rope.ts";
import { FreedSpace } from "../../src/remove/freed-space.ts";
import { type Bodies, pdf, stream } from "../fixtures/pdf.ts";

const CONTENT_BYTES = 5000;
const content = (letter: string): string => stream(letter.repeat(CONTENT_BYTES));
const data = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at);

/** A document of two pages: A, whose content is written again, and B. */
function twoPages(bodies: Bodies = {}, kids = "3 0 R 4 0 R"): Bodies {
  return {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/MediaBox[0 0 9 9]/Kids[${kids}]/Count ${kids.split("R").length - 1}>>`,
    3: "<</Type/Page/Parent 2 0 R/Contents 5 0 R>>",
    4: "<</Type/Page/Parent 2 0 R/Contents 6 0 R>>",
    5: content("A"),
    6: content("B"),
    ...bodies,
  };
}

/** The file, its cross-reference saying that the object lies where these words are. */
function misplaced(bodies: Bodies, number: number, words: string): Uint8Array {
  const file = Buffer.from(pdf(bodies)).toString("latin1");
  const entry = new RegExp(`(?<=^${number} 1\\n)\\d{10}`, "m");
  return latin1(file.replace(entry, String(file.indexOf(words)).padStart(10, "0")));
}

/** What becomes of data of so many bytes once the first page was written again. */
function placed(file: Uint8Array, length: number) {
  const document = openPdf(file);
  const freed = new FreedSpace(document, 0);
  atOnce(freed.add(document.page(0).dict.get("Contents")!, 1));
  const pieces = freed.place(data(length));
  expect(Buffer.concat(pieces)).toEqual(Buffer.from(data(length)));
  return pieces.map((piece) => (piece.buffer === file.buffer ? piece.byteOffset - file.byteOffset : "elsewhere"));
}

describe("a content stream that was written again", () => {
  const file = () => pdf(twoPages());
  const place = Buffer.from(file()).indexOf("AAAA");

  it("makes room for data of its length", () => {
    expect(placed(file(), CONTENT_BYTES)).toEqual([place]);
  });

  it("makes room for a part of longer data", () => {
    expect(placed(file(), CONTENT_BYTES + 1)).toEqual([place, "elsewhere"]);
  });

  it("makes room for several that are shorter, and leaves all else as it was", () => {
    const bytes = file();
    const document = openPdf(bytes);
    const freed = new FreedSpace(document, 0);
    atOnce(freed.add(document.page(0).dict.get("Contents")!, 1));
    const places = [2000, 2000, 2000].flatMap((length) => freed.place(data(length)));
    expect(places.map(({ buffer }) => buffer === bytes.buffer)).toEqual(
      [true, true, false, true].slice(0, places.length),
    );
    const left = Buffer.from(bytes);
    const before = Buffer.from(file());
    expect(left.subarray(0, place)).toEqual(before.subarray(0, place));
    expect(left.subarray(place + CONTENT_BYTES)).toEqual(before.subarray(place + CONTENT_BYTES));
  });

  it("makes room when it is several streams", () => {
    const bytes = pdf(twoPages({ 3: "<</Type/Page/Parent 2 0 R/Contents[5 0 R 7 0 R]>>", 7: content("C") }));
    expect(placed(bytes, 2 * CONTENT_BYTES).every((at) => at !== "elsewhere")).toBe(true);
  });
});

describe("nothing is put in the place of a content stream", () => {
  it.each<[string, Uint8Array]>([
    ["of two pages", pdf(twoPages({ 4: "<</Type/Page/Parent 2 0 R/Contents 5 0 R>>" }))],
    [
      "that two pages have in one list",
      pdf(
        twoPages({
          3: "<</Type/Page/Parent 2 0 R/Contents 7 0 R>>",
          4: "<</Type/Page/Parent 2 0 R/Contents 7 0 R>>",
          7: "[5 0 R]",
        }),
      ),
    ],
    ["that is a picture as well", pdf(twoPages({ 7: "<</XObject<</I 5 0 R>>>>" }))],
    ["that another stream's entries name", pdf(twoPages({ 7: stream("x", "/Of 5 0 R") }))],
    ["of a page that is there twice", pdf(twoPages({}, "3 0 R 4 0 R 3 0 R"))],
    ["of a document whose trailer names it", pdf(twoPages(), { trailer: "/Root 1 0 R/Info 5 0 R" })],
    ["that is too short", pdf(twoPages({ 5: stream("A".repeat(500)) }))],
    [
      "that lies within another object",
      misplaced(twoPages({ 5: "0", 7: stream(`5 0 obj${content("A")}endobj`) }), 5, "5 0 obj<<"),
    ],
    ["of a document that turns out to be damaged", misplaced(twoPages({ 7: "(text)" }), 7, "(text)")],
  ])("%s", (_, file) => {
    expect(placed(file.slice(), CONTENT_BYTES)).toEqual(["elsewhere"]);
  });

  it("as long as the document and its result are small", () => {
    const file = pdf(twoPages());
    const document = openPdf(file);
    const freed = new FreedSpace(document);
    atOnce(freed.add(document.page(0).dict.get("Contents")!, 1));
    expect(freed.place(data(CONTENT_BYTES))[0]!.buffer).not.toBe(file.buffer);
  });
});
