import { indexOf } from "#platform/bytes.ts";
import type { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { Extent } from "../../pdf-content/extent.ts";
import { STANDARD_ENCODING } from "../../pdf-content/fonts/names/encodings.ts";
import { Outline } from "../../pdf-content/fonts/programs/charstring.ts";
import { Type1Charstring } from "../../pdf-content/fonts/programs/charstring-type1.ts";
import { decryptPrivate, Type1, withoutSegments } from "../../pdf-content/fonts/programs/type1.ts";
import { IDENTITY } from "../../pdf-content/matrix.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { withoutMark } from "../../platform/map-key.ts";
import { FontBytes, recording } from "./cff-parts.ts";
import type { WantedGlyphs } from "./wanted-glyphs.ts";

/** Subroutines that flex and hint replacement call by number (Adobe Type 1 Font Format, §8.3). */
const BUILT_IN = [0, 1, 2, 3, 4];
const EEXEC_KEY = 55_665;
const CHARSTRING_KEY = 4330;
/** Bytes without meaning before each charstring: as many as there are without /lenIV. */
const BEFORE = 4;
const RETURN = Uint8Array.of(11);
/** A glyph without a width and an outline: 0 0 hsbw endchar. */
const EMPTY = Uint8Array.of(139, 139, 13, 14);
/** The entries of the font and of its private dictionary that decide how glyphs look (§2, §5), and their values. */
const OF_FONT = ["PaintType", "StrokeWidth", "FontMatrix", "FontBBox", "WeightVector", "BlendDesignPositions"];
const OF_PRIVATE = [
  ...["BlueValues", "OtherBlues", "FamilyBlues", "FamilyOtherBlues", "BlueScale", "BlueShift", "BlueFuzz"],
  ...["StdHW", "StdVW", "StemSnapH", "StemSnapV", "ForceBold", "ForceBoldThreshold", "LanguageGroup"],
  ...["ExpansionFactor", "RndStemUp"],
];
const MAX_NUMBERS = 256;

/**
 * A Type 1 program, written again with the wanted glyphs, the subroutines that they call, and entries of known meaning.
 */
export function prunedType1(
  bytes: Uint8Array,
  wanted: WantedGlyphs,
  nameAt: (name: string, place: number) => string,
  holding: Holding,
): { data: Uint8Array; lengths: number[]; places: ReadonlyMap<number, number> } {
  const font = new Type1(bytes, holding);
  const program = withoutSegments(bytes);
  const mark = indexOf(program, "eexec", 0);
  if (mark < 0) throw new RangeError("a Type 1 program without an encrypted part");
  const { glyphs, subroutines, ends } = closure(font, wanted.inOrder);
  const places = new Map(glyphs.map((glyph, place) => [glyph, place]));
  const names = new Map([...font.names].map(([name, glyph]) => [glyph, name]));
  const nameOf = (glyph: number): string => withoutMark(nameAt(names.get(glyph) ?? ".notdef", places.get(glyph)!));
  const read = (code: Uint8Array): Uint8Array => code.subarray(0, ends.get(code) ?? code.length);

  const start = new FontBytes(1024);
  start.text("%!PS-AdobeFont-1.0\n12 dict begin\n/FontType 1 def\n/FontName /X def\n");
  putEntries(start, latin1Text(program, 0, mark), OF_FONT);
  start.text("/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n");
  for (const code of [...wanted.codes].sort((a, b) => a - b)) {
    const glyph = font.named(font.builtIn(code) ?? "");
    if (glyph !== undefined && places.has(glyph)) start.text(`dup ${code} /${nameOf(glyph)} put\n`);
  }
  start.text("readonly def\ncurrentdict end\ncurrentfile eexec\n");

  const secret = new FontBytes(1 << 14);
  secret.text("dup /Private 32 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n");
  secret.text("/ND {noaccess def} executeonly def\n/NP {noaccess put} executeonly def\n");
  const own = latin1Text(decryptPrivate(program, mark + 5));
  putEntries(secret, own.slice(0, Math.max(0, own.search(/\/(?:Subrs|CharStrings)\b/))), OF_PRIVATE);
  secret.text("/MinFeature {16 16} def\n/password 5839 def\n/OtherSubrs [{} {} {} {}] def\n");
  const last = Math.max(...[...subroutines].filter((at) => font.subroutines[at] !== undefined), -1);
  if (last >= 0) secret.text(`/Subrs ${last + 1} array\n`);
  // All up to the last are written, however many are missing among them.
  holding.work.spend((last + 1) * COST.copiedEntry);
  for (let at = 0; at <= last; at++) {
    const code = subroutines.has(at) ? font.subroutines[at] : undefined;
    putCharstring(secret, `dup ${at}`, code ? read(code) : RETURN, "NP");
  }
  if (last >= 0) secret.text("ND\n");
  secret.text(`2 index /CharStrings ${Math.max(1, glyphs.length)} dict dup begin\n`);
  for (const glyph of glyphs) putCharstring(secret, `/${nameOf(glyph)}`, read(font.glyphs[glyph]!), "ND");
  // Readers take a program without glyphs for none, and show letters of another font.
  if (glyphs.length === 0) putCharstring(secret, "/.notdef", EMPTY, "ND");
  // Readers know the last word only by the white space behind it (§7.2).
  secret.text("end\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\n");
  secret.text("mark currentfile closefile\n");

  const parts = [
    start.view(),
    sealed(secret.view(), EEXEC_KEY),
    latin1(`\n${`${"0".repeat(64)}\n`.repeat(8)}cleartomark\n`),
  ];
  const out = new FontBytes(secret.length + 4096);
  for (const part of parts) out.copy(part);
  return { data: out.view(), lengths: parts.map((part) => part.length), places };
}

function putCharstring(out: FontBytes, before: string, code: Uint8Array, after: string): void {
  out.text(`${before} ${code.length + BEFORE} RD `);
  out.copy(sealed(code, CHARSTRING_KEY));
  out.text(` ${after}\n`);
}

/** The entries of these names, as far as they are numbers, lists of numbers, or true and false. */
function putEntries(out: FontBytes, program: string, names: readonly string[]): void {
  const places = new Map<string, number>();
  for (const { 1: name, index } of program.matchAll(/\/(\w+)[\s[{]/g)) if (!places.has(name!)) places.set(name!, index);
  for (const name of names) {
    const at = places.get(name);
    if (at === undefined) continue;
    const tokens = program.slice(at + name.length + 1, at + 4096).match(/[[\]{}]|[^\s[\]{}]+/g) ?? [];
    const value: string[] = [];
    let depth = 0;
    for (const token of tokens.slice(0, MAX_NUMBERS)) {
      if (/[[{]/.test(token)) depth++;
      else if (/[\]}]/.test(token)) depth--;
      if (/^(?:[[\]{}]|true|false)$/.test(token)) value.push(token);
      else if (Number.isFinite(Number(token))) value.push(token);
      if (depth <= 0) break;
    }
    if (value.length > 0 && depth === 0) out.text(`/${name} ${value.join(" ")} def\n`);
  }
}

/** The glyphs, those of which accented ones are made, and the subroutines that they call. */
function closure(font: Type1, wanted: readonly number[]) {
  const glyphs = new Set<number>();
  const subroutines = new Set(BUILT_IN);
  const ends = new Map<Uint8Array, number>();
  let isBroken = false;
  const recorded = recording(font.subroutines, subroutines);
  for (const glyph of [font.notdef, ...wanted]) if (font.glyphs[glyph]) glyphs.add(glyph);
  // A set is walked to its end, which moves on.
  for (const glyph of glyphs) {
    const pen = new Outline(new Extent(), IDENTITY);
    const charstring = new Type1Charstring(pen, recorded, font.holding.work, (code, end) =>
      ends.set(code, Math.max(end, ends.get(code) ?? 0)),
    );
    const isWhole = charstring.run(font.glyphs[glyph]!);
    // A charstring that cannot be followed may call any subroutine.
    if (!isWhole && !isBroken) {
      isBroken = true;
      font.holding.work.spend(font.subroutines.length * COST.entry);
      for (const at of font.subroutines.keys()) subroutines.add(at);
    }
    const { seac } = charstring;
    for (const part of seac ? [seac.base, seac.accent] : []) {
      const named = font.named(STANDARD_ENCODING[part] ?? "");
      if (named !== undefined) glyphs.add(named);
    }
  }
  return { glyphs: [...glyphs], subroutines, ends: isBroken ? new Map() : ends };
}

/** Chapter 7: encrypted, with zeros for the bytes without meaning. */
function sealed(bytes: Uint8Array, key: number): Uint8Array {
  const out = new Uint8Array(bytes.length + BEFORE);
  let r = key;
  for (let i = 0; i < out.length; i++) {
    const plain = i < BEFORE ? 0 : bytes[i - BEFORE]!;
    const c = plain ^ (r >> 8);
    out[i] = c;
    r = ((c + r) * 52_845 + 22_719) & 0xffff;
  }
  return out;
}
