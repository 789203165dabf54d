import type { Font } from "../../pdf-content/fonts/font.ts";
import { type Type3Glyph, type3Glyph, type3Matrix } from "../../pdf-content/fonts/type3-font.ts";
import { IDENTITY, type Matrix, multiply } from "../../pdf-content/matrix.ts";
import { Resources } from "../../pdf-content/resources.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { type PdfDict, type PdfObject, PdfRef, type PdfStream, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { NO_HOLES } from "../areas.ts";
import type { Copier } from "../copy/copier.ts";
import { toUnicodeData } from "../fonts/cmaps.ts";
import { factor } from "../numbers.ts";
import { freshState } from "../reading.ts";
import { rewrittenStream } from "./content.ts";
import { type ContentPlace, GLYPH, type PageWork, type Rewriting } from "./work.ts";

/** The code and the name of the only glyph of a font: they tell nothing of the font that it is from. */
export const CUT_CODE = 0x21; // '!'
const CUT_NAME = "cut";

/**
 * A font with one glyph: what is left of a Type 3 glyph (9.6.4), which is a content stream, across the edge. `shift`
 * moves its origin, in text space at size 1; the picture stays where it is.
 */
export function cutGlyph(
  work: PageWork,
  font: Font,
  code: number,
  matrix: Matrix,
  state: GraphicsState,
  shift: readonly [number, number],
): PdfRef | undefined {
  const { reading, copier } = work.all;
  const dict = reading.document.dict(font.source);
  const glyph = dict && type3Glyph(reading.document, dict, code);
  if (!dict || !glyph) return undefined;
  const own = type3Matrix(reading.document, dict);
  const base = multiply(own, matrix);
  const resources = new Resources(reading.document, dict.get("Resources"));
  const inner = freshState(base);
  inner.clip = state.clip;
  const place = work.within(work.area, work.holes, base);
  const cleaned = rewrittenStream(work.all, place, glyph.procedure, resources, inner);
  if (cleaned.isEmpty) return undefined;
  const procedure = copier.file.addContent(new Map(), movedBack(cleaned.data, own, shift));
  return copier.file.add(fontOf(copier, font, code, glyph, own, procedure, cleaned.resources));
}

/** The content of a glyph that stays whole. Its resources are added to the font's. */
export function wholeGlyph(all: Rewriting, procedure: PdfStream, dict: PdfDict, resources: PdfDict): PdfRef {
  const { reading, copier, findings } = all;
  const own = new Resources(reading.document, dict.get("Resources"));
  const place: ContentPlace = { area: undefined, holes: NO_HOLES, base: IDENTITY, unit: 1, owner: GLYPH, depth: 1 };
  const cleaned = rewrittenStream(all, place, procedure, own, freshState(IDENTITY));
  let isNamedAlike = true;
  for (const [kind, entries] of cleaned.resources) {
    const named = (resources.get(kind) as PdfDict | undefined) ?? new Map<string, PdfObject>();
    resources.set(kind, named);
    for (const [name, entry] of entries as PdfDict) {
      if (named.has(name) && !isSame(named.get(name)!, entry)) isNamedAlike = false;
      named.set(name, entry);
    }
  }
  if (!isNamedAlike) findings.unremovable("a font whose glyphs name different things alike");
  return cleaned.isChanged ? copier.file.addContent(new Map(), cleaned.data) : copier.addStream(procedure, new Map());
}

function fontOf(
  copier: Copier,
  font: Font,
  code: number,
  { width }: Type3Glyph,
  matrix: Matrix,
  procedure: PdfRef,
  resources: PdfDict,
): PdfDict {
  const dict = pdfDict({
    Type: "Font",
    Subtype: "Type3",
    FontBBox: [0, 0, 0, 0],
    FontMatrix: [...matrix],
    FirstChar: CUT_CODE,
    LastChar: CUT_CODE,
    Widths: [width],
    Encoding: pdfDict({ Type: "Encoding", Differences: [CUT_CODE, CUT_NAME] }),
    CharProcs: pdfDict({ [CUT_NAME]: procedure }),
    Resources: resources,
  });
  const text = font.textOf(code);
  if (text !== undefined) {
    dict.set("ToUnicode", copier.file.addContent(new Map(), toUnicodeData([{ code: CUT_CODE, length: 1, text }])));
  }
  return dict;
}

function isSame(one: PdfObject, other: PdfObject): boolean {
  return one === other || (one instanceof PdfRef && other instanceof PdfRef && one.number === other.number);
}

/** The content moved relative to its origin, after the operator that gives its width. */
function movedBack(data: Uint8Array, [a, b, c, d]: Matrix, [x, y]: readonly [number, number]): Uint8Array {
  const determinant = a * d - b * c;
  if ((x === 0 && y === 0) || determinant === 0) return data;
  const [dx, dy] = [(c * y - d * x) / determinant, (b * x - a * y) / determinant];
  const text = latin1Text(data);
  const first = text.slice(0, text.indexOf("\n") + 1);
  const moved = `1 0 0 1 ${factor(dx)} ${factor(dy)} cm\n`;
  if (/ d0\n$/.test(first)) return latin1(first + moved + text.slice(first.length));
  const box = / d1\n$/.test(first) ? first.split(" ").map(Number) : undefined;
  if (!box) return latin1(moved + text);
  const [wx, wy, left, bottom, right, top] = box as [number, number, number, number, number, number];
  const metrics = [wx, wy, left + dx, bottom + dy, right + dx, top + dy].map(factor).join(" ");
  return latin1(`${metrics} d1\n${moved}${text.slice(first.length)}`);
}
