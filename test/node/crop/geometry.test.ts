import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PAGE_SHAPES, pageOfShape } from "../../fixtures/page-shapes.ts";
import { cropPdf, inspectPdf } from "../../support/at-once.ts";
import { RENDERERS, type Rendered } from "../../support/renderers.ts";

/** Squares of ten units, no two neighbours alike, over more than any page here shows. */
function pattern(): string {
  let content = "";
  for (let x = -100; x < 500; x += 10) {
    for (let y = -200; y < 500; y += 10) {
      const colour = [x * 7 + y * 3, x * 5 + y * 11, x * 13 + y * 2].map((n) => (((n % 97) + 97) % 97) / 97);
      content += `${colour.map((c) => c.toFixed(2)).join(" ")} rg ${x} ${y} 10 10 re f\n`;
    }
  }
  return content;
}

const CONTENT = pattern();

describe("a cropped page is the region of the page as it was shown", () => {
  it.each(PAGE_SHAPES)("$name", async ({ sane, ...shape }) => {
    const file = pageOfShape(shape, CONTENT);
    const shown = inspectPdf(openPdf(file), { from: 1, limit: 1 }).pages[0]!;
    // Even, so that a user unit of 2 ends on whole units.
    const area = { x: 12, y: 20, width: 72, height: 46 };
    const result = cropPdf(openPdf(file), { definitions: [{ page: 1, area }] }).rope.toBytes();
    const before = sane === undefined ? file : pageOfShape({ entries: sane }, CONTENT);
    for (const renderer of RENDERERS) {
      const [whole] = await renderer.pages(before);
      const [part] = await renderer.pages(result);
      // pdfium does not know user units: its pixels are then larger than points, and everything else is the same.
      const scale = whole!.width / shown.width;
      expect(scale, renderer.name).toBe(renderer.name === "mupdf" ? 1 : 1 / shown.userUnit);
      expect([part!.width, part!.height], renderer.name).toEqual([area.width * scale, area.height * scale]);
      const left = area.x * scale;
      const top = whole!.height - (area.y + area.height) * scale;
      expect(difference(whole!, part!, left, top), renderer.name).toBeLessThan(1);
    }
    const reread = (await PDFDocument.load(result)).getPage(0);
    const [left, bottom, right, top] = openPdf(result).page(0).dict.get("MediaBox") as number[];
    const box = { x: left, y: bottom, width: right! - left!, height: top! - bottom! };
    expect(reread.getMediaBox()).toEqual(box);
    expect(reread.getCropBox()).toEqual(box);
  });
});

/** Mean difference of a channel between the part and where it lay in the whole. */
function difference(whole: Rendered, part: Rendered, left: number, top: number): number {
  let sum = 0;
  for (let y = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++) {
      const before = whole.at(left + x, top + y);
      const after = part.at(x, y);
      for (let channel = 0; channel < 3; channel++) sum += Math.abs(before[channel]! - after[channel]!);
    }
  }
  return sum / (part.width * part.height * 3);
}
