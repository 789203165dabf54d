import { latin1 } from "../../../pdf-objects/rope.ts";
import { isSpace, skipSpace } from "../../../pdf-objects/syntax/chars.ts";
import { latin1Text, nameEnd, readName } from "../../../pdf-objects/syntax/names.ts";
import { readUnsigned } from "../../../pdf-objects/syntax/numbers.ts";
import { Extent } from "../../content/extent.ts";
import { STANDARD_ENCODING } from "../../content/fonts/names/encodings.ts";
import { Type1Charstring } from "../../content/fonts/programs/charstring-type1.ts";
import { Outline } from "../../content/fonts/programs/glyph-pen.ts";
import { binary, decryptPrivate, Type1, withoutSegments } from "../../content/fonts/programs/type1.ts";
import { IDENTITY } from "../../content/matrix.ts";
import { indexOf } from "../../structure/indirect.ts";
import { FontBytes } from "./font-bytes.ts";

/** Subroutines that flex and hint replacement call by number (Adobe Type 1 Font Format, §8.3). */
const BUILT_IN = [0, 1, 2, 3, 4];
const EEXEC_KEY = 55_665;
const CHARSTRING_KEY = 4330;
const RETURN = 11;
/** Ends the encrypted part (§7.2). Readers know the word only by the white space after it. */
const CLOSE = "closefile";

/** A Type 1 program with the charstrings, codes and subroutines of the given glyphs and no others. */
export function prunedType1(
  bytes: Uint8Array,
  wanted: ReadonlySet<number>,
  codes: ReadonlySet<number>,
): { data: Uint8Array; lengths: number[] } {
  const font = new Type1(bytes);
  const program = withoutSegments(bytes);
  const mark = indexOf(program, "eexec", 0);
  if (mark < 0) throw new RangeError("a Type 1 program without an encrypted part");
  const { glyphs, subroutines } = closure(font, wanted);
  const names = new Set([...font.names].filter(([, glyph]) => glyphs.has(glyph)).map(([name]) => name));
  const clear = withoutRemarks(latin1Text(program, 0, mark))
    // A code may be in octal.
    .replace(/dup\s+(?:8#)?(\d{1,3})\s*\/\S+\s+put\s*/g, (entry, code: string) =>
      codes.has(Number.parseInt(code, entry.includes("#") ? 8 : 10)) ? entry : "",
    );
  const start = latin1(`%!PS-AdobeFont-1.0\n${clear}eexec\n`);
  const secret = sealed(prunedPrivate(decryptPrivate(program, mark + 5), names, subroutines), EEXEC_KEY, 4);
  const trailer = latin1(`\n${`${"0".repeat(64)}\n`.repeat(8)}cleartomark\n`);
  const out = new FontBytes(start.length + secret.length + trailer.length);
  for (const part of [start, secret, trailer]) out.copy(part);
  return { data: out.view(), lengths: [start.length, secret.length, trailer.length] };
}

/** Without what the program says about itself: comments, and strings, which may hold others in parentheses. */
function withoutRemarks(program: string): string {
  let kept = "";
  let depth = 0;
  for (let at = 0; at < program.length; at++) {
    const c = program[at]!;
    if (depth > 0) {
      if (c === "\\") at++;
      else if (c === "(") depth++;
      else if (c === ")" && --depth === 0) kept += "()";
    } else if (c === "(") depth = 1;
    else if (c === "%") while (at + 1 < program.length && !/[\r\n]/.test(program[at + 1]!)) at++;
    else kept += c;
  }
  return kept;
}

/** The glyphs, those of which accented ones are made, and the subroutines that they call. */
function closure(font: Type1, wanted: ReadonlySet<number>): { glyphs: Set<number>; subroutines: Set<number> } {
  const glyphs = new Set<number>();
  const subroutines = new Set(BUILT_IN);
  const open = [...wanted, font.notdef];
  for (let glyph = open.pop(); glyph !== undefined; glyph = open.pop()) {
    const code = font.glyphs[glyph];
    if (!code || glyphs.has(glyph)) continue;
    glyphs.add(glyph);
    const recording = new Proxy(font.subroutines, {
      get(target, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) subroutines.add(Number(key));
        return Reflect.get(target, key) as unknown;
      },
    });
    const charstring = new Type1Charstring(new Outline(new Extent(), IDENTITY), recording);
    const isWhole = charstring.run(code);
    // A charstring that cannot be followed may call any subroutine.
    if (!isWhole) for (const at of font.subroutines.keys()) subroutines.add(at);
    const { seac } = charstring;
    for (const part of seac ? [seac.base, seac.accent] : []) {
      const named = font.named(STANDARD_ENCODING[part] ?? "");
      if (named !== undefined) open.push(named);
    }
  }
  for (const at of hintSubroutines(font, glyphs, subroutines)) subroutines.add(at);
  return { glyphs, subroutines };
}

