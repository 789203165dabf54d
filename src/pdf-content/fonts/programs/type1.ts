import { indexOf } from "#platform/bytes.ts";
import type { Holding } from "../../../meter/work.ts";
import { COST } from "../../../meter/work-limits.ts";
import { hexDigit, isDigit, isSpace, skipSpace, startsWith, wordEnd } from "../../../pdf-file/syntax/chars.ts";
import { readName } from "../../../pdf-file/syntax/names.ts";
import { readUnsigned } from "../../../pdf-file/syntax/numbers.ts";
import * as CHAR from "../../../platform/char.ts";
import { latin1Text } from "../../../platform/latin1.ts";
import { Extent } from "../../extent.ts";
import { IDENTITY, type Matrix, multiply, toMatrix } from "../../matrix.ts";
import { STANDARD_ENCODING } from "../names/encodings.ts";
import { Outline } from "./charstring.ts";
import { Type1Charstring } from "./charstring-type1.ts";
import type { NamedShapes, Target } from "./glyph-shapes.ts";

const MAX_GLYPHS = 65_536;
/** Between a name, a length, and what marks the data. */
const MAX_SPACE = 64;
/** What a glyph takes in memory beside its program: a view, and its name. */
const GLYPH_BYTES = 200;

/** A Type 1 program: the clear part holds the encoding, the encrypted part the charstrings. */
export class Type1 implements NamedShapes {
  readonly notdef: number;
  readonly glyphs: Uint8Array[] = [];
  readonly names = new Map<string, number>();
  readonly subroutines: (Uint8Array | undefined)[] = [];
  readonly #codes: readonly (string | undefined)[];
  readonly #matrix: Matrix;
  readonly holding: Holding;

  constructor(bytes: Uint8Array, holding: Holding) {
    this.holding = holding;
    holding.work.spend(bytes.length * COST.sourceByte);
    const program = withoutSegments(bytes);
    const mark = indexOf(program, "eexec", 0);
    const clear = latin1Text(program, 0, Math.min(mark < 0 ? program.length : mark, 1 << 18));
    const matrix = /\/FontMatrix\s*\[([^[\]]*)\]/.exec(clear)?.[1]?.trim().split(/\s+/).map(Number);
    this.#matrix = toMatrix(matrix) ?? [0.001, 0, 0, 0.001, 0, 0];
    this.#codes = readEncoding(clear);
    this.#readPrivate(mark < 0 ? program : decryptPrivate(program, mark + 5));
    this.notdef = this.names.get(".notdef") ?? -1;
    if (this.glyphs.length === 0) throw new RangeError("a Type 1 program without glyphs");
  }

  named(name: string): number | undefined {
    return this.names.get(name);
  }

  builtIn(code: number): string | undefined {
    return this.#codes[code];
  }

  addBox(glyph: number, into: Extent, by = IDENTITY): boolean {
    return this.#draw(glyph, { into, by }, 0, 0, 0);
  }

  advance(glyph: number): number | undefined {
    const code = this.glyphs[glyph];
    if (!code) return undefined;
    const charstring = new Type1Charstring(
      new Outline(new Extent(), this.#matrix),
      this.subroutines,
      this.holding.work,
    );
    charstring.run(code);
    return charstring.width === undefined ? undefined : charstring.width * this.#matrix[0];
  }

  #draw(glyph: number, target: Target, dx: number, dy: number, depth: number): boolean {
    const code = this.glyphs[glyph];
    if (!code) return true;
    const outline = new Outline(target.into, multiply(this.#matrix, target.by));
    outline.move(dx, dy);
    const charstring = new Type1Charstring(outline, this.subroutines, this.holding.work);
    const isWhole = charstring.run(code);
    const { seac } = charstring;
    if (!seac || depth > 0) return isWhole;
    const base = this.named(STANDARD_ENCODING[seac.base] ?? "");
    const accent = this.named(STANDARD_ENCODING[seac.accent] ?? "");
    if (base !== undefined) this.#draw(base, target, dx, dy, 1);
    // The accent's side bearing is part of its charstring; the place that seac gives does not include it.
    if (accent !== undefined) this.#draw(accent, target, dx + seac.dx - this.#bearing(accent), dy + seac.dy, 1);
    return isWhole;
  }

  #bearing(glyph: number): number {
    const code = this.glyphs[glyph]!;
    const first = code[0] ?? 139;
    return first < 247 && first >= 32 ? first - 139 : 0;
  }

  /** `dup 5 12 RD …` for subroutines, `/name 12 RD …` for glyphs. */
  #readPrivate(bytes: Uint8Array): void {
    const at = indexOf(bytes, "/lenIV", 0);
    const lenIV = at < 0 ? 4 : readUnsigned(bytes, skipSpace(bytes, at + 6, bytes.length), bytes.length).value;
    const skipped = at >= 0 && bytes[skipSpace(bytes, at + 6, bytes.length)] === CHAR.MINUS ? -1 : lenIV;
    const glyphs = Math.max(0, indexOf(bytes, "/CharStrings", 0));
    const subrs = indexOf(bytes, "/Subrs", 0);
    if (subrs >= 0) this.#readSubroutines(bytes, subrs, glyphs > subrs ? glyphs : bytes.length, skipped);
    this.#readGlyphs(bytes, glyphs + 12, skipped);
  }

