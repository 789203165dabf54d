import type { PdfDocument } from "../document.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../syntax/objects.ts";
import { keptAction, keptTriggers, type PartScope } from "./actions.ts";
import type { Draft } from "./draft.ts";

/** Levels of a field hierarchy. */
const DEEPEST_FIELD = 64;
const MOST_FIELDS = 200_000;

export interface FormNotes {
  signatureDropped: boolean;
  xfaDropped: boolean;
}

/** The interactive form (ISO 32000-2 §12.7) and, for each part, its fields that have widgets on the part's pages. */
export class Form {
  private readonly document: PdfDocument;
  private readonly dict: PdfDict | undefined;
  private readonly positions = new Map<number, number>();
  /** Parents of kids that do not name theirs, which viewers find from the top. */
  private readonly silentParents = new Map<number, number>();

  constructor(document: PdfDocument) {
    this.document = document;
    this.dict = document.dict(document.catalog.get("AcroForm"));
    for (const field of document.array(this.dict?.get("Fields")) ?? []) {
      if (field instanceof PdfRef) this.positions.set(field.number, this.positions.size);
    }
    this.findSilentParents();
  }

  private findSilentParents(): void {
    const open = [...this.positions.keys()];
    const visited = new Set(open);
    for (let parent = open.pop(); parent !== undefined && visited.size < MOST_FIELDS; parent = open.pop()) {
      for (const kid of this.document.array(this.document.dict(new PdfRef(parent, 0))?.get("Kids")) ?? []) {
        if (!(kid instanceof PdfRef) || visited.has(kid.number)) continue;
        visited.add(kid.number);
        open.push(kid.number);
        if (this.document.dict(kid)?.has("Parent") === false) this.silentParents.set(kid.number, parent);
      }
    }
  }

  /** The field that a field or widget belongs to. */
  private parentOf(number: number, dict: PdfDict | undefined): number | undefined {
    const parent = dict?.get("Parent");
    return parent instanceof PdfRef ? parent.number : this.silentParents.get(number);
  }

  /** Names the fields that the part's widgets belong to as the part's. What the page tree is made of is no field, whoever says so. */
  admitFields(draft: Draft, pageTree: number): void {
    for (const widget of draft.annotations) {
      let dict = draft.dictOf(widget);
      if (dict === undefined || this.document.resolve(dict.get("Subtype")) !== "Widget") continue;
      draft.fields.add(widget);
      let number = widget;
      for (let level = 0; level < DEEPEST_FIELD; level++) {
        const parent = this.parentOf(number, dict);
        if (parent === undefined || draft.fields.has(parent) || parent === pageTree || draft.pages.has(parent)) break;
        dict = this.document.dict(draft.ref(parent));
        if (dict === undefined) break;
        draft.fields.add(parent);
        number = parent;
      }
    }
  }

  /** The part's /AcroForm, with its fields trimmed to their widgets in the part; undefined when it has none. */
  of(draft: Draft, scope: PartScope, notes: FormNotes): PdfDict | undefined {
    if (this.dict === undefined) return undefined;
    const tops: number[] = [];
    for (const field of draft.fields) {
      this.trimField(field, draft, scope, notes);
      if (this.positions.has(field) || !this.hasParent(field, draft)) tops.push(field);
    }
    if (tops.length === 0) return undefined;
    // Fields that the document forgot to list come last.
    const position = (field: number) => this.positions.get(field) ?? this.positions.size + field;
    tops.sort((a, b) => position(a) - position(b));
    const form: PdfDict = new Map(this.dict).set(
      "Fields",
      tops.map((number) => draft.ref(number)),
    );
    const order = this.document
      .array(form.get("CO"))
      ?.filter((item) => item instanceof PdfRef && draft.fields.has(item.number));
    if (order !== undefined && order.length > 0) form.set("CO", order);
    else form.delete("CO");
    if (notes.signatureDropped) form.delete("SigFlags");
    // An XFA form describes the whole document a second time; without it the fields themselves count.
    if (form.delete("XFA")) notes.xfaDropped = true;
    return form;
  }

  private hasParent(number: number, draft: Draft): boolean {
    const parent = this.parentOf(number, draft.dictOf(number));
    return parent !== undefined && draft.fields.has(parent);
  }

  private trimField(number: number, draft: Draft, scope: PartScope, notes: FormNotes): void {
    const dict = draft.dictOf(number);
    if (dict === undefined) return;
    const changed: PdfDict = new Map(dict);
    const kids = this.document.array(dict.get("Kids"));
    const kept = kids?.filter((kid) => !(kid instanceof PdfRef) || draft.fields.has(kid.number));
    let same = kept?.length === kids?.length;
    if (!same) changed.set("Kids", kept ?? []);
    // A signature covers the bytes of the whole document: in a part it could only be invalid.
    if (dict.has("V") && this.fieldType(dict) === "Sig") {
      changed.delete("V");
      notes.signatureDropped = true;
      same = false;
    }
    if (!draft.annotations.has(number)) {
      for (const [key, keep] of [
        ["AA", keptTriggers],
        ["A", keptAction],
      ] as const) {
        const value = dict.get(key);
        if (value === undefined) continue;
        const left = keep(value, scope);
        if (left === value) continue;
        same = false;
        if (left === undefined) changed.delete(key);
        else changed.set(key, left);
      }
    }
    if (!same) draft.define(number, changed);
  }

  private fieldType(field: PdfDict): PdfObject {
    let dict: PdfDict | undefined = field;
    for (let level = 0; dict !== undefined && level < DEEPEST_FIELD; level++) {
      const type = this.document.resolve(dict.get("FT"));
      if (type !== null) return type;
      dict = this.document.dict(dict.get("Parent"));
    }
    return null;
  }
}
