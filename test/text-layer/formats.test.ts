import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { readWordsInTurns } from "../../src/text-layer/formats/read.ts";
import { WordsProblem } from "../../src/text-layer/formats/source-page.ts";
import type { PageWords } from "../../src/text-layer/words.ts";
import { pdf } from "../fixtures/pdf.ts";

/** Two pages of 200 by 100 points: a source of 400 by 200 pixels is twice as fine. */
const PAGES = pdf({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 100]>>",
  3: "<</Type/Page/Parent 2 0 R>>",
  4: "<</Type/Page/Parent 2 0 R>>",
});

const read = (given: unknown): PageWords[] => atOnce(readWordsInTurns(openPdf(PAGES), given));

/** The words of a line, each with its box. */
const shown = (pages: readonly PageWords[]) =>
  pages.map(({ page, lines }) => [
    page,
    ...lines.map(({ words }) => words.map(({ text, box }) => `${text} ${box}`).join(", ")),
  ]);

function problem(given: unknown): string {
  try {
    read(given);
  } catch (error) {
    if (error instanceof WordsProblem) return `${error.place} ${error.message}`.trim();
    throw error;
  }
  return "none";
}

const HOCR = (body: string, page = "bbox 0 0 400 200; ppageno 0") => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en"><head><title></title><meta charset="utf-8"></head>
<body><div class='ocr_page' id='page_1' title='image "in.png"; ${page}'>${body}</div></body></html>`;

const LINE = `<div class='ocr_carea'><p class='ocr_par' lang='deu'><span class='ocr_line' title="bbox 20 20 200 50; baseline 0.01 -5">
<span class='ocrx_word' title='bbox 20 20 100 50; x_wconf 91'><strong>Gr&#252;n &amp;</strong></span>
<span class='ocrx_word' title='bbox 110 20 200 50; x_wconf 40' dir='ltr'>blau&nbsp;</span></span></p></div>`;

describe("hOCR", () => {
  it("gives lines of words in points, with language, confidence and angle", () => {
    const [page] = read(HOCR(LINE));
    expect(page).toMatchObject({
      page: 1,
      lines: [
        {
          language: "de",
          angle: expect.closeTo(-0.57, 1),
          words: [
            { text: "Grün &", box: [10, 10, 50, 25], confidence: 91 },
            { text: "blau\u00a0", box: [55, 10, 100, 25], confidence: 40 },
          ],
        },
      ],
    });
  });

  it("has its pages by number, from 0, or in their order where numbers are missing or not different", () => {
    expect(read(HOCR(LINE, "bbox 0 0 400 200; ppageno 1"))[0]!.page).toBe(2);
    const two = HOCR(LINE).replace(
      "</body>",
      `<div class="ocr_page" title="bbox 0 0 400 200; ppageno 0">${LINE}</div></body>`,
    );
    expect(read(two).map(({ page }) => page)).toEqual([1, 2]);
  });

  it.each<[string, string, string | RegExp]>([
    ["cut off", HOCR(LINE).slice(0, -40), /^hOCR that is not well-formed/],
    ["of no page", "<html><body>Hello</body></html>", /ocr_page/],
    [
      "of a page without a size",
      HOCR(LINE, "ppageno 0"),
      "page 1 of the hOCR: expected a bbox, the size of the picture.",
    ],
    ["of another page", HOCR(LINE, "bbox 0 0 200 400"), /differ in proportion/],
    [
      "with a word beside the page",
      HOCR(LINE.replace("110 20 200", "110 20 1000000000")),
      /^word 2 on page 1 of the hOCR/,
    ],
    ["with a word of no numbers", HOCR(LINE.replace("110 20 200", "110 20 x")), /^word 2 on page 1 of the hOCR/],
    ["nested a thousand deep", HOCR("<span>".repeat(1000)), /nested too deeply/],
  ])("that is %s is refused", (_, text, why) => {
    expect(problem(text)).toMatch(why);
  });
});

const ALTO = (unit: string, page: string, strings: string) => `<?xml version="1.0"?>
<alto xmlns="http://www.loc.gov/standards/alto/ns-v3#"><Description><MeasurementUnit>${unit}</MeasurementUnit></Description>
<Layout><Page PHYSICAL_IMG_NR="1" ${page}><PrintSpace><TextBlock LANG="fr"><TextLine>${strings}</TextLine></TextBlock>
</PrintSpace></Page></Layout></alto>`;

describe("ALTO", () => {
  const strings = `<String HPOS="20" VPOS="20" WIDTH="80" HEIGHT="30" WC="0.9" CONTENT="docu" SUBS_TYPE="HypPart1" SUBS_CONTENT="document"/>
