import { indexOf, lastIndexOf } from "#platform/bytes.ts";
import { COST } from "../../meter/work-limits.ts";
import * as CHAR from "../../platform/char.ts";
import { MAX_XREF_SECTIONS } from "../pdf-limits.ts";
import { PdfProblem } from "../pdf-problem.ts";
import { isDigit, isSpace, skipSpace, startsWith } from "../syntax/chars.ts";
import { readUnsigned } from "../syntax/numbers.ts";
import { type PdfDict, PdfRef } from "../syntax/objects.ts";
import { Parser } from "../syntax/parser.ts";
import type { Source } from "./file-source.ts";
import { charged } from "./indirect.ts";
import { headBefore } from "./rebuild.ts";
import { FREE, IN_FILE, UNKNOWN, Xref } from "./xref.ts";
import { readXrefStream } from "./xref-stream.ts";

/** What the cross-reference sections of a file say, newest first. */
export interface CrossReference {
  readonly xref: Xref;
  readonly trailer: PdfDict;
  /** How the newest section is written: an update is written the same way. */
  readonly style: "table" | "stream";
  /** Where the newest section begins, for the /Prev of an update; the file may point a little beside it. */
  readonly start: number;
}

/** The offset that follows the last `startxref`; undefined when there is none. */
export function findStartxref(source: Source): number | undefined {
  const { bytes } = source;
  // Padding, a mail footer or the rest of another file may follow the end.
  for (const reach of [2048, bytes.length]) {
    const from = Math.max(0, bytes.length - reach);
    source.require(from, bytes.length);
    const at = lastIndexOf(bytes.subarray(from), "startxref", reach);
    if (at < 0) continue;
    const start = skipSpace(bytes, from + at + 9, bytes.length);
    const offset = readUnsigned(bytes, start, bytes.length);
    // Objects after it are those of an update that was cut off: what they replace must not pass for the newest.
    return offset.end > start && !hasObjects(bytes, offset.end) ? offset.value : undefined;
  }
  return undefined;
}

function hasObjects(bytes: Uint8Array, from: number): boolean {
  for (let at = indexOf(bytes, "obj", from); at >= 0; at = indexOf(bytes, "obj", at + 3)) {
    if (headBefore(bytes, at)) return true;
  }
  return false;
}

/** Reads the chain of sections from the one at `start`. Throws PdfProblem "corrupt" at the first thing out of place. */
export function readChain(source: Source, start: number): CrossReference {
  const xref = new Xref(source.work);
  const seen = new Set<number>();
  let trailer: PdfDict | undefined;
  let style: CrossReference["style"] = "table";
  let newest = start;
  for (let next: number | undefined = start; next !== undefined; ) {
    if (seen.has(next)) break;
    seen.add(next);
    if (seen.size > MAX_XREF_SECTIONS) throw new PdfProblem("budget", "The file has too many revisions.");
    const section = readSection(source, next, xref);
    if (!trailer) {
      trailer = section.trailer;
      style = section.style;
      newest = section.start;
    }
    next = position(section.trailer, "Prev");
    xref.section++;
  }
  return { xref, trailer: trailer ?? new Map(), style, start: newest };
}

interface Section extends Pick<CrossReference, "style" | "start"> {
  readonly trailer: PdfDict;
}

export function readSection(source: Source, offset: number, xref: Xref): Section {
  const { bytes } = source;
  if (offset >= bytes.length)
    throw new PdfProblem("corrupt", "The file says that its cross-reference lies beyond its end.");
  const at = skipSpace(bytes, offset, source.limit(offset));
  if (!startsWith(bytes, at, "xref"))
    return { trailer: readXrefStream(source, offset, xref), style: "stream", start: numberStart(bytes, at) };
  if (!isSpace(bytes[at + 4])) throw new PdfProblem("corrupt", "The cross-reference table is damaged.");
  const trailer = readTable(source, at + 4, xref);
  const hybrid = position(trailer, "XRefStm");
  if (hybrid !== undefined && hybrid < bytes.length) {
    const hidden = new Xref(source.work);
    readXrefStream(source, hybrid, hidden);
    source.work.spend(hidden.size * COST.xrefEntry);
    xref.reveal(hidden);
    hidden.letGo();
  }
  return { trailer, style: "table", start: at };
}

/** Where the number begins that the file may point into. */
function numberStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (at - start < 10 && isDigit(bytes[start - 1])) start--;
  return start;
}

export function position(trailer: PdfDict, key: string): number | undefined {
  const value = trailer.get(key);
  const offset = value instanceof PdfRef ? value.number : value;
  return typeof offset === "number" && offset > 0 ? Math.trunc(offset) : undefined;
}

/** Offsets of fields in an entry (7.5.4): `nnnnnnnnnn ggggg n` and two bytes that end the line. */
const GENERATION_AT = 11;
const TYPE_AT = 17;
const LINE_END_AT = 18;
const ENTRY_BYTES = 20;

