import { compare } from "#platform/bytes.ts";
import { contentStreams } from "../../pdf-content/contents.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { isPlainFlate } from "../../pdf-file/filters/decode.ts";
import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { type Holes, NO_HOLES } from "../areas.ts";
import { Judge } from "./judge.ts";

/**
 * Judges the contents of the old file while they are read to be cleaned. One in which the judge finds nothing outside
 * need not be read again when its bytes are the same in the new file. Contents that draw others, which are written
 * again (forms, patterns, soft masks), are always read in the new file.
 */
export class Witness extends Judge {
  readonly #document: PdfDocument;
  /** The contents in which nothing is outside, by page. */
  readonly #seen = new Map<number, readonly Uint8Array[]>();
  #isSure = false;
  #hasEnded = false;

  constructor(reading: Reading) {
    super(reading, () => {
      this.#isSure = false;
    });
    this.#document = reading.document;
  }

  override beginPage(area: Box, holes: Holes = NO_HOLES): void {
    this.#isSure = true;
    this.#hasEnded = false;
    super.beginPage(area, holes);
  }

  protected override enters(): boolean {
    this.#isSure = false;
    return false;
  }

  ended(): void {
    this.#hasEnded = true;
  }

  /** The content of this page, which was read last, goes into the new file as it is. */
  keep(index: number, contents: PdfObject | undefined): void {
    const streams = this.#isSure && this.#hasEnded ? deflatedStreams(this.#document, contents) : undefined;
    if (streams && !this.#document.encrypted) this.#seen.set(index, streams);
  }

  /** Whether the page's content in the new file is one in which nothing is outside. */
  hasSeen(index: number, document: PdfDocument, contents: PdfObject | undefined): boolean {
    const seen = this.#seen.get(index);
    const streams = seen && deflatedStreams(document, contents);
    // The old bytes may be freed.
    const isSame = (raw: Uint8Array, at: number): boolean =>
      raw.length === seen![at]!.length && compare(raw, seen![at]!) === 0;
    return streams?.length === seen?.length && streams?.every(isSame) === true;
  }
}

/** The streams of a page's content as they lie in the file; undefined unless each is deflated, and no more. */
function deflatedStreams(document: PdfDocument, contents: PdfObject | undefined): Uint8Array[] | undefined {
  const raw: Uint8Array[] = [];
  for (const stream of contentStreams(document, contents)) {
    if (!isPlainFlate(stream.dict, (object) => document.resolve(object))) return undefined;
    raw.push(document.rawStream(stream));
  }
  return raw;
}
