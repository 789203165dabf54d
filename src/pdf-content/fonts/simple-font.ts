import type { Holding } from "../../meter/work.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";
import { Font, lineHeight } from "./font.ts";
import { GlyphBoxes, type MeasureGlyph } from "./glyph-boxes.ts";
import {
  MAC_ROMAN_ENCODING,
  NAMED_ENCODINGS,
  STANDARD_ENCODING,
  SYMBOL_ENCODING,
  ZAPF_DINGBATS_ENCODING,
} from "./names/encodings.ts";
import { textByName, textOfGlyph } from "./names/glyph-names.ts";
import { toUnicodeOf } from "./names/unicode-text.ts";
import { Cff } from "./programs/cff.ts";
import { type FontProgram, fontProgram } from "./programs/font-program.ts";
import { TrueType } from "./programs/truetype.ts";
import { Type1 } from "./programs/type1.ts";
import { type Substitute, substituteFor } from "./standard/substitutes.ts";

export type GlyphName = string | undefined;

/** /Flags of a font descriptor (table 121). */
const SYMBOLIC = 4;

/** Type 1, MMType1 and TrueType fonts (9.6): codes of one byte. */
export function simpleFont(document: PdfDocument, dict: PdfDict, holding: Holding): Font {
  const descriptor = document.dict(dict.get("FontDescriptor"));
  const found = fontProgram(document, descriptor, holding);
  const program = found?.program;
  const substitute = substituteFor(document, dict, descriptor);
  const names = encodingOf(document, dict, program, substitute);
  const widths = widthsOf(document, dict, descriptor, names, substitute);
  const isEncoded = hasEncoding(document, dict);
  // Without an encoding, a symbolic TrueType font that has its own map finds glyphs by that only (9.6.5.4).
  const isSymbolic = ((document.number(descriptor?.get("Flags")) ?? 0) & SYMBOLIC) !== 0;
  const hasMap = isSymbolic && program instanceof TrueType && program.maps.has(3, 0);
  const isByMap = hasMap && document.resolve(dict.get("Encoding")) === null;
  const glyphsOf = program && glyphMapping(program, isByMap ? [] : names, isEncoded);
  const measure: MeasureGlyph = program
    ? embedded(program, glyphsOf!, names, widths, substitute)
    : (code, into, by) => {
        substitute.addBox(names[code], widths[code]!, into, by);
      };
  const toUnicode = toUnicodeOf(document, dict, holding);
  const textOf = textByName(names);
  return new Font({
    boxes: new GlyphBoxes(measure, holding),
    widths,
    weight: found?.bytes ?? 0,
    holding,
    embedded: program && { program, of: glyphsOf! },
    textOf: (code) => toUnicode?.get(code) ?? textOf(code),
    names,
    height: (program ? undefined : substitute.height) ?? lineHeight(document, descriptor),
  });
}

/** /Encoding: the base encoding with its differences (9.6.5). */
function encodingOf(
  document: PdfDocument,
  dict: PdfDict,
  program: FontProgram | undefined,
  substitute: Substitute,
): GlyphName[] {
  const encoding = document.resolve(dict.get("Encoding"));
  const baseName = encoding instanceof Map ? document.resolve(encoding.get("BaseEncoding")) : encoding;
  const base = typeof baseName === "string" ? NAMED_ENCODINGS.get(baseName) : undefined;
  const names = [...(base ?? implicitEncoding(program, substitute))];
  if (encoding instanceof Map) addDifferences(document, encoding.get("Differences"), names);
  return names;
}

function implicitEncoding(program: FontProgram | undefined, substitute: Substitute): readonly GlyphName[] {
  // What is counted has no names.
  if (program instanceof TrueType && program.maps.isCounted) return [];
  if (program instanceof Cff || program instanceof Type1) {
    return Array.from({ length: 256 }, (_, code) => program.builtIn(code));
  }
  if (substitute.family === "Symbol") return SYMBOL_ENCODING;
  if (substitute.family === "ZapfDingbats") return ZAPF_DINGBATS_ENCODING;
  return STANDARD_ENCODING;
}

