import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { Edits } from "../../pdf-file/edits.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import type { Leaf, PageNode } from "../../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import { type Area, type Box, intersect } from "../../pdf-pages/geometry.ts";
import { DESTINATION_PLACES } from "../../pdf-pages/named-destinations.ts";
import { PageLabels } from "../../pdf-pages/page-labels.ts";
import { viewPage } from "../../pdf-pages/page-view.ts";
import { addTo } from "../../platform/grouped.ts";
import {
  type CropDefinition,
  type CropRequest,
  type CropResult,
  chooseTargets,
  cropBox,
  sharedPages,
} from "../crop.ts";
import { AnnotationPlaces } from "./annotation-places.ts";
import type { AreaPage, CutPage } from "./cut-page.ts";
import { tagAreas } from "./tags.ts";

/** What belongs to a page as a whole: its picture, its place in articles and in the tags, a program's own notes. */
const OF_WHOLE_PAGES = ["B", "Thumb", "StructParents", "PieceInfo"];

interface Wanted {
  readonly area: Area;
  /** Its place among the definitions of the request. */
  readonly item: number;
}

/**
 * Gives each area a page of its own, in the order of pages and of areas, and crops these. Pages of one content share
 * it: only their dictionaries are new.
 */
export function* cropEachArea<T extends CropResult>(
  document: PdfDocument,
  request: CropRequest,
  crop: (request: CropRequest) => Turns<T>,
): Turns<T> {
  for (;;) {
    const { xref } = document;
    try {
      document.readEveryPage();
      const { damage, pageCount } = document;
      const separated = yield* separate(document, request);
      const result = yield* crop(separated.request);
      if (xref === document.xref) {
        const { pagesCropped } = separated;
        return { ...result, damage, pagesCropped, pageCount, resultPages: result.pageCount };
      }
    } catch (error) {
      // A repair finds other objects, and forgets what was changed. It happens once.
      if (xref === document.xref) throw error;
    }
  }
}

function* separate(document: PdfDocument, request: CropRequest): Turns<{ request: CropRequest; pagesCropped: number }> {
  const { pages, xref } = document;
  const { coordinates = "page" } = request;
  const edits = new Edits(document);
  const shared = sharedPages(pages);
  const wanted = wantedAreas(request, pages.count);
  const definitions: CropDefinition[] = [];
  const cuts: CutPage[] = [];
  /** The page of the document that each page of the result is a part of. */
  const origins: number[] = [];
  for (let index = 0; index < pages.count; index++) {
    const areas = wanted.get(index) ?? [];
    if (areas.length === 0) {
      origins.push(index);
      continue;
    }
    // Each becomes a page, whose dictionary is copied, cropped and written.
    document.work.spend(areas.length * 3 * COST.copiedObject);
    for (const { area } of areas) {
      origins.push(index);
      definitions.push({ page: origins.length, area });
    }
    const leaf = pages.leaf(index);
    const view = viewPage(document, leaf);
    const boxes = areas.map(({ area, item }) => cropBox(view, area, coordinates, index, item));
    if (boxes.length > 1) cuts.push(cutPage(edits, leaf, index, boxes, shared));
    yield;
  }
  if (cuts.length > 0) {
    const places = new AnnotationPlaces(edits);
    for (const cut of cuts) {
      putPages(edits, cut, places.share(cut));
      yield;
    }
    putKids(edits, cuts);
    yield* tagAreas(edits, cuts, places.moved);
    putLabels(edits, origins);
    yield* leadToAreas(edits, cuts);
    if (document.xref === xref) document.edit(edits.objects);
  }
  return { request: { ...request, definitions, all: false, multiple: false }, pagesCropped: wanted.size };
}

function wantedAreas({ definitions, all }: CropRequest, pageCount: number): Map<number, Wanted[]> {
  const wanted = new Map<number, Wanted[]>();
  const areas = definitions.map(({ area }, item) => ({ area, item }));
  if (all) {
    for (let index = 0; index < pageCount; index++) wanted.set(index, areas);
    return wanted;
  }
  for (const { index, area, item } of chooseTargets({ definitions }, pageCount)) addTo(wanted, index, { area, item });
  return wanted;
}

function cutPage(edits: Edits, leaf: Leaf, index: number, boxes: readonly Box[], shared: ReadonlyMap<number, number>) {
  if (!leaf.parent.ref) {
    throw new PdfProblem("unsupported", "The page tree does not let this page become several.");
  }
  const { ref } = leaf;
  const isOwn = ref !== undefined && !shared.has(ref.number);
  const { dict } = edits.document.page(index);
  const pages = boxes.map((box, at) => ({ box, ref: at === 0 && isOwn ? ref : edits.newRef() }));
  return { index, leaf, dict, pages, isOwn };
}

