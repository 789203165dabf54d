import { MAX_ITEMS } from "../../pdf-content/content-limits.ts";
import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { Tokeniser } from "../../pdf-content/syntax/tokeniser.ts";
import { ARRAY, NUMBER, STRING, type Values } from "../../pdf-content/syntax/values.ts";
import type { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import { literalEnd } from "../../pdf-file/syntax/strings.ts";

/** Writes an operation of numbers as it stands; there must be no comment in it. */
export function putOperation(out: ByteWriter, { bytes, start, pos }: Tokeniser): void {
  let at = start;
  while (at < pos && bytes[at]! <= 0x20) at++; // ' '
  out.copy(bytes, at, pos);
}

/**
 * Writes glyphs of the current operator as they stand, with the numbers between them: those of the bytes [first, last)
 * of its strings. Numbers before and after them are left out. False when they do not stand there plainly.
 */
export function putStrings(
  out: ByteWriter,
  { operands, items, tokens }: Interpreter,
  first: number,
  last: number,
): boolean {
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
  for (let at = from; at < to; at++) if (bytes[at] === 0x25 || bytes[at] === 0x3c) return false; // '%', '<'
  out.text(item > begin ? "[(" : "(");
  out.copy(bytes, from, to);
  out.text(item > begin ? ")] TJ\n" : ") Tj\n");
  return true;
}

/** Where a byte of a string, or its end, stands in the content; negative when it cannot be told. */
function placeOf(byte: number, { source, from, to }: Values, item: number, { bytes, pos }: Tokeniser): number {
  const place = source[item]!;
  if (place >= 0) return place + byte - from[item]!;
  if (place === -1) return -1;
  if (byte === from[item]) return ~place;
  return byte === to[item] ? literalEnd(bytes, ~place - 1, pos) - 1 : -1;
}
