import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import { contentStreams } from "../pdf-content/contents.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { IN_FILE } from "../pdf-file/structure/xref.ts";
import { type PdfObject, PdfRef, PdfStream } from "../pdf-file/syntax/objects.ts";
import { letGo } from "../platform/buffers.ts";

/** A document and its result may be this long together before room is looked for. */
const MAX_TOGETHER = 56 << 20;
/** Shorter room is not worth a piece of its own. */
const MIN_PIECE = 1 << 10;
/** What is known of a content stream takes this much memory. */
const EXTENT_BYTES = 120;
const OBJECTS_AT_ONCE = 64;

/**
 * Room in a document's own bytes, for one that is needed no more. A page's content that was written again is not read
 * again, so new ones are put in its place: a large document and its result are never both in memory as a whole.
 */
export class FreedSpace {
  readonly #document: PdfDocument;
  readonly #mostTogether: number;
  readonly #free: Uint8Array[] = [];
  /** Contents that were written again, and of which it is not known yet whether anything else reads them. */
  readonly #waiting: PdfObject[] = [];
  /** Numbers of streams that nothing else reads; undefined until they are looked for. */
  #owned: ReadonlySet<number> | undefined;

  constructor(document: PdfDocument, mostTogether = MAX_TOGETHER) {
    this.#document = document;
    this.#mostTogether = mostTogether;
  }

  /** The contents of a page were written again, and the new file has this length. */
  *add(contents: PdfObject, length: number): Turns<void> {
    this.#waiting.push(contents);
    if (this.#document.bytes.length + length <= this.#mostTogether) return;
    this.#owned ??= yield* ownedContents(this.#document);
    for (const each of this.#waiting.splice(0)) {
      for (const { home, raw } of contentStreams(this.#document, each)) {
        if (home && this.#owned.has(home.number) && raw.length >= MIN_PIECE) this.#free.push(raw);
      }
    }
  }

  /** Moves data there as far as there is room. Its own memory is freed then. */
  place(data: Uint8Array): Uint8Array[] {
    const placed: Uint8Array[] = [];
    let at = 0;
    while (data.length - at >= MIN_PIECE) {
      const room = this.#free.pop();
      if (!room) break;
      const part = data.subarray(at, at + room.length);
      room.set(part);
      placed.push(room.subarray(0, part.length));
      if (room.length - part.length >= MIN_PIECE) this.#free.push(room.subarray(part.length));
      at += part.length;
    }
    if (at === 0) return [data];
    if (at < data.length) placed.push(data.slice(at));
    letGo(data);
    return placed;
  }
}

const NOTHING: ReadonlySet<number> = new Set();

/** A content stream's bytes in the file. */
interface Extent {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Content streams that one page has and nothing else, and that lie apart from all other objects. Every object is read
 * for it: afterwards the file cannot turn out to be damaged, for which it would be read from its start. None when it
 * is, or when its pages cannot be told apart.
 */
function* ownedContents(document: PdfDocument): Turns<ReadonlySet<number>> {
  const { bytes, pages, source, xref, work } = document;
  if (!(bytes.buffer instanceof ArrayBuffer) || source.partial) return NOTHING;
  const extents = contentsOfPages(document);
  if (!extents) return NOTHING;
  work.hold(xref.size);
  try {
    const references = new Uint8Array(xref.size);
    countReferences(document, document.trailer, references);
    for (let number = 0; number < xref.size; number++) {
      if (number % OBJECTS_AT_ONCE === 0) yield;
      const span = xref.kindOf(number) === IN_FILE ? document.rawSpan(number) : undefined;
      if (span?.kind === "file" && overlaps(extents, number, span)) return NOTHING;
      countReferences(document, span?.kind === "file" ? span.object : document.get(number), references);
    }
    if (xref !== document.xref || pages !== document.pages) return NOTHING;
    return new Set(extents.map(({ number }) => number).filter((number) => references[number] === 1));
  } finally {
    work.letGo(xref.size);
  }
}

/**
 * In order of their places. Undefined when some overlap, or when a page has no number of its own or is a page twice.
 */
function contentsOfPages(document: PdfDocument): Extent[] | undefined {
  const { bytes, pages, work } = document;
  const seen = new Set<number>();
  const extents = new Map<number, Extent>();
  for (let index = 0; index < pages.count; index++) {
    const { ref, dict } = document.page(index);
    if (!ref || seen.has(ref.number)) return undefined;
    seen.add(ref.number);
    // An array with a number of its own could be the content of several pages.
    const contents = dict.get("Contents");
    for (const item of Array.isArray(contents) ? contents : [contents]) {
      const stream = item instanceof PdfRef ? document.get(item) : undefined;
      if (!(item instanceof PdfRef && stream instanceof PdfStream && stream.raw.buffer === bytes.buffer)) continue;
      work.hold(EXTENT_BYTES);
      const start = stream.raw.byteOffset - bytes.byteOffset;
      extents.set(item.number, { number: item.number, start, end: start + stream.raw.length });
    }
  }
  const inOrder = [...extents.values()].sort((a, b) => a.start - b.start);
  return inOrder.some(({ start }, at) => at > 0 && inOrder[at - 1]!.end > start) ? undefined : inOrder;
}

/** Whether the object has bytes of a content stream that is not its own. */
function overlaps(extents: readonly Extent[], number: number, { start, end }: Omit<Extent, "number">): boolean {
  let [low, high] = [0, extents.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (extents[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  return extents.slice(low, low + 2).some((other) => other.number !== number && other.start < end);
}

function countReferences(document: PdfDocument, object: PdfObject, counts: Uint8Array): void {
  if (object instanceof PdfRef) {
    if (object.number < counts.length && counts[object.number]! < 2) counts[object.number]!++;
    return;
  }
  const value = object instanceof PdfStream ? object.dict : object;
  if (!(Array.isArray(value) || value instanceof Map)) return;
  // The parser bounds how deep values nest.
  document.work.spend((value instanceof Map ? value.size : value.length) * COST.item);
  for (const item of value.values()) countReferences(document, item, counts);
}
