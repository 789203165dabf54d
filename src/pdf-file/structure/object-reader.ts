import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { decodeFilters } from "../filters/decode.ts";
import { MAX_REFERENCE_HOPS } from "../pdf-limits.ts";
import { PdfProblem, unlessCorrupt, unlessDamaged } from "../pdf-problem.ts";
import type { Security } from "../security/security.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "../syntax/objects.ts";
import { Parser } from "../syntax/parser.ts";
import { decodeTextString } from "../syntax/text-strings.ts";
import { gathered, type Source } from "./file-source.ts";
import { afterEndobj, charged, costOf, type IndirectObject, readHead, readIndirect } from "./indirect.ts";
import { ObjectCache } from "./object-cache.ts";
import {
  indexInStream,
  type ObjectStream,
  ObjectStreamCache,
  readObjectStream,
  readWholeHeader,
  spanInStream,
} from "./object-stream.ts";
import { IN_FILE, IN_STREAM, UNKNOWN, type Xref } from "./xref.ts";

/** What the cross-reference, as written or as rebuilt, says of a file. */
export interface Structure {
  readonly xref: Xref;
  readonly trailer: PdfDict;
  readonly security: Security | undefined;
  /** The object that holds the encryption dictionary, whose strings are never encrypted; 0 when there is none. */
  readonly encryptNumber: number;
  /** Undefined after a rebuild. */
  readonly newestSection: { readonly style: "table" | "stream"; readonly start: number } | undefined;
}

/** Where an object's bytes lie, for copying them as they are. */
type RawSpan =
  /** In the file: bytes[start, end) is `N G obj … endobj`, the body beginning at `body`. */
  | { kind: "file"; start: number; body: number; end: number; generation: number; object: PdfObject }
  /** In object stream number `container`, decoded (and decrypted): bytes[start, end). */
  | { kind: "stream"; bytes: Uint8Array; start: number; end: number; container: number };

/** This many parsed objects are kept at most. All are dropped once reading them had cost so much: some megabytes. */
const LARGE_STREAM = 1 << 16;
/** Bytes of a parsed object, above which it counts as memory that is held. */
const LARGE_OBJECT = 1 << 17;
const CACHED_OBJECTS = 512;
/** No name is longer (ISO 32000-1, annex C). */
const USUAL_LENGTH = 127;
const NO_ENTRIES: PdfDict = new Map();
const NO_EDITS: ReadonlyMap<number, PdfObject> = new Map();
const CACHED_COST = 15_000;

/** The objects of a file, read lazily: looked up where the cross-reference says, and parsed when asked for. */
export class ObjectReader {
  readonly source: Source;
  readonly bytes: Uint8Array;
  #structure: Structure;
  readonly #rebuild: () => Structure;
  readonly #objects = new ObjectCache(CACHED_OBJECTS);
  #cachedCost = 0;
  readonly #streams: ObjectStreamCache;
  readonly #reading = new Set<number>();
  readonly #large = new Set<number>();
  /** Numbers of objects that pages need, and that are nowhere in the file. */
  readonly missingObjects = new Set<number>();
  /** How often one of them was needed. */
  misses = 0;
  #isSearched = false;
  #isSettled = false;
  #edits: ReadonlyMap<number, PdfObject> = NO_EDITS;

  /** `rebuild` finds the objects by scanning: called once, when one is not where it should be. */
  constructor(source: Source, structure: Structure, rebuild: () => Structure) {
    this.source = source;
    this.bytes = source.bytes;
    this.#structure = structure;
    this.#streams = new ObjectStreamCache(source.work);
    this.#rebuild = rebuild;
  }

  /** The meter of everything that is read. */
  get work(): Work {
    return this.source.work;
  }

  get trailer(): PdfDict {
    return this.#structure.trailer;
  }

  get xref(): Xref {
    return this.#structure.xref;
  }

  /** The file's newest section: what an update continues. Undefined when the cross-reference had to be rebuilt. */
  get newestSection(): Structure["newestSection"] {
    return this.#structure.newestSection;
  }

  /** Whether the cross-reference was rebuilt by scanning; it may become so while objects are read. */
  get rebuilt(): boolean {
    return this.#structure.newestSection === undefined;
  }

