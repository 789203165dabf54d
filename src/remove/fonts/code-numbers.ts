import { descendantFont } from "../../pdf-content/fonts/composite-font.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import { NAMED_ENCODINGS, STANDARD_ENCODING, WIN_ANSI_ENCODING } from "../../pdf-content/fonts/names/encodings.ts";
import { textOfGlyph } from "../../pdf-content/fonts/names/glyph-names.ts";
import { Cff } from "../../pdf-content/fonts/programs/cff.ts";
import { addDifferences, type GlyphName } from "../../pdf-content/fonts/simple-font.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfDict, PdfStream, PdfString } from "../../pdf-file/syntax/objects.ts";
import * as CHAR from "../../platform/char.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { normalised } from "../../platform/normalised.ts";

/**
 * The codes that characters have in the new file.
 *
 * Many writers number the characters of a font in the order in which the document shows them first, so that the numbers
 * spell what was removed. Here a character's number follows from the character itself:
 *
 * - A code of one byte stays when it is the character's code in the encoding that the font names, or in one of the two
 *   usual ones. Otherwise the character gets its code of WinAnsiEncoding, or one that its Unicode value leads to.
 * - A code that the font gives no text stays when the font's codes are an encoding's (`hasGaps`).
 * - A code of two bytes becomes the character's Unicode value.
 * - What has no such value, or shares it with another, gets the next free number as the new contents show it.
 * - Codes that a predefined CMap or a character collection gives stay, and so do those of fonts that are not embedded:
 *   such a font is not a subset, and its numbers are its own.
 */
export interface CodeNumbers {
  /** The bytes of each code; undefined when all codes stay. */
  readonly length: number | undefined;
  numberOf(code: number, glyph: number): number;
}

/** Of fonts whose codes say nothing about what else they showed. */
export const SAME_CODES: CodeNumbers = { length: undefined, numberOf: (code) => code };

/** `read` gives the font, which is not held meanwhile: its program may be large. */
export function codeNumbers(document: PdfDocument, dict: PdfDict, read: () => Font): CodeNumbers {
  const font = read();
  if (font.composite) return isSubset(document, dict, font) ? new WideNumbers(read) : SAME_CODES;
  if (!isMovable(document, dict, font)) return SAME_CODES;
  const isOfPlaces = hasGaps(document, dict, font);
  return new ByteNumbers(read, baseEncoding(document, dict), isOfPlaces, dict.has("ToUnicode"));
}

/** Whether the CIDs of a composite font are numbers of its own program. */
function isSubset(document: PdfDocument, dict: PdfDict, { embedded, composite }: Font): boolean {
  if (!embedded || !composite || composite.cmap.isUnknown || composite.cmap.ordering) return false;
  const descendant = descendantFont(document, dict);
  const ordering = document.resolve(document.dict(descendant?.get("CIDSystemInfo"))?.get("Ordering"));
  if (!(ordering instanceof PdfString && COLLECTIONS.has(latin1Text(ordering.bytes, 0, 32)))) return true;
  const { program } = embedded;
  const isByCid = program instanceof Cff && program.isCidKeyed;
  return !isByCid && !(document.resolve(descendant?.get("CIDToGIDMap")) instanceof PdfStream);
}

/** The orderings of Adobe's character collections (9.7.5.2). */
const COLLECTIONS = new Set(["Japan1", "Japan2", "GB1", "CNS1", "Korea1", "KR"]);

/** Whether a simple font still finds its glyphs when its codes change: by a list of names, or in its own program. */
function isMovable(document: PdfDocument, dict: PdfDict, { embedded }: Font): boolean {
  if (document.resolve(dict.get("Subtype")) === "Type3") return true;
  // A program that is CID-keyed has no names.
  if (embedded) return !(embedded.program instanceof Cff && embedded.program.isCidKeyed);
  const descriptor = document.dict(dict.get("FontDescriptor"));
  const hasProgram = ["FontFile", "FontFile2", "FontFile3"].some((key) => descriptor?.has(key));
  const isSymbolic = ((document.number(descriptor?.get("Flags")) ?? 0) & 4) !== 0;
  return !hasProgram && !isSymbolic && document.dict(dict.get("Encoding"))?.has("Differences") === true;
}

function baseEncoding(document: PdfDocument, dict: PdfDict): readonly (string | undefined)[] {
  const encoding = document.resolve(dict.get("Encoding"));
  const name = encoding instanceof Map ? document.resolve(encoding.get("BaseEncoding")) : encoding;
  return (typeof name === "string" ? NAMED_ENCODINGS.get(name) : undefined) ?? STANDARD_ENCODING;
}

/** Codes of one byte. */
class ByteNumbers implements CodeNumbers {
  readonly length = 1;
  readonly #read: () => Font;
  readonly #encodings: readonly (readonly (string | undefined)[])[];
  readonly #numbers = new Map<number, number>();
  readonly #isTaken = new Uint8Array(256);
  readonly #isOfPlaces: boolean;
  readonly #hasTexts: boolean;

  constructor(read: () => Font, base: readonly (string | undefined)[], isOfPlaces: boolean, hasTexts: boolean) {
    this.#read = read;
    this.#isOfPlaces = isOfPlaces;
    this.#hasTexts = hasTexts;
    this.#encodings = [base, WIN_ANSI_ENCODING];
  }

