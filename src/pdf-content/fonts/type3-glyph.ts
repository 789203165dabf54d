import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfDict, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { type Matrix, toMatrix } from "../matrix.ts";
import { addDifferences, type GlyphName } from "./simple-font.ts";

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

/** The glyph of a Type 3 font's code. */
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
