import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfStream, PdfString } from "../../src/pdf-file/syntax/objects.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import type { SplitMode } from "../../src/split/modes.ts";
import { choiceInTurns } from "../../src/split/split.ts";
import { type Bodies, deflated, pagesOf, pdf, stream, text } from "../fixtures/pdf.ts";
import { inspectPdf, splitDocument } from "../support/at-once.ts";
import {
  annotations,
  bytesOf,
  checkComplete,
  destinationPage,
  dictOf,
  partBytes,
  partOf,
  partsOf,
  split,
} from "./parts.ts";

const string = (object: unknown) => (object instanceof PdfString ? text(object.bytes) : undefined);
const catalog = (entries: string, pages = 4, page?: (index: number) => string): Bodies => ({
  ...pagesOf(pages, page),
  1: `<</Type/Catalog/Pages 2 0 R${entries}>>`,
});

describe("the outline", () => {
  /** A (page 1) › A1 (page 2), A2 (page 3); B (nowhere) › B1 (page 4). */
  const bodies: Bodies = {
    ...catalog("/Outlines 20 0 R/PageMode/UseOutlines"),
    20: "<</Type/Outlines/First 21 0 R/Last 24 0 R/Count 4>>",
    21: "<</Title(A)/Parent 20 0 R/Next 24 0 R/First 22 0 R/Last 23 0 R/Count 2/Dest[3 0 R/Fit]>>",
    22: "<</Title(A1)/Parent 21 0 R/Next 23 0 R/A<</S/GoTo/D[5 0 R/Fit]>>>>",
    23: "<</Title(A2)/Parent 21 0 R/Prev 22 0 R/Dest[7 0 R/Fit]>>",
    24: "<</Title(B)/Parent 20 0 R/Prev 21 0 R/First 25 0 R/Last 25 0 R/Count -1>>",
    25: "<</Title(B1)/Parent 24 0 R/Dest[9 0 R/Fit]>>",
  };

  function tree(part: PdfDocument, item = dictOf(part, part.catalog.get("Outlines"))): string {
    const shown: string[] = [];
    for (let kid = part.dict(item.get("First")); kid !== undefined; kid = part.dict(kid.get("Next"))) {
      const target = kid.get("Dest") ?? part.dict(kid.get("A"))?.get("D");
      const inside = tree(part, kid);
      shown.push(`${string(kid.get("Title"))}${target ? destinationPage(part, target) : ""}${inside && `(${inside})`}`);
    }
    return shown.join(" ");
  }

  it("is trimmed to the part, and a parent with live children stays", () => {
    const [whole, middle, last] = partsOf(bodies, ["1-4", "3", "4"]);
    expect(tree(whole!)).toBe("A0(A11 A22) B(B13)");
    expect(tree(middle!)).toBe("A(A20)");
    expect(tree(last!)).toBe("B(B10)");
  });

  it("counts what is left, open or closed as it was", () => {
    const [middle, last] = partsOf(bodies, ["2-3", "4"]);
    const root = dictOf(middle!, middle!.catalog.get("Outlines"));
    expect([root.get("Count"), dictOf(middle!, root.get("First")).get("Count")]).toEqual([3, 2]);
    const closed = dictOf(last!, last!.catalog.get("Outlines"));
    expect([closed.get("Count"), dictOf(last!, closed.get("First")).get("Count")]).toEqual([1, -1]);
  });

  it("is left out, and not asked to be shown, where nothing of it leads into the part", () => {
    const part = partOf({ ...bodies, 21: "<</Title(A)/Parent 20 0 R/Next 24 0 R/Dest[9 0 R/Fit]>>" }, "1");
    expect(part.catalog.has("Outlines") || part.catalog.has("PageMode")).toBe(false);
  });

  it("that runs in a circle is read once", () => {
    const part = partOf(
      { ...bodies, 23: "<</Title(A2)/Parent 21 0 R/Next 21 0 R/First 21 0 R/Dest[7 0 R/Fit]>>" },
      "1-3",
    );
    expect(tree(part)).toBe("A0(A11 A22)");
  });
});

