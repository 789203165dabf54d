import { existsSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfProblem } from "../../src/pdf-file/pdf-problem.ts";
import { type PageRun, pageSet } from "../../src/pdf-pages/page-set.ts";
import { splitDocument } from "../../test/support/at-once.ts";
import { latin1Text, onPath, run } from "../lib/tools.ts";
import { foreignIn, type Holdings, holdingsOf } from "./absence.ts";
import { cropJob } from "./crop.ts";
import type { OperationJob, Verdict } from "./outcome.ts";
import { compare, type Pixels } from "./pixels.ts";
import { qpdfCheck } from "./qpdf.ts";
import { listFile } from "./qpdf-json.ts";
import { isLostTo, renderPages } from "./render.ts";

interface Part {
  run: PageRun;
  pieces: Uint8Array[];
}

/** Parts per file, and pages per file that are rendered: enough to meet each kind of page, and still fast. */
const mostParts = 5;
const mostPages = 40;
/** Larger files are not listed as JSON with all of their data. */
const mostListed = 24 << 20;

/** Puts every page into some part, and compares each page of each part with the original page. */
export const splitJob: OperationJob<Part[]> = {
  run(bytes) {
    const document = openPdf(bytes);
    const { pageCount } = document;
    if (pageCount === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    const perPart = Math.ceil(pageCount / mostParts);
    const runs: PageRun[] = [];
    for (let first = 1; first <= pageCount; first += perPart) {
      runs.push({ first, last: Math.min(pageCount + 1, first + perPart) - 1 });
    }
    const split = splitDocument(document, { parts: runs.map((pages) => pageSet([pages])) }, { outputBytes: 2 ** 30 });
    return split.parts.map((part, index) => {
      const pieces = [...part.pieces];
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      if (length !== part.length)
        throw new Error(`part ${index + 1} has ${length} bytes and was announced with ${part.length}`);
      return { run: runs[index]!, pieces };
    });
  },

  async judge(parts, file, folder): Promise<Verdict> {
    const before = onPath("qpdf") ? await qpdfCheck(file) : 2;
    const holdings = await readHoldings(file);
    const judged: Verdict[] = [];
    for (const [index, part] of parts.entries()) {
      if (part.run.first > mostPages) break;
      const path = join(folder, `part-${index}.pdf`);
      await writeFile(path, part.pieces);
      if (onPath("qpdf")) {
        const after = await qpdfCheck(path);
        if (after > before)
          judged.push({ kind: "wrong", detail: `part ${index + 1}: qpdf --check ${before} before, ${after} after` });
      }
      judged.push(...(await judgeLook(file, path, part.run, folder)));
      if (holdings !== undefined) judged.push(await judgeAbsence(holdings, path, part.run));
    }
    const wrong = judged.filter((verdict) => verdict.kind === "wrong");
    if (wrong.length > 0) return { kind: "wrong", detail: wrong.map((verdict) => verdict.detail).join("; ") };
    const right = judged.filter((verdict) => verdict.kind === "right");
    if (right.length > 0) return { kind: "right", detail: right.flatMap(({ detail }) => detail ?? []).join("; ") };
    return { kind: "produced", detail: "no renderer shows the original" };
  },

  clean: cropJob.clean,
};

/**
 * The document as it is shown. When that differs, as it is shown after qpdf has written it again: readers repair it
 * differently.
 */
async function judgeLook(file: string, path: string, pages: PageRun, folder: string): Promise<Verdict[]> {
  const judged = [await judgePages(file, path, pages), await judgeText(file, path, pages)];
  const wrong = judged.filter((verdict) => verdict.kind === "wrong");
  if (wrong.length === 0 || !onPath("qpdf")) return judged;
  const mended = join(folder, "mended.pdf");
  await run("qpdf", [file, mended]);
  if (!existsSync(mended)) return judged;
  const again = [await judgePages(mended, path, pages), await judgeText(mended, path, pages)];
  if (again.some((verdict) => verdict.kind !== "right")) return judged;
  return [{ kind: "right", detail: `as qpdf mends it; else ${wrong[0]?.detail}` }];
}

/** The pages must be equal in every pixel, since nothing on them was changed. */
async function judgePages(file: string, path: string, { first, last }: PageRun): Promise<Verdict> {
  if (!onPath("mutool")) return { kind: "produced" };
  const original = await renderPages("mutool", file, `${first}-${last}`);
  if (original === undefined || original.length === 0) return { kind: "produced" };
  const shown = (await renderPages("mutool", path, `1-${last - first + 1}`)) ?? [];
  // When a renderer gives up on a page of the original, its result says nothing about the pages after it.
  if (original.length < last - first + 1) return { kind: "produced" };
  if (shown.length !== original.length) {
    return {
      kind: "wrong",
      detail: `pages ${first}-${last}: ${shown.length} of ${original.length} pages render`,
    };
  }
  for (const [index, page] of original.entries()) {
    const reason = differs(page, shown[index]!);
    const number = first + index;
    if (reason === undefined) continue;
    if (await isLostTo(file, number)) return { kind: "produced" };
    return { kind: "wrong", detail: `page ${number}: ${reason}` };
  }
  return { kind: "right" };
}

function differs(expected: Pixels, shown: Pixels): string | undefined {
  if (expected.width !== shown.width || expected.height !== shown.height) {
    return `${shown.width}×${shown.height} instead of ${expected.width}×${expected.height}`;
  }
  const { mean, share } = compare(expected, shown, 8);
  return mean === 0
    ? undefined
    : `differs by ${mean.toFixed(3)} on average, ${(100 * share).toFixed(3)} % of pixels clearly`;
}

/**
 * The pages' text by pdftotext, and when that differs by mutool. poppler restores deleted objects, and shows less of a
 * broken form than of one that a part has repaired.
 */
async function judgeText(file: string, path: string, { first, last }: PageRun): Promise<Verdict> {
  if (!onPath("pdftotext")) return { kind: "produced" };
  const before = await run("pdftotext", ["-q", "-f", String(first), "-l", String(last), file, "-"]);
  if (before.status !== 0 || before.stdout.length === 0) return { kind: "produced" };
  const after = await run("pdftotext", ["-q", path, "-"]);
  if (latin1Text(before.stdout) === latin1Text(after.stdout)) return { kind: "right" };
  const detail = `pages ${first}-${last}: text is not the same`;
  if (onPath("mutool")) {
    const other = await run("mutool", ["draw", "-q", "-F", "txt", "-o", "-", file, `${first}-${last}`]);
    const ours = await run("mutool", ["draw", "-q", "-F", "txt", "-o", "-", path]);
    if (latin1Text(other.stdout) === latin1Text(ours.stdout)) return { kind: "right", detail: `${detail} to poppler` };
  }
  return { kind: "wrong", detail };
}

/** What the pages hold, by qpdf and pdftotext; undefined when one of them cannot tell. */
async function readHoldings(file: string): Promise<Holdings | undefined> {
  if (!onPath("qpdf") || !onPath("pdftotext") || statSync(file).size > mostListed) return undefined;
  const listing = await listFile(file);
  if (listing === undefined) return undefined;
  const { stdout } = await run("pdftotext", ["-q", file, "-"]);
  return holdingsOf(listing, new TextDecoder().decode(stdout).split("\f"));
}

/** A part may hold nothing of pages that are not in it: no text, tag, annotation, field or form. */
async function judgeAbsence(holdings: Holdings, path: string, { first, last }: PageRun): Promise<Verdict> {
  const part = await listFile(path);
  if (part === undefined) return { kind: "produced" };
  const pages = new Set(Array.from({ length: last - first + 1 }, (_, index) => first - 1 + index));
  const found = foreignIn(part, holdings, pages);
  if (found.length === 0) return { kind: "right" };
  return { kind: "wrong", detail: `pages ${first}-${last}: ${found.length} × foreign, ${found[0]}` };
}
