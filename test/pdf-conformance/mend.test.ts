import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { Work } from "../../src/meter/work.ts";
import { checkInTurns } from "../../src/pdf-conformance/check.ts";
import { mendInTurns } from "../../src/pdf-conformance/mend/mend.ts";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import { extrasOf } from "../../src/pdf-file/finish/extras.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { finishPdf } from "../../src/pdf-file/repack.ts";
import { type PdfDict, PdfStream, type PdfString } from "../../src/pdf-file/syntax/objects.ts";
import { accessible } from "../fixtures/archived.ts";
import { type Bodies, deflated, pdf, stream, text } from "../fixtures/pdf.ts";

/** What the document is after it was mended, and which rules it still breaks. */
function mended(file: Uint8Array): { document: PdfDocument; broken: string[] } {
  const document = openPdf(file, { work: new Work(file.length) });
  atOnce(mendInTurns(document));
  const made = finishPdf(document, { title: "Report" }, { extras: extrasOf({ claim: "pdfua-1" }) }).rope.toBytes();
  const again = openPdf(made);
  const { violations } = atOnce(checkInTurns(again, made, "pdfua-1"));
  return { document: again, broken: violations.map(({ rule }) => rule) };
}

/** A content stream with single spaces between all that it has. */
function words(document: PdfDocument, content: unknown): string {
  const stream = document.resolve(content as never);
  if (!(stream instanceof PdfStream)) throw new Error("no content");
  return text(document.streamData(stream)).trim().replace(/\s+/g, " ");
}

const contentOf = (document: PdfDocument) => words(document, document.page(0).dict.get("Contents"));

const SQUARE = "/Figure <</MCID 0>> BDC 1 0 0 rg 10 10 50 50 re f EMC";
const GLYPH = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]>>";

