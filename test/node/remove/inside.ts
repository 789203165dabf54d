import * as mupdf from "../../fixtures/mupdf/mupdf.ts";
import { type Area, type Construct, MIDDLE } from "../../fixtures/removal/construct.ts";
import { openWithMupdf } from "../../support/finder/finder.ts";
import { differing, pixels } from "../../support/finder/inside-pixels.ts";
import { paint } from "../../support/finder/pictures.ts";
import { traceOf, WIDE, widen } from "../../support/finder/trace.ts";

/** Of the pixels where an image was cut: a renderer samples it again. */
const RESAMPLED = 0.03;
/** A line that begins elsewhere meets its pixels a little differently. */
const ANTIALIASED = 0.0001;
const WHITE = 250;

/** How what is inside of the areas differs between a document and what is left of it; each difference a line. */
export function differencesInside(before: Uint8Array, after: Uint8Array, construct: Construct): string[] {
  const { areas = [MIDDLE], password, picture, inside = "inside" } = construct;
  const documents = [before, after].map((file) => openWithMupdf(file, password)) as [
    mupdf.PDFDocument,
    mupdf.PDFDocument,
  ];
  const faults: string[] = [];
  for (const area of areas) {
    const where = `page ${area.page}`;
    const [whole, cut] = documents.map((document) => document.loadPage(area.page - 1)) as [
      mupdf.PDFPage,
      mupdf.PDFPage,
    ];
    const [left, top, right, bottom] = cut.getBounds();
    const size = `${(right - left).toFixed(2)} by ${(bottom - top).toFixed(2)}`;
    const asked = sizeOf(area, whole);
    if (size !== asked) faults.push(`${where} is ${size} points instead of ${asked}`);
    else if (picture !== "damaged") {
      const share = differing(pixels(whole, area.shown), pixels(cut, { ...area.shown, x: 0, y: 0 }));
      if (share > (picture === "resampled" ? RESAMPLED : ANTIALIASED))
        faults.push(`${where}: ${(share * 100).toFixed(2)} % of pixels`);
    }
  }
  // Reading the text opens the boxes of the pages, which other places of the same page would show.
  for (const area of areas) {
    const where = `page ${area.page}`;
    const [had, has] = documents.map((document) => textIn(document, area)) as [string[], string[]];
    const lost = had.filter((glyph) => !has.includes(glyph));
    if (lost.length > 0) faults.push(`${where} lost ${lost.join(" ")}`);
    const letters = has.map((glyph) => glyph[0]).join("");
    if (area === areas[0] && !Array.from(inside).every((letter) => letters.includes(letter))) {
      faults.push(`${where} shows "${letters}" where it should show "${inside}"`);
    }
  }
  for (const document of documents) document.destroy();
  return faults;
}

/** The pages of a result that paint something beside their areas when their boxes are opened; each a line. */
export function paintedBeside(after: Uint8Array, { areas = [MIDDLE], password }: Construct): string[] {
  const document = openWithMupdf(after, password);
  const faults = areas.flatMap((area) => {
    const count = pixelsBeside(document, area);
    return count > 0 ? [`page ${area.page}: ${count} pixels`] : [];
  });
  document.destroy();
  return faults;
}

function pixelsBeside(document: mupdf.PDFDocument, { page, box }: Area): number {
  const [left, bottom, right, top] = [box[0] - WIDE[0], WIDE[3] - box[1], box[2] - WIDE[0], WIDE[3] - box[3]];
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceGray, [0, 0, WIDE[2] - WIDE[0], WIDE[3] - WIDE[1]], false);
  paint(widen(document, page - 1), pixmap, mupdf.Matrix.identity);
  const [pixels, width] = [pixmap.getPixels(), pixmap.getWidth()];
  let count = 0;
  // The edge is smoothed.
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at]! >= WHITE) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x + 1 < left - 1 || x > right + 1 || y + 1 < top - 1 || y > bottom + 1) count++;
  }
  pixmap.destroy();
  return count;
}

/** An area that leaves its page is clipped to it. */
function sizeOf({ shown }: Area, page: mupdf.PDFPage): string {
  const [left, top, right, bottom] = page.getBounds();
  const width = Math.min(shown.width, right - left - shown.x);
  const height = Math.min(shown.height, bottom - top - shown.y);
  return `${width.toFixed(2)} by ${height.toFixed(2)}`;
}

/** Each glyph that begins inside, with its place. */
function textIn(document: mupdf.PDFDocument, { page, box }: Area): string[] {
  const [left, bottom, right, top] = box;
  const { glyphs } = traceOf(widen(document, page - 1));
  return glyphs
    .filter(({ text, x, y }) => text.trim() !== "" && x > left && x < right && y > bottom && y < top)
    .map(({ text, x, y }) => `${text}@${x.toFixed(1)},${y.toFixed(1)}`);
}
