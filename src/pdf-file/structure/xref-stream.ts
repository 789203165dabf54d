import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { decodeFilters } from "../filters/decode.ts";
import { MAX_OBJECT_NUMBER } from "../pdf-limits.ts";
import { PdfProblem } from "../pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfStream } from "../syntax/objects.ts";
import type { Source } from "./file-source.ts";
import { readIndirect } from "./indirect.ts";
import { FREE, IN_FILE, IN_STREAM, UNKNOWN, type Xref } from "./xref.ts";

// No other object can be read before the cross-reference is: references in such a stream's own dictionary lead nowhere.
const direct = (object: PdfObject): PdfObject => object;
const directLength = (length: PdfObject): number | undefined => (typeof length === "number" ? length : undefined);

/** Reads the cross-reference stream (7.5.8) at `offset`, offers its entries to `xref`, and gives its dictionary. */
export function readXrefStream(source: Source, offset: number, xref: Xref): PdfDict {
  const found = readIndirect(source, offset, { lengthOf: directLength });
  const stream = found?.object;
  if (!(stream instanceof PdfStream) || !Array.isArray(stream.dict.get("W"))) {
    throw new PdfProblem("corrupt", "There is no cross-reference where the file says.");
  }
  if (stream.dict.get("Length") !== stream.raw.length) {
    throw new PdfProblem("corrupt", "The cross-reference stream's length is wrong.");
  }
  const start = stream.raw.byteOffset - source.bytes.byteOffset;
  source.require(start, start + stream.raw.length);
  readEntries(decodeFilters(stream.raw, stream.dict, direct, source.work), stream.dict, xref, source.work);
  return stream.dict;
}

function readEntries(data: Uint8Array, dict: PdfDict, xref: Xref, work: Work): void {
  const widths = (dict.get("W") as PdfObject[])
    .slice(0, 3)
    .map((width) => (typeof width === "number" ? Math.trunc(width) : 0));
  const [w0 = 0, w1 = 0, w2 = 0] = widths;
  const row = w0 + w1 + w2;
  if ([w0, w1, w2].some((width) => width < 0 || width > 8) || row === 0) {
    throw new PdfProblem("corrupt", "The cross-reference stream has impossible field widths.");
  }
  let at = 0;
  for (const [first, count] of subsections(dict)) {
    const rows = Math.min(count, Math.floor((data.length - at) / row));
    work.spend(COST.item + Math.max(0, rows) * COST.xrefEntry);
    xref.reserve(Math.min(first + rows, MAX_OBJECT_NUMBER + 1));
    for (let i = 0; i < rows; i++, at += row) {
      const number = first + i;
      if (number > MAX_OBJECT_NUMBER || xref.kind[number] !== UNKNOWN) continue;
      // Without a first field every entry is of type 1.
      const type = w0 === 0 ? 1 : field(data, at, w0);
      const second = field(data, at + w0, w1);
      const third = field(data, at + w0 + w1, w2);
      if (second >= 2 ** 32) continue;
      if (type === 1 && second > 0) xref.set(number, IN_FILE, second, third);
      else if (type === 2) xref.set(number, IN_STREAM, second, third);
      else if (type <= 1) xref.set(number, FREE, xref.section, third);
    }
  }
}

function field(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = at; i < at + width; i++) value = value * 256 + data[i]!;
  return value;
}

function subsections(dict: PdfDict): [number, number][] {
  const index = dict.get("Index");
  const size = dict.get("Size");
  if (!Array.isArray(index)) return [[0, typeof size === "number" ? size : 2 ** 31]];
  const pairs: [number, number][] = [];
  for (let i = 0; i + 1 < index.length; i += 2) {
    const [first, count] = [index[i], index[i + 1]];
    if (typeof first === "number" && typeof count === "number" && first >= 0) pairs.push([first, count]);
  }
  return pairs;
}
