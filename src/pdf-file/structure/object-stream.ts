import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import * as CHAR from "../../platform/char.ts";
import { MAX_OBJECT_NUMBER } from "../pdf-limits.ts";
import { PdfProblem } from "../pdf-problem.ts";
import { isDigit } from "../syntax/chars.ts";
import type { PdfDict } from "../syntax/objects.ts";

/** An object stream, decoded (7.5.7). Its header is read as far as it is needed. */
export interface ObjectStream {
  readonly bytes: Uint8Array;
  /** Where the header ends and offsets count from. */
  readonly first: number;
  /** Numbers and offsets of the objects read from the header so far: `known` pairs. */
  numbers: Uint32Array;
  offsets: Uint32Array;
  known: number;
  next: number;
  readonly work: Work;
}

export function readObjectStream(bytes: Uint8Array, dict: PdfDict, work: Work): ObjectStream {
  const [count, first] = [dict.get("N"), dict.get("First")];
  if (typeof count !== "number" || typeof first !== "number" || !(count >= 0) || !(first >= 0)) {
    throw new PdfProblem("corrupt", "An object stream does not say what it holds.");
  }
  // Each pair takes four bytes at least, whatever /N claims.
  const most = Math.min(Math.trunc(count), (Math.min(first, bytes.length) >> 1) + 1);
  work.hold(most * PAIR_BYTES + heldOf(bytes));
  return { bytes, first, numbers: new Uint32Array(most), offsets: new Uint32Array(most), known: 0, next: 0, work };
}

/** What a pair takes in memory. */
const PAIR_BYTES = 8;

/**
 * Reads the header up to and including pair `wanted`, or to its end. Hundreds of pairs a stream: no calls, no objects.
 */
function readPairs(stream: ObjectStream, wanted: number): void {
  const { bytes, first, numbers, offsets, work } = stream;
  const end = Math.min(first, bytes.length);
  const most = Math.min(wanted + 1, numbers.length);
  let at = stream.next;
  let known = stream.known;
  for (; known < most; known++) {
    while (at < end && !isDigit(bytes[at])) at++;
    let number = 0;
    while (at < end && isDigit(bytes[at])) number = number * 10 + bytes[at++]! - CHAR.ZERO;
    while (at < end && !isDigit(bytes[at])) at++;
    if (at >= end) {
      // Fewer pairs than /N claims.
      stream.numbers = numbers.subarray(0, known);
      stream.offsets = offsets.subarray(0, known);
      break;
    }
    let offset = 0;
    while (at < end && isDigit(bytes[at])) offset = offset * 10 + bytes[at++]! - CHAR.ZERO;
    numbers[known] = number;
    offsets[known] = Math.min(first + offset, bytes.length);
  }
  work.spend((known - stream.known) * COST.xrefEntry + (at - stream.next) * COST.scannedByte);
  stream.known = known;
  stream.next = at;
}

/** Reads the header to its end: `numbers` and `offsets` then hold all objects of the stream, and no more. */
export function readWholeHeader(stream: ObjectStream): ObjectStream {
  if (stream.known < stream.numbers.length) readPairs(stream, stream.numbers.length);
  return stream;
}

/** The index of `number` in the stream; `hint` is what the cross-reference says. The last of several counts. */
export function indexInStream(stream: ObjectStream, number: number, hint: number): number {
  // One pair more than the hint: the object's end is where the next one begins.
  if (hint + 1 >= stream.known) readPairs(stream, hint + 1);
  if (hint < stream.known && stream.numbers[hint] === number) return hint;
  const { numbers, work } = readWholeHeader(stream);
  work.spend(numbers.length * COST.searchedByte);
  return numbers.lastIndexOf(number);
}

/** Where the object at `index` lies: up to the next one, since offsets may come in any order. */
export function spanInStream(stream: ObjectStream, index: number): { start: number; end: number } {
  const start = stream.offsets[index]!;
  const next = index + 1 < stream.known ? stream.offsets[index + 1]! : 0;
  return { start, end: next > start ? next : stream.bytes.length };
}

interface Kept {
  readonly streams: Map<number, ObjectStream>;
  bytes: number;
  readers: number;
}

const keptFor = new WeakMap<Work, Kept>();

/**
 * A few decoded streams, the least recently used dropped first: bounded in number and in bytes, for all documents of a
 * request together.
 */
export class ObjectStreamCache {
  readonly #kept: Kept;
  readonly #first: number;

  constructor(work: Work) {
    this.#kept = keptFor.get(work) ?? { streams: new Map(), bytes: 0, readers: 0 };
    keptFor.set(work, this.#kept);
    this.#first = this.#kept.readers++ * (MAX_OBJECT_NUMBER + 1);
  }

  get(number: number): ObjectStream | undefined {
    const { streams } = this.#kept;
    const key = this.#first + number;
    const stream = streams.get(key);
    if (stream) {
      streams.delete(key);
      streams.set(key, stream);
    }
    return stream;
  }

  set(number: number, stream: ObjectStream): void {
    const kept = this.#kept;
    kept.streams.set(this.#first + number, stream);
    kept.bytes += stream.bytes.length;
    for (const key of kept.streams.keys()) {
      if (kept.streams.size <= 1 || (kept.streams.size <= 64 && kept.bytes <= KEPT_BYTES)) break;
      this.#drop(key);
    }
  }

  clear(): void {
    for (const key of this.#kept.streams.keys())
      if (key >= this.#first && key <= this.#first + MAX_OBJECT_NUMBER) this.#drop(key);
  }

  #drop(key: number): void {
    const stream = this.#kept.streams.get(key)!;
    this.#kept.streams.delete(key);
    this.#kept.bytes -= stream.bytes.length;
    letGoOf(stream);
  }
}

/** Nothing may be asked of the stream afterwards. */
export function letGoOf({ work, numbers, bytes }: ObjectStream): void {
  work.letGo(numbers.buffer.byteLength * 2 + heldOf(bytes));
}

const KEPT_BYTES = 8 << 20;

/** The one that is read may be larger than all that are kept. */
function heldOf({ length }: Uint8Array): number {
  return length > KEPT_BYTES ? length : 0;
}
