import { letGo } from "../../platform/buffers.ts";
import { Rope } from "../rope.ts";
import type { Sealer } from "../security/sealer.ts";
import { ByteWriter } from "../syntax/byte-writer.ts";
import type { PdfDict, PdfObject } from "../syntax/objects.ts";
import { type SealString, writeObject } from "../syntax/serialise.ts";
import { XrefEntries } from "./entries.ts";
import { END_OBJECT, END_STREAM, fileEnd, fileHeader, objectHead, writeStreamHead } from "./frame.ts";
import { writeXrefStream, writeXrefTable } from "./write-xref.ts";

/** The state of a file before something was begun. */
export interface Checkpoint {
  readonly pieces: number;
  readonly length: number;
  readonly entries: number;
}

/** Pieces that are the data of an object, and are encrypted when they are read. */
interface SealedRun {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** Smaller pieces may be constants, of which others have views too. */
const LARGE = 64 << 10;

/**
 * Writes a new file from front to back: each object as soon as it is complete, the cross-reference last. With a sealer
 * it is encrypted: strings as they are written, data when it is handed over.
 */
export class FileWriter {
  readonly #entries = new XrefEntries();
  /** Everything written between streams' data that is not yet in the rope. */
  readonly #text = new ByteWriter();
  #rope: Rope;
  /** Number of bytes that were handed over before the rope's. */
  #drained = 0;
  readonly #sealer: Sealer | undefined;
  #sealed: SealedRun[] = [];

  constructor(version: string, sealer?: Sealer) {
    this.#rope = Rope.of(fileHeader(version));
    this.#sealer = sealer;
  }

  get length(): number {
    return this.#drained + this.#rope.length + this.#text.length;
  }

  object(number: number, object: PdfObject): void {
    this.#object(number, object, this.#sealer?.stringsOf(number));
  }

  /** The object that says how the others are encrypted, and is not (ISO 32000-2 §7.6.2). */
  openObject(number: number, object: PdfObject): void {
    this.#object(number, object, undefined);
  }

  #object(number: number, object: PdfObject, seal: SealString | undefined): void {
    this.#entries.inFile(number, this.length, 0);
    this.#text.text(objectHead(number, 0));
    writeObject(this.#text, object, seal);
    this.#text.text(END_OBJECT);
  }

  /** /Length is added. The data is kept as views and never copied. */
  stream(
    number: number,
    dict: PdfDict,
    data: readonly Uint8Array[],
    seal: SealString | undefined = this.#sealer?.stringsOf(number),
  ): void {
    this.#entries.inFile(number, this.length, 0);
    const plain = data.reduce((sum, piece) => sum + piece.length, 0);
    const length = this.#sealer ? this.#sealer.sealedLength(plain) : plain;
    writeStreamHead(this.#text, number, 0, new Map(dict).set("Length", length), seal);
    this.#pushText();
    const from = this.#rope.pieces.length;
    for (const piece of data) this.#rope.push(piece);
    if (this.#sealer) this.#sealed.push({ number, from, to: this.#rope.pieces.length });
    this.#rope.length += length - plain;
    this.#text.text(END_STREAM);
  }

  /** Records that the object is in object stream number `stream`. */
  packed(number: number, stream: number, index: number): void {
    this.#entries.inStream(number, stream, index);
  }

  #pushText(): void {
    this.#rope.push(this.#text.take());
  }

  checkpoint(): Checkpoint {
    this.#pushText();
    return { pieces: this.#rope.pieces.length, length: this.#rope.length, entries: this.#entries.count };
  }

  /** Takes back everything written since then. None of it may have been handed over. */
  rollback(to: Checkpoint): void {
    this.#text.clear();
    this.#rope.pieces.length = to.pieces;
    this.#rope.length = to.length;
    this.#sealed = this.#sealed.filter((run) => run.to <= to.pieces);
    this.#entries.truncate(to.entries);
  }

  /** Hands over everything written so far. What is written later follows it. */
  drain(): Iterable<Uint8Array> {
    this.#pushText();
    const { pieces } = this.#rope;
    const read = this.#read(pieces, true);
    this.#drained += this.#rope.length;
    this.#rope = new Rope();
    this.#sealed = [];
    return read;
  }

  /** The pieces as the file has them; `once`: data that was read is needed no more. */
  #read(pieces: Uint8Array[], once: boolean): Iterable<Uint8Array> {
    const [sealer, runs] = [this.#sealer, this.#sealed];
    if (!sealer) return pieces;
    return { [Symbol.iterator]: () => sealedPieces(pieces, runs, sealer, once) };
  }

  /** Changes the version in the header; false when the header has been handed over. */
  setVersion(version: string): boolean {
    if (this.#drained > 0) return false;
    this.#rope.pieces[0]!.set(new TextEncoder().encode(fileHeader(version).slice(0, VERSION_BYTES)));
    return true;
  }

  /** Ends the file with a table, as before version 1.5. Returns everything not handed over yet. */
  endWithTable(trailer: PdfDict): Rope {
    const start = this.length;
    writeXrefTable(this.#text, this.#entries, trailer);
    return this.#end(start);
  }

  /** What is not handed over of a file that has ended, as it is to be read. */
  get rest(): { readonly length: number; readonly pieces: Iterable<Uint8Array> } {
    return { length: this.#rope.length, pieces: this.#read(this.#rope.pieces, false) };
  }

  /** Ends the file with a cross-reference stream, whose number is the highest. */
  endWithStream(trailer: PdfDict, number: number, level: number): Rope {
    const start = this.length;
    writeXrefStream(this.#text, this.#entries, trailer, { number, start }, level);
    return this.#end(start);
  }

  #end(start: number): Rope {
    this.#entries.letGo();
    this.#text.text(fileEnd(start));
    this.#pushText();
    return this.#rope;
  }
}

const VERSION_BYTES = "%PDF-1.4".length;

function* sealedPieces(pieces: readonly Uint8Array[], runs: readonly SealedRun[], sealer: Sealer, once: boolean) {
  let at = 0;
  for (const { number, from, to } of runs) {
    yield* pieces.slice(at, from);
    const data = pieces.slice(from, to);
    yield* sealer.stream(number, data);
    if (once) for (const piece of data) if (piece.length >= LARGE) letGo(piece);
    at = to;
  }
  yield* pieces.slice(at);
}
