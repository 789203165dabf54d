import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { latin1 } from "../pdf-file/rope.ts";
import { stringKey } from "../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString, pdfDict } from "../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../pdf-file/syntax/text-strings.ts";
import type { Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";
import { topField } from "../pdf-pages/form-fields.ts";
import { grouped } from "../platform/grouped.ts";
import { latin1Text } from "../platform/latin1.ts";

/** Whether fields of one name in several documents stay apart, under names of their own, or are one field. */
export type FieldsMode = "apart" | "join";

/** What a field says of itself and not of its widget (ISO 32000-2 tables 226, 228, 231 to 235). */
const OF_A_FIELD = ["FT", "T", "TU", "TM", "Ff", "V", "DV", "MaxLen", "Opt", "TI", "I", "Lock", "SV", "Kids"];

/** What a field that is still to be written takes in memory, and each of its entries. */
const FIELD_BYTES = 500;
const ENTRY_BYTES = 80;

/** A field at the top of a document's form. */
interface TopField {
  readonly member: ObjectCopier;
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  /** The document's position, counted from 1. */
  readonly number: number;
}

/** One form of the documents' forms (§12.7). Fields get their new numbers before any page is copied. */
export class JoinedForm {
  readonly #assembly: Assembly;
  readonly #members: readonly ObjectCopier[];
  readonly #fields: PdfRef[] = [];
  /** Whether fields of several documents had one name. */
  readonly met: boolean = false;
  /** Fonts of the documents' forms that have new names, since another document has another font of the name. */
  readonly #renamed = new Map<ObjectCopier, ReadonlyMap<string, string>>();
  readonly #fonts: PdfDict = new Map();

  constructor(assembly: Assembly, members: readonly ObjectCopier[], mode: FieldsMode) {
    this.#assembly = assembly;
    this.#members = members;
    for (const [index, member] of members.entries()) this.#renamed.set(member, this.#ownFonts(member, index + 1));
    const all = members.flatMap((member, index) => topFields(member, index + 1));
    for (const same of grouped(all, ({ dict, member }) => nameOf(member.document, dict) ?? dict).values()) {
      const [first, ...others] = same as [TopField, ...TopField[]];
      const isShared = others.length > 0 && others.every(({ number }) => number !== first.number);
      if (isShared) this.met = true;
      if (isShared && mode === "join" && same.every((field) => isLike(field, first))) this.#join(first, same);
      else for (const field of same) this.#keep(field, isShared && field !== first);
    }
  }

  /** Gathers the fonts that the document's fields are written in; gives those that need another name. */
  #ownFonts(member: ObjectCopier, number: number): ReadonlyMap<string, string> {
    const { document } = member;
    const renamed = new Map<string, string>();
    const form = document.dict(document.catalog.get("AcroForm"));
    for (const [name, font] of document.entries(document.dict(form?.get("DR"))?.get("Font"))) {
      const free = this.#fonts.has(name) ? `${name}.${number}` : name;
      if (free !== name) renamed.set(name, free);
      this.#fonts.set(free, member.copy(font));
    }
    return renamed;
  }

  /** The dictionary with the form's fonts under their new names in its default appearance (§12.7.4.3). */
  withFonts(dict: PdfDict, member: ObjectCopier): PdfDict {
    const renamed = this.#renamed.get(member);
    const look = renamed?.size ? dict.get("DA") : undefined;
    if (!(look instanceof PdfString)) return dict;
    const text = latin1Text(look.bytes).replace(/\/([^\s/<>()[\]{}%]+)(?=\s+[-+.\d]+\s+Tf)/g, (all, name: string) => {
      const free = renamed?.get(name);
      return free === undefined ? all : `/${free}`;
    });
    return new Map(dict).set("DA", new PdfString(latin1(text)));
  }

  /** The field as it is, or with its document's number in its name. */
  #keep({ member, ref, dict, number }: TopField, isRenamed: boolean): void {
    const own = this.#assembly.newRef();
    member.alias(ref, own);
    this.#fields.push(own);
    this.#assembly.later(() => {
      const copied = member.copyDict(dict);
      const name = member.document.text(dict.get("T"));
      // A full stop would divide the name (§12.7.4.2).
      if (isRenamed && name !== undefined) copied.set("T", encodeTextString(`${name} (${number})`));
      this.#assembly.put(own, copied);
    });
  }

  /** One field with the widgets of all, and the value of the first. */
  #join(first: TopField, same: readonly TopField[]): void {
    const own = this.#assembly.newRef();
    this.#fields.push(own);
    const kids: PdfRef[] = [];
    for (const { member, ref, dict } of same) {
      const { document } = member;
      const held = document.array(dict.get("Kids")) ?? [];
      if (held.length > 0) member.alias(ref, own);
      for (const widget of held.length > 0 ? held : [ref]) {
        const numbered = this.#assembly.newRef();
        member.alias(widget, numbered);
        kids.push(numbered);
        this.#assembly.later(() => {
          const copied = member.copyDict(without(document.dict(widget) ?? new Map(), OF_A_FIELD));
          this.#assembly.put(numbered, copied.set("Parent", own));
        });
      }
    }
    this.#assembly.later(() => {
      const { member, dict } = first;
      const field: PdfDict = new Map();
      for (const key of OF_A_FIELD.concat("DA", "Q", "DS", "RV")) {
        const value = dict.get(key);
        if (value !== undefined && key !== "Kids") field.set(key, member.copy(value));
      }
      this.#assembly.put(own, field.set("Kids", kids));
    });
  }

  /** The catalog's /AcroForm; undefined where no document has fields. */
  dict(): PdfDict | undefined {
    if (this.#fields.length === 0) return undefined;
    const form = pdfDict({ Fields: this.#fields });
    const resources: PdfDict = new Map();
    const order: PdfObject[] = [];
    for (const member of this.#members) {
      const { document } = member;
      const own = document.dict(document.catalog.get("AcroForm"));
      if (!own) continue;
      if (document.resolve(own.get("NeedAppearances")) === true) form.set("NeedAppearances", true);
      for (const key of ["DA", "Q"]) {
        const value = own.get(key);
        if (value !== undefined && !form.has(key)) form.set(key, member.copy(value));
      }
      for (const item of document.array(own.get("CO")) ?? []) order.push(member.copy(item));
      this.#addResources(resources, member, document.dict(own.get("DR")));
    }
    if (this.#fonts.size > 0) resources.set("Font", this.#fonts);
    if (resources.size > 0) form.set("DR", resources);
    if (order.length > 0) form.set("CO", order);
    return form;
  }

  /** What the looks of fields use beside fonts: by name, and of one name the first. */
  #addResources(into: PdfDict, member: ObjectCopier, own: PdfDict | undefined): void {
    for (const [kind, value] of own ?? []) {
      if (kind === "Font") continue;
      const held = into.get(kind);
      const entries = member.document.dict(value);
      if (!entries) continue;
      const all: PdfDict = held instanceof Map ? held : new Map();
      for (const [name, one] of entries) if (!all.has(name)) all.set(name, member.copy(one));
      into.set(kind, all);
    }
  }
}

function topFields(member: ObjectCopier, number: number): TopField[] {
  const { document } = member;
  const form = document.dict(document.catalog.get("AcroForm"));
  const listed = form && (document.array(form.get("Fields")) ?? fieldsOfPages(document));
  return (listed ?? []).flatMap((ref): TopField[] => {
    const dict = document.dict(ref);
    if (!(ref instanceof PdfRef) || !dict) return [];
    // All are known before any is written, since their names are compared.
    document.work.hold(FIELD_BYTES + dict.size * ENTRY_BYTES);
    return [{ member, ref, dict, number }];
  });
}

/** The fields that widgets belong to, where the form's list is damaged. */
function fieldsOfPages(document: PdfDocument): PdfRef[] {
  const tops = new Map<number, PdfRef>();
  for (let at = 0; at < document.pageCount; at++) {
    for (const item of document.array(document.page(at).dict.get("Annots")) ?? []) {
      document.work.spend(COST.lookup);
      const isWidget = document.resolve(document.dict(item)?.get("Subtype")) === "Widget";
      const top = isWidget ? topField(document, item) : undefined;
      if (top) tops.set(top.number, top);
    }
  }
  return [...tops.values()];
}

function nameOf(document: PdfDocument, dict: PdfDict): string | undefined {
  const name = document.resolve(dict.get("T"));
  return name instanceof PdfString ? stringKey(name) : undefined;
}

/** Whether two fields of one name can be one: both have the same type and their widgets right below. */
function isLike({ member: { document }, dict }: TopField, first: TopField): boolean {
  const type = document.resolve(dict.get("FT"));
  if (typeof type !== "string" || type !== first.member.document.resolve(first.dict.get("FT"))) return false;
  return (document.array(dict.get("Kids")) ?? []).every((kid) => document.dict(kid)?.has("T") === false);
}

function without(dict: PdfDict, keys: readonly string[]): PdfDict {
  return new Map([...dict].filter(([key]) => !keys.includes(key)));
}
