/**
 * The records of a ZIP archive (PKWARE APPNOTE 6.3.10) whose entries are all stored, with sizes and checksums known
 * beforehand. Numbers that do not fit their field go to the ZIP64 extra field, and only then.
 */
export interface EntryFacts {
  /** UTF-8. */
  name: Uint8Array;
  length: number;
  crc32: number;
  /** Of the entry's local header in the archive. */
  offset: number;
}

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

/** APPNOTE 4.3.7. The ZIP64 extra field of a local header always names both sizes. */
export function localHeader({ name, length, crc32 }: EntryFacts): Uint8Array {
  const large = length >= FULL_32;
  const record = new Record(30 + name.length + (large ? 20 : 0));
  record
    .u32(LOCAL_SIGNATURE)
    .u16(large ? VERSION_ZIP64 : VERSION)
    .u16(FLAGS)
    .u16(0)
    .u16(0)
    .u16(DOS_DATE)
    .u32(crc32);
  record.u32(large ? FULL_32 : length).u32(large ? FULL_32 : length);
  record
    .u16(name.length)
    .u16(large ? 20 : 0)
    .bytes(name);
  if (large) record.u16(ZIP64_EXTRA).u16(16).u64(length).u64(length);
  return record.done;
}

/** APPNOTE 4.3.12. Here the extra field names only what did not fit, in this order: sizes, offset. */
export function centralHeader({ name, length, crc32, offset }: EntryFacts): Uint8Array {
  const large = length >= FULL_32;
  const far = offset >= FULL_32;
  const wide = (large ? 16 : 0) + (far ? 8 : 0);
  const extra = wide > 0 ? 4 + wide : 0;
  const version = extra > 0 ? VERSION_ZIP64 : VERSION;
  const record = new Record(46 + name.length + extra);
  record.u32(CENTRAL_SIGNATURE).u16(version).u16(version).u16(FLAGS).u16(0).u16(0).u16(DOS_DATE).u32(crc32);
  record.u32(large ? FULL_32 : length).u32(large ? FULL_32 : length);
  record.u16(name.length).u16(extra).u16(0).u16(0).u16(0).u32(0);
  record.u32(far ? FULL_32 : offset).bytes(name);
  if (extra > 0) record.u16(ZIP64_EXTRA).u16(wide);
  if (large) record.u64(length).u64(length);
  if (far) record.u64(offset);
  return record.done;
}

/** APPNOTE 4.3.14 to 4.3.16. */
export function endRecords(entries: number, centralOffset: number, centralLength: number): Uint8Array {
  const wide = entries >= FULL_16 || centralOffset >= FULL_32 || centralLength >= FULL_32;
  const record = new Record(22 + (wide ? 76 : 0));
  if (wide) {
    record.u32(END64_SIGNATURE).u64(44).u16(VERSION_ZIP64).u16(VERSION_ZIP64).u32(0).u32(0);
    record.u64(entries).u64(entries).u64(centralLength).u64(centralOffset);
    record
      .u32(LOCATOR64_SIGNATURE)
      .u32(0)
      .u64(centralOffset + centralLength)
      .u32(1);
  }
  const count = Math.min(entries, FULL_16);
  record.u32(END_SIGNATURE).u16(0).u16(0).u16(count).u16(count);
  record.u32(Math.min(centralLength, FULL_32)).u32(Math.min(centralOffset, FULL_32)).u16(0);
  return record.done;
}

/** Little-endian fields, one after the other. */
class Record {
  readonly done: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(length: number) {
    this.done = new Uint8Array(length);
    this.view = new DataView(this.done.buffer);
  }

  u16(value: number): this {
    this.view.setUint16(this.at, value, true);
    this.at += 2;
    return this;
  }

  u32(value: number): this {
    this.view.setUint32(this.at, value, true);
    this.at += 4;
    return this;
  }

  u64(value: number): this {
    return this.u32(value % 2 ** 32).u32(Math.floor(value / 2 ** 32));
  }

  bytes(value: Uint8Array): this {
    this.done.set(value, this.at);
    this.at += value.length;
    return this;
  }
}