  get security(): Security | undefined {
    return this.#structure.security;
  }

  get encrypted(): boolean {
    return this.#structure.security !== undefined;
  }

  /** One more than the highest object number in use. */
  get size(): number {
    return this.#structure.xref.size;
  }

  get catalog(): PdfDict {
    const catalog = this.resolve(this.trailer.get("Root") ?? null);
    if (catalog instanceof Map) return catalog;
    throw new PdfProblem("corrupt", "The document has no catalog.");
  }

  /** The object, decrypted; null when there is none (7.3.10). */
  get(reference: PdfRef | number): PdfObject {
    const number = typeof reference === "number" ? reference : reference.number;
    const known = this.#edits.get(number) ?? this.#objects.get(number);
    this.work.spend(COST.lookup);
    if (known !== undefined) return known;
    const object = this.#read(number);
    if (this.#cachedCost > CACHED_COST) {
      this.#objects.clear();
      this.#cachedCost = 0;
    }
    this.#objects.set(number, object);
    return object;
  }

  /** What a page cannot do without, resolved. */
  needed(object: PdfObject | undefined): PdfObject {
    const value = this.resolve(object);
    return value === null && !this.lacks(object) ? this.resolve(object) : value;
  }

  /**
   * Whether what a page needs is nowhere in the file. Where a cross-reference that was trusted knows no such object,
   * the file is searched for it once.
   */
  lacks(object: PdfObject | undefined): boolean {
    if (!(object instanceof PdfRef) || this.xref.exists(object.number)) return false;
    const { number } = object;
    if (this.xref.kindOf(number) === UNKNOWN && this.edits.size === 0 && this.repair(number)) return false;
    this.misses++;
    this.missingObjects.add(number);
    return true;
  }

  /** Follows references until there is a value. What is long is charged by its length, as it is mostly read whole. */
  resolve(object: PdfObject | undefined): PdfObject {
    const value = this.#follow(object);
    if (typeof value === "object" ? value !== null : typeof value === "string") this.#readWhole(value);
    return value;
  }

