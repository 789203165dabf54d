import type { Turns } from "../../meter/turns.ts";
import { crossed } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { Extent } from "../../pdf-content/extent.ts";
import type { Handler, Interpreter, Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage, Visitor } from "../../pdf-content/interpreter/visitor.ts";
import { readPage, startReading } from "../../pdf-content/read-page.ts";
import { RunBox } from "../../pdf-content/run-box.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { Path } from "../../pdf-content/state/path.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import { operatorCode } from "../../pdf-content/syntax/tokeniser.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { Edits } from "../../pdf-file/edits.ts";
import { MAX_ELEMENTS } from "../../pdf-file/pdf-limits.ts";
import { type PdfDict, type PdfObject, PdfRef, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { type Box, EVERYWHERE } from "../../pdf-pages/geometry.ts";
import { extendTree, structureRoot } from "../../pdf-pages/parent-tree.ts";
import type { MovedAnnotation } from "./annotation-places.ts";
import type { CutPage } from "./cut-page.ts";

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

/** Where the marked content of pages (14.7.5) is: the boxes of all that is painted in it, seen or not. */
class MarkReader {
  readonly #document: PdfDocument;
  readonly #reading: Reading;
  readonly #visitor = new MarkVisitor();

  constructor(document: PdfDocument) {
    this.#document = document;
    // Glyphs that are contents themselves have the boxes that their fonts give them.
    const reading = startReading(document, (_, __, ___, into) => into.add(Extent.of([0, 0, 1, 1])));
    const operators = new Map(reading.operators);
    for (const name of ["BMC", "BDC", "EMC"]) {
      const code = operatorCode(name);
      operators.set(code, this.#noting(name, operators.get(code)!));
    }
    this.#reading = { ...reading, operators };
  }

  /** By the number of the marked content. */
  *read(index: number): Turns<ReadonlyMap<number, Extent>> {
    this.#visitor.begin();
    yield* readPage(this.#reading, this.#document.page(index), Extent.of(EVERYWHERE), this.#visitor);
    return this.#visitor.extents;
  }

  #noting(name: string, handler: Handler): Handler {
    return (on) => {
      // Numbers in a form are the form's own.
      if (on.openForms.size === 0) {
        if (name === "EMC") this.#visitor.close();
        else this.#visitor.open(name === "BDC" ? numberOf(on) : undefined);
      }
      handler(on);
    };
  }
}

function numberOf({ document, properties }: Interpreter): number | undefined {
  return document.number(document.dict(properties)?.get("MCID"));
}

class MarkVisitor extends RunBox implements Visitor {
  extents = new Map<number, Extent>();
  /** The box of each open marked content; undefined where no number was given. */
  #open: (Extent | undefined)[] = [];
  readonly #piece = new Extent();

  begin(): void {
    this.extents = new Map();
    this.#open = [];
  }

  open(number: number | undefined): void {
    if (number === undefined || number < 0 || number > MAX_ELEMENTS) {
      this.#open.push(this.#open.at(-1));
      return;
    }
    const extent = this.extents.get(number) ?? new Extent();
    this.extents.set(number, extent);
    this.#open.push(extent);
  }

  close(): void {
    this.#open.pop();
  }

  #add(piece: Extent, { clip }: GraphicsState): void {
    piece.clip(clip);
    this.#open.at(-1)?.add(piece);
  }

  path(path: Path, _fills: boolean, _strokes: boolean, state: GraphicsState): void {
    this.#piece.clear();
    this.#piece.add(path.extent);
    this.#add(this.#piece, state);
  }

  endRun(position: TextPosition, state: GraphicsState): void {
    this.#piece.clear();
    this.addTo(this.#piece, position, state);
    this.#add(this.#piece, state);
  }

  image(_image: ShownImage, state: GraphicsState): void {
    this.#piece.clear();
    this.#piece.addBox(0, 0, 1, 1, state.matrix);
    this.#add(this.#piece, state);
  }

  shading(_shading: PdfDict, state: GraphicsState): void {
    this.#add(state.clip.copy(), state);
  }

  beginForm(): boolean {
    return this.#open.at(-1) !== undefined;
  }
}
