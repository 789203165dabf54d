import { deflate } from "#platform/zlib.ts";
import { COST } from "../meter/work-limits.ts";
import type { Edits } from "../pdf-file/edits.ts";
import { latin1 } from "../pdf-file/rope.ts";
import { type PdfObject, type PdfRef, PdfStream, PdfString, pdfDict } from "../pdf-file/syntax/objects.ts";
import { toUnicodeData } from "../remove/fonts/cmaps.ts";
import { sfnt } from "../remove/fonts/pruned-truetype.ts";

/** Thousandths of an em. */
const [ASCENT, DESCENT] = [800, 200];
/** Widths of glyphs in thousandths of an em, with their letters: a part of a word is then about where it is seen. */
const WIDTHS = [278, 556, 833, 1000] as const;
const [NARROW, USUAL, WIDE, FULL] = WIDTHS;
const IS_NARROW = /[ijltfrIJ.,:;'’!|()[\]{}`/\\\- ]|\p{M}|\p{Cf}/u;
const IS_WIDE = /[mwMW@%&—…]/;
const IS_FULL =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60]|[\u{1f300}-\u{3ffff}]/u;

/** The first code of what is not ASCII, and the last of all. */
const [BEYOND_ASCII, LAST_CODE] = [0x100, 0xffff];
const UNKNOWN = "\ufffd";

/** Points by which a box may be higher or lower than its letters: each further variant takes half a kilobyte. */
const NEAR = 0.75;
/** The most variants. What none of them is near to has one that is higher, so that no redaction leaves letters' ends. */
const MOST_VARIANTS = 48;
/** A lower one counts as further away than any higher one. */
const LOWER = 10_000;

/** The font with another height of its letters: readers take a word's box from that. */
interface Variant {
  readonly name: string;
  readonly ascent: number;
  readonly descent: number;
}

/**
 * The font of what is not seen: its glyphs are empty, and ToUnicode says what they are (ISO 32000-2 §9.7, §9.10). ASCII
 * has its own codes; other characters get theirs when they are met. One code is one character of Unicode.
 */
export class LayerFont {
  readonly #codes = new Map<string, number>();
  #next = BEYOND_ASCII;
  readonly #variants: Variant[] = [];
  readonly #edits: Edits;
  /** The resources of all that is written in it. */
  readonly resources: PdfRef;

  constructor(edits: Edits) {
    this.#edits = edits;
    this.resources = edits.newRef();
  }

