import type { PdfDocument } from "../../pdf-file/document.ts";
import { nameKey } from "../../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, PdfRef, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { Rewriting } from "../rewrite/work.ts";
import { type AnnotationCleaner, addFieldEntries, type KeptAnnotation } from "./annotations.ts";

const MAX_DEPTH = 64;
const MAX_FIELDS = 200_000;

/** A field, or a widget, that is in the new file. */
interface KeptField {
  readonly ref: PdfRef;
  /** The type of the field: its own, or that of a field above or below it. */
  readonly type: PdfObject;
  /** Whether a widget of it is gone. */
  readonly isLost: boolean;
  /** The states that its remaining widgets can show. */
  readonly states: readonly string[];
}

/** The interactive form (12.7), with the fields that still have a widget. */
export class FormFields {
  readonly #contents: Rewriting;
  readonly #document: PdfDocument;
  readonly #annotations: AnnotationCleaner;
  readonly #written = new Set<KeptAnnotation>();
  readonly #visited = new Set<number | PdfDict>();

  constructor(contents: Rewriting, annotations: AnnotationCleaner) {
    this.#contents = contents;
    this.#document = contents.reading.document;
    this.#annotations = annotations;
  }

  /** /AcroForm of the new file; writes all annotations that waited for it. */
  write(): PdfDict | undefined {
    const document = this.#document;
    const { findings, copier } = this.#contents;
    const form = document.dict(document.catalog.get("AcroForm"));
    const fields = (document.array(form?.get("Fields")) ?? []).flatMap(
      (field) => this.#field(field, undefined, null, 0)?.ref ?? [],
    );
    for (const annotation of this.#annotations.waiting) {
      if (!this.#written.has(annotation)) this.#annotations.write(annotation);
    }
    if (form?.has("XFA")) findings.dropped.add("the XFA form");
    const flags = document.number(form?.get("SigFlags")) ?? 0;
    if ((flags & 1) === 1) findings.dropped.add("signatures");
    if (!form || fields.length === 0) return undefined;
    const made = copier.dict(form, "interactiveForm").set("Fields", fields);
    const fonts: PdfDict = new Map();
    for (const [name, font] of document.entries(document.dict(form.get("DR"))?.get("Font"))) {
      if (!document.dict(font)) continue;
      const use = this.#contents.fonts.useOf(font);
      use.isNamed = true;
      fonts.set(name, use.ref);
    }
    if (fonts.size > 0) made.set("DR", pdfDict({ Font: fonts }));
    return made;
  }

  #field(object: PdfObject, parent: PdfRef | undefined, inherited: PdfObject, depth: number): KeptField | undefined {
    const document = this.#document;
    const { copier } = this.#contents;
    const dict = document.dict(object);
    const key = object instanceof PdfRef ? object.number : dict;
    if (!dict || key === undefined || depth > MAX_DEPTH || this.#visited.has(key)) return undefined;
    if (this.#visited.size > MAX_FIELDS) return undefined;
    this.#visited.add(key);
    const type = document.resolve(dict.get("FT") ?? null) ?? inherited;
    const kids = document.array(dict.get("Kids"));
    if (!kids || kids.length === 0) return this.#widget(key, parent, type);
    const ref = copier.file.newRef();
    const fields = kids.map((kid) => this.#field(kid, ref, type, depth + 1));
    const left = fields.filter((field) => field !== undefined);
    if (left.length === 0) return undefined;
    const isLost = left.length < kids.length || left.some((field) => field.isLost);
    const made: PdfDict = new Map();
    addFieldEntries(copier, made, dict);
    const kept: KeptField = { ref, type: type ?? left[0]!.type, isLost, states: left.flatMap(({ states }) => states) };
    if (isLost) {
      dropUnseen(made, kept);
      // The name of a group of fields describes all its members.
      const isGroup = kids.some((kid) => document.dict(kid)?.has("T"));
      if (isGroup) for (const entry of ["TU", "TM"]) made.delete(entry);
    }
    if (parent) made.set("Parent", parent);
    copier.file.put(ref, made.set("Kids", [...left.map((field) => field.ref)]));
    return kept;
  }

  #widget(key: number | PdfDict, parent: PdfRef | undefined, type: PdfObject): KeptField | undefined {
    const own = this.#annotations.kept.get(key);
    if (!own || own.isCut) return undefined;
    if (parent) own.dict.set("Parent", parent);
    this.#annotations.write(own);
    this.#written.add(own);
    const looks = this.#document.entries(this.#document.dict(own.dict.get("AP"))?.get("N"));
    return { ref: own.ref, type, isLost: false, states: [...looks.keys()] };
  }
}

/** For buttons that have lost some widgets: a state that no other widget has, and the list of all states. */
function dropUnseen(made: PdfDict, { type, states }: KeptField): void {
  if (type === "Ch" || type === "Tx") return;
  made.delete("Opt");
  for (const key of ["V", "DV"]) {
    // Some writers give the state as a string.
    const state = nameKey(made.get(key));
    if (state === undefined || !states.includes(state)) made.delete(key);
  }
}
