import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import { CLASS, isDigit, skipSpace, startsWith, wordEnd } from "../../pdf-file/syntax/chars.ts";
import { readName } from "../../pdf-file/syntax/names.ts";
import { readUnsigned } from "../../pdf-file/syntax/numbers.ts";
import type { PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import { Parser } from "../../pdf-file/syntax/parser.ts";
import { keySet, newScan, scanDict } from "../../pdf-file/syntax/scan.ts";
import { writeObject } from "../../pdf-file/syntax/serialise.ts";
import * as CHAR from "../../platform/char.ts";
import { TELLING } from "./attributes.ts";

/** Those that a plain element has, and those that none has. */
const KEYS = keySet(
  ...["S", "K", "Pg", "A", "Type", "C", "Lang", "NS", "ID", "T", "Alt", "ActualText", "E", "Phoneme", "MCID", "Obj"],
);
const [S, K, PG, A, TYPE, FIRST_OTHER] = [0, 1, 2, 3, 4, 5] as const;

/** An element of one piece of marked content, with nothing that depends on what is left of it. */
export interface PlainElement {
  readonly kind: string;
  readonly page: PdfObject;
  readonly mcid: number;
  /** Where its attributes lie, which are copied as they are; an empty range when it has none. */
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** What attributes may contain besides names: digits, white space, '-', '.', '[', ']'. */
const PLAIN = CLASS.map((kind, c) => +(isDigit(c) || kind === 1 || "-.[]".includes(String.fromCharCode(c))));

const scan = newScan(KEYS);

/**
 * The object as a plain element, read without building dictionaries; undefined when it must be parsed. A tagged
 * document has hundreds of thousands of elements, and most are plain.
 */
export function plainElement(document: PdfDocument, number: number): PlainElement | undefined {
  const body = document.bodyOf(number);
  if (!body) return undefined;
  const { bytes, end } = body;
  const isPlain = scanDict(bytes, skipSpace(bytes, body.start, end), end, KEYS, scan);
  document.work.spend((scan.end - body.start) * COST.scannedByte);
  if (!isPlain) return undefined;
  if (startsWith(bytes, skipSpace(bytes, scan.end, end), "stream")) return undefined;
  const { slots } = scan;
  for (let at = FIRST_OTHER * 3; at < slots.length; at += 3) if (slots[at] !== -1) return undefined;
  const kind = nameAt(bytes, S);
  const mcid = numberAt(bytes);
  if (kind === undefined || mcid === undefined) return undefined;
  if (slots[TYPE * 3] !== -1 && nameAt(bytes, TYPE) !== "StructElem") return undefined;
  const from = slots[A * 3 + 1]!;
  const to = slots[A * 3 + 2]!;
  if (from !== -1 && !areCopied(bytes, from, to)) return undefined;
  const page = slots[PG * 3 + 1]!;
  if (page !== -1 && !isDigit(bytes[page])) return undefined;
  return { kind, mcid, page: page === -1 ? null : new Parser(bytes, page, end).value(), bytes, from, to };
}

export function putElement(
  out: ByteWriter,
  { kind, mcid, bytes, from, to }: PlainElement,
  parent: PdfRef,
  page: PdfRef | undefined,
): void {
  out.text("<</S");
  writeObject(out, kind);
  out.text(`/P ${parent.number} 0 R/K ${mcid}`);
  if (page) out.text(`/Pg ${page.number} 0 R`);
  if (from < to) out.text("/A");
  out.copy(bytes, from, to);
  out.text(">>");
}

function nameAt(bytes: Uint8Array, key: number): string | undefined {
  const start = scan.slots[key * 3 + 1]!;
  const stop = scan.slots[key * 3 + 2]!;
  return bytes[start] === CHAR.SLASH && wordEnd(bytes, start + 1, stop) === stop
    ? readName(bytes, start + 1, stop)
    : undefined;
}

/** /K, when it is the number of a piece of marked content. */
function numberAt(bytes: Uint8Array): number | undefined {
  const start = scan.slots[K * 3 + 1]!;
  if (!isDigit(bytes[start])) return undefined;
  const { value, end } = readUnsigned(bytes, start, scan.slots[K * 3 + 2]!);
  return end === scan.slots[K * 3 + 2] ? value : undefined;
}

/** Whether there is one dictionary of names and numbers, of which nothing needs to be left out. */
function areCopied(bytes: Uint8Array, from: number, to: number): boolean {
  if (!startsWith(bytes, from, "<<") || !startsWith(bytes, to - 2, ">>")) return false;
  for (let at = from + 2; at < to - 2; at++) {
    const c = bytes[at]!;
    if (c === CHAR.SLASH) {
      const end = wordEnd(bytes, at + 1, to);
      const name = readName(bytes, at + 1, end);
      if (TELLING.has(name) || name === "NS" || name === "Headers") return false;
      at = end - 1;
    } else if (PLAIN[c] === 0) return false;
  }
  return true;
}
