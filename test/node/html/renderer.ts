import * as mupdf from "mupdf";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import type { HtmlProblem } from "../../../src/html/html-problem.ts";
import type { NetworkRules } from "../../../src/html/resources/fetching.ts";
import { type Asset, type HtmlSource, localSource } from "../../../src/html/resources/html-source.ts";
import { type BrowserRendering, renderInBrowser } from "../../../src/html/session/render.ts";
import type { TestBinding } from "./chromium.ts";
import { patientPool } from "./patient-pool.ts";

type Options = Record<string, unknown>;

export interface Printed extends BrowserRendering {
  pdf: Uint8Array;
  document: mupdf.PDFDocument;
}

/** The same print, with another file. */
export function withFile(printed: Printed, pdf: Uint8Array): Printed {
  return { ...printed, pdf, document: mupdf.Document.openDocument(pdf, "application/pdf") as mupdf.PDFDocument };
}

export function pixelsOf({ document }: Printed, index: number) {
  const scale = mupdf.Matrix.scale(1.5, 1.5);
  return Buffer.from(document.loadPage(index).toPixmap(scale, mupdf.ColorSpace.DeviceRGB, false).getPixels());
}

/** Renders as the service does, and reads the result with MuPDF. */
export function renderer(
  binding: TestBinding,
  rules: NetworkRules = {},
  pool = patientPool(),
  { isForReaders = false } = {},
) {
  const render = async (
    source: HtmlSource,
    options: Options = {},
    signal = new AbortController().signal,
  ): Promise<Printed> => {
    const cleaning: Promise<unknown>[] = [];
    try {
      const rendering = await renderInBrowser(source, htmlOptions.parse(options), {
        binding,
        ledger: binding.ledger,
        pool,
        network: rules,
        signal,
        waitUntil: (work) => cleaning.push(work),
        isForReaders,
      });
      const pdf = new Uint8Array(Buffer.concat(rendering.pieces));
      return {
        ...rendering,
        pdf,
        document: mupdf.PDFDocument.openDocument(pdf, "application/pdf") as mupdf.PDFDocument,
      };
    } finally {
      await Promise.all(cleaning);
    }
  };
  return {
    pool,
    html: (html: string, options: Options = {}, assets: Asset[] = [], base?: string) =>
      render(
        localSource(new TextEncoder().encode(html), base === undefined ? undefined : new URL(base), assets),
        options,
      ),
    file: (bytes: Uint8Array, options: Options = {}) => render(localSource(bytes, undefined), options),
    url: (url: string, options: Options = {}, signal?: AbortSignal) =>
      render({ kind: "url", url: new URL(url) }, options, signal),
  };
}

/** The problem that a rendering ends in. */
export async function problemOf(rendering: Promise<unknown>): Promise<HtmlProblem> {
  try {
    await rendering;
  } catch (error) {
    return error as HtmlProblem;
  }
  throw new Error("expected a refusal");
}

export function textOf(printed: Printed): string {
  return pageTexts(printed).join("\f");
}

export function pageTexts({ document }: Printed): string[] {
  return Array.from({ length: document.countPages() }, (_, index) =>
    document.loadPage(index).toStructuredText("").asText(),
  );
}

/** Width and height of a page in points, rounded. */
export function pageSize({ document }: Printed, index = 0): [number, number] {
  const [left, top, right, bottom] = document.loadPage(index).getBounds("CropBox");
  return [Math.round(right - left), Math.round(bottom - top)];
}

/** The colour at a place of a page, given in points from the top left. */
export function colourAt({ document }: Printed, x: number, y: number, index = 0): [number, number, number] {
  const pixmap = document.loadPage(index).toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false);
  const at = Math.round(y) * pixmap.getStride() + Math.round(x) * 3;
  const pixels = pixmap.getPixels();
  return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
}

/** Addresses of the links of all pages. */
export function linksOf({ document }: Printed): string[] {
  return Array.from({ length: document.countPages() }, (_, index) => document.loadPage(index).getLinks()).flatMap(
    (links) => links.map((link) => link.getURI()),
  );
}

/** Names of the fonts that text is set in, without their subsets' tags. */
export function fontsOf({ document }: Printed): string[] {
  const names = new Set<string>();
  for (let index = 0; index < document.countPages(); index++) {
    document
      .loadPage(index)
      .toStructuredText("")
      .walk({
        onChar: (_character, _origin, font) => names.add(font.getName().replace(/^[A-Z]{6}\+/, "")),
      });
  }
  return [...names];
}
