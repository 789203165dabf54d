import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { appearanceMatrix, appearancesOf, isDrawnByViewers, isHidden, quadsOf } from "../../pdf-content/annotations.ts";
import { Extent } from "../../pdf-content/extent.ts";
import { IDENTITY, type Matrix } from "../../pdf-content/matrix.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { Page } from "../../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { type Box, EVERYWHERE, intersect, normalise } from "../../pdf-pages/geometry.ts";
import { type Holes, NO_HOLES, type PageArea } from "../areas.ts";
import { type Copier, NO_TEXT } from "../copy/copier.ts";
import { matrixText } from "../numbers.ts";
import { Judge } from "../prove/judge.ts";
import { formApart } from "../rewrite/forms.ts";
import type { Rewriting } from "../rewrite/work.ts";
import type { NewDestinations } from "./destinations.ts";
import { drawnAppearance, isDrawable } from "./drawn-annotation.ts";

/** Numbers of the lists of points that are looked at for one document: annotations may share a list. */
const MAX_NUMBERS = 1 << 20;
/** Kinds that stay what they are. Other visible annotations become stamps (12.5.6). */
const KEPT = new Set([
  ...["Link", "Widget", "Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight"],
  ...["Underline", "Squiggly", "StrikeOut", "Caret", "Ink", "Stamp", "Watermark"],
]);
/** Kinds with something that belongs to no place on the page. */
const CARRIERS = new Set(["FileAttachment", "Sound", "Movie", "Screen", "3D", "RichMedia"]);
/** Kinds that, when cut, leave a picture of their remaining part: fields, and drawings by points. */
const PICTURED = new Set(["Widget", "Line", "Polygon", "PolyLine", "Ink"]);
/** What a stamp has not (table 184). */
const OF_OTHERS = ["BS", "BE", "MK", "Q", "RD", "H", "LE", "Sy"];
/** Kinds that mark text by quadrilaterals, which viewers draw themselves. */
const MARKED = new Set(["Highlight", "Underline", "Squiggly", "StrikeOut"]);
/** Kinds whose places are in entries of their own, by which viewers draw them. */
const DRAWN_BY_POINTS = new Set([...MARKED, "Line", "Polygon", "PolyLine", "Ink"]);
/** Entries that give places on the page. */
const POINTS = ["QuadPoints", "L", "Vertices", "InkList", "CL"];

export interface KeptAnnotation {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly source: PdfDict;
  readonly isCut: boolean;
}

/** Where an annotation is, and what is left of that in the area. */
interface Seen {
  readonly rect: Box;
  readonly left: Box;
  readonly area: Box | undefined;
  /** The page to which marked content belongs. */
  readonly owner: string;
  readonly isCut: boolean;
}

/** Keeps annotations that lie inside, and the visible part of those across the edge (12.5). */
export class AnnotationCleaner {
  /**
   * Annotations that are written when their form field and their element of the structure tree are known: by object
   * number, or by dictionary. A document may have a hundred thousand others, such as links.
   */
  readonly kept = new Map<number | PdfDict, KeptAnnotation>();
  /** The same, with those that several pages share. */
  readonly waiting: KeptAnnotation[] = [];
  readonly #contents: Rewriting;
  readonly #destinations: NewDestinations;
  readonly #isTagged: boolean;
  readonly #hasForm: boolean;
  #numbers = 0;

  constructor(contents: Rewriting, destinations: NewDestinations) {
    this.#contents = contents;
    this.#destinations = destinations;
    const { catalog } = contents.reading.document;
    this.#isTagged = catalog.has("StructTreeRoot");
    this.#hasForm = catalog.has("AcroForm");
  }

