import type { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { cmapTokens, codeOf } from "./lexer.ts";

/** What a code and its text take in memory. */
const ENTRY_BYTES = 80;
const MAX_RANGE = 65_536;

/** A ToUnicode CMap (9.10.3): codes and the text that each means. */
export function readToUnicode(bytes: Uint8Array, holding: Holding): Map<number, string> {
  const texts = new Map<number, string>();
  const set = (code: number, text: string): void => {
    holding.entries(1, ENTRY_BYTES + text.length * 2, COST.run);
    texts.set(code, text);
  };
  let section = "";
  /** The first strings of a mapping, and how many there are: a list is long. */
  let strings: Uint8Array[] = [];
  let count = 0;
  let isList = false;
  const begin = (): void => {
    strings = [];
    count = 0;
  };
  for (const token of cmapTokens(bytes, holding.work)) {
    if (token.kind === "word") {
      if (token.word === "[") isList = true;
      else if (token.word === "]") {
        isList = false;
        begin();
      } else {
        section = token.word.startsWith("begin") ? token.word : "";
        begin();
      }
      continue;
    }
    if (token.kind !== "string") continue;
    if (count++ < 2) strings.push(token.bytes);
    const [first, second] = strings;
    if (section === "beginbfchar" && count === 2) {
      set(codeOf(first!), utf16(token.bytes));
      begin();
    } else if (section === "beginbfrange" && count >= 3) {
      const low = codeOf(first!);
      if (isList) set(low + count - 3, utf16(token.bytes));
      else {
        const high = Math.min(codeOf(second!), low + MAX_RANGE);
        for (let code = low; code <= high; code++) set(code, utf16(token.bytes, code - low));
        begin();
      }
    }
  }
  return texts;
}

/** UTF-16BE text, its last unit raised by `add`. */
function utf16(bytes: Uint8Array, add = 0): string {
  if (bytes.length === 1) return String.fromCharCode(bytes[0]! + add);
  const units: number[] = [];
  for (let i = 0; i + 1 < Math.min(bytes.length, 512); i += 2) units.push(bytes[i]! * 256 + bytes[i + 1]!);
  if (units.length > 0) units[units.length - 1]! += add;
  return String.fromCharCode(...units);
}
