import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { IN_FILE, IN_STREAM } from "../../pdf-file/structure/xref.ts";
import { skipSpace } from "../../pdf-file/syntax/chars.ts";
import { letGo } from "../../platform/buffers.ts";
import * as CHAR from "../../platform/char.ts";
import { newScannedObject, type ScannedObject } from "./object-facts.ts";
import { isWord } from "./object-keys.ts";
import { ENDOBJ, scanObject } from "./scan-object.ts";
import { walkObject } from "./walk-object.ts";

/** What is kept of each object. */
const OBJECT_BYTES = 14;
/** Bits of an object's state here, beside the flags of its scan. */
const SCANNED = 1 << 15;
/** Its bytes in the file can be copied as they are. */
const VERBATIM = 1 << 14;
/** Names are known up to this length (ISO 32000-1, annex C): a scan that fails nearer to the end may lack bytes. */
const LONGEST_WORD = 512;
const OBJ = latin1("obj");
const ENDSTREAM = latin1("endstream");
/** The length of `endstream` with its line ends. */
const MAX_END = 16;

/**
 * What each object of the document refers to, and where its bytes lie: found out once, when first asked for, and kept
 * in typed arrays for all parts. Nothing is parsed into values where the bytes are as they should be.
 */
export class RawObjects {
  readonly document: PdfDocument;
  readonly size: number;
  /** For objects in the file: `N G obj` to `endobj`. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** By object stream: how many objects it has, and how many of them are still meant by the cross-reference. */
  readonly #containers = new Map<number, { total: number; live: number }>();
  readonly #state: Uint16Array;
  /**
   * Where in the pool the object's references begin, behind their count. All objects without any share the first place.
   */
  readonly #firstRef: Uint32Array;
  #pool = new Uint32Array(4096);
  #pooled = 1;
  readonly #scratch = newScannedObject();

  constructor(document: PdfDocument) {
    this.document = document;
    this.size = document.size;
    document.work.hold(this.size * OBJECT_BYTES);
    this.start = new Uint32Array(this.size);
    this.end = new Uint32Array(this.size);
    this.#state = new Uint16Array(this.size);
    this.#firstRef = new Uint32Array(this.size).fill(1);
  }

  /** Frees the tables: no more parts are made. */
  letGo(): void {
    for (const table of [this.start, this.end, this.#state, this.#firstRef, this.#pool]) letGo(table);
    this.document.work.letGo(this.size * OBJECT_BYTES);
  }

  exists(number: number): boolean {
    return this.document.xref.exists(number);
  }

  inStream(number: number): boolean {
    return this.document.xref.kindOf(number) === IN_STREAM;
  }

  /** The object stream that holds the object. */
  containerOf(number: number): number {
    return this.document.xref.place[number]!;
  }

  generationOf(number: number): number {
    const { xref } = this.document;
    const isWritten = number < this.size && (xref.kindOf(number) === IN_FILE || this.document.edits.has(number));
    return isWritten ? xref.extra[number]! : 0;
  }

  /**
   * Whether the object stream can be copied whole. `objects` is how many of its objects the part holds: it must be all
   * of them, and the stream must refer to nothing.
   */
  isWholeContainer(container: number, objects: number): boolean {
    const facts = this.#containers.get(container);
    if (facts === undefined || facts.total !== objects || facts.live !== objects) return false;
    return this.isVerbatim(container) && this.refs(container).length === 0;
  }

  indexInContainer(number: number): number {
    return this.start[number]!;
  }

  flags(number: number): number {
    this.#scan(number);
    return this.#state[number]!;
  }

  isVerbatim(number: number): boolean {
    return (this.flags(number) & VERBATIM) !== 0;
  }

  /** The tagged references of an object: see `refNumber` and `refTag`. */
  refs(number: number): Uint32Array {
    const first = this.firstRefOf(number);
    return this.#pool.subarray(first, first + this.refCountOf(number));
  }

  /** For loops over very many objects, which should not make a view of each: positions for `refAt`. */
  firstRefOf(number: number): number {
    this.#scan(number);
    return this.#firstRef[number]!;
  }

  refCountOf(number: number): number {
    return this.#pool[this.#firstRef[number]! - 1]!;
  }

  refAt(position: number): number {
    return this.#pool[position]!;
  }

  #scan(number: number): void {
    if ((this.#state[number]! & SCANNED) !== 0) return;
    this.#state[number] = SCANNED;
    const kind = this.document.xref.kindOf(number);
    if (kind === IN_FILE) this.#scanInFile(number);
    else if (kind === IN_STREAM) this.#scanContainer(this.containerOf(number), number);
    else if (this.document.edits.has(number)) this.#scanParsed(number);
  }

  #scanInFile(number: number): void {
    const { document } = this;
    const scratch = this.#scratch;
    const { bytes } = document;
    const place = document.xref.place[number]!;
    const start = skipSpace(bytes, place, document.source.limit(place));
    const body = this.#bodyAt(start, number);
    const isPlain = body > 0 && this.#scanBody(body);
    document.work.spend(((body > 0 ? scratch.end : start) - place) * COST.scannedByte);
    if (isPlain) {
      const end = this.#copyableEnd(bytes, scratch);
      if (end > 0) {
        this.start[number] = start;
        this.end[number] = end;
        this.#keep(number, SCANNED | VERBATIM | scratch.flags);
        return;
      }
    }
    this.#scanParsed(number);
  }

  #scanBody(body: number): boolean {
    const { source, bytes } = this.document;
    for (;;) {
      const limit = source.limit(body);
      const isPlain = scanObject(bytes, body, limit, this.#scratch);
      const isCutOff = isPlain ? this.#scratch.keyword === 0 : this.#scratch.end > limit - LONGEST_WORD;
      if (!isCutOff || limit === bytes.length) return isPlain;
      source.require(limit, limit + 1);
    }
  }

  /** The position after `N G obj`, written as plainly as nearly all files have it; else -1. */
  #bodyAt(start: number, number: number): number {
    const { bytes } = this.document;
    let at = start;
    let found = 0;
    for (let c = bytes[at]; c !== undefined && c >= CHAR.ZERO && c <= CHAR.NINE; c = bytes[++at])
      found = found * 10 + c - CHAR.ZERO;
    if (found !== number || bytes[at] !== CHAR.SPACE) return -1;
    for (let c = bytes[++at]; c !== undefined && c >= CHAR.ZERO && c <= CHAR.NINE; c = bytes[++at]);
    return bytes[at] === CHAR.SPACE && isWord(bytes, at + 1, at + 4, OBJ) ? at + 4 : -1;
  }

  /** The end of the object's `endobj`, when its bytes are sound: a stream's /Length must lead to `endstream`. */
  #copyableEnd(bytes: Uint8Array, scanned: ScannedObject): number {
    let at = scanned.end;
    if (scanned.keyword === 2) {
      at = this.#afterSpace(at);
      at += 6;
      if (bytes[at] === CHAR.CARRIAGE_RETURN) at++;
      if (bytes[at] !== CHAR.LINE_FEED) return -1;
      at++;
      let length = scanned.length;
      if (length < 0) {
        if (scanned.lengthRef === undefined) return -1;
        length = this.document.number(this.document.get(scanned.lengthRef)) ?? -1;
      }
      if (length < 0 || at + length > bytes.length) return -1;
      at += length;
      this.document.source.require(at, at + MAX_END);
      if (bytes[at] === CHAR.CARRIAGE_RETURN) at++;
      if (bytes[at] === CHAR.LINE_FEED) at++;
      if (!isWord(bytes, at, at + ENDSTREAM.length, ENDSTREAM)) return -1;
      at += ENDSTREAM.length;
    }
    at = this.#afterSpace(at);
    return isWord(bytes, at, at + 6, ENDOBJ) ? at + 6 : -1;
  }

