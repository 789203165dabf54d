import { basename } from "node:path";
import { atOnce } from "../../src/meter/turns.ts";
import { TextForms } from "../../src/pdf-content/text/reading-form.ts";
import { comparable, searchedTexts } from "../../src/pdf-content/text/search.ts";
import { TextReader } from "../../src/pdf-content/text/text-reader.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfProblem } from "../../src/pdf-file/pdf-problem.ts";
import { displaySize, toDisplay } from "../../src/pdf-pages/geometry.ts";
import { viewPage } from "../../src/pdf-pages/page-view.ts";
import { type Random, seeded } from "../../test/fixtures/random.ts";
import { run } from "../lib/tools.ts";
import { cropJob } from "./crop.ts";
import type { OperationJob, Verdict } from "./outcome.ts";

const mostPages = 40;
/** Words that are drawn from each file: half from each of the two readings. */
const drawn = 20;
/** How far the sides of a word's box may be from poppler's, in points. */
const tolerance = 1;
/** The shares that must agree. */
const enoughPages = 0.995;
const enoughBoxes = 0.99;

/** A word's box in points, from the page's top left corner. */
interface Placed {
  readonly text: string;
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

interface ReadPage {
  /** What is searched, as it is compared. */
  readonly texts: readonly string[];
  /** Undefined on a page with a UserUnit, which poppler does not know. */
  readonly words: readonly Placed[] | undefined;
}

/**
 * Draws words at random and compares the pages on which they are found with those of pdftotext, and the boxes of words
 * with those of pdftotext -bbox.
 */
export const textJob: OperationJob<ReadPage[]> = {
  run(bytes) {
    const document = openPdf(bytes);
    if (document.pageCount === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    const reader = new TextReader(document);
    return Array.from({ length: Math.min(mostPages, document.pageCount) }, (_, index) => {
      const view = viewPage(document, document.pages.leaf(index));
      const { height } = displaySize(view);
      const text = atOnce(reader.read(document.page(index), view.visible));
      const words = text.lines.flatMap((line) =>
        line.words.map(({ text, box }) => {
          const area = toDisplay(box, view);
          const [left, top] = [area.x, height - area.y - area.height];
          return { text, box: [left, top, left + area.width, top + area.height] as const };
        }),
      );
      const texts = searchedTexts(text).flatMap((one) =>
        new TextForms(one, document.work).joined.map((form) => comparable(form.text, false)),
      );
      return { texts, words: view.userUnit === 1 ? words : undefined };
    });
  },

  async judge(pages, file): Promise<Verdict> {
    const theirs = await popplerPages(file);
    if (theirs.every((texts) => texts.every((text) => text === ""))) return { kind: "produced", detail: "no words" };
    const random = seeded([...basename(file)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7));
    const words = [
      ...draw(theirs, random),
      ...draw(
        pages.map(({ texts }) => texts),
        random,
      ),
    ];
    let others: string[][] | undefined;
    const [missed, disputed]: [string[], string[]] = [[], []];
    for (const word of words) {
      const differing = differingPages(word, pages, theirs);
      if (differing.length === 0) continue;
      others ??= await mutoolPages(file);
      const isDisputed = differingPages(word, pages, others).every((page) => !differing.includes(page));
      (isDisputed ? disputed : missed).push(`"${word}" on page ${differing.slice(0, 3).join(", ")}`);
    }
    const placed = await judgeBoxes(pages, file);
    const counts = [
      {
        what: "drawn words",
        all: words.length - disputed.length,
        agreeing: words.length - disputed.length - missed.length,
        disputed: disputed.length,
      },
      { what: "boxes of words", all: placed.all, agreeing: placed.all - placed.missed.length, disputed: placed.other },
    ];
    const isRight =
      missed.length <= words.length * (1 - enoughPages) && placed.missed.length <= placed.all * (1 - enoughBoxes);
    const detail = [
      ...(missed.length > 0 ? [`pages differ: ${[...new Set(missed)].slice(0, 5).join("; ")}`] : []),
      ...(disputed.length > 0
        ? [`mutool reads as the engine does: ${[...new Set(disputed)].slice(0, 3).join("; ")}`]
        : []),
      ...(placed.missed.length > 0 ? [`boxes differ: ${placed.missed.slice(0, 4).join("; ")}`] : []),
    ].join(". ");
    return { kind: isRight ? "right" : "produced", detail, counts };
  },

  clean: cropJob.clean,
};

/** The pages on which one reading has the word and the other has not. */
function differingPages(word: string, pages: readonly ReadPage[], theirs: readonly (readonly string[])[]): number[] {
  const has = (texts: readonly string[] | undefined) => texts?.some((text) => text.includes(word)) === true;
  return pages.flatMap(({ texts }, at) => (has(texts) === has(theirs[at]) ? [] : [at + 1]));
}

/** For each page its text by mutool: where it reads as the engine does and pdftotext does not, a word is disputed. */
async function mutoolPages(file: string): Promise<string[][]> {
  const printed = await run("mutool", ["draw", "-q", "-F", "txt", "-o", "-", file, `1-${mostPages}`]);
  const pages = new TextDecoder().decode(printed.stdout).split("\f");
  return pages.map((text) => [comparable(drawnHyphens(text), false)]);
}

/** For each page its texts by pdftotext, as they are compared. */
async function popplerPages(file: string): Promise<string[][]> {
  const read = async (mode: string): Promise<string[]> => {
    const printed = await run("pdftotext", ["-q", mode, "-cropbox", "-l", String(mostPages), file, "-"]);
    return new TextDecoder().decode(printed.stdout).split("\f").slice(0, -1);
  };
  const [raw, layout] = await Promise.all([read("-raw"), read("-layout")]);
  return raw.map((text, page) =>
    [text, layout[page] ?? ""].flatMap((one) => {
      // The marks of directions are of pdftotext.
      const lines = drawnHyphens(one.replace(/[\u202a-\u202e]/g, ""));
      const whole = lines.replace(/[-\u2010]\n\s*/g, "");
      // It does not join letters that are spaced out, which the engine reads as words.
      const tracked = lines.replace(/(?<=(?<!\S)\p{L})\s(?=\p{L}(?!\S))/gu, "");
      return [lines, whole, tracked].map((text) => comparable(text, false));
    }),
  );
}

/** A soft hyphen that is drawn is a hyphen. */
function drawnHyphens(text: string): string {
  return text.replaceAll("\u00ad", "-");
}

/** Words with two letters or digits, each page as likely as any other. */
function draw(pages: readonly (readonly string[])[], random: Random): string[] {
  const written = pages.filter((texts) => texts.some((text) => text !== ""));
  if (written.length === 0) return [];
  return Array.from({ length: drawn / 2 }, () => {
    const words = random.pick(written)[0]!.split(" ");
    return words.length === 0 ? "" : random.pick(words);
  }).filter((word) => /[\p{L}\p{N}]{2}/u.test(word));
}

async function judgeBoxes(pages: readonly ReadPage[], file: string) {
  const printed = await run("pdftotext", ["-q", "-bbox", "-cropbox", "-l", String(mostPages), file, "-"]);
  const poppler = new TextDecoder().decode(printed.stdout).split("<page ").slice(1);
  let [all, other] = [0, 0];
  const missed: string[] = [];
  for (const [index, { words }] of pages.entries()) {
    if (!words) continue;
    const ours = Map.groupBy(words, ({ text }) => comparable(text, true));
    for (const { text, box } of placedWords(poppler[index] ?? "")) {
      const distances = (ours.get(text) ?? []).map((word) =>
        Math.max(...word.box.map((side, at) => Math.abs(side - box[at]!))),
      );
      const least = Math.min(...distances);
      // A word that is divided otherwise, or whose letters others read, has no box to compare; single letters repeat.
      if (!(least < 50) || text.length === 1) other++;
      else {
        all++;
        if (least > tolerance) missed.push(`"${text}" on page ${index + 1} by ${least.toFixed(1)} pt`);
      }
    }
  }
  return { all, other, missed };
}

function* placedWords(xml: string): Generator<Placed> {
  const pattern = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g;
  for (const [, left, top, right, bottom, escaped] of xml.matchAll(pattern)) {
    const text = comparable(drawnHyphens(unescaped(escaped!)), true);
    if (text !== "") yield { text, box: [Number(left), Number(top), Number(right), Number(bottom)] };
  }
}

function unescaped(text: string): string {
  const names: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replace(/&(?:#x([\da-f]+)|(lt|gt|quot|apos|amp));/g, (_, hex: string | undefined, name: string) =>
    hex === undefined ? names[name]! : String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}
