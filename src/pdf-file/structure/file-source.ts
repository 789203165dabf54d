import type { Work } from "../../meter/work.ts";
import { letGo } from "../../platform/buffers.ts";

/**
 * The file's bytes and the meter of reading them. Of a remote or very large file only parts may be here, the rest being
 * 0.
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
  /** Bytes [start, end) for whoever looks at them once, each valid until the next are asked for. */
  passing(start: number, end: number): Iterable<Uint8Array>;
  /** Whether what was missing is here when MissingRange is thrown: reading begins again. */
  readonly onDemand?: boolean;
  /** The highest number that what was read refers to, whether there is such an object or not. */
  highest?: number;
}

export function sourceOf(bytes: Uint8Array, work: Work): Source {
  const pages = onDemand.get(bytes.buffer);
  if (pages) return pages.source(bytes, work);
  return {
    bytes,
    work,
    partial: false,
    limit: () => bytes.length,
    ranOut() {},
    require() {},
    passing: (start, end) => [bytes.subarray(start, end)],
  };
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

/** Reads bytes [start, end) of a file at once, as a worker of a page can. */
type ReadNow = (start: number, end: number) => Uint8Array;

const onDemand = new WeakMap<ArrayBufferLike, FilePages>();

/** A file that is read where its bytes are asked for. It has its whole size, but what is never read takes no memory. */
export function readOnDemand(size: number, read: ReadNow): Uint8Array {
  const bytes = new Uint8Array(size);
  const pages = new FilePages(bytes, read);
  onDemand.set(bytes.buffer, pages);
  return bytes;
}

/**
 * What the view is of, also where it lies in a file that is read on demand: what was not here is not kept. Each piece
 * is valid until the next is asked for.
 */
export function passing(view: Uint8Array): Iterable<Uint8Array> {
  const { buffer, byteOffset, length } = view;
  return onDemand.get(buffer)?.passing(byteOffset, byteOffset + length) ?? [view];
}

/** What passes, as a whole of its own. */
export function gathered(pieces: Iterable<Uint8Array>, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const PAGE_BYTES = 1 << 16;
/** What passes is read in portions. */
const PASSING_BYTES = 1 << 20;
/** The head of an object, and what follows its end, are never cut off. */
const AHEAD_BYTES = 1024;

class FilePages {
  readonly #file: Uint8Array;
  readonly #isHere: Uint8Array;
  readonly #read: ReadNow;

  constructor(file: Uint8Array, read: ReadNow) {
    this.#file = file;
    this.#isHere = new Uint8Array(Math.ceil(file.length / PAGE_BYTES));
    this.#read = read;
    // Everybody looks at the header.
    this.#require(0, AHEAD_BYTES);
  }

  /** Of the file, or of its end where something precedes the header. */
  source(bytes: Uint8Array, work: Work): Source {
    const base = bytes.byteOffset;
    const { length } = bytes;
    return {
      bytes,
      work,
      partial: true,
      onDemand: true,
      limit: (offset) => {
        this.#require(base + offset, base + offset + AHEAD_BYTES);
        return Math.min(this.#endFrom(base + offset) - base, length);
      },
      ranOut: (limit, needed = limit + PAGE_BYTES) => {
        if (limit >= length) return;
        this.#require(base + limit, base + needed);
        throw new MissingRange(limit, needed);
      },
      require: (start, end) => this.#require(base + start, base + end),
      passing: (start, end) => this.passing(base + start, base + end),
    };
  }

  *passing(start: number, end: number): Generator<Uint8Array> {
    if (this.#endFrom(start) >= end) {
      yield this.#file.subarray(start, end);
      return;
    }
    for (let at = start; at < end; at += PASSING_BYTES) {
      const bytes = this.#read(at, Math.min(at + PASSING_BYTES, end));
      yield bytes;
      letGo(bytes);
    }
  }

  #endFrom(offset: number): number {
    let page = Math.floor(offset / PAGE_BYTES);
    while (this.#isHere[page] === 1) page++;
    return page * PAGE_BYTES;
  }

  /** Neighbours that are missing are read together. */
  #require(start: number, end: number): void {
    const last = Math.min(Math.ceil(end / PAGE_BYTES), this.#isHere.length);
    for (let page = Math.floor(start / PAGE_BYTES); page < last; page++) {
      if (this.#isHere[page] === 1) continue;
      const first = page;
      while (page < last && this.#isHere[page] === 0) this.#isHere[page++] = 1;
      const at = first * PAGE_BYTES;
      const bytes = this.#read(at, Math.min(page * PAGE_BYTES, this.#file.length));
      this.#file.set(bytes, at);
      letGo(bytes);
    }
  }
}
