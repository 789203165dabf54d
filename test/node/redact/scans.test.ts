import * as mupdf from "mupdf";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type LayerWord, layWords, openPdf, type PageWords, redactPdf } from "../../../src/engine.ts";
import { seeded } from "../../fixtures/random.ts";
import { RENDERERS, type Rendered } from "../../support/renderers.ts";

const [WIDTH, HEIGHT, SIZE] = [420, 300, 11];
const LINES = [
  "The tenant returns all keys on the last day of the term",
  "and every valve was inspected twice by Margaret Whitfield",
  "Payment of 1440 pounds is due within thirty days of receipt",
  "Our driver could not find the side entrance of the depot",
  "Questions about this notice go to the number named above",
];

interface Scan {
  readonly file: Uint8Array;
  readonly page: PageWords;
}

/** A picture of the lines on a page turned by /Rotate, and the boxes of their words, as tight as a reader's. */
async function scanOf(dpi: number, rotate: number): Promise<Scan> {
  const set = await PDFDocument.create();
  const font = await set.embedFont(StandardFonts.Helvetica);
  const sheet = set.addPage([WIDTH, HEIGHT]);
  const lines = LINES.map((line, at) => {
    const base = 50 + at * 40;
    let left = 30;
    const words = line.split(" ").map((text) => {
      const width = font.widthOfTextAtSize(text, SIZE);
      sheet.drawText(text, { x: left, y: HEIGHT - base, size: SIZE, font });
      const below = /[gjpqy,]/.test(text) ? 0.2 * SIZE : 0;
      const box = [left + 0.5, base - 0.7 * SIZE, left + width - 0.5, base + below] as const;
      left += width + font.widthOfTextAtSize(" ", SIZE);
      return { text, box, confidence: 90 };
    });
    return { words };
  });
  const scale = mupdf.Matrix.scale(dpi / 72, dpi / 72);
  const drawn = mupdf.Document.openDocument(await set.save(), "application/pdf").loadPage(0);
  const png = Buffer.from(drawn.toPixmap(scale, mupdf.ColorSpace.DeviceGray, false).asPNG());
  // The page's own turn makes upright what lies on its side in the picture.
  const jpeg = await sharp(png).rotate(-rotate).jpeg({ quality: 70 }).toBuffer();
  const scan = await PDFDocument.create();
  const [wide, high] = rotate % 180 === 0 ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH];
  const page = scan.addPage([wide, high]);
  page.drawImage(await scan.embedJpg(jpeg), { x: 0, y: 0, width: wide, height: high });
  page.node.set(scan.context.obj("Rotate") as never, scan.context.obj(rotate));
  return { file: await scan.save(), page: { page: 1, lines } };
}

async function textsOf(file: Uint8Array): Promise<string[]> {
  const byMupdf = mupdf.Document.openDocument(file, "application/pdf").loadPage(0).toStructuredText("").asText();
  const loading = getDocument({ data: file.slice(), verbosity: 0 });
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
  await loading.destroy();
  return [byMupdf, items.map((item) => ("str" in item ? item.str : "")).join(" ")].map((one) =>
    one.replace(/\s+/g, " "),
  );
}

/** Whether rows in the box go from dark to light and back, as letters do: samples that are flat take what is beside. */
function hasLetters(shown: Rendered, [left, top, right, bottom]: LayerWord["box"]): boolean {
  for (let y = Math.floor(top); y < bottom; y++) {
    let changes = 0;
    let isDark = false;
    for (let x = Math.floor(left); x < right; x++) {
      const [level] = shown.at(x, y) as [number];
      if (isDark === level < 150) continue;
      isDark = !isDark;
      changes++;
    }
    if (changes > 2) return true;
  }
  return false;
}