describe("page labels", () => {
  const labelled = catalog("/PageLabels<</Nums[0<</S/r>>2<</S/D/P(p)/St 5>>]>>", 5);
  const nums = (part: PdfDocument) =>
    (part.array(dictOf(part, part.catalog.get("PageLabels")).get("Nums")) ?? []).map((item) =>
      item instanceof Map ? Object.fromEntries([...item].map(([k, v]) => [k, string(v) ?? v])) : item,
    );

  it("stay with their pages", () => {
    const parts = partsOf(labelled, ["1-5", "2-4", "5", "4,1"]);
    expect(parts.map(nums)).toEqual([
      [0, { S: "r" }, 2, { S: "D", P: "p", St: 5 }],
      [0, { S: "r", St: 2 }, 1, { S: "D", P: "p", St: 5 }],
      [0, { S: "D", P: "p", St: 7 }],
      [0, { S: "D", P: "p", St: 6 }, 1, { S: "r" }],
    ]);
  });

  it("are the plain numbers where the document's begin later", () => {
    const part = partOf(catalog("/PageLabels<</Nums[2<</S/A>>]>>"), "2-3");
    expect(nums(part)).toEqual([0, { S: "D", St: 2 }, 1, { S: "A" }]);
  });
});

describe("what the document says of itself", () => {
  const bodies: Bodies = {
    ...catalog(
      "/Lang(de-CH)/Metadata 20 0 R/ViewerPreferences<</HideToolbar true/PrintPageRange[0 3]>>/OutputIntents[<</S/GTS_PDFA1/DestOutputProfile 21 0 R>>]/OCProperties<</OCGs[22 0 R 23 0 R]/D<</OFF[23 0 R]>>>>/PageLayout/TwoColumnLeft/URI<</Base(https://example.com/)>>/Threads[30 0 R]/PieceInfo<</X<</Private 31 0 R>>>>",
    ),
    20: stream("<x:xmpmeta/>", "/Type/Metadata/Subtype/XML"),
    21: stream("profile", "/N 3"),
    22: "<</Type/OCG/Name(shown)>>",
    23: "<</Type/OCG/Name(hidden)>>",
    24: "<</Title(Report)/Author(Somebody)>>",
    30: "<</Type/Thread>>",
    31: stream("private"),
  };

  it("is in every part: information, metadata, language, preferences, intents, layers", () => {
    const parts = partsOf(bodies, ["1", "2-4"], { trailer: "/Root 1 0 R/Info 24 0 R" });
    expect(parts).toHaveLength(2);
    for (const part of parts) {
      expect(string(dictOf(part, part.trailer.get("Info")).get("Title"))).toBe("Report");
      expect(part.dict(part.catalog.get("Metadata"))?.get("Subtype")).toBe("XML");
      expect(string(part.catalog.get("Lang"))).toBe("de-CH");
      expect([...dictOf(part, part.catalog.get("ViewerPreferences")).keys()]).toEqual(["HideToolbar"]);
      expect(part.array(part.catalog.get("OutputIntents"))).toHaveLength(1);
      const layers = dictOf(part, part.catalog.get("OCProperties"));
      expect(part.array(layers.get("OCGs"))).toHaveLength(2);
      expect(part.array(dictOf(part, layers.get("D")).get("OFF"))).toHaveLength(1);
      expect(part.catalog.get("PageLayout")).toBe("TwoColumnLeft");
      expect(string(dictOf(part, part.catalog.get("URI")).get("Base"))).toContain("example.com");
      expect(part.catalog.has("Threads") || part.catalog.has("PieceInfo")).toBe(false);
    }
  });

  it("has an identity and a version for each part", () => {
    const parts = partsOf(bodies, ["1", "2"], { header: "%PDF-1.6\n" });
    const ids = parts.map((part) => string(part.array(part.trailer.get("ID"))?.[0]));
    expect(new Set(ids).size).toBe(2);
    expect(partBytes(pdf(bodies, { header: "%PDF-1.6\n" }), ["1"]).map((bytes) => text(bytes.subarray(0, 8)))).toEqual([
      "%PDF-1.6",
    ]);
  });
});