  /** The page's annotations in the new file. */
  *page(page: Page, ref: PdfRef, { box: area, holes, taken }: PageArea, owner: string): Turns<PdfRef[]> {
    const { document } = this.#contents.reading;
    const list = document.array(page.dict.get("Annots")) ?? [];
    document.work.spend(list.length * COST.annotation);
    const refs: PdfRef[] = [];
    for (const [at, item] of list.entries()) {
      yield;
      const source = document.dict(item);
      if (!source) continue;
      const key = item instanceof PdfRef ? item.number : source;
      const moved = placesWithWords(document, source, holes);
      if (taken?.has(at) || (yield* this.#isTaken(source, holes, moved))) {
        this.#contents.findings.removed.annotations++;
        continue;
      }
      const made = yield* this.#annotation(source, area, owner, moved);
      if (!made) continue;
      made.dict.set("P", ref);
      const own = this.#contents.copier.file.newRef();
      refs.push(own);
      const annotation = { ref: own, source, ...made };
      if (!this.#isTagged && (!this.#hasForm || source.get("Subtype") === "Link")) {
        this.write(annotation);
        continue;
      }
      this.waiting.push(annotation);
      if (!this.kept.has(key)) this.kept.set(key, annotation);
    }
    return refs;
  }

  write({ ref, dict, source, isCut }: KeptAnnotation): void {
    const { copier } = this.#contents;
    if (!isCut) addFieldEntries(copier, dict, source);
    copier.file.put(ref, dict);
  }

  *#annotation(source: PdfDict, area: Box | undefined, owner: string, moved: Moved | undefined) {
    const { document } = this.#contents.reading;
    const { findings, copier } = this.#contents;
    const subtype = document.resolve(source.get("Subtype"));
    if (typeof subtype !== "string" || subtype === "Popup") return undefined;
    if (CARRIERS.has(subtype)) findings.dropped.add("attachments and media");
    const own = normalise(document.numbers(source.get("Rect"), 4));
    const rect = own && this.#placeOf(source, subtype, own);
    const left = rect && area ? intersect(rect, area) : rect;
    if (!rect || !left) {
      if (area) findings.removed.annotations++;
      return area ? undefined : { dict: this.#entries(source, subtype, false), isCut: false };
    }
    const isCut = area !== undefined && !(this.#pointsLieIn(source, area) && left.every((side, i) => side === rect[i]));
    if (isCut) findings.cut.annotations++;
    const seen: Seen = { rect, left, area, owner, isCut };
    const isKnown = KEPT.has(subtype);
    // One look cannot follow words of several lines: viewers draw it by its places.
    const isDrawnAnew = moved !== undefined && moved.quads.length > 1;
    const looks = isDrawnAnew
      ? undefined
      : ((yield* this.#appearances(source, seen)) ?? (isCut ? yield* this.#drawn(source, subtype, seen) : undefined));
    const quads = isCut && MARKED.has(subtype) ? this.#quads(source, area) : undefined;
    if (!looks && !quads?.length && subtype !== "Link" && (isCut || !isKnown)) {
      // Viewers would draw it from its own entries, so nothing of it is left.
      if (isCut && !quads && !isDrawable(subtype) && this.#isDrawnByViewers(source, subtype)) {
        findings.unremovable(`an annotation (${subtype}) without an appearance, across the edge,`);
      }
      return undefined;
    }
    // Copied last: of an annotation that goes nothing may be in the new file.
    const dict = this.#entries(source, subtype, isCut);
    if (!isKnown || (isCut && PICTURED.has(subtype)) || quads?.length === 0) {
      dict.set("Subtype", "Stamp");
      for (const key of OF_OTHERS) dict.delete(key);
    } else if (subtype === "FreeText" && !dict.has("DA")) dict.set("DA", NO_TEXT);
    dict.set("Rect", [...(isCut ? left : own)]);
    if (looks) dict.set("AP", pdfDict({ N: looks }));
    if (subtype === "Link") this.#link(dict, source, area, isCut);
    else if (quads?.length) dict.set("QuadPoints", quads);
    if (moved) dict.set("Rect", [...moved.rect]);
    if (moved && moved.quads.length > 0) {
      const corners = moved.quads.map(([x0, y0, x1, y1]) => [x0, y1, x1, y1, x0, y0, x1, y0]);
      dict.set("QuadPoints", corners.flat());
    }
    const layer = copier.copy(source.get("OC"), "layer");
    if (layer !== null) dict.set("OC", layer);
    return { dict, isCut };
  }

  /** An annotation that a hole touches, or that has a word of the request, goes as a whole. */
  *#isTaken(source: PdfDict, holes: Holes, moved: Moved | undefined): Turns<boolean> {
    const { document } = this.#contents.reading;
    const { words } = this.#contents.copier;
    if (words && (yield* words.areIn(document, source))) return true;
    if (holes.isEmpty) return false;
    const own = normalise(document.numbers(source.get("Rect"), 4));
    const box = own && this.#placeOf(source, String(document.resolve(source.get("Subtype"))), own);
    if (!box) return false;
    if (holes.reached(box, IDENTITY).length > 0) return true;
    const rect = moved?.rect ?? box;
    const { forAnnotations } = holes;
    return forAnnotations.reached(rect, IDENTITY).length > 0 || (yield* this.#showsIn(source, rect, forAnnotations));
  }

  /** Whether a look shows something in a hole, which it may draw beside its rectangle. */
  *#showsIn(source: PdfDict, rect: Box, holes: Holes): Turns<boolean> {
    const { reading } = this.#contents;
    let isShown = false;
    const judge = new Judge(reading, () => {
      isShown = true;
    });
    judge.beginPage(EVERYWHERE, holes);
    for (const form of appearancesOf(reading.document, source)) {
      yield* judge.form(form, appearanceMatrix(reading.document, form, rect));
    }
    return isShown;
  }

  /** A cut annotation keeps nothing that tells its text. */
  #entries(source: PdfDict, subtype: string, isCut: boolean): PdfDict {
    const { copier, reading } = this.#contents;
    const dict = copier.dict(source, "annotation");
    if (subtype === "Widget") {
      const look = copier.copy(reading.document.resolve(source.get("MK")), isCut ? "cutLook" : "look");
      if (look instanceof Map && look.size > 0) dict.set("MK", look);
    }
    if (isCut) return dict;
    for (const [key, value] of copier.dict(source, "annotationText")) dict.set(key, value);
    return dict;
  }

  /** Where it is seen: what has no appearance is drawn by its points, even where the rectangle is another place. */
  #placeOf(source: PdfDict, subtype: string, rect: Box): Box {
    const { document } = this.#contents.reading;
    if (!DRAWN_BY_POINTS.has(subtype) || document.resolve(source.get("AP")) !== null) return rect;
    let [left, bottom, right, top] = rect;
    for (const numbers of this.#points(source)) {
      for (let i = 0; i + 1 < numbers.length; i += 2) {
        const [x, y] = [numbers[i]!, numbers[i + 1]!];
        [left, right] = [Math.min(left, x), Math.max(right, x)];
        [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
      }
    }
    return [left, bottom, right, top];
  }

  #pointsLieIn(source: PdfDict, area: Box): boolean {
    for (const numbers of this.#points(source)) {
      for (let i = 0; i < numbers.length; i++) {
        const value = numbers[i]!;
        if (value < area[i & 1]! - 1e-3 || value > area[2 + (i & 1)]! + 1e-3) return false;
      }
    }
    return this.#numbers <= MAX_NUMBERS;
  }

  /** The coordinates in each of its entries, as long as the document's annotations have not too many of them. */
  *#points(source: PdfDict): Generator<number[]> {
    const { document } = this.#contents.reading;
    for (const key of POINTS) {
      const list = document.array(source.get(key)) ?? [];
      for (const item of list) this.#numbers += document.array(item)?.length ?? 1;
      if (this.#numbers > MAX_NUMBERS) return;
      document.work.spend(list.length * COST.entry);
      yield list.flatMap((item) => document.array(item) ?? [item]).map((item) => document.number(item) ?? 0);
    }
  }

  #link(dict: PdfDict, source: PdfDict, area: Box | undefined, isCut: boolean): void {
    const action = this.#destinations.action(source.get("A"));
    const destination = this.#destinations.of(source.get("Dest"));
    if (action) dict.set("A", action);
    else if (destination !== undefined) dict.set("Dest", destination);
    if (!isCut || !area) return;
    const left = this.#quads(source, area);
    if (left.length > 0) dict.set("QuadPoints", left);
  }

