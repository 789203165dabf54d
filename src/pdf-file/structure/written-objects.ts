import type { Work } from "../../meter/work.ts";
import { joined } from "../../platform/bytes.ts";
import { lastUpTo } from "../../platform/last-up-to.ts";
import { decodeFilters } from "../filters/decode.ts";
import { MAX_REFERENCE_HOPS, MAX_XREF_SECTIONS } from "../pdf-limits.ts";
import { PdfProblem } from "../pdf-problem.ts";
import type { Security } from "../security/security.ts";
import { skipSpace, startsWith } from "../syntax/chars.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../syntax/objects.ts";
import { Parser } from "../syntax/parser.ts";
import { type Source, sourceOf } from "./file-source.ts";
import { charged, readHead, readIndirect } from "./indirect.ts";
import { readObjectStream, readWholeHeader } from "./object-stream.ts";
import { IN_FILE, IN_STREAM, Xref } from "./xref.ts";
import { findStartxref, position, readSection } from "./xref-chain.ts";

export interface WrittenObject {
  readonly object: PdfObject;
  readonly generation: number;
  /** Of a stream, its data as it lies in the file. */
  readonly data: readonly Uint8Array[];
}

/**
 * The objects of a file that was just written, read from its pieces: its writer puts each object into one piece, and
 * begins another with a stream's data at the earliest. Its cross-reference sections are whole too.
 */
export class WrittenObjects {
  readonly xref: Xref;
  readonly trailer: PdfDict;
  readonly #sources: readonly Source[];
  /** Where each piece begins. */
  readonly #starts: readonly number[];
  readonly #work: Work;
  readonly #security: Security | undefined;
  readonly #encryptNumber: number;

  constructor(pieces: Iterable<Uint8Array>, work: Work, security: Security | undefined) {
    const sources: Source[] = [];
    const starts: number[] = [];
    let length = 0;
    for (const piece of pieces) {
      sources.push(sourceOf(piece, work));
      starts.push(length);
      length += piece.length;
    }
    this.#sources = sources;
    this.#starts = starts;
    this.#work = work;
    this.#security = security;
    this.xref = new Xref(work);
    this.trailer = this.#readSections();
    const encrypt = this.trailer.get("Encrypt");
    this.#encryptNumber = encrypt instanceof PdfRef ? encrypt.number : 0;
  }

  /** The highest number to which anything that was read refers. */
  get highest(): number {
    return this.#sources.reduce((most, { highest = 0 }) => Math.max(most, highest), 0);
  }

  /** The object that lies in the file by itself; undefined when there is none. */
  read(number: number): WrittenObject | undefined {
    if (this.xref.kindOf(number) !== IN_FILE) return undefined;
    const { index, source, at } = this.#at(this.xref.place[number]!);
    const { bytes } = source;
    const head = readHead(bytes, at, bytes.length);
    if (head?.number !== number) return undefined;
    const { generation } = head;
    const security = number === this.#encryptNumber ? undefined : this.#security;
    const openString = security && ((string: Uint8Array) => security.decryptString(string, number, generation));
    const parser = new Parser(bytes, head.body, bytes.length, openString);
    const object = charged(source, parser, at);
    const next = skipSpace(bytes, parser.pos, bytes.length);
    if (!(object instanceof Map) || !startsWith(bytes, next, "stream")) return { object, generation, data: [] };
    const length = this.#number(object.get("Length"));
    const data = length === undefined ? undefined : this.#following(index, next + "stream\n".length, length);
    if (data)
      return { object: new PdfStream(object, data[0] ?? NOTHING, new PdfRef(number, generation)), generation, data };
    const found = readIndirect(source, at, { lengthOf: (value) => this.#number(value), openString });
    return found?.object instanceof PdfStream
      ? { object: found.object, generation, data: [found.object.raw] }
      : undefined;
  }

  /** Follows references, into object streams too: for a few objects, since a stream is decoded for each. */
  resolve(object: PdfObject | undefined): PdfObject {
    let value = object ?? null;
    for (let hops = 0; value instanceof PdfRef && hops < MAX_REFERENCE_HOPS; hops++) {
      const { number } = value;
      value = this.xref.kindOf(number) === IN_STREAM ? this.#packed(number) : (this.read(number)?.object ?? null);
    }
    return value instanceof PdfRef ? null : value;
  }

  /** The data of a stream, decrypted. */
  plainData({ object, data }: WrittenObject): readonly Uint8Array[] {
    const security = this.#security;
    if (!(object instanceof PdfStream) || !security || !object.home) return data;
    const { number, generation } = object.home;
    if (number === this.#encryptNumber) return data;
    const raw = data.length === 1 ? data[0]! : joined(data);
    const plain = security.decryptStream(raw, object.dict, number, generation);
    return plain === raw ? data : [plain];
  }

  #packed(number: number): PdfObject {
    const container = this.read(this.xref.place[number]!);
    if (!(container?.object instanceof PdfStream)) return null;
    const { dict } = container.object;
    const data = decodeFilters(joined(this.plainData(container)), dict, (object) => this.resolve(object), this.#work);
    const stream = readWholeHeader(readObjectStream(data, dict, this.#work));
    const index = stream.numbers.lastIndexOf(number);
    if (index < 0) return null;
    const start = stream.offsets[index]!;
    return charged({ work: this.#work }, new Parser(stream.bytes, start), start);
  }

  #number(object: PdfObject | undefined): number | undefined {
    const value = this.resolve(object);
    return typeof value === "number" && value >= 0 ? value : undefined;
  }

  /** Data that begins in the pieces after this one; undefined when it lies in this one. */
  #following(index: number, from: number, length: number): Uint8Array[] | undefined {
    const { bytes } = this.#sources[index]!;
    if (from !== bytes.length || length === 0) return undefined;
    const data: Uint8Array[] = [];
    for (let left = length; left > 0; ) {
      const piece = this.#sources[++index]?.bytes;
      if (!piece) return undefined;
      data.push(piece.subarray(0, left));
      left -= piece.length;
    }
    return data;
  }

  #at(offset: number): { index: number; source: Source; at: number } {
    const index = Math.max(0, lastUpTo(this.#starts, offset));
    return { index, source: this.#sources[index]!, at: offset - this.#starts[index]! };
  }

  #readSections(): PdfDict {
    const last = this.#sources.at(-1);
    let next = last && findStartxref(last);
    let trailer: PdfDict | undefined;
    for (; next !== undefined && this.xref.section < MAX_XREF_SECTIONS; this.xref.section++) {
      const { source, at } = this.#at(next);
      const section = readSection(source, at, this.xref);
      trailer ??= section.trailer;
      next = position(section.trailer, "Prev");
    }
    if (trailer) return trailer;
    throw new PdfProblem("corrupt", "The file has no cross-reference.");
  }
}

const NOTHING = new Uint8Array(0);
