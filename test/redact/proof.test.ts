import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { redactInTurns } from "../../src/redact/redact.ts";
import type { RedactionRequest } from "../../src/redact/request.ts";
import { type Bodies, pdf, stream, text } from "../fixtures/pdf.ts";

const FONT = "/Resources<</Font<</F 5 0 R>>>>";
const line = (words: string, y = 300): string => `BT /F 10 Tf 50 ${y} Td (${words}) Tj ET\n`;

/** A document with a page for each content; the first one has these annotations. */
function document(contents: readonly string[], more: Bodies = {}, annotations = ""): Uint8Array {
  const kids = contents.map((_, at) => 30 + 2 * at);
  const pages = contents.flatMap((content, at): [number, string][] => [
    [
      30 + 2 * at,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents ${31 + 2 * at} 0 R${FONT}${at ? "" : annotations}>>`,
    ],
    [31 + 2 * at, stream(content) as string],
  ]);
  return pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]/Count ${kids.length}>>`,
    5: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    ...Object.fromEntries(pages),
    ...more,
  });
}

const JANE: RedactionRequest = { rules: [{ contains: "Jane" }], mark: { colour: [0, 0, 0] } };
const redact = (file: Uint8Array, request: RedactionRequest = JANE) => atOnce(redactInTurns(openPdf(file), request));

/** What kinds of annotations the first page has. */
const kept = (file: Uint8Array): unknown[] => {
  const made = openPdf(file);
  return (made.array(made.page(0).dict.get("Annots")) ?? []).map((item) => made.dict(item)?.get("Subtype"));
};

/** What an annotation looks like, in a box of 50 by 20 at the page's corner. */
const look = (content: string) => stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 50 20]${FONT}`);
const stamp = (content: string): Bodies => ({
  6: "<</Type/Annot/Subtype/Stamp/Rect[10 10 60 30]/AP<</N 7 0 R>>>>",
  7: look(content),
});

describe("an annotation whose look draws beside its rectangle goes whole", () => {
  it("where that is a word that is cut", () => {
    const file = document([line("Hello")], stamp("BT /F 10 Tf 100 100 Td (Jane) Tj ET"), "/Annots[6 0 R]");
    const { rope, findings, redaction } = redact(file);
    expect(findings).toMatchObject([{ text: "Jane" }]);
    expect(redaction.pages[0]?.removed.annotations).toBe(1);
    expect(kept(rope.toBytes())).toEqual([]);
    expect(text(rope.toBytes())).not.toContain("Jane");
  });

  it.each([
    ["a letter", "BT /F 10 Tf 100 100 Td (x) Tj ET"],
    ["a line", "100 100 m 120 110 l S"],
  ])("where that is %s in an area that is cut", (_, content) => {
    const file = document([line("Hello")], stamp(content), "/Annots[6 0 R]");
    const areas = [{ page: 1, area: { x: 100, y: 100, width: 50, height: 50 } }];
    expect(kept(redact(file, { areas }).rope.toBytes())).toEqual([]);
  });

  it("and stays where it shows none of that", () => {
    const file = document([line("Jane")], stamp("BT /F 10 Tf 100 100 Td (x) Tj ET"), "/Annots[6 0 R]");
    expect(kept(redact(file).rope.toBytes())).toEqual(["Stamp"]);
  });
});

describe("what moves with its words", () => {
  const quad = (from: number, to: number, y: number): string =>
    `${from} ${y + 8} ${to} ${y + 8} ${from} ${y - 2} ${to} ${y - 2}`;

  it("may come to lie where the words before it were", () => {
    const file = document(
      [line("Dear Jane Smith-Robertson, see it")],
      { 6: "<</Type/Annot/Subtype/Link/Rect[206 298 224 308]/A<</S/URI/URI(https://example.com/)>>>>" },
      "/Annots[6 0 R]",
    );
    const { rope } = redact(file, { ...JANE, rules: [{ contains: "Jane Smith-Robertson" }], gap: "close" });
    expect(kept(rope.toBytes())).toEqual(["Link"]);
  });

  it("loses a look that spans lines, of which it leaves no part in the file", () => {
    const file = document(
      [line("Dear Jane, see it") + line("and over there, too", 288)],
      {
        6: `<</Type/Annot/Subtype/Highlight/Rect[116 286 152 308]/AP<</N 7 0 R>>/QuadPoints[${quad(116, 152, 300)} ${quad(116, 140, 288)}]>>`,
        7: look("1 1 0 rg 0 0 50 20 re f"),
      },
      "/Annots[6 0 R]",
    );
    const { rope } = redact(file, { ...JANE, gap: "close" });
    expect(kept(rope.toBytes())).toEqual(["Highlight"]);
  });
});

describe("a page that still reads like what is cut", () => {
  const close: RedactionRequest = { ...JANE, gap: "close" };

  it("is refused by its number", () => {
    const refused = expect.objectContaining({ misfit: { kind: "unproven", page: 2 } });
    expect(() => redact(document([line("Hello"), line("JaJanene")]), close)).toThrow(refused);
  });

  it("is left out where that is asked for, and named", () => {
    const file = document([line("Hello"), line("JaJanene"), line("Good bye")]);
    const { rope, redaction } = redact(file, { ...close, onUnremovable: "drop" });
    const made = openPdf(rope.toBytes());
    expect(made.pageCount).toBe(3);
    expect([0, 1, 2].map((at) => made.page(at).dict.has("Contents"))).toEqual([true, false, true]);
    const dropped = ["all of a page that is not proved without what is cut"];
    expect(redaction.pages).toMatchObject([{ pageNumber: 2, dropped }]);
  });

  it("keeps nothing of it that was to stay", () => {
    const file = document([line("Hello Mary"), line("JaJanene and Mary")]);
    const rules = [{ contains: "Jane" }, { contains: "Mary" }];
    const made = redact(file, { ...close, rules, except: ["1.1", "2.2"], onUnremovable: "drop" });
    expect(made.kept).toMatchObject([{ page: 1, text: "Mary" }]);
    expect(made.findings).toMatchObject([
      { page: 2, text: "Jane" },
      { page: 2, text: "Mary" },
    ]);
  });

  it("does so over its end, too", () => {
    const file = document([line("I am Jane Jane"), line("Doe Doe is who I am")]);
    const request = { ...close, rules: [{ contains: "Jane Doe" }] };
    expect(() => redact(file, request)).toThrow("unproven");
    expect(redact(file, { ...request, onUnremovable: "drop" }).redaction.pages.at(-1)?.dropped).toHaveLength(1);
  });
});

it("a ground that is cut for one word is cut for others that its pieces would run through", () => {
  const small = "BT /F 8 Tf 150 301 Td (Jane) Tj ET ";
  const file = document([
    `0.9 g 0 250 300 100 re f 0 g ${line("Hello you, and")} ${small} BT /F 10 Tf 290 300 Td (Jane) Tj ET`,
  ]);
  expect(redact(file).findings).toHaveLength(2);
});
