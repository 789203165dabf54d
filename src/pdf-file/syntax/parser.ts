import * as CHAR from "../../platform/char.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { MAX_ELEMENTS, MAX_NESTING, MAX_OBJECT_BYTES, MAX_OBJECT_NUMBER } from "../pdf-limits.ts";
import { PdfProblem } from "../pdf-problem.ts";
import { CLASS, isDigit, skipSpace, wordEnd } from "./chars.ts";
import { readName } from "./names.ts";
import { readNumber, readUnsigned } from "./numbers.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString } from "./objects.ts";
import { hexEnd, literalEnd, readHex, readLiteral } from "./strings.ts";

/** Entries of a dictionary whose names are mostly known. */
export const FEW_KEYS = 100;

/** What these take in V8, as measured: half a million of each in one array. */
const [ELEMENT_BYTES, ARRAY_BYTES, REFERENCE_BYTES, STRING_BYTES, DICT_BYTES] = [12, 32, 60, 140, 180];

/** Words that end an object even if its brackets are still open. */
const TERMINATORS = new Set(["endobj", "stream", "endstream", "obj", "xref", "trailer", "startxref"]);

/**
 * Reads objects from bytes[pos, end), as leniently as viewers do: unknown words are null, `endobj` closes open
 * brackets, a key without a value is dropped. Strings pass through `openString` when it is given.
 */
export class Parser {
  readonly bytes: Uint8Array;
  readonly end: number;
  readonly openString: ((bytes: Uint8Array) => Uint8Array) | undefined;
  pos: number;
  /** Whether brackets did not match, so that the object had to be guessed. */
  mended = false;
  /** How many elements the object's arrays and dictionaries have. */
  elements = 0;
  /** How many names and strings were made of its bytes. */
  texts = 0;
  /** How many entries its dictionaries have beyond the first hundred of each. */
  keys = 0;
  /** The highest number of an object that is referred to. */
  highest = 0;
  /** What the object takes in memory, about. */
  memory = 0;
  #terminated = false;

  constructor(bytes: Uint8Array, pos: number, end = bytes.length, openString?: (bytes: Uint8Array) => Uint8Array) {
    this.bytes = bytes;
    this.pos = pos;
    this.end = end;
    this.openString = openString;
  }

  /** The object at the cursor. Throws PdfProblem "corrupt" at the end of the data, "budget" when nested too deeply. */
  value(depth = 0): PdfObject {
    const { bytes, end } = this;
    const at = skipSpace(bytes, this.pos, end);
    if (at >= end) {
      this.pos = at;
      throw new PdfProblem("corrupt", "An object is cut off at the end of the data.");
    }
    if (depth > MAX_NESTING) throw new PdfProblem("budget", `Objects are nested more than ${MAX_NESTING} deep.`);
    const c = bytes[at]!;
    if (c === CHAR.SLASH) return this.#name(at);
    if (c === CHAR.PAREN_OPEN) {
      this.pos = literalEnd(bytes, at, end);
      const isClosed = bytes[this.pos - 1] === CHAR.PAREN_CLOSE;
      return this.#string(readLiteral(bytes, at + 1, isClosed ? this.pos - 1 : this.pos), false);
    }
    if (c === CHAR.BRACKET_OPEN) {
      this.pos = at + 1;
      return this.#array(depth + 1);
    }
    if (c === CHAR.LESS) {
      if (bytes[at + 1] === CHAR.LESS) {
        this.pos = at + 2;
        return this.#dict(depth + 1);
      }
      this.pos = hexEnd(bytes, at, end);
      return this.#string(readHex(bytes, at + 1, this.pos), true);
    }
    if (CLASS[c] !== 0) {
      // A closing bracket that nothing opened.
      this.mended = true;
      this.pos = at + 1;
      return null;
    }
    return this.#word(at);
  }

