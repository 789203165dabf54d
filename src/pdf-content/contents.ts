import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { unlessDamaged } from "../pdf-file/pdf-problem.ts";
import { type PdfObject, PdfStream } from "../pdf-file/syntax/objects.ts";
import type { FreshPieces } from "./fresh-pieces.ts";

/** The streams of a content, one at a time (7.8.2). */
export function* contentStreams(document: PdfDocument, contents: PdfObject | undefined): Generator<PdfStream> {
  const value = document.resolve(contents);
  for (const item of Array.isArray(value) ? value : [value]) {
    const stream = document.resolve(item);
    if (stream instanceof PdfStream) yield stream;
  }
}

/**
 * The streams of a content, decoded one at a time. Like viewers, it skips a stream that cannot be decoded, and calls
 * `onLost`. `fresh` gets the pieces that have memory of their own and are not part of the file.
 */
export function* contentPieces(
  document: PdfDocument,
  contents: PdfObject | undefined,
  onLost: () => void,
  fresh?: FreshPieces,
): Generator<Uint8Array> {
  for (const stream of contentStreams(document, contents)) {
    const data = unlessDamaged(() => document.streamData(stream));
    if (data === undefined) {
      onLost();
      continue;
    }
    document.work.spend(data.length * COST.contentByte);
    if (data.buffer !== stream.raw.buffer) fresh?.add(stream, data);
    yield data;
  }
}
