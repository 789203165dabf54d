import { escapeHtml } from "../../platform/escape-html.ts";
import type { Mark } from "../fields/documents.ts";
import { inches } from "../fields/paper.ts";
import { pagesIn } from "../fields/printed-ranges.ts";
import { HtmlProblem } from "../html-problem.ts";
import { dataAsset } from "../resources/assets.ts";
import type { Asset } from "../resources/html-source.ts";
import { distinct, type PageSize, sizeRules } from "./overlay-page.ts";

/** The pages that one mark lays over others. They are pages of the document in which all marks are printed. */
interface Laid {
  page: number;
  layer: Mark["layer"];
}

export interface Watermarks {
  html: string;
  /** Images that the marks hold themselves. A page for each size refers to them; none holds them again. */
  assets: Asset[];
  /** By page of the whole PDF. */
  laid: Laid[][];
  pages: number;
}

/** Where an image of a mark is found. A client's own asset of this name would be hidden. */
const OWN_NAME = "quire-watermark-";

/** The most pages of one document of marks, which has a page for each mark and page size. */
const MAX_MARKED_PAGES = 200;
/** Each page of marks repeats the address. One that holds the image itself is held once. */
const MAX_ADDRESS = 8_192;

export function refusedMark(message: string, cause?: unknown): HtmlProblem {
  return new HtmlProblem("input", message, { field: "watermark", cause });
}

export function watermarks(marks: readonly Mark[], sizes: readonly PageSize[]): Watermarks {
  const { kinds, kindOf } = distinct(sizes);
  const chosen = marks.map((mark) => pagesIn(mark.pages, sizes.length));
  // Before any of them is written.
  const count = chosen.reduce((sum, pages) => sum + new Set(pages.map((page) => kindOf[page - 1])).size, 0);
  if (count === 0) throw refusedMark("watermark.pages names no page that the result has.");
  if (count > MAX_MARKED_PAGES) {
    throw refusedMark(
      `watermark: the pages have too many sizes: it would be made more than ${MAX_MARKED_PAGES} times.`,
    );
  }
  const laid: Laid[][] = sizes.map(() => []);
  const printed: string[] = [];
  const assets: Asset[] = [];
  for (const [place, requested] of marks.entries()) {
    const mark = { ...requested, image: requested.image?.trim() };
    if (mark.image !== undefined && /^data:/i.test(mark.image)) {
      const name = `${OWN_NAME}${assets.length}`;
      assets.push(dataAsset(name, mark.image));
      mark.image = name;
    } else if (mark.image !== undefined) checkAddress(mark.image);
    const pageOf = new Map<number, number>();
    for (const number of chosen[place]!) {
      const kind = kindOf[number - 1]!;
      const page = pageOf.get(kind) ?? printed.push(markedPage(mark, kind, kinds[kind] as PageSize));
      pageOf.set(kind, page);
      laid[number - 1]?.push({ page, layer: mark.layer });
    }
  }
  const html = `<!doctype html><meta charset="utf-8"><title>Watermark</title><style>
@page { margin: 0 } html, body { margin: 0; padding: 0 }
section { display: flex; box-sizing: border-box; overflow: hidden; break-before: page; break-inside: avoid }
section:first-child { break-before: auto }
section > * { flex: none; white-space: pre-wrap; overflow-wrap: anywhere; text-align: center; line-height: 1.2 }
${sizeRules(kinds)}</style>${printed.join("")}`;
  return { html, assets, laid, pages: printed.length };
}

function checkAddress({ length }: string): void {
  if (length === 0) throw refusedMark("watermark.image: expected an image, got white space.");
  if (length <= MAX_ADDRESS) return;
  throw refusedMark(`watermark.image: expected an address of at most ${MAX_ADDRESS} characters, got ${length}.`);
}

function markedPage(mark: Mark, kind: number, [width, height]: PageSize): string {
  const { position, margin } = mark;
  const vertical = position.startsWith("top") ? "start" : position.startsWith("bottom") ? "end" : "center";
  const horizontal = position.endsWith("left") ? "start" : position.endsWith("right") ? "end" : "center";
  // A little less than the page, since rounding could begin another one.
  const box = `width: ${width}pt; height: ${Math.max(1, height - 1)}pt; padding: ${inches(margin)}in`;
  return `<section class="k${kind}" style="${box}; align-items: ${vertical}; justify-content: ${horizontal}">${content(mark, width, height)}</section>`;
}

function content(mark: Mark, width: number, height: number): string {
  const { text, image, opacity, color, fontFamily, fontSize } = mark;
  const rotation = mark.rotation ?? (text !== undefined && mark.position === "center" ? -45 : 0);
  const looks = `opacity: ${opacity ?? (text === undefined ? 1 : 0.15)}; transform: rotate(${rotation}deg)`;
  if (image !== undefined) {
    const room = inches(mark.margin) * 144;
    const own = mark.width === undefined ? "" : `width: ${imageWidth(mark.width, width)}; `;
    const most = `max-width: ${Math.max(1, width - room)}pt; max-height: ${Math.max(1, height - room)}pt`;
    return `<img src="${escapeHtml(image)}" style="${own}${most}; object-fit: contain; ${looks}">`;
  }
  const { size, across } = fitting(text ?? "", rotation, [width, height]);
  const font = `color: ${color}; font: bold ${fontSize === undefined ? `${size}pt` : `${inches(fontSize)}in`} ${quoted(fontFamily)}; max-width: ${across}pt; line-height: 1.2`;
  return `<div style="${escapeHtml(font)}; ${looks}">${escapeHtml(text ?? "")}</div>`;
}

function imageWidth(length: string, pageWidth: number): string {
  return length.endsWith("%") ? `${(Number.parseFloat(length) / 100) * pageWidth}pt` : length;
}

/** Ems. A longer line is broken: on one line its letters would be small. */
const LONG_LINE = 25;

/**
 * A font size at which the longest line crosses most of the page in its direction, or a text with long lines covers
 * about a third of it; and how long a line may be.
 */
function fitting(text: string, rotation: number, [width, height]: PageSize): { size: number; across: number } {
  const turn = (rotation * Math.PI) / 180;
  const across = Math.min(width / Math.abs(Math.cos(turn) || 1e-9), height / Math.abs(Math.sin(turn) || 1e-9));
  const lines = text.split("\n").map((line) => [...line].reduce((sum, sign) => sum + ems(sign), 0));
  const longest = Math.max(...lines, 1);
  const least = Math.min(width, height);
  const inLines = Math.sqrt((across * least) / (4 * lines.reduce((sum, line) => sum + Math.max(line, 1), 0)));
  const size = longest > LONG_LINE ? inLines : (0.75 * across) / longest;
  return { size: Math.max(8, Math.min(size, least / 4)), across: 0.85 * across };
}

/** About the width of a bold letter. East Asian letters and emoji are as wide as high. */
function ems(sign: string): number {
  return /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u.test(sign)
    ? 1.05
    : 0.7;
}

/** Font families in CSS: each in quotes, except for generic ones. */
function quoted(families: string): string {
  return families
    .split(",")
    .map((family) => family.trim())
    .map((family) =>
      /^(serif|sans-serif|monospace|cursive|fantasy|system-ui)$/i.test(family) ? family : `"${family}"`,
    )
    .join(", ");
}
