import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { Destinations } from "./part-destinations.ts";

/**
 * Actions in one chain of /Next (ISO 32000-2 §12.6.2); more is no real document. What is left of a chain is written as
 * dictionaries within one another, which may not be too many.
 */
const MAX_CHAINED = 100;

/** What a part knows when it decides on destinations and actions. */
export interface PartScope {
  readonly document: PdfDocument;
  readonly destinations: Destinations;
  readonly hasPage: (index: number) => boolean;
  readonly hasWidget: (number: number) => boolean;
  /** Whether an annotation is the widget of a signature that was given; its number where it has one. */
  readonly isSigned: (annotation: PdfDict, number: number | undefined) => boolean;
  readonly seesSignature: () => void;
  /** Called when a kept action runs JavaScript. */
  readonly seesScript: () => void;
  /** Called with the name under which a kept action names an embedded file. */
  readonly seesAttachment: (name: PdfObject) => void;
}

/** An entry's value as the part can have it: the same object when nothing changes, undefined when nothing is left. */
type Keep = (value: PdfObject, scope: PartScope) => PdfObject | undefined;

/** The dictionary with these entries as the part can have them: the same one when nothing changes. */
export function withKept(dict: PdfDict, entries: Readonly<Record<string, Keep>>, scope: PartScope): PdfDict {
  let changed: PdfDict | undefined;
  for (const [key, keep] of Object.entries(entries)) {
    const value = dict.get(key) ?? null;
    const kept = value === null ? value : keep(value, scope);
    if (kept === value) continue;
    changed ??= new Map(dict);
    if (kept === undefined) changed.delete(key);
    else changed.set(key, kept);
  }
  return changed ?? dict;
}

export function keptDestination(destination: PdfObject, scope: PartScope): PdfObject | undefined {
  const page = scope.destinations.pageOf(destination);
  return page >= 0 && scope.hasPage(page) ? scope.destinations.byReference(destination) : undefined;
}

/**
 * The action, or chain of actions, without what leads out of the part: the same object when nothing changes, undefined
 * when nothing is left. A chain whose first action is dropped continues with the next.
 */
export function keptAction(action: PdfObject, scope: PartScope): PdfObject | undefined {
  const seen = new Set<PdfObject>();
  const keep = (object: PdfObject, isListed = false): PdfObject | undefined => {
    const value = scope.document.resolve(object);
    // A list in a list is none.
    if (Array.isArray(value) && isListed) return undefined;
    if (Array.isArray(value)) {
      const kept = value.map((item) => keep(item, true));
      if (kept.every((item, index) => item === value[index])) return object;
      const left = kept.filter((item) => item !== undefined);
      return left.length > 0 ? left.flat() : undefined;
    }
    if (!(value instanceof Map) || seen.has(value) || seen.size >= MAX_CHAINED) return undefined;
    seen.add(value);
    const own = keptAlone(value, scope);
    const next = value.get("Next") ?? null;
    const keptNext = next === null ? undefined : keep(next);
    if (own === undefined) return keptNext;
    if (own === value && (next === null || keptNext === next)) return object;
    const changed: PdfDict = new Map(own);
    if (keptNext === undefined) changed.delete("Next");
    else changed.set("Next", keptNext);
    return changed;
  };
  return keep(action);
}

/** One action, its /Next aside. */
function keptAlone(action: PdfDict, scope: PartScope): PdfDict | undefined {
  const { document } = scope;
  switch (document.resolve(action.get("S"))) {
    case "GoTo": {
      const destination = action.get("D") ?? null;
      const kept = keptDestination(destination, scope);
      if (kept === undefined) return undefined;
      // A structure destination (§12.3.2.3) may name an element of another part; the page destination stays.
      if (kept === destination && !action.has("SD")) return action;
      const changed = new Map(action).set("D", kept);
      changed.delete("SD");
      return changed;
    }
    case "Thread":
      // Articles run through the whole document; those of another file are named by number or title.
      return action.has("F") && document.dict(action.get("D")) === undefined ? action : undefined;
    case "GoToDp":
      // The hierarchy of document parts (§14.12) describes the whole document.
      return undefined;
    case "JavaScript":
      scope.seesScript();
      return action;
    case "GoToE": {
      const target = document.dict(action.get("T"));
      const name = target && document.resolve(target.get("N"));
      if (name) scope.seesAttachment(name);
      return action;
    }
    case "Hide":
      return withKnownFields(action, "T", scope);
    case "SubmitForm":
    case "ResetForm":
      return withKnownFields(action, "Fields", scope);
    case "Rendition":
    case "Movie":
    case "GoTo3DView":
    case "RichMediaExecute":
      if (document.resolve(action.get("JS")) !== null) scope.seesScript();
      return ["AN", "Annotation", "TA"].every((key) => isKnown(action.get(key) ?? null, scope)) ? action : undefined;
    default:
      return action;
  }
}

/** Fields may be named by text, or by reference: references to fields of other parts go. */
function withKnownFields(action: PdfDict, key: string, scope: PartScope): PdfDict | undefined {
  const named = action.get(key) ?? null;
  const value = scope.document.resolve(named);
  if (!Array.isArray(value)) return isKnown(named, scope) ? action : undefined;
  if (value.every((item) => isKnown(item, scope))) return action;
  return new Map(action).set(
    key,
    value.filter((item) => isKnown(item, scope)),
  );
}

function isKnown(item: PdfObject, scope: PartScope): boolean {
  if (!(item instanceof PdfRef) || scope.hasWidget(item.number)) return true;
  return scope.document.dict(item) === undefined;
}

/** An additional-actions dictionary (§12.6.3): each trigger's action, those that are left. */
export function keptTriggers(triggers: PdfObject, scope: PartScope): PdfObject | undefined {
  const dict = scope.document.dict(triggers);
  if (dict === undefined) return undefined;
  const kept: PdfDict = new Map();
  let same = true;
  for (const [trigger, action] of scope.document.entries(dict)) {
    const left = keptAction(action, scope);
    if (left !== undefined) kept.set(trigger, left);
    if (left !== action) same = false;
  }
  if (same) return triggers;
  return kept.size > 0 ? kept : undefined;
}