  #readSubroutines(bytes: Uint8Array, from: number, end: number, skipped: number): void {
    for (let at = indexOf(bytes, "dup ", from); at >= 0 && at < end; at = indexOf(bytes, "dup ", at)) {
      const index = readUnsigned(bytes, skipShort(bytes, at + 4, end), end);
      const data = binary(bytes, index.end, skipped);
      this.holding.entries(1, GLYPH_BYTES);
      if (data && index.value < MAX_GLYPHS) this.subroutines[index.value] = data.code;
      at = data?.end ?? at + 4;
    }
  }

  #readGlyphs(bytes: Uint8Array, from: number, skipped: number): void {
    for (let at = bytes.indexOf(CHAR.SLASH, from); at >= 0; at = bytes.indexOf(CHAR.SLASH, at)) {
      const stop = wordEnd(bytes, at + 1, bytes.length);
      const data = binary(bytes, stop, skipped);
      if (!data) {
        at = stop;
        continue;
      }
      if (this.glyphs.length >= MAX_GLYPHS) return;
      this.holding.entries(1, GLYPH_BYTES);
      this.names.set(readName(bytes, at + 1, stop), this.glyphs.length);
      this.glyphs.push(data.code);
      at = data.end;
    }
  }
}

/** White space that is followed by what belongs together. A comment without end would be read again and again. */
function skipShort(bytes: Uint8Array, from: number, end = bytes.length): number {
  return skipSpace(bytes, from, Math.min(end, from + MAX_SPACE));
}

/** `length RD ` and that many bytes, encrypted once more unless lenIV is -1. */
function binary(bytes: Uint8Array, from: number, skipped: number): { code: Uint8Array; end: number } | undefined {
  const start = skipShort(bytes, from);
  if (!isDigit(bytes[start])) return undefined;
  const length = readUnsigned(bytes, start, bytes.length);
  let at = skipShort(bytes, length.end);
  const word = at;
  while (at < bytes.length && at - word < 5 && !isSpace(bytes[at])) at++;
  const isMark = startsWith(bytes, word, "RD") || startsWith(bytes, word, "-|");
  if (at - word > 4 || (!isMark && at - word !== 2)) return undefined;
  const end = at + 1 + length.value;
  if (end > bytes.length) return undefined;
  const code = bytes.subarray(at + 1, end);
  return { code: skipped < 0 ? code : decrypt(code, 4330).subarray(skipped), end };
}

/** Chapter 7: each byte's key comes from the encrypted byte before. */
function decrypt(bytes: Uint8Array, key: number): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let r = key;
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i]!;
    out[i] = c ^ (r >> 8);
    r = ((c + r) * 52845 + 22719) & 0xffff;
  }
  return out;
}

/** The encrypted part, in binary or in hexadecimal digits. */
export function decryptPrivate(program: Uint8Array, from: number): Uint8Array {
  let start = from;
  while (start < program.length && isSpace(program[start])) start++;
  const isHex = [0, 1, 2, 3].every((i) => hexDigit(program[start + i]) >= 0);
  let part = program.subarray(start);
  if (isHex) {
    const out = new Uint8Array(part.length >> 1);
    let digits = 0;
    for (const c of part) {
      const digit = hexDigit(c);
      if (digit < 0) continue;
      if (digits >> 1 < out.length) out[digits >> 1]! |= (digits & 1) === 0 ? digit << 4 : digit;
      digits++;
    }
    part = out.subarray(0, digits >> 1);
  }
  return decrypt(part, 55665).subarray(4);
}

/** PFB files have a header of six bytes before each segment. */
export function withoutSegments(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x80) return bytes;
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; bytes[at] === 0x80 && (bytes[at + 1] === 1 || bytes[at + 1] === 2); ) {
    const size = bytes[at + 2]! + bytes[at + 3]! * 256 + bytes[at + 4]! * 65536 + bytes[at + 5]! * 16777216;
    const part = bytes.subarray(at + 6, at + 6 + size);
    out.set(part, length);
    length += part.length;
    at += 6 + size;
  }
  return out.subarray(0, length);
}

function readEncoding(clear: string): (string | undefined)[] {
  if (/\/Encoding\s+StandardEncoding/.test(clear)) return [...STANDARD_ENCODING];
  const codes: (string | undefined)[] = [];
  for (const [, code, name] of clear.matchAll(/dup\s+([\da-zA-Z#]+)\s*\/(\S+)\s+put/g)) {
    // A code may be written in another base, as 16#7A.
    const [digits, base = "10"] = code!.split("#").reverse();
    const value = Number.parseInt(digits!, Number(base));
    if (value >= 0 && value < 256) codes[value] = name!;
  }
  return codes.length > 0 ? codes : [...STANDARD_ENCODING];
}
