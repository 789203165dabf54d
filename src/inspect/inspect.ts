import { contentAreasInTurns, DEFAULT_THRESHOLD } from "../crop/content-areas.ts";
import { atOnce, type Turns } from "../meter/turns.ts";
import type { Damage, PdfDocument } from "../pdf-file/document.ts";
import { PdfProblem } from "../pdf-file/pdf-problem.ts";
import { type Area, type Box, displaySize, type Rotation } from "../pdf-pages/geometry.ts";
import { type PageView, viewPage } from "../pdf-pages/page-view.ts";

export interface PageFacts {
  readonly pageNumber: number;
  /** In points, as displayed: the visible box, turned by /Rotate, scaled by UserUnit. */
  readonly width: number;
  readonly height: number;
  readonly rotation: Rotation;
  readonly userUnit: number;
  /** In the page's own coordinates. MediaBox and CropBox as they are in effect, the others if the page has them. */
  readonly boxes: {
    readonly mediaBox: Box;
    readonly cropBox: Box;
    readonly bleedBox?: Box;
    readonly trimBox?: Box;
    readonly artBox?: Box;
  };
  /** The visible content if it was asked for, in points on the page as displayed; null for a blank page. */
  readonly contentBox?: Area | null;
  readonly blank?: boolean;
}

export interface Inspection {
  readonly pageCount: number;
  readonly encrypted: boolean;
  readonly damage: Damage;
  readonly pages: PageFacts[];
}

export interface InspectWindow {
  /** The first page, counted from 1. */
  readonly from: number;
  /** The most pages. */
  readonly limit: number;
  /** Whether to read the pages' contents as well. */
  readonly content?: boolean;
}

export function inspectPdf(document: PdfDocument, window: InspectWindow): Inspection {
  return atOnce(inspectInTurns(document, window));
}

export function inspectInTurns(
  document: PdfDocument,
  { from, limit, content = false }: InspectWindow,
): Turns<Inspection> {
  return document.ofPages(function* (pages) {
    if (pages.count === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    const last = Math.min(from - 1 + limit, pages.count);
    const facts: PageFacts[] = [];
    for (let index = from - 1; index < last; index++) facts.push(factsOf(viewPage(document, pages.leaf(index)), index));
    return {
      pageCount: pages.count,
      encrypted: document.encrypted,
      pages: content ? yield* withContent(document, facts) : facts,
      damage: document.damage,
    };
  });
}

function* withContent(document: PdfDocument, facts: readonly PageFacts[]): Turns<PageFacts[]> {
  const indexes = facts.map(({ pageNumber }) => pageNumber - 1);
  const contents = yield* contentAreasInTurns(document, indexes, { threshold: DEFAULT_THRESHOLD, specks: 0 });
  return facts.map((page, at) => {
    const area = contents[at]!.area ?? null;
    return { ...page, contentBox: area, blank: area === null };
  });
}

function factsOf(view: PageView, index: number): PageFacts {
  const { boxes, visible, rotation, userUnit } = view;
  const { width, height } = displaySize(view);
  return {
    pageNumber: index + 1,
    width,
    height,
    rotation,
    userUnit,
    boxes: {
      mediaBox: view.media,
      cropBox: visible,
      ...(boxes.BleedBox && { bleedBox: boxes.BleedBox }),
      ...(boxes.TrimBox && { trimBox: boxes.TrimBox }),
      ...(boxes.ArtBox && { artBox: boxes.ArtBox }),
    },
  };
}
