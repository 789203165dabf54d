import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfProblem } from "../../src/pdf-file/pdf-problem.ts";
import { displaySize, toDisplay } from "../../src/pdf-pages/geometry.ts";
import { viewPage } from "../../src/pdf-pages/page-view.ts";
import { TextReader } from "../../test/support/text-reader.ts";
import { cropJob } from "./crop.ts";
import type { OperationJob, Verdict } from "./job.ts";
import { run } from "./tools.ts";

const mostPages = 10;
/** The share of a file's words that must be found where poppler finds them. */
const enough = 0.99;

/** A character by its middle, in points from the page's top left corner. */
interface Placed {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/**
 * Compares the characters of pages with the words of pdftotext: each word must consist of the characters in its box.
 * Words that mutool reads differently, or elsewhere, are not judged: the two tools disagree about fonts that do not say
 * which characters they hold.
 */
export const textJob: OperationJob<(Placed[] | undefined)[]> = {
  run(bytes) {
    const document = openPdf(bytes);
    if (document.pageCount === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    const reader = new TextReader(document);
    return Array.from({ length: Math.min(mostPages, document.pageCount) }, (_, index) => {
      const view = viewPage(document, document.pages.leaf(index));
      // poppler knows no UserUnit.
      if (view.userUnit !== 1) return undefined;
      const placed: Placed[] = [];
      const { height } = displaySize(view);
      reader.characters(document.page(index), view.visible, ({ text, box }) => {
        const area = toDisplay(box, view);
        placed.push({ text, x: area.x + area.width / 2, y: height - area.y - area.height / 2 });
      });
      return placed;
    });
  },

  async judge(pages, file): Promise<Verdict> {
    const told = await run("pdftotext", ["-q", "-bbox", "-cropbox", "-l", String(mostPages), file, "-"]);
    const poppler = new TextDecoder().decode(told.stdout).split("<page ").slice(1);
    const options = ["draw", "-q", "-F", "stext", "-O", "preserve-ligatures", file, `1-${mostPages}`];
    const drawn = await run("mutool", options);
    const mupdf = new TextDecoder().decode(drawn.stdout).split("<page ").slice(1);
    let all = 0;
    let disputed = 0;
    const missed: string[] = [];
    for (const [index, ours] of pages.entries()) {
      if (!ours) continue;
      const words = [...wordsOf(poppler[index] ?? "")];
      const theirs = [...charactersOf(mupdf[index] ?? "")];
      for (const word of words) {
        const others = words.filter((other) => other !== word && overlap(word, other)).map((other) => other.text);
        if (!isSame(textWithin(theirs, word), word.text, others)) {
          disputed++;
          continue;
        }
        all++;
        const found = textWithin(ours, word);
        if (!isSame(found, word.text, others)) missed.push(`${word.text} is ${found || "nothing"}`);
      }
    }
    const counts = { what: "words", all, agreeing: all - missed.length, disputed };
    if (all === 0) return { kind: "produced", detail: "no words", counts };
    const detail = `${counts.agreeing} of ${all} words: ${missed.slice(0, 5).join(", ")}`;
    if (counts.agreeing >= all * enough) return { kind: "right", detail: missed.length > 0 ? detail : "", counts };
    return { kind: "produced", detail, counts };
  },

  clean: cropJob.clean,
};

interface TheirWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function* wordsOf(xml: string): Generator<TheirWord> {
  const pattern = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g;
  for (const [, ...values] of xml.matchAll(pattern)) {
    const [left, top, right, bottom] = values.slice(0, 4).map(Number) as [number, number, number, number];
    const text = plain(unescaped(values[4]!));
    if (text !== "")
      yield { text, x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
  }
}

function* charactersOf(xml: string): Generator<Placed> {
  for (const [, quad, text] of xml.matchAll(/<char quad="([^"]*)"[^>]* c="([^"]*)"/g)) {
    const corners = quad!.split(" ").map(Number);
    const middle = (first: number): number => {
      const values = [0, 2, 4, 6].map((corner) => corners[corner + first]!);
      return (Math.min(...values) + Math.max(...values)) / 2;
    };
    yield { text: unescaped(text!), x: middle(0), y: middle(1) };
  }
}

/** The characters whose middle is in the word's box. Lines above and below reach into it. */
function textWithin(characters: readonly Placed[], { x, y, width, height, text }: TheirWord): string {
  const isTurned = height > width && text.length > 1;
  const across = isTurned ? width * 0.4 : width / 2 + 0.5;
  const up = isTurned ? height / 2 + 0.5 : height * 0.4;
  const found = characters.filter((one) => Math.abs(one.x - x) < across && Math.abs(one.y - y) < up);
  return plain(found.map((one) => one.text).join(""));
}

function overlap(one: TheirWord, other: TheirWord): boolean {
  return (
    Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
    Math.abs(one.y - other.y) < (one.height + other.height) / 2
  );
}

/**
 * Whether the letters are the same. Letters of overlapping words may be there as well, and what is drawn twice for
 * weight or shadow counts once.
 */
function isSame(found: string, wanted: string, others: readonly string[]): boolean {
  const letters = [...found];
  for (const letter of wanted) {
    const at = letters.indexOf(letter);
    if (at < 0) return false;
    letters.splice(at, 1);
  }
  const allowed = new Set([wanted, ...others].join(""));
  return letters.every((letter) => allowed.has(letter));
}

function plain(text: string): string {
  return text.normalize("NFKC").replace(/[\s\u00ad]+/g, "");
}

function unescaped(text: string): string {
  const names: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replace(/&(?:#x([\da-f]+)|(lt|gt|quot|apos|amp));/g, (_, hex: string | undefined, name: string) =>
    hex === undefined ? names[name]! : String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}
