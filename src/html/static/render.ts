import type { PDFDocument, PDFImage } from "pdf-lib";
import { SessionProblem } from "../html-problem.ts";
import type { HtmlOptions } from "../options.ts";
import { inches, margins, PAPER } from "../paper.ts";
import type { NetworkRules } from "../resources/fetching.ts";
import { Gatherer, type Resource } from "../resources/gatherer.ts";
import type { HtmlSource } from "../resources/html-source.ts";
import { embedFace } from "./embed.ts";
import { readFace } from "./face.ts";
import boldFace from "./fonts/sans-bold.bin";
import regularFace from "./fonts/sans-regular.bin";
import { layOut } from "./layout.ts";
import { type Block, readHtml } from "./read.ts";
import { type Sheet, Sheets } from "./sheets.ts";

export interface StaticRendering {
  pdf: Uint8Array;
  originalSize: number;
}

/**
 * A PDF without a browser: headings, paragraphs, lists, tables, links, images and page breaks in one typeface. Undefined for
 * a request or a document that is more than that, since a half-true PDF is worse than an error that can be retried.
 */
export async function renderStatically(
  source: HtmlSource,
  options: HtmlOptions,
  context: { network: NetworkRules; signal: AbortSignal; deadline: number },
): Promise<StaticRendering | undefined> {
  if (!fits(options)) return undefined;
  const until = AbortSignal.any([context.signal, AbortSignal.timeout(Math.max(1, context.deadline - Date.now()))]);
  const gatherer = new Gatherer(source, options, context.network, until);
  const { html, size, base } = await gatherer.document();
  const document = await readHtml(html, options.javascript, base);
  if (document.beyond) return undefined;
  const { PDFDocument } = await import("pdf-lib");
  const pdf = await PDFDocument.create();
  const faces = {
    regular: embedFace(pdf, readFace(new Uint8Array(regularFace)), "QUIRAA+NotoSans"),
    bold: embedFace(pdf, readFace(new Uint8Array(boldFace)), "QUIRAB+NotoSans-Bold"),
  };
  const images = await loadImages(pdf, document.blocks, base, gatherer);
  const sheets = new Sheets(pdf, paperSheet(options), faces);
  layOut(document.blocks, sheets, images);
  if (pdf.getPageCount() === 0) sheets.next();
  const missing = new Set(
    [...faces.regular.missing, ...faces.bold.missing].filter((character) => /\S/.test(character)),
  );
  // Text in a script that the typeface lacks would come out as boxes.
  if (missing.size > 0)
    throw new SessionProblem(`The static renderer has no glyphs for ${[...missing].slice(0, 10).join(" ")}`);
  faces.regular.finish();
  faces.bold.finish();
  pdf.setTitle(document.title === "" ? "Document" : document.title, { showInWindowTitleBar: true });
  pdf.setProducer("Quire");
  return { pdf: await pdf.save(), originalSize: size };
}

function fits(options: HtmlOptions): boolean {
  const more =
    options.singlePage ||
    options.scale !== 1 ||
    options.pageRanges !== undefined ||
    options.headerTemplate !== undefined ||
    options.footerTemplate !== undefined ||
    options.css !== undefined ||
    options.waitForSelector !== undefined ||
    options.waitForExpression !== undefined ||
    options.failOnConsoleError ||
    options.failOnResourceError !== false ||
    options.cookies !== undefined ||
    options.preferCSSPageSize;
  return !more;
}

function paperSheet(options: HtmlOptions): Sheet {
  const [formatWidth, formatHeight] = PAPER[options.format];
  const width = (options.width === undefined ? formatWidth : inches(options.width)) * 72;
  const height = (options.height === undefined ? formatHeight : inches(options.height)) * 72;
  const { top, right, bottom, left } = margins(options.margin);
  return {
    width: options.landscape ? height : width,
    height: options.landscape ? width : height,
    top: top * 72,
    right: right * 72,
    bottom: bottom * 72,
    left: left * 72,
  };
}

async function loadImages(
  pdf: PDFDocument,
  blocks: readonly Block[],
  base: URL,
  gatherer: Gatherer,
): Promise<Map<string, PDFImage>> {
  const images = new Map<string, PDFImage>();
  for (const block of blocks) {
    if (block.kind !== "image" || images.has(block.source)) continue;
    const found = await gatherer.resource(block.source, base);
    const image = found && (await embedImage(pdf, found));
    if (image) images.set(block.source, image);
  }
  return images;
}

async function embedImage(pdf: PDFDocument, { bytes, type }: Resource): Promise<PDFImage | undefined> {
  const jpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const png = bytes[0] === 0x89 && bytes[1] === 0x50;
  if (!jpeg && !png) {
    if (/^image\//i.test(type)) throw new SessionProblem(`The static renderer does not show ${type}`);
    return undefined;
  }
  try {
    return jpeg ? await pdf.embedJpg(bytes) : await pdf.embedPng(bytes);
  } catch {
    // Damaged: left out, as a browser shows nothing for it.
    return undefined;
  }
}
