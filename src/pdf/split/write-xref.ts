import { deflateSync } from "node:zlib";
import type { ByteWriter } from "../syntax/byte-writer.ts";
import type { PdfDict, PdfObject } from "../syntax/objects.ts";
import { writeDict } from "../syntax/serialise.ts";
import { positionsInOrder } from "./order.ts";

/** Below this, compressing a cross-reference stream gains nothing worth a reader's while. */
const COMPRESS_BYTES = 512;

const FIELDS = 4;

/**
 * Where each of the part's objects lies: of type 1 at an offset with a generation, of type 2 in an object stream at an
 * index. Numbers have gaps: they are the document's.
 */
export class PartXref {
  /** Of each entry its number, type, place and what else there is to say. */
  private fields = new Float64Array(64 * FIELDS);
  private ordered = new Float64Array(0);
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  inFile(number: number, offset: number, generation: number): void {
    this.push(number, 1, offset, generation);
  }

  inStream(number: number, stream: number, index: number): void {
    this.push(number, 2, stream, index);
  }

  private push(number: number, type: number, place: number, extra: number): void {
    const at = this.count++ * FIELDS;
    if (at === this.fields.length) {
      const grown = new Float64Array(at * 2);
      grown.set(this.fields);
      this.fields = grown;
    }
    this.fields[at] = number;
    this.fields[at + 1] = type;
    this.fields[at + 2] = place;
    this.fields[at + 3] = extra;
  }

  /** The fields of all entries, by number; valid until the next entry. */
  sorted(): Float64Array {
    const { count, fields } = this;
    const numbers = new Uint32Array(count);
    for (let i = 0; i < count; i++) numbers[i] = fields[i * FIELDS] as number;
    if (this.ordered.length < count * FIELDS) this.ordered = new Float64Array(fields.length);
    const sorted = this.ordered.subarray(0, count * FIELDS);
    let at = 0;
    for (const position of positionsInOrder(numbers)) {
      for (let field = 0; field < FIELDS; field++) sorted[at++] = fields[position * FIELDS + field] as number;
    }
    return sorted;
  }
}

/** Runs of consecutive numbers, object 0 first: pairs of the first and how many. */
function runs(entries: Float64Array): number[] {
  const found = [0, 1];
  let expected = 1;
  for (let at = 0; at < entries.length; at += FIELDS) {
    const number = entries[at] as number;
    if (number === expected) (found[found.length - 1] as number)++;
    else found.push(number, 1);
    expected = number + 1;
  }
  return found;
}

/** ISO 32000-2 §7.5.4. */
export function writeXrefTable(out: ByteWriter, xref: PartXref, trailer: PdfDict): void {
  const entries = xref.sorted();
  out.text("xref\n");
  const sections = runs(entries);
  let at = 0;
  for (let i = 0; i < sections.length; i += 2) {
    out.text(`${sections[i]} ${sections[i + 1]}\n`);
    for (let n = 0; n < (sections[i + 1] as number); n++) {
      if (i === 0 && n === 0) out.text("0000000000 65535 f \n");
      else {
        out.text(`${String(entries[at + 2]).padStart(10, "0")} ${String(entries[at + 3]).padStart(5, "0")} n \n`);
        at += FIELDS;
      }
    }
  }
  const size = (entries.at(-FIELDS) ?? 0) + 1;
  out.text("trailer\n");
  writeDict(out, new Map<string, PdfObject>([["Size", size], ...trailer]));
  out.text("\n");
}

/** §7.5.8. The stream lists itself, too. */
export function writeXrefStream(
  out: ByteWriter,
  xref: PartXref,
  trailer: PdfDict,
  number: number,
  start: number,
): void {
  xref.inFile(number, start, 0);
  const entries = xref.sorted();
  let [lastPlace, lastExtra] = [0, 0];
  for (let at = 0; at < entries.length; at += FIELDS) {
    lastPlace = Math.max(lastPlace, entries[at + 2] as number);
    lastExtra = Math.max(lastExtra, entries[at + 3] as number);
  }
  const placeBytes = bytesFor(lastPlace);
  const extraBytes = bytesFor(lastExtra);
  const width = 1 + placeBytes + extraBytes;
  const table = new Uint8Array((entries.length / FIELDS + 1) * width);
  // Object 0, the head of the free list, of generation 65535, or as far as the field reaches.
  table.fill(255, 1 + placeBytes, width);
  let row = width;
  for (let at = 0; at < entries.length; at += FIELDS, row += width) {
    table[row] = entries[at + 1] as number;
    put(table, row + placeBytes, placeBytes, entries[at + 2] as number);
    put(table, row + width - 1, extraBytes, entries[at + 3] as number);
  }
  const dict: PdfDict = new Map<string, PdfObject>([
    ["Type", "XRef"],
    ["Size", number + 1],
    ["Index", runs(entries)],
    ["W", [1, placeBytes, extraBytes]],
    ...trailer,
  ]);
  let data: Uint8Array = table;
  if (table.length > COMPRESS_BYTES) {
    data = deflateSync(predicted(table, width), { level: 2 });
    dict.set("Filter", "FlateDecode");
    dict.set(
      "DecodeParms",
      new Map([
        ["Predictor", 12],
        ["Columns", width],
      ]),
    );
  }
  dict.set("Length", data.length);
  out.text(`${number} 0 obj\n`);
  writeDict(out, dict);
  out.text("\nstream\n");
  out.copy(data);
  out.text("\nendstream\nendobj\n");
}

function bytesFor(value: number): number {
  let bytes = 1;
  while (value >= 256 ** bytes) bytes++;
  return bytes;
}

/** A big-endian number whose last byte is at `last`. */
function put(table: Uint8Array, last: number, bytes: number, value: number): void {
  for (let at = last, rest = value; at > last - bytes; at--, rest >>>= 8) table[at] = rest;
}

/** PNG's Up predictor: rows as differences from the row above, which compress several times better. */
function predicted(table: Uint8Array, width: number): Uint8Array {
  const rows = table.length / width;
  const out = new Uint8Array(rows * (width + 1));
  for (let row = 0; row < rows; row++) {
    out[row * (width + 1)] = 2;
    for (let i = 0; i < width; i++) {
      const above = row === 0 ? 0 : (table[(row - 1) * width + i] as number);
      out[row * (width + 1) + 1 + i] = (table[row * width + i] as number) - above;
    }
  }
  return out;
}
