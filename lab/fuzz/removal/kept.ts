import * as mupdf from "../../../test/fixtures/mupdf/mupdf.ts";
import type { Kept } from "../../../test/fixtures/removal/secret.ts";

const MAX_PAGES = 5;

/** The middle of each of the first pages, in their own coordinates; none for a document that mupdf cannot open. */
export function keptOf(file: Uint8Array): Kept[] {
  try {
    const document = mupdf.Document.openDocument(file.slice(), "application/pdf") as mupdf.PDFDocument;
    const kept: Kept[] = [];
    for (let index = 0; index < Math.min(MAX_PAGES, document.countPages()); index++) {
      const box = boxOf(document.findPage(index));
      if (box !== undefined) kept.push({ page: index + 1, box });
    }
    document.destroy();
    return kept;
  } catch {
    return [];
  }
}

/** Two fifths of the page's width and height, in whole points. */
function boxOf(page: mupdf.PDFObject): Kept["box"] | undefined {
  const [media, crop] = ["MediaBox", "CropBox"].map((key) => corners(page.getInheritable(key)));
  const visible = crop === undefined || media === undefined ? (crop ?? media) : intersection(media, crop);
  if (visible === undefined) return undefined;
  const [left, bottom, right, top] = visible;
  const [width, height] = [right - left, top - bottom];
  if (!(width >= 20 && height >= 20)) return undefined;
  const sides = [left + width * 0.3, bottom + height * 0.3, right - width * 0.3, top - height * 0.3].map(Math.round);
  return sides as unknown as Kept["box"];
}

function corners(box: mupdf.PDFObject): Kept["box"] | undefined {
  if (!box.isArray() || box.length !== 4) return undefined;
  const [a, b, c, d] = [0, 1, 2, 3].map((at) => box.get(at).asNumber()) as [number, number, number, number];
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function intersection(a: Kept["box"], b: Kept["box"]): Kept["box"] {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
