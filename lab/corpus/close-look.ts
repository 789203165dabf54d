import * as mupdf from "../../test/fixtures/mupdf/mupdf.ts";
import { openWithMupdf } from "../../test/support/finder/finder.ts";
import { paint } from "../../test/support/finder/pictures.ts";
import type { Area } from "./area.ts";
import type { Difference } from "./pixels.ts";

/**
 * Pixels to a point; fewer where the area is large. Two scales are tried: MuPDF's steps are too coarse for samples that
 * are enlarged much, and samples that are smaller than pixels are mixed with those beside them.
 */
const SCALES = [9.73, 2.43];
const MAX_PIXELS = 30_000_000;
const [SIN, COS] = [Math.sin(0.35), Math.cos(0.35)];
/** In points. Along the edge, a cut image lacks the samples outside with which a renderer would interpolate. */
const WIDEST_RIM = 1;

/**
 * How page 1 of a crop differs from the same area of the original, both enlarged and turned. Renderers stretch an
 * upright image to whole pixels, so a part of an image may be up to a pixel beside its place in the whole. An enlarged
 * and turned image is sampled exactly where it is.
 */
export function differenceFromClose(before: Uint8Array, after: Uint8Array, area: Area, clearly: number): Difference {
  const [first, ...others] = SCALES.map((scale) => differenceAt(scale, before, after, area, clearly));
  return others.reduce((least, one) => (one.mean < least.mean ? one : least), first!);
}

function differenceAt(finest: number, before: Uint8Array, after: Uint8Array, area: Area, clearly: number): Difference {
  const scale = Math.min(finest, Math.sqrt(MAX_PIXELS / (2 * area.width * area.height)));
  const rim = Math.min(WIDEST_RIM, area.width / 8, area.height / 8);
  const isWithin = (distance: number, side: number): boolean => distance > rim && distance < side - rim;
  const part = { ...area, left: 0, top: 0 };
  const pictures = [turned(before, area, scale), turned(after, part, scale)] as const;
  const [whole, cut] = [pictures[0].getPixels(), pictures[1].getPixels()];
  const [width, height] = [pictures[0].getWidth(), pictures[0].getHeight()];
  let [pixels, sum, differing] = [0, 0, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [across, down] = [(column + 0.5) / scale - area.height * SIN, (row + 0.5) / scale];
      if (!isWithin(across * COS + down * SIN, area.width)) continue;
      if (!isWithin(down * COS - across * SIN, area.height)) continue;
      const at = (row * width + column) * 3;
      let most = 0;
      for (let i = at; i < at + 3; i++) {
        const difference = Math.abs(whole[i]! - cut[i]!);
        most = Math.max(most, difference);
        sum += difference;
      }
      if (most > clearly) differing++;
      pixels++;
    }
  }
  for (const picture of pictures) picture.destroy();
  return { mean: sum / (pixels * 3 || 1), share: differing / (pixels || 1) };
}

/** The area on a sheet that just holds it. */
function turned(file: Uint8Array, { left, top, width, height }: Area, scale: number): mupdf.Pixmap {
  const document = openWithMupdf(file, undefined);
  writePlain(document);
  const page = document.loadPage(0);
  const [x, y] = page.getBounds();
  const [sin, cos] = [SIN * scale, COS * scale];
  const [dx, dy] = [-left - x, -top - y];
  const matrix: mupdf.Matrix = [cos, sin, -sin, cos, dx * cos - dy * sin + height * sin, dx * sin + dy * cos];
  const sheet: mupdf.Rect = [0, 0, Math.ceil(width * cos + height * sin), Math.ceil(width * sin + height * cos)];
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceRGB, sheet, false);
  paint(page, pixmap, matrix);
  document.destroy();
  return pixmap;
}

/** Writes images of JPEG 2000 as plain samples, since MuPDF smooths no others. */
function writePlain(document: mupdf.PDFDocument): void {
  for (let number = document.countObjects() - 1; number > 0; number--) {
    const object = document.newIndirect(number);
    if (!object.isStream() || !String(object.get("Filter")).includes("JPXDecode")) continue;
    const plain = document.addImage(new mupdf.Image(document.loadImage(object).toPixmap()));
    const samples = plain.readRawStream();
    object.writeObject(plain.resolve());
    object.writeRawStream(samples);
  }
}
