import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { displaySize } from "../../pdf-pages/geometry.ts";
import { displayOf } from "../../pdf-pages/page-view.ts";
import type { LayerLine, LayerWord, PageWords, SeenBox } from "../words.ts";

/** What is wrong with words that were brought, and where. */
export class WordsProblem extends Error {
  /** In JSON the path, such as `.pages[2].words[5].box`; of others the message says where it is. */
  readonly place: string;

  constructor(place: string, message: string) {
    super(isPath(place) ? message : `${place}: ${message}`);
    this.place = isPath(place) ? place : "";
  }
}

function isPath(place: string): boolean {
  return place === "" || place.startsWith(".");
}

/** A page of words as they were brought, in the measure of their source. */
export interface SourcePage {
  readonly page: number;
  /** Where the page is in what was brought. */
  readonly place: string;
  /** How large the source's page is; without it words are in points. 1 and 1 are parts of the page. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly lines: readonly LayerLine[];
  /** Where the box of a word is, counted from 0 over the page, if there is a path to it. */
  readonly placeOf?: (word: number) => string;
}

/** Pages by the numbers that they have, from 0 or 1; where these are not given or not different, in their order. */
export function numbered(pages: readonly (SourcePage & { readonly number: number | undefined })[]): SourcePage[] {
  const numbers = new Set(pages.map(({ number }) => number));
  const isNumbered = numbers.size === pages.length && !numbers.has(undefined);
  const first = numbers.has(0) ? 1 : 0;
  return pages.map(({ number = 0, ...page }, at) => ({ ...page, page: isNumbered ? number + first : at + 1 }));
}

/** The most words of a page, and of all pages. */
const MOST_WORDS = { page: 20_000, all: 100_000 };
/** The longest word in characters: what no line has. */
const LONGEST = 1_000;
/** How much the proportions of a page may differ from those of the source's. */
const SKEWED = 0.04;
/** How far a box may reach over the page's edge, in parts of its size: readers round. */
const OVER = 0.01;

/** The words on the pages of the document. Refuses what cannot be of it. */
export function onPages(document: PdfDocument, sources: readonly SourcePage[]): PageWords[] {
  const seen = new Set<number>();
  let all = 0;
  return sources.map((source) => {
    const { page, place, size } = source;
    const { pageCount } = document;
    const ofPage = isPath(place) ? `${place}.page` : place;
    if (!Number.isInteger(page) || page < 1 || page > pageCount) {
      throw new WordsProblem(ofPage, `expected a page from 1 to ${pageCount}, got ${page}.`);
    }
    if (seen.has(page)) throw new WordsProblem(ofPage, `page ${page} is there twice.`);
    seen.add(page);
    const shown = displaySize(displayOf(document, document.page(page - 1)));
    const [across, down] = size ? [shown.width / size.width, shown.height / size.height] : [1, 1];
    const isPart = size?.width === 1 && size.height === 1;
    if (!isPart && Math.abs(across / down - 1) > SKEWED) {
      const [own, other] = [
        `${round(size!.width)} × ${round(size!.height)}`,
        `${round(shown.width)} × ${round(shown.height)}`,
      ];
      throw new WordsProblem(
        place,
        `its page is ${own}, and page ${page} is ${other} points: they differ in proportion.`,
      );
    }
    let count = 0;
    document.work.spend(COST.page + source.lines.length * COST.piece);
    const lines = source.lines.map((line) => ({
      ...line,
      words: line.words.map((word) => placed(word, [across, down], shown, source, count++)),
    }));
    all += count;
    if (count > MOST_WORDS.page || all > MOST_WORDS.all) {
      const most = `${MOST_WORDS.page} words on a page and ${MOST_WORDS.all} in all`;
      throw new WordsProblem(place, `expected at most ${most}.`);
    }
    return { page, lines };
  });
}

function placed(
  word: LayerWord,
  [across, down]: readonly [number, number],
  { width, height }: { readonly width: number; readonly height: number },
  source: SourcePage,
  at: number,
): LayerWord {
  const place = source.placeOf?.(at) ?? `word ${at + 1} on ${source.place}`;
  if (word.text.length > LONGEST) throw new WordsProblem(place, `expected a word of at most ${LONGEST} characters.`);
  const [left, top, right, bottom] = word.box;
  const isBox = word.box.every(Number.isFinite) && right > left && bottom > top;
  const box: SeenBox = [left * across, top * down, right * across, bottom * down];
  const [x, y] = [width * OVER, height * OVER];
  const isOn = box[0] >= -x && box[1] >= -y && box[2] <= width + x && box[3] <= height + y;
  if (isBox && isOn) return { ...word, box };
  const shown = word.box.map(round).join(", ");
  const what = isBox
    ? "a box on the page"
    : "a box whose right is right of its left, and whose bottom is below its top";
  throw new WordsProblem(place, `expected ${what}, got [${shown}].`);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
