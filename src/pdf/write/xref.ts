import { IN_FILE, IN_STREAM } from "../structure/xref.ts";
import { ByteWriter } from "../syntax/byte-writer.ts";
import type { PdfDict, PdfObject } from "../syntax/objects.ts";
import { writeDict } from "../syntax/serialise.ts";

/** A cross-reference entry, as in structure/xref.ts: kind IN_FILE or IN_STREAM. */
export interface Entry {
  readonly number: number;
  readonly kind: number;
  readonly place: number;
  readonly extra: number;
}

/** Runs of consecutive numbers: [index of the first entry, how many]. Entries are in ascending order. */
function runs(entries: readonly Entry[]): [number, number][] {
  const found: [number, number][] = [];
  for (let from = 0; from < entries.length; ) {
    let to = from + 1;
    while (to < entries.length && entries[to]!.number === entries[from]!.number + (to - from)) to++;
    found.push([from, to - from]);
    from = to;
  }
  return found;
}

/** A classic table and its trailer (7.5.4); entries are exactly 20 bytes. `size` is one more than the highest number. */
export function writeXrefTable(out: ByteWriter, entries: readonly Entry[], trailer: PdfDict, size: number): void {
  out.text("xref\n");
  // A first section must open with the head of the free list; in an update it does no harm to say it again.
  if (!trailer.has("Prev") && entries[0]?.number !== 0) out.text("0 1\n0000000000 65535 f \n");
  for (const [from, count] of runs(entries)) {
    out.text(`${entries[from]!.number} ${count}\n`);
    for (let i = from; i < from + count; i++) {
      const { place, extra } = entries[i]!;
      digits(out, place, 10);
      out.byte(0x20);
      digits(out, extra, 5);
      out.text(" n \n");
    }
  }
  out.text("trailer\n");
  writeDict(out, new Map<string, PdfObject>([["Size", size], ...trailer]));
  out.text("\n");
}

function digits(out: ByteWriter, value: number, width: number): void {
  for (let unit = 10 ** (width - 1); unit >= 1; unit /= 10) out.byte(0x30 + (Math.floor(value / unit) % 10));
}

/** A cross-reference stream (7.5.8), object `number` at offset `start`, which lists itself. Unfiltered: it is small. */
export function writeXrefStream(
  out: ByteWriter,
  entries: readonly Entry[],
  trailer: PdfDict,
  number: number,
  start: number,
): void {
  const all = [...entries, { number, kind: IN_FILE, place: start, extra: 0 }];
  const index: number[] = [];
  for (const [from, count] of runs(all)) index.push(all[from]!.number, count);
  const data = new ByteWriter(all.length * 7);
  for (const { kind, place, extra } of all) {
    data.byte(kind === IN_STREAM ? 2 : 1);
    for (let shift = 3; shift >= 0; shift--) data.byte(Math.floor(place / 256 ** shift) & 255);
    data.byte(extra >> 8);
    data.byte(extra & 255);
  }
  out.text(`${number} 0 obj\n`);
  const dict: PdfDict = new Map<string, PdfObject>([
    ["Type", "XRef"],
    ["Size", number + 1],
    ["W", [1, 4, 2]],
    ["Index", index],
    ...trailer,
    ["Length", data.length],
  ]);
  writeDict(out, dict);
  out.text("\nstream\n");
  out.copy(data.view());
  out.text("\nendstream\nendobj\n");
}
