import { describe, expect, it } from "vitest";
import { inspectRanges } from "../../src/inspect/inspect-ranges.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { latin1 } from "../../src/pdf-file/rope.ts";
import { type PageSet, pageSet } from "../../src/pdf-pages/page-set.ts";
import { damaged, deflated, type FileOptions, pagesOf, pdf, stream, text } from "../fixtures/pdf.ts";
import { inspectPdf } from "../support/at-once.ts";

const ALL = { from: 1, limit: 1000 };

describe("a page is described", () => {
  it.each([
    ["as it is", "", { width: 200, height: 100, rotation: 0, userUnit: 1 }],
    ["turned", "/Rotate -90", { width: 100, height: 200, rotation: 270 }],
    ["within its crop box", "/CropBox[50 50 500 500]", { width: 150, height: 50 }],
    ["in points, whatever its user unit", "/UserUnit 2.5", { width: 500, height: 250, userUnit: 2.5 }],
  ])("%s", (_, entries, facts) => {
    const { pages } = inspectPdf(openPdf(pdf(pagesOf(1, () => entries))), ALL);
    expect(pages[0]).toMatchObject({ pageNumber: 1, ...facts });
  });

  it("with the boxes that take effect, and the others that it has", () => {
    const file = pdf(pagesOf(1, () => "/CropBox[90 90 -10 10]/TrimBox[1 2 3 4]"));
    expect(inspectPdf(openPdf(file), ALL).pages[0]!.boxes).toEqual({
      mediaBox: [0, 0, 200, 100],
      cropBox: [0, 10, 90, 90],
      trimBox: [1, 2, 3, 4],
    });
  });
});

describe("a document is described", () => {
  const factsOf = (entries: string, objects = {}, trailer = "") => {
    const bodies = { ...pagesOf(1), 1: `<</Type/Catalog/Pages 2 0 R${entries}>>`, ...objects };
    return inspectPdf(openPdf(pdf(bodies, { trailer: `/Root 1 0 R${trailer}` })), ALL).document;
  };
  const NOTHING = {
    ...{ attachments: { count: 0, names: [] }, portfolio: false, xfa: false, scripts: false },
    ...{ signatures: 0, tagged: false, encryption: null },
  };

  it.each<[string, string, object]>([
    ["that has nothing beside its pages", "", {}],
    ["that has tags", "/StructTreeRoot<<>>", { tagged: true }],
    ["with a form in XFA", "/AcroForm<</Fields[]/XFA[(a)20 0 R]>>", { xfa: true }],
    ["that runs a script when it is opened", "/OpenAction<</S/JavaScript/JS(1)>>", { scripts: true }],
    ["that runs a script when it is closed", "/AA<</WC<</S/JavaScript/JS(1)>>>>", { scripts: true }],
    ["with scripts for all of it", "/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>>>", { scripts: true }],
    ["that opens at a page", "/OpenAction[3 0 R/Fit]", {}],
    [
      "that is a portfolio",
      "/Collection<<>>/Names<</EmbeddedFiles<</Names[(1)<</F(f)/UF(a.csv)>>(2)<</F(b.txt)>>(c)null]>>>>",
      { portfolio: true, attachments: { count: 3, names: ["a.csv", "b.txt", "c"] } },
    ],
    [
      "with signatures that were given, and one that was not",
      "/AcroForm<</Fields[<</FT/Sig/V<<>>/Kids[<</Subtype/Widget>>]>><</FT/Sig/Kids[<</V<<>>>>]>><</FT/Sig>><</FT/Tx/V(a)>>]>>",
      { signatures: 2 },
    ],
  ])("%s", (_, entries, facts) => {
    expect(factsOf(entries)).toEqual({ ...NOTHING, ...facts });
  });
});

describe("a document without pages", () => {
  it("is refused as corrupt, as by crop and split", () => {
    const file = pdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Count 0/Kids[]>>" });
    expect(() => inspectPdf(openPdf(file), ALL)).toThrowError(expect.objectContaining({ kind: "corrupt" }));
  });
});