  /** The parts of the quadrilaterals of marked text that lie inside. */
  #quads(source: PdfDict, area: Box): number[] {
    const { document } = this.#contents.reading;
    const left: number[] = [];
    for (const quad of quadsOf(document, source)) {
      const box = intersect(quad, area);
      if (box) left.push(box[0], box[3], box[2], box[3], box[0], box[1], box[2], box[1]);
    }
    return left;
  }

  /** /N of the appearances: a form, or one for each state (12.5.5). */
  *#appearances(source: PdfDict, seen: Seen): Turns<PdfObject | undefined> {
    const { document } = this.#contents.reading;
    const entry = document.dict(source.get("AP"))?.get("N");
    const normal = document.resolve(entry);
    if (normal instanceof PdfStream) return yield* this.#look(normal, seen);
    if (!(normal instanceof Map)) return undefined;
    const states: PdfDict = new Map();
    // Only fields change their state. The other appearances of anything else, and of a cut field, are never visible.
    const isField = document.resolve(source.get("Subtype")) === "Widget" && !seen.isCut;
    const shown = document.resolve(source.get("AS"));
    for (const [state, form] of document.entries(normal)) {
      if (!isField && state !== shown) continue;
      const own = document.resolve(form);
      const ref = own instanceof PdfStream ? yield* this.#look(own, seen) : undefined;
      if (ref) states.set(state, ref);
    }
    return states.size > 0 ? states : undefined;
  }

  /** An appearance of which nothing is left has shown nothing inside, like a hidden one. */
  #isDrawnByViewers(source: PdfDict, subtype: string): boolean {
    const { document } = this.#contents.reading;
    const hadLook = document.resolve(document.dict(source.get("AP"))?.get("N")) !== null;
    const isHiding = isHidden(document.number(source.get("F")) ?? 0);
    return !hadLook && !isHiding && isDrawnByViewers(document, source, subtype, undefined, false);
  }

  /** The remaining part of a drawing that viewers make from the annotation's points. */
  *#drawn(source: PdfDict, subtype: string, seen: Seen): Turns<PdfRef | undefined> {
    const { document } = this.#contents.reading;
    if (this.#numbers > MAX_NUMBERS) {
      this.#contents.findings.unremovable("annotations of too many points");
      return undefined;
    }
    const drawn = this.#isDrawnByViewers(source, subtype) && drawnAppearance(document, source, subtype, seen.rect);
    return drawn ? yield* this.#look(drawn, seen) : undefined;
  }

  *#look(form: PdfStream, { rect, left, area, owner, isCut }: Seen): Turns<PdfRef | undefined> {
    const contents = this.#contents;
    const extra: Matrix = appearanceMatrix(contents.reading.document, form, rect);
    const place = { area, holes: NO_HOLES, base: IDENTITY, unit: 1, owner, depth: 1 };
    const ref = yield* formApart(contents, form, place, extra);
    if (!ref || !isCut) return ref;
    // The remaining part fills the smaller rectangle, at its old place.
    const dict = pdfDict({
      Type: "XObject",
      Subtype: "Form",
      BBox: [...left],
      Resources: pdfDict({ XObject: pdfDict({ X0: ref }) }),
    });
    const text = `q ${matrixText(extra, 6)} cm /X0 Do Q`;
    return contents.copier.file.addContent(dict, new TextEncoder().encode(text));
  }
}