describe("what is painted beside the elements of a page", () => {
  it.each([
    ["a rectangle that is filled", "0 0 1 rg 0 0 9 9 re f", "0 0 1 rg /Artifact BMC 0 0 9 9 re f EMC"],
    ["a line", "q 0 0 m 9 9 l S Q", "q /Artifact BMC 0 0 m 9 9 l S EMC Q"],
    ["a clip and what it clips", "0 0 9 9 re W n 1 1 2 2 re f*", "0 0 9 9 re W n /Artifact BMC 1 1 2 2 re f* EMC"],
    ["a path that clips and is painted", "0 0 9 9 re W f", "/Artifact BMC 0 0 9 9 re W f EMC"],
    ["an image in the content", "BI /W 1 /H 1 /IM true ID x EI", "/Artifact BMC BI /W 1 /H 1 /IM true ID x EI EMC"],
    ["a span that is no element", "/Span BMC 0 0 9 9 re f EMC", "/Span BMC /Artifact BMC 0 0 9 9 re f EMC EMC"],
    [
      "a mark of an element that does not exist",
      "/P <</MCID 7>> BDC 0 0 9 9 re f EMC",
      "/P <</MCID 7>> BDC /Artifact BMC 0 0 9 9 re f EMC EMC",
    ],
  ])("is an artifact: %s", (_, before, after) => {
    const { document, broken } = mended(accessible({ 4: deflated(`${before} ${SQUARE} ${before}`) }));
    expect(contentOf(document)).toBe(`${after} ${SQUARE} ${after}`);
    expect(broken).toEqual([]);
  });

  it("is left alone where all of it is marked", () => {
    const content = `/Artifact BMC 0 0 9 9 re f EMC ${SQUARE}`;
    expect(contentOf(mended(accessible({ 4: stream(content) })).document)).toBe(content);
  });

  it("is an artifact where the content is in several streams, one of which ends inside a path", () => {
    const page = "<</Type/Page/Parent 2 0 R/Contents[20 0 R 21 0 R 4 0 R]/Resources 8 0 R/StructParents 0>>";
    const { document, broken } = mended(accessible({ 3: page, 20: stream("0 0 m 9"), 21: stream("9 l S") }));
    expect(contentOf(document)).toBe(`/Artifact BMC 0 0 m 9 9 l S EMC ${SQUARE}`);
    expect(broken).toEqual([]);
  });

  it("does not join the last word of a stream and the first of the next", () => {
    const page = "<</Type/Page/Parent 2 0 R/Contents[20 0 R 21 0 R 4 0 R]/Resources 8 0 R/StructParents 0>>";
    const { document } = mended(accessible({ 3: page, 20: stream("q"), 21: stream("Q 0 0 9 9 re f") }));
    expect(contentOf(document)).toBe(`q Q /Artifact BMC 0 0 9 9 re f EMC ${SQUARE}`);
  });

  it("is an artifact in forms, and the pictures of patterns and masks are", () => {
    const { document, broken } = mended(
      accessible({
        4: stream(`/Pattern cs /P scn /G gs 0 0 9 9 re f /F Do /I Do ${SQUARE}`),
        8: "<</Pattern<</P 20 0 R>>/ExtGState<</G<</SMask<</S/Alpha/G 21 0 R>>>>>>/XObject<</F 22 0 R/I 23 0 R>>>>",
        20: stream(
          "0 0 1 1 re f",
          "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 2 2]/XStep 2/YStep 2/Resources<<>>",
        ),
        21: stream("0 0 1 1 re f", `${GLYPH.slice(2, -2)}/Group<</S/Transparency>>`),
        22: deflated("0 0 1 1 re f", GLYPH.slice(2, -2)),
        23: stream("x", "/Type/XObject/Subtype/Image/Width 1/Height 1/ImageMask true"),
      }),
    );
    expect(contentOf(document)).toBe(
      "/Pattern cs /Artifact BMC /P scn EMC /Artifact BMC /G gs EMC /Artifact BMC 0 0 9 9 re f EMC /F Do " +
        `/Artifact BMC /I Do EMC ${SQUARE}`,
    );
    const resources = document.dict(document.page(0).attribute("Resources"));
    expect(words(document, document.dict(resources?.get("XObject"))?.get("F"))).toBe("/Artifact BMC 0 0 1 1 re f EMC");
    expect(broken).toEqual([]);
  });

  it("costs what reading it costs: a content stream that is too long for its file is refused by the meter", () => {
    const file = accessible({ 4: deflated("0 0 9 9 re f ".repeat(400_000)) });
    const document = openPdf(file, { work: new Work(file.length) });
    expect(() => atOnce(mendInTurns(document))).toThrow(/needs more than its size/);
  });
});

/** Kids of the document's element beside the square. */
const withElements = (kids: string, more: Bodies, root = ""): Uint8Array =>
  accessible({
    9: `<</Type/StructTreeRoot/K 10 0 R/ParentTree<</Nums[0[11 0 R] 1 20 0 R]>>${root}>>`,
    10: `<</Type/StructElem/S/Document/P 9 0 R/K[11 0 R ${kids}]>>`,
    ...more,
  });
const element = (type: string, parent: number, kids: string, more = "") =>
  `<</Type/StructElem/S/${type}/P ${parent} 0 R/K[${kids}]${more}>>`;

/** Types of the elements with their kids, as they are nested. */
function outline(document: PdfDocument): string {
  const rolesOf = (dict: PdfDict): string => {
    const kids = (document.array(dict.get("K")) ?? []).flatMap((kid) => {
      const own = document.dict(kid);
      return own?.has("S") ? [rolesOf(own)] : [];
    });
    return `${String(dict.get("S"))}${kids.length > 0 ? `(${kids.join(" ")})` : ""}`;
  };
  const root = document.dict(document.catalog.get("StructTreeRoot"));
  return rolesOf(document.dict(root?.get("K"))!);
}

