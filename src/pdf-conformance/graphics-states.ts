import { words } from "../pdf-content/fonts/names/words.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfStream } from "../pdf-file/syntax/objects.ts";
import type { Findings } from "./findings.ts";
import { checkIntent } from "./images.ts";

const BLEND_MODES = new Set(
  words`
  Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference
  Exclusion Hue Saturation Color Luminosity
`,
);
const PRIMARIES = new Set(["Cyan", "Magenta", "Yellow", "Black"]);

/** Graphics state parameters (ISO 19005-2, 6.2.5, 6.2.6 and 6.2.10). */
export function checkGraphicsState(document: PdfDocument, dict: PdfDict, findings: Findings): void {
  findings.demand(!dict.has("TR"), "6.2.5-1");
  findings.demand(!dict.has("TR2") || document.resolve(dict.get("TR2")) === "Default", "6.2.5-2");
  findings.demand(!dict.has("HTP"), "6.2.5-3");
  checkHalftone(document, dict.get("HT"), undefined, findings);
  checkIntent(document.resolve(dict.get("RI")), findings);
  const modes = document.resolve(dict.get("BM"));
  for (const item of Array.isArray(modes) ? modes : [modes]) {
    const mode = document.resolve(item);
    if (typeof mode === "string") findings.demand(BLEND_MODES.has(mode), "6.2.10-1", mode);
  }
}

function checkHalftone(
  document: PdfDocument,
  object: PdfObject | undefined,
  colorant: string | undefined,
  findings: Findings,
): void {
  const value = document.resolve(object);
  const dict = value instanceof PdfStream ? value.dict : value;
  if (!(dict instanceof Map)) return;
  const kind = document.number(dict.get("HalftoneType"));
  findings.demand(kind === 1 || kind === 5, "6.2.5-4", String(kind));
  findings.demand(!dict.has("HalftoneName"), "6.2.5-5");
  const hasFunction = dict.has("TransferFunction");
  if (colorant !== "Default") {
    const mayHave = colorant !== undefined && !PRIMARIES.has(colorant);
    findings.demand(hasFunction === mayHave, "6.2.5-6", colorant);
  }
  if (kind !== 5 || colorant !== undefined) return;
  for (const [name, inner] of document.entries(dict)) {
    if (document.dict(inner)) checkHalftone(document, inner, name, findings);
  }
}
