import * as mupdf from "mupdf";
import { expect } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { contentAreas } from "./at-once.ts";

const SCALE = 4;

/** The box of what mupdf draws, in points from the lower left corner. */
function drawn(file: Uint8Array): number[] {
  const shown = mupdf.Document.openDocument(file, "application/pdf").loadPage(0);
  const pixmap = shown.toPixmap(mupdf.Matrix.scale(SCALE, SCALE), mupdf.ColorSpace.DeviceGray, false);
  const [width, height, pixels] = [pixmap.getWidth(), pixmap.getHeight(), pixmap.getPixels()];
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (pixels[y * width + x]! > 247) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return [left, height - 1 - bottom, right + 1, height - top].map((side) => side / SCALE);
}

function found(file: Uint8Array): number[] {
  const { area } = contentAreas(openPdf(file), [0], { threshold: 191, specks: 0 })[0]!;
  return area ? [area.x, area.y, area.x + area.width, area.y + area.height] : [];
}

/**
 * Nothing is cut, and no side has more than half a point too much, besides what is allowed. Each side may meet a part
 * of a pixel, or of more where mupdf moves what it draws.
 */
export function expectTight(file: Uint8Array, allowed = 0.5, pixels = 1): void {
  const [ours, theirs] = [found(file), drawn(file)];
  const pixel = pixels / SCALE + 0.01;
  for (const side of [0, 1]) {
    expect(ours[side]!, `side ${side}`).toBeLessThanOrEqual(theirs[side]! + pixel);
    expect(ours[side]!, `side ${side}`).toBeGreaterThanOrEqual(theirs[side]! - allowed);
    expect(ours[side + 2]!, `side ${side + 2}`).toBeGreaterThanOrEqual(theirs[side + 2]! - pixel);
    expect(ours[side + 2]!, `side ${side + 2}`).toBeLessThanOrEqual(theirs[side + 2]! + allowed);
  }
}
