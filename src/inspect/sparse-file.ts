import type { Work } from "../meter/work.ts";
import { MissingRange, type Source } from "../pdf-file/structure/file-source.ts";

/** Reads bytes [start, end) of a remote file. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

const CHUNK = 4096;
/**
 * Chunks with no more chunks than this between them are fetched together: a request costs more than the bytes between.
 */
const GAP = 4;
/** The number of connections that a Worker may have open. */
const AT_ONCE = 6;

/** Thrown when reading by ranges would fetch so much that reading the whole file is better. */
export class NotWorthIt extends Error {}

/**
 * A remote file of which only the needed chunks are fetched. Its buffer has the whole size, but memory that is never
 * written to costs nothing.
 */
export class SparseFile {
  readonly source: Source;
  moved = 0;
  readonly #bytes: Uint8Array;
  readonly #present: Uint8Array;
  readonly #read: ReadRange;
  readonly #most: { bytes: number; requests: number };
  #requests = 0;

  constructor(size: number, read: ReadRange, work: Work, most: { bytes: number; requests: number }) {
    this.#bytes = new Uint8Array(size);
    this.#present = new Uint8Array(Math.ceil(size / CHUNK));
    this.#read = read;
    this.#most = most;
    this.source = {
      bytes: this.#bytes,
      work,
      partial: true,
      limit: (offset) => this.#limit(offset),
      ranOut: (limit, needed = limit + CHUNK) => {
        if (limit < size) throw new MissingRange(limit, Math.min(size, needed));
      },
      require: (start, end) => {
        for (let at = start; at < end; at = this.#limit(at)) {
          if (this.#present[Math.floor(at / CHUNK)] === 0) throw new MissingRange(start, end);
        }
      },
      passing(start, end) {
        this.require(start, end);
        return [this.bytes.subarray(start, end)];
      },
    };
  }

  #limit(offset: number): number {
    let chunk = Math.floor(offset / CHUNK);
    if (this.#present[chunk] !== 1) throw new MissingRange(offset, Math.min(this.#bytes.length, offset + 1024));
    while (this.#present[chunk] === 1) chunk++;
    return Math.min(chunk * CHUNK, this.#bytes.length);
  }

  /** Stores bytes that were fetched already, in whole chunks. */
  place(start: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, start);
    const end = start + bytes.length;
    const lastWhole = end === this.#bytes.length ? this.#present.length : Math.floor(end / CHUNK);
    this.#present.fill(1, Math.ceil(start / CHUNK), lastWhole);
    this.moved += bytes.length;
  }

  /** Fetches the missing chunks of the ranges: neighbours together, several requests at once. */
  async fetch(ranges: readonly { start: number; end: number }[]): Promise<void> {
    const runs = this.#missingRuns(ranges);
    this.#requests += runs.length;
    const bytes = runs.reduce((sum, [from, to]) => sum + (to - from) * CHUNK, 0);
    if (this.moved + bytes > this.#most.bytes || this.#requests > this.#most.requests) throw new NotWorthIt();
    const next = runs.values();
    const worker = async (): Promise<void> => {
      for (const [from, to] of next) {
        const start = from * CHUNK;
        this.place(start, await this.#read(start, Math.min(to * CHUNK, this.#bytes.length)));
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, runs.length) }, worker));
  }

  #missingRuns(ranges: readonly { start: number; end: number }[]): [number, number][] {
    const wanted = new Set<number>();
    for (const { start, end } of ranges) {
      if (end - start > this.#most.bytes) throw new NotWorthIt();
      for (let chunk = Math.floor(start / CHUNK); chunk * CHUNK < end; chunk++) {
        if (this.#present[chunk] === 0) wanted.add(chunk);
      }
    }
    const runs: [number, number][] = [];
    for (const chunk of [...wanted].sort((a, b) => a - b)) {
      const last = runs.at(-1);
      if (last && chunk - last[1] < GAP) last[1] = chunk + 1;
      else runs.push([chunk, chunk + 1]);
    }
    return runs;
  }
}
