import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { degrees, PDFDocument, type PDFFont, PDFHexString, PDFName, type PDFPage, rgb, StandardFonts } from "pdf-lib";
import sharp from "sharp";

/** What the studio offers to try: addresses by the name of the sample. */
export type SampleFiles = Record<"report" | "scan" | "photos", string[]>;

const RECIPE = path.join(import.meta.dirname, "samples.ts");
const INK = rgb(0.13, 0.11, 0.09);
const RUBRIC = rgb(0.66, 0.2, 0.1);
const CHAPTERS = ["Paper", "Thread", "Boards and cloth", "The press"];
const PAGES_OF_CHAPTER = 3;
const SENTENCES = [
  "A sheet that is folded once makes two leaves, and four pages to print on.",
  "Several sheets, one laid inside the other, are a quire; quires sewn one to the next are a book.",
  "The grain of the paper runs with the spine, or the book will never lie flat.",
  "Linen thread is drawn through wax before it is used, so that it neither frays nor slips.",
  "What is pressed overnight stays flat for a hundred years.",
];

/** Makes the samples once. Their names contain a hash of the code that makes them. */
export async function makeSamples(assets: string): Promise<SampleFiles> {
  const mark = createHash("sha256")
    .update(await readFile(RECIPE))
    .digest("hex")
    .slice(0, 8);
  const named = (name: string) => {
    const { name: base, ext } = path.parse(name);
    return `${base}-${mark}${ext}`;
  };
  const photos = SCENES.map(([name]) => named(`${name}.jpg`));
  const files = { report: [named("report.pdf")], scan: [named("scan.pdf")], photos };
  const folder = path.join(assets, "samples");
  const isThere = Object.values(files)
    .flat()
    .every((file) => existsSync(path.join(folder, file)));
  if (!isThere) {
    await mkdir(folder, { recursive: true });
    const put = async (file: string, bytes: Uint8Array) => {
      const half = path.join(folder, `${file}.${process.pid}`);
      await writeFile(half, bytes);
      await rename(half, path.join(folder, file));
    };
    await put(files.report[0] as string, await report());
    await put(files.scan[0] as string, await scan());
    for (const [index, [, sky, land, sun, isTall]] of SCENES.entries()) {
      await put(photos[index] as string, await photo(sky, land, sun, isTall));
    }
  }
  const address = (list: string[]) => list.map((file) => `/assets/samples/${file}`);
  return { report: address(files.report), scan: address(files.scan), photos: address(files.photos) };
}

/** Twelve pages in four chapters, with an outline, wide margins and a line at the foot of each page. */
async function report(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle("How a book is made");
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  const serif = await pdf.embedFont(StandardFonts.TimesRoman);
  const bold = await pdf.embedFont(StandardFonts.TimesRomanBold);
  for (let number = 1; number <= CHAPTERS.length * PAGES_OF_CHAPTER; number++) {
    const page = pdf.addPage([595.28, 841.89]);
    const chapter = Math.floor((number - 1) / PAGES_OF_CHAPTER);
    if (number % PAGES_OF_CHAPTER === 1) heading(page, bold, serif, chapter);
    else page.drawText(CHAPTERS[chapter] as string, { x: 110, y: 745, size: 10, font: serif, color: RUBRIC });
    paragraphs(page, serif, number);
    page.drawText(`How a book is made · ${number}`, { x: 110, y: 70, size: 9, font: serif, color: INK });
  }
  addOutline(pdf);
  return pdf.save();
}

function heading(page: PDFPage, bold: PDFFont, serif: PDFFont, chapter: number): void {
  page.drawText(`Chapter ${chapter + 1}`, { x: 110, y: 720, size: 12, font: serif, color: RUBRIC });
  page.drawText(CHAPTERS[chapter] as string, { x: 110, y: 680, size: 30, font: bold, color: INK });
  page.drawLine({ start: { x: 110, y: 660 }, end: { x: 485, y: 660 }, thickness: 0.8, color: RUBRIC });
}

function paragraphs(page: PDFPage, font: PDFFont, number: number): void {
  let y = number % PAGES_OF_CHAPTER === 1 ? 625 : 705;
  for (let paragraph = 0; paragraph < 5; paragraph++) {
    const text = [0, 1, 2].map((step) => SENTENCES[(number * 2 + paragraph + step) % SENTENCES.length]).join(" ");
    page.drawText(text, { x: 110, y, size: 11.5, lineHeight: 17, maxWidth: 375, font, color: INK });
    y -= 17 * Math.ceil(font.widthOfTextAtSize(text, 11.5) / 360) + 20;
  }
}

