import { atOnce } from "../meter/turns.ts";
import { Work } from "../meter/work.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type OpenOptions, openSource } from "../pdf-file/open.ts";
import { MissingRange } from "../pdf-file/structure/file-source.ts";
import { isNode } from "../pdf-file/structure/page-tree.ts";
import { startsWith } from "../pdf-file/syntax/chars.ts";
import { type PdfObject, PdfRef } from "../pdf-file/syntax/objects.ts";
import { type Inspection, type InspectWindow, inspectInTurns, pagesAsked } from "./inspect.ts";
import { NotWorthIt, type ReadRange, SparseFile } from "./sparse-file.ts";

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
