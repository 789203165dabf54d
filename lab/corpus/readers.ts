import { onPath } from "../lib/tools.ts";
import { pdfiumPages } from "./pdfium.ts";
import type { Pixels } from "./pixels.ts";
import { renderPages } from "./render.ts";

export type Reader = "MuPDF" | "poppler" | "PDFium";
export type PageSpan = readonly [first: number, last: number];

/** What each renderer that does not give up shows of the same pages. */
export type Look = ReadonlyMap<Reader, readonly Pixels[]>;

/** At this resolution pages are compared; what is told of boxes knows it (auto.ts). */
const dpi = 100;

/**
 * Pages counted from 1. A renderer that leaves out pages says nothing about the others: which they are is not known.
 */
export async function lookOf(path: string, [first, last]: PageSpan, resolution = dpi): Promise<Look> {
  const range = `${first}-${last}`;
  const asked: [Reader, Promise<Pixels[] | undefined>][] = [
    ["MuPDF", onPath("mutool") ? renderPages("mutool", path, range, undefined, resolution) : nothing()],
    ["poppler", onPath("pdftoppm") ? renderPages("pdftoppm", path, range, undefined, resolution) : nothing()],
    ["PDFium", pdfiumPages(path, [first, last], resolution)],
  ];
  const look = new Map<Reader, Pixels[]>();
  for (const [reader, answer] of asked) {
    const pages = await answer;
    if (pages?.length === last - first + 1) look.set(reader, pages);
  }
  return look;
}

async function nothing(): Promise<undefined> {}
