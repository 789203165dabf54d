import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { displaySize } from "../../src/pdf/crop/geometry.ts";
import { viewPage } from "../../src/pdf/crop/page-view.ts";
import { openPdf } from "../../src/pdf/open.ts";
import { removeOutside } from "../../src/pdf/remove/remove.ts";
import { PdfProblem } from "../../src/pdf-objects/pdf-problem.ts";
import type { Rope } from "../../src/pdf-objects/rope.ts";
import { openWithMupdf } from "../../test/support/finder/finder.ts";
import { spellingsOf } from "../../test/support/finder/spellings.ts";
import { tokensOf } from "../../test/support/finder/tokens.ts";
import { traceOf, widen } from "../../test/support/finder/trace.ts";
import type { Area } from "./area.ts";
import { differenceFromClose } from "./close-look.ts";
import { CLEARLY, cropJob, inWords, isSmall, judgeRendering, type Rendering } from "./crop.ts";
import { hasLayers, layersInside, wordsOfAnnotationsInside } from "./inside-words.ts";
import type { OperationJob, Verdict } from "./job.ts";
import { passwordFor, qpdfCheck } from "./qpdf.ts";
import type { Listing } from "./qpdf-json.ts";
import { eachText, listFile } from "./qpdf-json.ts";
import { latin1Text, onPath, run } from "./tools.ts";

const mostPages = 10;
const dpi = 144;
/** Shorter words occur anywhere by chance. */
const leastLetters = 5;
/** The longest words of a file are enough. */
const mostWords = 150;
/** A word this close to the area may have letters on its edge. */
const near = 12;

interface Removed {
  readonly rope: Rope;
  readonly areas: readonly Area[];
  readonly userUnit: number;
  readonly pageCount: number;
}

/**
 * Removes everything outside the middle of the first pages: words that were only outside must be gone, and the inside
 * must look as before.
 */
export const removeJob: OperationJob<Removed> = {
  run(bytes) {
    const document = openPdf(bytes);
    if (document.pageCount === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    const views = Array.from({ length: Math.min(mostPages, document.pageCount) }, (_, index) => {
      const view = viewPage(document, document.pages.leaf(index));
      if (view === undefined) throw new PdfProblem("corrupt", `Page ${index + 1} is not a page.`);
      return view;
    });
    const sizes = views.map(displaySize);
    const areas = sizes.map(({ width, height }) => ({
      left: Math.floor(width * 0.15),
      top: Math.floor(height * 0.2),
      width: Math.max(1, Math.floor(width * 0.65)),
      height: Math.max(1, Math.floor(height * 0.55)),
    }));
    const definitions = areas.map(({ left, top, width, height }, index) => ({
      page: index + 1,
      area: { x: left, y: sizes[index]!.height - top - height, width, height },
    }));
    const { rope } = removeOutside(document, { definitions });
    return { rope, areas, userUnit: views[0]!.userUnit, pageCount: document.pageCount };
  },

  async judge({ rope, areas, userUnit, pageCount }, file, folder): Promise<Verdict> {
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
    const seen = await judgePictures(file, path, areas[0]!, userUnit);
    if (seen.kind === "wrong") return seen;
    const words = left === undefined ? "" : `${left.sought} words sought`;
    return { kind: seen.kind, detail: [words, seen.detail].filter(Boolean).join("; ") };
  },

  clean: cropJob.clean,
};

async function judgePictures(file: string, path: string, area: Area, userUnit: number): Promise<Verdict> {
  const verdicts: Rendering[] = [];
  for (const renderer of ["mutool", "pdftoppm"] as const) {
    // poppler knows no UserUnit.
    if (!onPath(renderer) || (renderer === "pdftoppm" && userUnit !== 1)) continue;
    verdicts.push(await judgeRendering(renderer, file, path, area, dpi));
  }
  const told = (kind: string) => verdicts.filter((one) => one.kind === kind).map(({ detail }) => detail);
  if (told("broken").length > 0) return { kind: "wrong", detail: told("broken").join("; ") };
  if (told("same").length > 0) return { kind: "right", detail: told("different").join("; ") };
  if (told("different").length > 0) {
    const difference = differenceFromClose(await readFile(file), await readFile(path), area, CLEARLY);
    const detail = [...told("different"), `close: ${inWords(difference)}`].join("; ");
    return { kind: isSmall(difference) ? "right" : "wrong", detail };
  }
  return { kind: "produced", detail: "no renderer shows the original" };
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
  const said = original === undefined ? [] : wordsOfAnnotationsInside(original, listing);
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

function* wordsOf(xml: string): Generator<{ text: string; box: readonly [number, number, number, number] }> {
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
