import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { stringKey } from "../../pdf-file/syntax/names.ts";
import { checkLanguage } from "../catalog.ts";
import type { Findings } from "../findings.ts";
import { isUtf8 } from "../fonts/fonts.ts";
import type { RuleName } from "../rules.ts";
import { attribute } from "./attributes.ts";
import { type Element, type Structure, significantKids, significantParent, textOf } from "./structure.ts";
import { checkTable } from "./tables.ts";

interface Place {
  readonly type: string;
  readonly within: readonly string[];
  readonly rule: RuleName;
}

/** Elements that must be in others (ISO 14289-1, 7.2, by ISO 32000-1, 14.8.4.3). */
const WITHIN: readonly Place[] = [
  { type: "TR", within: ["Table", "THead", "TBody", "TFoot"], rule: "ua:7.2-4" },
  { type: "THead", within: ["Table"], rule: "ua:7.2-5" },
  { type: "TBody", within: ["Table"], rule: "ua:7.2-6" },
  { type: "TFoot", within: ["Table"], rule: "ua:7.2-7" },
  { type: "TH", within: ["TR"], rule: "ua:7.2-8" },
  { type: "TD", within: ["TR"], rule: "ua:7.2-9" },
  { type: "LI", within: ["L"], rule: "ua:7.2-17" },
  { type: "LBody", within: ["LI"], rule: "ua:7.2-18" },
  { type: "TOCI", within: ["TOC"], rule: "ua:7.2-26" },
];
/** What elements may hold. */
const HOLDS: readonly Place[] = [
  { type: "Table", within: ["TR", "THead", "TBody", "TFoot", "Caption"], rule: "ua:7.2-3" },
  { type: "TR", within: ["TH", "TD"], rule: "ua:7.2-10" },
  { type: "L", within: ["L", "LI", "Caption"], rule: "ua:7.2-19" },
  { type: "LI", within: ["Lbl", "LBody"], rule: "ua:7.2-20" },
  { type: "TOC", within: ["TOC", "TOCI", "Caption"], rule: "ua:7.2-27" },
  { type: "THead", within: ["TR"], rule: "ua:7.2-36" },
  { type: "TBody", within: ["TR"], rule: "ua:7.2-37" },
  { type: "TFoot", within: ["TR"], rule: "ua:7.2-38" },
];
const TEXTS: readonly (readonly [key: string, rule: RuleName])[] = [
  ["ActualText", "ua:7.2-21"],
  ["Alt", "ua:7.2-22"],
  ["E", "ua:7.2-23"],
];

/** The elements of the structure tree (ISO 14289-1, 7.1 to 7.9). */
export function* checkStructure(
  document: PdfDocument,
  structure: Structure | undefined,
  findings: Findings,
): Turns<void> {
  findings.demand(structure !== undefined, "ua:7.1-11");
  if (!structure) return;
  const seen = { notes: new Set<string>(), figures: 0 };
  const headings = { last: 0, hasH: false, hasHn: false };
  for (const element of structure.elements()) {
    findings.page = findings.isPdfA ? null : structure.pageOf(element);
    checkType(document, structure, element, findings);
    checkTexts(document, structure, element, findings);
    checkPlace(document, element, findings);
    checkHeading(element, headings, findings);
    checkAlone(document, element, seen, findings);
    if (element.type === "Table") checkTable(document, element, findings);
    if (document.work.isTurnOver) yield;
  }
  findings.page = null;
  if (headings.hasH && headings.hasHn) {
    findings.found("ua:7.4.4-2");
    findings.found("ua:7.4.4-3");
  }
}

function checkType(
  document: PdfDocument,
  structure: Structure,
  { dict, name, type }: Element,
  findings: Findings,
): void {
  document.work.spend(name.length * COST.sourceByte);
  const isCircular = structure.isCircular(name);
  findings.demand(isUtf8(name, document.work), "6.1.8-1");
  findings.demand(!isCircular, "ua:7.1-6", name);
  const isRemapped = structure.isStandard(name) && type !== name;
  findings.demand(!isRemapped, "ua:7.1-7", name);
  findings.demand(type !== undefined || isCircular || isRemapped, "ua:7.1-5", name);
  findings.demand(document.dict(dict.get("P")) !== undefined, "ua:7.1-12", name);
}