/** One item for each chapter. pdf-lib has no function for it. */
function addOutline(pdf: PDFDocument): void {
  const { context, catalog } = pdf;
  const root = context.nextRef();
  const items = CHAPTERS.map(() => context.nextRef());
  for (const [index, item] of items.entries()) {
    const page = pdf.getPage(index * PAGES_OF_CHAPTER).ref;
    const near = {
      ...(index > 0 ? { Prev: items[index - 1] } : {}),
      ...(index < items.length - 1 ? { Next: items[index + 1] } : {}),
    };
    const Title = PDFHexString.fromText(CHAPTERS[index] as string);
    context.assign(item, context.obj({ Title, Parent: root, Dest: [page, "Fit"], ...near } as never));
  }
  const ends = { First: items[0], Last: items.at(-1), Count: items.length };
  context.assign(root, context.obj({ Type: "Outlines", ...ends } as never));
  catalog.set(PDFName.of("Outlines"), root);
}

/** Two pages as from a scanner: an image each, slightly askew, with much white around it. */
async function scan(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  for (const [index, angle] of [1.2, -0.8].entries()) {
    const lines = Array.from({ length: 24 }, (_, line) => {
      const words = Array.from({ length: 9 }, (_, word) => {
        const width = 40 + ((line * 31 + word * 47 + index * 13) % 50);
        return `<rect x="${190 + word * 96}" y="${300 + line * 44}" width="${Math.min(width, 84)}" height="11" rx="3"/>`;
      });
      return line % 6 === 5 ? "" : words.slice(0, line % 6 === 4 ? 5 : 9).join("");
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="1240" height="1754" fill="#ffffff"/>
<g transform="rotate(${angle} 620 877)"><rect x="46" y="60" width="1150" height="1630" fill="#fdfcfa"/>
<g fill="#4a443d"><rect x="190" y="190" width="420" height="26" rx="4"/>${lines.join("")}</g>
<circle cx="960" cy="1520" r="70" fill="none" stroke="#a8321a" stroke-width="9" opacity=".7"/></g></svg>`;
    const jpeg = await sharp(Buffer.from(svg)).blur(0.7).jpeg({ quality: 72 }).toBuffer();
    const page = pdf.addPage([595.28, 841.89]);
    page.drawImage(await pdf.embedJpg(jpeg), { x: 0, y: 0, width: 595.28, height: 841.89, rotate: degrees(0) });
  }
  return pdf.save();
}

/** For each: its name, the colours of sky and land, the height of the sun, and whether the picture is upright. */
const SCENES: [name: string, sky: [string, string], land: string, sun: number, isTall: boolean][] = [
  ["dawn", ["#f6c38b", "#8fa7c8"], "#4b5a4a", 560, false],
  ["noon", ["#7fb7e6", "#dcecf7"], "#6d8b4f", 180, false],
  ["dusk", ["#3e3a63", "#e08a63"], "#2e2b36", 600, false],
  ["hills", ["#a9cbe0", "#f3e7cf"], "#7d8f55", 260, true],
  ["sea", ["#5d8fb3", "#cfe3ea"], "#2f5f74", 300, false],
  ["winter", ["#cfd8e3", "#f4f4f2"], "#e9eef2", 340, true],
];

async function photo([top, bottom]: [string, string], land: string, sun: number, isTall: boolean): Promise<Uint8Array> {
  const [width, height] = isTall ? [900, 1200] : [1200, 900];
  const horizon = height * 0.68;
  const far = `M0 ${horizon} C ${width * 0.25} ${horizon - 170}, ${width * 0.45} ${horizon + 30}, ${width * 0.62} ${horizon - 90}
S ${width * 0.9} ${horizon - 30}, ${width} ${horizon - 120} V ${height} H 0 Z`;
  const near = `M0 ${horizon + 110} C ${width * 0.3} ${horizon}, ${width * 0.6} ${horizon + 190}, ${width} ${horizon + 60} V ${height} H 0 Z`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/><circle cx="${width * 0.7}" cy="${sun}" r="64" fill="#fff3d6" opacity=".9"/>
<path d="${far}" fill="${land}" opacity=".65"/><path d="${near}" fill="${land}"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 78 }).toBuffer();
}
