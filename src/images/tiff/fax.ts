import { corrupt, ImageProblem } from "../image.ts";
import {
  BLACK_RUNS,
  type CodeTable,
  MODE_BITS,
  MODE_CODES,
  MODE_HORIZONTAL,
  MODE_PASS,
  MODE_VERTICAL_0,
  RUN_BITS,
  WHITE_RUNS,
} from "./fax-codes.ts";
import type { ByteSource } from "./source.ts";

/** modified-huffman: compression 2 · group3: 3 (T.4) · group4: 4 (T.6). */
export type FaxKind = "modified-huffman" | "group3" | "group4";

export interface FaxParameters {
  kind: FaxKind;
  columns: number;
  /** T4Options bit 0: rows say by a tag bit whether they are coded against the row above. */
  twoDimensional: boolean;
}

/** A row as the positions at which its colour changes, beginning with white; at least two entries `columns` follow. */
export type Changes = Uint32Array;

export interface FaxSource extends ByteSource {
  /** Bytes that the rows given so far were coded in. */
  consumed(): number;
}

/**
 * Rows of one bit a pixel, 1 = black, as TIFF's fax compressions give them. A row of Group 3 that is damaged is a copy
 * of the one above, and `onBadRow` is told; the row after it begins at the next end-of-line, as in a fax machine. The
 * other two have no such marks, and end at damage.
 */
export function faxSource(data: Uint8Array, parameters: FaxParameters, onBadRow: () => void): FaxSource {
  const { columns } = parameters;
  const rowBytes = (columns + 7) >> 3;
  const rows = faxRows(data, parameters, onBadRow);
  return {
    read(target) {
      target.fill(0);
      let filled = 0;
      while (filled + rowBytes <= target.length) {
        const row = rows.next();
        if (!row) break;
        paintRuns(target, filled, row, columns);
        filled += rowBytes;
      }
      return filled;
    },
    consumed: rows.consumed,
  };
}

export interface FaxRows {
  /** The next row's changes, valid until the one after it; undefined after the last row. */
  next(): Changes | undefined;
  /** Bytes that the rows given so far were coded in. */
  consumed(): number;
}

/** The same rows by their changes, for who needs no bits. */
export function faxRows(data: Uint8Array, parameters: FaxParameters, onBadRow: () => void): FaxRows {
  const { columns, kind } = parameters;
  const bits = new BitReader(data);
  let reference: Changes = new Uint32Array(columns + 4).fill(columns);
  let current: Changes = new Uint32Array(columns + 4);
  let ended = false;

  const codedAgain = (): boolean => {
    onBadRow();
    current.set(reference);
    return bits.seekEndOfLine();
  };
  const nextRow = (): boolean => {
    if (kind === "group4") {
      if (bits.peek(24) === 0x001001 || bits.ended()) return false;
      codedRow(bits, reference, current, columns);
    } else if (kind === "modified-huffman") {
      bits.align();
      if (bits.ended()) return false;
      plainRow(bits, current, columns);
    } else {
      const found = skipEndOfLine(bits);
      if (bits.ended()) return false;
      // RTC: six end-of-lines in a row, which nothing else contains two of.
      const oneDimensional = parameters.twoDimensional ? bits.take(1) === 1 : true;
      if (found && bits.peek(12) === 1) return false;
      try {
        if (oneDimensional) plainRow(bits, current, columns);
        else codedRow(bits, reference, current, columns);
      } catch (error) {
        if (!(error instanceof ImageProblem)) throw error;
        return codedAgain();
      }
    }
    return true;
  };

  return {
    next() {
      if (ended) return undefined;
      try {
        ended = !nextRow();
      } catch (error) {
        if (!(error instanceof ImageProblem)) throw error;
        ended = true;
      }
      if (ended) return undefined;
      [reference, current] = [current, reference];
      return reference;
    },
    consumed: () => bits.consumed(),
  };
}

/** Up to 24 bits at a time; beyond the end there are zeros. */
class BitReader {
  private readonly data: Uint8Array;
  private readonly view: DataView;
  private readonly total: number;
  /** The last byte at which four can be read at once. */
  private readonly lastWord: number;
  private position = 0;

  constructor(data: Uint8Array) {
    this.data = data;
    this.view = new DataView(data.buffer, data.byteOffset, data.length);
    this.total = data.length * 8;
    this.lastWord = data.length - 4;
  }

  peek(count: number): number {
    const at = this.position >> 3;
    const word = at <= this.lastWord ? this.view.getInt32(at) : this.wordAtEnd(at);
    return ((word << (this.position & 7)) >>> 8) >>> (24 - count);
  }

  private wordAtEnd(at: number): number {
    const { data } = this;
    let word = 0;
    for (let i = at; i < at + 4; i++) word = (word << 8) | (i < data.length ? data[i]! : 0);
    return word;
  }

