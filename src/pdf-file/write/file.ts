import { Rope } from "../rope.ts";
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

/** Writes a new file from front to back: each object as soon as it is complete, the cross-reference last. */
export class FileWriter {
  readonly #entries = new XrefEntries();
  /** Everything written between streams' data that is not yet in the rope. */
  readonly #text = new ByteWriter();
  #rope: Rope;
  /** Number of bytes that were handed over before the rope's. */
  #drained = 0;

  constructor(version: string) {
    this.#rope = Rope.of(fileHeader(version));
  }

  get length(): number {
    return this.#drained + this.#rope.length + this.#text.length;
  }

  object(number: number, object: PdfObject): void {
    this.#entries.inFile(number, this.length, 0);
    this.#text.text(objectHead(number, 0));
    writeObject(this.#text, object);
    this.#text.text(END_OBJECT);
  }

  /** /Length is added. The data is kept as views and never copied. */
  stream(number: number, dict: PdfDict, data: readonly Uint8Array[], seal?: SealString): void {
    this.#entries.inFile(number, this.length, 0);
    const length = data.reduce((sum, piece) => sum + piece.length, 0);
    writeStreamHead(this.#text, number, 0, new Map(dict).set("Length", length), seal);
    this.#pushText();
    for (const piece of data) this.#rope.push(piece);
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
    this.#entries.truncate(to.entries);
  }

  /** Hands over everything written so far. What is written later follows it. */
  drain(): Uint8Array[] {
    this.#pushText();
    const { pieces } = this.#rope;
    this.#drained += this.#rope.length;
    this.#rope = new Rope();
    return pieces;
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
