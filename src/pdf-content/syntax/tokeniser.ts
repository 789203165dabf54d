import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { CLASS, SPACE, skipSpace, wordEnd } from "../../pdf-file/syntax/chars.ts";
import { readName } from "../../pdf-file/syntax/names.ts";
import { readNumber } from "../../pdf-file/syntax/numbers.ts";
import { FEW_KEYS, Parser } from "../../pdf-file/syntax/parser.ts";
import { hexEnd, literalEnd, putHex, putLiteral } from "../../pdf-file/syntax/strings.ts";
import * as CHAR from "../../platform/char.ts";
import { type InlineImage, readInlineImage } from "./inline-image.ts";
import { PieceReader, type Pieces } from "./piece-reader.ts";
import { ARRAY, giveBack, NAME, OBJECT, STRING, takeRoom, type Values } from "./values.ts";

/** An operator's letters in one number: the first in the lowest byte. */
export function operatorCode(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i++) code |= name.charCodeAt(i) << (8 * i);
  return code;
}

/** An operator has at most three letters. A longer word is no operator, and its operands are dropped. */
const UNKNOWN_OPERATOR = 0;

/** Operands that are charged at a time. */
const MANY = 1_000;

const BEGIN_IMAGE = operatorCode("BI");

/**
 * Reads a content stream an operation at a time: its operands, then its operator. Broken syntax is passed over as
 * viewers do.
 */
export class Tokeniser {
  readonly operands: Values;
  /** What the arrays among the operands hold. */
  readonly items: Values;
  /** The bytes of the strings among the operands, without escapes. */
  strings: Uint8Array;
  operator = UNKNOWN_OPERATOR;
  /** After BI: the image whose bytes follow. */
  inlineImage: InlineImage | undefined;
  /**
   * Whether something was met that is incomplete, that is read leniently, or that is no value at all. More bytes may
   * complete it.
   */
  hasBroken = false;
  /** Whether a comment is before the operator or one of its operands. */
  hasComment = false;
  /** Whether white space was met in hexadecimal strings. */
  hasSpacedHex = false;
  /** Where the operation begins. */
  #start = 0;
  #stringBytes = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #pos = 0;
  #end = 0;
  readonly #pieces: PieceReader;
  #isLast = false;
  readonly #work: Work;
  /** Names, arrays and dictionaries that are not charged yet, and entries of dictionaries, as a parser counts them. */
  #values = 0;
  #keys = 0;
  /** Numbers and strings. */
  #scalars = 0;
  #held = 0;

  constructor(pieces: Pieces, work: Work) {
    this.#pieces = new PieceReader(pieces);
    this.#work = work;
    const { operands, items, strings } = takeRoom();
    this.operands = operands;
    this.items = items;
    this.strings = strings;
  }

  /** Gives its room to the next tokeniser; nothing may be asked of this one afterwards. */
  end(): void {
    giveBack(this);
    this.#work.letGo(this.#held);
  }

  /** Charges what was read of operands. An operation may have millions. */
  charge(): void {
    this.#work.spend(this.#values * COST.operator + this.#keys * COST.key + this.#scalars * COST.item);
    this.#values = 0;
    this.#scalars = 0;
    this.#keys = 0;
  }

  #countScalar(): void {
    if (++this.#scalars >= MANY) this.charge();
  }

  #countValue(): void {
    if (++this.#values >= MANY) this.charge();
  }

