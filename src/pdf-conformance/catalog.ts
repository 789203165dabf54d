import type { Turns } from "../meter/turns.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString, pdfDict } from "../pdf-file/syntax/objects.ts";
import { mapKey } from "../platform/map-key.ts";
import type { Findings } from "./findings.ts";

/** Entries of the catalog, the form and the layers (ISO 19005-2, 6.1.12, 6.4, 6.5.2, 6.9 to 6.11; ISO 14289-1, 7). */
export function* checkCatalog(document: PdfDocument, findings: Findings): Turns<void> {
  const { catalog } = document;
  const isTrue = (object: PdfObject | undefined): boolean => document.resolve(object) === true;
  const others = [...document.entries(catalog.get("Perms")).keys()].filter((key) => key !== "UR3" && key !== "DocMDP");
  findings.demand(others.length === 0, "6.1.12-1", others[0]);
  findings.demand(!isTrue(catalog.get("NeedsRendering")), "6.4.2-2");
  findings.demand(!catalog.has("AA"), "6.5.2-1");
  findings.demand(document.dict(catalog.get("Names"))?.has("AlternatePresentations") !== true, "6.10-1");
  findings.demand(!catalog.has("Requirements"), "6.11-1");
  const marks = document.dict(catalog.get("MarkInfo"));
  findings.demand(isTrue(marks?.get("Marked")), "ua:6.2-1");
  findings.demand(!isTrue(marks?.get("Suspects")), "ua:7.1-4");
  findings.demand(isTrue(document.dict(catalog.get("ViewerPreferences"))?.get("DisplayDocTitle")), "ua:7.1-10");
  const lang = document.resolve(catalog.get("Lang"));
  if (lang !== null) checkLanguage(lang, findings);
  if (lang === null)
    findings.demand(document.dict(document.dict(catalog.get("Outlines"))?.get("First")) === undefined, "ua:7.2-2");
  if (document.encrypted) {
    const bits = document.number(document.dict(document.trailer.get("Encrypt"))?.get("P"));
    findings.demand(bits !== undefined && (bits & 512) !== 0, "ua:7.16-1");
  }
  yield* checkForm(document, findings);
  yield* checkLayers(document, findings);
}

const LANGUAGE = /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/;

/** A language tag of RFC 3066. */
export function checkLanguage(object: PdfObject, findings: Findings): void {
  const text = object instanceof PdfString ? textOf(object) : "";
  findings.demand(LANGUAGE.test(text), "ua:7.2-29", text);
}

const UTF16 = new TextDecoder("utf-16be");
const LATIN1 = new TextDecoder("latin1");

function textOf({ bytes }: PdfString): string {
  return (bytes[0] === 0xfe && bytes[1] === 0xff ? UTF16 : LATIN1).decode(bytes);
}

function* checkForm(document: PdfDocument, findings: Findings): Turns<void> {
  const form = document.dict(document.catalog.get("AcroForm"));
  if (!form) return;
  const needs = document.resolve(form.get("NeedAppearances"));
  findings.demand(needs === null || needs === false, "6.4.1-3");
  findings.demand(!form.has("XFA"), "6.4.2-1");
  findings.demand(!isDynamic(document, form), "ua:7.15-1");
  const found = new Set<PdfObject | number>();
  const open: PdfObject[] = [pdfDict({ Kids: form.get("Fields") ?? null })];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (document.work.isTurnOver) yield;
    const field = document.dict(item);
    findings.demand(!field?.has("AA"), "6.4.1-2");
    // Many fields may share their kids.
    for (const kid of document.array(field?.get("Kids")) ?? []) {
      const key = kid instanceof PdfRef ? kid.number : kid;
      if (!found.has(key)) open.push(kid);
      found.add(key);
    }
  }
}

/** The template's `dynamicRender` says so. */
function isDynamic(document: PdfDocument, form: PdfDict): boolean {
  const parts = document.array(form.get("XFA")) ?? [form.get("XFA") ?? null];
  return parts.some((part) => {
    const stream = document.resolve(part);
    if (!(stream instanceof PdfStream)) return false;
    const text = new TextDecoder().decode(document.readableData(stream));
    return /<dynamicRender\s*>\s*required\s*</.test(text);
  });
}

function* checkLayers(document: PdfDocument, findings: Findings): Turns<void> {
  const properties = document.dict(document.catalog.get("OCProperties"));
  if (!properties) return;
  const groups = yield* numbersOf(document, properties.get("OCGs"));
  const configurations = [properties.get("D") ?? null, ...(document.array(properties.get("Configs")) ?? [])];
  const names = new Set<string>();
  for (const item of configurations) {
    const dict = document.dict(item);
    if (!dict) continue;
    const name = document.resolve(dict.get("Name"));
    const text = name instanceof PdfString ? textOf(name) : "";
    findings.demand(text !== "", "6.9-1");
    findings.demand(text === "" || !names.has(mapKey(text)), "6.9-2", text);
    names.add(mapKey(text));
    findings.demand(!dict.has("AS"), "6.9-4");
    if (!document.array(dict.get("Order"))) continue;
    const listed = yield* numbersOf(document, dict.get("Order"));
    findings.demand(
      [...groups].every((group) => listed.has(group)),
      "6.9-3",
    );
  }
}

/** The objects that an array, and the arrays in it, refer to. */
function* numbersOf(
  document: PdfDocument,
  object: PdfObject | undefined,
  into = new Set<number>(),
  depth = 0,
): Turns<Set<number>> {
  for (const item of document.array(object) ?? []) {
    if (document.work.isTurnOver) yield;
    if (item instanceof PdfRef && document.dict(item)) into.add(item.number);
    else if (depth < 32) yield* numbersOf(document, item, into, depth + 1);
  }
  return into;
}
