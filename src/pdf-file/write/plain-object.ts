import { COST } from "../../meter/work-limits.ts";
import * as CHAR from "../../platform/char.ts";
import type { PdfDocument } from "../document.ts";
import { MAX_OBJECT_NUMBER } from "../pdf-limits.ts";
import { latin1 } from "../rope.ts";
import { IN_FILE } from "../structure/xref.ts";
import type { ByteWriter } from "../syntax/byte-writer.ts";
import { CLASS, SPACE, skipSpace, startsWith } from "../syntax/chars.ts";
import { readUnsigned } from "../syntax/numbers.ts";
import { hexEnd, literalEnd } from "../syntax/strings.ts";

/** Objects nest far less deeply than this; deeper ones are left to the parser. */
const DEEPEST = 64;
const [ARRAY, DICT] = [1, 2];

/** Names to look for, by their first letter. */
export type NameSet = readonly (readonly Uint8Array[] | undefined)[];

export function nameSet(names: Iterable<string>): NameSet {
  const byLetter: Uint8Array[][] = [];
  for (const name of names) {
    const letter = name.charCodeAt(0);
    byLetter[letter] = [...(byLetter[letter] ?? []), latin1(name)];
  }
  return byLetter;
}

/**
 * An array or dictionary that can be copied as it is written, but for the numbers of its references: most objects of
 * large files are, and making values of them takes several times as long.
 */
export class PlainObject {
  #bytes: Uint8Array = new Uint8Array();
  #start = 0;
  #end = 0;
  /** Of each reference: where it begins, where it ends, and the number of its object. */
  readonly #references: number[] = [];
  readonly #open = new Uint8Array(DEEPEST);

  /** False where the object is not plainly written, or has one of the names in it. */
  read(document: PdfDocument, number: number, names: NameSet): boolean {
    const isSealed = document.encrypted && document.xref.kindOf(number) === IN_FILE;
    if (isSealed || document.source.partial || document.edits.has(number)) return false;
    const body = document.bodyOf(number);
    if (!body) return false;
    const { bytes, end } = body;
    this.#bytes = bytes;
    this.#start = skipSpace(bytes, body.start, end);
    const isPlain = this.#find(end, names);
    document.work.spend((this.#end - body.start) * COST.scannedByte);
    return isPlain && isEnd(bytes, this.#end, end);
  }

  get references(): number {
    return this.#references.length / 3;
  }

  /** Writes it with other numbers in its references. */
  copy(out: ByteWriter, renumbered: (number: number) => number): void {
    let from = this.#start;
    const found = this.#references;
    for (let i = 0; i < found.length; i += 3) {
      out.copy(this.#bytes, from, found[i]!);
      out.text(`${renumbered(found[i + 2]!)} 0 R`);
      from = found[i + 1]!;
    }
    out.copy(this.#bytes, from, this.#end);
  }

  /** Finds its references and its end; false, and how far it was looked at, where it is not plain. */
  #find(end: number, names: NameSet): boolean {
    const bytes = this.#bytes;
    const open = this.#open;
    this.#references.length = 0;
    let depth = 0;
    // Where the last two integers begin, for `N G R`.
    let first = -1;
    let second = -1;
    let at = this.#start;
    let isPlain = false;
    object: while (at < end) {
      const c = bytes[at]!;
      if (CLASS[c] === SPACE) {
        at++;
        continue;
      }
      if (c >= CHAR.ZERO && c <= CHAR.NINE) {
        first = second;
        second = at;
        while (CLASS[bytes[++at]!] === 0);
        continue;
      }
      if (c === CHAR.R) {
        if (!this.#refers(first, at)) break;
        at++;
      } else if (c === CHAR.SLASH) {
        const start = ++at;
        for (; CLASS[bytes[at]!] === 0; at++) if (bytes[at] === CHAR.HASH) break object;
        if (isAmong(bytes, start, at, names)) break;
      } else if (c === CHAR.BRACKET_OPEN || (c === CHAR.LESS && bytes[at + 1] === CHAR.LESS)) {
        if (depth === DEEPEST) break;
        open[depth++] = c === CHAR.BRACKET_OPEN ? ARRAY : DICT;
        at += c === CHAR.BRACKET_OPEN ? 1 : 2;
      } else if (c === CHAR.BRACKET_CLOSE || (c === CHAR.GREATER && bytes[at + 1] === CHAR.GREATER)) {
        if (depth === 0 || open[--depth] !== (c === CHAR.BRACKET_CLOSE ? ARRAY : DICT)) break;
        at += c === CHAR.BRACKET_CLOSE ? 1 : 2;
        isPlain = depth === 0;
        if (isPlain) break;
      } else if (c === CHAR.PAREN_OPEN) {
        at = literalEnd(bytes, at, end);
        if (bytes[at - 1] !== CHAR.PAREN_CLOSE) break;
      } else if (c === CHAR.LESS) {
        at = hexEnd(bytes, at, end);
        if (bytes[at - 1] !== CHAR.GREATER) break;
      } else {
        const word = plainWord(bytes, at);
        if (word === 0) break;
        at += word;
      }
      first = -1;
      second = -1;
    }
    this.#end = at;
    return isPlain;
  }

  /** Keeps the reference whose number begins at `first` and whose `R` is at `at`. */
  #refers(first: number, at: number): boolean {
    if (first < 0) return false;
    const { value, end } = readUnsigned(this.#bytes, first, at);
    if (CLASS[this.#bytes[end]!] !== SPACE || value > MAX_OBJECT_NUMBER || CLASS[this.#bytes[at + 1] ?? 0] === 0)
      return false;
    this.#references.push(first, at + 1, value);
    return true;
  }
}

function isAmong(bytes: Uint8Array, start: number, stop: number, names: NameSet): boolean {
  const candidates = names[bytes[start]!];
  if (!candidates) return false;
  next: for (const name of candidates) {
    if (name.length !== stop - start) continue;
    for (let i = 1; i < name.length; i++) if (name[i] !== bytes[start + i]) continue next;
    return true;
  }
  return false;
}

/** The length of a number with a sign or point, or of `true`, `false`, `null`, at `at`; 0 for any other word. */
function plainWord(bytes: Uint8Array, at: number): number {
  const c = bytes[at]!;
  let stop = at;
  while (CLASS[bytes[stop]!] === 0) stop++;
  if (c === CHAR.MINUS || c === CHAR.DOT || c === CHAR.PLUS) return stop - at;
  const word = c === CHAR.t ? "true" : c === CHAR.f ? "false" : "null";
  return stop - at === word.length && startsWith(bytes, at, word) ? stop - at : 0;
}

/** Whether nothing of the object follows: in an object stream the next one begins where this one's span ends. */
function isEnd(bytes: Uint8Array, at: number, end: number): boolean {
  const next = skipSpace(bytes, at, end);
  return next >= end || startsWith(bytes, next, "endobj");
}
