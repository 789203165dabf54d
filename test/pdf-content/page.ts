import { atOnce } from "../../src/meter/turns.ts";
import type { Work } from "../../src/meter/work.ts";
import { InkReader, type PageInk } from "../../src/pdf-content/ink/page-ink.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { viewPage } from "../../src/pdf-pages/page-view.ts";
import { type Bodies, pdf, stream } from "../fixtures/pdf.ts";

export interface PageParts {
  /** Entries of the resource dictionary. */
  resources?: string;
  /** Further entries of the page. */
  page?: string;
  /** Further objects, from number 10 on. */
  objects?: Bodies;
  /** Further entries of the catalog. */
  catalog?: string;
  threshold?: number;
  specks?: number;
  /** The meter of the request. */
  work?: Work;
}

/** A document of one page of 200 by 100 points with this content. */
function pageWith(content: string, { resources = "", page = "", objects = {}, catalog = "" }: PageParts = {}) {
  return pdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<<${resources}>>${page}>>`,
    4: stream(content),
    ...objects,
  });
}

function readInk(file: Uint8Array, { threshold = 191, specks = 0, work }: PageParts = {}): PageInk {
  const document = openPdf(file, { ...(work && { work }) });
  const view = viewPage(document, document.pages.leaf(0));
  return atOnce(new InkReader(document, { threshold, specks }).read(document.page(0), view.visible));
}

/** The box of what such a page shows, rounded to tenths; null when it is blank. */
export function inkOf(content: string, parts: PageParts = {}): number[] | null {
  const { box } = readInk(pageWith(content, parts), parts);
  return box ? box.map((value) => Math.round(value * 10) / 10) : null;
}
