import { PdfProblem } from "../problem.ts";
import { isDigit } from "../syntax/chars.ts";
import type { PdfDict } from "../syntax/objects.ts";

/** An object stream, decoded (7.5.7): which objects it holds, and where each lies in `bytes`. */
export interface ObjectStream {
  readonly bytes: Uint8Array;
  readonly numbers: Uint32Array;
  readonly offsets: Uint32Array;
}

export function readObjectStream(bytes: Uint8Array, dict: PdfDict): ObjectStream {
  const [count, first] = [dict.get("N"), dict.get("First")];
  if (typeof count !== "number" || typeof first !== "number" || count < 0 || first < 0) {
    throw new PdfProblem("corrupt", "An object stream does not say what it holds.");
  }
  const end = Math.min(first, bytes.length);
  // Each pair takes four bytes at least, whatever /N claims.
  const most = Math.min(Math.trunc(count), end >> 1);
  const numbers = new Uint32Array(most);
  const offsets = new Uint32Array(most);
  let at = 0;
  let found = 0;
  // Hundreds of pairs a stream, thousands of streams a document: read without a call or an object for each number.
  for (; found < most; found++) {
    while (at < end && !isDigit(bytes[at])) at++;
    let number = 0;
    while (at < end && isDigit(bytes[at])) number = number * 10 + bytes[at++]! - 0x30;
    while (at < end && !isDigit(bytes[at])) at++;
    if (at >= end) break;
    let offset = 0;
    while (at < end && isDigit(bytes[at])) offset = offset * 10 + bytes[at++]! - 0x30;
    numbers[found] = number;
    offsets[found] = Math.min(first + offset, bytes.length);
  }
  return { bytes, numbers: numbers.subarray(0, found), offsets: offsets.subarray(0, found) };
}

/** The index of `number` in the stream; `hint` is what the cross-reference says. The last of several counts. */
export function indexInStream(stream: ObjectStream, number: number, hint: number): number {
  return stream.numbers[hint] === number ? hint : stream.numbers.lastIndexOf(number);
}

/** Where the object at `index` lies: up to the next one, since offsets may come in any order. */
export function spanInStream(stream: ObjectStream, index: number): { start: number; end: number } {
  const start = stream.offsets[index]!;
  const next = stream.offsets[index + 1];
  return { start, end: next !== undefined && next > start ? next : stream.bytes.length };
}

/** A few decoded streams, the least recently used dropped first: bounded in number and in bytes. */
export class ObjectStreamCache {
  private readonly streams = new Map<number, ObjectStream>();
  private bytes = 0;

  get(number: number): ObjectStream | undefined {
    const stream = this.streams.get(number);
    if (stream) {
      this.streams.delete(number);
      this.streams.set(number, stream);
    }
    return stream;
  }

  set(number: number, stream: ObjectStream): void {
    this.streams.set(number, stream);
    this.bytes += stream.bytes.length;
    for (const [oldest, { bytes }] of this.streams) {
      if (this.streams.size <= 1 || (this.streams.size <= 64 && this.bytes <= 8 << 20)) break;
      this.streams.delete(oldest);
      this.bytes -= bytes.length;
    }
  }

  clear(): void {
    this.streams.clear();
    this.bytes = 0;
  }
}
