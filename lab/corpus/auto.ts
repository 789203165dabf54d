import type { PageContent } from "../../src/crop/content-areas.ts";
import { DEFAULT_THRESHOLD } from "../../src/pdf-content/content-limits.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfProblem } from "../../src/pdf-file/pdf-problem.ts";
import { viewPage } from "../../src/pdf-pages/page-view.ts";
import { contentAreas } from "../../test/support/at-once.ts";
import { onPath } from "../lib/tools.ts";
import { cropJob } from "./crop.ts";
import { agree, inkBox, type PixelBox } from "./ink.ts";
import type { OperationJob, Verdict } from "./outcome.ts";
import type { Pixels } from "./pixels.ts";
import { type Renderer, renderPages } from "./render.ts";

const mostPages = 20;
const dpi = 100;
export const perPoint = dpi / 72;
/** One pixel of antialiasing, and what rounding a page to whole pixels moves. */
export const cutPixels = 1.6;
/** A box is tight when it is within two points on each side, plus that rounding. */
export const tightPoints = 2.5;

interface Found extends PageContent {
  readonly userUnit: number;
}

/** Compares the boxes of pages with what two renderers show: nothing may be outside, and little space inside. */
export const autoJob: OperationJob<Found[]> = {
  run(bytes) {
    const document = openPdf(bytes);
    if (document.pageCount === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    const indexes = Array.from({ length: Math.min(mostPages, document.pageCount) }, (_, index) => index);
    const contents = contentAreas(document, indexes, { threshold: DEFAULT_THRESHOLD, specks: 0 });
    return contents.map((page) => ({
      ...page,
      userUnit: viewPage(document, document.pages.leaf(page.index)).userUnit,
    }));
  },

  async judge(pages, file): Promise<Verdict> {
    const range = `1-${mostPages}`;
    const shown = await Promise.all(
      (["mutool", "pdftoppm"] as const).map(
        async (renderer) => [renderer, await pixelsOf(renderer, file, range)] as const,
      ),
    );
    const [mutool, poppler] = shown.map(([, pictures]) => pictures);
    const wrong: string[] = [];
    const loose: string[] = [];
    let judged = 0;
    const read = { what: "tight pages without JPX and JBIG2", all: 0, agreeing: 0, disputed: 0 };
    const blank = { what: "pages that are blank or not", all: 0, agreeing: 0, disputed: 0 };
    const differing: string[] = [];
    for (const page of pages) {
      const first = mutool?.[page.index];
      // poppler knows no UserUnit.
      const second = page.userUnit === 1 ? poppler?.[page.index] : first;
      const isBlank = [first, second].map((picture) => picture && inkBox(picture, thresholdOf(page)) === undefined);
      if (isBlank[0] === undefined || isBlank[0] !== isBlank[1]) blank.disputed++;
      else {
        blank.all++;
        if (isBlank[0] === (page.area === undefined)) blank.agreeing++;
        else differing.push(`page ${page.index + 1} is ${isBlank[0] ? "" : "not "}blank in both renderers`);
      }
      const verdict = first && second && judgePage(page, first, second);
      const isRead = page.whole.length === 0;
      if (verdict === undefined) {
        if (isRead) read.disputed++;
        continue;
      }
      judged++;
      if (isRead) read.all++;
      if (isRead && verdict === "tight") read.agreeing++;
      if (verdict.startsWith("cuts")) wrong.push(`page ${page.index + 1} ${verdict}`);
      else if (verdict !== "tight") loose.push(`page ${page.index + 1} ${verdict}`);
    }
    const tight = judged - wrong.length - loose.length;
    const counts = [read, blank];
    const also = differing.length > 0 ? `; ${differing.join("; ")}` : "";
    const reported = `${judged} of ${pages.length} pages judged, ${tight} tight`;
    if (wrong.length > 0) return { kind: "wrong", detail: wrong.join("; ") + also, counts };
    if (judged === 0) return { kind: "produced", detail: `no page that both renderers show alike${also}`, counts };
    return { kind: "right", detail: loose.length > 0 ? `${reported}: ${loose.join("; ")}${also}` : also, counts };
  },

  clean: cropJob.clean,
};

async function pixelsOf(renderer: Renderer, file: string, range: string): Promise<Pixels[] | undefined> {
  return onPath(renderer) ? renderPages(renderer, file, range, undefined, dpi) : undefined;
}

/** Undefined when the renderers do not agree about what the page shows, or how large it is. */
function judgePage(page: Found, first: Pixels, second: Pixels): string | undefined {
  const isSameSize =
    Math.abs(first.width - second.width) <= 2 &&
    Math.abs(first.width - page.width * perPoint) <= 2 &&
    Math.abs(first.height - page.height * perPoint) <= 2;
  const boxes = [inkBox(first, thresholdOf(page)), inkBox(second, thresholdOf(page))];
  if (!isSameSize || !agree(boxes[0], boxes[1])) return undefined;
  const cuts = boxes.map((box) => outside(page, box));
  if (cuts.every((cut) => cut > cutPixels)) return `cuts ${Math.min(...cuts).toFixed(1)} pixels`;
  const space = Math.min(...boxes.map((box) => inside(page, box)));
  if (space <= tightPoints) return "tight";
  const why = page.whole.length > 0 ? ` (${page.whole.join(", ")})` : "";
  return Number.isFinite(space) ? `has ${space.toFixed(1)} pt too much${why}` : `is blank in both renderers${why}`;
}

export function thresholdOf({ hasScans }: Pick<PageContent, "hasScans">): number | undefined {
  return hasScans ? DEFAULT_THRESHOLD : undefined;
}

/** By how many pixels ink is outside the area. */
export function outside(page: PageContent, ink: PixelBox): number {
  if (!ink) return 0;
  const area = pixels(page);
  // A line of one pixel at the page's edge is the edge of the page itself.
  if (!area) return Math.max(ink[2] - ink[0], ink[3] - ink[1]);
  return Math.max(area[0] - ink[0], area[1] - ink[1], ink[2] + 1 - area[2], ink[3] + 1 - area[3]);
}

/** By how many points the area is larger than the ink, on the worst side. */
export function inside(page: PageContent, ink: PixelBox): number {
  const area = pixels(page);
  if (!area) return 0;
  if (!ink) return Number.POSITIVE_INFINITY;
  return Math.max(ink[0] - area[0], ink[1] - area[1], area[2] - ink[2] - 1, area[3] - ink[3] - 1) / perPoint;
}

function pixels({ area, height }: PageContent): readonly [number, number, number, number] | undefined {
  if (!area) return undefined;
  const top = height - area.y - area.height;
  return [area.x, top, area.x + area.width, top + area.height].map((side) => side * perPoint) as [
    number,
    number,
    number,
    number,
  ];
}
