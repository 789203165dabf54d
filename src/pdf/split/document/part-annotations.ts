import { dictWithout, type PdfDict, type PdfObject, PdfRef } from "../../../pdf-objects/syntax/objects.ts";
import type { PdfDocument } from "../../document.ts";
import type { Draft } from "../write/draft.ts";
import { keptAction, keptDestination, keptTriggers, type PartScope, withKept } from "./actions.ts";
import { isDrawn, pictureOf } from "./look.ts";

/** Annotations that one page may list. */
const MOST_ANNOTATIONS = 100_000;

/** Admits the annotations of a page before any action is judged, since actions may refer to them. */
export function admitAnnotations(draft: Draft, document: PdfDocument, page: PdfDict): PdfObject[] | undefined {
  const listed = document.array(page.get("Annots"))?.slice(0, MOST_ANNOTATIONS);
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
function withKeptRelations(
  draft: Draft,
  annotation: PdfDict,
  number: number | undefined,
  document: PdfDocument,
): PdfDict {
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
