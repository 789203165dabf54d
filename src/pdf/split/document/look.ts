import { type PdfDict, pdfDict } from "../../../pdf-objects/syntax/objects.ts";
import type { PdfDocument } from "../../document.ts";

/** Bits of an annotation's /F (ISO 32000-2 §12.5.3). */
const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;
const READ_ONLY = 1 << 6;

/**
 * Whether a link is visible: by an appearance, or by the box that viewers draw unless the link forbids it (§12.5.4).
 */
export function isDrawn(document: PdfDocument, annotation: PdfDict): boolean {
  if (isHidden(document, annotation)) return false;
  if (document.dict(annotation.get("AP")) !== undefined) return true;
  // A colour without components is transparent.
  if (document.array(annotation.get("C"))?.length === 0) return false;
  const style = document.dict(annotation.get("BS"));
  if (style !== undefined) return (document.number(style.get("W")) ?? 1) > 0;
  return (document.number(document.array(annotation.get("Border"))?.[2]) ?? 1) > 0;
}

/** What a picture keeps of the widget that it was. */
const OF_A_PICTURE = ["Type", "Rect", "P", "F", "AP", "AS", "OC", "StructParent", "CA"];

/**
 * The look of a widget as a stamp, which every viewer shows as it is; undefined where there is nothing to see. Viewers
 * do not show the widget of a signature field that has lost its signature.
 */
export function pictureOf(document: PdfDocument, widget: PdfDict): PdfDict | undefined {
  const [left = 0, bottom = 0, right = 0, top = 0] = (document.array(widget.get("Rect")) ?? []).map(
    (side) => document.number(side) ?? 0,
  );
  const look = document.dict(widget.get("AP"))?.get("N") ?? null;
  if (isHidden(document, widget) || left === right || bottom === top || document.dict(look) === undefined) {
    return undefined;
  }
  const picture = pdfDict({ Subtype: "Stamp" });
  for (const key of OF_A_PICTURE) {
    const value = widget.get(key);
    if (value !== undefined) picture.set(key, value);
  }
  // What the widget looked like when it was pressed means nothing any more.
  picture.set("AP", new Map([["N", look]]));
  return picture.set("F", (document.number(widget.get("F")) ?? 0) | READ_ONLY);
}

function isHidden(document: PdfDocument, annotation: PdfDict): boolean {
  return ((document.number(annotation.get("F")) ?? 0) & (HIDDEN | NO_VIEW)) !== 0;
}
