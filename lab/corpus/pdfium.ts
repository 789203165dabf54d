import { readFile } from "node:fs/promises";
import type { Pixels } from "./pixels.ts";

/** What is used of the package. */
interface Pdfium {
  loadDocument(bytes: Uint8Array): Promise<{
    getPageCount(): number;
    getPage(index: number): PdfiumPage;
    destroy(): void;
  }>;
}

interface PdfiumPage {
  render(options: { scale: number; render: "bitmap" }): Promise<{ width: number; height: number; data: Uint8Array }>;
  getText(): string;
}

type PageSpan = readonly [first: number, last: number];

/** No dependency of the project: `npm install --no-save @hyzyla/pdfium@2.1.13` lets it be asked. */
const PACKAGE = "@hyzyla/pdfium";
let library: Promise<Pdfium | undefined> | undefined;

function pdfium(): Promise<Pdfium | undefined> {
  library ??= import(PACKAGE).then(
    ({ PDFiumLibrary }) => PDFiumLibrary.init(),
    () => undefined,
  );
  return library;
}

export async function hasPdfium(): Promise<boolean> {
  return (await pdfium()) !== undefined;
}

/** Pages of a file, counted from 1; undefined where PDFium is not installed, or gives up. */
export function pdfiumPages(path: string, span: PageSpan, dpi: number): Promise<Pixels[] | undefined> {
  return eachPage(path, span, async (page) => {
    const { width, height, data } = await page.render({ scale: dpi / 72, render: "bitmap" });
    return { width, height, data: withoutAlpha(data) };
  });
}

/** The texts of the same. */
export function pdfiumTexts(path: string, span: PageSpan): Promise<string[] | undefined> {
  return eachPage(path, span, (page) => page.getText());
}

async function eachPage<Result>(
  path: string,
  [first, last]: PageSpan,
  read: (page: PdfiumPage) => Result | Promise<Result>,
): Promise<Result[] | undefined> {
  const open = await pdfium();
  if (open === undefined) return undefined;
  try {
    const document = await open.loadDocument(await readFile(path));
    const found: Result[] = [];
    try {
      for (let index = first - 1; index < Math.min(last, document.getPageCount()); index++)
        found.push(await read(document.getPage(index)));
    } finally {
      document.destroy();
    }
    return found;
  } catch {
    return undefined;
  }
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) rgb.set(rgba.subarray(from, from + 3), to);
  return rgb;
}
