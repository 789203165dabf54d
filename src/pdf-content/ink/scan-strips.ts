import type { Extent } from "../extent.ts";
import type { ShownImage } from "../interpreter/visitor.ts";
import type { GraphicsState } from "../state/graphics-state.ts";

/**
 * An image that covers this share of a page is a scan of it, and so is one that spans this share of its width or
 * height.
 */
const SCAN_SHARE = 0.8;
/** Images beyond are pictures. */
const MAX_STRIPS = 1000;
const BINS = 64;

export interface Strip {
  readonly image: ShownImage;
  readonly state: GraphicsState;
}

/**
 * Images that span the width or the height of the page. Each may be a strip of a scan, or a banner: that shows when all
 * are known.
 */
export class ScanStrips {
  readonly #page: Extent;
  #strips: Strip[] = [];
  /** Which parts of the page's height and width are covered. */
  readonly #rows = new Uint8Array(BINS);
  readonly #columns = new Uint8Array(BINS);

  constructor(page: Extent) {
    this.#page = page;
  }

  isWholePage(area: Extent): boolean {
    return this.#across(area) * this.#down(area) >= SCAN_SHARE;
  }

  takes(area: Extent): boolean {
    const isSpan = this.#across(area) >= SCAN_SHARE || this.#down(area) >= SCAN_SHARE;
    return isSpan && !this.isWholePage(area) && this.#strips.length < MAX_STRIPS;
  }

  add({ left, bottom, right, top }: Extent, image: ShownImage, state: GraphicsState): void {
    const page = this.#page;
    const [width, height] = [page.right - page.left, page.top - page.bottom];
    this.#strips.push({ image, state });
    if ((right - left) / width < SCAN_SHARE)
      cover(this.#columns, (left - page.left) / width, (right - page.left) / width);
    else cover(this.#rows, (bottom - page.bottom) / height, (top - page.bottom) / height);
  }

  /** Whether the strips together cover the page. */
  get isScan(): boolean {
    return [this.#rows, this.#columns].some((bins) => bins.reduce((sum, bin) => sum + bin, 0) >= SCAN_SHARE * BINS);
  }

  /** All strips so far, which are then forgotten. */
  take(): Strip[] {
    const strips = this.#strips;
    this.#strips = [];
    this.#rows.fill(0);
    this.#columns.fill(0);
    return strips;
  }

  #across({ left, right }: Extent): number {
    const page = this.#page;
    return Math.max(0, Math.min(right, page.right) - Math.max(left, page.left)) / (page.right - page.left);
  }

  #down({ bottom, top }: Extent): number {
    const page = this.#page;
    return Math.max(0, Math.min(top, page.top) - Math.max(bottom, page.bottom)) / (page.top - page.bottom);
  }
}

/** Marks the parts whose middle lies between two shares of the whole. */
function cover(bins: Uint8Array, from: number, to: number): void {
  bins.fill(1, Math.max(0, Math.ceil(from * BINS - 0.5)), Math.max(0, Math.ceil(to * BINS - 0.5)));
}