export function addDifferences(document: PdfDocument, object: PdfObject | undefined, names: GlyphName[]): void {
  let code = 0;
  for (const item of document.array(object) ?? []) {
    const value = document.resolve(item);
    if (typeof value === "number") code = value;
    else if (typeof value === "string") {
      if (code >= 0 && code < 256) names[code] = value;
      code++;
    }
  }
}

function hasEncoding(document: PdfDocument, dict: PdfDict): boolean {
  const flags = document.number(document.dict(dict.get("FontDescriptor"))?.get("Flags")) ?? 0;
  return document.resolve(dict.get("Encoding")) !== null && (flags & SYMBOLIC) === 0;
}

function widthsOf(
  document: PdfDocument,
  dict: PdfDict,
  descriptor: PdfDict | undefined,
  names: readonly GlyphName[],
  substitute: Substitute,
): Float64Array {
  const widths = new Float64Array(256);
  const first = document.number(dict.get("FirstChar")) ?? 0;
  const list = document.array(dict.get("Widths"));
  const missing = document.number(descriptor?.get("MissingWidth"));
  for (let code = 0; code < 256; code++) {
    const given = list && document.number(list[code - first]);
    widths[code] = (given ?? (list ? (missing ?? 0) : substitute.width(names[code]))) / 1000;
  }
  return widths;
}

/** Boxes of the embedded program, or of the substitute where the program gives none. */
function embedded(
  program: FontProgram,
  glyphsOf: (code: number) => Iterable<number>,
  names: readonly GlyphName[],
  widths: Float64Array,
  substitute: Substitute,
): MeasureGlyph {
  return (code, into, by) => {
    const width = widths[code]!;
    let isWhole = true;
    for (const glyph of glyphsOf(code)) isWhole = program.addBox(glyph, into, by) && isWhole;
    // A letter without an outline means a damaged program: viewers may show another font instead, or nothing. So it
    // covers what one of which nothing is known covers, too.
    if (isWhole && !(into.isEmpty && substitute.draws(names[code]))) return undefined;
    substitute.addBox(names[code], width, into, by);
    into.addBox(Math.min(0, width), -0.2, Math.max(0, width), 0.8, by);
    return false;
  };
}

/** From codes to the program's glyphs. */
function glyphMapping(
  program: FontProgram,
  names: readonly GlyphName[],
  isEncoded: boolean,
): (code: number) => Iterable<number> {
  if (program instanceof TrueType) return (code) => trueTypeGlyphs(program, code, names[code], isEncoded);
  return (code) => {
    const name = names[code];
    const glyph = name === undefined ? undefined : program.named(name);
    return [glyph ?? program.notdef];
  };
}

/**
 * The glyphs that a code may show (9.6.5.4). Viewers try a font's tables in different orders. Where that leads to
 * different glyphs, all of them count.
 */
function trueTypeGlyphs(font: TrueType, code: number, name: GlyphName, isEncoded: boolean): Set<number> {
  const { maps } = font;
  const glyphs = new Set<number>();
  const add = (glyph: number | undefined): void => {
    if (glyph !== undefined && glyph !== 0) glyphs.add(glyph);
  };
  const byCode = (): void => {
    add(maps.glyph(3, 0, code));
    for (const page of [0xf000, 0xf100, 0xf200]) add(maps.glyph(3, 0, page + code));
    add(maps.glyph(1, 0, code));
  };
  const byName = (): void => {
    if (name === undefined) return;
    const character = textOfGlyph(name)?.codePointAt(0);
    if (character !== undefined) add(maps.unicode(character));
    const mac = MAC_ROMAN_ENCODING.indexOf(name);
    if (mac >= 0) add(maps.glyph(1, 0, mac));
    add(font.named(name));
    const index = /^(?:g|gid|glyph|cid|index)(\d+)$/.exec(name)?.[1];
    if (glyphs.size === 0 && index !== undefined) add(Number(index));
  };
  if (isEncoded) byName();
  else byCode();
  if (glyphs.size === 0) {
    if (isEncoded) byCode();
    else byName();
  }
  if (glyphs.size === 0) add(maps.unicode(code));
  if (glyphs.size === 0) glyphs.add(0);
  return glyphs;
}
