import type { ImageFacts } from "../../pdf-content/images/image-facts.ts";
import type { SampleRect, Visible } from "./part-rows.ts";

/** Cuts rows of pixels. In each row an invisible pixel becomes equal to the nearest visible one. */
export class RowCutter {
  readonly #bits: number;
  readonly #facts: ImageFacts;
  readonly #rect: SampleRect;
  readonly #visible: Visible;
  readonly #out: Uint8Array;
  /** Which bytes the rows of an Indexed image have, and which of its pixels where a row ends within a byte. */
  readonly #bytes = new Uint8Array(256);
  readonly #last = new Uint8Array(256);

  /** `bits` of each pixel. */
  constructor(bits: number, facts: ImageFacts, rect: SampleRect, visible: Visible) {
    this.#bits = bits;
    this.#facts = facts;
    this.#rect = rect;
    this.#visible = visible;
    this.#out = new Uint8Array(Math.ceil(((rect.right - rect.left) * bits) / 8));
  }

  /** Valid until the next row. */
  cut(row: Uint8Array, y: number): Uint8Array {
    const out = this.#out;
    out.fill(0);
    this.#cutRow(row, y);
    if (this.#facts.space?.isIndexed) this.#note(out);
    return out;
  }

  /** For each value of a pixel of at most eight bits, whether it occurs. */
  used(): Uint8Array {
    const used = this.#last.slice();
    for (let byte = 0; byte < 256; byte++) if (this.#bytes[byte] === 1) this.#usePixels(byte, 8, used);
    return used;
  }

  #note(out: Uint8Array): void {
    const tail = ((this.#rect.right - this.#rect.left) * this.#bits) & 7;
    const whole = tail === 0 ? out.length : out.length - 1;
    for (let at = 0; at < whole; at++) this.#bytes[out[at]!] = 1;
    if (tail > 0) this.#usePixels(out[whole]!, tail, this.#last);
  }

  #usePixels(byte: number, length: number, used: Uint8Array): void {
    const bits = this.#bits;
    for (let at = bits; at <= length; at += bits) used[(byte >> (8 - at)) & ((1 << bits) - 1)] = 1;
  }

  #cutRow(row: Uint8Array, y: number): void {
    const { left, right } = this.#rect;
    const spans = this.#visible.spans(y, this.#facts.width, this.#facts.height);
    const [first, end] = spans[0]!;
    if (spans.length === 1 && (first >= end || first >= right || end <= left)) return;
    let x = left;
    spans.forEach(([from, to], index) => {
      const until = within(spans[index + 1]?.[0] ?? right, x, right);
      const begin = within(from, x, until);
      const stop = within(to, begin, until);
      this.#fill(row, from, x, begin);
      copyBits(row, begin * this.#bits, this.#out, (begin - left) * this.#bits, (stop - begin) * this.#bits);
      this.#fill(row, to - 1, stop, until);
      x = until;
    });
  }

  /** Gives the pixels from `begin` to `end` the value of another one: of one first, then of as many as there are. */
  #fill(row: Uint8Array, from: number, begin: number, end: number): void {
    const bits = this.#bits;
    const place = (begin - this.#rect.left) * bits;
    const all = (end - begin) * bits;
    if (all <= 0) return;
    copyBits(row, from * bits, this.#out, place, bits);
    for (let done = bits; done < all; done *= 2) {
      copyBits(this.#out, place, this.#out, place + done, Math.min(done, all - done));
    }
  }
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Copies bits to where all are 0. */
function copyBits(from: Uint8Array, start: number, to: Uint8Array, place: number, count: number): void {
  let [at, next, left] = [start, place, count];
  const step = (): void => {
    const length = Math.min(8 - (next & 7), left);
    const pair = (from[at >> 3]! << 8) | (from[(at >> 3) + 1] ?? 0);
    const value = (pair >> (16 - (at & 7) - length)) & ((1 << length) - 1);
    to[next >> 3]! |= value << (8 - (next & 7) - length);
    at += length;
    next += length;
    left -= length;
  };
  if ((next & 7) !== 0 && left > 0) step();
  const bytes = left >> 3;
  const [source, target, shift] = [at >> 3, next >> 3, at & 7];
  if (shift === 0) to.set(from.subarray(source, source + bytes), target);
  else {
    for (let i = 0; i < bytes; i++) {
      to[target + i] = (from[source + i]! << shift) | (from[source + i + 1]! >> (8 - shift));
    }
  }
  at += bytes * 8;
  next += bytes * 8;
  left &= 7;
  if (left > 0) step();
}