describe("a long document", () => {
  it("is described a window at a time", () => {
    const document = openPdf(pdf(pagesOf(10)));
    const { pageCount, pages } = inspectPdf(document, { from: 9, limit: 5 });
    expect(pageCount).toBe(10);
    expect(pages.map(({ pageNumber }) => pageNumber)).toEqual([9, 10]);
    expect(inspectPdf(document, { from: 11, limit: 5 }).pages).toEqual([]);
  });

  it("has the content of the window's own pages", () => {
    const { pages } = inspectPdf(openPdf(pdf(pagesOf(4))), { from: 2, limit: 2, content: true });
    expect(pages.map(({ pageNumber, contentBox }) => [pageNumber, contentBox?.x])).toEqual([
      [2, 1],
      [3, 2],
    ]);
  });
});

it("a drawing of 26 MB on one page of ten is read: where it is, how much it covers and that it says nothing", () => {
  const point = (at: number): string => `${(at * 7919) % 180}.${at % 1000} ${(at * 104_729) % 90}.${at % 997}`;
  const lines = Array.from({ length: 4_000 }, (_, at) => `${point(at)} ${at % 20 === 0 ? "m" : "l"}`).join("\n");
  const drawing = `${lines} S\n`.repeat(Math.ceil(26e6 / lines.length));
  const bodies = { ...pagesOf(10), 10: deflated(drawing) };
  const file = pdf(bodies);
  const { pages, partial } = inspectPdf(openPdf(file), { from: 1, limit: 10, content: true, text: "words" });
  expect(partial).toEqual([]);
  expect(pages[3]!.blank).toBe(false);
  expect(pages[3]!.ink!.share).toBeGreaterThan(0.7);
  expect(pages[3]!.text!.lines).toEqual([]);
});

describe("the ink of pages", () => {
  it("is reported with their words", () => {
    const bodies = pagesOf(2, (index) => (index === 1 ? "/UserUnit 2" : ""));
    for (const page of [4, 6]) bodies[page] = stream("50 50 100 25 re f");
    const of = (text: "words" | "lines") => inspectPdf(openPdf(pdf(bodies)), { ...ALL, text }).pages;
    const [first, second] = of("words");
    expect(first!.ink!.share).toBeCloseTo(0.125);
    expect(first!.ink!.largestMark).toBe(100);
    expect(second!.ink!.largestMark).toBe(200);
    expect(first).not.toHaveProperty("contentBox");
    expect(of("lines")[0]).not.toHaveProperty("ink");
  });
});

