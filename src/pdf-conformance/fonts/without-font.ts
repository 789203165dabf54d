import type { Turns } from "../../meter/turns.ts";
import { Extent } from "../../pdf-content/extent.ts";
import type { Handlers, Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { objectOperators } from "../../pdf-content/interpreter/operator-table.ts";
import { readPage, startReading } from "../../pdf-content/read-page.ts";
import { operatorCode } from "../../pdf-content/syntax/tokeniser.ts";
import { ARRAY, STRING } from "../../pdf-content/syntax/values.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";

/** Different characters that are kept: enough to name the scripts. */
const MAX_KEPT = 2_000;
/** Scripts as Unicode names them: those of CLDR's modern coverage, and their neighbours. */
const SCRIPTS = (
  "Adlam Arabic Armenian Bengali Bopomofo Canadian_Aboriginal Cherokee Cyrillic Devanagari Ethiopic Georgian " +
  "Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Mongolian " +
  "Myanmar Nko Ol_Chiki Oriya Sinhala Syriac Tamil Telugu Thaana Thai Tibetan Tifinagh Yi"
).split(" ");
export const KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ...SCRIPTS.map((name) => [name.replaceAll("_", " "), new RegExp(`\\p{Script=${name}}`, "u")] as const),
  ["emoji and symbols", /\p{Extended_Pictographic}|\p{Regional_Indicator}/u],
  ["icons (characters of private use)", /\p{Co}/u],
];
const MAX_NAMED = 12;

/**
 * The scripts, emoji and characters of a browser's PDF that its fonts lack, by their names. A browser shows an empty
 * box for them, the glyph .notdef, which is code 0 in each of its fonts, and writes most of them as ActualText; what it
 * does not write is "some of the text".
 */
export function* textWithoutFont(document: PdfDocument): Turns<string[]> {
  const found = new BoxText();
  const reading = { ...startReading(document, () => {}), operators: found.operators };
  return yield* document.ofPages(function* (pages) {
    for (let index = 0; index < pages.count; index++) {
      const page = pages.page(index);
      if (page) yield* readPage(reading, page, new Extent(), {});
    }
    return found.names();
  });
}

/** Reads of a content stream no more than its texts, and what they stand for. */
class BoxText {
  readonly operators: ReadonlyMap<number, (on: Interpreter) => Turns<void> | void>;
  readonly #characters = new Set<string>();
  #hasNameless = false;
  /** Of each open marked content, the text for which it stands. */
  readonly #saying: (string | undefined)[] = [];
  #bytesOfCode = 1;

  constructor() {
    const { Do } = objectOperators;
    const handlers: Handlers = {
      Do: Do!,
      BMC: () => void this.#saying.push(undefined),
      BDC: (on) => void this.#saying.push(this.#actualText(on)),
      EMC: () => void this.#saying.pop(),
      // A browser names the font of each text, so that q and Q need not be followed.
      Tf: (on) => {
        const font = on.document.dict(on.resource("Font", on.nameOperand(0)));
        this.#bytesOfCode = on.document.resolve(font?.get("Subtype")) === "Type0" ? 2 : 1;
      },
      Tj: (on) => this.#show(on),
      TJ: (on) => this.#show(on),
    };
    this.operators = new Map(Object.entries(handlers).map(([name, handler]) => [operatorCode(name), handler]));
  }

  #actualText({ document, properties }: Interpreter): string | undefined {
    return document.text(document.dict(properties)?.get("ActualText"));
  }

  #show({ operands, items, strings }: Interpreter): void {
    const last = operands.count - 1;
    if (last < 0) return;
    const [from, to] = [operands.from[last]!, operands.to[last]!];
    if (operands.kind[last] === STRING) this.#string(strings, from, to);
    if (operands.kind[last] !== ARRAY) return;
    for (let at = from; at < to; at++)
      if (items.kind[at] === STRING) this.#string(strings, items.from[at]!, items.to[at]!);
  }

  #string(bytes: Uint8Array, from: number, to: number): void {
    const size = this.#bytesOfCode;
    let at = from;
    while (at < to && (bytes[at] !== 0 || (size === 2 && bytes[at + 1] !== 0))) at += size;
    if (at >= to) return;
    const text = this.#saying.findLast((one) => one !== undefined);
    if (text === undefined) this.#hasNameless = true;
    else for (const one of text.slice(0, MAX_KEPT)) if (this.#characters.size < MAX_KEPT) this.#characters.add(one);
  }

  names(): string[] {
    const names = new Set<string>();
    let rest = [...this.#characters].filter((one) => !/[\s\p{Default_Ignorable_Code_Point}]/u.test(one));
    for (const [name, pattern] of KINDS) {
      const others = rest.filter((one) => !pattern.test(one));
      if (others.length < rest.length) names.add(name);
      rest = others;
    }
    for (const one of rest) names.add(`U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`);
    if (names.size === 0 && this.#hasNameless) names.add("some of the text");
    const listed = [...names];
    return listed.length > MAX_NAMED ? [...listed.slice(0, MAX_NAMED), `${listed.length - MAX_NAMED} more`] : listed;
  }
}
