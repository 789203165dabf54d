import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfProblem } from "../../src/pdf-file/pdf-problem.ts";
import type { Rope } from "../../src/pdf-file/rope.ts";
import { displaySize } from "../../src/pdf-pages/geometry.ts";
import { viewPage } from "../../src/pdf-pages/page-view.ts";
import { cropPdf } from "../../test/support/at-once.ts";
import { onPath } from "../lib/tools.ts";
import type { Area } from "./area.ts";
import type { OperationJob, Verdict } from "./outcome.ts";
import { compare, type Difference, region } from "./pixels.ts";
import { hasPages, needsPassword, qpdfCheck } from "./qpdf.ts";
import { isLostTo, type Renderer, renderPages } from "./render.ts";

/** A sample that differs by more than this differs clearly. */
export const CLEARLY = 48;

interface Cropped {
  rope: Rope;
  /** The area of page 1, in whole points. */
  area: Area;
  userUnit: number;
}

/** Crops the middle of every page, and compares page 1 with the same region of the original. */
export const cropJob: OperationJob<Cropped> = {
  run(bytes) {
    const document = openPdf(bytes);
    if (document.pageCount === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    const view = viewPage(document, document.pages.leaf(0));
    const size = displaySize(view);
    const area = {
      left: Math.floor(size.width * 0.1),
      top: Math.floor(size.height * 0.15),
      width: Math.max(1, Math.floor(size.width * 0.6)),
      height: Math.max(1, Math.floor(size.height * 0.55)),
    };
    // The top and left edges fall on pixel boundaries of the page as rendered, so that renderings can be equal.
    const y = size.height - area.top - area.height;
    const points = { x: area.left, y, width: area.width, height: area.height };
    const { rope } = cropPdf(document, { definitions: [{ page: 1, area: points }] });
    return { rope, area, userUnit: view.userUnit };
  },

  async judge({ rope, area, userUnit }, file, folder): Promise<Verdict> {
    const path = join(folder, "cropped.pdf");
    await writeFile(path, rope.pieces);
    if (onPath("qpdf")) {
      const before = await qpdfCheck(file);
      const after = await qpdfCheck(path);
      if (after > before) return { kind: "wrong", detail: `qpdf --check: ${before} before, ${after} after` };
    }
    const verdicts: Rendering[] = [];
    for (const renderer of ["mutool", "pdftoppm"] as const) {
      if (!onPath(renderer)) continue;
      // poppler knows no UserUnit.
      if (renderer === "pdftoppm" && userUnit !== 1) continue;
      verdicts.push(await judgeRendering(renderer, file, path, area));
    }
    const broken = verdicts.find((verdict) => verdict.kind === "broken");
    if (broken !== undefined) return { kind: "wrong", detail: broken.detail };
    const different = verdicts.filter((verdict) => verdict.kind === "different").map((verdict) => verdict.detail);
    // A renderer samples an image again when it shows another part of it. When another renderer agrees, the difference
    // is only that.
    if (verdicts.some((verdict) => verdict.kind === "same")) return { kind: "right", detail: different.join("; ") };
    if (different.length > 0) return { kind: "wrong", detail: different.join("; ") };
    return { kind: "produced", detail: "no renderer shows the original" };
  },

  async clean(file) {
    return onPath("qpdf") && (await qpdfCheck(file)) === 0 && !(await needsPassword(file)) && (await hasPages(file));
  },
};

export interface Rendering {
  kind: "same" | "different" | "unrendered" | "broken";
  detail: string;
}

/** Compares an area in points with the same region of the original; what lies `within` pixels beside is the same. */
export async function judgeRendering(
  renderer: Renderer,
  file: string,
  path: string,
  points: Area,
  dpi = 72,
  within = 0,
): Promise<Rendering> {
  const [left, top, wide, high] = [points.left, points.top, points.width, points.height].map(
    (side) => (side * dpi) / 72,
  ) as [number, number, number, number];
  const original = (await renderPages(renderer, file, "1", undefined, dpi))?.[0];
  if (original === undefined) return { kind: "unrendered", detail: renderer };
  const cropped = (await renderPages(renderer, path, "1", undefined, dpi))?.[0];
  if (cropped === undefined) return { kind: "broken", detail: `${renderer} does not render the result` };
  if (Math.abs(cropped.width - wide) > 1 || Math.abs(cropped.height - high) > 1) {
    const sizes = `${cropped.width}×${cropped.height} instead of ${wide}×${high}`;
    return { kind: "broken", detail: `${renderer}: ${sizes}` };
  }
  const width = Math.min(wide, cropped.width, original.width - left);
  const height = Math.min(high, cropped.height, original.height - top);
  if (width <= 0 || height <= 0) return { kind: "unrendered", detail: renderer };
  const expected = region(original, left, top, width, height);
  const difference = compare(expected, region(cropped, 0, 0, width, height), CLEARLY, within);
  if (isSmall(difference)) return { kind: "same", detail: renderer };
  if (renderer === "mutool" && (await isLostTo(file, 1))) return { kind: "unrendered", detail: renderer };
  return { kind: "different", detail: `${renderer}: ${inWords(difference)}` };
}

/** Text and lines are drawn at the same place to a fraction of a pixel, so only their edges may differ a little. */
export function isSmall({ mean, share }: Difference): boolean {
  return share <= 0.005 && mean <= 1;
}

export function inWords({ mean, share }: Difference): string {
  return `differs by ${mean.toFixed(2)} on average, ${(100 * share).toFixed(2)} % of pixels clearly`;
}