  /** Any number of objects may share it. */
  #readWhole(value: PdfObject): void {
    if (Array.isArray(value)) this.work.spend(value.length * COST.item);
    else if (typeof value === "string") {
      if (value.length > USUAL_LENGTH) this.work.spend(value.length * COST.sourceByte);
    } else if (value instanceof PdfString && value.bytes.length > USUAL_LENGTH) {
      this.work.spend(value.bytes.length * COST.parsedByte);
    }
  }

  #follow(object: PdfObject | undefined): PdfObject {
    let value = object ?? null;
    for (let hops = 0; value instanceof PdfRef; hops++) {
      if (hops === MAX_REFERENCE_HOPS) return null;
      value = this.get(value);
    }
    return value;
  }

  /** The first items of an array, for those who need a few of it, however long it is. */
  items(object: PdfObject | undefined, most: number): PdfObject[] | undefined {
    const value = this.#follow(object);
    if (!Array.isArray(value)) return undefined;
    const count = Math.max(0, Math.min(value.length, most));
    this.work.spend(count * COST.item);
    return value.length > count ? value.slice(0, count) : value;
  }

  /** As many numbers as are asked for; undefined where the array has fewer, or something else among them. */
  numbers(object: PdfObject | undefined, count: number): number[] | undefined {
    const numbers = this.items(object, count)?.map((item) => this.number(item));
    return numbers?.length === count && numbers.every((item) => item !== undefined) ? numbers : undefined;
  }

  /** The dictionary that `object` is or refers to (a stream's own one included). */
  dict(object: PdfObject | undefined): PdfDict | undefined {
    const value = this.#follow(object);
    if (value instanceof PdfStream) return value.dict;
    return value instanceof Map ? value : undefined;
  }

  /** The entries of a dictionary, for those who read them all, however many there are; none where there is none. */
  entries(object: PdfObject | undefined): PdfDict {
    const dict = this.dict(object) ?? NO_ENTRIES;
    this.work.spend(dict.size * COST.item);
    return dict;
  }

  array(object: PdfObject | undefined): PdfObject[] | undefined {
    const value = this.resolve(object);
    return Array.isArray(value) ? value : undefined;
  }

  /** The text of a text string, charged by its length: many objects may share one. */
  text(object: PdfObject | undefined): string | undefined {
    const value = this.resolve(object);
    if (!(value instanceof PdfString)) return undefined;
    this.work.spend(COST.text + value.bytes.length * COST.sourceByte);
    return decodeTextString(value.bytes);
  }

  number(object: PdfObject | undefined): number | undefined {
    const value = this.#follow(object);
    return typeof value === "number" ? value : undefined;
  }

  /** A stream's bytes before any filter: decrypted where the document is encrypted, a view where it is not. */
  rawStream(stream: PdfStream): Uint8Array {
    const { security, encryptNumber } = this.#structure;
    const { home } = stream;
    let { raw } = stream;
    if (this.source.partial && home && raw.buffer === this.bytes.buffer) {
      const start = raw.byteOffset - this.bytes.byteOffset;
      // Of a file that is read on demand a large stream is not kept: its images may take more memory than there is.
      if (this.source.onDemand && raw.length >= LARGE_STREAM) {
        raw = gathered(this.source.passing(start, start + raw.length), raw.length);
      } else this.source.require(start, start + raw.length);
    }
    if (!security || !home || stream.isEdit || home.number === encryptNumber) return raw;
    return security.decryptStream(raw, stream.dict, home.number, home.generation);
  }

  /** A stream's bytes with all filters undone. */
  streamData(stream: PdfStream): Uint8Array {
    return decodeFilters(this.rawStream(stream), stream.dict, (object) => this.resolve(object), this.work);
  }

  /**
   * The same of what a page can do without: undefined, and counted among what it misses, where it cannot be decoded.
   */
  readableData(stream: PdfStream): Uint8Array | undefined {
    const data = unlessDamaged(() => this.streamData(stream));
    if (data) return data;
    this.misses++;
    if (stream.home) this.missingObjects.add(stream.home.number);
    return undefined;
  }

  /** Where the object's own bytes lie; undefined when there is no such object. */
  rawSpan(number: number): RawSpan | undefined {
    const { xref } = this.#structure;
    const kind = xref.kindOf(number);
    if (kind === IN_STREAM) {
      const container = xref.place[number]!;
      const stream = this.#openStream(container);
      const index = stream ? indexInStream(stream, number, xref.extra[number]!) : -1;
      return stream && index >= 0
        ? { kind: "stream", bytes: stream.bytes, container, ...spanInStream(stream, index) }
        : undefined;
    }
    if (kind !== IN_FILE) return undefined;
    const found = this.#readAt(number);
    if (!found) return this.repair() ? this.rawSpan(number) : undefined;
    const { body, end, generation, object } = found;
    return { kind: "file", start: xref.place[number]!, body, end: afterEndobj(this.bytes, end), generation, object };
  }

  /**
   * Where the object's value begins in `bytes`, cheaply: nothing is parsed. Undefined when it is not where it should
   * be.
   */
  bodyOf(number: number): { bytes: Uint8Array; start: number; end: number; generation: number } | undefined {
    const { xref } = this.#structure;
    if (xref.kindOf(number) !== IN_FILE) {
      const span = this.rawSpan(number);
      return (
        span && {
          bytes: span.kind === "file" ? this.bytes : span.bytes,
          start: span.start,
          end: span.end,
          generation: 0,
        }
      );
    }
    const place = xref.place[number]!;
    const end = this.source.limit(place);
    const head = readHead(this.bytes, place, end);
    if (head?.number !== number) return undefined;
    return { bytes: this.bytes, start: head.body, end, generation: head.generation };
  }

  #read(number: number): PdfObject {
    const kind = this.#structure.xref.kindOf(number);
    if (kind === IN_STREAM) return this.#readCompressed(number);
    if (kind !== IN_FILE) return null;
    // An object whose /Length leads back to itself: the reference then gives nothing.
    if (this.#reading.has(number)) return null;
    this.#reading.add(number);
    let found: IndirectObject | undefined;
    try {
      found = this.#readAt(number);
    } finally {
      this.#reading.delete(number);
    }
    if (found) {
      this.#keep(number, found);
      return found.object;
    }
    return this.repair() ? this.#read(number) : null;
  }

  /** Whoever walks a tree keeps the nodes on its way: a large one counts as long as the document is read. */
  #keep(number: number, { cost, memory }: Pick<IndirectObject, "cost" | "memory">): void {
    this.#cachedCost += cost;
    if (memory < LARGE_OBJECT || this.#large.has(number)) return;
    this.#large.add(number);
    this.work.hold(memory);
  }

  /** The object where the cross-reference has it; undefined when it is not there or cannot be read. */
  #readAt(number: number): IndirectObject | undefined {
    const { xref, security, encryptNumber } = this.#structure;
    const found = unlessCorrupt(() =>
      readIndirect(this.source, xref.place[number]!, {
        // A length that is a stream's, whose length is the next one's: the end is searched for.
        lengthOf: (length) => (this.#reading.size > MAX_REFERENCE_HOPS ? undefined : this.number(length)),
        openString:
          security && number !== encryptNumber
            ? (bytes, head) => security.decryptString(bytes, head.number, head.generation)
            : undefined,
      }),
    );
    return found?.number === number ? found : undefined;
  }

  #readCompressed(number: number): PdfObject {
    const { xref } = this.#structure;
    const stream = this.#openStream(xref.place[number]!);
    const index = stream ? indexInStream(stream, number, xref.extra[number]!) : -1;
    if (!stream || index < 0) {
      const found = this.repair() ? this.#read(number) : null;
      if (found === null) this.missingObjects.add(number);
      return found;
    }
    const object = unlessCorrupt(() => {
      const start = stream.offsets[index]!;
      const parser = new Parser(stream.bytes, start);
      const read = charged(this.source, parser, start);
      this.#keep(number, { cost: costOf(parser, start), memory: parser.memory });
      return read;
    });
    return object ?? null;
  }

  /** The object stream with its whole header read; undefined when it cannot be read. */
  objectStream(number: number): ObjectStream | undefined {
    const stream = this.#openStream(number);
    return stream && readWholeHeader(stream);
  }

  #openStream(number: number): ObjectStream | undefined {
    const known = this.#streams.get(number);
    if (known) return known;
    if (this.#structure.xref.kindOf(number) !== IN_FILE) return undefined;
    const stream = this.#read(number);
    if (!(stream instanceof PdfStream)) return undefined;
    const contents = unlessDamaged(() => readObjectStream(this.streamData(stream), stream.dict, this.work));
    if (contents) this.#streams.set(number, contents);
    return contents;
  }

  /** Objects that take the place of those in the file: every update and every new file has them. */
  get edits(): ReadonlyMap<number, PdfObject> {
    return this.#edits;
  }

  /** With all edits, those from before as well, which will not be changed. A repair forgets them. */
  edit(edits: ReadonlyMap<number, PdfObject>): void {
    const { xref } = this;
    const own = new Map(edits);
    for (const [number, object] of edits) {
      xref.edit(number);
      if (object instanceof PdfStream && !object.home) {
        own.set(number, new PdfStream(object.dict, object.raw, new PdfRef(number, xref.extra[number]!), true));
      }
    }
    this.#edits = own;
  }

  /** From now on nothing is repaired, since what was changed must not be forgotten: what cannot be read is not there. */
  settle(): void {
    this.#isSettled = true;
  }

  /**
   * Rebuilds the cross-reference by scanning, once; false when that was done before, or did not find the object that is
   * looked for.
   */
  protected repair(wanted?: number): boolean {
    if (this.rebuilt || this.#isSettled || (wanted !== undefined && this.#isSearched)) return false;
    this.#isSearched = true;
    const found = wanted === undefined ? this.#rebuild() : unlessCorrupt(this.#rebuild);
    if (!found || (wanted !== undefined && !found.xref.exists(wanted))) {
      found?.xref.letGo();
      return false;
    }
    this.#structure = found;
    this.#edits = NO_EDITS;
    this.#objects.clear();
    this.#streams.clear();
    return true;
  }
}
