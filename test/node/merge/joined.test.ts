import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import type { MergeNote, MergeOptions, MergePart } from "../../../src/merge/merge.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pageSet, runsOf } from "../../../src/pdf-pages/page-set.ts";
import { cutInPlace } from "../../../src/split/split.ts";
import { type Bodies, pdf, stream } from "../../fixtures/pdf.ts";
import { random } from "../../fixtures/random.ts";
import { mergePdfs } from "../../support/at-once.ts";

/** Pages of these widths, 100 points high, each an object from 10 on. */
function pagesOf(widths: readonly number[], catalog = "", more: Bodies = {}): Uint8Array {
  const kids = widths.map((_, index) => `${10 + index} 0 R`).join(" ");
  const pages = widths.map((width, index): [number, string] => [
    10 + index,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} 100]>>`,
  ]);
  return pdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: `<</Type/Pages/Count ${widths.length}/Kids[${kids}]>>`,
    ...Object.fromEntries(pages),
    ...more,
  });
}

interface Joined {
  document: mupdf.PDFDocument;
  root: mupdf.PDFObject;
  notes: readonly MergeNote[];
  size: number;
}

function joined(parts: (Partial<MergePart> & { bytes: Uint8Array })[], options: Partial<MergeOptions> = {}): Joined {
  const opened = parts.map(({ bytes, ...part }, index) => ({
    document: openPdf(bytes),
    title: `Document ${index + 1}`,
    ...part,
  }));
  const { rope, notes } = mergePdfs(opened, { tagged: true, outline: "keep", ...options });
  const document = mupdf.PDFDocument.openDocument(rope.toBytes(), "application/pdf") as mupdf.PDFDocument;
  return { document, root: document.getTrailer().get("Root"), notes, size: rope.length };
}

const widths = ({ document }: Joined) =>
  Array.from({ length: document.countPages() }, (_, index) => document.loadPage(index).getBounds()[2]);
const items = (list: mupdf.PDFObject) => Array.from({ length: list.length }, (_, index) => list.get(index));

describe("pages of several documents", () => {
  it("are in the order of the plan, with empty ones where it says so", () => {
    const fronts = { bytes: pagesOf([101, 103, 105]) };
    const backs = { bytes: pagesOf([102, 104]) };
    const pages = [{ part: 0 }, { part: 1 }, { part: 0 }, { part: 1 }, { part: 0 }, { part: 0, isEmpty: true }];
    const made = joined([fronts, backs], { pages });
    expect(widths(made)).toEqual([101, 102, 103, 104, 105, 105]);
  });

  it("are turned beyond what they are", () => {
    const bytes = pagesOf([200], "", { 10: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Rotate 270>>" });
    const made = joined([{ bytes }], { pages: [{ part: 0, rotate: 180 }] });
    expect(made.document.findPage(0).get("Rotate").asNumber()).toBe(90);
  });

  it("are only those that were chosen, and nothing of the others is in the file", () => {
    const bytes = pagesOf([101, 102, 103], "", {
      11: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 102 100]/Contents 20 0 R/Annots[21 0 R]>>",
      12: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 103 100]/Annots[22 0 R]>>",
      20: stream("(SECRET) pop"),
      21: "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(SECRET)>>",
      22: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Border[0 0 1]/Dest[11 0 R/Fit]>>",
    });
    const document = openPdf(bytes);
    atOnce(cutInPlace(document, pageSet(runsOf([3, 1, 3])), "keep"));
    const { rope } = mergePdfs([{ document, title: "" }], { tagged: true, outline: "keep" });
    const file = rope.toBytes();
    const made = mupdf.PDFDocument.openDocument(file, "application/pdf") as mupdf.PDFDocument;
    expect(Array.from({ length: 3 }, (_, at) => made.loadPage(at).getBounds()[2])).toEqual([103, 101, 103]);
    for (let number = 1; number < made.countObjects(); number++) {
      const object = made.newIndirect(number).resolve();
      expect(object.toString()).not.toContain("SECRET");
      if (object.isStream()) expect(object.readStream().asString()).not.toContain("SECRET");
    }
  });

  it("keep the labels that they have in their documents", () => {
    const roman = pagesOf([101, 102], "/PageLabels<</Nums[0<</S/r>>]>>");
    const made = joined([{ bytes: pagesOf([100]) }, { bytes: roman }, { bytes: pagesOf([100, 100]) }]);
    const labels = [0, 1, 2, 3, 4].map((index) => made.document.loadPage(index).getLabel());
    expect(labels).toEqual(["1", "i", "ii", "1", "2"]);
  });
});

describe("links between documents", () => {
  const link = (action: string) => ({
    10: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Annots[20 0 R]>>",
    20: `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoToR/F(parts/Second.PDF)/NewWindow true/D${action}>>>>`,
  });
  const second = pagesOf([201, 202], "/Names<</Dests<</Names[(there)[11 0 R/Fit]]>>>>");
  const leadsTo = (first: Uint8Array, name = "second.pdf") => {
    const made = joined([
      { bytes: first, name: "first.pdf" },
      { bytes: second, name },
    ]);
    return made.document.findPage(0).get("Annots").get(0).get("A");
  };

  it("that name each other's files lead to the pages, by number and by name", () => {
    for (const place of ["[1/Fit]", "(there)"]) {
      const action = leadsTo(pagesOf([100], "", link(place)));
      expect([action.get("S").asName(), action.get("F").isNull()]).toEqual(["GoTo", true]);
      expect(action.get("D").get(0).get("MediaBox").get(2).asNumber()).toBe(202);
    }
  });

  it("that name another file, or a page that it has not, stay as they are", () => {
    expect(
      leadsTo(pagesOf([100], "", link("[7/Fit]")))
        .get("S")
        .asName(),
    ).toBe("GoToR");
    expect(
      leadsTo(pagesOf([100], "", link("[1/Fit]")), "third.pdf")
        .get("S")
        .asName(),
    ).toBe("GoToR");
  });
});

describe("outlines of several documents", () => {
  const chapters = (...titles: string[]) =>
    pagesOf([100], "/Outlines 30 0 R", {
      30: `<</Type/Outlines/First 31 0 R/Last ${30 + titles.length} 0 R/Count ${titles.length}>>`,
      ...Object.fromEntries(
        titles.map((title, index) => {
          const next = index + 1 < titles.length ? `/Next ${32 + index} 0 R` : "";
          const before = index > 0 ? `/Prev ${30 + index} 0 R` : "";
          return [31 + index, `<</Title(${title})/Parent 30 0 R/Dest[10 0 R/Fit]${next}${before}>>`];
        }),
      ),
    });
  type Item = { title: string | undefined; down?: Item[] | undefined };
  const shown = (list: Item[] | undefined | null): unknown =>
    list?.map(({ title, down }) => (down?.length ? [title, shown(down)] : title));
  const outline = (mode: MergeOptions["outline"]) => {
    const parts = [{ bytes: chapters("A", "B") }, { bytes: pagesOf([100]) }, { bytes: chapters("C") }];
    return shown(joined(parts, { outline: mode }).document.loadOutline() as Item[] | null);
  };

  it("are below an item for each document, or in a row, or only the items, or none", () => {
    expect(outline("keep")).toEqual([["Document 1", ["A", "B"]], "Document 2", ["Document 3", ["C"]]]);
    expect(outline("titles")).toEqual(["Document 1", "Document 2", "Document 3"]);
    expect(outline("flat")).toEqual(["A", "B", "C"]);
    expect(outline("none") ?? []).toEqual([]);
  });
});

describe("forms of several documents", () => {
  const form = (value: string, font: string) =>
    pagesOf([200], "/AcroForm<</Fields[20 0 R]/DA(/F 9 Tf)/DR<</Font<</F 21 0 R>>>>>>", {
      10: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[20 0 R]>>",
      20: `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(${value})/DA(/F 9 Tf)/Rect[0 0 90 20]/P 10 0 R>>`,
      21: `<</Type/Font/Subtype/Type1/BaseFont/${font}>>`,
    });
  const two = [{ bytes: form("Ada", "Helvetica") }, { bytes: form("Bob", "Courier") }];

  it("keep fields that a damaged list does not name: those whose widgets pages have", () => {
    const bytes = pagesOf([200], "/AcroForm<</Fields/None>>", {
      10: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[20 0 R 21 0 R]>>",
      20: "<</Type/Annot/Subtype/Widget/Parent 22 0 R/Rect[0 0 90 20]>>",
      21: "<</Type/Annot/Subtype/Widget/Parent 22 0 R/Rect[0 40 90 60]>>",
      22: "<</FT/Tx/T(name)/V(Ada)/Kids[20 0 R 21 0 R]>>",
    });
    const { root } = joined([{ bytes }, two[1]!]);
    const fields = items(root.get("AcroForm").get("Fields"));
    expect(fields.map((field) => field.get("V").asString())).toEqual(["Ada", "Bob"]);
  });

  it("keep their fields apart, each with its own font, and say that names met", () => {
    const { document, root, notes } = joined(two);
    const fields = items(root.get("AcroForm").get("Fields"));
    expect(fields.map((field) => [field.get("T").asString(), field.get("V").asString()])).toEqual([
      ["name", "Ada"],
      ["name (2)", "Bob"],
    ]);
    const fonts = root.get("AcroForm").get("DR").get("Font");
    const written = fields.map((field) => /\/(\S+)/.exec(field.get("DA").asString())![1]!);
    expect(written.map((name) => fonts.get(name).get("BaseFont").asName())).toEqual(["Helvetica", "Courier"]);
    expect(notes).toContain("fields");
    expect(
      document
        .loadPage(1)
        .getWidgets()
        .map((widget) => [widget.getName(), widget.getValue()]),
    ).toEqual([["name (2)", "Bob"]]);
  });

  it("are one field with the first's value where they are to be joined", () => {
    const { document, root } = joined(two, { fields: "join" });
    const fields = items(root.get("AcroForm").get("Fields"));
    expect(fields.map((field) => field.get("Kids").length)).toEqual([2]);
    for (const index of [0, 1]) {
      const [widget] = document.loadPage(index).getWidgets();
      expect([widget!.getName(), widget!.getValue()]).toEqual(["name", "Ada"]);
    }
  });
});

describe("what belongs to documents as a whole", () => {
  const file = (name: string) => ({
    40: `<</Type/Filespec/F(${name})/EF<</F 41 0 R>>>>`,
    41: stream(`of ${name}`, "/Type/EmbeddedFile"),
  });

  it("attached files stay, under names of their own", () => {
    const bytes = (name: string) => pagesOf([100], "/Names<</EmbeddedFiles<</Names[(a.txt)40 0 R]>>>>", file(name));
    const { root } = joined([{ bytes: bytes("one") }, { bytes: bytes("two") }]);
    const names = root.get("Names").get("EmbeddedFiles").get("Names");
    expect([0, 2].map((at) => names.get(at).asString())).toEqual(["a.txt", "a.txt (2)"]);
    expect([1, 3].map((at) => names.get(at).get("EF").get("F").readStream().asString())).toEqual(["of one", "of two"]);
  });

  it("layers show what their documents show", () => {
    const layers = (shown: string) =>
      pagesOf([100], `/OCProperties<</OCGs[50 0 R 51 0 R]/D<<${shown}/Order[50 0 R 51 0 R]>>>>`, {
        50: "<</Type/OCG/Name(a)>>",
        51: "<</Type/OCG/Name(b)>>",
      });
    const { root } = joined([{ bytes: layers("/OFF[51 0 R]") }, { bytes: layers("/BaseState/OFF/ON[51 0 R]") }]);
    const properties = root.get("OCProperties");
    const names = (list: mupdf.PDFObject) => items(list).map((layer) => layer.get("Name").asString());
    expect(names(properties.get("OCGs"))).toEqual(["a", "b", "a", "b"]);
    expect(names(properties.get("D").get("OFF"))).toEqual(["b", "a"]);
    expect(names(properties.get("D").get("Order"))).toEqual(["a", "b", "a", "b"]);
  });

  it("what colours mean stays where all say the same, and is said where they differ", () => {
    const intent = (profile: string) =>
      pagesOf([100], "/OutputIntents[<</S/GTS_PDFA1/OutputConditionIdentifier(x)/DestOutputProfile 60 0 R>>]", {
        60: stream(profile, "/N 3"),
      });
    const alike = joined([{ bytes: intent("profile") }, { bytes: intent("profile") }]);
    expect([alike.root.get("OutputIntents").length, alike.notes]).toEqual([1, []]);
    const others = joined([{ bytes: intent("profile") }, { bytes: intent("another") }]);
    expect([others.root.get("OutputIntents").isNull(), others.notes]).toEqual([true, ["intents"]]);
  });

  it("article threads of all are there", () => {
    const threads = pagesOf([100], "/Threads[70 0 R]", { 70: "<</Type/Thread/I<</Title(t)>>>>" });
    const { root } = joined([{ bytes: threads }, { bytes: threads }]);
    expect(items(root.get("Threads")).map((thread) => thread.get("I").get("Title").asString())).toEqual(["t", "t"]);
  });
});

it("an image, a font and a profile that documents have alike are in the file once", () => {
  const numbers = random(7);
  const noise = Array.from({ length: 30_000 }, () => String.fromCharCode(numbers() * 256)).join("");
  const template = (text: string) =>
    pagesOf([100], "", {
      10: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 20 0 R/Resources<</XObject<</I 21 0 R>>>>>>",
      20: stream(`% ${text}\n100 0 0 100 0 0 cm /I Do`),
      21: stream(
        noise,
        "/Type/XObject/Subtype/Image/Width 100/Height 100/BitsPerComponent 8/ColorSpace 22 0 R/SMask 24 0 R",
      ),
      22: "[/ICCBased 23 0 R]",
      23: stream(noise.slice(0, 3000), "/N 3"),
      24: stream(
        noise.slice(0, 10_000),
        "/Type/XObject/Subtype/Image/Width 100/Height 100/BitsPerComponent 8/ColorSpace/DeviceGray",
      ),
    });
  const one = joined([{ bytes: template("0") }]);
  const many = joined(Array.from({ length: 20 }, (_, at) => ({ bytes: template(String(at)) })));
  expect(many.size).toBeLessThan(one.size * 1.3);
  const image = (index: number) => many.document.findPage(index).get("Resources").get("XObject").get("I");
  expect(image(19).asIndirect()).toBe(image(0).asIndirect());
  const pixels = ({ document }: Joined, index: number) =>
    document.loadPage(index).toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false).getPixels();
  expect(pixels(many, 19)).toEqual(pixels(one, 0));
});

it("an image that names itself as its mask is copied, and ends", () => {
  const bytes = pagesOf([100], "", {
    10: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<</XObject<</I 21 0 R>>>>>>",
    21: stream(
      "a",
      "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 21 0 R",
    ),
  });
  const { document } = joined([{ bytes }, { bytes }]);
  const image = document.findPage(1).get("Resources").get("XObject").get("I");
  expect(image.get("SMask").asIndirect()).toBe(image.asIndirect());
});
