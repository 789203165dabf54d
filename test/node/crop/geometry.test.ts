import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type FileOptions, pdf, stream } from "../../fixtures/pdf.ts";
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

function document(entries: string, inherited = "", options: FileOptions = {}): Uint8Array {
  const bodies = {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/Count 1/Kids[3 0 R]${inherited}>>`,
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<>>${entries}>>`,
    4: stream(CONTENT),
    5: "[0 0 200 140]",
    6: "90",
  };
  return pdf(bodies, options);
}

interface Case {
  name: string;
  entries: string;
  inherited?: string;
  /** Where readers disagree about the boxes: the same page with boxes on which all agree. */
  sane?: string;
  options?: FileOptions;
}

const MEDIA = "/MediaBox[0 0 200 140]";
const CASES: Case[] = [
  ...[0, 90, 180, 270, -90, -180, 360, 450, -270].map((angle) => ({
    name: `turned by ${angle}`,
    entries: `${MEDIA}/Rotate ${angle}`,
  })),
  ...[0, 90, 180, 270].flatMap((angle) => [
    { name: `with an origin of its own, turned by ${angle}`, entries: `/MediaBox[-50 -30 150 110]/Rotate ${angle}` },
    {
      name: `with a crop box inside, turned by ${angle}`,
      entries: `${MEDIA}/CropBox[20 10 180 120]/Rotate ${angle}`,
    },
    {
      name: `with a crop box partly outside, turned by ${angle}`,
      entries: `${MEDIA}/CropBox[-40 20 180 300]/Rotate ${angle}`,
      sane: `/MediaBox[0 20 180 140]/Rotate ${angle}`,
    },
    { name: `in user units, turned by ${angle}`, entries: `/MediaBox[10 0 110 80]/UserUnit 2/Rotate ${angle}` },
  ]),
  { name: "with everything inherited", entries: "", inherited: `${MEDIA}/CropBox[20 10 180 120]/Rotate 90` },
  { name: "with a box that is a reference", entries: "/MediaBox 5 0 R/Rotate 6 0 R" },
  { name: "with reversed corners", entries: "/MediaBox[200 140 0 0]/CropBox[180 120 20 10]" },
  { name: "without a box", entries: "", sane: "/MediaBox[0 0 612 792]" },
  {
    name: "in an object stream",
    entries: `${MEDIA}/Rotate 90`,
    options: { style: "stream", compressed: [1, 2, 3, 5, 6] },
  },
];

describe("a cropped page is the region of the page as it was shown", () => {
  it.each(CASES)("$name", async ({ entries, inherited, sane, options }) => {
    const file = document(entries, inherited, options);
    const shown = inspectPdf(openPdf(file), { from: 1, limit: 1 }).pages[0]!;
    // Even, so that a user unit of 2 ends on whole units.
    const area = { x: 12, y: 20, width: 72, height: 46 };
    const result = cropPdf(openPdf(file), { definitions: [{ page: 1, area }] }).rope.toBytes();
    const before = sane === undefined ? file : document(sane);
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
