import type { Work } from "../../meter/work.ts";

/**
 * The file's bytes and the meter of reading them. Of a remote file only parts may be here, the rest being 0.
 */
export interface Source {
  readonly bytes: Uint8Array;
  readonly work: Work;
  /** Whether parts of the file may be missing. The functions below then throw MissingRange. */
  readonly partial: boolean;
  /** The end of the bytes that can be read from `offset` on. */
  limit(offset: number): number;
  /**
   * To be called when reading reaches `limit()`: throws MissingRange with how far to read on, or returns at the file's
   * true end.
   */
  ranOut(limit: number, needed?: number): void;
  /** Makes sure that bytes[start, end) is here. */
  require(start: number, end: number): void;
}

export function wholeFile(bytes: Uint8Array, work: Work): Source {
  return { bytes, work, partial: false, limit: () => bytes.length, ranOut() {}, require() {} };
}

/** A part of a remote file that is needed and not here yet. */
export class MissingRange extends Error {
  readonly start: number;
  readonly end: number;
  constructor(start: number, end: number) {
    super(`Bytes ${start} to ${end} are needed.`);
    this.name = "MissingRange";
    this.start = start;
    this.end = end;
  }
}
