import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { unlessDamaged } from "../pdf-file/pdf-problem.ts";
import { latin1 } from "../pdf-file/rope.ts";
import { type PdfDict, type PdfObject, PdfStream, PdfString } from "../pdf-file/syntax/objects.ts";
import { decodeTextString } from "../pdf-file/syntax/text-strings.ts";
import { latin1Text } from "../platform/latin1.ts";
import { withoutMark } from "../platform/map-key.ts";

/** What a text has of the words that are cut: the rules that find one, or undefined. */
export type FindWord = (text: string) => readonly number[] | undefined;

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
};
/** Entries of an annotation, and of the fields above it, in which texts are. */
const SPEAKING = "Contents RC T TU TM Subj V DV RV Opt MK A Dest NM DA DS AS".split(" ");
/** Symbols of annotations (tables 175, 187, 188), which no stamp has. */
const SYMBOLS = new Set("Comment Key Note Help NewParagraph Paragraph Insert Graph PushPin Paperclip Tag".split(" "));
/** How much of the texts before one is searched with it, in characters. */
const MAX_BEFORE = 200;
const MAX_NAMED = 1000;
const MAX_DEPTH = 8;
const MAX_ITEMS = 100_000;

/** How often texts outside of contents had a word, by place and rule. */
export class Words {
  readonly counts = new Map<string, number[]>();
  /** Where texts are that are copied now. */
  place = "tags";
  /** The end of the texts before, which describe what stands before. */
  #before = "";
  readonly #find: FindWord;
  readonly #named = new Map<string, boolean>();
  #items = 0;

  /** Texts of which several, one after the other, say a word, and the rules that find it. */
  readonly halves: ReadonlyMap<string, readonly number[]>;

  constructor(find: FindWord, halves: Words["halves"] = new Map()) {
    this.#find = find;
    this.halves = halves;
  }

  static placeOf(kind: string): string | undefined {
    return PLACES[kind];
  }

  /** Whether the text has a word; it is counted. */
  isIn(text: PdfString | string, place = this.place): boolean {
    if (place === NOT_SEARCHED) return false;
    const rules = this.#find(typeof text === "string" ? text : textOfString(text));
    if (rules) this.count(place, rules);
    return rules !== undefined;
  }

