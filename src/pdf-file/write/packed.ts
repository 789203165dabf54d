import type { Rope } from "../rope.ts";
import type { ByteWriter } from "../syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../syntax/objects.ts";
import { writeObject } from "../syntax/serialise.ts";
import { FileWriter } from "./file.ts";
import { ObjectStreamPacker } from "./object-streams.ts";

/** A new file with its own object numbers. Objects other than streams go into compressed object streams (7.5.7). */
export class PackedFile {
  protected readonly written = new FileWriter("1.7");
  readonly #level: number;
  readonly #packer: ObjectStreamPacker;
  #next = 1;

  constructor(level: number) {
    this.#level = level;
    this.#packer = new ObjectStreamPacker(level);
  }

  get length(): number {
    return this.written.length;
  }

  /** A number for an object that is put into the file later. */
  newRef(): PdfRef {
    return new PdfRef(this.#next++, 0);
  }

  add(object: PdfObject): PdfRef {
    const ref = this.newRef();
    this.put(ref, object);
    return ref;
  }

  put(ref: PdfRef, object: PdfObject): void {
    writeObject(this.begin(ref), object);
    this.end();
  }

  /** Begins an object of which the caller writes the bytes; `end` must follow. */
  begin({ number }: PdfRef): ByteWriter {
    return this.#packer.begin(number);
  }

  end(): void {
    this.#packer.end();
    if (this.#packer.isFull) this.#flush();
  }

  addStream(dict: PdfDict, pieces: readonly Uint8Array[]): PdfRef {
    const ref = this.newRef();
    this.putStream(ref, dict, pieces);
    return ref;
  }

  /** A stream whose data is already coded by the dictionary's filters. */
  putStream({ number }: PdfRef, dict: PdfDict, pieces: readonly Uint8Array[]): void {
    this.written.stream(number, dict, pieces);
  }

  #flush(): void {
    const { numbers, dict, data } = this.#packer.take();
    const container = this.newRef();
    for (const [index, number] of numbers.entries()) this.written.packed(number, container.number, index);
    this.putStream(container, dict, [data]);
  }

  finish(trailer: PdfDict): Rope {
    if (!this.#packer.isEmpty) this.#flush();
    return this.written.endWithStream(trailer, this.#next++, this.#level);
  }
}
