import type { ByteWriter } from "../../../pdf-objects/syntax/byte-writer.ts";
import { MAX_ITEMS } from "../../content/content-limits.ts";
import type { Interpreter } from "../../content/interpreter/interpreter.ts";
import type { Tokeniser } from "../../content/syntax/tokeniser.ts";
import { ARRAY, NUMBER, STRING } from "../../content/syntax/values.ts";

/** Writes the operation as it stands, numbers and all; false where a comment stands in it. */
export function putOperation(out: ByteWriter, { bytes, start, pos }: Tokeniser): boolean {
  let at = start;
  while (at < pos && bytes[at]! <= 0x20) at++; // ' '
  for (let i = at; i < pos; i++) if (bytes[i] === 0x25) return false; // '%'
  out.copy(bytes, at, pos);
  return true;
}

/**
 * Writes the strings of the current operator, and the numbers between them, as they stand. False when they are not
 * plain strings, or when a number before the first string would move the pen. A number after the last string is left
 * out, since it only places what comes next.
 */
export function putStrings(out: ByteWriter, on: Interpreter): boolean {
  const { operands, tokens } = on;
  const isArray = operands.kind[0] === ARRAY;
  if (operands.count !== 1 || tokens!.hasBroken || !(isArray ? isPlain(on) : operands.kind[0] === STRING)) return false;
  const { bytes, start, pos } = tokens!;
  let first = -1;
  let last = -1;
  for (let at = start; at < pos; at++) {
    const c = bytes[at];
    if (c === 0x25 || c === 0x3c) return false; // '%', '<'
    if (c === 0x28 && first < 0) first = at; // '('
    if (c === 0x29) last = at; // ')'
  }
  if (first < 0 || last < first) return false;
  if (isArray) out.byte(0x5b); // '['
  out.copy(bytes, first, last + 1);
  out.text(isArray ? "] TJ\n" : " Tj\n");
  return true;
}

/** Whether the array has strings and numbers only, begins with a string that shows something, and ends with one too. */
function isPlain({ operands, items }: Interpreter): boolean {
  const from = operands.from[0]!;
  let to = operands.to[0]!;
  // When an array is too long, its first items are not read.
  if (to - from >= MAX_ITEMS) return false;
  if (to > from && items.kind[to - 1] === NUMBER) to--;
  if (to <= from || !isShown(from) || !isShown(to - 1)) return false;
  for (let i = from; i < to; i++) if (items.kind[i] !== STRING && items.kind[i] !== NUMBER) return false;
  return true;

  function isShown(at: number): boolean {
    return items.kind[at] === STRING && items.to[at]! > items.from[at]!;
  }
}
