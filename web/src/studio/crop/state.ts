import { batch, computed, signal } from "@preact/signals";
import type { CropPdfRequest, CropPdfResult } from "../../../../client/src/index.ts";
import { measuresIn } from "../../format.ts";
import { opened, sizes } from "../document/opened.ts";
import type { Size } from "../document/viewer.ts";
import { Finishing } from "../parts/finishing.ts";
import type { Made } from "../parts/made.ts";
import { Work } from "../work.ts";
import { type Area, beside, inPoints, inset, type Sides, sidesOf, type Unit, withinPage, withSides } from "./area.ts";

/** The pages that an area is put on. */
export type Scope = "this" | "all" | "odd" | "even" | "chosen";
/** Whether pages that are fitted to their content share one area. */
export type Alike = "none" | "all" | "oddEven";
/** What pages of other sizes share: the distances from their edges, or the rectangle from their top left corner. */
export type Placement = "edges" | "rectangle";
/** Which way pages are cut into two halves. */
export type Halving = NonNullable<CropPdfRequest["halves"]>;
/** The areas of a page: each becomes a page, in this order. */
export type Areas = readonly Area[];

export const page = signal(1);
/** Areas of single pages. */
export const single = signal<ReadonlyMap<number, Areas>>(new Map());
/** The areas of all pages of the scope, and the size of the page that they were drawn on. */
export const common = signal<{ areas: Areas; on: Size } | undefined>(undefined);
/** The place of the area that keys and numbers change, among those of the page in view. */
export const place = signal(0);
/** Areas of which the last was added by a button: it is drawn again before another one is. */
const enlarged = signal<Areas | undefined>(undefined);
export const placement = signal<Placement>("edges");
/** Pages that are left whole although an area is meant for them. */
export const whole = signal<ReadonlySet<number>>(new Set());
/** Distances from the edges that a shared link proposes, in points: one for each area. */
export const proposed = signal<readonly Sides[]>([]);
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
/** The same of the page in view alone, while the others are read. */
export const glimpse = signal<{ page: number; box: Area } | undefined>(undefined);
/** The halves of pages, as the service cuts them; a page that has none stays whole. */
export const halves = signal<{ cut: Halving; found: ReadonlyMap<number, Areas> } | undefined>(undefined);
/** Whether what is outside is removed for good, and the choices that removal brings. */
export const removesOutside = signal(false);
export const edge = signal<"keep" | "remove">("keep");
export const onUnremovable = signal<"refuse" | "drop">("refuse");
export const aboutDocument = signal<"clear" | "keep">("clear");
/** Whether the page in view is shown without what goes, and not with it in red. */
export const showsGone = signal(false);
export const result = signal<Made | undefined>(undefined);
/** The page that each page of the result is, or is a part of. */
export const origins = signal<readonly number[]>([]);
/** The report of the removal. */
export const removal = signal<CropPdfResult["removal"]>(undefined);

export const finishing = new Finishing({ describes: true });