<SP/><String HPOS="110" VPOS="20" WIDTH="90" HEIGHT="30" CONTENT="par"/><HYP HPOS="200" WIDTH="10" CONTENT="-"/>`;

  it("in pixels is measured by its page, and a hyphen is of the word before it", () => {
    const [page] = read(ALTO("pixel", 'WIDTH="400" HEIGHT="200"', strings));
    expect(shown([page!])).toEqual([[1, "docu 10,10,50,25, par- 55,10,105,25"]]);
    expect(page!.lines[0]).toMatchObject({ language: "fr", words: [{ confidence: 90 }, {}] });
  });

  it("in tenths of a millimetre needs no page", () => {
    const far = `<String HPOS="254" VPOS="127" WIDTH="254" HEIGHT="63.5" CONTENT="x"/>`;
    const [left, top, right, bottom] = read(ALTO("mm10", "", far))[0]!.lines[0]!.words[0]!.box;
    expect([left, top, right, bottom].map(Math.round)).toEqual([72, 36, 144, 54]);
  });

  it("in pixels without a page is refused, and so is a word without a place", () => {
    expect(problem(ALTO("pixel", "", strings))).toMatch(/WIDTH and HEIGHT/);
    expect(problem(ALTO("pixel", 'WIDTH="400" HEIGHT="200"', '<String CONTENT="x"/>'))).toMatch(/^word 1 on page 1/);
  });
});

describe("Tesseract's TSV", () => {
  const HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext";
  const rows = [
    "1\t2\t0\t0\t0\t0\t0\t0\t400\t200\t-1\t",
    "4\t2\t1\t1\t1\t0\t20\t20\t180\t30\t-1\t",
    "5\t2\t1\t1\t1\t1\t20\t20\t80\t30\t96.5\tHello",
    "5\t2\t1\t1\t1\t2\t110\t20\t90\t30\t80\tscan",
    "5\t2\t1\t1\t2\t1\t20\t60\t80\t30\t12\tnext",
  ];

  it("gives its lines", () => {
    const pages = read([HEAD, ...rows].join("\n"));
    expect(shown(pages)).toEqual([[2, "Hello 10,10,50,25, scan 55,10,100,25", "next 10,30,50,45"]]);
    expect(pages[0]!.lines[0]!.words[0]!.confidence).toBe(96.5);
  });

  it("of rows that are cut off is refused", () => {
    expect(problem([HEAD, "5\t1\t1"].join("\n"))).toMatch(/^row 2 of the TSV/);
    expect(problem([HEAD, rows[2]].join("\n"))).toMatch(/^page 2 of the TSV: expected a row of level 1/);
  });
});

describe("JSON of words", () => {
  const word = (text: string, box: unknown, more = {}) => ({ text, box, ...more });

  it("is an object or its text, in points or parts of the page", () => {
    const pages = [
      { page: 1, width: 1, height: 1, words: [word("half", { x: 0.5, y: 0.5, width: 0.25, height: 0.25 })] },
    ];
    expect(shown(read({ pages }))).toEqual([[1, "half 100,50,150,75"]]);
    expect(shown(read(`\ufeff ${JSON.stringify({ pages })}`))).toEqual([[1, "half 100,50,150,75"]]);
  });

  it("has lines where it says them, else of words side by side", () => {
    const words = [word("a", [10, 10, 20, 20]), word("b", [25, 11, 35, 21]), word("c", [10, 30, 20, 40])];
    expect(shown(read({ pages: [{ page: 1, words }] }))).toEqual([
      [1, "a 10,10,20,20, b 25,11,35,21", "c 10,30,20,40"],
    ]);
    const said = words.map((one, at) => ({ ...one, line: at === 0 ? 1 : 2 }));
    expect(shown(read({ pages: [{ page: 1, words: said }] }))).toEqual([
      [1, "a 10,10,20,20", "b 25,11,35,21, c 10,30,20,40"],
    ]);
  });

  it.each<[string, unknown, string]>([
    ["no object", [], "expected an object with pages."],
    ["not valid", "{", "not valid JSON"],
    [
      "a page twice",
      {
        pages: [
          { page: 1, words: [] },
          { page: 1, words: [] },
        ],
      },
      ".pages[1].page",
    ],
    ["a width alone", { pages: [{ page: 1, width: 9, words: [] }] }, ".pages[0]"],
    ["a size below 0", { pages: [{ page: 1, width: -1, height: -1, words: [] }] }, ".pages[0].width"],
    [
      "a text that is none",
      { pages: [{ page: 1, words: [word(1 as never, [0, 0, 1, 1])] }] },
      ".pages[0].words[0].text",
    ],
    ["a box of three", { pages: [{ page: 1, words: [word("x", [0, 0, 1])] }] }, ".pages[0].words[0].box"],
    [
      "a negative size",
      { pages: [{ page: 1, words: [word("x", { x: 9, y: 9, width: -1, height: 2 })] }] },
      ".pages[0].words[0].box",
    ],
    [
      "a confidence of 900",
      { pages: [{ page: 1, words: [word("x", [0, 0, 1, 1], { confidence: 900 })] }] },
      ".pages[0].words[0].confidence",
    ],
    [
      "too many words",
      { pages: [{ page: 1, words: Array(20_001).fill(word("x", [0, 0, 1, 1])) }] },
      ".pages[0] expected at most",
    ],
  ])("with %s is refused", (_, given, why) => {
    expect(problem(given)).toContain(why);
  });
});
