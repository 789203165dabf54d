import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../pdf-file/syntax/objects.ts";

const MAX_DEPTH = 32;

/** An entry of a form field, its own or that of a field above it (12.7.4.1). */
export function fieldEntry(document: PdfDocument, dict: PdfDict, key: string): PdfObject {
  let field: PdfDict | undefined = dict;
  for (let depth = 0; field && depth < MAX_DEPTH; depth++) {
    const value = document.resolve(field.get(key));
    if (value !== null) return value;
    field = document.dict(field.get("Parent"));
  }
  return null;
}

/** The field at the top of the form that a widget belongs to; undefined where there is none with a name. */
export function topField(document: PdfDocument, widget: PdfObject): PdfRef | undefined {
  let top = widget;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    document.work.spend(COST.lookup);
    const parent = document.dict(top)?.get("Parent");
    if (!(parent instanceof PdfRef)) break;
    top = parent;
  }
  return top instanceof PdfRef && document.dict(top)?.has("T") ? top : undefined;
}

/** What viewers write into a field that has no appearance, or an old one. */
export interface FieldText {
  readonly lines: readonly string[];
  /** Of the font; 0 where the viewer chooses it. */
  readonly size: number;
}

/** /Ff of a button (table 229), of a field with choices (table 233), and of one with text (table 231). */
const PUSH_BUTTON = 1 << 16;
const COMBO = 1 << 17;
const PASSWORD = 1 << 13;

/** The text of a field with text or choices, or a button's caption; undefined for any other annotation. */
export function fieldText(document: PdfDocument, widget: PdfDict): FieldText | undefined {
  const type = fieldEntry(document, widget, "FT");
  const flags = document.number(fieldEntry(document, widget, "Ff")) ?? 0;
  const isButton = type === "Btn" && (flags & PUSH_BUTTON) !== 0;
  const isText = type === "Tx" && (flags & PASSWORD) === 0;
  if (!isButton && !isText && type !== "Ch") return undefined;
  const said = isButton ? document.dict(widget.get("MK"))?.get("CA") : fieldEntry(document, widget, "V");
  const value = document.text(said);
  const options = type === "Ch" ? optionsOf(document, fieldEntry(document, widget, "Opt")) : [];
  const isList = options.length > 0 && (flags & COMBO) === 0;
  const shown = options.find(([key]) => key === value)?.[1] ?? value;
  const lines = isList ? options.map(([, text]) => text) : (shown ?? "").split(/\r\n?|\n/);
  const form = document.dict(document.catalog.get("AcroForm"));
  const look = fieldEntry(document, widget, "DA") ?? form?.get("DA");
  const size = Number(/([\d.]{1,9})\s{1,9}Tf/.exec(document.text(look) ?? "")?.[1] ?? 0);
  return { lines, size: size > 0 && size < 1000 ? size : 0 };
}

/** What each option is called in the file, and what it says (table 234). */
function optionsOf(document: PdfDocument, object: PdfObject): (readonly [string, string])[] {
  return (document.array(object) ?? []).flatMap((option) => {
    const [key, text] = document.items(option, 2)?.map((one) => document.text(one)) ?? [document.text(option)];
    return key === undefined ? [] : [[key, text ?? key] as const];
  });
}
