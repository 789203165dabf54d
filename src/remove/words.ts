import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { unlessDamaged } from "../pdf-file/pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfStream, PdfString } from "../pdf-file/syntax/objects.ts";
import { decodeTextString } from "../pdf-file/syntax/text-strings.ts";
import { withoutMark } from "../platform/map-key.ts";

/** What a text has of the words that are cut: the rule that finds one, or undefined. */
export type FindWord = (text: string) => number | undefined;

const NOT_SEARCHED = "";
/** Where a text is, by the kind of object that has it; of others the kind around them counts. */
const PLACES: Readonly<Record<string, string>> = {
  information: "Info",
  outlineItem: "outline",
  pageLabel: "page labels",
  layer: "layers",
  fileSpecification: "attachments",
  embeddedFileParameters: NOT_SEARCHED,
  element: "tags",
  annotation: "annotations",
  annotationText: "annotations",
  field: "fields",
  fieldValue: "fields",
  look: "fields",
  viewerPreferences: "viewer preferences",
  outputIntent: "output intents",
  // The collections of character maps have names of their own (9.7.3).
  collection: NOT_SEARCHED,
};
/** Entries of an annotation, and of the fields above it, in which texts are. */
const SPEAKING = "Contents RC T TU TM Subj V DV RV Opt MK A Dest NM DA DS".split(" ");
const MAX_DEPTH = 8;
const MAX_ITEMS = 100_000;

/** How often texts outside of contents had a word, by place and rule. */
export class Words {
  readonly counts = new Map<string, number[]>();
  /** Where texts are that are copied now. */
  place = "tags";
  readonly #find: FindWord;
  #items = 0;

  constructor(find: FindWord) {
    this.#find = find;
  }

  static placeOf(kind: string): string | undefined {
    return PLACES[kind];
  }

  /** Whether the text has a word; it is counted. */
  isIn(text: PdfString | string, place = this.place): boolean {
    if (place === NOT_SEARCHED) return false;
    const rule = this.#find(typeof text === "string" ? withoutMark(text) : textOfString(text));
    if (rule !== undefined) this.count(place, rule);
    return rule !== undefined;
  }

  /** Call the result when something was read again that was counted before. */
  counted(): () => void {
    const before = [...this.counts].map(([place, counts]) => [place, [...counts]] as [string, number[]]);
    return () => {
      this.counts.clear();
      for (const [place, counts] of before) this.counts.set(place, counts);
    };
  }

  count(place: string, rule: number): void {
    const counts = this.counts.get(place) ?? [];
    counts[rule] = (counts[rule] ?? 0) + 1;
    this.counts.set(place, counts);
  }

  /** Whether an annotation, or a field that it belongs to, says a word. */
  *areIn(document: PdfDocument, source: PdfDict): Turns<boolean> {
    const place = document.resolve(source.get("Subtype")) === "Widget" ? "fields" : "annotations";
    let dict: PdfDict | undefined = source;
    for (let depth = 0; dict && depth < MAX_DEPTH; depth++) {
      for (const key of SPEAKING) {
        const own: string = key === "A" || key === "Dest" ? "links" : place;
        if (dict.has(key) && (yield* this.#isSaid(document, dict.get(key), own, 0))) return true;
      }
      dict = document.dict(dict.get("Parent"));
    }
    return false;
  }

  *#isSaid(document: PdfDocument, object: PdfObject | undefined, place: string, depth: number): Turns<boolean> {
    if (depth > MAX_DEPTH || ++this.#items > MAX_ITEMS) return false;
    if (document.work.isTurnOver) yield;
    const value = document.resolve(object);
    document.work.spend(COST.item);
    if (value instanceof PdfString) return this.isIn(value, place);
    if (typeof value === "string") return this.isIn(value, place);
    // What cannot be read may say it.
    if (value instanceof PdfStream) {
      return unlessDamaged(() => inMarkup(document, value, (text) => this.isIn(text, place))) ?? true;
    }
    const isOpen = Array.isArray(value) || (value instanceof Map && value.get("Type") !== "Page");
    if (!isOpen) return false;
    for (const item of value.values()) if (yield* this.#isSaid(document, item, place, depth + 1)) return true;
    return false;
  }
}

const UTF8 = new TextDecoder();
const STRICT_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** What a string says; of one that says nothing of its encoding, once more as UTF-8, which addresses are often in. */
export function textOfString({ bytes }: PdfString): string {
  const text = decodeTextString(bytes);
  const hasMark = bytes[0] === 0xfe || bytes[0] === 0xff || bytes[0] === 0xef;
  if (hasMark || !bytes.some((byte) => byte > 0x7f)) return text;
  try {
    return `${text}\n${STRICT_UTF8.decode(bytes)}`;
  } catch {
    return text;
  }
}

/** Searches a stream of XML or of a rich text. */
export function inMarkup<T>(
  document: Pick<PdfDocument, "work" | "streamData">,
  stream: PdfStream,
  search: (text: string) => T,
): T {
  const bytes = document.streamData(stream);
  const isWide = bytes[0] === 0xfe || bytes[0] === 0xff;
  document.work.hold(bytes.length * CHARACTER_BYTES);
  const found = search(isWide ? decodeTextString(bytes) : UTF8.decode(bytes));
  document.work.letGo(bytes.length * CHARACTER_BYTES);
  return found;
}

const CHARACTER_BYTES = 2;