describe("scripts and attachments of the document", () => {
  const bodies = (annotation: string): Bodies => ({
    ...catalog(
      "/Names<</JavaScript<</Names[(f) 20 0 R]>>/EmbeddedFiles<</Names[(a) 21 0 R (b) 22 0 R]>>>>",
      2,
      (index) => (index === 0 ? "/Annots[30 0 R]" : ""),
    ),
    20: "<</S/JavaScript/JS(function f\\(\\){})>>",
    21: "<</Type/Filespec/F(a)/EF<</F 23 0 R>>>>",
    22: "<</Type/Filespec/F(b)/EF<</F 24 0 R>>>>",
    23: stream("file a"),
    24: stream("file b"),
    30: annotation,
  });
  const kept = (part: PdfDocument) =>
    part.catalog.has("Names") ? [...dictOf(part, part.catalog.get("Names")).keys()] : [];

  it("go where nothing in the part refers to them", () => {
    const [used, unused] = partsOf(bodies("<</Subtype/Text/Rect[0 0 1 1]>>"), ["1", "2"]);
    expect([kept(used!), kept(unused!)]).toEqual([[], []]);
  });

  it("stay where the part runs scripts", () => {
    const scripted = bodies("<</Subtype/Widget/FT/Tx/T(x)/Rect[0 0 1 1]/AA<</K<</S/JavaScript/JS(f\\(\\))>>>>>>");
    expect(partsOf(scripted, ["1", "2"]).map(kept)).toEqual([["JavaScript"], []]);
  });

  it("stay where the part names the file, or holds it", () => {
    const named = partOf(bodies("<</Subtype/Link/Rect[0 0 1 1]/A<</S/GoToE/T<</R/C/N(b)>>/D[0/Fit]>>>>"), "1");
    const files = dictOf(named, dictOf(named, named.catalog.get("Names")).get("EmbeddedFiles")).get("Names");
    expect((named.array(files) ?? []).filter((item) => item instanceof PdfString).map(string)).toEqual(["b"]);
    const held = partOf(bodies("<</Subtype/FileAttachment/Rect[0 0 1 1]/FS 21 0 R>>"), "1");
    expect(held.dict(annotations(held, 0)[0]?.get("FS"))?.has("EF")).toBe(true);
  });
});

describe("files that are attached to the document", () => {
  const bodies = catalog(
    "/Collection<</View/D>>/AF[21 0 R]/Names<</EmbeddedFiles<</Names[(a) 21 0 R (b) 22 0 R]>>>>",
    3,
  );
  const file = pdf({
    ...bodies,
    21: "<</Type/Filespec/F(a)/EF<</F 23 0 R>>>>",
    22: "<</Type/Filespec/F(b)/EF<</F 24 0 R>>>>",
    23: stream("file a"),
    24: stream("file b"),
  });
  const partsWith = (attachments?: "drop" | "keep" | "first", mode: SplitMode = { parts: [2, 3].map(onePage) }) => {
    const { parts, notes } = splitDocument(openPdf(file), mode, {
      outputBytes: 1e9,
      ...(attachments && { attachments }),
    });
    const facts = parts.map((part) => {
      const document = openPdf(bytesOf(part));
      checkComplete(document);
      const { attachments, portfolio } = inspectPdf(document, { from: 1, limit: 1 }).document!;
      return portfolio ? attachments.names : attachments.count;
    });
    return { facts, notes };
  };
  const onePage = (page: number) => pageSet([{ first: page, last: page }]);

  it("are in no part, which is said, in each, or in the first", () => {
    const { facts, notes } = partsWith();
    expect(facts).toEqual([0, 0]);
    expect(notes).toEqual([expect.stringContaining("attached to the document")]);
    expect(partsWith("keep")).toEqual({
      facts: [
        ["a", "b"],
        ["a", "b"],
      ],
      notes: [],
    });
    expect(partsWith("first")).toEqual({ facts: [["a", "b"], 0], notes: [] });
    expect(partsWith("first", { partBytes: 1 }).facts).toEqual([["a", "b"], 0, 0]);
  });

  it("are spoken of before the parts are made", () => {
    const notesOf = (document: Uint8Array, attachments?: "keep") =>
      atOnce(choiceInTurns(openPdf(document), { every: 1 }, { outputBytes: 1e9, ...(attachments && { attachments }) }))
        .notes;
    expect(notesOf(file)).toEqual([expect.stringContaining("attached to the document")]);
    expect(notesOf(file, "keep")).toEqual([]);
    expect(notesOf(pdf(pagesOf(2)))).toEqual([]);
  });

  it("are spoken of where the document is a portfolio without any, too", () => {
    const { notes } = splitDocument(
      openPdf(pdf(catalog("/Collection<</View/D>>", 2))),
      { every: 1 },
      { outputBytes: 1e9 },
    );
    expect(notes).toEqual([expect.stringContaining("no part is a portfolio")]);
  });
});