  numberOf(code: number): number {
    const known = this.#numbers.get(code);
    if (known !== undefined) return known;
    const number = this.#free(this.#wanted(code));
    this.#isTaken[number] = 1;
    this.#numbers.set(code, number);
    return number;
  }

  #wanted(code: number): number {
    const font = this.#read();
    const [text, name] = [font.textOf(code), font.nameOf(code)];
    if (this.#isOfPlaces && (text === undefined || !this.#hasTexts)) return code;
    if (text === undefined) return name === undefined || /\d/.test(name) ? 1 : 0x80 | (sumOf(name) & 0x7f);
    const isOwn = this.#encodings.some((names) => isSame(text, textOfGlyph(names[code] ?? "")));
    if (isOwn) return code;
    // Word spacing counts for code 32 only (9.3.3), so no other becomes that.
    const listed = TEXTS.get(text === " " ? "\u00a0" : text);
    return listed ?? 0x80 | (sumOf(text) & 0x7f);
  }

  /** The next code from here on that no other character has. */
  #free(wanted: number): number {
    if (this.#isTaken[wanted] === 0) return wanted;
    for (const [from, to] of [
      [Math.max(wanted, 0x80), 0x100],
      [0x80, 0x100],
      [1, CHAR.SPACE],
      [CHAR.SPACE + 1, 0x80],
      [0, 1],
    ] as const) {
      for (let number = from; number < to; number++) if (this.#isTaken[number] === 0) return number;
    }
    return CHAR.SPACE;
  }
}

/** The codes of characters in WinAnsiEncoding. */
const TEXTS = new Map<string, number>();
for (const [code, name] of WIN_ANSI_ENCODING.entries()) {
  const text = name === undefined || code === CHAR.SPACE ? undefined : textOfGlyph(name);
  // Unused codes are bullets there.
  const isBullet = name === "bullet" && code !== 0x95;
  if (text !== undefined && !isBullet) TEXTS.set(code === 0xa0 ? "\u00a0" : code === 0xad ? "\u00ad" : text, code);
}

/** Where writers begin to number characters. */
const BEGINNINGS = [0xa0, 0x80, 0x61, 0x41, CHAR.SPACE, 0];

/**
 * Whether codes are places in some encoding: then there are gaps before and between them, and viewers take a code
 * without text for its own text. Codes without gaps may be numbers of first use.
 */
function hasGaps(document: PdfDocument, dict: PdfDict, font: Font): boolean {
  const listed: GlyphName[] = [];
  addDifferences(document, document.dict(dict.get("Encoding"))?.get("Differences"), listed);
  const isNamed = (code: number): boolean =>
    listed.length > 0 ? listed[code] !== undefined : font.nameOf(code) !== undefined;
  const codes = Array.from({ length: 256 }, (_, code) => code).filter(isNamed);
  const [first, last] = [codes[0], codes.at(-1)];
  if (first === undefined || last === undefined) return false;
  const beginning = BEGINNINGS.find((code) => code <= first)!;
  return codes.length * 4 < (last - beginning + 1) * 3;
}

/** Codes of two bytes. */
class WideNumbers implements CodeNumbers {
  readonly length = 2;
  readonly #read: () => Font;
  readonly #numbers = new Map<number, number>();
  readonly #isTaken = new Set<number>([0]);

  constructor(read: () => Font) {
    this.#read = read;
  }

  numberOf(code: number, cid: number): number {
    // Two codes of one CID may have two texts.
    const key = code * 0x10000 + cid;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = cid === 0 ? 0 : this.#free(wideNumber(this.#read().textOf(code)));
    this.#isTaken.add(number);
    this.#numbers.set(key, number);
    return number;
  }

  #free(wanted: number): number {
    for (let number = wanted; number < 0x10000; number++) if (!this.#isTaken.has(number)) return number;
    for (let number = 1; number < wanted; number++) if (!this.#isTaken.has(number)) return number;
    return 0;
  }
}

/** Letters of scripts that are seldom written: their numbers are used for ligatures and the like. */
const SPARE = { from: 0x0780, mask: 0xff };

function wideNumber(text: string | undefined): number {
  const [first, ...more] = text ?? "";
  const character = first?.codePointAt(0) ?? 0;
  if (character === 0) return 1;
  return more.length === 0 && character < 0xd800 ? character : SPARE.from + (sumOf(text!) & SPARE.mask);
}

/** Whether a text is what an encoding's glyph is named for. Blanks and hyphens have several characters. */
function isSame(text: string, other: string | undefined): boolean {
  return other !== undefined && (text === other || plain(text) === plain(other));
}

function plain(text: string): string {
  return normalised(text, "NFKC").replace("\u00ad", "-");
}

function sumOf(text: string): number {
  let sum = 0;
  for (const character of text) sum += character.codePointAt(0)!;
  return sum;
}

/** Whether a name such as g12 may number a glyph. */
export function hasNumber(name: string, textOf = textOfGlyph): boolean {
  return /\d/.test(name) && textOf(name) === undefined;
}
