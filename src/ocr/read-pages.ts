import * as z from "zod/mini";
import type { LayerLine, PageWords } from "../engine.ts";
import { EvaluationError } from "../html/browser/page/evaluate.ts";
import type { Page } from "../html/browser/page/page.ts";
import { noBrowser } from "../html/convert.ts";
import { htmlOptions } from "../html/fields/options.ts";
import { HtmlProblem, SessionProblem } from "../html/html-problem.ts";
import { type LocalSource, OWN_ORIGIN } from "../html/resources/html-source.ts";
import { type RenderContext, renderInBrowser } from "../html/session/render.ts";
import { withinTime } from "../platform/within-time.ts";
import { OCR_LIMITS } from "./ocr-limits.ts";
import { tagOf } from "./tags.ts";

/** A document whose pictures are read. */
export interface Picturebook {
  bytes: Uint8Array;
  password?: string | undefined;
}

export interface ReadingOptions {
  /** Counted from 1. */
  pages: readonly number[];
  /** Names of models. */
  languages: readonly string[];
  /** Pixels to the inch; by default those of the picture that covers a page. */
  resolution?: number | undefined;
  deskew: boolean;
  /** Reads what stands on its head, too. */
  orientation: boolean;
  /** Words of less are left out. */
  confidence: number;
  /** The time of one page. */
  pageMs?: number;
}

/** A page whose words came back. */
export interface ReadPage extends PageWords {
  /** 0 to 100: of its characters, of those left out too. */
  confidence: number;
  /** Degrees clockwise by which it would have to be turned for most of its words to stand upright. */
  turn: 0 | 90 | 180 | 270;
  /** Words that were left out. */
  leftOut: number;
  /** Pixels to the inch with which it was drawn. */
  resolution: number;
}

export interface PagesRead {
  pages: ReadPage[];
  unread: { page: number; reason: string }[];
}

export interface ReadingContext extends RenderContext {
  assets: Fetcher;
}

/** What the program of the page answers (web/src/ocr/main.ts). */
interface Answered extends Omit<ReadPage, "page" | "leftOut"> {
  lines: (LayerLine & { angle: number; language: string })[];
}

/** Why the program could not begin: the service is at fault. */
export class ReadingProblem extends Error {}

/** The page that reads. The document's own scripts are not run, and what it draws reaches nothing. */
const HTML = '<!doctype html><title>Reading</title><script type="module" src="/ocr/main.js"></script>';

/** The languages whose models were deployed. */
export async function languagesThere(assets: Fetcher): Promise<string[]> {
  const response = await assets.fetch("https://assets.invalid/ocr/languages.json");
  return response.ok ? await response.json() : [];
}

/** Reads one page after the other in a page of our own, beside the Worker. A page that cannot be read is named. */
export async function readPages(
  book: Picturebook,
  options: ReadingOptions,
  context: ReadingContext,
): Promise<PagesRead> {
  const left = [...options.pages];
  const read: PagesRead = { pages: [], unread: [] };
  const until = Date.now() + OCR_LIMITS.totalMs;
  // After a page that takes too long, or that the browser has no memory for, the others are read in a new one.
  while (left.length > 0 && Date.now() < until) {
    try {
      await readSome(left, read, { book, options, context, until });
    } catch (error) {
      if (!isOfPage(error) || left.length === 0) throw error instanceof SessionProblem ? noBrowser([error]) : error;
      const reason = error.kind === "timeout" ? TOO_LONG : "it crashed the browser, twice";
      read.unread.push({ page: left.shift() as number, reason });
    }
  }
  for (const page of left) read.unread.push({ page, reason: NO_TIME });
  return read;
}

const TOO_LONG = "it took too long";
const NO_TIME = `the ${OCR_LIMITS.totalMs / 1_000} s of a request were over`;

/** Not of a browser that could not be had. */
function isOfPage(error: unknown): error is HtmlProblem {
  return error instanceof HtmlProblem && (error.kind === "timeout" || error.kind === "too-large");
}

