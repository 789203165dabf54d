import { unbrotli } from "#platform/brotli.ts";
import type { Box } from "../../../pdf-pages/geometry.ts";
import { fromBase64 } from "../../../platform/bytes.ts";
import {
  MAC_ROMAN_ENCODING,
  STANDARD_ENCODING,
  SYMBOL_ENCODING,
  WIN_ANSI_ENCODING,
  ZAPF_DINGBATS_ENCODING,
} from "../names/encodings.ts";
import { STANDARD_FACES, TEXT_FACES } from "./standard-data.ts";

export interface Style {
  readonly family: "Helvetica" | "Times" | "Courier" | "Symbol" | "ZapfDingbats";
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** A standard font: lengths of boxes in text space, widths in thousandths. */
export interface Face {
  readonly family: Style["family"];
  width(name: string | undefined): number;
  /** Undefined for a glyph that it does not have. */
  box(name: string): Box | "blank" | undefined;
}

/** How far an oblique face leans for each unit of height: 12 degrees. */
const LEAN = 0.2126;
/** Glyphs that are not in the font. */
const USUAL_WIDTH = 556;
const BLANK = new Set(["space", "nbspace", ".notdef", "nonbreakingspace"]);

const faces = new Map<string, Face>();

export function standardFace(style: Style): Face {
  const key = `${style.family},${style.isBold},${style.isItalic}`;
  let face = faces.get(key);
  if (face === undefined) {
    face = readFace(style);
    faces.set(key, face);
  }
  return face;
}

function readFace({ family, isBold, isItalic }: Style): Face {
  const isText = family !== "Symbol" && family !== "ZapfDingbats";
  const name =
    family === "Times"
      ? (`Times-${isBold ? (isItalic ? "BoldItalic" : "Bold") : isItalic ? "Italic" : "Roman"}` as const)
      : isText && isBold
        ? (`${family}-Bold` as const)
        : family;
  const lean = isText && isItalic && family !== "Times" ? LEAN : 0;
  const glyphs = new Map(glyphNames(family).map((glyph, index) => [glyph, index]));
  const byte = bytesOf(name, glyphs.size);
  return {
    family,
    width(glyph) {
      const at = glyph === undefined ? undefined : glyphs.get(glyph);
      return at === undefined ? USUAL_WIDTH : byte(at, 0) * 256 + byte(at, 1) || USUAL_WIDTH;
    },
    box(glyph) {
      if (BLANK.has(glyph)) return "blank";
      const at = glyphs.get(glyph);
      if (at === undefined || byte(at, 4) === 0) return undefined;
      const [left, bottom, right, top] = [2, 3, 4, 5].map((i) => (byte(at, i) * 8 - 512) / 1000) as [
        number,
        number,
        number,
        number,
      ];
      return [left + Math.min(0, bottom * lean), bottom, right + Math.max(0, top * lean), top];
    },
  };
}

/** Of any of the tables. */
const MAX_BYTES = 1 << 20;

type FaceName = (typeof TEXT_FACES)[number] | "Symbol" | "ZapfDingbats";

/** The bytes that standard-data.ts has for each glyph of a face. */
function bytesOf(name: FaceName, glyphs: number): (glyph: number, which: number) => number {
  const isAlone = name === "Symbol" || name === "ZapfDingbats";
  const table = unbrotli(fromBase64(STANDARD_FACES[isAlone ? name : "text"]), MAX_BYTES) as Uint8Array;
  const [face, faces] = isAlone ? [0, 1] : [TEXT_FACES.indexOf(name), TEXT_FACES.length];
  return (glyph, which) => table[(which * glyphs + glyph) * faces + face]!;
}

function glyphNames(family: Style["family"]): string[] {
  const encodings =
    family === "Symbol"
      ? [SYMBOL_ENCODING]
      : family === "ZapfDingbats"
        ? [ZAPF_DINGBATS_ENCODING]
        : [STANDARD_ENCODING, WIN_ANSI_ENCODING, MAC_ROMAN_ENCODING];
  return [...new Set(encodings.flat().filter((name) => name !== undefined))].sort();
}
