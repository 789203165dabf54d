import { COST } from "../meter/work-limits.ts";
import { words } from "../pdf-content/fonts/names/words.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfStream } from "../pdf-file/syntax/objects.ts";
import { fieldEntry } from "../pdf-pages/form-fields.ts";
import { type Box, ordered } from "../pdf-pages/geometry.ts";
import type { Findings } from "./findings.ts";
import { named } from "./objects.ts";
import type { Structure } from "./structure/structure.ts";

const KINDS = new Set(
  words`
  Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink
  Popup FileAttachment Widget PrinterMark TrapNet Watermark Redact
`,
);
/** /F of an annotation (ISO 32000-1, table 165). */
const FLAG = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;
const BOXES = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"];

/** A page's own entries and its annotations (ISO 19005-2, 6.1.13, 6.3, 6.4.1, 6.5.2; ISO 14289-1, 7.18). */
export function* checkPage(document: PdfDocument, page: Page, structure: Structure | undefined, findings: Findings) {
  findings.demand(!page.dict.has("AA"), "6.5.2-2");
  findings.demand(!page.dict.has("PresSteps"), "6.10-2");
  for (const name of BOXES) {
    const box = document.numbers(
      name === "MediaBox" || name === "CropBox" ? page.attribute(name) : page.dict.get(name),
      4,
    );
    const sides = box && [Math.abs(box[2]! - box[0]!), Math.abs(box[3]! - box[1]!)];
    findings.demand(
      !sides || sides.every((side) => side >= 3 && side <= 14_400),
      "6.1.13-11",
      `${name} [${box?.join(" ")}]`,
    );
  }
  const annotations = document.array(page.dict.get("Annots")) ?? [];
  findings.demand(annotations.length === 0 || document.resolve(page.dict.get("Tabs")) === "S", "ua:7.18.3-1");
  for (const item of annotations) {
    const dict = document.dict(item);
    if (!dict) continue;
    document.work.spend(COST.annotation);
    checkAnnotation(document, dict, findings);
    if (structure) checkTagging(document, page, dict, structure, findings);
    if (document.work.isTurnOver) yield;
  }
}

/** An appearance that is none of the normal ones. */
function otherLook(looks: PdfDict): string | undefined {
  for (const key of looks.keys()) if (key !== "N") return key;
  return undefined;
}

function checkAnnotation(document: PdfDocument, dict: PdfDict, findings: Findings): void {
  const kind = document.resolve(dict.get("Subtype"));
  const isWidget = kind === "Widget";
  findings.demand(typeof kind === "string" && KINDS.has(kind), "6.3.1-1", named(kind));
  const flags = document.number(dict.get("F"));
  findings.demand(kind === "Popup" || flags !== undefined, "6.3.2-1");
  const wrong = FLAG.invisible | FLAG.hidden | FLAG.noView | FLAG.toggleNoView;
  findings.demand(flags === undefined || ((flags & wrong) === 0 && (flags & FLAG.print) !== 0), "6.3.2-2", named(kind));
  const [left, bottom, right, top] = document.numbers(dict.get("Rect"), 4) ?? [];
  const isEmpty = left === right && bottom === top;
  const looks = document.dict(dict.get("AP"));
  findings.demand(isEmpty || kind === "Popup" || kind === "Link" || looks !== undefined, "6.3.3-1", named(kind));
  if (looks) {
    const isNormal = looks.size === 1 && looks.has("N");
    findings.demand(isNormal, "6.3.3-2", otherLook(looks));
    const normal = document.resolve(looks.get("N"));
    const isButton = isWidget && fieldEntry(document, dict, "FT") === "Btn";
    const isStream = normal instanceof PdfStream;
    if (isNormal && isButton) findings.demand(normal instanceof Map && normal.size > 0, "6.3.3-3");
    if (isNormal && !isButton) findings.demand(isStream, "6.3.3-4");
  }
  if (isWidget) findings.demand(!dict.has("A") && !dict.has("AA"), "6.4.1-1");
}

function hasText(document: PdfDocument, object: PdfObject | undefined): boolean {
  return (document.text(object) ?? "") !== "";
}

function checkTagging(document: PdfDocument, page: Page, dict: PdfDict, structure: Structure, findings: Findings) {
  const kind = document.resolve(dict.get("Subtype"));
  const element = structure.ofAnnotation(dict);
  const hasLanguage = structure.hasLanguage || element?.lang !== undefined;
  findings.demand(document.resolve(dict.get("Contents")) === null || hasLanguage, "ua:7.2-24");
  const flags = document.number(dict.get("F")) ?? 0;
  const boxes = [dict.get("Rect"), page.attribute("CropBox") ?? page.attribute("MediaBox")].map((box) =>
    document.numbers(box, 4),
  );
  const [rect, crop] = boxes.map((box) => box && ordered(box as unknown as Box));
  const isOutside =
    rect && crop && (crop[1] >= rect[3] || crop[0] >= rect[2] || crop[3] <= rect[1] || crop[2] <= rect[0]);
  if (isOutside || (flags & FLAG.hidden) !== 0) return;
  const alternative = hasText(document, element?.dict.get("Alt"));
  const contents = hasText(document, dict.get("Contents"));
  switch (kind) {
    case "Widget":
      findings.demand(document.resolve(dict.get("TU")) === null || hasLanguage, "ua:7.2-25");
      findings.demand(fieldName(document, dict) || alternative, "ua:7.18.1-3");
      findings.demand(element?.type === "Form", "ua:7.18.4-1");
      return;
    case "Link":
      findings.demand(element?.type === "Link", "ua:7.18.5-1");
      findings.demand(contents, "ua:7.18.5-2");
      break;
    case "PrinterMark":
      findings.demand(element === undefined, "ua:7.18.8-1");
      break;
    default:
      if (kind === "TrapNet") findings.found("ua:7.18.2-1");
      findings.demand(element?.type === "Annot", "ua:7.18.1-1", named(kind));
  }
  findings.demand(contents || alternative, "ua:7.18.1-2", named(kind));
}

/** /TU of the field, which is the widget itself where it has a name. */
function fieldName(document: PdfDocument, dict: PdfDict): boolean {
  const field = dict.has("T") ? dict : document.dict(dict.get("Parent"));
  return hasText(document, field?.get("TU"));
}
