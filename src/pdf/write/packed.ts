import { constants, deflateSync } from "node:zlib";
import { Rope } from "../rope.ts";
import { IN_FILE, IN_STREAM } from "../structure/xref.ts";
import { ByteWriter } from "../syntax/byte-writer.ts";
import type { PdfDict, PdfObject, PdfRef } from "../syntax/objects.ts";
import { writeDict, writeObject } from "../syntax/serialise.ts";
import type { Entry } from "./xref.ts";

/** Objects in one object stream: more compress hardly better, and cost a reader more to reach one of them. */
const PER_STREAM = 200;

/**
 * A new file, written as small as it can be: objects that are not streams go into compressed object streams (7.5.7), and
 * streams without a filter are deflated.
 */
export class PackedFile {
  readonly #rope = Rope.of("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
  readonly #entries: Entry[] = [];
  #next: number;
  #packed: { number: number; offset: number }[] = [];
  #pack = new ByteWriter(1 << 15);

  /** `next` is the first number that is free. */
  constructor(next: number) {
    this.#next = next;
  }

  newNumber(): number {
    return this.#next++;
  }

  add(number: number, object: PdfObject): void {
    this.#packed.push({ number, offset: this.#pack.length });
    writeObject(this.#pack, object);
    this.#pack.byte(0x20);
    if (this.#packed.length === PER_STREAM) this.#flush();
  }

  /** The data as the dictionary's filters have left it. */
  addStream(number: number, old: PdfDict, raw: Uint8Array): void {
    const dict: PdfDict = new Map(old);
    let data = raw;
    if (!dict.has("Filter")) {
      const deflated = deflate(data);
      if (deflated.length < data.length) {
        data = deflated;
        dict.set("Filter", "FlateDecode");
        dict.delete("DecodeParms");
      }
    }
    dict.set("Length", data.length);
    this.#put(number, dict, data);
  }

  #put(number: number, dict: PdfDict, data: Uint8Array): void {
    this.#entries.push({ number, kind: IN_FILE, place: this.#rope.length, extra: 0 });
    const head = new ByteWriter(256);
    head.text(`${number} 0 obj\n`);
    writeDict(head, dict);
    head.text("\nstream\n");
    this.#rope.push(head.view());
    this.#rope.push(data);
    this.#rope.push("\nendstream\nendobj\n");
  }

  #flush(): void {
    if (this.#packed.length === 0) return;
    const container = this.#next++;
    const index = this.#packed.map(({ number, offset }) => `${number} ${offset}`).join(" ") + "\n";
    const plain = new ByteWriter(index.length + this.#pack.length);
    plain.text(index);
    plain.copy(this.#pack.view());
    this.#packed.forEach(({ number }, position) => {
      this.#entries.push({ number, kind: IN_STREAM, place: container, extra: position });
    });
    const data = deflate(plain.view());
    this.#put(
      container,
      new Map<string, PdfObject>([
        ["Type", "ObjStm"],
        ["N", this.#packed.length],
        ["First", index.length],
        ["Filter", "FlateDecode"],
        ["Length", data.length],
      ]),
      data,
    );
    this.#packed = [];
    this.#pack = new ByteWriter(1 << 15);
  }

  /** Ends with the cross-reference stream (7.5.8), rows predicted from the row above, which makes ascending offsets small. */
  finish(trailer: { root: PdfObject; info: PdfRef | undefined; id: PdfObject | undefined }): Rope {
    this.#flush();
    const number = this.#next++;
    const start = this.#rope.length;
    const entries = [...this.#entries, { number, kind: IN_FILE, place: start, extra: 0 }].sort(
      (a, b) => a.number - b.number,
    );
    const index: number[] = [];
    let last = -2;
    for (const entry of entries) {
      if (entry.number === last + 1) index[index.length - 1]!++;
      else index.push(entry.number, 1);
      last = entry.number;
    }
    const data = deflate(predictedRows(entries));
    const dict: PdfDict = new Map<string, PdfObject>([
      ["Type", "XRef"],
      ["Size", number + 1],
      ["W", [1, 4, 2]],
      ["Index", index],
      ["Root", trailer.root],
    ]);
    if (trailer.info) dict.set("Info", trailer.info);
    if (trailer.id) dict.set("ID", trailer.id);
    dict.set("Filter", "FlateDecode");
    dict.set(
      "DecodeParms",
      new Map<string, PdfObject>([
        ["Predictor", 12],
        ["Columns", ROW],
      ]),
    );
    dict.set("Length", data.length);
    this.#put(number, dict, data);
    this.#rope.push(`startxref\n${start}\n%%EOF\n`);
    return this.#rope;
  }
}

const ROW = 7;

function predictedRows(entries: readonly Entry[]): Uint8Array {
  const rows = new Uint8Array(entries.length * (ROW + 1));
  let above = new Uint8Array(ROW);
  entries.forEach(({ kind, place, extra }, row) => {
    const bytes = new Uint8Array(ROW);
    const view = new DataView(bytes.buffer);
    bytes[0] = kind === IN_STREAM ? 2 : 1;
    view.setUint32(1, place);
    view.setUint16(5, extra);
    // PNG's Up predictor.
    rows[row * (ROW + 1)] = 2;
    for (let i = 0; i < ROW; i++) rows[row * (ROW + 1) + 1 + i] = bytes[i]! - above[i]!;
    above = bytes;
  });
  return rows;
}

function deflate(data: Uint8Array): Uint8Array {
  return deflateSync(data, { level: constants.Z_BEST_COMPRESSION });
}