it("notes nothing where nothing was lost", () => {
  expect(split(pdf(pagesOf(2)), ["1"]).notes).toEqual([]);
});

describe("what describes the whole document", () => {
  const profile = stream("p".repeat(50_000), "/N 4");
  const intents = "/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/DestOutputProfile 40 0 R>>]";
  const packet = (body: string) =>
    `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/">${body}</x:xmpmeta>${" ".repeat(3000)}<?xpacket end="w"?>`;
  const history = `<xmpMM:History><rdf:Seq>${"<rdf:li>saved</rdf:li>".repeat(500)}</rdf:Seq></xmpMM:History>`;
  const thumbnails = "<xmp:Thumbnails><rdf:Alt>page one, small</rdf:Alt></xmp:Thumbnails>";
  const title = "<dc:title>Kept</dc:title>";
  const metadata = (part: PdfDocument) => {
    const found = part.resolve(part.catalog.get("Metadata"));
    if (!(found instanceof PdfStream)) throw new Error("no metadata");
    return { text: text(part.streamData(found)), dict: found.dict };
  };

  it("by a large colour profile comes along where a page of the part paints", () => {
    const bodies = { ...catalog(intents, 2), 40: profile, 6: stream("q 1 0 0 1 0 0 cm 1 0 0 rg Q") };
    const [painted, blank] = partsOf(bodies, ["1", "2"]);
    expect([painted!.catalog.has("OutputIntents"), blank!.catalog.has("OutputIntents")]).toEqual([true, false]);
  });

  it("by a large colour profile comes along with a page that has annotations, or cannot be read", () => {
    const empty = { 4: stream(""), 20: "<</Subtype/Stamp/Rect[0 0 9 9]>>" };
    const noted = partOf({ ...catalog(intents, 1, () => "/Annots[20 0 R]"), 40: profile, ...empty }, "1");
    const unread = partOf({ ...catalog(intents, 1), 40: profile, 4: stream("?", "/Filter/DCTDecode") }, "1");
    expect([noted.catalog.has("OutputIntents"), unread.catalog.has("OutputIntents")]).toEqual([true, true]);
  });

  it("by metadata comes along without thumbnails, history and padding", () => {
    const bodies = catalog("/Metadata 40 0 R", 2);
    for (const written of [
      stream(packet(title + history + thumbnails), "/Type/Metadata/Subtype/XML"),
      deflated(packet(thumbnails + title + history), "/Type/Metadata/Subtype/XML"),
    ]) {
      const part = metadata(partOf({ ...bodies, 40: written }, "2"));
      expect(part.text.replace(/\s+/g, " ")).toBe(packet(title).replace(/\s+/g, " "));
      expect(part.text.length).toBeLessThan(200);
      expect(part.dict.has("Filter")).toBe(written.includes("FlateDecode"));
    }
  });

  it("by short metadata comes along as it is, and so does what is never closed", () => {
    const short = packet(title).replace(/ {3000}/, "");
    const open = packet("<xmp:Thumbnails><xmp:Thumbnails>").replace(/ {3000}/, "");
    for (const body of [short, open]) {
      expect(metadata(partOf({ ...catalog("/Metadata 40 0 R", 1), 40: stream(body) }, "1")).text).toBe(body);
    }
  });
});
