import * as mupdf from "../../fixtures/mupdf/mupdf.ts";

// Colours are looked for and compared as they are written. Managing them took MuPDF half of the time: what it works out
// for that goes with each emptied store.
mupdf.disableICC();

/** Far more glyphs than the made fonts have. */
const MAX_GLYPHS = 30;
const SIZE = 32;

/** The pictures of a font program's glyphs, whatever they are called; empty ones are left out. */
export function glyphPictures(program: Uint8Array): string[] {
  const font = opened(program);
  if (font === undefined) return [];
  return Array.from({ length: MAX_GLYPHS }, (_, glyph) => pictureOf(font, glyph)).filter((picture) => picture !== "");
}

/** The pictures of these glyphs. */
export function picturesOf(program: Uint8Array, glyphs: readonly number[]): string[] {
  const font = opened(program);
  return font === undefined ? [] : glyphs.map((glyph) => pictureOf(font, glyph)).filter((picture) => picture !== "");
}

/** Undefined for a program that is no font any more. */
function opened(program: Uint8Array): mupdf.Font | undefined {
  try {
    return new mupdf.Font("embedded", program.slice());
  } catch {
    return undefined;
  }
}

function pictureOf(font: mupdf.Font, glyph: number): string {
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceGray, [0, 0, SIZE, SIZE], false);
  pixmap.clear(255);
  const device = new mupdf.DrawDevice(mupdf.Matrix.identity, pixmap);
  const text = new mupdf.Text();
  text.showGlyph(font, [SIZE * 0.6, 0, 0, -SIZE * 0.6, 6, 22], glyph, -1);
  device.fillText(text, mupdf.Matrix.identity, mupdf.ColorSpace.DeviceGray, [0], 1);
  device.close();
  const pixels = pixmap.getPixels();
  const picture = pixels.every((value) => value > 250) ? "" : Buffer.from(pixels).toString("latin1");
  pixmap.destroy();
  return picture;
}

const NEAR = 20;

/** Paints a page. MuPDF takes a pattern of another document for this one's when both are written alike. */
export function paint(page: mupdf.PDFPage, pixmap: mupdf.Pixmap, matrix: mupdf.Matrix): void {
  mupdf.emptyStore();
  pixmap.clear(255);
  const device = new mupdf.DrawDevice(matrix, pixmap);
  page.run(device, mupdf.Matrix.identity);
  device.close();
}

/** Whether a picture has a clear patch of the colour: compression moves colours a little. */
export function hasColour(pixmap: mupdf.Pixmap, colour: readonly number[]): boolean {
  const [pixels, size] = [pixmap.getPixels(), pixmap.getNumberOfComponents()];
  const alpha = pixmap.getAlpha() ? 1 : 0;
  if (size - alpha !== 3) return false;
  const red = colour[0]!;
  for (let at = 0; at < pixels.length; at += size) {
    // Most pixels are told by their red alone.
    if (Math.abs(pixels[at]! - red) >= NEAR) continue;
    if (isNear(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!, colour)) return true;
  }
  return false;
}

export function isNear(red: number, green: number, blue: number, [r, g, b]: readonly number[]): boolean {
  return Math.abs(red - r!) < NEAR && Math.abs(green - g!) < NEAR && Math.abs(blue - b!) < NEAR;
}

/** An image as red, green and blue. */
export function pixelsOf(image: mupdf.Image): mupdf.Pixmap {
  const pixmap = image.toPixmap();
  const space = pixmap.getColorSpace();
  if (space === null || pixmap.getNumberOfComponents() - (pixmap.getAlpha() ? 1 : 0) === 3) return pixmap;
  return pixmap.convertToColorSpace(mupdf.ColorSpace.DeviceRGB, false);
}
