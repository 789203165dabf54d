import { type Content, sliced } from "./content.ts";
import { centralHeader, type EntryFacts, endRecords, localHeader } from "./zip-records.ts";

/** A file to be stored: its length and checksum are known before its bytes are asked for. */
export interface ZipEntry extends Content {
  readonly name: string;
  readonly crc32: number;
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
  function* directory(): Generator<Uint8Array> {
    for (const entry of facts) yield centralHeader(entry);
    yield end;
  }
  /** Entries before `start` are skipped by their length. */
  function* between(start: number, stop: number): Generator<Uint8Array> {
    for (const [index, entry] of entries.entries()) {
      const own = facts[index] as EntryFacts;
      const last = (ranges[index] as { end: number }).end;
      if (last <= start) continue;
      if (own.offset >= stop) return;
      const pieces = stored(own, entry);
      yield* own.offset >= start && last <= stop ? pieces : sliced(pieces, start - own.offset, stop - own.offset);
    }
    yield* sliced(directory(), start - centralOffset, stop - centralOffset);
  }
  const length = centralOffset + centralLength + end.length;
  return { length, ranges, between, pieces: { [Symbol.iterator]: () => between(0, length) } };
}

function* stored(facts: EntryFacts, entry: ZipEntry): Generator<Uint8Array> {
  yield localHeader(facts);
  yield* entry.pieces;
}
