import { atOnce, type Turns } from "../../meter/turns.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { pause } from "../../platform/pause.ts";
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
export const MAX_DEPTH = 64;
/** Lists and objects of one text: each takes far more memory than the two bytes that it is written as. */
const MAX_NESTED = 500_000;
/** Members of an object inside another. No field has nearly as many, and finding a fault in each takes long. */
export const MAX_MEMBERS = 2_000;
const ZERO = 0x30;
const SHORT_LIST = 20;
const MAX_NUMBER_LENGTH = 400;
/** A longer string is decoded by the platform. */
const MAX_SHORT = 64;
const SLOTS = 128;
/** Bytes that are read at a time: at most some 30 ms. */
const STRETCH = 256 << 10;
/** Digits of numbers that are read as they come. */
const MAX_DIGITS = 9;
const PLAIN_MEMBER = { configurable: true, enumerable: true, writable: true };
const LITERALS: Readonly<Record<string, true | false | null>> = { true: true, false: false, null: null };

export function readJson(bytes: Uint8Array): unknown {
  return atOnce(new Reader(bytes).whole());
}

/** The same; what else waits for the thread gets it in between, since some megabytes can take most of a second. */
export async function readJsonInTurns(bytes: Uint8Array): Promise<unknown> {
  const reading = new Reader(bytes).whole();
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
    await pause(0);
  }
}

interface OpenObject {
  readonly members: Record<string, unknown>;
  /** Of the next member. */
  name: string;
  /** Members so far, and the next. */
  count: number;
}

type Open = { readonly items: unknown[]; readonly members?: undefined } | OpenObject;