  /** Whether names in the bytes of an object may say a word. Many elements of a document have the same ones. */
  mayBeNamed(bytes: Uint8Array, from: number, to: number): boolean {
    const names =
      latin1Text(bytes, from, to)
        .match(/\/[^\s/[\]<>()]+/g)
        ?.join(" ") ?? "";
    const known = this.#named.get(names);
    if (known !== undefined) return known;
    const plain = names.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    const isSaid = this.#find(textOfName(plain)) !== undefined;
    if (this.#named.size < MAX_NAMED) this.#named.set(names, isSaid);
    return isSaid;
  }

  /** Whether a text that stands for a page's content is a part of a word with those beside it. */
  isHalf(text: PdfString): boolean {
    const rules = this.halves.get(textOfString(text));
    if (rules) this.count(this.place, rules);
    return rules !== undefined;
  }

  /** Whether a text that stands for an element makes a word with those before it. Of such a word this half goes. */
  isSecondHalf(text: PdfString): boolean {
    const own = textOfString(text);
    const rules = this.#before ? (this.#find(this.#before + own) ?? this.#find(`${this.#before} ${own}`)) : undefined;
    if (rules) this.count(this.place, rules);
    else this.#before = (this.#before + own).slice(-MAX_BEFORE);
    return rules !== undefined;
  }

  isInName(name: string, place = this.place): boolean {
    return this.isIn(textOfName(name), place);
  }

  /** Call the result when something was read again that was counted before. */
  counted(): () => void {
    const before = [...this.counts].map(([place, counts]) => [place, [...counts]] as [string, number[]]);
    return () => {
      this.counts.clear();
      for (const [place, counts] of before) this.counts.set(place, counts);
    };
  }

  count(place: string, rules: Iterable<number>): void {
    const counts = this.counts.get(place) ?? [];
    for (const rule of rules) counts[rule] = (counts[rule] ?? 0) + 1;
    this.counts.set(place, counts);
  }

  /** Whether an annotation, or a field that it belongs to, says a word. Each rule counts it once. */
  *areIn(document: PdfDocument, source: PdfDict): Turns<boolean> {
    const place = document.resolve(source.get("Subtype")) === "Widget" ? "fields" : "annotations";
    const said: Said = new Map();
    let isSaid = yield* this.#isNamed(document, source, place, said);
    let dict: PdfDict | undefined = source;
    let name = "";
    for (let depth = 0; dict && depth < MAX_DEPTH; depth++) {
      const own = document.text(dict.get("T") ?? null);
      if (own) name = name === "" ? own : `${own}.${name}`;
      for (const key of SPEAKING) {
        const own: string = key === "A" || key === "Dest" ? "links" : place;
        if (dict.has(key) && (yield* this.#isSaid(document, dict.get(key), own, said, 0))) isSaid = true;
      }
      dict = document.dict(dict.get("Parent"));
    }
    if (this.#note(name, place, said)) isSaid = true;
    for (const [rule, place] of said) this.count(place, [rule]);
    return isSaid;
  }

  /** Whether one of these texts of a thing says a word. Each rule counts it once. */
  isInAny(texts: readonly PdfString[], place: string): boolean {
    const said: Said = new Map();
    const saying = texts.filter((text) => this.#note(textOfString(text), place, said));
    this.count(place, said.keys());
    return saying.length > 0;
  }

  #note(text: string, place: string, said: Said): boolean {
    const rules = this.#find(text);
    for (const rule of rules ?? []) if (!said.has(rule)) said.set(rule, place);
    return rules !== undefined;
  }

  /** Whether the name of a stamp, or of a button's state, says a word. */
  *#isNamed(document: PdfDocument, source: PdfDict, place: string, said: Said): Turns<boolean> {
    const symbol = document.resolve(source.get("Name"));
    let isSaid = typeof symbol === "string" && !SYMBOLS.has(symbol) && this.#note(textOfName(symbol), place, said);
    for (const looks of document.entries(source.get("AP")).values()) {
      for (const state of document.entries(looks).keys()) {
        if (document.work.isTurnOver) yield;
        document.work.spend(COST.item);
        if (this.#note(textOfName(state), place, said)) isSaid = true;
      }
    }
    return isSaid;
  }

  *#isSaid(
    document: PdfDocument,
    object: PdfObject | undefined,
    place: string,
    said: Said,
    depth: number,
  ): Turns<boolean> {
    if (depth > MAX_DEPTH || ++this.#items > MAX_ITEMS) return false;
    if (document.work.isTurnOver) yield;
    const value = document.resolve(object);
    document.work.spend(COST.item);
    if (value instanceof PdfString) return this.#note(textOfString(value), place, said);
    if (typeof value === "string") return this.#note(textOfName(value), place, said);
    // What cannot be read may say it.
    if (value instanceof PdfStream) {
      return unlessDamaged(() => inMarkup(document, value, (text) => this.#note(text, place, said))) ?? true;
    }
    const isOpen = Array.isArray(value) || (value instanceof Map && value.get("Type") !== "Page");
    if (!isOpen) return false;
    let isSaid = false;
    for (const item of value.values()) if (yield* this.#isSaid(document, item, place, said, depth + 1)) isSaid = true;
    return isSaid;
  }
}

/** The rules that find something, and where they found it first. */
type Said = Map<number, string>;

const UTF8 = new TextDecoder();
const STRICT_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const HAS_MARK = /^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/;

/** What a string says; of one that says nothing of its encoding, once more as UTF-8, which addresses are often in. */
export function textOfString({ bytes }: PdfString): string {
  const text = decodeTextString(bytes);
  if (HAS_MARK.test(latin1Text(bytes, 0, 3)) || !bytes.some((byte) => byte > 0x7f)) return text;
  try {
    return `${text}\n${STRICT_UTF8.decode(bytes)}`;
  } catch {
    return text;
  }
}

/** What a name says, whose bytes are meant as UTF-8 (7.3.5). */
function textOfName(name: string): string {
  const text = withoutMark(name);
  try {
    return STRICT_UTF8.decode(latin1(text));
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