  skip(count: number): void {
    this.position += count;
  }

  take(count: number): number {
    const value = this.peek(count);
    this.position += count;
    return value;
  }

  align(): void {
    this.position = (this.position + 7) & ~7;
  }

  ended(): boolean {
    return this.position >= this.total;
  }

  /** Goes on to where an end-of-line begins; false when there is none. */
  seekEndOfLine(): boolean {
    while (!this.ended() && this.peek(12) !== 1) this.position++;
    return !this.ended();
  }

  /** Bytes that were read from, also in part. */
  consumed(): number {
    return Math.min((this.position + 7) >> 3, this.data.length);
  }
}

/** T.4 §4.1.2: at least eleven zeros and a one; fill bits may come before. */
function skipEndOfLine(bits: BitReader): boolean {
  if (bits.peek(11) !== 0) return false;
  while (bits.peek(1) === 0 && !bits.ended()) bits.skip(1);
  bits.skip(1);
  return true;
}

/** T.4 §4.1: runs of white and black in turn. */
function plainRow(bits: BitReader, current: Changes, columns: number): void {
  let used = 0;
  let at = 0;
  let black = 0;
  while (at < columns) {
    at = Math.min(at + takeRun(bits, black === 1 ? BLACK_RUNS : WHITE_RUNS), columns);
    used = addChange(current, used, at, columns);
    black ^= 1;
  }
  current.fill(columns, used, used + 4);
}

/** T.6 §2.2: each change is told by its distance to one of the row above. */
function codedRow(bits: BitReader, reference: Changes, current: Changes, columns: number): void {
  let used = 0;
  // The imaginary element before the first pixel.
  let a0 = -1;
  let black = 0;
  let b = 0;
  while (a0 < columns) {
    b = nextReference(reference, b, a0, black, columns);
    const entry = MODE_CODES[bits.peek(MODE_BITS)]!;
    if (entry === 0) throw corrupt("The fax data holds a code that does not exist.");
    bits.skip(entry & 15);
    const mode = entry >> 4;
    if (mode === MODE_PASS) {
      a0 = reference[b + 1]!;
    } else if (mode === MODE_HORIZONTAL) {
      const start = Math.max(a0, 0);
      const first = Math.min(start + takeRun(bits, black === 1 ? BLACK_RUNS : WHITE_RUNS), columns);
      const second = Math.min(first + takeRun(bits, black === 1 ? WHITE_RUNS : BLACK_RUNS), columns);
      used = addChange(current, used, first, columns);
      used = addChange(current, used, second, columns);
      a0 = second;
    } else {
      const a1 = reference[b]! + mode - MODE_VERTICAL_0;
      if (a1 < a0 || a1 < 0) throw corrupt("The fax data goes backwards in a row.");
      a0 = Math.min(a1, columns);
      used = addChange(current, used, a0, columns);
      black ^= 1;
    }
  }
  current.fill(columns, used, used + 4);
}

/** b1: the first change of the row above to the right of a0 that has the colour opposite to a0's (T.6 §2.2.1). */
export function nextReference(reference: Changes, from: number, a0: number, black: number, columns: number): number {
  let b = from > 0 ? from - 1 : 0;
  if ((b & 1) !== black) b++;
  while (reference[b]! <= a0 && reference[b]! < columns) b += 2;
  return b;
}

/** Two changes at one place are none: the standard's rows have no empty runs but the first. */
function addChange(changes: Changes, used: number, at: number, columns: number): number {
  if (used > 0 && changes[used - 1] === at) return used - 1;
  if (at < columns) changes[used++] = at;
  return used;
}

function takeRun(bits: BitReader, table: CodeTable): number {
  let run = 0;
  for (;;) {
    const entry = table[bits.peek(RUN_BITS)]!;
    if (entry === 0 || bits.ended()) throw corrupt("The fax data holds a run that does not exist.");
    bits.skip(entry & 15);
    const length = entry >> 4;
    run += length;
    // Make-up codes are followed by a terminating code (T.4 §4.1.1).
    if (length < 64) return run;
    if (run > 1 << 24) throw corrupt("The fax data holds a run without end.");
  }
}

function paintRuns(target: Uint8Array, at: number, changes: Changes, columns: number): void {
  for (let i = 0; changes[i]! < columns; i += 2) {
    const from = changes[i]!;
    const to = changes[i + 1]!;
    const first = at + (from >> 3);
    const last = at + (to >> 3);
    const head = 0xff >> (from & 7);
    const tail = (0xff00 >> (to & 7)) & 0xff;
    if (first === last) {
      target[first] = target[first]! | (head & tail);
    } else {
      target[first] = target[first]! | head;
      target.fill(0xff, first + 1, last);
      if (tail !== 0) target[last] = target[last]! | tail;
    }
  }
}
