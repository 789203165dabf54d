import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { CLASS, isDigit, skipSpace, wordEnd } from "../../pdf-file/syntax/chars.ts";
import { readName } from "../../pdf-file/syntax/names.ts";
import { readNumber } from "../../pdf-file/syntax/numbers.ts";
import { hexEnd, literalEnd, readHex } from "../../pdf-file/syntax/strings.ts";
import * as CHAR from "../../platform/char.ts";
import { latin1Text } from "../../platform/latin1.ts";

export type CMapToken =
  | { readonly kind: "string"; readonly bytes: Uint8Array }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "word"; readonly word: string };

/** The tokens of a CMap file, which is PostScript; brackets are words. The file is held until they end. */
export function* cmapTokens(bytes: Uint8Array, work: Work): Generator<CMapToken> {
  const end = bytes.length;
  work.spend(end * COST.sourceByte);
  work.hold(end);
  for (let at = skipSpace(bytes, 0, end); at < end; at = skipSpace(bytes, at, end)) {
    const c = bytes[at]!;
    const start = at;
    work.spend(COST.token);
    if (c === CHAR.LESS && bytes[at + 1] !== CHAR.LESS) {
      at = hexEnd(bytes, at, end);
      yield { kind: "string", bytes: readHex(bytes, start + 1, at) };
    } else if (c === CHAR.SLASH) {
      at = wordEnd(bytes, at + 1, end);
      yield { kind: "name", name: readName(bytes, start + 1, at) };
    } else if (c === CHAR.PAREN_OPEN) at = literalEnd(bytes, at, end);
    else if (CLASS[c] !== 0) {
      at++;
      yield { kind: "word", word: String.fromCharCode(c) };
    } else {
      at = wordEnd(bytes, at, end);
      const isNumber = isDigit(c) || c === CHAR.MINUS;
      if (isNumber) yield { kind: "number", value: readNumber(bytes, start, at) };
      else yield { kind: "word", word: latin1Text(bytes, start, Math.min(at, start + 64)) };
    }
  }
  work.letGo(end);
}

/** A string's bytes as one number. */
export function codeOf(bytes: Uint8Array): number {
  let code = 0;
  for (let i = 0; i < Math.min(4, bytes.length); i++) code = code * 256 + bytes[i]!;
  return code;
}
