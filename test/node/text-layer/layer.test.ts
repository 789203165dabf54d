import { inflateSync } from "node:zlib";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import {
  checkConformance,
  imagesToPdf,
  inspect,
  type Level,
  layWords,
  merge,
  newExtras,
  type PageWords,
  updated,
} from "../../../src/engine.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { accessible, archived } from "../../fixtures/archived.ts";
import { pdf, stream, text } from "../../fixtures/pdf.ts";
import { png } from "../../fixtures/png.ts";

type Existing = Parameters<typeof layWords>[2]["existing"];

const word = (said: string, left: number, top = 20, width = 40) =>
  ({ text: said, box: [left, top, left + width, top + 12] }) as const;

const HELLO: PageWords[] = [{ page: 1, lines: [{ words: [word("Hello", 20), word("scan", 66)] }] }];

async function laid(bytes: Uint8Array, pages: readonly PageWords[], existing: Existing = "skip"): Promise<Uint8Array> {
  const document = openPdf(bytes);
  await layWords(document, pages, { existing });
  return (await updated(document)).bytes();
}

async function linesOf(bytes: Uint8Array, page = 0): Promise<string[]> {
  const { pages } = await inspect(bytes, { text: "lines" });
  return pages[page]!.text!.lines.map((line) => line.text);
}

function readByMupdf(bytes: Uint8Array): string {
  mupdf.emptyStore();
  return mupdf.Document.openDocument(bytes, "application/pdf").loadPage(0).toStructuredText("").asText();
}

async function readByPdfium(bytes: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const read = document.getPage(0).getText();
  document.destroy();
  library.destroy();
  return read;
}

async function readByPdfJs(bytes: Uint8Array): Promise<string> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const loading = getDocument({ data: bytes.slice(), verbosity: 0 });
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
  await loading.destroy();
  return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
}