function checkTexts(document: PdfDocument, structure: Structure, element: Element, findings: Findings): void {
  const { dict, lang, name } = element;
  if (lang !== undefined) checkLanguage(document.resolve(lang), findings);
  const hasLanguage = structure.hasLanguage || element.language !== undefined;
  for (const [key, rule] of TEXTS) findings.demand(hasLanguage || !textOf(document, dict.get(key)), rule, name);
}

function checkPlace(document: PdfDocument, element: Element, findings: Findings): void {
  const { type } = element;
  const rule = WITHIN.find((place) => place.type === type);
  if (rule) {
    const parent = significantParent(element)?.type;
    findings.demand(parent !== undefined && rule.within.includes(parent), rule.rule, `it is in ${parent ?? "none"}`);
  }
  const kids = significantKids(element, document.work)
    .map((kid) => kid.type)
    .filter((kid) => kid !== undefined);
  findings.demand(kids.filter((kid) => kid === "H").length <= 1, "ua:7.4.4-1");
  const held = HOLDS.find((place) => place.type === type);
  if (!held) return;
  const other = kids.find((kid) => !held.within.includes(kid));
  findings.demand(other === undefined, held.rule, other);
  const captions = kids.flatMap((kid, at) => (kid === "Caption" ? [at] : []));
  const isFirst = captions.every((at) => at === 0);
  if (type === "TOC") findings.demand(isFirst, "ua:7.2-28");
  if (type === "L") findings.demand(isFirst, "ua:7.2-40");
  if (type !== "Table") return;
  const count = (kid: string): number => kids.filter((one) => one === kid).length;
  findings.demand(count("THead") <= 1, "ua:7.2-11");
  findings.demand(count("TFoot") <= 1, "ua:7.2-12");
  findings.demand(count("TFoot") === 0 || count("TBody") > 0, "ua:7.2-13");
  findings.demand(count("THead") === 0 || count("TBody") > 0, "ua:7.2-14");
  findings.demand(
    captions.every((at) => at === 0 || at === kids.length - 1),
    "ua:7.2-16",
  );
  findings.demand(captions.length < 2, "ua:7.2-39");
}

function checkHeading(
  { type }: Element,
  headings: { last: number; hasH: boolean; hasHn: boolean },
  findings: Findings,
): void {
  if (type === "H") headings.hasH = true;
  const level = /^H([1-6])$/.exec(type ?? "")?.[1];
  if (level === undefined) return;
  headings.hasHn = true;
  findings.demand(
    Number(level) <= headings.last + 1,
    "ua:7.4.2-1",
    `${type} follows ${headings.last === 0 ? "none" : `H${headings.last}`}`,
  );
  headings.last = Number(level);
}

function checkAlone(
  document: PdfDocument,
  element: Element,
  seen: { readonly notes: Set<string>; figures: number },
  findings: Findings,
): void {
  const { dict, type } = element;
  const alternative = textOf(document, dict.get("Alt"));
  const isDescribed = (alternative?.bytes.length ?? 0) > 0 || textOf(document, dict.get("ActualText")) !== undefined;
  if (type === "Figure") findings.demand(isDescribed, "ua:7.3-1", `number ${++seen.figures} of the document`);
  if (type === "Formula") findings.demand(isDescribed, "ua:7.7-1");
  if (type === "Note") {
    const id = textOf(document, dict.get("ID"));
    const text = id ? stringKey(id) : "";
    findings.demand(text !== "", "ua:7.9-1");
    findings.demand(text === "" || !seen.notes.has(text), "ua:7.9-2", text);
    seen.notes.add(text);
  }
  if (type === "Form") {
    const role = attribute(document, dict, "PrintField", "Role");
    findings.demand(role !== null || isOneWidget(document, element), "ua:7.18.4-2");
  }
}

function isOneWidget(document: PdfDocument, { kids, contents }: Element): boolean {
  if (kids.length > 0 || contents.length !== 1) return false;
  const reference = document.dict(contents[0]);
  const target = document.dict(reference?.get("Obj"));
  return document.resolve(target?.get("Subtype")) === "Widget";
}
