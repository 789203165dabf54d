import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Holding, Work } from "../src/meter/work.ts";
import { DataReader } from "../src/pdf-content/fonts/programs/data-reader.ts";
import { partsOf } from "../src/pdf-content/fonts/programs/glyf-reach.ts";
import { sfntTables } from "../src/pdf-content/fonts/programs/sfnt.ts";
import { HEAD, TrueType } from "../src/pdf-content/fonts/programs/truetype.ts";
import { putU16 } from "../src/remove/fonts/glyf.ts";
import { prunedTrueType } from "../src/remove/fonts/pruned-truetype.ts";
import { WantedGlyphs } from "../src/remove/fonts/wanted-glyphs.ts";

/**
 * Writes packed/sans.ts: Noto Sans as page numbers and stamps use it, with the letters of scripts that need no shaping
 * and run from left to right, and without hints. It is read from the folder of an npm package:
 *
 *     npm pack @expo-google-fonts/noto-sans@0.4.2 && tar xzf expo-google-fonts-noto-sans-0.4.2.tgz
 *     node scripts/sans.ts package
 */
const [folder = "package"] = process.argv.slice(2);
const PROJECT = path.join(import.meta.dirname, "..");

/** Latin, Greek, Cyrillic, punctuation, numbers, currencies, and the signs that the font has. */
const CHARACTERS = [
  ...[0x20, 0x7e, 0xa0, 0x24f, 0x2c6, 0x2dd, 0x370, 0x52f, 0x1e00, 0x1eff],
  ...[0x2010, 0x2027, 0x202f, 0x205f, 0x2070, 0x209c, 0x20a0, 0x20c0, 0x2100, 0x218f, 0x2190, 0x25ff],
];
const HAS_INSTRUCTIONS = 256;
const GLYPH_HEAD_BYTES = 10;

const bytes = new Uint8Array(readFileSync(path.join(folder, "400Regular", "NotoSans_400Regular.ttf")));
const tables = sfntTables(bytes);
for (const name of ["post", "cvt ", "fpgm", "prep"]) tables.delete(name);
const program = new TrueType(bytes, tables, new Holding(new Work(1 << 30)));
const wanted = new WantedGlyphs("map", true, false);
for (let at = 0; at < CHARACTERS.length; at += 2) {
  for (let character = CHARACTERS[at]!; character <= CHARACTERS[at + 1]!; character++) {
    const glyph = program.maps.unicode(character);
    if (glyph > 0) wanted.want(character, [glyph]);
  }
}
dropHints();
const { data } = prunedTrueType(bytes, tables, program, wanted);
const licence = readFileSync(path.join(folder, "LICENSE_FONT"), "utf8").trim().replaceAll("*/", "* /");
const text = Buffer.from(brotliCompressSync(data)).toString("base64");
writeFileSync(
  path.join(PROJECT, "packed", "sans.ts"),
  `// Written by scripts/sans.ts, of Noto Sans (OFL-1.1):

/*!
${licence.replaceAll(/^/gm, " * ").replaceAll(/ +$/gm, "")}
 */

/** Packed by Brotli. */
const text = \`
${text.replace(/.{116}/g, "$&\n")}\`;

export const packed = async (): Promise<string> => text;
`,
);

/** Takes the instructions out of each glyph. What is behind its points then is left out with the rest of it. */
function dropHints(): void {
  const font = new DataReader(bytes);
  const [loca, glyf] = [tables.get("loca")!, tables.get("glyf")!];
  const isLong = font.u16(tables.get("head")!.start + HEAD.locationFormat) !== 0;
  const offset = (glyph: number) =>
    glyf.start + (isLong ? font.u32(loca.start + glyph * 4) : font.u16(loca.start + glyph * 2) * 2);
  for (let glyph = 0; glyph < program.glyphCount; glyph++) {
    const outline = bytes.subarray(offset(glyph), offset(glyph + 1));
    if (outline.length < GLYPH_HEAD_BYTES) continue;
    const contours = new DataReader(outline).i16(0);
    if (contours < 0) {
      for (const { at, flags } of partsOf(outline)) putU16(outline, at - 2, flags & ~HAS_INSTRUCTIONS);
      continue;
    }
    const hints = GLYPH_HEAD_BYTES + contours * 2;
    outline.copyWithin(hints + 2, hints + 2 + new DataReader(outline).u16(hints));
    putU16(outline, hints, 0);
  }
}