interface Job {
  book: Picturebook;
  options: ReadingOptions;
  context: ReadingContext;
  until: number;
}

async function readSome(left: number[], read: PagesRead, { book, options, context, until }: Job): Promise<void> {
  const settings = { network: "none", waitUntil: "load", fallback: "none", tagged: false, outline: false };
  const timeout = Math.max(1_000, until - Date.now());
  const rendering = { ...z.parse(htmlOptions, settings), timeout };
  await renderInBrowser(source(book, context.assets), rendering, context, async (page) => {
    await begin(page, book, options);
    while (left.length > 0 && Date.now() < until) {
      const number = left[0] as number;
      const most = Math.min(options.pageMs ?? OCR_LIMITS.pageMs, until - Date.now());
      const late = () => new HtmlProblem("timeout", TOO_LONG);
      const found = await withinTime(readPage(page, number, options), most, late);
      if (typeof found === "string") read.unread.push({ page: number, reason: found });
      else read.pages.push(found);
      left.shift();
    }
    return [];
  });
}

async function begin(page: Page, { bytes, password }: Picturebook, { languages }: ReadingOptions): Promise<void> {
  const opening = JSON.stringify({ languages, length: bytes.length, password });
  try {
    await page.evaluate(`ocr.open(${opening})`);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    throw new ReadingProblem(error.message, { cause: error });
  }
}

const TOO_LARGE = `it is too large to be drawn with ${OCR_LIMITS.leastResolution} pixels to the inch`;

/** Its words, or why there are none. */
async function readPage(page: Page, number: number, options: ReadingOptions): Promise<ReadPage | string> {
  const { resolution, deskew, orientation } = options;
  const asked = { page: number, resolution, pixels: OCR_LIMITS.pixels, deskew, turns: orientation };
  try {
    const found = await page.evaluate<Answered>(`ocr.read(${JSON.stringify(asked)})`);
    // Of so large a page nothing small could be read.
    if (found.resolution < OCR_LIMITS.leastResolution && found.lines.length === 0) return TOO_LARGE;
    return withoutDoubtful(number, found, options);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return `it cannot be drawn or read (${error.message.slice(0, 200)})`;
  }
}

function withoutDoubtful(page: number, { lines, ...facts }: Answered, { confidence }: ReadingOptions): ReadPage {
  const { turn, resolution } = facts;
  let leftOut = 0;
  const kept = lines.map((line) => {
    const words = line.words.filter((word) => (word.confidence ?? 0) >= confidence);
    leftOut += line.words.length - words.length;
    return { ...line, words, language: tagOf(line.language) };
  });
  return {
    ...{ page, turn, leftOut },
    lines: kept.filter(({ words }) => words.length > 0),
    confidence: Math.round(facts.confidence * 10) / 10,
    resolution: Math.round(resolution),
  };
}

/** The page, its program and models from the service's assets, and pieces of the document as they lie in memory. */
function source({ bytes }: Picturebook, assets: Fetcher): LocalSource {
  const type = "text/html; charset=utf-8";
  const more = async (path: string) => {
    const [, from, to] = /^\/document\/(\d+)-(\d+)$/.exec(path) ?? [];
    if (from !== undefined) {
      return { bytes: bytes.subarray(Number(from), Number(to)), type: "application/octet-stream" };
    }
    if (!/^\/(ocr|assets\/(pdfjs-[\d.]+|reading-[\da-f]+))\//.test(path)) return undefined;
    const response = await assets.fetch(`https://assets.invalid${path}`);
    return response.ok ? { bytes: new Uint8Array(await response.arrayBuffer()), type: undefined } : undefined;
  };
  const url = new URL(OWN_ORIGIN);
  const page = new TextEncoder().encode(HTML);
  return { kind: "local", url, charset: "utf-8", type, bytes: page, assets: [], based: false, more };
}