describe("elements", () => {
  it("of PDF 2.0 mean those of PDF 1.7, beside what the document maps itself", () => {
    const { document, broken } = mended(
      withElements("20 0 R 21 0 R", { 20: element("Em", 10, ""), 21: element("Own", 10, "") }, "/RoleMap<</Own/P>>"),
    );
    const roles = document.dict(document.dict(document.catalog.get("StructTreeRoot"))?.get("RoleMap"));
    expect(Object.fromEntries(roles!)).toEqual({ Em: "Span", Own: "P" });
    expect(broken).toEqual([]);
  });

  it("in a list's item are in its body", () => {
    const { document, broken } = mended(
      withElements("20 0 R", {
        20: element("L", 10, "21 0 R 22 0 R"),
        21: element("LI", 20, "23 0 R 24 0 R 25 0 R"),
        22: element("LI", 20, "26 0 R 27 0 R"),
        23: element("Lbl", 21, ""),
        24: element("LBody", 21, "28 0 R"),
        25: element("L", 21, ""),
        26: element("Lbl", 22, ""),
        27: element("P", 22, ""),
        28: element("P", 24, ""),
      }),
    );
    expect(outline(document)).toBe("Document(Figure L(LI(Lbl LBody(P L)) LI(Lbl LBody(P))))");
    expect(broken).toEqual([]);
  });

  it("that hold a picture and its caption are no figures; a picture without a text is for its author", () => {
    const { document, broken } = mended(
      withElements("20 0 R", {
        20: element("Figure", 10, "21 0 R 22 0 R"),
        21: element("Figure", 20, "", "/Alt(A dot)"),
        22: element("Caption", 20, ""),
      }),
    );
    expect(outline(document)).toBe("Document(Figure Div(Figure Caption))");
    expect(broken).toEqual([]);
    const without = mended(withElements("20 0 R", { 20: element("Figure", 10, "") }));
    expect(without.broken).toEqual(["7.3-1"]);
  });
});

describe("a link without a description", () => {
  const link = (action: string, kids = "0", more: Bodies = {}) =>
    withElements("20 0 R", {
      3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources 8 0 R/StructParents 0/Annots[30 0 R]/Tabs/S>>",
      4: stream("/Link <</MCID 0>> BDC BT /F 9 Tf (our ) Tj ET EMC /Link <</MCID 0>> BDC BT /F 9 Tf (page) Tj ET EMC"),
      8: "<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>",
      9: "<</Type/StructTreeRoot/K 10 0 R/ParentTree<</Nums[0[20 0 R] 1 20 0 R]>>>>",
      11: element("P", 10, ""),
      20: element("Link", 10, `${kids} <</Type/OBJR/Obj 30 0 R>>`),
      30: `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/F 4/StructParent 1${action}>>`,
      ...more,
    });
  const said = (file: Uint8Array) => {
    const { document } = mended(file);
    const [annotation] = document.array(document.page(0).dict.get("Annots")) ?? [];
    const contents = document.dict(annotation)?.get("Contents") as PdfString | undefined;
    return contents && Buffer.from(contents.bytes).toString("latin1");
  };
  const URI = "/A<</S/URI/URI(https://example.com/)>>";

  it("is described by its text", () => {
    expect(said(link(URI))).toBe("our page");
  });

  it("is described by the picture in it, and otherwise by its address", () => {
    const bare = { 4: stream("") };
    const picture = { ...bare, 21: element("Figure", 20, "", "/Alt(Our shop)") };
    expect(said(link(URI, "21 0 R", picture))).toBe("Our shop");
    expect(said(link(URI, "0", bare))).toBe("https://example.com/");
    expect(said(link("", "0", bare))).toBeUndefined();
  });

  it("keeps the description that it has", () => {
    expect(said(link(`${URI}/Contents(Shop)`))).toBe("Shop");
  });
});

it("a document without tags stays as it is", () => {
  const file = pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>",
    3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
    4: stream("0 0 9 9 re f"),
  });
  const { document, broken } = mended(file);
  expect(contentOf(document)).toBe("0 0 9 9 re f");
  expect(broken).toContain("7.1-11");
});