/** Where an annotation goes, and each of its parts. */
interface Moved {
  readonly rect: Box;
  readonly quads: readonly Box[];
}

/** Where a link, or what marks a text, goes with the words that it lies on; undefined where it stays. */
function placesWithWords(document: PdfDocument, source: PdfDict, holes: Holes): Moved | undefined {
  const subtype = String(document.resolve(source.get("Subtype")));
  const rect = normalise(document.numbers(source.get("Rect"), 4));
  if (holes.shifts.length === 0 || !rect || !(subtype === "Link" || MARKED.has(subtype))) return undefined;
  const places = [...quadsOf(document, source)];
  const quads = places.map((quad) => holes.moved(quad));
  if (quads.length === 0) return { rect: holes.moved(rect), quads };
  if (quads.every((box, at) => box.every((side, i) => side === places[at]![i]))) return undefined;
  const around = new Extent();
  for (const [left, bottom, right, top] of quads) {
    around.point(left, bottom);
    around.point(right, top);
  }
  return { rect: [around.left, around.bottom, around.right, around.top], quads };
}

/** Adds what a field says of itself (12.7.4); a signature keeps no value. */
export function addFieldEntries(copier: Copier, into: PdfDict, source: PdfDict): void {
  for (const [key, value] of copier.dict(source, "field")) into.set(key, value);
  const isSignature = copier.document.resolve(source.get("FT")) === "Sig";
  if (isSignature) return;
  for (const [key, value] of copier.dict(source, "fieldValue")) into.set(key, value);
}
