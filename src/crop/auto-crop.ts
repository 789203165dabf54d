import type { Turns } from "../meter/turns.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { Area } from "../pdf-pages/geometry.ts";
import { indicesOf, type PageSet } from "../pdf-pages/page-set.ts";
import { contentAreasInTurns, type InkOptions, type PageContent } from "./content-areas.ts";
import type { CropDefinition } from "./crop.ts";

/** Lengths by side of the page as displayed, in points. */
export interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface AutoCropOptions extends InkOptions {
  /** The distance that is kept around the content. */
  readonly margin: Sides;
  /** Which pages get the same distances from their edges. */
  readonly uniform: "none" | "all" | "oddEven";
  /** How many of the most extreme pages on each side are ignored among pages that are cropped alike. */
  readonly ignore: number;
  /** Whether all results become as large as the largest. */
  readonly keepSize: boolean;
}

export interface AutoCrop {
  readonly definitions: CropDefinition[];
  /** Blank pages, counted from 1. They are not changed. */
  readonly blank: number[];
  /** Pages, counted from 1, with contents that are missing or cannot be read. */
  readonly partial: number[];
  /** Filters of images whose whole area was counted, with the pages that have them, counted from 1. */
  readonly whole: ReadonlyMap<string, readonly number[]>;
}

/** The areas to which the pages can be cropped without cutting anything that shows. */
export function autoCropInTurns(document: PdfDocument, pages: PageSet, options: AutoCropOptions): Turns<AutoCrop> {
  return document.ofPages(function* () {
    return planned(yield* contentAreasInTurns(document, indicesOf(pages), options), options);
  });
}

function planned(contents: readonly PageContent[], options: AutoCropOptions): AutoCrop {
  const inked = contents.filter(({ area }) => area !== undefined);
  const edges = inked.map(edgesOf);
  const alike = uniformEdges(inked, edges, options);
  let areas = inked.map((page, at) => areaWithin(page, alike[at]!, options.margin));
  if (options.keepSize) areas = alikeInSize(inked, areas);
  const whole = new Map<string, number[]>();
  for (const page of contents) {
    for (const filter of page.whole) whole.set(filter, [...(whole.get(filter) ?? []), page.index + 1]);
  }
  return {
    definitions: inked.map(({ index }, at) => ({ page: index + 1, area: areas[at]! })),
    blank: contents.filter(({ area }) => area === undefined).map(({ index }) => index + 1),
    partial: contents.filter(({ isPartial }) => isPartial).map(({ index }) => index + 1),
    whole,
  };
}

/** How far the content stays from each edge of its page. */
function edgesOf({ width, height, area }: PageContent): Sides {
  const { x, y, width: across, height: up } = area!;
  return { left: x, bottom: y, right: width - x - across, top: height - y - up };
}

function uniformEdges(pages: readonly PageContent[], edges: readonly Sides[], { uniform, ignore }: AutoCropOptions) {
  if (uniform === "none") return [...edges];
  const groupOf = (at: number): number => (uniform === "all" ? 0 : pages[at]!.index % 2);
  const groups = [0, 1].map((group) =>
    nearest(
      edges.filter((_, at) => groupOf(at) === group),
      ignore,
    ),
  );
  return pages.map((_, at) => groups[groupOf(at)]!);
}

/** The smallest distance on each side, without the given number of most extreme pages. Never all pages are ignored. */
function nearest(edges: readonly Sides[], ignore: number): Sides {
  const side = (name: keyof Sides): number => {
    const sorted = edges.map((one) => one[name]).sort((a, b) => a - b);
    return sorted[Math.min(ignore, sorted.length - 1)] ?? 0;
  };
  return { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") };
}

/** The remaining part of a page, with the margin around it as far as the page reaches. */
function areaWithin({ width, height }: PageContent, edges: Sides, margin: Sides): Area {
  const [left, right] = span(edges.left - margin.left, width - edges.right + margin.right, width);
  const [bottom, top] = span(edges.bottom - margin.bottom, height - edges.top + margin.top, height);
  return { x: left, y: bottom, width: right - left, height: top - bottom };
}

/** The least side of a page that viewers show (ISO 32000-1, annex C). */
const LEAST_SIDE = 3;

/**
 * Rounded outwards to hundredths of a point, within the page; as long as a page must be, also when edges have crossed.
 */
function span(from: number, to: number, length: number): [number, number] {
  const low = Math.max(0, Math.min(Math.floor(from * 100) / 100, length));
  const high = Math.min(length, Math.max(Math.ceil(to * 100) / 100, 0));
  const least = Math.min(LEAST_SIDE, length);
  if (high - low >= least) return [low, high];
  const start = Math.min(Math.max((from + to - least) / 2, 0), length - least);
  return [start, start + least];
}

/** Each area grows around its middle, and is then moved into its page. */
function alikeInSize(pages: readonly PageContent[], areas: readonly Area[]): Area[] {
  const width = areas.reduce((most, area) => Math.max(most, area.width), 0);
  const height = areas.reduce((most, area) => Math.max(most, area.height), 0);
  return areas.map((area, at) => {
    const page = pages[at]!;
    const [across, up] = [Math.min(width, page.width), Math.min(height, page.height)];
    return {
      x: Math.min(Math.max(0, area.x + (area.width - across) / 2), page.width - across),
      y: Math.min(Math.max(0, area.y + (area.height - up) / 2), page.height - up),
      width: across,
      height: up,
    };
  });
}
