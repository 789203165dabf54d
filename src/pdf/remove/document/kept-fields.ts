import { type PdfDict, type PdfObject, PdfRef } from "../../../pdf-objects/syntax/objects.ts";
import type { PdfDocument } from "../../document.ts";
import type { Cleaner } from "../content/cleaner.ts";
import type { AnnotationCleaner, KeptAnnotation } from "./annotation-cleaner.ts";

const MOST_DEPTH = 64;
const MOST_FIELDS = 200_000;

/** The interactive form (12.7), with the fields that still have a widget. */
export class FormFields {
  readonly #cleaner: Cleaner;
  readonly #document: PdfDocument;
  readonly #annotations: AnnotationCleaner;
  readonly #written = new Set<KeptAnnotation>();
  readonly #visited = new Set<number | PdfDict>();

  constructor(cleaner: Cleaner, annotations: AnnotationCleaner) {
    this.#cleaner = cleaner;
    this.#document = cleaner.reading.document;
    this.#annotations = annotations;
  }

  /** /AcroForm of the new file; writes all annotations. */
  write(): PdfDict | undefined {
    const document = this.#document;
    const { findings, copier } = this.#cleaner;
    const form = document.dict(document.catalog.get("AcroForm"));
    const fields = (document.array(form?.get("Fields")) ?? []).flatMap(
      (field) => this.#field(field, undefined, 0) ?? [],
    );
    for (const annotation of this.#annotations.all) {
      if (this.#written.has(annotation)) continue;
      if (!annotation.isCut) this.#takeValues(annotation.dict, annotation.source, false);
      copier.file.put(annotation.ref, annotation.dict);
    }
    if (form?.has("XFA")) findings.dropped.add("the XFA form");
    const flags = document.number(form?.get("SigFlags")) ?? 0;
    if ((flags & 1) === 1) findings.dropped.add("signatures");
    if (!form || fields.length === 0) return undefined;
    const made = copier.dict(form, "interactiveForm").set("Fields", fields);
    const fonts: PdfDict = new Map();
    for (const [name, font] of document.dict(document.dict(form.get("DR"))?.get("Font")) ?? []) {
      if (!document.dict(font)) continue;
      const use = this.#cleaner.fonts.useOf(font);
      use.isNamed = true;
      fonts.set(name, use.ref);
    }
    if (fonts.size > 0) made.set("DR", new Map([["Font", fonts]]));
    return made;
  }

  #field(object: PdfObject, parent: PdfRef | undefined, depth: number): PdfRef | undefined {
    const document = this.#document;
    const annotations = this.#annotations;
    const { copier } = this.#cleaner;
    const dict = document.dict(object);
    const key = object instanceof PdfRef ? object.number : dict;
    if (!dict || key === undefined || depth > MOST_DEPTH || this.#visited.has(key)) return undefined;
    if (this.#visited.size > MOST_FIELDS) return undefined;
    this.#visited.add(key);
    const own = annotations.kept.get(key);
    const kids = document.array(dict.get("Kids"));
    if (!kids || kids.length === 0) {
      if (!own || own.isCut) return undefined;
      this.#takeValues(own.dict, dict, false);
      if (parent) own.dict.set("Parent", parent);
      copier.file.put(own.ref, own.dict);
      this.#written.add(own);
      return own.ref;
    }
    const ref = copier.file.newRef();
    const left = kids.flatMap((kid) => this.#field(kid, ref, depth + 1) ?? []);
    if (left.length === 0) return undefined;
    // A value that no remaining widget shows whole is left out.
    const isShown = kids.some((kid) => this.#showsWhole(kid, 0));
    const made: PdfDict = new Map();
    this.#takeValues(made, dict, !isShown);
    if (left.length < kids.length) this.#dropUnseen(made, kids);
    if (parent) made.set("Parent", parent);
    copier.file.put(ref, made.set("Kids", left));
    return ref;
  }

  #showsWhole(object: PdfObject, depth: number): boolean {
    const dict = this.#document.dict(object);
    const key = object instanceof PdfRef ? object.number : dict;
    if (!dict || key === undefined || depth > MOST_DEPTH) return false;
    const own = this.#annotations.kept.get(key);
    if (own) return !own.isCut;
    return (this.#document.array(dict.get("Kids")) ?? []).some((kid) => this.#showsWhole(kid, depth + 1));
  }

  /** For buttons that have lost some widgets: a state that no other widget has, and the list of all states. */
  #dropUnseen(made: PdfDict, kids: readonly PdfObject[]): void {
    if (made.get("FT") !== "Btn") return;
    made.delete("Opt");
    const states = new Set<string>();
    for (const kid of kids) {
      const own = this.#annotations.kept.get(
        kid instanceof PdfRef ? kid.number : (this.#document.dict(kid) as PdfDict),
      );
      const looks = this.#document.dict(this.#document.dict(own?.dict.get("AP"))?.get("N"));
      for (const state of looks?.keys() ?? []) states.add(state);
    }
    for (const key of ["V", "DV"]) {
      const value = made.get(key);
      if (typeof value !== "string" || !states.has(value)) made.delete(key);
    }
  }

  #takeValues(into: PdfDict, source: PdfDict, isCut: boolean): void {
    const { copier } = this.#cleaner;
    for (const [key, value] of copier.dict(source, "field")) into.set(key, value);
    const isSignature = this.#document.resolve(source.get("FT")) === "Sig";
    if (isCut || isSignature) return;
    for (const [key, value] of copier.dict(source, "fieldValue")) into.set(key, value);
  }
}
