import { COST } from "../../meter/work-limits.ts";
import { isHidden } from "../../pdf-content/annotations.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { dictWithout, type PdfDict, type PdfObject, PdfRef, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { Draft } from "../write/draft.ts";
import { keptAction, keptDestination, keptTriggers, type PartScope, withKept } from "./actions.ts";

/** Admits the annotations of a page before any action is judged, since actions may refer to them. */
export function admitAnnotations(draft: Draft, document: PdfDocument, page: PdfDict): PdfObject[] | undefined {
  const listed = document.array(page.get("Annots"));
  document.work.spend((listed?.length ?? 0) * COST.annotation);
  for (const annotation of listed ?? []) {
    if (!(annotation instanceof PdfRef)) continue;
    draft.annotations.add(annotation.number);
  }
  return listed;
}

/** The page's annotations without what leads out of the part; the same array when nothing does. */
export function keptAnnotations(draft: Draft, listed: PdfObject[], scope: PartScope): PdfObject[] {
  let same = true;
  const kept: PdfObject[] = [];
  for (const annotation of listed) {
    const left = keptAnnotation(draft, annotation, scope);
    if (left !== annotation) same = false;
    if (left !== undefined) kept.push(left);
  }
  return same ? listed : kept;
}

function keptAnnotation(draft: Draft, annotation: PdfObject, scope: PartScope): PdfObject | undefined {
  const dict = scope.document.dict(annotation);
  // An entry of /Annots that is no annotation, or one that two pages share and that is defined already.
  if (dict === undefined) return undefined;
  const number = annotation instanceof PdfRef ? annotation.number : undefined;
  if (number !== undefined && draft.definitions.has(number)) return annotation;
  const changed = scope.isSigned(dict, number) ? signed(dict, scope) : withKeptActions(dict, scope);
  const left = changed === undefined ? undefined : withKeptRelations(draft, changed, number, scope.document);
  if (left === dict) return annotation;
  if (number === undefined) return left;
  if (left === undefined) {
    draft.annotations.delete(number);
    return undefined;
  }
  draft.define(number, left);
  return annotation;
}

function signed(widget: PdfDict, scope: PartScope): PdfDict | undefined {
  scope.seesSignature();
  return pictureOf(scope.document, widget);
}

/** A link that leads nowhere keeps its box, where it has one; any other annotation only loses the action. */
function withKeptActions(annotation: PdfDict, scope: PartScope): PdfDict | undefined {
  const kept = withKept(annotation, { Dest: keptDestination, A: keptAction }, scope);
  if (kept !== annotation && scope.document.resolve(annotation.get("Subtype")) === "Link") {
    const leads = kept.has("Dest") || kept.has("A");
    if (!leads && !isDrawn(scope.document, annotation)) return undefined;
  }
  return withKept(kept, { AA: keptTriggers, PA: keptAction }, scope);
}

/** What an annotation may refer to beside its page: others of the same pages (§12.5.6.2), and the field of a widget. */
function withKeptRelations(draft: Draft, annotation: PdfDict, number: number | undefined, document: PdfDocument) {
  const lost: string[] = [];
  const consider = (key: string, isKept: (target: number) => boolean): void => {
    const target = annotation.get(key);
    if (target instanceof PdfRef && !isKept(target.number)) lost.push(key);
  };
  const isListed = (target: number) => draft.annotations.has(target);
  consider("P", (target) => draft.pages.has(target));
  consider("Parent", (target) => isListed(target) || draft.fields.has(target));
  consider("IRT", isListed);
  consider("Popup", (target) => {
    const popup = isListed(target) ? undefined : document.dict(draft.ref(target));
    const parent = popup?.get("Parent");
    // A pop-up belongs to the annotation that names it, whether or not its page lists it.
    if (parent instanceof PdfRef && parent.number === number && popup?.get("Subtype") === "Popup") {
      draft.annotations.add(target);
    }
    return isListed(target);
  });
  return lost.length === 0 ? annotation : dictWithout(annotation, lost);
}

/** A bit of an annotation's /F (ISO 32000-2 §12.5.3). */
const READ_ONLY = 1 << 6;

/**
 * Whether a link is visible: by an appearance, or by the box that viewers draw unless the link forbids it (§12.5.4).
 */
function isDrawn(document: PdfDocument, annotation: PdfDict): boolean {
  if (isHidden(document.number(annotation.get("F")) ?? 0)) return false;
  if (document.dict(annotation.get("AP")) !== undefined) return true;
  // A colour without components is transparent.
  if (document.array(annotation.get("C"))?.length === 0) return false;
  const style = document.dict(annotation.get("BS"));
  if (style !== undefined) return (document.number(style.get("W")) ?? 1) > 0;
  return (document.number(document.items(annotation.get("Border"), 3)?.[2]) ?? 1) > 0;
}

/** What a picture keeps of the widget that it was. */
const OF_A_PICTURE = ["Type", "Rect", "P", "F", "AP", "AS", "OC", "StructParent", "CA"];

/**
 * The look of a widget as a stamp, which every viewer shows as it is; undefined where there is nothing to see. Viewers
 * do not show the widget of a signature field that has lost its signature.
 */
function pictureOf(document: PdfDocument, widget: PdfDict): PdfDict | undefined {
  const [left = 0, bottom = 0, right = 0, top = 0] = (document.items(widget.get("Rect"), 4) ?? []).map(
    (side) => document.number(side) ?? 0,
  );
  const look = document.dict(widget.get("AP"))?.get("N") ?? null;
  const flags = document.number(widget.get("F")) ?? 0;
  if (isHidden(flags) || left === right || bottom === top || document.dict(look) === undefined) return undefined;
  const picture = pdfDict({ Subtype: "Stamp" });
  for (const key of OF_A_PICTURE) {
    const value = widget.get(key);
    if (value !== undefined) picture.set(key, value);
  }
  // What the widget looked like when it was pressed means nothing any more.
  picture.set("AP", pdfDict({ N: look }));
  return picture.set("F", flags | READ_ONLY);
}
