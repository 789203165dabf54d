import { unbrotli } from "#platform/brotli.ts";
import type { PdfDocument } from "../../../pdf-file/document.ts";
import type { PdfDict } from "../../../pdf-file/syntax/objects.ts";
import type { Box } from "../../../pdf-pages/geometry.ts";
import { fromBase64 } from "../../../platform/bytes.ts";
import type { Extent } from "../../extent.ts";
import type { Matrix } from "../../matrix.ts";
import type { LineHeight } from "../font.ts";
import {
  MAC_ROMAN_ENCODING,
  STANDARD_ENCODING,
  SYMBOL_ENCODING,
  WIN_ANSI_ENCODING,
  ZAPF_DINGBATS_ENCODING,
} from "../names/encodings.ts";
import { STANDARD_FACES, TEXT_FACES } from "./standard-data.ts";

/** The font that viewers show where none is embedded: one of the fourteen standard ones (9.6.2.2). */
export interface Substitute {
  readonly family: Face["family"];
  /** The published height of a line; undefined for a font that is not one of the fourteen. */
  readonly height: LineHeight | undefined;
  /** The published width in thousandths. */
  width(name: string | undefined): number;
  /** Whether the font has a glyph of this name that draws something. */
  draws(name: string | undefined): boolean;
  /** Adds the box of a glyph, transformed; `width` is its width in the document. */
  addBox(name: string | undefined, width: number, into: Extent, by: Matrix): void;
}

/** /Flags of a font descriptor (table 121). */
const FIXED_PITCH = 1;
const SERIF = 2;
const ITALIC = 64;
const FORCE_BOLD = 1 << 18;

const HEIGHTS: Readonly<Record<Face["family"], LineHeight>> = {
  Courier: { ascent: 0.629, descent: -0.157 },
  Helvetica: { ascent: 0.718, descent: -0.207 },
  Times: { ascent: 0.683, descent: -0.217 },
  Symbol: { ascent: 1.01, descent: -0.293 },
  ZapfDingbats: { ascent: 0.82, descent: -0.143 },
};

/** Viewers' fonts differ a little, so each box is made larger by this much, in text space. */
const SLACK = 0.02;

export function substituteFor(document: PdfDocument, dict: PdfDict, descriptor: PdfDict | undefined): Substitute {
  const base = document.resolve(dict.get("BaseFont"));
  const flags = document.number(descriptor?.get("Flags")) ?? 0;
  const name = typeof base === "string" ? base.replace(/^[A-Z]{6}\+/, "") : "";
  const face = standardFace({
    family: familyOf(name, flags),
    isBold: /bold|black|heavy|demi/i.test(name) || (flags & FORCE_BOLD) !== 0,
    isItalic: /italic|oblique|slanted/i.test(name) || (flags & ITALIC) !== 0,
  });
  const isStandard = descriptor === undefined || STANDARD.test(name);
  return {
    family: face.family,
    height: STANDARD.test(name) ? HEIGHTS[face.family] : undefined,
    width: (glyph) => face.width(glyph),
    draws: (glyph) => glyph !== undefined && Array.isArray(face.box(glyph)),
    addBox(glyph, width, into, by) {
      if (glyph === undefined) return;
      const box = face.box(glyph);
      if (box === "blank") return;
      if (box === undefined) return emBox(width, into, by);
      // Some viewers fit a substitute to the width that the document gives, others do not.
      const stretch = isStandard || face.width(glyph) === 0 ? 1 : (width * 1000) / face.width(glyph);
      const left = Math.min(box[0], box[0] * stretch) - SLACK;
      const right = Math.max(box[2], box[2] * stretch) + SLACK;
      into.addBox(left, box[1] - SLACK, right, box[3] + SLACK, by);
    },
  };
}

const STANDARD = /^(Helvetica|Times|Courier|Symbol|ZapfDingbats|Arial|TimesNewRoman|CourierNew)/;

function familyOf(name: string, flags: number): Face["family"] {
  if (/^symbol/i.test(name)) return "Symbol";
  if (/dingbats/i.test(name)) return "ZapfDingbats";
  if (/courier|mono|consol|typewriter/i.test(name) || (flags & FIXED_PITCH) !== 0) return "Courier";
  if (/helvetica|arial|sans/i.test(name)) return "Helvetica";
  return /times|serif|roman|georgia|garamond|palatino|bookman/i.test(name) || (flags & SERIF) !== 0
    ? "Times"
    : "Helvetica";
}

/** A box that contains nearly every glyph, transformed. */
export function emBox(width: number, into: Extent, by: Matrix): void {
  into.addBox(-0.1, -0.25, Math.max(width, 0) + 0.1, 1, by);
}

interface Style {
  readonly family: "Helvetica" | "Times" | "Courier" | "Symbol" | "ZapfDingbats";
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** A standard font: lengths of boxes in text space, widths in thousandths. */
interface Face {
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

function standardFace(style: Style): Face {
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
