import { atOnce } from "../meter/turns.ts";
import { Work } from "../meter/work.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type OpenOptions, openSource } from "../pdf-file/open.ts";
import { MissingRange, type Source } from "../pdf-file/structure/file-source.ts";
import { isNode } from "../pdf-file/structure/page-tree.ts";
import { startsWith } from "../pdf-file/syntax/chars.ts";
import { type PdfObject, PdfRef } from "../pdf-file/syntax/objects.ts";
import { type Inspection, type InspectWindow, inspectInTurns, pagesAsked } from "./inspect.ts";

export interface RemoteDocument {
  readonly size: number;
  readonly read: ReadRange;
  /** The end of the file, if the caller has fetched it already. */
  readonly tail?: Uint8Array;
}

const HEAD_BYTES = 4096;
/** How many of the last bytes to fetch: they hold the end of the cross-reference, and often all of it. */
export const TAIL_BYTES = 64 << 10;
/** A document of 50 MB can be inspected with a few hundred kilobytes. Beyond these bounds it is read as a whole. */
const MAX_BYTES = 8 << 20;
const MAX_REQUESTS = 300;

/**
 * Inspects a remote document from its tail, its cross-reference and the pages in question. Undefined when that is not
 * possible or not worth it (the file is damaged or small, or its pages are spread over it): then the whole file must be
 * read.
 */
export async function inspectRanges(
  remote: RemoteDocument,
  window: InspectWindow,
  { password, work = new Work(remote.size) }: OpenOptions = {},
): Promise<(Inspection & { bytesMoved: number }) | undefined> {
  const { size, read, tail } = remote;
  if (size < 4 * TAIL_BYTES) return undefined;
  const most = { bytes: Math.min(MAX_BYTES, size >> 1), requests: MAX_REQUESTS };
  const file = new SparseFile(size, read, work, most);
  try {
    if (tail) file.place(size - tail.length, tail);
    await file.fetch([
      { start: 0, end: HEAD_BYTES },
      { start: size - TAIL_BYTES, end: size },
    ]);
    // With junk before the header, only the whole file shows what offsets count from.
    if (!startsWith(file.source.bytes, 0, "%PDF-")) return undefined;
    const document = await fetching(file, () => openSource(file.source, password));
    await fetchTree(file, document);
    await fetching(file, () => document.pages);
    await fetchPages(file, document, window);
    const inspection = await fetching(file, () => atOnce(inspectInTurns(document, window)));
    return { ...inspection, bytesMoved: file.moved };
  } catch (error) {
    if (error instanceof NotWorthIt) return undefined;
    throw error;
  }
}

/** Runs `work` again for each further part of the file that it needs. */
async function fetching<T>(file: SparseFile, work: () => T): Promise<T> {
  for (;;) {
    const missing = attempt(work);
    if (!(missing instanceof MissingRange)) return missing;
    await file.fetch([missing]);
  }
}

function attempt<T>(work: () => T): T | MissingRange {
  try {
    return work();
  } catch (error) {
    if (error instanceof MissingRange) return error;
    throw error;
  }
}

/** Fetches the intermediate nodes of the page tree, a level at a time. */
async function fetchTree(file: SparseFile, document: PdfDocument): Promise<void> {
  const visited = new Set<number>();
  let level: PdfObject[] = [document.catalog.get("Pages") ?? null];
  while (level.length > 0) {
    const below: PdfObject[][] = [];
    await fetchEach(file, level, (object) => {
      const dict = document.resolve(object);
      if (!(dict instanceof Map) || !isNode(document, dict)) return;
      if (object instanceof PdfRef && visited.has(object.number)) return;
      const kids = document.array(dict.get("Kids")) ?? [];
      const count = document.resolve(dict.get("Count"));
      if (object instanceof PdfRef) visited.add(object.number);
      if (count !== kids.length) below.push(kids);
    });
    level = below.flat();
  }
}

async function fetchPages(file: SparseFile, document: PdfDocument, window: InspectWindow): Promise<void> {
  const asked = pagesAsked(window, document.pageCount, window.limit);
  await fetchEach(file, asked, (page) => {
    const { ref } = document.pages.leaf(page - 1);
    if (ref) document.get(ref);
  });
}

/** Examines each item. Everything missing is fetched together, and the items concerned are examined again. */
async function fetchEach<T>(file: SparseFile, items: readonly T[], look: (item: T) => void): Promise<void> {
  for (let left = items; left.length > 0; ) {
    const missing: MissingRange[] = [];
    left = left.filter((item) => {
      const found = attempt(() => look(item));
      if (found instanceof MissingRange) missing.push(found);
      return found instanceof MissingRange;
    });
    if (missing.length > 0) await file.fetch(missing);
  }
}

/** Reads bytes [start, end) of a remote file. */
type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

const CHUNK = 4096;
/**
 * Chunks with no more chunks than this between them are fetched together: a request costs more than the bytes between.
 */
const GAP = 4;
/** The number of connections that a Worker may have open. */
const AT_ONCE = 6;

/** Thrown when reading by ranges would fetch so much that reading the whole file is better. */
class NotWorthIt extends Error {}

/**
 * A remote file of which only the needed chunks are fetched. Its buffer has the whole size, but memory that is never
 * written to costs nothing.
 */
class SparseFile {
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
