import { deflate } from "#platform/zlib.ts";
import type { ByteWriter } from "../syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, pdfDict } from "../syntax/objects.ts";
import { writeDict } from "../syntax/serialise.ts";
import { FIELDS, type XrefEntries } from "./entries.ts";
import { END_STREAM, writeStreamHead } from "./frame.ts";

/** Smaller cross-reference streams are not compressed: readers would work more and nothing would be gained. */
const COMPRESS_BYTES = 512;

/** A section with no older one before it begins with object 0, the head of the list of free objects (7.5.4). */
function isFirst(trailer: PdfDict): boolean {
  return !trailer.has("Prev");
}

/** Runs of consecutive numbers, as pairs: the first number, and how many. */
function runs(entries: Float64Array, withHead: boolean): number[] {
  const found = withHead ? [0, 1] : [];
  let expected = withHead ? 1 : -1;
  for (let at = 0; at < entries.length; at += FIELDS) {
    const number = entries[at]!;
    if (number === expected) found[found.length - 1]!++;
    else found.push(number, 1);
    expected = number + 1;
  }
  return found;
}

/** A classic table and its trailer (7.5.4). `size` is more than the highest number. */
export function writeXrefTable(out: ByteWriter, entries: XrefEntries, trailer: PdfDict, size?: number): void {
  const sorted = entries.sorted();
  const sections = runs(sorted, isFirst(trailer));
  out.text("xref\n");
  let at = 0;
  for (let section = 0; section < sections.length; section += 2) {
    const first = sections[section]!;
    const count = sections[section + 1]!;
    out.text(`${first} ${count}\n`);
    for (let number = first; number < first + count; number++) {
      if (number === 0) {
        out.text("0000000000 65535 f \n");
        continue;
      }
      out.text(`${String(sorted[at + 2]).padStart(10, "0")} ${String(sorted[at + 3]).padStart(5, "0")} n \n`);
      at += FIELDS;
    }
  }
  out.text("trailer\n");
  writeDict(out, new Map<string, PdfObject>([["Size", size ?? (sorted.at(-FIELDS) ?? 0) + 1], ...trailer]));
  out.text("\n");
}

interface StreamPlace {
  /** The stream's own number, the highest of the file. */
  readonly number: number;
  readonly start: number;
}

/**
 * A cross-reference stream (7.5.8), which lists itself. With `level` its rows are as narrow as the entries allow, and
 * deflated where that pays. Without, as in an update, they are plain rows that any reader takes.
 */
export function writeXrefStream(
  out: ByteWriter,
  entries: XrefEntries,
  trailer: PdfDict,
  { number, start }: StreamPlace,
  level?: number,
): void {
  entries.inFile(number, start, 0);
  const sorted = entries.sorted();
  const withHead = isFirst(trailer);
  const widths = level === undefined ? [1, 4, 2] : narrowest(sorted);
  const rows = rowsOf(sorted, widths, withHead);
  const index: [string, PdfObject] = ["Index", runs(sorted, withHead)];
  const w: [string, PdfObject] = ["W", widths];
  const dict: PdfDict = new Map<string, PdfObject>([
    ["Type", "XRef"],
    ["Size", number + 1],
    ...(level === undefined ? [w, index] : [index, w]),
    ...trailer,
  ]);
  let data = rows;
  if (level !== undefined && rows.length > COMPRESS_BYTES) {
    const width = widthOf(widths);
    data = deflate(predicted(rows, width), { level });
    dict.set("Filter", "FlateDecode");
    dict.set("DecodeParms", pdfDict({ Predictor: UP, Columns: width }));
  }
  dict.set("Length", data.length);
  writeStreamHead(out, number, 0, dict);
  out.copy(data);
  out.text(END_STREAM);
}

function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

function narrowest(sorted: Float64Array): number[] {
  let [lastPlace, lastExtra] = [0, 0];
  for (let at = 0; at < sorted.length; at += FIELDS) {
    lastPlace = Math.max(lastPlace, sorted[at + 2]!);
    lastExtra = Math.max(lastExtra, sorted[at + 3]!);
  }
  return [1, bytesFor(lastPlace), bytesFor(lastExtra)];
}

function bytesFor(value: number): number {
  let bytes = 1;
  while (value >= 256 ** bytes) bytes++;
  return bytes;
}

function rowsOf(sorted: Float64Array, widths: readonly number[], withHead: boolean): Uint8Array {
  const width = widthOf(widths);
  const placeEnd = 1 + widths[1]!;
  const rows = new Uint8Array((sorted.length / FIELDS + (withHead ? 1 : 0)) * width);
  let row = 0;
  if (withHead) {
    // Object 0 has generation 65535, or the highest that fits the field.
    rows.fill(0xff, placeEnd, width);
    row = width;
  }
  for (let at = 0; at < sorted.length; at += FIELDS, row += width) {
    rows[row] = sorted[at + 1]!;
    putNumber(rows, row + 1, row + placeEnd, sorted[at + 2]!);
    putNumber(rows, row + placeEnd, row + width, sorted[at + 3]!);
  }
  return rows;
}

/** A big-endian number in rows[start, end). */
function putNumber(rows: Uint8Array, start: number, end: number, value: number): void {
  for (let at = end - 1, rest = value; at >= start; at--, rest >>>= 8) rows[at] = rest;
}

/** /Predictor for rows that all use PNG's Up filter (7.4.4.4), and the byte before each row (PNG §9.2). */
const [UP, UP_ROW] = [12, 2];

/** Ascending offsets give small differences between rows, which compress several times better. */
function predicted(rows: Uint8Array, width: number): Uint8Array {
  const out = new Uint8Array(rows.length + rows.length / width);
  for (let row = 0, at = 0; row < rows.length; row += width) {
    out[at++] = UP_ROW;
    for (let i = row; i < row + width; i++) out[at++] = rows[i]! - (row === 0 ? 0 : rows[i - width]!);
  }
  return out;
}
