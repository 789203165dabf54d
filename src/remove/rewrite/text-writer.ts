import { MAX_ITEMS } from "../../pdf-content/content-limits.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { type Matrix, shifted } from "../../pdf-content/matrix.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { Tokeniser } from "../../pdf-content/syntax/tokeniser.ts";
import { ARRAY, NUMBER, STRING, type Values } from "../../pdf-content/syntax/values.ts";
import type { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import { literalEnd } from "../../pdf-file/syntax/strings.ts";
import * as CHAR from "../../platform/char.ts";
import { decimalsFor, factor, putMatrix, putRounded } from "../numbers.ts";
import type { GlyphRun } from "./glyph-run.ts";
import { type ContentOutput, nameText } from "./output.ts";

/**
 * Writes the glyphs [from, to) of a run, placed by a matrix of their own; where `shown` is at the operator that shows
 * them, they are copied from there.
 */
export function writeGlyphs(
  output: ContentOutput,
  run: GlyphRun,
  [from, to]: readonly [number, number],
  [font, name]: readonly [Font, string],
  state: GraphicsState,
  [matrix, unit]: readonly [Matrix, number],
  shown: Interpreter | undefined,
): void {
  const isAlone = !output.isInText;
  if (isAlone) output.beginText();
  // Operators that are held back come first: they may restore a state.
  const out = output.painting();
  putState(out, output, name, state);
  putMatrix(out, shifted(run.x[from]!, run.y[from]!, matrix), decimalsFor(state.matrix, unit));
  out.text(" Tm ");
  const first = run.bytes(0, from);
  const isCopied = shown !== undefined && putStrings(out, shown, first, first + run.bytes(from, to));
  if (!isCopied) putShown(out, run, from, to, font, state);
  if (isAlone) output.endText();
}

/** The operators that set the text state, as far as it differs. */
function putState(out: ByteWriter, output: ContentOutput, font: string, state: GraphicsState): void {
  const { fontSize, charSpace, wordSpace, scale, rise, textMode } = state;
  const known = output.textState;
  const isKnown =
    known !== undefined &&
    known.font === font &&
    known.fontSize === fontSize &&
    known.charSpace === charSpace &&
    known.wordSpace === wordSpace &&
    known.scale === scale &&
    known.rise === rise &&
    known.textMode === textMode;
  if (isKnown) return;
  if (known?.font !== font || known.fontSize !== fontSize) out.text(`${nameText(font)} ${factor(fontSize)} Tf\n`);
  if (known?.charSpace !== charSpace) out.text(`${factor(charSpace)} Tc\n`);
  if (known?.wordSpace !== wordSpace) out.text(`${factor(wordSpace)} Tw\n`);
  if (known?.scale !== scale) out.text(`${factor(scale * 100)} Tz\n`);
  if (known?.rise !== rise) out.text(`${factor(rise)} Ts\n`);
  if (known?.textMode !== textMode) out.text(`${textMode} Tr\n`);
  output.textState = { font, fontSize, charSpace, wordSpace, scale, rise, textMode };
}

/** `(…) Tj`, or an array when glyphs are not placed by their widths alone. */
function putShown(
  out: ByteWriter,
  run: GlyphRun,
  from: number,
  to: number,
  { isVertical }: Font,
  { fontSize, charSpace, wordSpace, scale }: GraphicsState,
): void {
  const { code, length, x, y, width } = run;
  const isWhole = (amount: number): boolean => !Number.isFinite(amount) || Math.abs(amount) < 5e-3;
  /** How far, in thousandths, the next glyph is to the left of the pen's position after this glyph. */
  const amountAfter = (at: number): number => {
    const space = charSpace + (code[at] === CHAR.SPACE && length[at] === 1 ? wordSpace : 0);
    const off = isVertical
      ? (y[at + 1]! - y[at]! - (width[at]! * fontSize + space)) / fontSize
      : (x[at + 1]! - x[at]! - (width[at]! * fontSize + space) * scale) / (fontSize * scale);
    return -off * 1000;
  };
  let isSpaced = false;
  for (let at = from; at + 1 < to && !isSpaced; at++) isSpaced = !isWhole(amountAfter(at));
  out.text(isSpaced ? "[(" : "(");
  for (let at = from; at < to; at++) {
    putCode(out, code[at]!, length[at]!);
    if (!isSpaced || at + 1 === to) continue;
    const amount = amountAfter(at);
    if (isWhole(amount)) continue;
    out.byte(CHAR.PAREN_CLOSE);
    putRounded(out, amount, 3);
    out.byte(CHAR.PAREN_OPEN);
  }
  out.text(isSpaced ? ")] TJ\n" : ") Tj\n");
}

function putCode(out: ByteWriter, code: number, length: number): void {
  if (length === 1) putByte(out, code);
  else for (let shift = length - 1; shift >= 0; shift--) putByte(out, Math.floor(code / 256 ** shift) & 255);
}

/** A byte of a literal string (7.3.4.2). */
function putByte(out: ByteWriter, byte: number): void {
  const isSpecial =
    byte === CHAR.PAREN_OPEN || byte === CHAR.PAREN_CLOSE || byte === CHAR.BACKSLASH || byte === CHAR.CARRIAGE_RETURN;
  if (isSpecial) out.byte(CHAR.BACKSLASH);
  out.byte(byte === CHAR.CARRIAGE_RETURN ? CHAR.r : byte);
}

/** Writes an operation of numbers as it is; there must be no comment in it. */
export function putOperation(out: ByteWriter, { bytes, start, pos }: Tokeniser): void {
  let at = start;
  while (at < pos && bytes[at]! <= CHAR.SPACE) at++;
  out.copy(bytes, at, pos);
}

/**
 * Writes glyphs of the current operator as they are, with the numbers between them: those of the bytes [first, last)
 * of its strings. Numbers before and after them are left out. False when the content does not have them plainly.
 */
function putStrings(out: ByteWriter, { operands, items, tokens }: Interpreter, first: number, last: number): boolean {
  if (operands.count !== 1 || tokens!.hasBroken) return false;
  const isArray = operands.kind[0] === ARRAY;
  // When an array is too long, its first items are not read.
  if (isArray && operands.to[0]! - operands.from[0]! >= MAX_ITEMS) return false;
  const strings = isArray ? items : operands;
  const end = isArray ? operands.to[0]! : 1;
  let item = isArray ? operands.from[0]! : 0;
  while (item < end && !(strings.kind[item] === STRING && strings.to[item]! > first)) item++;
  const begin = item;
  const from = item < end ? placeOf(first, strings, item, tokens!) : -1;
  for (; item < end && !(strings.kind[item] === STRING && strings.to[item]! >= last); item++) {
    if (strings.kind[item] !== STRING && strings.kind[item] !== NUMBER) return false;
  }
  const to = item < end ? placeOf(last, strings, item, tokens!) : -1;
  if (from < 0 || to < 0) return false;
  const { bytes } = tokens!;
  // Not all of a comment or of a hexadecimal string is shown.
  for (let at = from; at < to; at++) if (bytes[at] === CHAR.PERCENT || bytes[at] === CHAR.LESS) return false;
  out.text(item > begin ? "[(" : "(");
  out.copy(bytes, from, to);
  out.text(item > begin ? ")] TJ\n" : ") Tj\n");
  return true;
}

/** Where a byte of a string, or its end, is in the content; negative when that is not known. */
function placeOf(byte: number, { source, from, to }: Values, item: number, { bytes, pos }: Tokeniser): number {
  const place = source[item]!;
  if (place >= 0) return place + byte - from[item]!;
  if (place === -1) return -1;
  if (byte === from[item]) return ~place;
  return byte === to[item] ? literalEnd(bytes, ~place - 1, pos) - 1 : -1;
}
