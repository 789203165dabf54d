import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { compileExpression } from "../../src/pdf-content/text/regex.ts";
import { containing, ExpressionProblem, equalling, type Finder, matching } from "../../src/pdf-content/text/search.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { type BlankRule, pagesShown } from "../../src/split/by-blank-pages.ts";
import type { TextRule } from "../../src/split/by-text.ts";
import type { SplitMode } from "../../src/split/modes.ts";
import { choiceInTurns, type SplitOptions } from "../../src/split/split.ts";
import { pagesOf, pdf, stream, text } from "../fixtures/pdf.ts";
import { splitDocument } from "../support/at-once.ts";

/** A document of pages of 200 by 100 points that say these lines, from the top. */
function saying(...pages: readonly (readonly string[])[]) {
  const bodies = pagesOf(
    pages.length,
    () => "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>",
  );
  for (const [index, lines] of pages.entries()) {
    const shown = lines.map((line, at) => `1 0 0 1 10 ${80 - at * 20} Tm (${line}) Tj`).join(" ");
    bodies[4 + index * 2] = stream(`BT /F 10 Tf ${shown} ET`);
  }
  return openPdf(pdf(bodies));
}

const invoices = () =>
  saying(["Cover"], ["Invoice No. 7", "total"], ["more of it"], ["Invoice", "No. 8"], ["the in-", "voice goes on"]);

const rule = (find: Finder, more: Partial<TextRule> = {}): SplitMode => ({
  text: { find, at: "start", page: "keep", before: "part", none: "refuse", ...more },
});
const parts = (mode: SplitMode, document = invoices(), options: Partial<SplitOptions> = {}) =>
  atOnce(choiceInTurns(document, mode, { outputBytes: 1e9, ...options })).parts;
const labels = (...of: Parameters<typeof parts>) => parts(...of).map(({ pages }) => pages.label);

describe("a document is divided where pages say something", () => {
  it("before each page that does, with what comes before the first", () => {
    expect(labels(rule(containing("invoice no.", false)))).toEqual(["1", "2-3", "4-5"]);
    expect(labels(rule(containing("invoice no.", false), { before: "drop" }))).toEqual(["2-3", "4-5"]);
    expect(labels(rule(containing("invoice no.", false), { page: "drop" }))).toEqual(["1", "3", "5"]);
  });

  it("after each page that does, with what comes after the last", () => {
    const at = "end" as const;
    expect(labels(rule(containing("Invoice No.", true), { at }))).toEqual(["1-2", "3-4", "5"]);
    expect(labels(rule(containing("Invoice No.", true), { at, before: "drop" }))).toEqual(["1-2", "3-4"]);
    expect(labels(rule(containing("Invoice No.", true), { at, page: "drop" }))).toEqual(["1", "3", "5"]);
  });

  it("by words that a hyphen divides, and by whole lines", () => {
    expect(labels(rule(containing("the invoice", false)))).toEqual(["1-4", "5"]);
    expect(labels(rule(equalling("invoice", false)))).toEqual(["1-3", "4-5"]);
    expect(labels(rule(equalling("more of it", true)))).toEqual(["1-2", "3-5"]);
  });

  it("by an expression, whose match and groups are in the answer", () => {
    const found = parts(rule(matching(compileExpression("^Invoice\\s+No\\. (\\d)$", true, 1000))));
    expect(found.map(({ pages, found }) => [pages.label, found?.match, found?.groups])).toEqual([
      ["1", undefined, undefined],
      ["2-3", "Invoice No. 7", ["7"]],
      ["4-5", "Invoice\nNo. 8", ["8"]],
    ]);
  });

  it("where a text changes that each page has, such as a customer's number", () => {
    const pages = saying(["No. 1"], ["No. 1"], ["no number"], ["No. 2 a"], ["No. 2 b"], ["No. 1"]);
    const find = matching(compileExpression("No\\. (\\d)", true, 1000));
    expect(labels(rule(find, { at: "change" }), pages)).toEqual(["1-3", "4-5", "6"]);
    const whole = matching(compileExpression("No.*", true, 1000));
    expect(labels(rule(whole, { at: "change" }), pages)).toEqual(["1-3", "4", "5", "6"]);
  });

  it("by what an area says", () => {
    const area = { x: 0, y: 50, width: 200, height: 20 };
    expect(labels(rule(containing("No.", true), { area }))).toEqual(["1-3", "4-5"]);
    expect(labels(rule(equalling("total", true), { area }))).toEqual(["1", "2-5"]);
  });

  it("but not where no page does: it is refused, or stays whole", () => {
    const nothing = containing("receipt", false);
    expect(() => parts(rule(nothing))).toThrowError(
      expect.objectContaining({ misfit: { kind: "no text", unread: { noUnicode: [], scans: [] } } }),
    );
    expect(labels(rule(nothing, { none: "whole" }))).toEqual(["1-5"]);
    expect(labels(rule(nothing, { none: "whole", at: "end" }))).toEqual(["1-5"]);
  });

  it("with the same pages in the files that are made", () => {
    const split = splitDocument(invoices(), rule(containing("invoice no.", false)), { outputBytes: 1e9 });
    const made = split.parts.map(({ pages, pieces }) => {
      const bytes = new Uint8Array([...pieces].flatMap((piece) => [...piece]));
      return [pages.label, openPdf(bytes).pageCount];
    });
    expect(made).toEqual([
      ["1", 1],
      ["2-3", 2],
      ["4-5", 2],
    ]);
  });
});

it("parts of any kind are named by what their first page says", () => {
  const names = [{ find: matching(compileExpression("No\\. (\\d)", true, 1000)) }];
  expect(parts({ every: 2 }, saying(["No. 5"], [], ["nothing"]), { names }).map(({ texts }) => texts)).toEqual([
    ["5"],
    [""],
  ]);
});

