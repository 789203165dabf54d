import { batch, computed, signal } from "@preact/signals";
import type { CropPdfResult } from "../../../../client/src/index.ts";
import { measuresIn } from "../../format.ts";
import { opened, sizes } from "../document/opened.ts";
import type { Size } from "../document/viewer.ts";
import type { Made } from "../parts/result.tsx";
import { Work } from "../work.ts";
import { type Area, inPoints, inset, type Sides, sidesOf, type Unit, withinPage, withSides } from "./area.ts";

/** The pages that an area is put on. */
export type Scope = "this" | "all" | "odd" | "even" | "chosen";
/** Whether pages that are fitted to their content share one area. */
export type Alike = "none" | "all" | "oddEven";
/** What pages of other sizes share: the distances from their edges, or the rectangle from their top left corner. */
export type Placement = "edges" | "rectangle";

export const page = signal(1);
/** Areas of single pages. */
export const own = signal<ReadonlyMap<number, Area>>(new Map());
/** The area of all pages of the scope, and the size of the page that it was drawn on. */
export const common = signal<{ area: Area; on: Size } | undefined>(undefined);
export const placement = signal<Placement>("edges");
/** Pages that are left whole although an area is meant for them. */
export const whole = signal<ReadonlySet<number>>(new Set());
/** Distances from the edges that a shared link proposes, in points. */
export const proposed = signal<Sides | undefined>(undefined);
export const scope = signal<Scope>("this");
export const chosen = signal<ReadonlySet<number>>(new Set());
export const unit = signal<Unit>(measuresIn(navigator.language).unit);
export const keepsShape = signal(false);
/** What is wrong with what was typed, by side. */
export const sideProblems = signal<Readonly<Record<string, string>>>({});
/** Fit to content: on or off, and the space that is kept around it, in the chosen unit. */
export const toContent = signal(false);
export const contentMargin = signal(unit.value === "in" ? "0.2" : "5");
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

export const work = new Work({
  ...{ own, common, placement, whole, scope, chosen, toContent, contentMargin, alike },
  ...{ removesOutside, edge, onUnremovable, aboutDocument },
});

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

/**
 * The area of each page that has one; it lies on that page. Until one is drawn, there is a proposal for the page in
 * view, and for no other.
 */
export const areas = computed<ReadonlyMap<number, Area>>(() => {
  const found = new Map<number, Area>();
  const shared = common.value;
  if (shared) {
    for (const number of pagesIn(scope.value)) {
      const area = placed(shared, sizeOf(number));
      if (area) found.set(number, area);
    }
  }
  for (const [number, area] of own.value) found.set(number, area);
  if (!shared && own.value.size === 0 && !toContent.value && pageCount.value > 0) {
    const size = sizeOf(page.value);
    found.set(page.value, (proposed.value && withSides(proposed.value, size)) ?? inset(size));
  }
  for (const number of whole.value) found.delete(number);
  return found;
});

function placed({ area, on }: { area: Area; on: Size }, size: Size): Area | undefined {
  if (placement.value === "edges") return withSides(sidesOf(area, on), size);
  const top = on.height - area.y - area.height;
  return withinPage({ ...area, y: size.height - top - area.height }, size);
}

/** Pages that will be cropped, in order. */
export const cropped = computed(() => [...areas.value].sort(([a], [b]) => a - b));

/** Pages of the scope that the area misses: they are smaller than the page that it was drawn on. */
export const missed = computed(() =>
  common.value ? pagesIn(scope.value).filter((number) => !areas.value.has(number) && !whole.value.has(number)) : [],
);

/** Whether pages of the scope differ in size, so that it matters what they share. */
export const isMixed = computed(() => {
  const first = sizeOf(1);
  return [...sizes.value.values()].some(
    ({ width, height }) => Math.abs(width - first.width) > 0.5 || Math.abs(height - first.height) > 0.5,
  );
});

/** Sets the area on the pages of the scope, and on the page in view. With a single page, the areas of others stay. */
export function setArea(area: Area): void {
  const number = page.value;
  batch(() => {
    if (scope.value === "this") own.value = new Map(own.value).set(number, area);
    else {
      common.value = { area, on: sizeOf(number) };
      own.value = new Map(pagesIn(scope.value).includes(number) ? [] : [[number, area]]);
    }
    whole.value = new Set([...whole.value].filter((other) => scope.value === "this" && other !== number));
    toContent.value = false;
    // Text that was refused gives way to the actual value.
    sideProblems.value = {};
  });
}

/** Proposes distances from the edges that are in the unit. */
export function propose({ left, right, top, bottom }: Sides): void {
  const points = (value: number) => inPoints(value, unit.value);
  proposed.value = { left: points(left), right: points(right), top: points(top), bottom: points(bottom) };
}

export function leaveWhole(number: number): void {
  const left = new Map(own.value);
  left.delete(number);
  batch(() => {
    own.value = left;
    whole.value = new Set(whole.value).add(number);
    sideProblems.value = {};
  });
}

/** A new scope takes the area of this page; all other areas are dropped. */
export function setScope(next: Scope): void {
  const [number, area] = areaToShare();
  batch(() => {
    if (next === "chosen" && chosen.value.size === 0) chosen.value = new Set([page.value]);
    scope.value = next;
    whole.value = new Set();
    if (toContent.value) return takeContent();
    if (next === "this") {
      own.value = new Map(hasDrawn() ? [[page.value, area]] : []);
      common.value = undefined;
    } else {
      common.value ??= { area, on: sizeOf(number) };
      own.value = new Map();
    }
  });
}

export function setChosen(next: ReadonlySet<number>): void {
  batch(() => {
    chosen.value = next;
    setScope("chosen");
  });
}

/** Whether there is more than a proposal. */
export function hasDrawn(): boolean {
  return common.value !== undefined || own.value.size > 0;
}

/** The area in view, else the first one, else what would be proposed. */
function areaToShare(): [number, Area] {
  const number = page.value;
  const here = areas.value.get(number);
  return here ? [number, here] : (cropped.value[0] ?? [number, inset(sizeOf(number))]);
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
  batch(() => {
    common.value = undefined;
    whole.value = new Set();
    own.value = new Map(boxes.map(([number, box]) => [number, shared(number, box, boxes)]));
  });
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
