import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfProblem } from "../../src/pdf-file/pdf-problem.ts";
import type { Rope } from "../../src/pdf-file/rope.ts";
import { displaySize } from "../../src/pdf-pages/geometry.ts";
import { viewPage } from "../../src/pdf-pages/page-view.ts";
import { removeOutside } from "../../test/support/at-once.ts";
import { openWithMupdf } from "../../test/support/finder/finder.ts";
import { ordersRevealed } from "../../test/support/finder/orders.ts";
import { spellingsOf } from "../../test/support/finder/spellings.ts";
import { tokensOf } from "../../test/support/finder/tokens.ts";
import { traceOf, widen } from "../../test/support/finder/trace.ts";
import { latin1Text, onPath, run } from "../lib/tools.ts";
import type { Area } from "./area.ts";
import { paintedBeyond } from "./beyond.ts";
import { differenceFromClose } from "./close-look.ts";
import { CLEARLY, cropJob, inWords, isSmall, judgeRendering, type Rendering } from "./crop.ts";
import { hasLayers, layersInside, wordsInside } from "./inside-words.ts";
import type { Cut, OperationJob, Verdict } from "./outcome.ts";
import { passwordFor, qpdfCheck } from "./qpdf.ts";
import { eachText, type Listing, listFile } from "./qpdf-json.ts";

export const mostPages = 10;
/** Pages whose boxes are opened. */
const mostOpened = 4;
const dpi = 144;
/** The parts of a page that may be kept: left, top, width and height as shares of its own. */
const parts: Record<Exclude<Cut, "varied">, readonly [number, number, number, number]> = {
  middle: [0.15, 0.2, 0.65, 0.55],
  top: [0, 0, 1, 0.5],
  bottom: [0, 0.5, 1, 0.5],
  left: [0, 0, 0.5, 1],
  right: [0.5, 0, 0.5, 1],
  third: [0, 0.33, 1, 0.34],
};
/** Renderers show smaller pages in a size of their own (ISO 32000-1, annex C.2). */
const LEAST_SIDE = 3;
/** Shorter words occur anywhere by chance. */
const leastLetters = 5;
/** The longest words of a file are enough. */
const mostWords = 150;
/** A word this close to the area may have letters on its edge. */
const near = 12;
/** A word this far from the edge is inside, although tools do not agree about the boxes of words. */
const clear = 3;

interface Removed {
  readonly rope: Rope;
  readonly areas: readonly Area[];
  /** The user unit of each of the first pages. */
  readonly userUnits: readonly number[];
  readonly pageCount: number;
  readonly hasFields: boolean;
}

/**
 * Removes everything outside a part of the first pages: words that were only outside must be gone, words inside must be
 * where they were, and the inside must look as before. Nothing may be painted beside it.
 */
