import type { Holding } from "../../meter/work.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { Extent } from "../extent.ts";
import { type Matrix, multiply, toMatrix } from "../matrix.ts";
import { Font } from "./font.ts";
import { GlyphBoxes } from "./glyph-boxes.ts";
import { textByName } from "./names/glyph-names.ts";
import { toUnicodeOf } from "./names/unicode-text.ts";
import { addDifferences, type GlyphName } from "./simple-font.ts";

/** Adds the box of what a glyph's content paints. */
export type MeasureProcedure = (
  procedure: PdfStream,
  resources: PdfObject | undefined,
  matrix: Matrix,
  into: Extent,
) => void;

/** Type 3 fonts (9.6.4): their glyphs are contents. Their /FontBBox is often wrong, and is not used. */
export function type3Font(document: PdfDocument, dict: PdfDict, measure: MeasureProcedure, holding: Holding): Font {
  const matrix = type3Matrix(document, dict);
  const names: GlyphName[] = [];
  const encoding = document.dict(dict.get("Encoding"));
  addDifferences(document, encoding?.get("Differences"), names);
  const procedures = document.dict(dict.get("CharProcs"));
  const widths = new Float64Array(256);
  const first = document.number(dict.get("FirstChar")) ?? 0;
  const list = document.array(dict.get("Widths")) ?? [];
  for (let code = 0; code < 256; code++) widths[code] = (document.number(list[code - first]) ?? 0) * matrix[0];
  const toUnicode = toUnicodeOf(document, dict, holding);
  const textOf = textByName(names, true);
  return new Font({
    boxes: new GlyphBoxes((code, into, by) => {
      const name = names[code];
      const procedure = name === undefined ? null : document.resolve(procedures?.get(name));
      if (procedure instanceof PdfStream) measure(procedure, dict.get("Resources"), multiply(matrix, by), into);
    }, holding),
    widths,
    weight: 0,
    em: emOf(widths),
    holding,
    textOf: (code) => toUnicode?.get(code) ?? textOf(code),
    names,
  });
}

export interface Type3Glyph {
  readonly name: string;
  readonly procedure: PdfStream;
  /** As /Widths has it, in glyph space. */
  readonly width: number;
}

export function type3Matrix(document: PdfDocument, dict: PdfDict): Matrix {
  const items = document.array(dict.get("FontMatrix"))?.map((item) => document.resolve(item));
  return toMatrix(items) ?? [0.001, 0, 0, 0.001, 0, 0];
}

export function type3Glyph(document: PdfDocument, dict: PdfDict, code: number): Type3Glyph | undefined {
  const names: GlyphName[] = [];
  addDifferences(document, document.dict(dict.get("Encoding"))?.get("Differences"), names);
  const name = names[code];
  const procedure = name === undefined ? null : document.resolve(document.dict(dict.get("CharProcs"))?.get(name));
  if (name === undefined || !(procedure instanceof PdfStream)) return undefined;
  const first = document.number(dict.get("FirstChar")) ?? 0;
  return {
    name,
    procedure,
    width: document.number(document.items(dict.get("Widths"), code - first + 1)?.[code - first]) ?? 0,
  };
}

/** Letters are about half as wide as they are large; a space that is so about is the usual one. */
function emOf(widths: Float64Array): number {
  const shown = widths.map(Math.abs).filter((width) => width > 0);
  const em = (2 * shown.reduce((sum, width) => sum + width, 0)) / shown.length;
  return em < 0.4 || em > 2.5 ? em : 1;
}
