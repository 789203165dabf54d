import { indexOf, lastIndexOf } from "#platform/bytes.ts";
import { COST } from "../../meter/work-limits.ts";
import { MAX_XREF_SECTIONS } from "../pdf-limits.ts";
import { PdfProblem } from "../pdf-problem.ts";
import { isDigit, isSpace, skipSpace, startsWith } from "../syntax/chars.ts";
import { readUnsigned } from "../syntax/numbers.ts";
import { type PdfDict, PdfRef } from "../syntax/objects.ts";
import type { Source } from "./file-source.ts";
import { headBefore } from "./rebuild.ts";
import { Xref } from "./xref.ts";
import { readXrefStream } from "./xref-stream.ts";
import { readTable } from "./xref-table.ts";

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
