import { type Content, sliced } from "./content.ts";

/** A file to be stored: its length is known before its bytes are asked for, and its checksum once the archive is. */
export interface ZipEntry extends Content {
  readonly name: string;
  crc32(): number;
}

/** The archive, and where each entry's bytes lie in it, which links to single files need. */
export interface Zip extends Content {
  readonly ranges: readonly { start: number; end: number }[];
  between(start: number, end: number): Iterable<Uint8Array>;
}

/**
 * A ZIP archive with stored entries, as content whose length is known beforehand. Only the headers are held. The
 * entries' pieces are asked for one after the other, each time the archive is iterated.
 */
export function zip(entries: readonly ZipEntry[]): Zip {
  const ranges: { start: number; end: number }[] = [];
  const facts: Facts[] = [];
  let offset = 0;
  let centralLength = 0;
  for (const entry of entries) {
    const own = new Facts(entry, offset);
    facts.push(own);
    // The sum changes no length, and is found when a header is asked for.
    const unsummed = { name: own.name, length: own.length, offset, crc32: 0 };
    const start = offset + localHeader(unsummed).length;
    offset = start + entry.length;
    ranges.push({ start, end: offset });
    centralLength += centralHeader(unsummed).length;
  }
  const centralOffset = offset;
  const end = endRecords(entries.length, centralOffset, centralLength);
  function* directory(): Generator<Uint8Array> {
    for (const entry of facts) yield centralHeader(entry);
    yield end;
  }
  /** Entries before `start` are skipped by their length. */
  function* between(start: number, stop: number): Generator<Uint8Array> {
    for (const [index, entry] of entries.entries()) {
      const own = facts[index] as Facts;
      const { start: first, end: last } = ranges[index] as { start: number; end: number };
      if (last <= start) continue;
      if (own.offset >= stop) return;
      const isWithout = start >= first;
      const from = isWithout ? first : own.offset;
      const pieces = isWithout ? entry.pieces : stored(own, entry);
      yield* from >= start && last <= stop ? pieces : sliced(pieces, start - from, stop - from);
    }
    if (stop > centralOffset) yield* sliced(directory(), start - centralOffset, stop - centralOffset);
  }
  const length = centralOffset + centralLength + end.length;
  return { length, ranges, between, pieces: { [Symbol.iterator]: () => between(0, length) } };
}

function* stored(facts: EntryFacts, entry: ZipEntry): Generator<Uint8Array> {
  yield localHeader(facts);
  yield* entry.pieces;
}

/**
 * What the records of the archive (PKWARE APPNOTE 6.3.10) say of an entry. Only numbers that do not fit their field go
 * to the ZIP64 extra field.
 */
interface EntryFacts {
  /** UTF-8. */
  name: Uint8Array;
  length: number;
  readonly crc32: number;
  /** Where the entry's local header begins in the archive. */
  offset: number;
}

/** There may be thousands: the name is encoded for each header, and the sum kept from the first to the second. */
class Facts implements EntryFacts {
  readonly offset: number;
  readonly #entry: ZipEntry;
  #sum: number | undefined;

  constructor(entry: ZipEntry, offset: number) {
    this.#entry = entry;
    this.offset = offset;
  }

