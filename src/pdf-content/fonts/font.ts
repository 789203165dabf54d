import type { Holding } from "../../meter/work.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { CMap } from "../cmaps/cmap.ts";
import type { CidWidths } from "./cid-widths.ts";
import type { GlyphBoxes } from "./glyph-boxes.ts";
import type { FontProgram } from "./programs/font-program.ts";

export interface EmbeddedGlyphs {
  readonly program: FontProgram;
  of(glyph: number): Iterable<number>;
}

/** How far letters reach from the base line, in text space at size 1. */
export interface LineHeight {
  readonly ascent: number;
  readonly descent: number;
}

const USUAL_HEIGHT: LineHeight = { ascent: 0.95, descent: -0.35 };

/** /Ascent and /Descent of a descriptor (table 120). Writers get their signs wrong, or leave them out as zero. */
export function lineHeight(document: PdfDocument, descriptor: PdfDict | undefined): LineHeight {
  const of = (key: string): number => Math.abs(document.number(descriptor?.get(key)) ?? 0) / 1000;
  const [ascent, descent] = [of("Ascent"), of("Descent")];
  return {
    ascent: ascent > 0 && ascent < 3 ? ascent : USUAL_HEIGHT.ascent,
    descent: descent > 0 && descent < 3 ? -descent : USUAL_HEIGHT.descent,
  };
}

/** What the content needs of a font (9.5 to 9.8): codes, widths, boxes, text. Lengths are in text space at size 1. */
export class Font {
  readonly boxes: GlyphBoxes;
  /** Of a simple font, by code. */
  readonly widths: Float64Array;
  /** Undefined for a simple font. */
  readonly composite: { readonly cmap: CMap; readonly widths: CidWidths } | undefined;
  /** The bytes of the embedded program. */
  readonly weight: number;
  /** The memory that the font takes. */
  readonly holding: Holding;
  /** The latest code, the glyph by which its box is found (in a composite font the CID), and its text. */
  code = 0;
  glyph = 0;
  /** The entry of the resources: the font's dictionary, or a reference to it. */
  source: PdfObject = null;
  /** The embedded program, and which of its glyphs may be shown for the glyph of a code. */
  readonly embedded: EmbeddedGlyphs | undefined;
  /** How far letters reach from the base line, by the descriptor: the height of a line. */
  readonly ascent: number;
  readonly descent: number;
  /** The size of its letters at size 1: that of other fonts, whatever space the glyphs of a Type 3 font are in. */
  readonly em: number;
  readonly #texts: (code: number) => string | undefined;
  /** The texts of codes of one byte that were asked for; null where there is none. */
  readonly #known: (string | null | undefined)[] = [];
  readonly #names: readonly (string | undefined)[];

  constructor(parts: {
    boxes: GlyphBoxes;
    widths?: Float64Array;
    composite?: { cmap: CMap; widths: CidWidths };
    weight: number;
    holding: Holding;
    embedded?: EmbeddedGlyphs | undefined;
    textOf: (code: number) => string | undefined;
    names?: readonly (string | undefined)[];
    height?: LineHeight;
    em?: number;
  }) {
    const { ascent, descent } = parts.height ?? USUAL_HEIGHT;
    this.ascent = ascent;
    this.descent = descent;
    this.em = parts.em ?? 1;
    this.boxes = parts.boxes;
    this.widths = parts.widths ?? new Float64Array(0);
    this.composite = parts.composite;
    this.weight = parts.weight;
    this.holding = parts.holding;
    this.embedded = parts.embedded;
    this.#texts = parts.textOf;
    this.#names = parts.names ?? [];
  }

  get isVertical(): boolean {
    return this.composite?.cmap.isVertical === true;
  }

  /** Reads the code of a composite font at `at`; returns where it ends. */
  read(cmap: CMap, bytes: Uint8Array, at: number, to: number): number {
    const end = at + cmap.lengthAt(bytes, at, to);
    let code = 0;
    for (let i = at; i < end; i++) code = code * 256 + bytes[i]!;
    this.code = code;
    this.glyph = cmap.cid(code);
    return end;
  }

  /** The text of a code; undefined when the font does not give it. */
  textOf(code: number): string | undefined {
    if (code > 255) return this.#texts(code);
    let text = this.#known[code];
    if (text === undefined) {
      text = this.#texts(code) ?? null;
      this.#known[code] = text;
    }
    return text ?? undefined;
  }

  /** The name that a simple font's encoding gives to the glyph of a code. */
  nameOf(code: number): string | undefined {
    return this.#names[code];
  }
}
