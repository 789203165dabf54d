import type { PDFDocument, PDFImage } from "pdf-lib";
import { assetAt } from "../assets.ts";
import { type Fetched, fetchOnce, isRedirect, type NetworkRules, unreachable } from "../fetching.ts";
import { HTML_LIMITS } from "../limits.ts";
import type { HtmlOptions } from "../options.ts";
import { inches, margins, PAPER } from "../paper.ts";
import { HtmlProblem, SessionProblem } from "../problem.ts";
import { decodeHtml, type HtmlSource } from "../source.ts";
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

const MAX_IMAGES = 200;
const MAX_REDIRECTS = 5;

/**
 * A PDF without a browser: headings, paragraphs, lists, tables, links, images and page breaks in one typeface. Undefined for
 * a request or a document that is more than that, since a half-true PDF is worse than an error that can be retried.
 */
export async function renderStatically(
  source: HtmlSource,
  options: HtmlOptions,
  context: { network: NetworkRules; signal: AbortSignal },
): Promise<StaticRendering | undefined> {
  if (!fits(options)) return undefined;
  const until = AbortSignal.any([context.signal, AbortSignal.timeout(options.timeout)]);
  const { html, size, base } = await load(source, options, context.network, until);
  const document = await readHtml(html);
  if (document.scripted && document.blocks.length === 0) return undefined;
  const { PDFDocument } = await import("pdf-lib");
  const pdf = await PDFDocument.create();
  const faces = {
    regular: embedFace(pdf, readFace(new Uint8Array(regularFace)), "QUIRAA+NotoSans"),
    bold: embedFace(pdf, readFace(new Uint8Array(boldFace)), "QUIRAB+NotoSans-Bold"),
  };
  const resources = { source, base, network: options.network, rules: context.network, signal: until };
  const images = await loadImages(pdf, document.blocks, resources);
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
    options.pageRanges !== undefined ||
    options.headerTemplate !== undefined ||
    options.footerTemplate !== undefined ||
    options.css !== undefined ||
    options.waitForSelector !== undefined ||
    options.waitForExpression !== undefined ||
    options.failOnConsoleError ||
    options.failOnResourceError ||
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

interface Resources {
  source: HtmlSource;
  base: URL;
  network: "public" | "none";
  rules: NetworkRules;
  signal: AbortSignal;
}

async function load(source: HtmlSource, options: HtmlOptions, rules: NetworkRules, signal: AbortSignal) {
  if (source.kind === "local") return { html: decodeHtml(source.bytes), size: source.bytes.length, base: source.url };
  try {
    const headers = { accept: "text/html", ...options.extraHeaders };
    const { found, url } = await follow(source.url, headers, rules, signal);
    if (found.status >= 400 && options.failOnHttpStatus) {
      throw new HtmlProblem("unreachable", `The address answered with HTTP status ${found.status}.`, { field: "url" });
    }
    if (!/^text\/html|^application\/xhtml/i.test(found.headers.get("content-type") ?? "text/html")) {
      throw new HtmlProblem("unreachable", "The address gives something that is not a page.", { field: "url" });
    }
    return { html: decodeHtml(found.body), size: found.body.length, base: url };
  } catch (error) {
    throw unreachable(error);
  }
}

async function follow(
  first: URL,
  headers: Record<string, string>,
  rules: NetworkRules,
  signal: AbortSignal,
): Promise<{ found: Fetched; url: URL }> {
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    // The request's own headers go to the page's own origin only.
    const own = url.origin === first.origin ? headers : {};
    const found = await fetchOnce(url, { method: "GET", headers: own }, rules, signal);
    const location = found.headers.get("location");
    if (!isRedirect(found.status) || location === null) return { found, url };
    if (!URL.canParse(location, url.href)) break;
    url = new URL(location, url);
  }
  throw new HtmlProblem("unreachable", `The address redirects more than ${MAX_REDIRECTS} times, or to nowhere.`, {
    field: "url",
  });
}

async function loadImages(
  pdf: PDFDocument,
  blocks: readonly Block[],
  resources: Resources,
): Promise<Map<string, PDFImage>> {
  const images = new Map<string, PDFImage>();
  let total = 0;
  for (const block of blocks) {
    if (block.kind !== "image" || images.has(block.source) || images.size >= MAX_IMAGES) continue;
    const bytes = await imageBytes(block.source, resources);
    if (!bytes) continue;
    total += bytes.length;
    if (total > HTML_LIMITS.resourceBytes)
      throw new HtmlProblem("too-large", "The images of the page are too large together.");
    const image = await embedImage(pdf, bytes);
    if (image) images.set(block.source, image);
  }
  return images;
}

/** A picture that cannot be had is left out, as browsers do. */
async function imageBytes(
  reference: string,
  { source, base, network, rules, signal }: Resources,
): Promise<Uint8Array | undefined> {
  if (!URL.canParse(reference, base.href)) return undefined;
  const url = new URL(reference, base);
  if (url.protocol === "data:") {
    const [, base64, data = ""] = /^data:[^,]*?(;base64)?,(.*)$/is.exec(reference) ?? [];
    return base64
      ? Buffer.from(
          data.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          "base64",
        )
      : undefined;
  }
  const asset = source.kind === "local" ? assetAt(url, source) : undefined;
  if (asset) return asset.bytes;
  if (network === "none" || (source.kind === "local" && !source.based && url.origin === source.url.origin))
    return undefined;
  try {
    const { found } = await follow(url, { accept: "image/png,image/jpeg" }, rules, signal);
    return found.status === 200 ? found.body : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

async function embedImage(pdf: PDFDocument, bytes: Uint8Array): Promise<PDFImage | undefined> {
  try {
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return await pdf.embedJpg(bytes);
    if (bytes[0] === 0x89 && bytes[1] === 0x50) return await pdf.embedPng(bytes);
    return undefined;
  } catch {
    // Damaged, or of a kind that cannot be embedded: left out, as a browser shows nothing for it.
    return undefined;
  }
}
