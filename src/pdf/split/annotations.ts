import type { PdfDocument } from "../document.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../syntax/objects.ts";
import { keptAction, keptDestination, keptTriggers, type PartScope } from "./actions.ts";
import type { Draft } from "./draft.ts";

/** Annotations that one page may list. */
const MOST_ANNOTATIONS = 100_000;

/** Names the annotations of a page as the part's, before any action is judged: actions may refer to them. */
export function admitAnnotations(draft: Draft, document: PdfDocument, page: PdfDict): PdfObject[] | undefined {
  const listed = document.array(page.get("Annots"))?.slice(0, MOST_ANNOTATIONS);
  for (const annotation of listed ?? []) {
    if (!(annotation instanceof PdfRef)) continue;
    draft.annotations.add(annotation.number);
  }
  return listed;
}

/** The page's annotations without links that lead out of the part; the same array when none does. */
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
  const dict = scope.document.resolve(annotation);
  // A number in /Annots that means nothing, or that is defined by now because two pages share it.
  if (!(dict instanceof Map)) return undefined;
  if (annotation instanceof PdfRef && draft.definitions.has(annotation.number)) return annotation;
  const changed = withKeptActions(dict, scope);
  if (changed === dict) return annotation;
  if (changed !== undefined && annotation instanceof PdfRef) {
    draft.define(annotation.number, changed);
    return annotation;
  }
  if (annotation instanceof PdfRef) draft.annotations.delete(annotation.number);
  return changed;
}

/** A link without anywhere to lead goes altogether; any other annotation only loses the action. */
function withKeptActions(annotation: PdfDict, scope: PartScope): PdfDict | undefined {
  const changes: PdfDict = new Map();
  const consider = (key: string, keep: (value: PdfObject, scope: PartScope) => PdfObject | undefined): void => {
    const value = annotation.get(key) ?? null;
    if (value === null) return;
    const kept = keep(value, scope);
    if (kept !== value) changes.set(key, kept ?? null);
  };
  consider("Dest", keptDestination);
  consider("A", keptAction);
  if (changes.size > 0 && scope.document.resolve(annotation.get("Subtype")) === "Link") {
    const leads = (key: string) => annotation.has(key) && changes.get(key) !== null;
    if (!leads("Dest") && !leads("A")) return undefined;
  }
  consider("AA", keptTriggers);
  consider("PA", keptAction);
  if (changes.size === 0) return annotation;
  const changed: PdfDict = new Map(annotation);
  for (const [key, value] of changes) {
    if (value === null) changed.delete(key);
    else changed.set(key, value);
  }
  return changed;
}