/** Hint replacement names its subroutine as `n 1 3 callothersubr`. */
function hintSubroutines(font: Type1, glyphs: ReadonlySet<number>, called: ReadonlySet<number>): number[] {
  const found: number[] = [];
  const codes = [...glyphs].map((glyph) => font.glyphs[glyph]!);
  for (const at of called) if (font.subroutines[at]) codes.push(font.subroutines[at]!);
  for (const code of codes) {
    let numbers: number[] = [];
    for (let at = 0; at < code.length; ) {
      const b = code[at++]!;
      if (b >= 32) {
        if (b < 247) numbers.push(b - 139);
        else if (b < 251) numbers.push((b - 247) * 256 + (code[at++] ?? 0) + 108);
        else if (b < 255) numbers.push(-(b - 251) * 256 - (code[at++] ?? 0) - 108);
        else {
          numbers.push(((code[at + 2] ?? 0) << 8) | (code[at + 3] ?? 0));
          at += 4;
        }
        continue;
      }
      const isOther = b === 12 && code[at++] === 16; // callothersubr
      if (isOther && numbers.at(-1) === 3 && numbers.length >= 3) found.push(numbers.at(-3)!);
      numbers = [];
    }
  }
  return found;
}

/** The encrypted part: entries of /Subrs and /CharStrings that are not wanted are emptied, or left out. */
function prunedPrivate(bytes: Uint8Array, names: ReadonlySet<string>, subroutines: ReadonlySet<number>): Uint8Array {
  const out = new FontBytes(bytes.length);
  const lenIV = lenIVOf(bytes);
  const charStrings = indexOf(bytes, "/CharStrings", 0);
  if (charStrings < 0) throw new RangeError("a Type 1 program without charstrings");
  const subrs = indexOf(bytes, "/Subrs", 0);
  let at = 0;
  if (subrs >= 0 && subrs < charStrings) {
    for (let dup = indexOf(bytes, "dup ", subrs); dup >= 0 && dup < charStrings; dup = indexOf(bytes, "dup ", at)) {
      const index = readUnsigned(bytes, skipSpace(bytes, dup + 4, charStrings), charStrings);
      const data = binary(bytes, index.end, lenIV);
      if (!data) break;
      out.copy(bytes, at, index.end);
      if (subroutines.has(index.value)) out.copy(bytes, index.end, data.end);
      else {
        const empty = lenIV < 0 ? Uint8Array.of(RETURN) : sealed(Uint8Array.of(RETURN), CHARSTRING_KEY, lenIV);
        out.text(` ${empty.length} ${markOf(bytes, index.end)} `);
        out.copy(empty);
      }
      at = data.end;
    }
  }
  const counted = readUnsigned(bytes, skipSpace(bytes, charStrings + 12, bytes.length), bytes.length);
  out.copy(bytes, at, charStrings + 12);
  out.text(` ${names.size}`);
  at = counted.end;
  // '/'
  for (let slash = bytes.indexOf(0x2f, at); slash >= 0; ) {
    const stop = nameEnd(bytes, slash + 1, bytes.length);
    const data = binary(bytes, stop, lenIV);
    if (!data) break;
    out.copy(bytes, at, slash);
    const next = entryEnd(bytes, data.end);
    if (names.has(readName(bytes, slash + 1, stop))) out.copy(bytes, slash, next);
    at = next;
    const follows = skipSpace(bytes, next, bytes.length);
    slash = bytes[follows] === 0x2f ? follows : -1; // '/'
  }
  // The trailer of zeros follows. It decrypts to bytes that depend on everything before it.
  const close = indexOf(bytes, CLOSE, at);
  out.copy(bytes, at, close < 0 ? bytes.length : close);
  out.text(`${CLOSE}\n`);
  return out.view();
}

/** The place after `ND`, `|-` or the like, and the white space that follows. */
function entryEnd(bytes: Uint8Array, from: number): number {
  let at = skipSpace(bytes, from, bytes.length);
  const first = at;
  while (at < bytes.length && !isSpace(bytes[at]) && bytes[at] !== 0x2f) at++; // '/'
  // `noaccess def` is two words.
  if (latin1Text(bytes, first, at) === "noaccess") {
    at = skipSpace(bytes, at, bytes.length);
    while (at < bytes.length && !isSpace(bytes[at])) at++;
  }
  while (at < bytes.length && isSpace(bytes[at])) at++;
  return at;
}

/** The word before binary data: RD or -|. */
function markOf(bytes: Uint8Array, from: number): string {
  const length = readUnsigned(bytes, skipSpace(bytes, from, bytes.length), bytes.length);
  const start = skipSpace(bytes, length.end, bytes.length);
  let at = start;
  while (at < bytes.length && !isSpace(bytes[at])) at++;
  return latin1Text(bytes, start, at);
}

function lenIVOf(bytes: Uint8Array): number {
  const at = indexOf(bytes, "/lenIV", 0);
  if (at < 0) return 4;
  const start = skipSpace(bytes, at + 6, bytes.length);
  return bytes[start] === 0x2d ? -1 : readUnsigned(bytes, start, bytes.length).value; // '-'
}

/** Chapter 7: encrypted after this many meaningless bytes. */
function sealed(bytes: Uint8Array, key: number, before: number): Uint8Array {
  const out = new Uint8Array(bytes.length + before);
  let r = key;
  for (let i = 0; i < out.length; i++) {
    const plain = i < before ? 0 : bytes[i - before]!;
    const c = plain ^ (r >> 8);
    out[i] = c;
    r = ((c + r) * 52_845 + 22_719) & 0xffff;
  }
  return out;
}