export const work = new Work({
  ...{ single, common, placement, whole, scope, chosen, toContent, contentMargin, alike, halves },
  ...{ removesOutside, edge, onUnremovable, aboutDocument, ...finishing.kept },
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
 * The areas of each page that has some; they lie on that page. Until one is drawn, there is a proposal for the page in
 * view, and for no other.
 */
export const areas = computed<ReadonlyMap<number, Areas>>(() => {
  const found = new Map<number, Areas>();
  const shared = common.value;
  if (shared) for (const number of pagesIn(scope.value)) found.set(number, placed(shared, sizeOf(number)));
  for (const [number, own] of single.value) found.set(number, own);
  const seen = glimpse.value;
  if (seen) found.set(seen.page, [widened(seen.box, marginInPoints() ?? 0, sizeOf(seen.page))]);
  const isOpen = !shared && single.value.size === 0 && !toContent.value && !halves.value;
  if (isOpen && pageCount.value > 0) {
    const size = sizeOf(page.value);
    const given = proposed.value.flatMap((sides) => withSides(sides, size) ?? []);
    found.set(page.value, given.length > 0 ? given : [inset(size)]);
  }
  for (const [number, own] of found) if (own.length === 0 || whole.value.has(number)) found.delete(number);
  return found;
});

function placed({ areas, on }: { areas: Areas; on: Size }, size: Size): Areas {
  return areas.flatMap((area) => {
    if (placement.value === "edges") return withSides(sidesOf(area, on), size) ?? [];
    const top = on.height - area.y - area.height;
    return withinPage({ ...area, y: size.height - top - area.height }, size) ?? [];
  });
}

/** The areas of the page in view. */
export const here = computed<Areas>(() => areas.value.get(page.value) ?? []);

/** The place of the area in view that keys and numbers change; -1 where there is none. */
export const at = computed(() => Math.min(place.value, here.value.length - 1));

/** The area in view that keys and numbers change. */
export const current = computed<Area | undefined>(() => here.value[at.value]);

/** Whether nobody has drawn the current area: drawing replaces it. */
export const isProposal = computed(() => !hasDrawn() || (isLastAdded() && at.value === here.value.length - 1));

function isLastAdded(): boolean {
  const drawn = single.value.get(page.value) ?? common.value?.areas;
  return drawn !== undefined && drawn === enlarged.value;
}

/** Pages that will be cropped, in order. */
export const cropped = computed(() => [...areas.value].sort(([a], [b]) => a - b));

/** How many pages those that will be cropped become. */
export const pieces = computed(() => cropped.value.reduce((sum, [, own]) => sum + own.length, 0));

/** Pages of the scope that an area misses: they are smaller than the page that it was drawn on. */
export const missed = computed(() => {
  const wanted = common.value?.areas.length ?? 0;
  const isMissed = (number: number) => (areas.value.get(number)?.length ?? 0) < wanted;
  return pagesIn(scope.value).filter(
    (number) => isMissed(number) && !single.value.has(number) && !whole.value.has(number),
  );
});

/** Pages of the scope that are not cut into halves. */
export const uncut = computed(() => {
  const found = halves.value?.found;
  return found ? pagesIn(scope.value).filter((number) => !found.has(number)) : [];
});

/** Whether pages of the scope differ in size, so that it matters what they share. */
export const isMixed = computed(() => {
  const first = sizeOf(1);
  return [...sizes.value.values()].some(
    ({ width, height }) => Math.abs(width - first.width) > 0.5 || Math.abs(height - first.height) > 0.5,
  );
});

/** Sets the areas on the pages of the scope, and on the page in view. With a single page, those of others stay. */
export function setAreas(next: Areas): void {
  const number = page.value;
  batch(() => {
    // A half that is changed is one page's: those of other pages stay.
    if (halves.value) scope.value = "this";
    if (scope.value === "this") single.value = new Map(single.value).set(number, next);
    else {
      common.value = { areas: next, on: sizeOf(number) };
      single.value = new Map(pagesIn(scope.value).includes(number) ? [] : [[number, next]]);
    }
    whole.value = new Set([...whole.value].filter((other) => scope.value === "this" && other !== number));
    toContent.value = false;
    halves.value = undefined;
    // Text that was refused gives way to the actual value.
    sideProblems.value = {};
  });
}

/** Changes the current area; where there is none, it is the first. */
export function setArea(area: Area): void {
  setAreas(current.value ? here.value.with(at.value, area) : [area]);
}

/** Adds this area to those of the page in view, and makes it the current one. */
export function addArea(area: Area): void {
  batch(() => {
    place.value = here.value.length;
    setAreas([...here.value, area]);
  });
}

/** Adds an area beside the current one: it can be drawn again. */
export function addAnother(): void {
  const size = sizeOf(page.value);
  work.beginStep();
  batch(() => {
    addArea(current.value ? beside(current.value, here.value, size) : inset(size));
    enlarged.value = single.value.get(page.value) ?? common.value?.areas;
  });
}

/** Removes one of the areas of the page in view; a page without areas stays whole. */
export function removeArea(index: number): void {
  const left = here.value.filter((_, other) => other !== index);
  work.beginStep();
  batch(() => {
    if (left.length === 0) leaveWhole(page.value);
    else setAreas(left);
    if (index < place.value) place.value -= 1;
  });
}

/** Makes an area come one place earlier. */
export function moveEarlier(index: number): void {
  const { [index - 1]: before, [index]: area } = here.value;
  if (!before || !area) return;
  work.beginStep();
  batch(() => {
    setAreas(here.value.with(index - 1, area).with(index, before));
    place.value = index - 1;
  });
}

export function turnTo(number: number): void {
  batch(() => {
    page.value = number;
    place.value = 0;
  });
}

/** Proposes areas by distances from the edges that are in the unit. */
export function propose(given: readonly Sides[]): void {
  const points = (value: number) => inPoints(value, unit.value);
  proposed.value = given.map(({ left, right, top, bottom }) => {
    return { left: points(left), right: points(right), top: points(top), bottom: points(bottom) };
  });
}

export function leaveWhole(number: number): void {
  const left = new Map(single.value);
  left.delete(number);
  batch(() => {
    single.value = left;
    whole.value = new Set(whole.value).add(number);
    sideProblems.value = {};
  });
}

/** A new scope takes the areas of this page; all others are dropped. */
export function setScope(next: Scope): void {
  const [number, shared] = areasToShare();
  batch(() => {
    if (next === "chosen" && chosen.value.size === 0) chosen.value = new Set([page.value]);
    scope.value = next;
    whole.value = new Set();
    if (toContent.value) return takeContent();
    if (halves.value) return takeHalves();
    if (next === "this") {
      single.value = new Map(hasDrawn() ? [[page.value, shared]] : []);
      common.value = undefined;
    } else {
      common.value ??= { areas: shared, on: sizeOf(number) };
      single.value = new Map();
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
function hasDrawn(): boolean {
  return common.value !== undefined || single.value.size > 0;
}

/** The areas in view, else the first ones, else what would be proposed. */
function areasToShare(): [number, Areas] {
  const number = page.value;
  if (here.value.length > 0) return [number, here.value];
  return cropped.value[0] ?? [number, [inset(sizeOf(number))]];
}

/** Makes the halves of pages their areas. */
export function takeHalves(): void {
  const found = halves.value?.found;
  if (!found) return;
  const cut = pagesIn(scope.value).flatMap((number): [number, Areas][] => {
    const both = found.get(number);
    return both ? [[number, both]] : [];
  });
  batch(() => {
    common.value = undefined;
    whole.value = new Set();
    toContent.value = false;
    sideProblems.value = {};
    single.value = new Map(cut);
  });
}

/** Halves are no longer wanted: a page has one area again, which is proposed. */
export function leaveHalves(): void {
  batch(() => {
    halves.value = undefined;
    single.value = new Map();
    scope.value = "this";
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
  batch(() => {
    common.value = undefined;
    whole.value = new Set();
    halves.value = undefined;
    single.value = new Map(boxes.map(([number, box]) => [number, [alikeOf(number, box, boxes)]]));
  });
}

export function marginInPoints(): number | undefined {
  const value = Number(contentMargin.value.replace(",", "."));
  if (contentMargin.value.trim() === "" || !Number.isFinite(value) || value < 0) return undefined;
  return inPoints(value, unit.value);
}

function alikeOf(number: number, own: Area, boxes: [number, Area][]): Area {
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
