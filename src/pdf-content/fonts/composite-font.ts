import { ORDERINGS, type Ordering } from "../../collections/collection.ts";
import type { Holding } from "../../meter/work.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { unlessDamaged } from "../../pdf-file/pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfStream, PdfString } from "../../pdf-file/syntax/objects.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { CMap } from "../cmaps/cmap.ts";
import { readCMap } from "../cmaps/embedded.ts";
import { predefined } from "../cmaps/predefined.ts";
import { shifted } from "../matrix.ts";
import { partOf } from "../parts.ts";
import { CidWidths } from "./cid-widths.ts";
import { Font, lineHeight } from "./font.ts";
import { GlyphBoxes, type MeasureGlyph } from "./glyph-boxes.ts";
import { toUnicodeOf } from "./names/unicode-text.ts";
import { Cff } from "./programs/cff.ts";
import { type FontProgram, fontProgram } from "./programs/font-program.ts";
import { TrueType } from "./programs/truetype.ts";
import { Type1 } from "./programs/type1.ts";
import { emBox } from "./standard/substitutes.ts";

/** The font that a Type 0 font is made of (9.7.1). */
export function descendantFont(document: PdfDocument, dict: PdfDict): PdfDict | undefined {
  return document.dict(document.items(dict.get("DescendantFonts"), 1)?.[0]);
}

/** Type 0 fonts (9.7): codes of several bytes, by a CMap. */
export function compositeFont(document: PdfDocument, dict: PdfDict, holding: Holding): Font {
  const descendant = descendantFont(document, dict) ?? new Map<string, PdfObject>();
  const cmap = cmapOf(document, dict.get("Encoding"), holding, 0);
  const widths = new CidWidths(document, descendant, holding);
  const found = fontProgram(document, document.dict(descendant.get("FontDescriptor")), holding);
  // Type 1 programs are those of simple fonts (table 124).
  const program = found?.program instanceof Type1 ? undefined : found?.program;
  const glyphOf = program && glyphMapping(document, descendant, program, holding);
  const measure: MeasureGlyph = (cid, into, by) => {
    if (!program || !glyphOf || cid < 0 || !program.addBox(glyphOf(cid), into, by)) {
      emBox(cid < 0 ? 1 : widths.width0(cid), into, by);
    }
  };
  const toUnicode = toUnicodeOf(document, dict, holding);
  // Without /ToUnicode, the program's own map of characters tells the text.
  const textOfProgram = (cid: number): string | undefined => {
    if (!glyphOf || !(program instanceof TrueType)) return undefined;
    const character = program.maps.characterOf(glyphOf(cid));
    return character === undefined ? undefined : String.fromCodePoint(character);
  };
  const ordering = cmap.ordering ?? orderingOf(document, descendant);
  // A writer that maps CIDs to glyphs chose the CIDs: without a collection of characters, they are characters.
  const isChosen = cmap.isIdentity && document.resolve(descendant.get("CIDToGIDMap")) instanceof PdfStream;
  const textOfCid = (cid: number): string | undefined => (ordering ? partOf(ordering).text(cid) : undefined);
  const textOfCode = (code: number): string | undefined => {
    if (cmap.isUnicode) return unicodeOf(code);
    const cid = cmap.cid(code);
    return textOfProgram(cid) ?? textOfCid(cid) ?? (isChosen ? unicodeOf(code) : undefined);
  };
  return new Font({
    boxes: new GlyphBoxes(cmap.isVertical ? fromTop(measure, widths) : measure, holding),
    composite: { cmap, widths },
    weight: found?.bytes ?? 0,
    holding,
    embedded: program && { program, of: (cid) => (cid < 0 ? [] : [glyphOf!(cid)]) },
    height: lineHeight(document, document.dict(descendant.get("FontDescriptor"))),
    textOf: (code) => toUnicode?.get(code) ?? textOfCode(code),
  });
}

/** The collection of characters that a font's CIDs are of (9.7.3). */
function orderingOf(document: PdfDocument, descendant: PdfDict): Ordering | undefined {
  const value = document.resolve(document.dict(descendant.get("CIDSystemInfo"))?.get("Ordering"));
  return value instanceof PdfString ? ORDERINGS.find((one) => one === latin1Text(value.bytes, 0, 8)) : undefined;
}

/** Vertical writing places a glyph by another origin (9.7.4.3). */
function fromTop(measure: MeasureGlyph, widths: CidWidths): MeasureGlyph {
  return (cid, into, by) => {
    const [x, y] = widths.originOf(cid);
    measure(cid, into, shifted(-x, -y, by));
  };
}

function unicodeOf(code: number): string | undefined {
  if (code > 0xffff) {
    const [high, low] = [code >>> 16, code & 0xffff];
    return high >= 0xd800 && high < 0xdc00 ? String.fromCharCode(high, low) : undefined;
  }
  return String.fromCharCode(code);
}

const MAX_USES = 4;

function cmapOf(document: PdfDocument, object: PdfObject | undefined, holding: Holding, depth: number): CMap {
  const value = document.resolve(object);
  if (typeof value === "string") return predefined(value);
  if (!(value instanceof PdfStream) || depth > MAX_USES) return predefined("Identity-H");
  const used = value.dict.get("UseCMap");
  const base = used === undefined ? undefined : cmapOf(document, used, holding, depth + 1);
  const cmap = unlessDamaged(() => readCMap(document.streamData(value), base, holding));
  if (!cmap) return predefined("Identity-H");
  if (document.number(value.dict.get("WMode")) === 1) cmap.isVertical = true;
  return cmap;
}

/** From CIDs to the program's glyphs (9.7.4.2). */
function glyphMapping(
  document: PdfDocument,
  descendant: PdfDict,
  program: FontProgram,
  holding: Holding,
): (cid: number) => number {
  const map = document.resolve(descendant.get("CIDToGIDMap"));
  const glyphs = map instanceof PdfStream ? unlessDamaged(() => document.streamData(map)) : undefined;
  holding.take(glyphs?.length ?? 0);
  if (glyphs) return (cid) => ((glyphs[cid * 2] ?? 0) << 8) | (glyphs[cid * 2 + 1] ?? 0);
  if (program instanceof Cff) return (cid) => program.glyphOfCid(cid);
  return (cid) => cid;
}
