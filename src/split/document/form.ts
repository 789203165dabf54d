import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { Draft } from "../write/draft.ts";
import { keptAction, keptTriggers, type PartScope, withKept } from "./actions.ts";
import type { Notes } from "./notes.ts";

/** Levels of a field hierarchy. */
const DEEPEST_FIELD = 64;
const MAX_FIELDS = 200_000;

/** The interactive form (ISO 32000-2 §12.7) and, for each part, its fields that have widgets on the part's pages. */
export class Form {
  readonly #document: PdfDocument;
  readonly #dict: PdfDict | undefined;
  readonly #positions = new Map<number, number>();
  /** Parents of kids that do not name theirs, which viewers find from the top. */
  readonly #silentParents = new Map<number, number>();
  readonly #known = new Set<number>();

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#dict = document.dict(document.catalog.get("AcroForm"));
    for (const field of document.array(this.#dict?.get("Fields")) ?? []) {
      if (field instanceof PdfRef) this.#positions.set(field.number, this.#positions.size);
    }
    this.#findSilentParents();
  }

  #findSilentParents(): void {
    const open = [...this.#positions.keys()];
    for (const number of open) this.#known.add(number);
    for (let parent = open.pop(); parent !== undefined && this.#known.size < MAX_FIELDS; parent = open.pop()) {
      for (const kid of this.#document.array(this.#document.dict(new PdfRef(parent, 0))?.get("Kids")) ?? []) {
        if (!(kid instanceof PdfRef) || this.#known.has(kid.number)) continue;
        this.#known.add(kid.number);
        open.push(kid.number);
        if (this.#document.dict(kid)?.has("Parent") === false) this.#silentParents.set(kid.number, parent);
      }
    }
  }

  /** Whether the form leads to the object: a field, or a widget of one. */
  isField(number: number): boolean {
    return this.#known.has(number);
  }

  /** The field that a field or widget belongs to. */
  #parentOf(number: number | undefined, dict: PdfDict | undefined): number | undefined {
    const parent = dict?.get("Parent");
    return parent instanceof PdfRef ? parent.number : this.#silentParents.get(number ?? -1);
  }

  #isWidget(annotation: PdfDict): boolean {
    return this.#document.resolve(annotation.get("Subtype")) === "Widget";
  }

  /** Whether the annotation is the widget of a signature that was given, and not only asked for. */
  isSigned(annotation: PdfDict, number: number | undefined): boolean {
    if (!this.#isWidget(annotation)) return false;
    return this.#inherited("FT", annotation, number) === "Sig" && this.#inherited("V", annotation, number) !== null;
  }

  /** A field's attribute, its own or that of a field above it (§12.7.4.1). */
  #inherited(key: string, field: PdfDict, fieldNumber: number | undefined): PdfObject {
    let dict: PdfDict | undefined = field;
    let number = fieldNumber;
    for (let level = 0; dict !== undefined && level < DEEPEST_FIELD; level++) {
      const value = this.#document.resolve(dict.get(key));
      if (value !== null) return value;
      number = this.#parentOf(number, dict);
      dict = number === undefined ? undefined : this.#document.dict(new PdfRef(number, 0));
    }
    return null;
  }

  /**
   * Admits the fields that the part's widgets belong to. A node of the page tree is never taken for a field, even where
   * a widget names it as its parent.
   */
  admitFields(draft: Draft, isInPageTree: (number: number) => boolean): void {
    for (const widget of draft.annotations) {
      let dict = draft.dictOf(widget);
      if (dict === undefined || !this.#isWidget(dict) || this.isSigned(dict, widget)) continue;
      draft.fields.add(widget);
      let number = widget;
      for (let level = 0; level < DEEPEST_FIELD; level++) {
        const parent = this.#parentOf(number, dict);
        if (parent === undefined || draft.fields.has(parent) || isInPageTree(parent)) break;
        dict = this.#document.dict(draft.ref(parent));
        if (dict === undefined) break;
        draft.fields.add(parent);
        number = parent;
      }
    }
  }

  /** The part's /AcroForm, with its fields trimmed to their widgets in the part; undefined when it has none. */
  of(draft: Draft, scope: PartScope, notes: Notes): PdfDict | undefined {
    const tops: number[] = [];
    for (const field of draft.fields) {
      this.#trimField(field, draft, scope);
      if (this.#positions.has(field) || !this.#hasParent(field, draft)) tops.push(field);
    }
    // Widgets may have fields above them in a document that has no form.
    if (tops.length === 0 || !this.#dict) return undefined;
    // Fields that the document forgot to list come last.
    const position = (field: number) => this.#positions.get(field) ?? this.#positions.size + field;
    tops.sort((a, b) => position(a) - position(b));
    const form: PdfDict = new Map(this.#dict).set(
      "Fields",
      tops.map((number) => draft.ref(number)),
    );
    const order = this.#document
      .array(form.get("CO"))
      ?.filter((item) => item instanceof PdfRef && draft.fields.has(item.number));
    if (order?.length) form.set("CO", order);
    else form.delete("CO");
    // No part is signed, and none needs to be extended by updates only.
    form.delete("SigFlags");
    // An XFA form describes the whole document a second time; without it the fields themselves count.
    if (form.delete("XFA")) notes.add("xfa");
    return form;
  }

  #hasParent(number: number, draft: Draft): boolean {
    const parent = this.#parentOf(number, draft.dictOf(number));
    return parent !== undefined && draft.fields.has(parent);
  }

  #trimField(number: number, draft: Draft, scope: PartScope): void {
    const dict = draft.dictOf(number);
    if (dict === undefined) return;
    const kids = this.#document.array(dict.get("Kids"));
    // A kid that is written into its field is on no page: pages refer to their widgets.
    const kept = kids?.filter((kid) => kid instanceof PdfRef && draft.fields.has(kid.number));
    const trimmed = kept?.length === kids?.length ? dict : new Map(dict).set("Kids", kept ?? []);
    const isSettled = draft.annotations.has(number);
    const changed = isSettled ? trimmed : withKept(trimmed, { AA: keptTriggers, A: keptAction }, scope);
    if (changed !== dict) draft.define(number, changed);
  }
}