  /** The operation that was read last is in `bytes` from `start` to `pos`, after white space. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get start(): number {
    return this.#start;
  }

  get pos(): number {
    return this.#pos;
  }

  /** Reads the next operation; false at the end of the content. */
  next(): boolean {
    for (;;) {
      this.#start = this.#pos;
      const found = this.#operation();
      // White space follows a piece, so an operator that ends it is whole. Operands without an operator, and the data
      // of an image, may go on in the next piece: they are read again from their start.
      if (found && (this.#pos < this.#end || this.#isLast || this.operator !== BEGIN_IMAGE)) return true;
      if (this.#isLast) return false;
      this.#refill(this.#start);
    }
  }

  #operation(): boolean {
    const { operands } = this;
    const bytes = this.#bytes;
    const end = this.#end;
    operands.count = 0;
    this.items.count = 0;
    this.#stringBytes = 0;
    this.hasComment = false;
    for (;;) {
      let at = this.#pos;
      while (at < end && CLASS[bytes[at]!] === SPACE) at++;
      if (bytes[at] === CHAR.PERCENT && at < end) {
        this.hasComment = true;
        at = skipSpace(bytes, at, end);
      }
      this.#pos = at;
      if (at >= end) return false;
      const c = bytes[at]!;
      if ((c >= CHAR.ZERO && c <= CHAR.NINE) || c === CHAR.MINUS || c === CHAR.DOT || c === CHAR.PLUS)
        operands.pushNumber(this.#number(at));
      else if (CLASS[c] === 0) {
        if (this.#word(at)) return true;
      } else this.#delimited(at, c, operands);
    }
  }

  /** The number at `at`: digits and one point are read in one pass, anything else as lenient readers take it. */
  #number(at: number): number {
    this.#countScalar();
    const bytes = this.#bytes;
    const end = this.#end;
    let i = at;
    const isNegative = bytes[i] === CHAR.MINUS;
    if (isNegative || bytes[i] === CHAR.PLUS) i++;
    let value = 0;
    let scale = 1;
    let c = bytes[i]!;
    while (i < end && c >= CHAR.ZERO && c <= CHAR.NINE) {
      value = value * 10 + c - CHAR.ZERO;
      c = bytes[++i]!;
    }
    if (c === CHAR.DOT && i < end) {
      c = bytes[++i]!;
      while (i < end && c >= CHAR.ZERO && c <= CHAR.NINE) {
        value = value * 10 + c - CHAR.ZERO;
        scale *= 10;
        c = bytes[++i]!;
      }
    }
    if ((i < end && CLASS[c] === 0) || value > 1e15) {
      this.hasBroken = true;
      const stop = wordEnd(bytes, at, end);
      this.#pos = stop;
      return readNumber(bytes, at, stop);
    }
    this.#pos = i;
    if (scale !== 1) value /= scale;
    return isNegative ? -value : value;
  }

  /** A word is an operator, unless it is a value. */
  #word(at: number): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    let stop = at + 1;
    let code = bytes[at]!;
    while (stop < end && CLASS[bytes[stop]!] === 0) {
      if (stop - at < 3) code |= bytes[stop]! << (8 * (stop - at));
      stop++;
    }
    this.#pos = stop;
    if (stop - at > 3) {
      const value = VALUES.get(readName(bytes, at, stop));
      if (value !== undefined) {
        this.operands.pushObject(OBJECT, value);
        return false;
      }
      code = UNKNOWN_OPERATOR;
    }
    this.operator = code;
    if (code === BEGIN_IMAGE) return this.#inlineImage();
    return true;
  }

  #delimited(at: number, c: number, into: Values): void {
    const bytes = this.#bytes;
    const end = this.#end;
    if (c === CHAR.SLASH) {
      this.#countValue();
      this.#pos = wordEnd(bytes, at + 1, end);
      into.pushObject(NAME, readName(bytes, at + 1, this.#pos));
    } else if (c === CHAR.PAREN_OPEN) this.#literal(at, into);
    else if (c === CHAR.LESS && bytes[at + 1] !== CHAR.LESS) {
      this.#countScalar();
      const stop = hexEnd(bytes, at, end);
      this.#pos = stop;
      const from = this.#stringBytes;
      const to = putHex(bytes, at + 1, stop, this.#room(stop - at), from);
      if ((to - from) * 2 !== stop - at - 2) this.hasSpacedHex = true;
      this.#stringBytes = to;
      into.pushRange(STRING, from, to);
    } else if (c === CHAR.BRACKET_OPEN) this.#array(at, into);
    // '<<'
    else if (c === CHAR.LESS) this.#object(at, into);
    else {
      // A bracket that nothing opened.
      this.hasBroken = true;
      this.#pos = at + 1;
    }
  }

  /** Without an escape, a bracket or an end of line, the bytes are copied as they are met. */
  #literal(at: number, into: Values): void {
    this.#countScalar();
    const { strings } = this;
    const bytes = this.#bytes;
    const end = this.#end;
    const from = this.#stringBytes;
    let to = from;
    for (let i = at + 1; i < end && to < strings.length; i++) {
      const c = bytes[i]!;
      if (c === CHAR.PAREN_CLOSE) {
        this.#pos = i + 1;
        this.#stringBytes = to;
        into.pushRange(STRING, from, to, at + 1);
        return;
      }
      if (c === CHAR.BACKSLASH || c === CHAR.CARRIAGE_RETURN || c === CHAR.PAREN_OPEN) break;
      strings[to++] = c;
    }
    const stop = literalEnd(bytes, at, end);
    this.#pos = stop;
    const last = bytes[stop - 1] === CHAR.PAREN_CLOSE ? stop - 1 : stop;
    const written = putLiteral(bytes, at + 1, last, this.#room(stop - at), from);
    this.#stringBytes = written;
    into.pushRange(STRING, from, written, ~(at + 1));
  }

  /** The strings, with room for this many more bytes. */
  #room(more: number): Uint8Array {
    const from = this.#stringBytes;
    if (from + more > this.strings.length) {
      const grown = new Uint8Array(Math.max(this.strings.length * 2, from + more));
      grown.set(this.strings.subarray(0, from));
      this.strings = grown;
    }
    return this.strings;
  }

  /** An array of numbers, strings and names; one that holds others is read as an object. */
  #array(at: number, into: Values): void {
    const { items } = this;
    const bytes = this.#bytes;
    const end = this.#end;
    const from = items.count;
    this.#countValue();
    this.#pos = at + 1;
    for (;;) {
      const next = skipSpace(bytes, this.#pos, end);
      this.#pos = next;
      if (next >= end) break;
      const c = bytes[next]!;
      if (c === CHAR.BRACKET_CLOSE) {
        this.#pos = next + 1;
        break;
      }
      if ((c >= CHAR.ZERO && c <= CHAR.NINE) || c === CHAR.MINUS || c === CHAR.DOT || c === CHAR.PLUS)
        items.pushNumber(this.#number(next));
      else if (c === CHAR.PAREN_OPEN)
        this.#literal(next, items); // '('
      else if (c === CHAR.SLASH || (c === CHAR.LESS && bytes[next + 1] !== CHAR.LESS)) this.#delimited(next, c, items);
      else if (c === CHAR.BRACKET_OPEN || c === CHAR.LESS) {
        items.count = from;
        this.#object(at, into);
        return;
      } else {
        // A word, or a bracket that nothing opened.
        this.hasBroken = true;
        this.#pos = CLASS[c] === 0 ? wordEnd(bytes, next, end) : next + 1;
      }
    }
    into.pushRange(ARRAY, from, items.count);
  }

  #object(at: number, into: Values): void {
    const parser = new Parser(this.#bytes, at, this.#end);
    this.#countValue();
    try {
      into.pushObject(OBJECT, parser.value());
      this.#keys += parser.keys;
      this.#pos = Math.max(parser.pos, at + 1);
    } catch (error) {
      if (!(error instanceof PdfProblem)) throw error;
      // It is cut off. The next piece may complete it; at the end of the content it counts as nothing.
      this.hasBroken = true;
      this.#pos = this.#end;
    }
  }

  #inlineImage(): boolean {
    const { image, pos } = readInlineImage(this.#bytes, this.#pos, this.#end, this.#isLast);
    this.inlineImage = image;
    if (image && image.dict.size > FEW_KEYS) this.#keys += image.dict.size;
    this.#pos = pos;
    return true;
  }

  /** Keeps what is not yet read, from `start`, and puts the next pieces after it. */
  #refill(start: number): void {
    const isPart = start < this.#end;
    this.#bytes = this.#pieces.after(this.#bytes.subarray(start, this.#end));
    // A copy of several pieces, or the end of the last one, which nobody else holds any more.
    this.#work.letGo(this.#held);
    this.#held = isPart ? this.#bytes.length : 0;
    this.#work.hold(this.#held);
    this.#pos = 0;
    this.#end = this.#bytes.length;
    this.#isLast = this.#pieces.isLast;
  }
}

const VALUES = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