function putPages(edits: Edits, { leaf, dict, pages, isOwn }: CutPage, annotations: readonly PdfObject[][]): void {
  for (const [at, { ref }] of pages.entries()) {
    const made: PdfDict = new Map(dict);
    if (at > 0 || !isOwn) {
      for (const key of OF_WHOLE_PAGES) made.delete(key);
      made.set("Parent", leaf.parent.ref!);
    }
    made.delete("Annots");
    if (annotations[at]!.length > 0) made.set("Annots", annotations[at]!);
    edits.put(ref.number, made);
  }
}

/** Counts of pages are put right by the crop, which finds them wrong. */
function putKids(edits: Edits, cuts: readonly CutPage[]): void {
  const byNode = new Map<PageNode, Map<number, PdfRef[]>>();
  for (const { leaf, pages } of cuts) {
    const kids = byNode.get(leaf.parent) ?? new Map<number, PdfRef[]>();
    kids.set(
      leaf.kid,
      pages.map(({ ref }) => ref),
    );
    byNode.set(leaf.parent, kids);
  }
  for (const [node, replaced] of byNode) {
    const kids = node.kids.flatMap((kid, at) => replaced.get(at) ?? [kid]);
    edits.put(node.ref!.number, new Map(node.dict).set("Kids", kids));
  }
}

/** Areas of a page have its label, and all other pages keep theirs. */
function putLabels(edits: Edits, origins: readonly number[]): void {
  const { document } = edits;
  const root = document.trailer.get("Root");
  const labels = new PageLabels(document).of(origins);
  if (labels && root instanceof PdfRef) edits.put(root.number, new Map(document.catalog).set("PageLabels", labels));
}

/**
 * Lets every destination on a page that becomes several lead to the area that shows its place. All objects are read,
 * so that none is forgotten, whether a link, an outline item, a name or an action has it.
 */
function* leadToAreas(edits: Edits, cuts: readonly CutPage[]): Turns<void> {
  const { document } = edits;
  const areas = new Map<number, readonly AreaPage[]>();
  for (const { leaf, pages, isOwn } of cuts) if (leaf.ref && isOwn) areas.set(leaf.ref.number, pages);
  const led = (object: PdfObject): PdfObject => {
    document.work.spend(COST.item);
    if (Array.isArray(object)) {
      const pages = object[0] instanceof PdfRef ? areas.get(object[0].number) : undefined;
      const axes = pages && DESTINATION_PLACES.get(document.resolve(object[1]));
      if (pages && axes !== undefined) {
        document.work.spend(pages.length * COST.comparedArea);
        const numbers = object.slice(2, 6).map((item) => document.number(item));
        return [shownBy(pages, axes, numbers).ref, ...object.slice(1)];
      }
      const made = object.map(led);
      return made.some((item, at) => item !== object[at]) ? made : object;
    }
    if (!(object instanceof Map)) return object;
    let made: Map<string, PdfObject> | undefined;
    for (const [key, value] of object) {
      const leads = led(value);
      if (leads === value) continue;
      made ??= new Map(object);
      made.set(key, leads);
    }
    return made ?? object;
  };
  const beyond = edits.newRef().number;
  for (let number = 1; number < beyond; number++) {
    if (number % 64 === 0) yield;
    const object = edits.objects.get(number) ?? document.get(number);
    const leads = led(object);
    if (leads !== object) edits.put(number, leads);
  }
}

/** The area with the place, or the nearest to it; the first where it is in several, or where no place is given. */
function shownBy(pages: readonly AreaPage[], axes: string, numbers: readonly (number | undefined)[]): AreaPage {
  let nearest = pages[0]!;
  let least = Number.POSITIVE_INFINITY;
  for (const page of pages) {
    const distance = axes === "xyxy" ? -overlap(page.box, numbers) : distanceFrom(page.box, axes, numbers);
    if (distance >= least) continue;
    nearest = page;
    least = distance;
  }
  return nearest;
}

/**
 * What a destination shows begins below its top and to the right of its left, so an edge belongs to what follows it.
 */
const EDGE = 0.01;

function distanceFrom(box: Box, axes: string, numbers: readonly (number | undefined)[]): number {
  const [x, y] = ["x", "y"].map((axis) => (axes.includes(axis) ? numbers[axes.indexOf(axis)] : undefined));
  const beside = x === undefined ? 0 : Math.max(box[0] - x - EDGE, x + EDGE - box[2], 0);
  const above = y === undefined ? 0 : Math.max(box[1] - y + EDGE, y - EDGE - box[3], 0);
  return Math.hypot(beside, above);
}

function overlap(box: Box, numbers: readonly (number | undefined)[]): number {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbers;
  const shown = intersect([left, bottom, right, top], box);
  return shown === undefined ? 0 : (shown[2] - shown[0]) * (shown[3] - shown[1]);
}