describe("the text of pages", () => {
  const says = (index: number): string => `BT /F 10 Tf 20 50 Td (Page number ${index + 1}) Tj 0 -20 Td (end) Tj ET`;
  const file = (entries = ""): Uint8Array => {
    const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
    const bodies = pagesOf(5, () => `${entries}${font}`);
    for (let index = 0; index < 5; index++) bodies[4 + index * 2] = stream(says(index));
    return pdf(bodies);
  };
  const linesOf = (facts: ReturnType<typeof inspectPdf>) =>
    facts.pages.map(({ pageNumber, text }) => [pageNumber, text?.lines.map((line) => line.text)]);

  it("is in lines, with the place of each word on the page as displayed", () => {
    const { pages } = inspectPdf(openPdf(file("/Rotate 90/UserUnit 2")), { from: 1, limit: 1, text: "words" });
    const [line] = pages[0]!.text!.lines;
    expect(line!.text).toBe("Page number 1");
    expect(line!.fontSize).toBe(20);
    // The page is shown turned to the right: what runs to the right in it runs down.
    expect(line!.height).toBeGreaterThan(line!.width);
    expect(line!.words!.map(({ text }) => text)).toEqual(["Page", "number", "1"]);
    expect(line!.words![0]!.y + line!.words![0]!.height).toBeCloseTo(400 - 2 * 20);
  });

  it("is that of the pages that are asked for", () => {
    const among = (): PageSet =>
      pageSet([
        { first: 4, last: 5 },
        { first: 2, last: 2 },
      ]);
    const facts = inspectPdf(openPdf(file()), { from: 1, limit: 2, among, text: "lines" });
    expect(linesOf(facts)).toEqual([
      [2, ["Page number 2", "end"]],
      [4, ["Page number 4", "end"]],
    ]);
    expect(facts.pages[0]!.text!.lines[0]!.words).toBeUndefined();
    const even = pageSet([{ first: 4, last: 2, step: -2 }]);
    const { pages } = inspectPdf(openPdf(file()), { from: 1, limit: 9, among: () => even });
    expect(pages.map((page) => page.pageNumber)).toEqual([2, 4]);
    expect(inspectPdf(openPdf(file()), { from: 5, limit: 2, among }).pages.map((page) => page.pageNumber)).toEqual([5]);
  });

  it("ends before the page that would exceed the words of one answer", () => {
    const facts = inspectPdf(openPdf(file()), { from: 2, limit: 4, text: "words", words: 9 });
    expect(facts.pages.map(({ pageNumber }) => pageNumber)).toEqual([2, 3]);
    expect(inspectPdf(openPdf(file()), { from: 2, limit: 4, text: "words", words: 1 }).pages).toHaveLength(1);
  });
});

describe("a remote document", () => {
  /** Two hundred pages between streams of 50 kB: 10 MB in all. */
  const turned = (index: number): string => (index % 2 ? "/Rotate 90" : "");
  const large = (options: FileOptions = {}, entries = turned): Uint8Array => {
    const bodies = pagesOf(200, entries);
    for (let index = 0; index < 200; index++) bodies[4 + index * 2] = stream("q ".repeat(25_000));
    return pdf(bodies, options);
  };
  const compressed = [1, 2, ...Array.from({ length: 200 }, (_, index) => 3 + index * 2)];

  async function inspected(file: Uint8Array, window = ALL) {
    let moved = 0;
    const read = async (start: number, end: number) => {
      moved += end - start;
      return file.slice(start, end);
    };
    return { remote: await inspectRanges({ size: file.length, read }, window), moved };
  }

  it.each<[string, FileOptions, number]>([
    ["a table", {}, 1_500_000],
    ["streams", { style: "stream", compressed }, 150_000],
  ])("with %s is described from a part of its bytes", async (_, options, most) => {
    const file = large(options);
    const { remote, moved } = await inspected(file);
    const { bytesMoved, ...facts } = remote!;
    expect(facts).toEqual({ ...inspectPdf(openPdf(file), ALL), document: undefined });
    expect(bytesMoved).toBe(moved);
    expect(moved).toBeLessThan(most);
  });

  it("is described where a page's object is longer than what is fetched at once", async () => {
    const long = (index: number) => (index % 50 === 7 ? `/Note(${"long ".repeat(2_000)})/Rotate 90` : "");
    const file = large({}, long);
    const { remote } = await inspected(file);
    expect(remote?.pages).toEqual(inspectPdf(openPdf(file), ALL).pages);
  });

  it("costs fewer bytes for fewer pages", async () => {
    const { remote, moved } = await inspected(large(), { from: 150, limit: 3 });
    expect(remote!.pages.map(({ pageNumber }) => pageNumber)).toEqual([150, 151, 152]);
    expect(moved).toBeLessThan(120_000);
  });

  it.each([
    ["is damaged", damaged(large(), "startxref", "startxxxx")],
    ["is small", pdf(pagesOf(3))],
    ["has junk before its header", latin1(` ${text(large())}`)],
  ])("is left to be read whole when it %s", async (_, file) => {
    expect((await inspected(file)).remote).toBeUndefined();
  });
});