/** What `#begin` gives where a value goes on. */
const BEGUN = Symbol("begun");

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  /** The last string of each place: the items of a list have the same names. */
  readonly #strings: string[] = [];
  #nested = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    if (hasMark) this.at = 3;
  }

  /** The value that is the text. Stops after each stretch of it. */
  *whole(): Turns<unknown> {
    const open: Open[] = [];
    for (let stretch = this.at + STRETCH; ; ) {
      let value = this.#begin(open);
      if (value === BEGUN) continue;
      for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
        add(inner, value);
        if (this.#goesOn(inner, open.length)) break;
        open.pop();
        value = closed(inner);
      }
      if (open.length === 0) {
        this.#space();
        if (this.at < this.#bytes.length) throw new JsonProblem("expected the end of the text", this.at);
        return value;
      }
      if (this.at < stretch) continue;
      stretch = this.at + STRETCH;
      yield;
    }
  }

  #begin(open: Open[]): unknown {
    if (open.length > MAX_DEPTH) throw new JsonProblem(`JSON nests deeper than ${MAX_DEPTH} levels`, this.at);
    this.#space();
    const byte = this.#bytes[this.at];
    if (byte === QUOTE) return this.#string();
    if (byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) return this.#literal();
    this.#count();
    this.at += 1;
    if (byte === OPEN_ARRAY) {
      if (this.#take(CLOSE_ARRAY)) return [];
      open.push({ items: [] });
      return BEGUN;
    }
    if (this.#take(CLOSE_OBJECT)) return {};
    const inner: OpenObject = { members: {}, name: "", count: 0 };
    open.push(inner);
    this.#readName(inner, open.length);
    return BEGUN;
  }

  #readName(inner: OpenObject, depth: number): void {
    this.#space();
    const start = this.at;
    inner.count += 1;
    if (depth > 1 && inner.count > MAX_MEMBERS) {
      throw new JsonProblem(`an object has more than ${MAX_MEMBERS} members`, start);
    }
    if (this.#bytes[start] !== QUOTE) throw this.#unexpected("a name in double quotes");
    const name = this.#string();
    // Of what names a client chooses, an object's members are found as fast as any: a Map's would not be (map-key.ts).
    if (Object.hasOwn(inner.members, name)) {
      throw new JsonProblem(`the name ${JSON.stringify(name.slice(0, 80))} was given twice, again`, start);
    }
    if (!this.#take(COLON)) throw this.#unexpected('":"');
    inner.name = name;
  }

  /** Whether another item or member follows; if not, the list or the object ends here. */
  #goesOn(inner: Open, depth: number): boolean {
    if (this.#take(COMMA)) {
      if (inner.members !== undefined) this.#readName(inner, depth);
      return true;
    }
    const isObject = inner.members !== undefined;
    if (this.#take(isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return false;
    throw this.#unexpected(isObject ? '"," or "}"' : '"," or "]"');
  }

  #space(): void {
    while (isSpace(this.#bytes[this.at])) this.at += 1;
  }

  #count(): void {
    this.#nested += 1;
    if (this.#nested > MAX_NESTED) throw new JsonProblem(`JSON has more than ${MAX_NESTED} lists and objects`, this.at);
  }

  /** Most strings are short, of ASCII and without escapes: decoding one of them would take longer than all the rest. */
  #shortString(): string | undefined {
    const bytes = this.#bytes;
    const start = this.at + 1;
    let end = start;
    let hash = 0;
    for (; PLAIN_BYTES[bytes[end]!] === 1 && end - start <= MAX_SHORT; end += 1) hash = (hash * 31 + bytes[end]!) | 0;
    if (bytes[end] !== QUOTE) return undefined;
    this.at = end + 1;
    const slot = (hash ^ (hash >>> 11)) & (SLOTS - 1);
    const last = this.#strings[slot];
    if (last?.length === end - start) {
      let i = 0;
      while (i < last.length && last.charCodeAt(i) === bytes[start + i]) i += 1;
      if (i === last.length) return last;
    }
    const text = latin1Text(bytes, start, end);
    this.#strings[slot] = text;
    return text;
  }

  #string(): string {
    const short = this.#shortString();
    if (short !== undefined) return short;
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
    const whole = this.#wholeNumber(start);
    if (whole !== undefined) return whole;
    while (this.at - start <= MAX_NUMBER_LENGTH && isLiteralByte(this.#bytes[this.at])) this.at += 1;
    const text = latin1Text(this.#bytes, start, this.at);
    if (Object.hasOwn(LITERALS, text)) return LITERALS[text];
    if (text.length <= MAX_NUMBER_LENGTH && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
    this.at = start;
    throw this.#unexpected("a value");
  }

  /** Most numbers have a few digits and nothing else. */
  #wholeNumber(start: number): number | undefined {
    let value = 0;
    let at = start;
    for (; at - start < MAX_DIGITS; at += 1) {
      const digit = this.#bytes[at]! - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
    const hasLeadingZero = this.#bytes[start] === ZERO && at > start + 1;
    if (at === start || hasLeadingZero || isLiteralByte(this.#bytes[at])) return undefined;
    this.at = at;
    return value;
  }

  #take(byte: number): boolean {
    this.#space();
    if (this.#bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  #unexpected(expected: string): JsonProblem {
    const ended = this.at >= this.#bytes.length;
    return new JsonProblem(`expected ${expected}${ended ? ", but JSON ends" : ""}`, this.at);
  }
}

function add(inner: Open, value: unknown): void {
  if (inner.members === undefined) inner.items.push(value);
  // An assignment would make a member with this name the object's prototype.
  else if (inner.name === "__proto__") Object.defineProperty(inner.members, inner.name, { value, ...PLAIN_MEMBER });
  else inner.members[inner.name] = value;
}

function closed(inner: Open): unknown {
  if (inner.members !== undefined) return inner.members;
  // A list that grows has room for more, a copy has not: there may be hundreds of thousands.
  return inner.items.length < SHORT_LIST ? inner.items.slice() : inner.items;
}

/** Bytes that stand for themselves within a string. */
const PLAIN_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
const LITERAL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[a-z0-9+.-]/i.test(String.fromCharCode(byte)) ? 1 : 0,
);

function isLiteralByte(byte: number | undefined): boolean {
  return byte !== undefined && LITERAL_BYTES[byte] === 1;
}
