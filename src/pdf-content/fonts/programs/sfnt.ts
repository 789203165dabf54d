import { DataReader } from "./data-reader.ts";

export interface Table {
  readonly start: number;
  readonly length: number;
}

const MAX_TABLES = 128;
/** Offset of the first font's offset in a collection's header. */
const FIRST_FONT = 12;
/** Offsets of fields in the table directory and its records. */
const DIRECTORY = { count: 4, bytes: 12 };
const RECORD = { offset: 8, length: 12, bytes: 16 };

/** The tables of a TrueType or OpenType file (its table directory); of a collection, those of the first font. */
export function sfntTables(bytes: Uint8Array): Map<string, Table> {
  const data = new DataReader(bytes);
  const first = data.tag(0) === "ttcf" ? data.u32(FIRST_FONT) : 0;
  const tables = new Map<string, Table>();
  const count = Math.min(MAX_TABLES, data.u16(first + DIRECTORY.count));
  for (let i = 0; i < count; i++) {
    const at = first + DIRECTORY.bytes + i * RECORD.bytes;
    const start = data.u32(at + RECORD.offset);
    const length = Math.min(data.u32(at + RECORD.length), bytes.length - start);
    if (length >= 0) tables.set(data.tag(at), { start, length });
  }
  return tables;
}

export function isSfnt(bytes: Uint8Array): boolean {
  const tag = new DataReader(bytes).tag(0);
  return tag === "\0\x01\0\0" || tag === "true" || tag === "OTTO" || tag === "ttcf";
}