function damaged(): PdfProblem {
  return new PdfProblem("corrupt", "The cross-reference table is damaged.");
}

/** Reads a classic cross-reference table (7.5.4) whose keyword ends at `start` into `xref`, and gives its trailer. */
function readTable(source: Source, start: number, xref: Xref): PdfDict {
  const { bytes } = source;
  const limit = source.limit(start);
  let at = start;
  for (;;) {
    at = skipSpace(bytes, at, limit);
    if (at + 32 > limit) source.ranOut(limit);
    if (startsWith(bytes, at, "trailer")) return readTrailer(source, at + 7);
    if (!isDigit(bytes[at])) throw damaged();
    const first = readUnsigned(bytes, at, limit);
    const second = skipSpace(bytes, first.end, limit);
    const count = readUnsigned(bytes, second, limit);
    if (count.end === second) throw damaged();
    at = skipSpace(bytes, count.end, limit);
    if (at + count.value * 20 > limit) source.ranOut(limit, at + count.value * 20);
    source.work.spend(COST.item + Math.min(count.value, (limit - at) / 17) * COST.xrefEntry);
    const from = at;
    at = readEntries(bytes, at, limit, first.value, count.value, xref);
    source.work.spend((at - from) * COST.scannedByte);
  }
}

function readTrailer(source: Source, start: number): PdfDict {
  const limit = source.limit(start);
  try {
    const parser = new Parser(source.bytes, start, limit);
    const trailer = charged(source, parser, start);
    if (parser.pos + 16 > limit) source.ranOut(limit);
    // Readers that follow an update back to a trailer with unmatched brackets would reject the file.
    if (trailer instanceof Map && !parser.mended) return trailer;
  } catch (error) {
    // A trailer that is nested without end is no trailer, but another may be found.
    if (!(error instanceof PdfProblem)) throw error;
    source.ranOut(limit);
  }
  throw damaged();
}

function readEntries(bytes: Uint8Array, start: number, end: number, firstNumber: number, count: number, xref: Xref) {
  // Some writers count from 1 and list the head of the free list first all the same.
  const first = firstNumber === 1 && startsWith(bytes, start, "0000000000 65535 f") ? 0 : firstNumber;
  const most = Math.min(count, Math.floor((end - start) / 17) + 1);
  if (!xref.reserve(first + most)) throw damaged();
  const { kind, place, extra } = xref;
  let at = start;
  let i = 0;
  // Entries of exactly 20 bytes, as the standard has them: no calls, no allocation.
  for (; i < most && at + ENTRY_BYTES <= end; i++, at += ENTRY_BYTES) {
    const type = bytes[at + TYPE_AT]!;
    // spaces, 'n', 'f'
    if (
      bytes[at + GENERATION_AT - 1] !== CHAR.SPACE ||
      bytes[at + TYPE_AT - 1] !== CHAR.SPACE ||
      (type !== CHAR.n && type !== CHAR.f)
    )
      break;
    if (!isSpace(bytes[at + LINE_END_AT]) || !isSpace(bytes[at + LINE_END_AT + 1])) break;
    const number = first + i;
    if (kind[number] !== UNKNOWN) continue;
    let offset = 0;
    let wrong = 0;
    for (let d = at; d < at + GENERATION_AT - 1; d++) {
      const digit = bytes[d]! - CHAR.ZERO;
      wrong |= digit < 0 || digit > 9 ? 1 : 0;
      offset = offset * 10 + digit;
    }
    if (wrong) break;
    let generation = 0;
    for (let d = at + GENERATION_AT; d < at + TYPE_AT - 1; d++)
      generation = generation * 10 + ((bytes[d]! - CHAR.ZERO) & 15);
    // An entry in use at offset 0 is a writer's way of saying that there is no such object.
    kind[number] = type === CHAR.n && offset > 0 ? IN_FILE : FREE;
    place[number] = type === CHAR.n ? offset : xref.section;
    extra[number] = generation;
  }
  for (; i < most && isDigit(bytes[at]); i++) at = slowEntry(bytes, at, end, first + i, xref);
  // With fewer entries than it announces, nothing tells which objects they are of.
  if (i < count) throw damaged();
  xref.size = Math.max(xref.size, first + i);
  return at;
}

/** One entry of any length: 19 bytes, 21 bytes, extra blanks. */
function slowEntry(bytes: Uint8Array, start: number, end: number, number: number, xref: Xref): number {
  const offset = readUnsigned(bytes, start, end);
  const generation = readUnsigned(bytes, skipSpace(bytes, offset.end, end), end);
  const letter = skipSpace(bytes, generation.end, end);
  const type = bytes[letter];
  if (type !== CHAR.n && type !== CHAR.f) throw damaged();
  const used = type === CHAR.n && offset.value > 0 && offset.value < 2 ** 32;
  if (used) xref.offer(number, IN_FILE, offset.value, generation.value);
  else xref.offer(number, FREE, xref.section, generation.value);
  return skipSpace(bytes, letter + 1, end);
}
