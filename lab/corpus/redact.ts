import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { atOnce } from "../../src/meter/turns.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfProblem } from "../../src/pdf-file/pdf-problem.ts";
import { displaySize } from "../../src/pdf-pages/geometry.ts";
import { viewPage } from "../../src/pdf-pages/page-view.ts";
import { type RedactionResult, redactInTurns } from "../../src/redact/redact.ts";
import { seeded } from "../../test/fixtures/random.ts";
import { CLEARLY, cropJob } from "./crop.ts";
import type { OperationJob, Verdict } from "./outcome.ts";
import type { Pixels } from "./pixels.ts";
import { qpdfCheck } from "./qpdf.ts";
import { mostPages, type Word, wordsOfPages } from "./remove.ts";
import { renderPages } from "./render.ts";

const mostRendered = 3;
/** Letters of a word that is cut: shorter ones are parts of many others. */
const WORD = /^\p{L}{5,20}$/u;
/** Points around a cut: boxes of characters differ between tools, and renderers soften edges. */
const BESIDE = 3;

interface Redacted {
  readonly word: string;
  readonly made: RedactionResult;
  /** The heights of pages, and whether other tools measure them as we do. */
  readonly heights: readonly number[];
  readonly isPlain: boolean;
}

/**
 * Cuts one word of each file, which pdftotext chooses among: other words must stay, and pixels beside the lines with a
 * cut. Without an oracle pages that were not read are refused, as by default; with one they are compared as well.
 */
export const redactJob: OperationJob<Redacted> = {
  async run(bytes, { file, oracle }) {
    const words = (await wordsOfPages(file)).flat().flatMap(({ text }) => (WORD.test(text) ? [text] : []));
    const random = seeded([...new TextEncoder().encode(basename(file))].reduce((sum, byte) => sum + byte, 0));
    const word = words.length > 0 ? random.pick(words) : "confidential";
    const document = openPdf(bytes);
    if (document.pageCount === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    const views = Array.from({ length: Math.min(mostPages, document.pageCount) }, (_, index) =>
      viewPage(document, document.pages.leaf(index)),
    );
    const onUnreadable = oracle ? "report" : "refuse";
    const made = atOnce(redactInTurns(document, { rules: [{ contains: word }], onUnreadable }));
    const isPlain = views.every(({ userUnit }) => userUnit === 1);
    return { word, made, heights: views.map((view) => displaySize(view).height), isPlain };
  },

  async judge({ word, made, heights, isPlain }, file, folder): Promise<Verdict> {
    const path = join(folder, "redacted.pdf");
    await writeFile(path, made.rope.pieces);
    const [before, after] = [await qpdfCheck(file), await qpdfCheck(path)];
    if (after > before) return { kind: "wrong", detail: `qpdf --check: ${before} before, ${after} after` };
    const { findings, coverage } = made;
    const cuts = findings.flatMap(({ page, areas }) =>
      areas.map(({ x, y, width, height }): Cut => {
        const top = (heights[page - 1] ?? 0) - y - height;
        return { page, box: [x - BESIDE, top - BESIDE, x + width + BESIDE, top + height + BESIDE] };
      }),
    );
    const about = `${word}: ${findings.length} found${coverage.partly + coverage.pictures > 0 ? ", not all read" : ""}`;
    if (!isPlain) return { kind: "produced", detail: `${about}; poppler knows no UserUnit` };
    // An annotation goes whole, with all that it says and shows.
    const touched = new Set(made.redaction.pages.filter(({ removed }) => removed.annotations > 0).map(pageOf));
    const lost = (await wordsLost(file, path, cuts)).filter(({ page }) => !touched.has(page));
    if (lost.length > 0) {
      const said = lost.slice(0, 8).map(({ page, text }) => `${text} on page ${page}`);
      return { kind: "wrong", detail: `${about}; lost: ${said.join(", ")}` };
    }
    const pictures = await Promise.all([file, path].map((one) => renderPages("mutool", one, `1-${mostRendered}`)));
    const [old, now] = pictures;
    if (!old || !now) return { kind: old ? "wrong" : "produced", detail: `${about}; mutool shows no page` };
    if (old.length !== now.length) return { kind: "wrong", detail: `${about}; mutool shows ${now.length} pages` };
    const changed = old.flatMap((page, at) => {
      const own = cuts.filter((cut) => cut.page === at + 1);
      const count = touched.has(at + 1) ? 0 : changedBeside(page, now[at]!, own);
      return count > 0 ? [`${count} pixels of page ${at + 1}`] : [];
    });
    if (changed.length > 0) return { kind: "wrong", detail: `${about}; changed: ${changed.join(", ")}` };
    return { kind: "right", detail: "" };
  },

  clean: cropJob.clean,
};

interface Cut {
  readonly page: number;
  readonly box: Word["box"];
}

const pageOf = ({ pageNumber }: { readonly pageNumber: number }): number => pageNumber;

/** Words that no cut touches, and that a page of the result does not say as often, however it is divided. */
async function wordsLost(file: string, path: string, cuts: readonly Cut[]) {
  const [before, after] = await Promise.all([file, path].map(wordsOfPages));
  return before!.flatMap((words, index) => {
    const own = cuts.filter(({ page }) => page === index + 1);
    const kept = words.filter(({ box }) => !own.some((cut) => meet(cut.box, box)));
    const said = Map.groupBy(after![index] ?? [], ({ text }) => text);
    const all = (after![index] ?? []).map(({ text }) => text).join("");
    return [...Map.groupBy(kept, ({ text }) => text)]
      .filter(([text, ones]) => ones.length > (said.get(text)?.length ?? 0) && all.split(text).length <= ones.length)
      .map(([text]) => ({ page: index + 1, text }));
  });
}

function meet(one: Word["box"], other: Word["box"]): boolean {
  return one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];
}

/** How many pixels differ clearly that are not on a line with a cut, of which the rest moves. */
function changedBeside(before: Pixels, after: Pixels, cuts: readonly Cut[]): number {
  if (before.width !== after.width || before.height !== after.height) return before.width * before.height;
  let count = 0;
  for (let pixel = 0; pixel < before.width * before.height; pixel++) {
    const [x, y] = [pixel % before.width, Math.floor(pixel / before.width)];
    const differs = [0, 1, 2].some((c) => Math.abs(before.data[3 * pixel + c]! - after.data[3 * pixel + c]!) > CLEARLY);
    const isOnLine = ({ box: [left, top, right, bottom] }: Cut): boolean =>
      right - left >= bottom - top ? y >= top && y <= bottom : x >= left && x <= right;
    if (differs && !cuts.some(isOnLine)) count++;
  }
  return count;
}