  /** A few bytes packed in an object stream may become thousands of these. */
  #take(bytes: number, elements = 0): void {
    this.memory += bytes;
    this.elements += elements;
    if (this.memory > MAX_OBJECT_BYTES || this.elements > MAX_ELEMENTS)
      throw new PdfProblem("budget", `An object has more than ${MAX_ELEMENTS} elements, or takes too much memory.`);
  }

  #string(bytes: Uint8Array, hex: boolean): PdfString {
    this.texts++;
    this.#take(STRING_BYTES);
    return new PdfString(this.openString ? this.openString(bytes) : bytes, hex);
  }

  #name(at: number): string {
    this.texts++;
    this.pos = wordEnd(this.bytes, at + 1, this.end);
    return readName(this.bytes, at + 1, this.pos);
  }

  #array(depth: number): PdfObject[] {
    const items: PdfObject[] = [];
    this.#take(ARRAY_BYTES);
    for (;;) {
      const at = skipSpace(this.bytes, this.pos, this.end);
      this.pos = at;
      if (at >= this.end) throw new PdfProblem("corrupt", "An array is cut off at the end of the data.");
      const c = this.bytes[at]!;
      if (c === CHAR.BRACKET_CLOSE) {
        this.pos = at + 1;
        return items;
      }
      if (c === CHAR.GREATER && this.bytes[at + 1] === CHAR.GREATER) {
        this.mended = true;
        return items;
      }
      const item = this.value(depth);
      if (this.#terminated) return items;
      this.#take(ELEMENT_BYTES, 1);
      items.push(item);
    }
  }

  #dict(depth: number): PdfDict {
    const dict: PdfDict = new Map();
    this.#take(DICT_BYTES);
    let entries = 0;
    for (;;) {
      const at = skipSpace(this.bytes, this.pos, this.end);
      this.pos = at;
      if (at >= this.end) throw new PdfProblem("corrupt", "A dictionary is cut off at the end of the data.");
      const c = this.bytes[at]!;
      if (c === CHAR.GREATER) {
        this.pos = this.bytes[at + 1] === CHAR.GREATER ? at + 2 : at + 1;
        return dict;
      }
      if (c !== CHAR.SLASH) {
        // Not a key: passed over, as every reader does.
        this.value(depth);
        if (this.#terminated) return dict;
        continue;
      }
      const key = this.#name(at);
      const next = skipSpace(this.bytes, this.pos, this.end);
      if (this.bytes[next] === CHAR.GREATER && this.bytes[next + 1] === CHAR.GREATER) continue;
      const value = this.value(depth);
      if (this.#terminated) return dict;
      this.#take(ELEMENT_BYTES, 1);
      dict.set(key, value);
      if (++entries > FEW_KEYS) this.keys++;
    }
  }

  #word(at: number): PdfObject {
    const { bytes, end } = this;
    const stop = wordEnd(bytes, at, end);
    this.pos = stop;
    const c = bytes[at]!;
    if (isDigit(c)) return this.#reference(at, stop) ?? readNumber(bytes, at, stop);
    if (c === CHAR.PLUS || c === CHAR.MINUS || c === CHAR.DOT) return readNumber(bytes, at, stop);
    // Most such words are null, and none that ends an object begins so.
    if (stop - at > 9 || c === CHAR.n) return null;
    const word = latin1Text(bytes, at, stop);
    if (word === "true") return true;
    if (word === "false") return false;
    if (TERMINATORS.has(word)) {
      this.pos = at;
      this.#terminated = true;
      this.mended = true;
    }
    return null;
  }

  /** Reads `N G R` if the digits in [at, stop) begin one. */
  #reference(at: number, stop: number): PdfRef | undefined {
    const { bytes, end } = this;
    const gap = skipSpace(bytes, stop, end);
    if (gap === stop || gap >= end || !isDigit(bytes[gap])) return undefined;
    const generation = readUnsigned(bytes, gap, end);
    const letter = skipSpace(bytes, generation.end, end);
    if (letter === generation.end || bytes[letter] !== CHAR.R || letter >= end) return undefined;
    if (letter + 1 < end && CLASS[bytes[letter + 1]!] === 0) return undefined;
    const number = readUnsigned(bytes, at, stop);
    if (number.end !== stop) return undefined;
    this.pos = letter + 1;
    if (number.value < MAX_OBJECT_NUMBER) this.highest = Math.max(this.highest, number.value);
    this.#take(REFERENCE_BYTES);
    return new PdfRef(number.value, generation.value);
  }
}
