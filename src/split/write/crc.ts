import { crc32 } from "#platform/zlib.ts";
import type { Source } from "../../pdf-file/structure/file-source.ts";

/** The polynomial of CRC-32, bits reversed (ISO 3309). */
const POLYNOMIAL = 0xedb88320;
/** Pieces below this are cheaper to sum again than to look up. */
const WORTH_KEEPING = 4096;
const MAX_KEPT = 50_000;

/**
 * Checksums of views into one file. A piece that comes again and again, such as a font in every part, is summed once:
 * the checksum of a whole is combined from those of its pieces.
 */
export class Checksums {
  readonly #source: Pick<Source, "passing">;
  readonly #known = new Map<number, { end: number; sum: number; shift: number }>();

  constructor(source: Pick<Source, "passing">) {
    this.#source = source;
  }

  /** The checksum of what `before` is the sum of, followed by bytes[start, end). */
  extend(before: number, start: number, end: number): number {
    if (end - start < WORTH_KEEPING) return this.#sum(start, end, before);
    let piece = this.#known.get(start);
    if (piece?.end !== end) {
      const sum = this.#sum(start, end, 0);
      piece = { end, sum, shift: power(end - start) };
      if (this.#known.size < MAX_KEPT) this.#known.set(start, piece);
    }
    return (multiply(piece.shift, before) ^ piece.sum) >>> 0;
  }

  #sum(start: number, end: number, before: number): number {
    let sum = before;
    for (const bytes of this.#source.passing(start, end)) sum = crc32(bytes, sum);
    return sum;
  }
}

/** The product of two polynomials modulo CRC-32's (zlib's multmodp). */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = (factor & 1) !== 0 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

/** x^(2^n) modulo the polynomial, for n from 0 to 31; then it repeats. */
const SQUARES = ((): Uint32Array => {
  const squares = new Uint32Array(32);
  let power = 0x40000000;
  for (let n = 0; n < 32; n++) {
    squares[n] = power;
    power = multiply(power, power);
  }
  return squares;
})();

/** x^(8 · length): what a checksum is multiplied by when `length` bytes follow. */
function power(length: number): number {
  let result = 0x80000000;
  for (let n = 3, left = length; left > 0; n++, left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(SQUARES[n & 31]!, result);
  }
  return result;
}
