import { lastIndexOf } from "#platform/bytes.ts";
import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { PdfProblem } from "../pdf-file/pdf-problem.ts";
import { CLASS, hexDigit, isDigit, isSpace, skipSpace, startsWith, wordEnd } from "../pdf-file/syntax/chars.ts";
import { readName } from "../pdf-file/syntax/names.ts";
import { readUnsigned } from "../pdf-file/syntax/numbers.ts";
import { type PdfObject, PdfStream, PdfString } from "../pdf-file/syntax/objects.ts";
import { Parser } from "../pdf-file/syntax/parser.ts";
import { literalEnd, readLiteral } from "../pdf-file/syntax/strings.ts";
import * as CHAR from "../platform/char.ts";
import { latin1Text } from "../platform/latin1.ts";
import type { Findings } from "./findings.ts";

const MAX_SECTIONS = 1000;

function isLineEnd(byte: number | undefined): boolean {
  return byte === CHAR.LINE_FEED || byte === CHAR.CARRIAGE_RETURN;
}

/** How long the end of line at `at` is; 0 when there is none. */
function lineEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] === CHAR.CARRIAGE_RETURN) return bytes[at + 1] === CHAR.LINE_FEED ? 2 : 1;
  return bytes[at] === CHAR.LINE_FEED ? 1 : 0;
}

/** How a file begins and ends, and what is between its objects (ISO 19005-2, 6.1.2 to 6.1.4). */
export function checkFrame(file: Uint8Array, document: PdfDocument, findings: Findings): void {
  const header = latin1Text(file, 0, Math.min(9, file.length));
  const isHeader = /^%PDF-1\.[0-7][\r\n]$/.test(header);
  findings.demand(isHeader, "6.1.2-1", header.trimEnd());
  findings.demand(isHeader, "ua:6.1-1", header.trimEnd());
  const line = file.subarray(0, 32).findIndex(isLineEnd);
  const comment = line < 0 ? 0 : line + lineEnd(file, line);
  const isBinary =
    file[comment] === CHAR.PERCENT && file.subarray(comment + 1, comment + 5).every((byte) => byte > 127);
  findings.demand(isBinary && file.length > comment + 5, "6.1.2-2");
  findings.demand(!document.trailer.has("Encrypt"), "6.1.3-2");
  const end = lastIndexOf(file, "%%EOF", file.length);
  findings.demand(end >= 0 && end + 5 + lineEnd(file, end + 5) === file.length, "6.1.3-3");
  checkSections(document, findings);
  const ids = document.items(document.trailer.get("ID"), 2);
  findings.demand(ids?.some((id) => stringLength(document.resolve(id)) > 0) === true, "6.1.3-1");
  findings.demand(document.size <= 8_388_608, "6.1.13-7");
}

function stringLength(object: PdfObject): number {
  return object instanceof PdfString ? object.bytes.length : 0;
}

function checkSections(document: PdfDocument, findings: Findings): void {
  const { bytes, work, newestSection } = document;
  const seen = new Set<number>();
  let next = newestSection?.start;
  while (next !== undefined && !seen.has(next) && seen.size < MAX_SECTIONS) {
    seen.add(next);
    work.spend(COST.object);
    const at = skipSpace(bytes, next, bytes.length);
    if (!startsWith(bytes, at, "xref")) break;
    const after = at + 4 + lineEnd(bytes, at + 4);
    findings.demand(after > at + 4 && isDigit(bytes[after]), "6.1.4-2");
    next = previousSection(bytes, after);
  }
}

/** /Prev in the trailer that follows. */
function previousSection(bytes: Uint8Array, from: number): number | undefined {
  let at = from;
  // A line that does not begin with a digit ends the entries.
  while (isDigit(bytes[at])) {
    const first = readUnsigned(bytes, at, bytes.length);
    const count = readUnsigned(bytes, skipSpace(bytes, first.end, bytes.length), bytes.length);
    at = skipSpace(bytes, skipSpace(bytes, count.end, bytes.length) + count.value * 20, bytes.length);
  }
  if (!startsWith(bytes, at, "trailer")) return undefined;
  try {
    const trailer = new Parser(bytes, at + 7).value();
    const previous = trailer instanceof Map ? trailer.get("Prev") : undefined;
    return typeof previous === "number" && previous > 0 ? previous : undefined;
  } catch (error) {
    if (error instanceof PdfProblem) return undefined;
    throw error;
  }
}

/** How each object is written (6.1.6 to 6.1.9, 6.1.13). `see` gets each object that is read. */
export function* checkObjects(
  document: PdfDocument,
  findings: Findings,
  see: (object: PdfObject, number: number) => void,
): Turns<void> {
  const { bytes, work, xref } = document;
  for (let number = 1; number < document.size; number++) {
    if (work.isTurnOver) yield;
    if (!xref.exists(number)) continue;
    const span = document.rawSpan(number);
    if (!span) continue;
    if (span.kind === "file") {
      checkSpacing(bytes, span.start, span.end, findings);
      if (span.object instanceof PdfStream) checkStream(document, span.object, span.body, span.end, findings);
      scan(document, bytes, span.body, span.end, findings);
      see(span.object, number);
    } else {
      scan(document, span.bytes, span.start, span.end, findings);
      see(document.get(number), number);
    }
  }
  work.place = undefined;
}

