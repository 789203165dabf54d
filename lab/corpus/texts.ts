import { comparable } from "../../src/pdf-content/text/search.ts";
import { onPath, run } from "../lib/tools.ts";
import { type Difference, judged } from "./differences.ts";
import { pdfiumTexts } from "./pdfium.ts";
import type { PageSpan, Reader } from "./readers.ts";
import type { Statement } from "./statement.ts";

/** The share of letters and of words that may differ: readers are not one about symbols and the ends of words. */
const LETTERS_OFF = 0.02;
const WORDS_OFF = 0.1;
/** Fewer are not told. */
const LEAST_OFF = 4;
/** The share of words that must follow one another alike, and the fewest words that tell an order. */
const IN_ORDER = 0.8;
const LEAST_ORDERED = 20;

/** The letters, the words and their order that inspect says, beside those of other readers. */
export async function judgeTexts(pages: readonly Statement[], file: string): Promise<Difference[]> {
  const span = [pages[0]!.facts.pageNumber, pages.at(-1)!.facts.pageNumber] as const;
  const read = await textsOf(file, span);
  return pages.flatMap(({ facts }, at) => {
    const ours = wordsOf(facts.text!.lines.map(({ text }) => text).join("\n"));
    const theirs = new Map([...read].map(([reader, texts]) => [reader, wordsOf(texts[at] ?? "")]));
    const where = `page ${facts.pageNumber}`;
    const letters = judged("letters", where, theirs.keys(), (reader) =>
      difference(ours.flatMap(lettersOf), theirs.get(reader)!.flatMap(lettersOf), LETTERS_OFF),
    );
    // Other letters are other words.
    if (letters.length > 0) return letters;
    const words = judged("words", where, theirs.keys(), (reader) => difference(ours, theirs.get(reader)!, WORDS_OFF));
    return [...words, ...judgeOrder(ours, theirs, where)];
  });
}

/** An order is only known where the others, of which one goes by places and one by the content, have the same. */
function judgeOrder(ours: readonly string[], theirs: ReadonlyMap<Reader, readonly string[]>, where: string) {
  const found = judged("order of words", where, theirs.keys(), (reader) => disorder(ours, theirs.get(reader)!));
  const [first, ...others] = theirs.values();
  const isKnown = first !== undefined && others.every((other) => disorder(first, other) === undefined);
  return isKnown ? found : found.map((one) => ({ ...one, side: "undecided" as const }));
}

async function textsOf(file: string, [first, last]: PageSpan): Promise<Map<Reader, string[]>> {
  const range = ["-f", String(first), "-l", String(last)];
  const asked: [Reader, string[] | undefined][] = [
    ["MuPDF", await printed("mutool", ["draw", "-q", "-F", "txt", "-o", "-", file, `${first}-${last}`])],
    ["poppler", await printed("pdftotext", ["-q", "-cropbox", ...range, file, "-"])],
    ["PDFium", await pdfiumTexts(file, [first, last])],
  ];
  // Who leaves out pages says nothing about the others: which they are is not known.
  return new Map(asked.flatMap(([reader, texts]) => (texts?.length === last - first + 1 ? [[reader, texts]] : [])));
}

async function printed(tool: string, args: readonly string[]): Promise<string[] | undefined> {
  if (!onPath(tool)) return undefined;
  const { stdout } = await run(tool, args);
  return new TextDecoder().decode(stdout).split("\f").slice(0, -1);
}

function wordsOf(text: string): string[] {
  const whole = text.replace(/[\u202a-\u202e]/g, "").replace(/[-\u00ad\u2010\ufffe]\s*\n\s*/g, "");
  return comparable(whole, true).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function lettersOf(word: string): string[] {
  return [...word];
}

/** What one has and the other has not, where it is more than the share. */
function difference(ours: readonly string[], theirs: readonly string[], share: number): string | undefined {
  const [missing, more] = [without(theirs, ours), without(ours, theirs)];
  const off = Math.max(missing.length, more.length);
  if (off < LEAST_OFF || off <= share * Math.max(ours.length, theirs.length)) return undefined;
  const example = (items: readonly string[]): string => items.slice(0, 6).join(" ");
  return `has ${theirs.length}, not ${ours.length}: of its own ${example(missing)}; of ours ${example(more)}`;
}

/** What is left of these without those, each as often as it is there. */
function without(these: readonly string[], those: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of those) counts.set(item, (counts.get(item) ?? 0) + 1);
  return these.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}

/** Words that are there once tell the order: the longest series of them that both have. */
function disorder(ours: readonly string[], theirs: readonly string[]): string | undefined {
  const places = once(theirs);
  const series = [...once(ours).keys()].flatMap((word) => places.get(word) ?? []);
  if (series.length < LEAST_ORDERED) return undefined;
  const share = longestRising(series) / series.length;
  return share < IN_ORDER ? `has ${(100 * share).toFixed(0)} % of ${series.length} words in our order` : undefined;
}

function once(words: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, word] of words.entries()) {
    if (places.has(word)) repeated.add(word);
    places.set(word, at);
  }
  return new Map([...places].filter(([word]) => !repeated.has(word)));
}

function longestRising(numbers: readonly number[]): number {
  /** The least last number of a rising series of each length. */
  const ends: number[] = [];
  for (const number of numbers) {
    const at = ends.findIndex((end) => end >= number);
    ends[at < 0 ? ends.length : at] = number;
  }
  return ends.length;
}
