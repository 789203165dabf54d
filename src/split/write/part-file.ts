import { crc32 } from "#platform/zlib.ts";
import { letGo } from "../../platform/buffers.ts";
import type { Checksums } from "./crc.ts";

const MAX_INT32 = 0x7fffffff;

/**
 * A finished part: places in the input, and the bytes of its own between them. Kept in two arrays, so that
 * thousands of parts cost little more than what is new in them.
 */
export class PartFile {
  readonly length: number;
  readonly #input: Uint8Array;
  readonly #own: Uint8Array;
  /** Pairs of start and end: in the input from 0 up, in `own` as -1 - offset. */
  readonly #spans: Int32Array | Float64Array;
  readonly #checksums: Checksums;

  constructor(input: Uint8Array, own: Uint8Array, { spans, length }: PartSpans, checksums: Checksums) {
    this.#input = input;
    this.#own = own;
    this.#spans = input.length <= MAX_INT32 ? Int32Array.from(spans) : Float64Array.from(spans);
    this.length = length;
    this.#checksums = checksums;
  }

  crc32(): number {
    let sum = 0;
    for (let i = 0; i < this.#spans.length; i += 2) {
      const start = this.#spans[i]!;
      const end = this.#spans[i + 1]!;
      sum = start >= 0 ? this.#checksums.extend(sum, start, end) : crc32(this.#own.subarray(-1 - start, -1 - end), sum);
    }
    return sum;
  }

  /** Frees what is new in the part: only its length is known then. */
  letGo(): void {
    letGo(this.#own);
  }

  /** What the part holds beyond the input. */
  get ownBytes(): number {
    return this.#own.length + this.#spans.byteLength;
  }

  *[Symbol.iterator](): Generator<Uint8Array> {
    for (let i = 0; i < this.#spans.length; i += 2) {
      const start = this.#spans[i]!;
      const end = this.#spans[i + 1]!;
      yield start >= 0 ? this.#input.subarray(start, end) : this.#own.subarray(-1 - start, -1 - end);
    }
  }
}

/** Puts a part together, piece after piece; adjoining pieces become one. */
export class PartSpans {
  length = 0;
  readonly spans: number[] = [];

  fromInput(start: number, end: number): void {
    this.#push(start, end, end - start);
  }

  fromOwn(start: number, end: number): void {
    this.#push(-1 - start, -1 - end, end - start);
  }

  #push(start: number, end: number, length: number): void {
    if (length === 0) return;
    this.length += length;
    const last = this.spans.length - 1;
    if (last > 0 && this.spans[last] === start && start < 0 === this.spans[last - 1]! < 0) {
      this.spans[last] = end;
    } else this.spans.push(start, end);
  }
}
