import type { Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { letGo } from "../platform/buffers.ts";
import { latin1 } from "./rope.ts";
import type { NewEncryption } from "./security/new-encryption.ts";
import type { Security } from "./security/security.ts";
import { type WrittenObject, WrittenObjects } from "./structure/written-objects.ts";
import { IN_STREAM } from "./structure/xref.ts";
import { ByteWriter } from "./syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString, pdfDict } from "./syntax/objects.ts";
import { writeObject } from "./syntax/serialise.ts";
import { XrefEntries } from "./write/entries.ts";
import { END_OBJECT, END_STREAM, fileEnd, fileHeader, objectHead, writeStreamHead } from "./write/frame.ts";
import { writeXrefStream } from "./write/write-xref.ts";

/** A file that is made while it is read: its length is known, its bytes are made again each time they are asked for. */
export interface Rewritten {
  readonly length: number;
  readonly pieces: Iterable<Uint8Array>;
  /** The pieces between two offsets. */
  between(start: number, end: number): Iterable<Uint8Array>;
  /** Gives back what the measures take. Nothing may be read afterwards. */
  letGo(): void;
}

export interface Reprotecting {
  readonly work: Work;
  /** What the file is encrypted with now. */
  readonly security: Security | undefined;
  /** What it is to be encrypted with; undefined for a file that everybody can read. */
  readonly encryption: NewEncryption | undefined;
}

const XREF_LEVEL = 2;
/** Where an object begins, and its place in the cross-reference while that is made. */
const HELD_PER_OBJECT = 48;
const VERSION = "1.7";

/**
 * The file with another protection, or with none. Only its measures are held: objects are written, and their streams
 * encrypted, while it is read. Earlier versions of objects stay behind; object streams are taken over whole.
 */
export function rewritten(pieces: Iterable<Uint8Array>, reprotecting: Reprotecting): Turns<Rewritten> {
  return new Reprotector(pieces, reprotecting).measure();
}

class Reprotector {
  readonly #reprotecting: Reprotecting;
  readonly #objects: WrittenObjects;
  readonly #out = new ByteWriter(1 << 12);
  readonly #header = latin1(fileHeader(VERSION));
  readonly #root: PdfRef;
  #encrypt: PdfRef;
  readonly #catalog: PdfObject;
  /** Objects that are written by themselves in the order of their numbers, where each begins, and where all end. */
  readonly #numbers: number[] = [];
  readonly #starts: number[] = [];
  #tail: Uint8Array = new Uint8Array(0);

  constructor(pieces: Iterable<Uint8Array>, reprotecting: Reprotecting) {
    this.#reprotecting = reprotecting;
    this.#objects = new WrittenObjects(pieces, reprotecting.work, reprotecting.security);
    const { trailer, xref } = this.#objects;
    const root = trailer.get("Root");
    this.#root = root instanceof PdfRef ? root : new PdfRef(xref.size, 0);
    this.#encrypt = new PdfRef(Math.max(xref.size, this.#root.number + 1), 0);
    const catalog = this.#objects.resolve(root);
    this.#catalog =
      catalog instanceof Map && reprotecting.encryption ? this.#extended(catalog, reprotecting.encryption) : catalog;
  }

  *measure(): Turns<Rewritten> {
    const { xref, trailer } = this.#objects;
    const { work, encryption } = this.#reprotecting;
    const beyond = this.#encrypt.number;
    const held = xref.size * HELD_PER_OBJECT;
    work.hold(held);
    const entries = new XrefEntries();
    const old = trailer.get("Encrypt");
    const dropped = old instanceof PdfRef ? old.number : 0;
    let length = this.#header.length;
    for (let number = 1; number < beyond; number++) {
      yield;
      if (number === dropped) continue;
      if (xref.kindOf(number) === IN_STREAM && number !== this.#root.number) {
        entries.inStream(number, xref.place[number]!, xref.extra[number]!);
        continue;
      }
      const written = this.#written(number);
      if (written === undefined) continue;
      entries.inFile(number, length, written.generation);
      this.#numbers.push(number);
      this.#starts.push(length);
      length += this.#measured(number, written);
    }
    this.#starts.push(length);
    // What refers to nothing must not refer to this one.
    this.#encrypt = new PdfRef(Math.max(beyond, this.#objects.highest + 1), 0);
    this.#tail = this.#end(entries, length, encryption);
    entries.letGo();
    length += this.#tail.length;
    const letGo = () => {
      work.letGo(held);
      xref.letGo();
    };
    const between = (start: number, end: number) => this.#between(start, end);
    return { length, between, letGo, pieces: { [Symbol.iterator]: () => between(0, length) } };
  }

  /** The object as the new file has it; undefined for what it has no use for. */
  #written(number: number): WrittenObject | undefined {
    const { generation } = this.#root;
    if (number === this.#root.number) return { object: this.#catalog, generation, data: [] };
    const found = this.#objects.read(number);
    const isXref = found?.object instanceof PdfStream && found.object.dict.get("Type") === "XRef";
    return isXref ? undefined : found;
  }

  #measured(number: number, written: WrittenObject): number {
    const { encryption, work } = this.#reprotecting;
    if (!(written.object instanceof PdfStream)) {
      const { length } = this.#plainObject(number, written);
      work.spend(length * COST.writtenByte);
      return length;
    }
    const data = this.#objects.plainData(written);
    const plain = data.reduce((sum, piece) => sum + piece.length, 0);
    if (data !== written.data) for (const piece of data) letGo(piece);
    const length = encryption ? encryption.sealer.sealedLength(plain) : plain;
    if (encryption) work.spend(COST.cipher + length * COST.decryptedByte);
    return this.#streamHead(number, written, length).length + length + END_STREAM.length;
  }

  /** The object as it is written; valid until the next one is. */
  #plainObject(number: number, { object, generation }: WrittenObject): Uint8Array {
    this.#out.clear();
    this.#out.text(objectHead(number, generation));
    writeObject(this.#out, object, this.#reprotecting.encryption?.sealer.stringsOf(number));
    this.#out.text(END_OBJECT);
    return this.#out.view();
  }

  #streamHead(number: number, { object, generation }: WrittenObject, length: number): Uint8Array {
    const dict = this.#withoutCrypt((object as PdfStream).dict).set("Length", length);
    this.#out.clear();
    writeStreamHead(this.#out, number, generation, dict, this.#reprotecting.encryption?.sealer.stringsOf(number));
    return this.#out.view();
  }

  /** A stream that names its own encryption has the file's now (§7.4.10). */
  #withoutCrypt(dict: PdfDict): PdfDict {
    const plain: PdfDict = new Map(dict);
    const filters = this.#objects.resolve(dict.get("Filter"));
    const list = Array.isArray(filters) ? filters : [filters];
    if (this.#objects.resolve(list[0]) !== "Crypt") return plain;
    const parameters = this.#objects.resolve(dict.get("DecodeParms"));
    plain.set("Filter", list.slice(1));
    if (Array.isArray(parameters)) plain.set("DecodeParms", parameters.slice(1));
    else plain.delete("DecodeParms");
    return plain;
  }

  *#pieces(number: number): Generator<Uint8Array> {
    const written = this.#written(number)!;
    if (!(written.object instanceof PdfStream)) {
      yield this.#plainObject(number, written);
      return;
    }
    const { encryption } = this.#reprotecting;
    const data = this.#objects.plainData(written);
    const plain = data.reduce((sum, piece) => sum + piece.length, 0);
    yield this.#streamHead(number, written, encryption ? encryption.sealer.sealedLength(plain) : plain);
    if (encryption) yield* encryption.sealer.stream(number, data);
    else yield* data;
    if (data !== written.data) for (const piece of data) letGo(piece);
    yield latin1(END_STREAM);
  }

  *#between(from: number, to: number): Generator<Uint8Array> {
    yield* cut([this.#header], 0, from, to);
    for (const [index, number] of this.#numbers.entries()) {
      const [start, end] = [this.#starts[index]!, this.#starts[index + 1]!];
      if (end <= from) continue;
      if (start >= to) return;
      yield* cut(this.#pieces(number), start, from, to);
    }
    yield* cut([this.#tail], this.#starts.at(-1)!, from, to);
  }

  #end(entries: XrefEntries, length: number, encryption: NewEncryption | undefined): Uint8Array {
    const { trailer } = this.#objects;
    const out = new ByteWriter();
    const ends: PdfDict = pdfDict({ Root: this.#root });
    for (const key of ["Info", "ID"]) {
      const value = key === "ID" ? this.#identifiers(trailer.get(key)) : trailer.get(key);
      if (value !== undefined && value !== null) ends.set(key, value);
    }
    if (encryption) {
      entries.inFile(this.#encrypt.number, length, 0);
      ends.set("Encrypt", this.#encrypt);
      out.text(objectHead(this.#encrypt.number, 0));
      writeObject(out, encryption.dict);
      out.text(END_OBJECT);
    }
    const start = length + out.length;
    writeXrefStream(out, entries, ends, { number: this.#encrypt.number + 1, start }, XREF_LEVEL);
    out.text(fileEnd(start));
    return out.view().slice();
  }

  /** Both are there in an encrypted file (§7.5.5), and they are not encrypted. */
  #identifiers(old: PdfObject | undefined): PdfObject {
    const ids = this.#objects.resolve(old);
    const bytes = (Array.isArray(ids) ? ids.slice(0, 2) : []).map((id) => this.#objects.resolve(id));
    if (bytes.length === 2 && bytes.every((id) => id instanceof PdfString)) return bytes;
    const fresh = new PdfString(crypto.getRandomValues(new Uint8Array(16)), true);
    return this.#reprotecting.encryption ? [fresh, fresh] : null;
  }

  #extended(catalog: PdfDict, { extensions }: NewEncryption): PdfDict {
    const old = this.#objects.resolve(catalog.get("Extensions"));
    return new Map(catalog).set("Extensions", new Map([...(old instanceof Map ? old : []), ...extensions]));
  }
}

/** What the pieces, of which the first begins at `start`, have between two offsets. */
function* cut(pieces: Iterable<Uint8Array>, start: number, from: number, to: number): Generator<Uint8Array> {
  let at = start;
  for (const piece of pieces) {
    const [first, last] = [Math.max(from - at, 0), Math.min(to - at, piece.length)];
    if (first < last) yield first === 0 && last === piece.length ? piece : piece.subarray(first, last);
    at += piece.length;
    if (at >= to) return;
  }
}
