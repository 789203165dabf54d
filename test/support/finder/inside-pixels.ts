import * as mupdf from "../../fixtures/mupdf/mupdf.ts";
import { openWithMupdf } from "./finder.ts";
import { paint } from "./pictures.ts";

/** 144 pixels to an inch. */
const SCALE = 2;
/** Pixels along the rim may differ: what is cut there is antialiased again. */
const RIM = 2;
/** Less is rounding. */
const CLEARLY = 24;

/** In points of the page as it is shown, from its lower left corner. */
export interface Shown {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Red, green and blue of an area of a page as it is shown. */
export function pixels(page: mupdf.PDFPage, shown: Shown): Pixels {
  const [left, top, right, bottom] = page.getBounds();
  const width = Math.round(Math.min(shown.width, right - left - shown.x) * SCALE);
  const height = Math.round(Math.min(shown.height, bottom - top - shown.y) * SCALE);
  const from = [Math.round((left + shown.x) * SCALE), Math.round((bottom - shown.y) * SCALE) - height] as const;
  const box: mupdf.Rect = [from[0], from[1], from[0] + width, from[1] + height];
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceRGB, box, false);
  paint(page, pixmap, mupdf.Matrix.scale(SCALE, SCALE));
  const data = Uint8Array.from(pixmap.getPixels());
  pixmap.destroy();
  return { width, height, data };
}

/** The share of pixels that differ clearly, the rim left out. */
export function differing(before: Pixels, after: Pixels): number {
  const { width, height } = before;
  if (after.width !== width || after.height !== height) return 1;
  if (Buffer.compare(before.data, after.data) === 0) return 0;
  let count = 0;
  for (let y = RIM; y < height - RIM; y++) {
    for (let x = RIM; x < width - RIM; x++) {
      const at = (y * width + x) * 3;
      const differs = [0, 1, 2].some((c) => Math.abs(before.data[at + c]! - after.data[at + c]!) > CLEARLY);
      if (differs) count++;
    }
  }
  return count / (width * height);
}

/**
 * Which share of the first page's area (all of it, where none is given) a result shows in another way. Undefined where
 * MuPDF cannot draw the original.
 */
export function shareChanged(
  before: Uint8Array,
  after: Uint8Array,
  password?: string,
  area?: Shown,
): number | undefined {
  const [whole, cut] = [before, after].map((file) => openWithMupdf(file, password)) as [
    mupdf.PDFDocument,
    mupdf.PDFDocument,
  ];
  const page = whole.loadPage(0) as mupdf.PDFPage;
  const [left, top, right, bottom] = page.getBounds();
  const shown = area ?? { x: 0, y: 0, width: right - left, height: bottom - top };
  const original = drawn(() => pixels(page, shown));
  const share = original && differing(original, pixels(cut.loadPage(0) as mupdf.PDFPage, { ...shown, x: 0, y: 0 }));
  for (const document of [whole, cut]) document.destroy();
  return share;
}

function drawn(draw: () => Pixels): Pixels | undefined {
  try {
    return draw();
  } catch (error) {
    // MuPDF's errors are of no class of its own.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
