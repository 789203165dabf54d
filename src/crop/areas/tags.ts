import type { Turns } from "../../meter/turns.ts";
import { crossed } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Extent } from "../../pdf-content/extent.ts";
import type { Edits } from "../../pdf-file/edits.ts";
import { type PdfObject, PdfRef, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { extendTree, structureRoot } from "../../pdf-pages/parent-tree.ts";
import type { MovedAnnotation } from "./annotation-places.ts";
import type { CutPage } from "./cut-page.ts";
import { MarkReader } from "./mark-extents.ts";

/**
 * Lets elements of the structure tree (14.7) hold their content on the pages that show it: on each whose area has a
 * part of it, and what none shows on the first.
 */
export function* tagAreas(edits: Edits, cuts: readonly CutPage[], moved: readonly MovedAnnotation[]): Turns<void> {
  const { document } = edits;
  const root = structureRoot(document);
  if (root === undefined) return;
  const { parents, nextKey } = root;
  const reader = new MarkReader(document);
  const added: PdfObject[] = [];
  for (const cut of cuts) {
    const key = document.number(cut.dict.get("StructParents"));
    const list = key === undefined ? undefined : parents.get(key);
    const elements = document.array(list);
    if (!elements || !cut.isOwn) continue;
    const extents = yield* reader.read(cut.index);
    crossed(elements.length, cut.pages.length, document.work, COST.comparedArea);
    document.work.hold(elements.length * cut.pages.length * PLACE_BYTES);
    const shown = elements.map((_, mark) => shownOn(extents.get(mark), cut));
    hold(edits, cut, elements, shown);
    const owns = cut.pages.map(() => new Array<PdfObject>(elements.length).fill(null));
    for (const [mark, places] of shown.entries()) for (const at of places) owns[at]![mark] = elements[mark]!;
    for (const [at, { ref }] of cut.pages.entries()) {
      const own = owns[at]!;
      if (at > 0) {
        edits.put(ref.number, new Map(edits.dict(ref)).set("StructParents", nextKey + added.length));
        added.push(edits.add(own));
      } else if (list instanceof PdfRef) edits.put(list.number, own);
    }
    yield;
  }
  for (const { number, key, page } of moved) follow(edits, parents.get(key), number, page);
  if (added.length > 0) extendTree(edits, root, added);
}

/** What it takes that a page may show a mark, and a mark that a page shows beside the first. */
const PLACE_BYTES = 16;
const MARK_BYTES = 400;

/** The positions of the pages that show a part of it. */
function shownOn(extent: Extent | undefined, { pages }: CutPage): number[] {
  if (extent === undefined || extent.isEmpty) return [0];
  const shown = pages.flatMap(({ box }, at) => (meets(extent, box) ? [at] : []));
  return shown.length > 0 ? shown : [0];
}

function meets({ left, bottom, right, top }: Extent, box: Box): boolean {
  return left < box[2] && right > box[0] && bottom < box[3] && top > box[1];
}

/** Gives each element of the page its marked content on the pages that show it. */
function hold(edits: Edits, cut: CutPage, elements: readonly PdfObject[], shown: readonly number[][]): void {
  const { document } = edits;
  const { leaf, pages } = cut;
  const seen = new Set<number>();
  for (const element of elements) {
    if (!(element instanceof PdfRef) || seen.has(element.number)) continue;
    seen.add(element.number);
    const dict = edits.dict(element);
    const page = dict?.get("Pg");
    const kids = edits.get(dict?.get("K"));
    if (!dict || (page instanceof PdfRef && page.number !== leaf.ref!.number && !hasOther(edits, kids))) continue;
    const isHere = (own: PdfObject | undefined): boolean =>
      own === undefined || (own instanceof PdfRef && own.number === leaf.ref!.number);
    const list = Array.isArray(kids) ? kids : [dict.get("K") ?? null];
    document.work.spend(list.length * COST.entry);
    const made = list.flatMap((kid): PdfObject[] => {
      const value = edits.get(kid);
      const isReference = value instanceof Map && value.get("S") === undefined && value.get("Stm") === undefined;
      const mark = isReference ? document.number(value.get("MCID")) : value;
      const own = isReference ? (value.get("Pg") ?? page) : page;
      if (typeof mark !== "number" || !isHere(own)) return [kid];
      const places = shown[mark] ?? [0];
      crossed(places.length, 1, document.work, COST.copiedObject);
      document.work.hold((places.length - 1) * MARK_BYTES);
      return places.map((at) => (at === 0 ? kid : pdfDict({ Type: "MCR", Pg: pages[at]!.ref, MCID: mark })));
    });
    const isSame = made.length === list.length && made.every((kid, at) => kid === list[at]);
    if (!isSame) edits.put(element.number, new Map(dict).set("K", made.length === 1 ? made[0]! : made));
  }
}

/** Whether kids of the element name pages of their own. */
function hasOther(edits: Edits, kids: PdfObject): boolean {
  return (Array.isArray(kids) ? kids : [kids]).some((kid) => edits.dict(kid)?.has("Pg"));
}

/** Lets the element of an annotation say on which page that is. */
function follow(edits: Edits, element: PdfObject | undefined, annotation: number, page: PdfRef): void {
  const dict = edits.dict(element);
  if (!(element instanceof PdfRef) || !dict) return;
  const kids = edits.get(dict.get("K"));
  const list = Array.isArray(kids) ? kids : [dict.get("K") ?? null];
  edits.document.work.spend(list.length * COST.entry);
  const made = list.map((kid) => {
    const value = edits.dict(kid);
    const object = value?.get("Obj");
    return value && object instanceof PdfRef && object.number === annotation ? new Map(value).set("Pg", page) : kid;
  });
  edits.put(element.number, new Map(dict).set("K", made.length === 1 ? made[0]! : made));
}
