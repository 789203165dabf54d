import type { Content } from "./content.ts";
import { centralHeader, type EntryFacts, endRecords, localHeader } from "./zip-records.ts";

/** A file to be stored: its length and checksum are known before its bytes are asked for. */
export interface ZipEntry extends Content {
  readonly name: string;
  readonly crc32: number;
}

/** The archive, and where in it each entry's own bytes lie: what a link to one file needs. */
export interface Zip extends Content {
  readonly ranges: readonly { start: number; end: number }[];
}

/**
 * A ZIP archive with stored entries as content whose length is known beforehand. Nothing is held but the headers: the
 * entries' pieces are asked for one after the other, anew each time that the archive is iterated.
 */
export function zip(entries: readonly ZipEntry[]): Zip {
  const encoder = new TextEncoder();
  const ranges: { start: number; end: number }[] = [];
  const facts: EntryFacts[] = [];
  let offset = 0;
  let centralLength = 0;
  for (const { name, length, crc32 } of entries) {
    const entry = { name: encoder.encode(name), length, crc32, offset };
    facts.push(entry);
    const start = offset + localHeader(entry).length;
    offset = start + length;
    ranges.push({ start, end: offset });
    centralLength += centralHeader(entry).length;
  }
  const centralOffset = offset;
  const end = endRecords(entries.length, centralOffset, centralLength);
  return {
    length: centralOffset + centralLength + end.length,
    ranges,
    pieces: {
      *[Symbol.iterator]() {
        for (const [index, entry] of entries.entries()) {
          yield localHeader(facts[index] as EntryFacts);
          yield* entry.pieces;
        }
        for (const entry of facts) yield centralHeader(entry);
        yield end;
      },
    },
  };
}
