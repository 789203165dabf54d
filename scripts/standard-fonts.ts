import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Font as MupdfFont, StrokeState, Text } from "mupdf";
import { Holding, Work } from "../src/meter/work.ts";
import { Extent } from "../src/pdf-content/extent.ts";
import {
  MAC_ROMAN_ENCODING,
  STANDARD_ENCODING,
  SYMBOL_ENCODING,
  WIN_ANSI_ENCODING,
  ZAPF_DINGBATS_ENCODING,
} from "../src/pdf-content/fonts/names/encodings.ts";
import { textOfGlyph } from "../src/pdf-content/fonts/names/glyph-names.ts";
import { Cff } from "../src/pdf-content/fonts/programs/cff.ts";
import { sfntTables } from "../src/pdf-content/fonts/programs/sfnt.ts";
import { TrueType } from "../src/pdf-content/fonts/programs/truetype.ts";

/**
 * Writes src/pdf-content/fonts/standard/standard-data.ts: widths and boxes of the standard fonts' glyphs. The widths
 * are the published ones. The boxes are those of the free fonts that viewers show instead: mupdf's clones of the
 * published outlines, and for glyphs that they lack, the fonts of pdfjs-dist. Run it again when these packages change.
 */
const folder = join(dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json")), "standard_fonts");

const faces = [
  ["Helvetica", "LiberationSans-Regular.ttf"],
  ["Helvetica-Bold", "LiberationSans-Bold.ttf"],
  ["Times-Roman", "FoxitSerif.pfb"],
  ["Times-Bold", "FoxitSerifBold.pfb"],
  ["Times-Italic", "FoxitSerifItalic.pfb"],
  ["Times-BoldItalic", "FoxitSerifBoldItalic.pfb"],
  ["Courier", "FoxitFixed.pfb"],
  ["Courier-Bold", "FoxitFixedBold.pfb"],
  ["Symbol", "FoxitSymbol.pfb"],
  ["ZapfDingbats", "FoxitDingbats.pfb"],
] as const;

/** Boxes are stored in units of 8 thousandths from -512, rounded outwards. */
const step = 8;
const lowest = -512;

const hairline = new StrokeState({
  lineCap: "Butt",
  lineJoin: "Bevel",
  lineWidth: 0,
  miterLimit: 1,
  dashPhase: 0,
  dashes: [],
});

function namesOf(...encodings: (readonly (string | undefined)[])[]): string[] {
  return [...new Set(encodings.flat().filter((name) => name !== undefined))].sort();
}

const latin = namesOf(STANDARD_ENCODING, WIN_ANSI_ENCODING, MAC_ROMAN_ENCODING);
const names = { Symbol: namesOf(SYMBOL_ENCODING), ZapfDingbats: namesOf(ZAPF_DINGBATS_ENCODING) };

function boxOf(program: Cff | TrueType, builtIn: MupdfFont, name: string): Extent {
  const extent = new Extent();
  const character = textOfGlyph(name)?.codePointAt(0) ?? 0;
  const glyph = program instanceof Cff ? program.named(name) : program.maps.unicode(character);
  const other = builtIn.encodeCharacter(character);
  if (character > 0x20 && other > 0) {
    const text = new Text();
    text.showGlyph(builtIn, [1000, 0, 0, 1000, 0, 0], other, character);
    const [left, bottom, right, top] = text.getBounds(hairline, [1, 0, 0, 1, 0, 0]);
    if (right > left) return Extent.of([left / 1000, bottom / 1000, right / 1000, top / 1000]);
  }
  if (glyph !== undefined && glyph !== 0) program.addBox(glyph, extent);
  return extent;
}

/** The widths of mupdf's fonts are the published ones. */
function widthOf(builtIn: MupdfFont, name: string): number {
  const glyph = builtIn.encodeCharacter(textOfGlyph(name)?.codePointAt(0) ?? 0);
  return glyph > 0 ? Math.round(builtIn.advanceGlyph(glyph) * 1000) : 0;
}

/** Six bytes for each glyph: its width in two, and its box in four. */
function numbersOf(face: string, file: string): Uint8Array {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  const holding = new Holding(new Work());
  const program = file.endsWith(".ttf") ? new TrueType(bytes, sfntTables(bytes), holding) : new Cff(bytes, holding);
  const builtIn = new MupdfFont(face);
  const list = names[face as keyof typeof names] ?? latin;
  const out = new Uint8Array(list.length * 6);
  list.forEach((name, index) => {
    const { left, bottom, right, top, isEmpty } = boxOf(program, builtIn, name);
    const width = widthOf(builtIn, name);
    const low = (value: number): number => Math.floor((value * 1000 - lowest) / step);
    const high = (value: number): number => Math.ceil((value * 1000 - lowest) / step);
    const box = isEmpty ? [0, 0, 0, 0] : [low(left), low(bottom), high(right), high(top)];
    out.set([width >> 8, width & 255, ...box.map((value) => Math.min(255, Math.max(0, value)))], index * 6);
  });
  return out;
}

/**
 * First the first bytes of all glyphs and faces, then the second bytes, and so on. Neighbours are alike, so it
 * compresses well.
 */
function packed(tables: Uint8Array[]): string {
  const glyphs = tables[0]!.length / 6;
  const out = new Uint8Array(tables.length * glyphs * 6);
  tables.forEach((table, face) => {
    for (const [at, byte] of table.entries()) {
      out[((at % 6) * glyphs + Math.floor(at / 6)) * tables.length + face] = byte;
    }
  });
  return Buffer.from(brotliCompressSync(out)).toString("base64");
}

function lines(text: string, length: number): string {
  return text.replace(new RegExp(`.{${length}}`, "g"), "$&\n");
}

/** Faces with glyphs of their own are not grouped. */
const text = faces.filter(([face]) => !(face in names));
const groups = [
  ["text", text] as const,
  ...faces.filter(([face]) => face in names).map((face) => [face[0], [face]] as const),
];

let source = `// Written by scripts/standard-fonts.ts.

/** The faces whose glyphs are those of the Latin encodings. */
export const TEXT_FACES = ${JSON.stringify(text.map(([face]) => face))} as const;

/**
 * For each glyph, in the order of their names, its width in two bytes and its box in four; compressed by Brotli. The
 * first byte of all glyphs comes first, then the second: of each glyph those of all faces that the table has.
 */
export const STANDARD_FACES = {
`;
for (const [name, members] of groups) {
  source += `  ${name}: \`\n${lines(packed(members.map(([face, file]) => numbersOf(face, file))), 116)}\`,\n`;
}
source += "} as const;\n";
writeFileSync(join(import.meta.dirname, "..", "src/pdf-content/fonts/standard/standard-data.ts"), source);