  get name(): Uint8Array {
    return encoder.encode(this.#entry.name);
  }

  get length(): number {
    return this.#entry.length;
  }

  get crc32(): number {
    this.#sum ??= this.#entry.crc32();
    return this.#sum;
  }
}

const encoder = new TextEncoder();

const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const END64_SIGNATURE = 0x06064b50;
const LOCATOR64_SIGNATURE = 0x07064b50;

const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Bit 11: names are UTF-8 (APPNOTE 4.4.4). */
const FLAGS = 0x0800;
/** 1 January 1980, the first date that ZIP knows: the same input gives the same bytes. */
const DOS_DATE = 0x0021;
const ZIP64_EXTRA = 0x0001;
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;

/** Lengths of the records without what varies (APPNOTE 4.3.7, 4.3.12, 4.3.14 to 4.3.16). */
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const END64_BYTES = 56;
const LOCATOR64_BYTES = 20;
/** The ZIP64 end record gives its length without its first two fields. */
const END64_TOLD = END64_BYTES - 12;
/** The head of an extra field: its kind, and the length of what follows. */
const EXTRA_HEAD = 4;
const SIZES_64 = 16;
const OFFSET_64 = 8;

/** APPNOTE 4.3.7. The ZIP64 extra field of a local header always holds both sizes. */
export function localHeader({ name, length, crc32 }: EntryFacts): Uint8Array {
  const large = length >= FULL_32;
  const extra = large ? EXTRA_HEAD + SIZES_64 : 0;
  const record = new Record(LOCAL_BYTES + name.length + extra)
    .u32(LOCAL_SIGNATURE)
    .entry(large ? VERSION_ZIP64 : VERSION, { name, length, crc32 }, extra)
    .bytes(name);
  if (large) record.u16(ZIP64_EXTRA).u16(SIZES_64).u64(length).u64(length);
  return record.done;
}

/** APPNOTE 4.3.12. Here the extra field holds only values that did not fit, in this order: sizes, offset. */
export function centralHeader({ name, length, crc32, offset }: EntryFacts): Uint8Array {
  const large = length >= FULL_32;
  const far = offset >= FULL_32;
  const wide = (large ? SIZES_64 : 0) + (far ? OFFSET_64 : 0);
  const extra = wide > 0 ? EXTRA_HEAD + wide : 0;
  const version = extra > 0 ? VERSION_ZIP64 : VERSION;
  const record = new Record(CENTRAL_BYTES + name.length + extra)
    .u32(CENTRAL_SIGNATURE)
    .u16(version) // made by
    .entry(version, { name, length, crc32 }, extra)
    .u16(0) // length of the comment
    .u16(0) // disk
    .u16(0) // internal attributes
    .u32(0) // external attributes
    .u32(far ? FULL_32 : offset)
    .bytes(name);
  if (extra > 0) record.u16(ZIP64_EXTRA).u16(wide);
  if (large) record.u64(length).u64(length);
  if (far) record.u64(offset);
  return record.done;
}

/** APPNOTE 4.3.14 to 4.3.16. */
export function endRecords(entries: number, centralOffset: number, centralLength: number): Uint8Array {
  const wide = entries >= FULL_16 || centralOffset >= FULL_32 || centralLength >= FULL_32;
  const record = new Record(END_BYTES + (wide ? END64_BYTES + LOCATOR64_BYTES : 0));
  if (wide) {
    record
      .u32(END64_SIGNATURE)
      .u64(END64_TOLD)
      .u16(VERSION_ZIP64) // made by
      .u16(VERSION_ZIP64) // needed to read it
      .u32(0) // disk
      .u32(0) // disk of the directory
      .u64(entries) // on this disk
      .u64(entries)
      .u64(centralLength)
      .u64(centralOffset)
      .u32(LOCATOR64_SIGNATURE)
      .u32(0) // disk of the ZIP64 end record
      .u64(centralOffset + centralLength)
      .u32(1); // disks
  }
  const count = Math.min(entries, FULL_16);
  return record
    .u32(END_SIGNATURE)
    .u16(0) // disk
    .u16(0) // disk of the directory
    .u16(count) // on this disk
    .u16(count)
    .u32(Math.min(centralLength, FULL_32))
    .u32(Math.min(centralOffset, FULL_32))
    .u16(0).done; // length of the comment
}

/** Little-endian fields, one after the other. */
class Record {
  readonly done: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.done = new Uint8Array(length);
    this.#view = new DataView(this.done.buffer);
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }

  u32(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
    return this;
  }

  u64(value: number): this {
    return this.u32(value % 2 ** 32).u32(Math.floor(value / 2 ** 32));
  }

  /** The fields that local and central headers have in common, from the version that is needed to read the entry. */
  entry(version: number, { name, length, crc32 }: Omit<EntryFacts, "offset">, extra: number): this {
    const size = Math.min(length, FULL_32);
    return this.u16(version)
      .u16(FLAGS)
      .u16(0) // compression: stored
      .u16(0) // time
      .u16(DOS_DATE)
      .u32(crc32)
      .u32(size) // compressed
      .u32(size)
      .u16(name.length)
      .u16(extra);
  }

  bytes(value: Uint8Array): this {
    this.done.set(value, this.#at);
    this.#at += value.length;
    return this;
  }
}
