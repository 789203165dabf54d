import { COST } from "../../meter/work-limits.ts";
import * as CHAR from "../../platform/char.ts";
import type { PdfDocument } from "../document.ts";
import { MAX_OBJECT_NUMBER } from "../pdf-limits.ts";
import { latin1 } from "../rope.ts";
import { IN_FILE } from "../structure/xref.ts";
import type { ByteWriter } from "../syntax/byte-writer.ts";
import { CLASS, isDigit, SPACE, skipSpace, startsWith } from "../syntax/chars.ts";
import { readUnsigned } from "../syntax/numbers.ts";
import { type Sight, skipToken } from "../syntax/scan.ts";

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
export class PlainObject implements Sight {
  #bytes: Uint8Array = new Uint8Array();
  #start = 0;
  #end = 0;
  /** Of each reference: where it begins, where it ends, and the number of its object. */
  readonly #references: number[] = [];
  #names: NameSet = [];

  /** False where the object is not plainly written, or has one of the names in it. */
  read(document: PdfDocument, number: number, names: NameSet): boolean {
    const isSealed = document.encrypted && document.xref.kindOf(number) === IN_FILE;
    if (isSealed || document.source.partial || document.edits.has(number)) return false;
    const body = document.bodyOf(number);
    if (!body) return false;
    const { bytes, end } = body;
    this.#bytes = bytes;
    this.#start = skipSpace(bytes, body.start, end);
    this.#names = names;
    this.#references.length = 0;
    const isOpened = bytes[this.#start] === CHAR.BRACKET_OPEN || startsWith(bytes, this.#start, "<<");
    const read = isOpened ? skipToken(bytes, this.#start, end, this) : ~this.#start;
    this.#end = read < 0 ? ~read : read;
    document.work.spend((this.#end - body.start) * COST.scannedByte);
    // Comments are not copied.
    return read >= 0 && isEnd(bytes, read, end) && !bytes.subarray(this.#start, read).includes(CHAR.PERCENT);
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

  /** A name with #xx in it may be any. */
  name(start: number, stop: number): boolean {
    const bytes = this.#bytes;
    for (let at = start; at < stop; at++) if (bytes[at] === CHAR.HASH) return false;
    return !isAmong(bytes, start, stop, this.#names);
  }

  /** Keeps the reference, whose two numbers are before it. */
  reference(at: number): boolean {
    const bytes = this.#bytes;
    const first = this.#numberBefore(this.#numberBefore(at));
    if (first < 0) return false;
    const { value } = readUnsigned(bytes, first, at);
    this.#references.push(first, at + 1, value);
    return value <= MAX_OBJECT_NUMBER;
  }

  /** Where the unsigned number before a place begins, between which there is only white space; -1 where there is none. */
  #numberBefore(place: number): number {
    const bytes = this.#bytes;
    let at = place - 1;
    while (at > this.#start && CLASS[bytes[at]!] === SPACE) at--;
    const last = at;
    while (at > this.#start && isDigit(bytes[at])) at--;
    return at === last || last === place - 1 || CLASS[bytes[at]!] === 0 ? -1 : at + 1;
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

/** Whether nothing of the object follows: in an object stream the next one begins where this one's span ends. */
function isEnd(bytes: Uint8Array, at: number, end: number): boolean {
  const next = skipSpace(bytes, at, end);
  return next >= end || startsWith(bytes, next, "endobj");
}
