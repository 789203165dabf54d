import { decodeUtf8 } from "../form/part-head.ts";
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isSpace,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./json-bytes.ts";

/**
 * A strict JSON reader (RFC 8259) over bytes. JSON.parse does not say at which byte a text is broken, and does not
 * notice a name that occurs twice, which two readers of one request could understand differently.
 */

/** The message is followed by "at byte" and the offset. */
export class JsonProblem extends Error {
  readonly offset: number;
  constructor(what: string, offset: number) {
    super(what);
    this.name = "JsonProblem";
    this.offset = offset;
  }
}

/** No request of the interface nests deeper than a few levels. */
const MAX_DEPTH = 64;
const MAX_NUMBER_LENGTH = 400;
const LITERALS: Readonly<Record<string, true | false | null>> = { true: true, false: false, null: null };

export function readJson(bytes: Uint8Array): unknown {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  reader.space();
  if (reader.at < bytes.length) throw new JsonProblem("expected the end of the text", reader.at);
  return value;
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    if (hasMark) this.at = 3;
  }

  space(): void {
    for (; ; this.at += 1) {
      const byte = this.#bytes[this.at];
      if (!isSpace(byte)) return;
    }
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new JsonProblem(`JSON nests deeper than ${MAX_DEPTH} levels`, this.at);
    this.space();
    switch (this.#bytes[this.at]) {
      case OPEN_OBJECT:
        return this.#object(depth);
      case OPEN_ARRAY:
        return this.#array(depth);
      case QUOTE:
        return this.#string();
      default:
        return this.#literal();
    }
  }

  #object(depth: number): unknown {
    const members = new Map<string, unknown>();
    this.at += 1;
    if (this.#take(CLOSE_OBJECT)) return {};
    do {
      this.space();
      const start = this.at;
      if (this.#bytes[start] !== QUOTE) throw this.#unexpected("a name in double quotes");
      const name = this.#string();
      if (members.has(name)) {
        throw new JsonProblem(`the name ${JSON.stringify(name.slice(0, 80))} was given twice, again`, start);
      }
      if (!this.#take(COLON)) throw this.#unexpected('":"');
      members.set(name, this.value(depth + 1));
    } while (this.#take(COMMA));
    if (!this.#take(CLOSE_OBJECT)) throw this.#unexpected('"," or "}"');
    // Unlike assignment, this makes even a member named __proto__ a plain one.
    return Object.fromEntries(members);
  }

  #array(depth: number): unknown {
    const items: unknown[] = [];
    this.at += 1;
    if (this.#take(CLOSE_ARRAY)) return items;
    do items.push(this.value(depth + 1));
    while (this.#take(COMMA));
    if (!this.#take(CLOSE_ARRAY)) throw this.#unexpected('"," or "]"');
    return items;
  }

  #string(): string {
    const start = this.at;
    let end = start;
    do {
      end = this.#bytes.indexOf(QUOTE, end + 1);
      if (end < 0) throw new JsonProblem("no quote ends the string", start);
    } while (this.#isEscaped(end, start));
    const text = decodeUtf8(this.#bytes.subarray(start, end + 1));
    if (text === undefined) throw new JsonProblem("expected UTF-8 in the string", start);
    this.at = end + 1;
    try {
      return JSON.parse(text) as string;
    } catch {
      throw new JsonProblem("there is a control character or a broken escape in the string", start);
    }
  }

  #isEscaped(end: number, start: number): boolean {
    let backslashes = 0;
    while (end - 1 - backslashes > start && this.#bytes[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    return backslashes % 2 === 1;
  }

  #literal(): unknown {
    const start = this.at;
    while (this.at - start <= MAX_NUMBER_LENGTH && isLiteralByte(this.#bytes[this.at])) this.at += 1;
    const text = String.fromCharCode(...this.#bytes.subarray(start, this.at));
    if (Object.hasOwn(LITERALS, text)) return LITERALS[text];
    if (text.length <= MAX_NUMBER_LENGTH && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
    this.at = start;
    throw this.#unexpected("a value");
  }

  #take(byte: number): boolean {
    this.space();
    if (this.#bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  #unexpected(expected: string): JsonProblem {
    const ended = this.at >= this.#bytes.length;
    return new JsonProblem(`expected ${expected}${ended ? ", but JSON ends" : ""}`, this.at);
  }
}

function isLiteralByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return /[a-z0-9+.-]/i.test(String.fromCharCode(byte));
}
