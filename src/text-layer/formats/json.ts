import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { isObject } from "../../platform/is-object.ts";
import { type LayerLine, type LayerWord, type SeenBox, seenBox } from "../words.ts";
import { type SourcePage, WordsProblem } from "./source-page.ts";

type Members = Readonly<Record<string, unknown>>;

const OF_WHOLE = ["pages"];
const OF_PAGE = ["page", "width", "height", "words", "language", "direction"];
const OF_WORD = ["text", "box", "angle", "confidence", "line"];
const OF_BOX = ["x", "y", "width", "height"];
const DIRECTIONS = ["ltr", "rtl", "vertical"] as const;

/** Reads words as JSON: `{"pages": [{"page": 1, "width": 1, "height": 1, "words": [{"text": "Hi", "box": […]}]}]}`. */
export function* readJsonWords(given: unknown, work: Work): Turns<SourcePage[]> {
  const { pages } = members(given, "", OF_WHOLE);
  const read: SourcePage[] = [];
  for (const [at, page] of list(pages, ".pages").entries()) {
    read.push(yield* pageOf(page, `.pages[${at}]`, work));
    yield;
  }
  return read;
}

function* pageOf(given: unknown, place: string, work: Work): Turns<SourcePage> {
  const page = members(given, place, OF_PAGE);
  const [width, height] = [optional(page.width, `${place}.width`), optional(page.height, `${place}.height`)];
  if ((width === undefined) !== (height === undefined)) {
    throw new WordsProblem(place, "expected both width and height, or neither for boxes in points.");
  }
  for (const [side, value] of Object.entries({ width, height })) {
    if (value !== undefined && value <= 0) throw new WordsProblem(`${place}.${side}`, "expected more than 0.");
  }
  const words: (LayerWord & Pick<LayerLine, "angle"> & { readonly line?: unknown })[] = [];
  for (const [at, word] of list(page.words, `${place}.words`).entries()) {
    work.spend(COST.piece);
    words.push(wordOf(word, `${place}.words[${at}]`));
    if (work.isTurnOver) yield;
  }
  const { language, direction } = page;
  if (language !== undefined && typeof language !== "string")
    throw expected(`${place}.language`, "a language such as de");
  const known = DIRECTIONS.find((one) => one === direction);
  if (direction !== undefined && !known) throw expected(`${place}.direction`, `one of ${DIRECTIONS.join(", ")}`);
  return {
    page: number(page.page, `${place}.page`),
    place,
    size: width === undefined || height === undefined ? undefined : { width, height },
    lines: inLines(words, { language, direction: known }),
    placeOf: (word) => `${place}.words[${word}].box`,
  };
}

function wordOf(given: unknown, place: string) {
  const { text, box, angle, confidence, line } = members(given, place, OF_WORD);
  if (typeof text !== "string") throw expected(`${place}.text`, "a text");
  if (line !== undefined && typeof line !== "string" && typeof line !== "number") {
    throw expected(`${place}.line`, "a number or a text, the same for the words of a line");
  }
  const sure = optional(confidence, `${place}.confidence`);
  if (sure !== undefined && !(sure >= 0 && sure <= 100))
    throw expected(`${place}.confidence`, "a number from 0 to 100");
  return { text, box: boxOf(box, `${place}.box`), angle: optional(angle, `${place}.angle`), confidence: sure, line };
}

function boxOf(given: unknown, place: string): SeenBox {
  if (Array.isArray(given)) {
    const box = seenBox(given.slice(0, 5).map((one) => number(one, place)));
    if (box) return box;
  } else if (isObject(given)) {
    const sides = members(given, place, OF_BOX);
    const side = (name: string): number => number(sides[name], `${place}.${name}`);
    const [x, y] = [side("x"), side("y")];
    return [x, y, x + side("width"), y + side("height")];
  }
  throw expected(place, "[left, top, right, bottom] or {x, y, width, height}");
}

function members(given: unknown, place: string, known: readonly string[]): Members {
  if (!isObject(given)) throw expected(place, `an object with ${known.join(", ")}`);
  const strange = Object.keys(given).find((key) => !known.includes(key));
  if (strange === undefined) return given as Members;
  throw new WordsProblem(place, `there is no ${JSON.stringify(strange.slice(0, 40))}; it has ${known.join(", ")}.`);
}

function list(given: unknown, place: string): unknown[] {
  if (Array.isArray(given)) return given;
  throw expected(place, "a list");
}

function optional(given: unknown, place: string): number | undefined {
  return given === undefined || given === null ? undefined : number(given, place);
}

function number(given: unknown, place: string): number {
  if (typeof given === "number" && Number.isFinite(given)) return given;
  throw expected(place, "a number");
}

function expected(place: string, what: string): WordsProblem {
  return new WordsProblem(place, `expected ${what}.`);
}

type Word = LayerWord & Pick<LayerLine, "angle"> & { readonly line?: unknown };

/** Words as lines: those of one `line` that follow one another; where that is not said, those that stand side by side. */
function inLines(words: readonly Word[], shared: Pick<LayerLine, "language" | "direction">): LayerLine[] {
  const lines: (LayerLine & { readonly words: LayerWord[] })[] = [];
  let last: Word | undefined;
  for (const word of words) {
    const { text, box, confidence, angle } = word;
    const kept = { text, box, confidence };
    if (last && isBeside(word, last, shared.direction)) lines.at(-1)!.words.push(kept);
    else lines.push({ ...shared, angle, words: [kept] });
    last = word;
  }
  return lines;
}

function isBeside(word: Word, last: Word, direction: LayerLine["direction"]): boolean {
  if (word.line !== undefined || last.line !== undefined) return word.line === last.line;
  if (word.angle !== last.angle) return false;
  // Along the line, and across it.
  const [along, across] = direction === "vertical" || isSteep(word.angle) ? [1, 0] : [0, 1];
  const middle = (word.box[across]! + word.box[across + 2]!) / 2;
  const isLevel = middle > last.box[across]! && middle < last.box[across + 2]!;
  if (!isLevel) return false;
  const isForward = word.box[along]! >= last.box[along]!;
  const leadsBack = direction === "rtl" || (along === 1 && (word.angle ?? 0) > 0);
  return leadsBack ? !isForward : isForward;
}

function isSteep(angle = 0): boolean {
  return Math.abs(Math.sin((angle * Math.PI) / 180)) > Math.SQRT1_2;
}