export const removeJob: OperationJob<Removed> = {
  run(bytes, { file, cut }) {
    const document = openPdf(bytes);
    if (document.pageCount === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    const views = Array.from({ length: Math.min(mostPages, document.pageCount) }, (_, index) =>
      viewPage(document, document.pages.leaf(index)),
    );
    const sizes = views.map(displaySize);
    const [left, top, wide, high] = partFor(cut, file);
    const areas = sizes.map(({ width, height }) => ({
      left: Math.floor(width * left),
      top: Math.floor(height * top),
      width: Math.max(1, Math.floor(width * wide)),
      height: Math.max(1, Math.floor(height * high)),
    }));
    const definitions = areas.map(({ left, top, width, height }, index) => ({
      page: index + 1,
      area: { x: left, y: sizes[index]!.height - top - height, width, height },
    }));
    const { rope } = removeOutside(document, { definitions });
    return {
      rope,
      areas,
      userUnits: views.map((view) => view.userUnit),
      pageCount: document.pageCount,
      hasFields: document.catalog.has("AcroForm"),
    };
  },

  async judge({ rope, areas, userUnits, pageCount, hasFields }, file, folder): Promise<Verdict> {
    const userUnit = userUnits[0]!;
    const path = join(folder, "removed.pdf");
    await writeFile(path, rope.pieces);
    if (onPath("qpdf")) {
      const [before, after] = [await qpdfCheck(file), await qpdfCheck(path)];
      if (after > before) return { kind: "wrong", detail: `qpdf --check: ${before} before, ${after} after` };
    }
    const left = userUnit === 1 ? await wordsLeft(file, path, areas, pageCount) : undefined;
    if (left !== undefined && left.found.length > 0) {
      return { kind: "wrong", detail: `left: ${left.found.slice(0, 8).join(", ")}` };
    }
    // A field across the edge becomes a picture, and a viewer that needs appearances draws its words elsewhere.
    const lost = hasFields ? [] : await wordsLost(file, path, areas, userUnits);
    if (lost.length > 0) return { kind: "wrong", detail: `lost inside: ${lost.slice(0, 8).join(", ")}` };
    const beyond = await paintedBeyond(path, await passwordFor(file), mostOpened);
    if (beyond.length > 0) return { kind: "wrong", detail: `painted beside: ${beyond.join(", ")}` };
    const orders = await ordersLeft(file, path);
    if (orders.length > 0) return { kind: "wrong", detail: `numbered by first use: ${orders.join(", ")}` };
    const seen = await judgePictures(file, path, areas[0]!, userUnit);
    if (seen.kind === "wrong") return seen;
    const words = left === undefined ? "" : `${left.sought} words sought`;
    return { kind: seen.kind, detail: [words, seen.detail].filter(Boolean).join("; ") };
  },

  clean: cropJob.clean,
};

function partFor(cut: Cut, file: string): readonly [number, number, number, number] {
  if (cut !== "varied") return parts[cut];
  const all = Object.values(parts);
  const sum = [...new TextEncoder().encode(basename(file))].reduce((total, byte) => total + byte, 0);
  return all[sum % all.length]!;
}

/** The fonts of the result whose numbers are in the order in which the original shows their characters. */
async function ordersLeft(file: string, path: string): Promise<string[]> {
  const password = await passwordFor(file);
  try {
    const [before, after] = [file, path].map(async (one) => openWithMupdf(await readFile(one), password));
    return ordersRevealed(await before!, await after!);
  } catch {
    // What mupdf cannot read is judged by its pictures.
    return [];
  }
}

async function judgePictures(file: string, path: string, area: Area, userUnit: number): Promise<Verdict> {
  if (Math.min(area.width, area.height) < LEAST_SIDE) return { kind: "produced", detail: "smaller than a page may be" };
  const verdicts: Rendering[] = [];
  for (const renderer of ["mutool", "pdftoppm"] as const) {
    // poppler knows no UserUnit.
    if (!onPath(renderer) || (renderer === "pdftoppm" && userUnit !== 1)) continue;
    verdicts.push(await judgeRendering(renderer, file, path, area, dpi, 1));
  }
  const detailsOf = (kind: string) => verdicts.filter((one) => one.kind === kind).map(({ detail }) => detail);
  if (detailsOf("broken").length > 0) return { kind: "wrong", detail: detailsOf("broken").join("; ") };
  if (detailsOf("different").length > 0) {
    const difference = differenceFromClose(await readFile(file), await readFile(path), area, CLEARLY);
    const detail = [...detailsOf("different"), `close: ${inWords(difference)}`].join("; ");
    return { kind: isSmall(difference) ? "right" : "wrong", detail };
  }
  if (detailsOf("same").length > 0) return { kind: "right", detail: "" };
  return { kind: "produced", detail: "no renderer shows the original" };
}

/** Words that poppler sees clearly inside of the areas, and not at their place in the result. */
async function wordsLost(
  file: string,
  path: string,
  areas: readonly Area[],
  userUnits: readonly number[],
): Promise<string[]> {
  const [before, after] = await Promise.all([file, path].map(wordsOfPages));
  if (before!.length !== after!.length) return [];
  return areas.flatMap(({ left, top, width, height }, index) => {
    const words = after![index];
    // Poppler knows no UserUnit, and does not show all pages of damaged files.
    if (!words || userUnits[index] !== 1) return [];
    const isThere = (text: string, [x0, y0, x1, y1]: Box): boolean => {
      const near = words.filter(
        ({ box }) => box[0] + left < x1 + 1 && box[2] + left > x0 - 1 && box[1] + top < y1 + 1 && box[3] + top > y0 - 1,
      );
      return (
        near
          .map((word) => word.text)
          .join("")
          .includes(text) || near.some((word) => word.text.includes(text))
      );
    };
    return before!
      [index]!.filter(({ box: [x0, y0, x1, y1] }) => {
        const isIn = x0 > left + clear && y0 > top + clear && x1 < left + width - clear && y1 < top + height - clear;
        return isIn && x1 > x0 && y1 > y0;
      })
      .filter(({ text, box }) => !isThere(text, box))
      .map(({ text }) => `${text} on page ${index + 1}`);
  });
}

/** The words that poppler sees on the first pages. */
export async function wordsOfPages(file: string): Promise<Word[][]> {
  const { stdout } = await run("pdftotext", ["-q", "-bbox", "-cropbox", "-l", String(mostPages), file, "-"]);
  const pages = new TextDecoder().decode(stdout).split("<page ").slice(1);
  return pages.map((page) => [...wordsOf(page)]);
}

/** Words that poppler sees only outside of the areas, and those of them that the result still has somewhere. */
async function wordsLeft(file: string, path: string, areas: readonly Area[], pageCount: number) {
  const outside = new Set<string>();
  let inside = "";
  const { stdout } = await run("pdftotext", ["-q", "-bbox", "-cropbox", file, "-"]);
  const pages = new TextDecoder().decode(stdout).split("<page ").slice(1);
  if (pages.length !== pageCount) return undefined;
  for (const [index, page] of pages.entries()) {
    const area = areas[index];
    for (const { text, box } of wordsOf(page)) {
      if (area !== undefined && isFar(box, area)) outside.add(text);
      else inside += `${text}\n`;
    }
  }
  const password = await passwordFor(file);
  const [original, listing] = await Promise.all([listFile(file, password), listFile(path, password)]);
  if (listing === undefined) return { sought: 0, found: ["qpdf cannot list the result"] };
  // What qpdf cannot read of the original counts as outside.
  const said = original === undefined ? [] : wordsInside(original, listing);
  if (original !== undefined && hasLayers(original)) said.push(...layersInside(await readFile(file), password, areas));
  const joined = [inside, ...said].join("\n").replaceAll("\n", "").toLowerCase();
  const sought = [...outside]
    .filter((word) => word.length >= leastLetters && !joined.includes(word.toLowerCase()))
    .sort((a, b) => b.length - a.length)
    .slice(0, mostWords);
  const texts = textsOf(listing, await readFile(path), password);
  return { sought: sought.length, found: sought.filter((word) => texts.some((text) => holds(text, word))) };
}

/** Everything in a document that can hold a word: its strings, the strings of its streams, and what its pages show. */
function textsOf(listing: Listing, file: Uint8Array, password: string): string[] {
  const texts: string[] = [];
  for (const object of listing.objects.values()) eachText(object, (text) => texts.push(text));
  for (const { data } of listing.streams.values()) {
    const text = latin1Text(data);
    // Font programs and images contain bytes of every kind.
    if (/[^\t\n\r\x20-\xff]/.test(text.slice(0, 200)) && !text.startsWith("<?x")) continue;
    texts.push(/^\s*</.test(text) ? text : tokensOf(text).strings);
  }
  const document = openWithMupdf(file, password);
  for (let index = 0; index < document.countPages(); index++) {
    texts.push(
      traceOf(widen(document, index))
        .glyphs.map(({ text }) => text)
        .join(""),
    );
  }
  document.destroy();
  return texts;
}

function holds(text: string, word: string): boolean {
  return text.includes(word) || spellingsOf(word).some((spelling) => text.includes(spelling));
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

export interface Word {
  readonly text: string;
  readonly box: Box;
}

function* wordsOf(xml: string): Generator<Word> {
  const pattern = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g;
  for (const [, left, top, right, bottom, text] of xml.matchAll(pattern)) {
    // The characters before and behind a word are not always read in the same way.
    const plain = /[\p{L}\p{N}]+/gu;
    for (const [part] of text!.replace(/&\w+;/g, " ").matchAll(plain)) {
      yield { text: part, box: [Number(left), Number(top), Number(right), Number(bottom)] };
    }
  }
}

function isFar([left, top, right, bottom]: readonly number[], area: Area): boolean {
  return (
    right! < area.left - near ||
    bottom! < area.top - near ||
    left! > area.left + area.width + near ||
    top! > area.top + area.height + near
  );
}