describe("words of a scan that were drawn at random", () => {
  it.each([
    [150, 0],
    [200, 90],
    [300, 180],
    [150, 270],
  ])("are gone from its picture and its layer, at %i dpi on a page turned by %i", async (dpi, rotate) => {
    const random = seeded(dpi + rotate);
    const { file, page } = await scanOf(dpi, rotate);
    const all = [...new Set(LINES.flatMap((line) => line.split(" ")))].filter((word) => word.length > 3);
    const drawn = Array.from({ length: 12 }, () => all.splice(random.below(all.length), 1)[0]!);
    const document = openPdf(file);
    await layWords(document, [page], { existing: "add" });
    const made = await redactPdf(document, { rules: drawn.map((words) => ({ words })) });
    const result = made.file.bytes();
    expect(made.coverage).toMatchObject({ recognised: 1, pictures: 0 });
    expect(made.findings.every(({ recognised }) => recognised)).toBe(true);

    const kept = LINES.flatMap((line) => line.split(" ")).filter((word) => !drawn.includes(word));
    for (const text of await textsOf(result)) {
      const left = text.trim().split(" ");
      expect(drawn.filter((word) => left.includes(word))).toEqual([]);
      expect(left.sort()).toEqual([...kept].sort());
    }
    for (const renderer of RENDERERS) {
      const [shown] = await renderer.pages(result);
      for (const { text, box } of page.lines.flatMap(({ words }) => words)) {
        const isThere = hasLetters(shown!, box);
        expect([renderer.name, text, isThere]).toEqual([renderer.name, text, !drawn.includes(text)]);
      }
    }
  });
});

/** A page whose picture is stripes of two points: what is cut of it is flat. */
async function stripes(): Promise<Uint8Array> {
  const row = Buffer.from(Array.from({ length: 2 * WIDTH }, (_, at) => (Math.floor(at / 4) % 2) * 255));
  const picture = sharp(row, { raw: { width: 2 * WIDTH, height: 1, channels: 1 } });
  const png = await picture
    .resize(2 * WIDTH, 2 * HEIGHT, { kernel: "nearest", fit: "fill" })
    .png()
    .toBuffer();
  const scan = await PDFDocument.create();
  const whole = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  scan.addPage([WIDTH, HEIGHT]).drawImage(await scan.embedPng(png), whole);
  return scan.save();
}

it("words beside one another on a line that rises are cut each as high as its own box", async () => {
  // Of a page at two degrees: the long word's box is half as high again as that of the word before it.
  const words: LayerWord[] = [
    { text: "Jane", box: [42.3, 50.42, 70.03, 62.92] },
    { text: "Doe,", box: [74.7, 49.38, 100.87, 60.68] },
    { text: "jane.doe@example.com", box: [104.6, 43.8, 249.31, 60.7] },
  ];
  const document = openPdf(await stripes());
  await layWords(document, [{ page: 1, lines: [{ angle: 2, words }] }], { existing: "add" });
  const rules = [{ words: "Jane Doe" }, { words: "jane.doe@example.com" }];
  const made = await redactPdf(document, { rules, mark: undefined });
  for (const renderer of RENDERERS) {
    const [shown] = await renderer.pages(made.file.bytes());
    expect(hasLetters(shown!, [0, 100, WIDTH, 101])).toBe(true);
    for (const { text, box } of words)
      expect([renderer.name, text, hasLetters(shown!, box)]).toEqual([renderer.name, text, false]);
  }
});

it("a word that rises is cut along its line, where its reader says how much, and the line above stays", async () => {
  const word = { text: "jane.doe@example.com", box: [104.6, 43.8, 249.31, 60.7] as const, angle: 2 };
  const document = openPdf(await stripes());
  await layWords(document, [{ page: 1, lines: [{ angle: 2, words: [word] }] }], { existing: "add" });
  const recognised = new Map([[1, { words: [word] }]]);
  const made = await redactPdf(document, { rules: [{ words: word.text }], mark: undefined, recognised });
  const rises = Math.tan((2 * Math.PI) / 180);
  const [left, top, right, bottom] = word.box;
  const half = (bottom - top - (right - left) * rises) / 2;
  for (const renderer of RENDERERS) {
    const [shown] = await renderer.pages(made.file.bytes());
    expect([renderer.name, hasLetters(shown!, [left, 41, left + 30, 45])]).toEqual([renderer.name, true]);
    expect([renderer.name, hasLetters(shown!, [right - 30, 60, right, 64])]).toEqual([renderer.name, true]);
    for (let x = left; x + 12 < right; x += 6) {
      const middle = (top + bottom) / 2 - (x + 6 - (left + right) / 2) * rises;
      const letters = [x, middle - half, x + 12, middle + half] as const;
      expect([renderer.name, x, hasLetters(shown!, letters)]).toEqual([renderer.name, x, false]);
    }
  }
});
