import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { Edits } from "../../pdf-file/edits.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import type { Leaf, PageNode } from "../../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { Area, Box } from "../../pdf-pages/geometry.ts";
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
import type { CutPage } from "./cut-page.ts";
import { leadToAreas } from "./destinations.ts";
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

function cutPage(
  edits: Edits,
  leaf: Leaf,
  index: number,
  boxes: readonly Box[],
  shared: ReadonlyMap<number, number>,
): CutPage {
  if (!leaf.parent.ref) {
    throw new PdfProblem("unsupported", "The page tree has a form in which this page cannot become several.");
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