it("an expression is refused that RE2 does not know, or that has too many states", () => {
  for (const source of ["(?=a)", "(a)\\1", "a{1,999}", "("]) {
    expect(() => compileExpression(source, true, 500)).toThrow(ExpressionProblem);
  }
});

it("what cannot be read is listed by page", () => {
  const bodies = pagesOf(3, () => "/Resources<</Font<</F<</Type/Font/Subtype/Type0/Encoding/Identity-H>>>>>>");
  bodies[4] = stream("BT /F 10 Tf 10 50 Td <00010002> Tj ET");
  bodies[6] = stream("q 200 0 0 100 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q");
  const document = openPdf(pdf(bodies));
  expect(() => parts(rule(containing("a", false)), document)).toThrowError(
    expect.objectContaining({ misfit: { kind: "no text", unread: { noUnicode: [1], scans: [2] } } }),
  );
});

describe("blank pages", () => {
  const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
  const drawn = (...contents: string[]) => {
    const bodies = pagesOf(contents.length, () => font);
    for (const [index, content] of contents.entries()) bodies[4 + index * 2] = stream(content);
    return openPdf(pdf(bodies));
  };
  const ink = "50 50 20 20 re f";
  const number = "98 3 4 4 re f";
  const blank = { drop: true, threshold: 191, specks: 0, margins: 0 };

  it("divide a document, and go or end a part", () => {
    const document = () => drawn("", ink, ink, "1 g 0 0 200 100 re f", "", ink, "");
    expect(labels({ blank }, document())).toEqual(["2-3", "6"]);
    expect(labels({ blank: { ...blank, drop: false } }, document())).toEqual(["1", "2-5", "6-7"]);
  });

  it("may have marks near their edges", () => {
    expect(labels({ blank }, drawn(ink, number, ink))).toEqual(["1-3"]);
    expect(labels({ blank: { ...blank, margins: 10 } }, drawn(ink, number, ink))).toEqual(["1", "3"]);
  });

  /** A scan of 200 by 100 samples, a point each, which is white but for these rectangles. */
  const scanned = (...marks: readonly [left: number, top: number, width: number, height: number][]): string => {
    const samples = new Uint8Array(200 * 100).fill(255);
    for (const [left, top, width, height] of marks) {
      for (let y = top; y < top + height; y++) samples.fill(0, y * 200 + left, y * 200 + left + width);
    }
    return `q 200 0 0 100 0 0 cm BI /W 200 /H 100 /BPC 8 /CS /G ID ${text(samples)} EI Q`;
  };
  const shownOf = (content: string, rule: Partial<BlankRule> = {}) => {
    const [only] = atOnce(pagesShown(drawn(content), { ...blank, ...rule }));
    return only!;
  };

  it("may be scans with holes and shadows near all edges", () => {
    const edges = scanned([2, 40, 6, 6], [190, 0, 10, 100], [0, 96, 200, 4]);
    expect(labels({ blank }, drawn(ink, edges, ink))).toEqual(["1-3"]);
    expect(labels({ blank: { ...blank, margins: 12 } }, drawn(ink, edges, ink))).toEqual(["1", "3"]);
    const within = scanned([2, 40, 6, 6], [100, 50, 6, 6]);
    expect(labels({ blank: { ...blank, margins: 12 } }, drawn(ink, within, ink))).toEqual(["1-3"]);
  });

  it("are those whose largest mark is smaller than the least that counts", () => {
    const dust = scanned([20, 20, 2, 3], [100, 50, 4, 2], [150, 80, 1, 1]);
    const { ink, content } = shownOf(dust);
    expect(content).toBeDefined();
    expect(ink.largestMark).toBeCloseTo(4);
    expect(shownOf(dust, { specks: ink.largestMark }).content).toBeDefined();
    expect(shownOf(dust, { specks: ink.largestMark + 0.1 })).toMatchObject({ content: undefined, ink });
  });

  it("say how much of a page is ink, and what the largest mark is", () => {
    expect(shownOf("").ink).toEqual({ share: 0, largestMark: 0, kind: undefined });
    expect(shownOf("50 50 20 10 re f 60 50 20 10 re f").ink).toMatchObject({ largestMark: 20, kind: "drawing" });
    // They overlap by half: what is covered twice counts once, as far as cells can tell.
    expect(shownOf("50 50 20 10 re f 50 50 20 10 re f").ink.share).toBeLessThan(0.02);
    expect(shownOf("50 50 100 50 re f").ink.share).toBeCloseTo(0.25);
    expect(shownOf("50 50 100 50 re f 1 g 0 0 200 100 re f").ink).toMatchObject({ share: 0, largestMark: 0 });
    expect(shownOf(scanned([20, 20, 50, 40])).ink).toMatchObject({ largestMark: 50, kind: "picture" });
    expect(shownOf(scanned([20, 20, 50, 40])).ink.share).toBeCloseTo(0.1);
    expect(shownOf("BT /F 10 Tf 10 50 Td (some words) Tj ET 10 10 5 5 re f").ink.kind).toBe("text");
  });

  it("are refused where no other page is left", () => {
    expect(() => labels({ blank }, drawn("", ""))).toThrowError(
      expect.objectContaining({ misfit: { kind: "no pages left" } }),
    );
  });
});

it("a number of parts makes them of about equally many pages", () => {
  expect(labels({ count: 3 }, saying([], [], [], [], [], [], []))).toEqual(["1-2", "3-4", "5-7"]);
  expect(() => labels({ count: 4 }, saying([], []))).toThrowError(
    expect.objectContaining({ misfit: { kind: "too few pages", pageCount: 2 } }),
  );
});
