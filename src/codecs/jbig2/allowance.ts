import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { corrupt, tooLarge } from "../image-problem.ts";

/** A bitmap has no side longer than this, and no more pixels than this: an A3 page at 600 dpi has 70 million. */
const MAX_SIDE = 1 << 20;
const MAX_PIXELS = 1 << 27;
/** What a pixel costs that is not decoded by itself, and one of a bitmap that is only made. */
const PLAIN_PIXEL = 0.125;
const EMPTY_PIXEL = 0.015;
/** Memory that a bitmap without pixels takes, and the work of making one. */
const BITMAP_BYTES = 256;
const BITMAP_PIXELS = 40;

/**
 * Charges what an image costs to a request's meter. Few bytes of JBIG2 can ask for bitmaps of any size, and for symbols
 * to be painted any number of times.
 */
export class Allowance {
  readonly #work: Work;
  #paid = 0;
  #held = 0;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Charges what an image of that size costs at least; false when that is too much. */
  affords(width: number, height: number): boolean {
    const pixels = width * height;
    const least = pixels * PLAIN_PIXEL;
    if (!(pixels <= MAX_PIXELS && this.#work.affords(least * COST.codedPixel, true))) return false;
    this.#paid = least;
    return true;
  }

  /** As much work as decoding that many pixels. */
  spend(pixels: number): void {
    const paid = Math.min(this.#paid, pixels);
    this.#paid -= paid;
    this.#work.done(paid * COST.codedPixel);
    this.#work.spend((pixels - paid) * COST.codedPixel);
  }

  get isTurnOver(): boolean {
    return this.#work.isTurnOver;
  }

  /** Pixels that are coded, most of them perhaps white amid white ones. */
  coded(pixels: number): void {
    this.spend(pixels * PLAIN_PIXEL);
  }

  bitmap(width: number, height: number): void {
    if (width < 0 || height < 0) throw corrupt("A bitmap of the JBIG2 image has no size.");
    if (!(width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS)) {
      throw tooLarge("A bitmap of the JBIG2 image is too large.");
    }
    this.hold(((width + 7) >> 3) * height + BITMAP_BYTES);
    this.spend(BITMAP_PIXELS + height + width * height * EMPTY_PIXEL);
  }

  hold(bytes: number): void {
    this.#held += bytes;
    this.#work.hold(bytes);
  }

  /** All memory is free again. */
  end(): void {
    this.#work.letGo(this.#held);
    this.#held = 0;
  }
}