function checkSpacing(bytes: Uint8Array, start: number, end: number, findings: Findings): void {
  let at = skipSpace(bytes, start, end);
  const isOwnLine = at === 0 || isLineEnd(bytes[at - 1]);
  at = readUnsigned(bytes, at, end).end;
  const first = isSpace(bytes[at]) && isDigit(bytes[at + 1]);
  at = readUnsigned(bytes, at + 1, end).end;
  const second = isSpace(bytes[at]) && startsWith(bytes, at + 1, "obj");
  const isOpened = isLineEnd(bytes[at + 4]);
  const isClosed = startsWith(bytes, end - 6, "endobj") && isLineEnd(bytes[end - 7]) && isLineEnd(bytes[end]);
  findings.demand(isOwnLine && first && second && isOpened && isClosed, "6.1.9-1", firstLine(bytes, start));
}

function firstLine(bytes: Uint8Array, start: number): string {
  return (
    latin1Text(bytes, start, Math.min(bytes.length, start + 16))
      .trim()
      .split(/[\r\n<]/)[0] ?? ""
  );
}

function checkStream(document: PdfDocument, stream: PdfStream, body: number, end: number, findings: Findings): void {
  const { bytes } = document;
  const { dict, raw } = stream;
  findings.demand(!["F", "FFilter", "FDecodeParms"].some((key) => dict.has(key)), "6.1.7.1-3");
  const start = raw.byteOffset - bytes.byteOffset;
  const stop = start + raw.length;
  const length = document.number(dict.get("Length"));
  const beforeData =
    bytes[start - 1] === CHAR.LINE_FEED ? (bytes[start - 2] === CHAR.CARRIAGE_RETURN ? start - 2 : start - 1) : -1;
  const isOpened = beforeData > body && startsWith(bytes, beforeData - 6, "stream");
  const gap = lineEnd(bytes, stop);
  const isClosed = gap > 0 && startsWith(bytes, stop + gap, "endstream");
  findings.demand(isOpened && isClosed && stop < end, "6.1.7.1-2");
  findings.demand(length === raw.length && isClosed, "6.1.7.1-1");
}

/** Looks at each token of an object as it is written. */
export function scan(document: PdfDocument, bytes: Uint8Array, from: number, end: number, findings: Findings): void {
  let at = from;
  while (at < end) {
    const c = bytes[at]!;
    if (c === CHAR.LESS && bytes[at + 1] !== CHAR.LESS) at = scanHex(bytes, at, end, findings);
    else if (c === CHAR.PAREN_OPEN) {
      const stop = literalEnd(bytes, at, end);
      if (stop - at > 32_768) demandLength(readLiteral(bytes, at + 1, stop - 1).length, findings);
      at = stop;
    } else if (c === CHAR.SLASH) {
      const stop = wordEnd(bytes, at + 1, end);
      if (stop - at > 128) findings.demand(readName(bytes, at + 1, stop).length <= 127, "6.1.13-4");
      at = stop;
    } else if (c === CHAR.PERCENT) {
      while (at < end && !isLineEnd(bytes[at])) at++;
    } else if (CLASS[c] !== 0) at += c === CHAR.LESS ? 2 : 1;
    else {
      const stop = wordEnd(bytes, at, end);
      // The data of a stream is no syntax.
      if (c === CHAR.s && startsWith(bytes, at, "stream")) break;
      if (stop - at > 9 || bytes.subarray(at, stop).includes(CHAR.DOT)) scanNumber(bytes, at, stop, findings);
      at = stop;
    }
  }
  document.work.spend((at - from) * COST.scannedByte);
}

function demandLength(length: number, findings: Findings): void {
  findings.demand(length <= 32_767, "6.1.13-3");
}

function scanHex(bytes: Uint8Array, start: number, end: number, findings: Findings): number {
  let at = start + 1;
  let digits = 0;
  let others = 0;
  for (; at < end && bytes[at] !== CHAR.GREATER; at++) {
    if (hexDigit(bytes[at]) >= 0) digits++;
    else if (!isSpace(bytes[at])) others++;
  }
  findings.demand((digits + others) % 2 === 0, "6.1.6-1");
  findings.demand(others === 0, "6.1.6-2");
  demandLength(digits >> 1, findings);
  return at + 1;
}

function scanNumber(bytes: Uint8Array, at: number, stop: number, findings: Findings): void {
  const text = latin1Text(bytes, at, Math.min(stop, at + 400));
  if (/^[+-]?\d+$/.test(text)) checkInteger(Number(text), findings);
  else if (/^[+-]?[\d.]+$/.test(text)) checkReal(Number(text), findings);
}

export function checkInteger(value: number, findings: Findings): void {
  findings.demand(value <= 2_147_483_647 && value >= -2_147_483_648, "6.1.13-1", String(value));
}

export function checkReal(value: number, findings: Findings): void {
  findings.demand(Math.abs(value) <= 3.403e38, "6.1.13-2", String(value));
  findings.demand(value === 0 || Math.abs(value) >= 1.175e-38, "6.1.13-5", String(value));
}