  /** The name of a variant whose letters reach about so far above and below the base line, in sizes. */
  nameOf(reach: { readonly ascent: number; readonly descent: number }, size: number): string {
    this.#edits.document.work.spend(this.#variants.length * COST.comparedPlace);
    // Readers take nothing for what is missing.
    const [ascent, descent] = [reach.ascent, reach.descent].map((one) => {
      return Math.min(2900, Math.max(1, Math.round(one * 100) * 10));
    }) as [number, number];
    let [nearest, least]: [Variant | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    const isFull = this.#variants.length >= MOST_VARIANTS;
    for (const one of this.#variants) {
      const isLower = one.ascent < ascent || one.descent < descent;
      const far = Math.max(Math.abs(one.ascent - ascent), Math.abs(one.descent - descent));
      const counted = isFull && isLower ? far + LOWER : far;
      if (counted < least) [nearest, least] = [one, counted];
    }
    if (nearest && ((least / 1000) * size <= NEAR || isFull)) return nearest.name;
    const name = `F${this.#variants.length}`;
    this.#variants.push({ name, ascent, descent });
    return name;
  }

  /** The bytes of a text, two for each character, and its width in ems. */
  encoded(characters: Iterable<string>): { bytes: number[]; width: number } {
    const bytes: number[] = [];
    let width = 0;
    for (const character of characters) {
      const code = this.#codeOf(character);
      bytes.push(code >> 8, code & 0xff);
      width += widthOf(character);
    }
    return { bytes, width: width / 1000 };
  }

  #codeOf(character: string): number {
    const known = this.#codes.get(character);
    if (known !== undefined) return known;
    const point = character.codePointAt(0)!;
    if (point >= BEYOND_ASCII / 2 && this.#next > LAST_CODE) return this.#codes.get(UNKNOWN) ?? LAST_CODE;
    const code = point < BEYOND_ASCII / 2 ? point : this.#next++;
    this.#codes.set(code === LAST_CODE ? UNKNOWN : character, code);
    this.#edits.document.work.hold(80);
    return code;
  }

  /** Puts the font into the document, once all is written. */
  complete(): void {
    const edits = this.#edits;
    const name = "Words";
    const codes = [...this.#codes].map(([text, code]) => ({ text, code, length: 2 })).sort((a, b) => a.code - b.code);
    const glyphs = new Uint8Array(((codes.at(-1)?.code ?? 0) + 1) * 2);
    for (const { text, code } of codes) glyphs[code * 2 + 1] = glyphOf(text);
    const program = fontProgram();
    const ascii = (text: string) => new PdfString(latin1(text));
    const FontFile2 = edits.add(deflated(program, { Length1: program.length }));
    const W = edits.add(widthsOf(codes));
    const CIDToGIDMap = edits.add(deflated(glyphs));
    const ToUnicode = edits.add(deflated(toUnicodeData(codes)));
    const system = { Registry: ascii("Adobe"), Ordering: ascii("Identity"), Supplement: 0 };
    const CIDSystemInfo = edits.add(pdfDict(system));
    const fonts = this.#variants.map(({ name: variant, ascent, descent }) => {
      const descriptor = pdfDict({
        Type: "FontDescriptor",
        FontName: name,
        Flags: 4,
        FontBBox: [0, -descent, FULL, ascent],
        ItalicAngle: 0,
        Ascent: ascent,
        Descent: -descent,
        CapHeight: ascent,
        StemV: 80,
        FontFile2,
      });
      const descendant = {
        Type: "Font",
        Subtype: "CIDFontType2",
        BaseFont: name,
        CIDSystemInfo,
        DW: USUAL,
        W,
        CIDToGIDMap,
      };
      const DescendantFonts = [pdfDict({ ...descendant, FontDescriptor: edits.add(descriptor) })];
      const font = {
        Type: "Font",
        Subtype: "Type0",
        BaseFont: name,
        Encoding: "Identity-H",
        DescendantFonts,
        ToUnicode,
      };
      return [variant, edits.add(pdfDict(font))] as const;
    });
    edits.put(this.resources.number, pdfDict({ Font: new Map(fonts) }));
  }
}

export function deflated(bytes: Uint8Array, entries: Readonly<Record<string, PdfObject>> = {}): PdfStream {
  return new PdfStream(pdfDict({ ...entries, Filter: "FlateDecode" }), deflate(bytes, { level: 9 }));
}

function widthOf(character: string): number {
  if (IS_FULL.test(character)) return FULL;
  return IS_NARROW.test(character) ? NARROW : IS_WIDE.test(character) ? WIDE : USUAL;
}

/** The first glyph is the one for what is missing, which PDF/A forbids to show (ISO 19005-2, 6.2.11.8). */
function glyphOf(character: string): number {
  return 1 + WIDTHS.indexOf(widthOf(character) as (typeof WIDTHS)[number]);
}

/** Widths of codes that follow one another, as one list each (9.7.4.3). */
function widthsOf(codes: readonly { readonly text: string; readonly code: number }[]): PdfObject[] {
  const widths: PdfObject[] = [];
  let [next, run]: [number, number[]] = [-1, []];
  for (const { text, code } of codes) {
    if (code !== next) {
      run = [];
      widths.push(code, run);
    }
    run.push(widthOf(text));
    next = code + 1;
  }
  return widths;
}

/** A TrueType font with an empty glyph of each width. */
function fontProgram(): Uint8Array {
  const count = WIDTHS.length + 1;
  const box = [0, -DESCENT, FULL, ASCENT];
  const halves = (values: readonly number[]) =>
    Uint8Array.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
  const tables = {
    head: [1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, ...box, 0, 8, 2, 0, 0],
    hhea: [1, 0, ASCENT, -DESCENT, 0, FULL, 0, 0, FULL, 1, 0, 0, 0, 0, 0, 0, 0, count],
    maxp: [1, 0, count, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    hmtx: [USUAL, 0, ...WIDTHS.flatMap((width) => [width, 0])],
    loca: new Array<number>(count + 1).fill(0),
    glyf: [0, 0],
  };
  const made = new Map(Object.entries(tables).map(([tag, values]) => [tag, halves(values)]));
  return sfnt(Uint8Array.of(0, 1, 0, 0), made);
}
