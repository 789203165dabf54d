import { constants, deflateSync } from "node:zlib";
import type { PdfDocument } from "./document.ts";
import { Rope } from "./rope.ts";
import { IN_FILE, IN_STREAM } from "./structure/xref.ts";
import { ByteWriter } from "./syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "./syntax/objects.ts";
import { writeDict, writeObject } from "./syntax/serialise.ts";
import { Update } from "./write/update.ts";
import type { Entry } from "./write/xref.ts";

/** Entries of the document information dictionary (14.3.3). */
export interface DocumentInformation {
  title?: string | undefined;
  author?: string | undefined;
  subject?: string | undefined;
  keywords?: string | undefined;
  creator?: string | undefined;
  producer?: string | undefined;
}

export interface FinishedPdf {
  rope: Rope;
  repacked: boolean;
}

/** Repacking has to be worth it: the file becomes at least 3 % smaller, or stays as it is. */
const WORTHWHILE = 0.97;
/** Larger files are mostly images, which repacking does not touch. */
const LARGEST = 24 * 1024 * 1024;
/** Objects in one object stream: more compress hardly better, and cost a reader more to reach one of them. */
const PER_STREAM = 200;

/** Entries of the catalog that make a document a tagged one (14.7.1, 14.8). */
const TAGS = ["StructTreeRoot", "MarkInfo"];

/**
 * A printed PDF as it is delivered: repacked where that pays, with the information that the request named; without its
 * structure where tags were needed for making it only.
 */
export function finishPdf(
  document: PdfDocument,
  information: DocumentInformation | undefined,
  { tagged = true }: { tagged?: boolean } = {},
): FinishedPdf {
  const { bytes } = document;
  const entries = Object.entries(information ?? {}).filter(([, value]) => value !== undefined) as [string, string][];
  const info = entries.length > 0 ? withInformation(document, entries) : undefined;
  const root = document.trailer.get("Root");
  const untag = !tagged && root instanceof PdfRef && TAGS.some((name) => document.catalog.has(name));
  if ((bytes.length <= LARGEST || untag) && !document.encrypted) {
    const replaced = new Map<number, PdfObject>();
    if (untag) replaced.set(root.number, without(document.catalog, TAGS));
    const rope = repack(document, info, replaced);
    const worthwhile = rope.length <= bytes.length * WORTHWHILE;
    if (worthwhile || untag) return { rope, repacked: worthwhile };
  }
  return { rope: info ? update(document, info) : Rope.of(bytes), repacked: false };
}

function without(dict: PdfDict, names: readonly string[]): PdfDict {
  return new Map([...dict].filter(([name]) => !names.includes(name)));
}

function withInformation(document: PdfDocument, entries: readonly [string, string][]): PdfDict {
  const info: PdfDict = new Map(document.dict(document.trailer.get("Info")) ?? []);
  for (const [name, value] of entries) info.set(name.charAt(0).toUpperCase() + name.slice(1), textString(value));
  return info;
}

/** A text string (7.9.2.2): as it is where it is ASCII, else UTF-16BE behind a byte order mark. */
function textString(text: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(text)) return new PdfString(new TextEncoder().encode(text));
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xfe, 0xff]);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes[2 + i * 2] = unit >> 8;
    bytes[3 + i * 2] = unit & 0xff;
  }
  return new PdfString(bytes);
}

function update(document: PdfDocument, info: PdfDict): Rope {
  const update = new Update(document);
  const reference = document.trailer.get("Info");
  if (reference instanceof PdfRef) update.putDict(reference.number, reference.generation, info);
  else {
    const number = update.newNumber();
    update.putDict(number, 0, info);
    document.trailer.set("Info", new PdfRef(number, 0));
  }
  return update.finish();
}

/**
 * What the trailer reaches, written anew: objects that are not streams go into compressed object streams (7.5.7), and
 * streams without a filter are deflated. Numbers and everything that objects say stay the same.
 */
function repack(document: PdfDocument, info: PdfDict | undefined, replaced: Map<number, PdfObject>): Rope {
  return new Repacker(document, info, replaced).write();
}

class Repacker {
  readonly #document: PdfDocument;
  readonly #replaced: Map<number, PdfObject>;
  readonly #infoNumber: number;
  readonly #rope = Rope.of("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
  readonly #entries: Entry[] = [];
  readonly #seen = new Set<number>();
  readonly #queue: number[] = [];
  #next: number;
  #packed: { number: number; offset: number }[] = [];
  #pack = new ByteWriter(1 << 15);

  constructor(document: PdfDocument, info: PdfDict | undefined, replaced: Map<number, PdfObject>) {
    this.#document = document;
    this.#replaced = replaced;
    this.#next = document.size;
    const reference = document.trailer.get("Info");
    this.#infoNumber = reference instanceof PdfRef ? reference.number : info ? this.#next++ : 0;
    if (info) replaced.set(this.#infoNumber, info);
  }

  write(): Rope {
    const { trailer } = this.#document;
    this.#reach(trailer.get("Root") ?? null);
    if (this.#infoNumber > 0) this.#reach(new PdfRef(this.#infoNumber, 0));
    for (let at = 0; at < this.#queue.length; at++) this.#writeObject(this.#queue[at]!);
    this.#flush();
    this.#finish();
    return this.#rope;
  }

  #writeObject(number: number): void {
    const object = this.#replaced.get(number) ?? this.#document.get(number);
    this.#reach(object);
    if (object instanceof PdfStream) this.#stream(number, object);
    else {
      this.#packed.push({ number, offset: this.#pack.length });
      writeObject(this.#pack, object);
      this.#pack.byte(0x20);
      if (this.#packed.length === PER_STREAM) this.#flush();
    }
  }

  /** Queues what an object refers to. Written without recursion into indirect objects, whose graph may be deep. */
  #reach(object: PdfObject): void {
    if (object instanceof PdfRef) {
      if (this.#seen.has(object.number)) return;
      this.#seen.add(object.number);
      this.#queue.push(object.number);
    } else if (Array.isArray(object)) for (const item of object) this.#reach(item);
    else if (object instanceof Map) for (const value of object.values()) this.#reach(value);
    else if (object instanceof PdfStream) this.#reachDict(object.dict);
  }

  #reachDict(dict: PdfDict): void {
    for (const [key, value] of dict) if (key !== "Length") this.#reach(value);
  }

  #stream(number: number, stream: PdfStream): void {
    const dict: PdfDict = new Map(stream.dict);
    let data = this.#document.rawStream(stream);
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

  /** The cross-reference stream (7.5.8), rows predicted from the row above, which makes ascending offsets small. */
  #finish(): void {
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
      ["Root", this.#document.trailer.get("Root") ?? null],
    ]);
    if (this.#infoNumber > 0) dict.set("Info", new PdfRef(this.#infoNumber, 0));
    const id = this.#document.array(this.#document.trailer.get("ID"));
    if (id) dict.set("ID", id);
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