/** A page of these contents, of 300 by 200 points. */
function page(content: string, resources = "", more: Record<number, string> = {}): Uint8Array {
  return pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>",
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<${resources}>>>>`,
    4: stream(content),
    5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...more,
  });
}

const FONT = "/Font<</F 5 0 R>>";

async function scan(): Promise<Uint8Array> {
  const picture = png({ width: 300, height: 200, colourType: 0, depth: 8, pixel: (x, y) => [(x * y) & 255] });
  return (await imagesToPdf([{ name: "scan.png", bytes: picture }], { dpi: 72 })).file.bytes();
}

function inflated(raw: string): string {
  try {
    return text(inflateSync(Uint8Array.from(raw, (one) => one.charCodeAt(0))));
  } catch {
    return raw;
  }
}

/** All streams of a file, by number, as they lie in it. */
function streamsOf(bytes: Uint8Array): Map<number, string> {
  const document = openPdf(bytes);
  const streams = new Map<number, string>();
  for (let number = 1; number < document.size; number++) {
    const object = document.get(number);
    if (object instanceof PdfStream) streams.set(number, text(object.raw));
  }
  return streams;
}

describe("a text layer", () => {
  it("leaves every stream of the file as it is, pictures and contents, and adds little", async () => {
    const before = await scan();
    const after = await laid(before, HELLO);
    const streams = streamsOf(after);
    for (const [number, raw] of streamsOf(before)) expect(streams.get(number)).toBe(raw);
    expect(text(after).startsWith(text(before))).toBe(true);
    expect(after.length - before.length).toBeLessThan(3_000);
  });

  it("shows nothing: the page looks as it did", async () => {
    const before = await scan();
    const pixels = (bytes: Uint8Array) => {
      mupdf.emptyStore();
      const shown = mupdf.Document.openDocument(bytes, "application/pdf").loadPage(0);
      return shown.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceGray, false, true).getPixels().slice();
    };
    expect(pixels(await laid(before, HELLO))).toEqual(pixels(before));
  });

  it("is copied word by word and line by line", async () => {
    const lines = [...HELLO[0]!.lines, { words: [word("next", 20, 40), word("line", 62, 40)] }];
    const made = await laid(page(""), [{ page: 1, lines }]);
    expect(await linesOf(made)).toEqual(["Hello scan", "next line"]);
    expect(readByMupdf(made).trim().split("\n")).toEqual(["Hello scan", "next line"]);
    expect((await readByPdfJs(made)).trim().split("\n")).toEqual(["Hello scan", "next line"]);
    expect((await readByPdfium(made)).trim().split(/\r?\n/)).toEqual(["Hello scan", "next line"]);
  });

  it("has lines of one size and one base line, whatever letters a word has", async () => {
    const said: [string, number, number][] = [
      ["on", 34, 40],
      ["Augsburg", 30, 43],
      ["dim", 30, 40],
      ["gypsy", 34, 43],
    ];
    const words = said.map(([one, top, bottom], at) => ({
      text: one,
      box: [20 + at * 50, top, 60 + at * 50, bottom] as const,
    }));
    const made = await laid(page(""), [{ page: 1, lines: [{ words }] }]);
    mupdf.emptyStore();
    const lines = new Set<string>();
    const read = mupdf.Document.openDocument(made, "application/pdf").loadPage(0).toStructuredText("");
    read.walk({ onChar: (_letter, origin) => void lines.add(origin[1].toFixed(1)) });
    expect([...lines]).toEqual(["40.0"]);
    const contents = [...streamsOf(made).values()].map((raw) => inflated(raw)).find((one) => one.includes(" Tf"));
    expect(new Set([...contents!.matchAll(/ ([\d.]+) Tf/g)].map(([, size]) => size)).size).toBe(1);
  });

  it("says characters of all planes, ligatures and letters with marks", async () => {
    const said = ["𝒜𝓈tral", "ﬁn", "नमस्ते", "日本", "a\u0301"];
    const made = await laid(page(""), [
      { page: 1, lines: [{ words: said.map((one, at) => word(one, 20 + at * 50)) }] },
    ]);
    expect((await readByPdfJs(made)).trim()).toBe(said.join(" ").replace("ﬁ", "fi"));
    for (const one of said) expect(readByMupdf(made)).toContain(one === "ﬁn" ? "fin" : one);
  });

  it("of a script from right to left is read in its order", async () => {
    const words = [word("שלום", 200), word("(עולם)", 150), word("2026", 100)];
    const made = await laid(page(""), [{ page: 1, lines: [{ words, direction: "rtl" }] }]);
    expect(await linesOf(made)).toEqual(["שלום (עולם) 2026"]);
    const read = await readByPdfJs(made);
    for (const one of ["שלום", "עולם", "2026"]) expect(read).toContain(one);
  });

  it("has words of its own on a page that the document shows twice", async () => {
    const twice = pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]/MediaBox[0 0 300 200]>>",
      3: "<</Type/Page/Parent 2 0 R>>",
    });
    const made = await laid(twice, [HELLO[0]!, { ...HELLO[0]!, page: 2 }]);
    expect([await linesOf(made, 0), await linesOf(made, 1)]).toEqual([["Hello scan"], ["Hello scan"]]);
  });

  it("is not lost where its document is damaged elsewhere, as is found out later", async () => {
    const whole = page("", "", { 1: "<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>", 6: "<</Type/Outlines/Count 0>>" });
    const bytes = text(whole).replace(/\n6 0 obj/, "\n9 9 obj");
    const document = openPdf(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
    await layWords(document, HELLO, { existing: "add" });
    const { file } = await merge([{ document, title: "Scan" }]);
    expect(await linesOf(file.bytes())).toEqual(["Hello scan"]);
  });

  it("is read after its document was encrypted", async () => {
    const { newProtection, protect, Work } = await import("../../../src/engine.ts");
    const plain = await scan();
    const work = new Work(plain.length);
    const { pieces, length } = await protect([plain], await newProtection({ userPassword: "yours" }), { work });
    const locked = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      locked.set(piece, at);
      at += piece.length;
    }
    const document = openPdf(locked, { password: "yours" });
    await layWords(document, HELLO, { existing: "skip" });
    const made = (await updated(document)).bytes();
    const { pages } = await inspect(made, { text: "lines", password: "yours" });
    expect(pages[0]!.text!.lines.map((line) => line.text)).toEqual(["Hello scan"]);
  });
});

describe("pages that have text", () => {
  const SEEN = page("BT /F 12 Tf 20 20 Td (seen) Tj ET", FONT);

  it("stay as they are, byte for byte", async () => {
    expect(await laid(SEEN, HELLO, "skip")).toEqual(SEEN);
  });

  it("get the words beside it", async () => {
    expect(await linesOf(await laid(SEEN, HELLO, "add"))).toEqual(["Hello scan", "seen"]);
  });

  it.each([
    [
      "a layer of ours",
      async () =>
        laid(
          page("BT /F 12 Tf 20 20 Td (seen) Tj ET", FONT),
          [{ page: 1, lines: [{ words: [word("earlier", 150)] }] }],
          "add",
        ),
    ],
    [
      "text in the page's contents",
      async () => page("BT /F 12 Tf 20 20 Td (seen) Tj ET q BT 3 Tr /F 12 Tf 150 170 Td (earlier) Tj ET Q", FONT),
    ],
    [
      "a form of such text",
      async () =>
        page("/Fm Do BT /F 12 Tf 20 20 Td (seen) Tj ET", `${FONT}/XObject<</Fm 6 0 R>>`, {
          6: stream(
            "BT 3 Tr /F 12 Tf 150 170 Td (earlier) Tj ET",
            `/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<<${FONT}>>`,
          ),
        }),
    ],
  ])("lose what is not seen of it before they get words: %s", async (_, make) => {
    const before = await make();
    expect((await linesOf(before)).join(" ")).toContain("earlier");
    const after = await laid(before, HELLO, "redo");
    expect(await linesOf(after)).toEqual(["Hello scan", "seen"]);
    expect(text(after).startsWith(text(before))).toBe(true);
  });

  it("keep a text of which a part is seen", async () => {
    const mixed = page("BT 3 Tr /F 12 Tf 20 20 Td (half ) Tj 0 Tr (seen) Tj ET", FONT);
    expect((await linesOf(await laid(mixed, HELLO, "redo"))).at(-1)).toBe("half seen");
  });
});

describe("a standard", () => {
  it.each<Level>(["pdfa-2b", "pdfa-2u"])("that a file of pictures keeps is kept with the layer: %s", async (level) => {
    const picture = png({ width: 300, height: 200, colourType: 0, depth: 8, pixel: () => [90] });
    const extras = await newExtras({ claim: level as "pdfa-2b" });
    const { file } = await imagesToPdf([{ name: "a.png", bytes: picture }], { dpi: 72, extras });
    const language = { ...HELLO[0]!.lines[0]!, language: "de" };
    const made = await laid(file.bytes(), [{ page: 1, lines: [language] }]);
    expect(await checkConformance(made, level)).toMatchObject({ met: true, violations: [] });
  });

  it("for readers is kept, with the words as paragraphs: PDF/UA-1", async () => {
    const before = accessible();
    expect(await checkConformance(before, "pdfua-1")).toMatchObject({ met: true });
    const lines = [...HELLO[0]!.lines, { words: [word("far", 20, 70)], language: "de" }];
    const made = await laid(before, [{ page: 1, lines }]);
    expect(await checkConformance(made, "pdfua-1")).toMatchObject({ met: true, violations: [] });
    const structure = openPdf(made);
    const root = structure.dict(structure.catalog.get("StructTreeRoot"));
    const [whole] = structure.array(root?.get("K")) ?? [root?.get("K") ?? null];
    const kids = structure.array(structure.dict(whole)?.get("K")) ?? [];
    expect(kids.map((kid) => structure.dict(kid)?.get("S"))).toEqual(["Figure", "P", "P"]);
    expect(structure.text(structure.dict(kids[2]!)?.get("Lang"))).toBe("de");
  });

  it("of a file that is archived is kept, whoever made it", async () => {
    const made = await laid(archived(), HELLO);
    expect(await checkConformance(made, "pdfa-2b")).toMatchObject({ met: true, violations: [] });
  });
});
