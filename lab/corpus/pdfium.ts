import { readFile } from "node:fs/promises";
import type { Pixels } from "./pixels.ts";

/** What is used of the package. */
interface Pdfium {
  loadDocument(bytes: Uint8Array): Promise<{
    getPageCount(): number;
    getPage(index: number): {
      render(options: {
        scale: number;
        render: "bitmap";
      }): Promise<{ width: number; height: number; data: Uint8Array }>;
    };
    destroy(): void;
  }>;
}

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
export async function pdfiumPages(
  path: string,
  [first, last]: readonly [number, number],
  dpi: number,
): Promise<Pixels[] | undefined> {
  const open = await pdfium();
  if (open === undefined) return undefined;
  try {
    const document = await open.loadDocument(await readFile(path));
    const pages: Pixels[] = [];
    try {
      for (let index = first - 1; index < Math.min(last, document.getPageCount()); index++) {
        const { width, height, data } = await document.getPage(index).render({ scale: dpi / 72, render: "bitmap" });
        pages.push({ width, height, data: withoutAlpha(data) });
      }
    } finally {
      document.destroy();
    }
    return pages;
  } catch {
    return undefined;
  }
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) rgb.set(rgba.subarray(from, from + 3), to);
  return rgb;
}