  #afterSpace(at: number): number {
    const { source, bytes } = this.document;
    return skipSpace(bytes, at, source.limit(at));
  }

  /** All objects of an object stream at once, so that it need not be decoded again for each. */
  #scanContainer(container: number, wanted: number): void {
    const { document } = this;
    const scratch = this.#scratch;
    const stream = document.objectStream(container);
    if (stream !== undefined) {
      let live = 0;
      for (let i = 0; i < stream.numbers.length; i++) {
        const number = stream.numbers[i]!;
        if (number >= this.size || !this.inStream(number) || this.containerOf(number) !== container) continue;
        // For these `start` is the index in the stream.
        this.start[number] = i;
        live++;
        if (number !== wanted && (this.#state[number]! & SCANNED) !== 0) continue;
        const span = document.rawSpan(number);
        if (span?.kind !== "stream") continue;
        const isPlain = scanObject(span.bytes, span.start, span.end, scratch);
        document.work.spend((scratch.end - span.start) * COST.scannedByte);
        if (!isPlain) continue;
        if (scratch.keyword === 0) this.#keep(number, SCANNED | VERBATIM | scratch.flags);
      }
      this.#containers.set(container, { total: stream.numbers.length, live });
    }
    if (!this.isVerbatim(wanted)) this.#scanParsed(wanted);
  }

  /** Where the bytes are not plainly well formed, the parser decides what they mean, and they are written again. */
  #scanParsed(number: number): void {
    walkObject(this.document.get(number), this.#scratch);
    this.#keep(number, SCANNED | this.#scratch.flags);
  }

  #keep(number: number, state: number): void {
    const { refs, refCount } = this.#scratch;
    this.#state[number] = state;
    if (refCount === 0) {
      this.#firstRef[number] = 1;
      return;
    }
    const first = this.#pooled + 1;
    const after = first + refCount;
    if (after > this.#pool.length) {
      const length = Math.max(after, this.#pool.length * 2);
      this.document.work.hold((length - this.#pool.length) * this.#pool.BYTES_PER_ELEMENT);
      const grown = new Uint32Array(length);
      grown.set(this.#pool.subarray(0, this.#pooled));
      this.#pool = grown;
    }
    this.#pool[first - 1] = refCount;
    for (let i = 0; i < refCount; i++) this.#pool[first + i] = refs[i]!;
    this.#firstRef[number] = first;
    this.#pooled = after;
  }
}
