import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import { contentStreams } from "../pdf-content/contents.ts";
import { Resources } from "../pdf-content/resources.ts";
import { operatorCode, Tokeniser } from "../pdf-content/syntax/tokeniser.ts";
import { NAME } from "../pdf-content/syntax/values.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { PdfStream } from "../pdf-file/syntax/objects.ts";
import { joined } from "../platform/bytes.ts";
import * as CHAR from "../platform/char.ts";

/** The text rendering mode of what is not seen (ISO 32000-2 §9.3.6). */
const UNSEEN = 3;
const SHOWS = codes("Tj", "TJ", "'", '"');
/** What paints something else. */
const PAINTS = codes("S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "BI");
const [SAVE, RESTORE, MODE, BEGIN, END, PAINT_FORM] = ["q", "Q", "Tr", "BT", "ET", "Do"].map(operatorCode);

function codes(...names: string[]): ReadonlySet<number> {
  return new Set(names.map(operatorCode));
}

/** Streams of a page with what they are without an earlier text layer. */
export type Cleaned = ReadonlyMap<PdfStream, Uint8Array>;

/**
 * Finds the text of a page that is not seen: texts of which all is in that mode, and forms that hold nothing else. Texts
 * of which a part is seen stay whole. Only streams that have some are in the result.
 */
export function* withoutUnseen(document: PdfDocument, page: Page): Turns<Cleaned> {
  const cutter = new Cutter(document, new Resources(document, page.attribute("Resources")));
  const cleaned = new Map<PdfStream, Uint8Array>();
  for (const stream of contentStreams(document, page.dict.get("Contents"))) {
    const data = document.readableData(stream);
    // White space at the end: the last operator is then read where it is.
    const left = data && (yield* cutter.cut(joined([data, Uint8Array.of(CHAR.LINE_FEED)])));
    if (left) cleaned.set(stream, left);
  }
  return cleaned;
}

class Cutter {
  readonly #document: PdfDocument;
  readonly #resources: Resources;
  readonly #forms = new Map<string, boolean>();
  #mode = 0;
  readonly #saved: number[] = [];

  constructor(document: PdfDocument, resources: Resources) {
    this.#document = document;
    this.#resources = resources;
  }

  /** What is left of a stream; undefined where all is. */
  *cut(bytes: Uint8Array): Turns<Uint8Array | undefined> {
    const cuts: (readonly [start: number, end: number])[] = [];
    let shows: (readonly [number, number])[] = [];
    let isSeen = false;
    const tokens = this.#tokens(bytes);
    try {
      while (tokens.next()) {
        this.#charge(tokens);
        const { operator, operands, start, pos } = tokens;
        this.#follow(tokens);
        if (operator === BEGIN) [shows, isSeen] = [[], false];
        else if (operator === END && !isSeen) for (const show of shows) cuts.push(show);
        else if (SHOWS.has(operator)) {
          if (this.#mode === UNSEEN) shows.push([start, pos]);
          else isSeen = true;
        } else if (operator === PAINT_FORM && operands.kind[0] === NAME) {
          if (yield* this.#isUnseen(String(operands.object[0]))) cuts.push([start, pos]);
        }
        if (this.#document.work.isTurnOver) yield;
      }
    } finally {
      tokens.end();
    }
    if (cuts.length === 0) return undefined;
    const ends = [0, ...cuts.map(([, end]) => end)];
    return joined(ends.map((from, at) => bytes.subarray(from, cuts[at]?.[0])));
  }

  /** Whether a form holds text that is not seen, and nothing else. */
  *#isUnseen(name: string): Turns<boolean> {
    const known = this.#forms.get(name);
    if (known !== undefined) return known;
    const form = this.#document.resolve(this.#resources.own("XObject", name));
    let isLayer = false;
    if (form instanceof PdfStream && this.#document.resolve(form.dict.get("Subtype")) === "Form") {
      const data = this.#document.readableData(form);
      isLayer = data !== undefined && (yield* this.#holdsOnlyUnseen(data));
    }
    this.#forms.set(name, isLayer);
    return isLayer;
  }

  *#holdsOnlyUnseen(bytes: Uint8Array): Turns<boolean> {
    const [mode, depth] = [this.#mode, this.#saved.length];
    const tokens = this.#tokens(bytes);
    let count = 0;
    try {
      while (tokens.next()) {
        this.#charge(tokens);
        this.#follow(tokens);
        if (PAINTS.has(tokens.operator)) return false;
        if (SHOWS.has(tokens.operator)) {
          if (this.#mode !== UNSEEN) return false;
          count++;
        }
        if (this.#document.work.isTurnOver) yield;
      }
      return count > 0;
    } finally {
      tokens.end();
      this.#mode = mode;
      this.#saved.length = depth;
    }
  }

  #tokens(bytes: Uint8Array): Tokeniser {
    this.#document.work.spend(COST.content + bytes.length * COST.contentByte);
    return new Tokeniser([bytes].values(), this.#document.work);
  }

  #charge(tokens: Tokeniser): void {
    this.#document.work.spend(COST.operator);
    tokens.charge();
  }

  #follow({ operator, operands }: Tokeniser): void {
    if (operator === SAVE) this.#saved.push(this.#mode);
    else if (operator === RESTORE) this.#mode = this.#saved.pop() ?? this.#mode;
    else if (operator === MODE) this.#mode = operands.number[operands.count - 1] ?? this.#mode;
  }
}
