import { deflateSync } from "node:zlib";
import type { ByteWriter } from "../syntax/byte-writer.ts";
import type { PdfDict, PdfObject } from "../syntax/objects.ts";
import { writeDict } from "../syntax/serialise.ts";

/** Below this, compressing a cross-reference stream gains nothing worth a reader's while. */
const COMPRESS_BYTES = 256;

/** Where each of the part's objects lies. Numbers have gaps: they are the document's. */
export class PartXref {
  /** Three values an entry: number, then type 1 with offset and generation, or type 2 with stream and index. */
  private readonly entries: { number: number; type: 1 | 2; place: number; extra: number }[] = [];

  inFile(number: number, offset: number, generation: number): void {
    this.entries.push({ number, type: 1, place: offset, extra: generation });
  }

  inStream(number: number, stream: number, index: number): void {
    this.entries.push({ number, type: 2, place: stream, extra: index });
  }

  sorted(): readonly { number: number; type: 1 | 2; place: number; extra: number }[] {
    return this.entries.sort((a, b) => a.number - b.number);
  }
}

/** Runs of consecutive numbers: pairs of the first and how many. */
function runs(numbers: Iterable<number>): number[] {
  const found: number[] = [];
  let expected = -1;
  for (const number of numbers) {
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
  const [first = 0, ...rest] = runs([0, ...entries.map(({ number }) => number)]);
  const sections = [first, ...rest];
  let at = 0;
  for (let i = 0; i < sections.length; i += 2) {
    out.text(`${sections[i]} ${sections[i + 1]}\n`);
    for (let n = 0; n < (sections[i + 1] as number); n++) {
      if (i === 0 && n === 0) out.text("0000000000 65535 f \n");
      else {
        const { place, extra } = entries[at++] as { place: number; extra: number };
        out.text(`${String(place).padStart(10, "0")} ${String(extra).padStart(5, "0")} n \n`);
      }
    }
  }
  const size = (entries.at(-1)?.number ?? 0) + 1;
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
  const placeBytes = bytesFor(entries.reduce((most, { place }) => Math.max(most, place), 0));
  const extraBytes = bytesFor(entries.reduce((most, { extra }) => Math.max(most, extra), 0));
  const width = 1 + placeBytes + extraBytes;
  const table = new Uint8Array((entries.length + 1) * width);
  // Object 0, the head of the free list, of generation 65535, or as far as the field reaches.
  table.fill(255, 1 + placeBytes, width);
  let at = width;
  for (const { type, place, extra } of entries) {
    table[at] = type;
    put(table, at + 1, placeBytes, place);
    put(table, at + 1 + placeBytes, extraBytes, extra);
    at += width;
  }
  const dict: PdfDict = new Map<string, PdfObject>([
    ["Type", "XRef"],
    ["Size", number + 1],
    ["Index", runs([0, ...entries.map((entry) => entry.number)])],
    ["W", [1, placeBytes, extraBytes]],
    ...trailer,
  ]);
  let data: Uint8Array = table;
  if (table.length > COMPRESS_BYTES) {
    data = deflateSync(predicted(table, width));
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

function put(table: Uint8Array, at: number, bytes: number, value: number): void {
  let rest = value;
  for (let i = bytes - 1; i >= 0; i--) {
    table[at + i] = rest & 255;
    rest = Math.floor(rest / 256);
  }
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
