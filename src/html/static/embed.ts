import { type PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from "pdf-lib";
import type { Face } from "./face.ts";

/** A face in a document, which remembers the glyphs that were set with it. */
export interface EmbeddedFace {
  readonly face: Face;
  readonly reference: PDFRef;
  /** Glyph ids of a text as a string for the Tj operator, and its width in thousandths of an em. */
  set(text: string): { glyphs: PDFHexString; width: number };
  width(text: string): number;
  /** How many characters had no glyph. */
  readonly missing: Set<string>;
  /** Writes the font: once all text is set. */
  finish(): void;
}

const REPLACEMENT = 0xfffd;

/** As a CIDFontType2 with glyph ids for codes (ISO 32000-2 §9.7.4.2) and a map back to Unicode (§9.10.3). */
export function embedFace(pdf: PDFDocument, face: Face, name: string): EmbeddedFace {
  const { context } = pdf;
  const reference = context.nextRef();
  const used = new Map<number, number>();
  const missing = new Set<string>();
  const glyphsOf = (text: string) =>
    [...text].map((character) => {
      const codePoint = character.codePointAt(0) ?? 0;
      const glyph = face.glyphOf(codePoint);
      if (glyph !== 0) {
        used.set(glyph, codePoint);
        return glyph;
      }
      missing.add(character);
      return face.glyphOf(REPLACEMENT);
    });
  const width = (text: string) => {
    let total = 0;
    for (const character of text)
      total += face.widthOf(face.glyphOf(character.codePointAt(0) ?? 0) || face.glyphOf(REPLACEMENT));
    return total;
  };
  return {
    face,
    reference,
    missing,
    width,
    set(text) {
      const glyphs = glyphsOf(text);
      return { glyphs: PDFHexString.of(glyphs.map(hex4).join("")), width: width(text) };
    },
    finish() {
      const fontName = PDFName.of(name);
      const file = context.register(context.flateStream(face.bytes, { Length1: face.bytes.length }));
      const descriptor = context.register(
        context.obj({
          Type: "FontDescriptor",
          FontName: fontName,
          Flags: 4,
          FontBBox: [...face.box],
          ItalicAngle: 0,
          Ascent: face.ascent,
          Descent: face.descent,
          CapHeight: face.ascent,
          StemV: 80,
          FontFile2: file,
        }),
      );
      const widths = [...used.keys()].sort((a, b) => a - b).flatMap((glyph) => [glyph, [face.widthOf(glyph)]]);
      const descendant = context.register(
        context.obj({
          Type: "Font",
          Subtype: "CIDFontType2",
          BaseFont: fontName,
          CIDSystemInfo: { Registry: PDFString.of("Adobe"), Ordering: PDFString.of("Identity"), Supplement: 0 },
          FontDescriptor: descriptor,
          CIDToGIDMap: "Identity",
          DW: face.widthOf(0),
          W: widths,
        }),
      );
      const toUnicode = context.register(context.flateStream(unicodeMap(used)));
      context.assign(
        reference,
        context.obj({
          Type: "Font",
          Subtype: "Type0",
          BaseFont: fontName,
          Encoding: "Identity-H",
          DescendantFonts: [descendant],
          ToUnicode: toUnicode,
        }),
      );
    },
  };
}

function unicodeMap(used: Map<number, number>): string {
  const lines = [...used].map(([glyph, codePoint]) => `<${hex4(glyph)}> <${hex4(codePoint)}>`);
  const sections: string[] = [];
  // At most 100 mappings to a section (Adobe Technical Note 5411).
  for (let at = 0; at < lines.length; at += 100) {
    const section = lines.slice(at, at + 100);
    sections.push(`${section.length} beginbfchar\n${section.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ...sections,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, "0");
}
