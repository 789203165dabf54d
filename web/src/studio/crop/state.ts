import { batch, computed, signal } from "@preact/signals";
import type { CropPdfResult } from "../../../../client/src/index.ts";
import { opened, sizes } from "../document/opened.ts";
import type { Size } from "../document/viewer.ts";
import type { Made } from "../parts/result.tsx";
import { type Area, inPoints, isOnPage, type Unit } from "./area.ts";

/** The pages that an area is put on. */
export type Scope = "this" | "all" | "odd" | "even" | "chosen";
/** Whether pages that are fitted to their content share one area. */
export type Alike = "none" | "all" | "oddEven";

export const page = signal(1);
export const areas = signal<ReadonlyMap<number, Area>>(new Map());
export const scope = signal<Scope>("this");
export const chosen = signal<ReadonlySet<number>>(new Set());
export const unit = signal<Unit>("mm");
export const keepsShape = signal(false);
/** What is wrong with what was typed, by side. */
export const sideProblems = signal<Readonly<Record<string, string>>>({});
/** Fit to content: on or off, and the space that is kept around it, in the chosen unit. */
export const toContent = signal(false);
export const contentMargin = signal("5");
export const alike = signal<Alike>("none");
/** What each page shows, as the service found it; null on a blank page. */
export const content = signal<ReadonlyMap<number, Area | null> | undefined>(undefined);
/** Whether what is outside is removed for good, and the choices that removal brings. */
export const removesOutside = signal(false);
export const edge = signal<"keep" | "remove">("keep");
export const onUnremovable = signal<"refuse" | "drop">("refuse");
export const aboutDocument = signal<"clear" | "keep">("clear");
export const result = signal<Made | undefined>(undefined);
/** The report of the removal. */
export const removal = signal<CropPdfResult["removal"]>(undefined);

export const pageCount = computed(() => opened.value?.pdf.numPages ?? 0);

export function sizeOf(number: number): Size {
  return sizes.value.get(number) ?? sizes.value.get(1) ?? { width: 595, height: 842 };
}

/** The pages that the scope names. */
function pagesIn(which: Scope): number[] {
  const all = Array.from({ length: pageCount.value }, (_, index) => index + 1);
  switch (which) {
    case "this":
      return [page.value];
    case "odd":
      return all.filter((number) => number % 2 === 1);
    case "even":
      return all.filter((number) => number % 2 === 0);
    case "chosen":
      return all.filter((number) => chosen.value.has(number));
    default:
      return all;
  }
}

/** Pages that will be cropped, in order: those with an area that touches them. */
export const cropped = computed(() =>
  [...areas.value].filter(([number, area]) => isOnPage(area, sizeOf(number))).sort(([a], [b]) => a - b),
);

/** Pages that the area misses: they are smaller than the page that it was drawn on. */
export const missed = computed(() =>
  [...areas.value].filter(([number, area]) => !isOnPage(area, sizeOf(number))).map(([number]) => number),
);

/** Sets the area on the pages of the scope. With a single page, the areas of other pages stay. */
export function setArea(area: Area): void {
  const next = new Map(scope.value === "this" ? areas.value : []);
  const pages = new Set(pagesIn(scope.value));
  pages.add(page.value);
  for (const number of pages) next.set(number, area);
  batch(() => {
    areas.value = next;
    toContent.value = false;
    // Text that was refused gives way to the actual value.
    sideProblems.value = {};
  });
}

/** An area by its distances from the sides of a page, in the unit. */
export function areaFromSides(
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
  size: Size,
): Area {
  const [x, y] = [inPoints(left, unit.value), inPoints(bottom, unit.value)];
  const width = Math.max(size.width - x - inPoints(right, unit.value), 1);
  return { x, y, width, height: Math.max(size.height - y - inPoints(top, unit.value), 1) };
}

export function leaveWhole(number: number): void {
  const next = new Map(areas.value);
  next.delete(number);
  batch(() => {
    areas.value = next;
    sideProblems.value = {};
  });
}

/** A new scope takes the area of this page; all other areas are dropped. */
export function setScope(next: Scope): void {
  const area = areas.value.get(page.value) ?? [...areas.value.values()][0];
  batch(() => {
    if (next === "chosen" && chosen.value.size === 0) chosen.value = new Set([page.value]);
    scope.value = next;
    if (toContent.value) takeContent();
    else if (area) areas.value = new Map(pagesIn(next).map((number) => [number, area]));
  });
}

export function setChosen(next: ReadonlySet<number>): void {
  const area = areas.value.get(page.value) ?? [...areas.value.values()][0];
  batch(() => {
    chosen.value = next;
    scope.value = "chosen";
    if (toContent.value) takeContent();
    else if (area) areas.value = new Map([...next].map((number) => [number, area]));
  });
}

/** Makes what the pages show their areas, with the space around it. */
export function takeContent(): void {
  const found = content.value;
  if (!found) return;
  const margin = marginInPoints();
  if (margin === undefined) return;
  const boxes = pagesIn(scope.value).flatMap((number): [number, Area][] => {
    const box = found.get(number);
    return box ? [[number, widened(box, margin, sizeOf(number))]] : [];
  });
  areas.value = new Map(boxes.map(([number, box]) => [number, shared(number, box, boxes)]));
}

export function marginInPoints(): number | undefined {
  const value = Number(contentMargin.value.replace(",", "."));
  if (contentMargin.value.trim() === "" || !Number.isFinite(value) || value < 0) return undefined;
  return inPoints(value, unit.value);
}

function shared(number: number, own: Area, boxes: [number, Area][]): Area {
  if (alike.value === "none") return own;
  const same = boxes.filter(([other]) => alike.value === "all" || other % 2 === number % 2).map(([, box]) => box);
  const left = Math.min(...same.map((box) => box.x));
  const bottom = Math.min(...same.map((box) => box.y));
  const right = Math.max(...same.map((box) => box.x + box.width));
  const top = Math.max(...same.map((box) => box.y + box.height));
  return { x: left, y: bottom, width: right - left, height: top - bottom };
}

function widened({ x, y, width, height }: Area, margin: number, page: Size): Area {
  const left = Math.max(x - margin, 0);
  const bottom = Math.max(y - margin, 0);
  const right = Math.min(x + width + margin, page.width);
  const top = Math.min(y + height + margin, page.height);
  return { x: left, y: bottom, width: right - left, height: top - bottom };
}
