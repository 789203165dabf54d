import { compare } from "#platform/bytes.ts";
import type { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { type ImageFacts, imageFacts } from "../../pdf-content/images/image-facts.ts";
import type { ImageData } from "../../pdf-content/images/image-rows.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import { Resources } from "../../pdf-content/resources.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { decodeFilters } from "../../pdf-file/filters/decode.ts";
import { PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { SampleRect, Visible } from "./visible.ts";

/** What a part of an image must have. */
export interface PartSize {
  readonly rect: SampleRect;
  /** Undefined where rows are not counted. */
  readonly rows: RowCounts | undefined;
}

/** Rows of a part: in the old data, and as they were deflated. */
export interface RowCounts {
  readonly wanted: number;
  readonly deflated: number;
  /** Of these, the rows in which any sample that stays is not zero. */
  readonly lit: number;
  readonly deflatedLit: number;
  /** The Adler-32 of what was deflated. */
  readonly sum: number;
}

/** Counts the rows of a part while it is cut, so that its data need not be inflated again to count them. */
export class PartRows {
  readonly #bits: number;
  readonly #facts: ImageFacts;
  readonly #rect: SampleRect;
  readonly #visible: Visible;
  readonly #encoder: RowEncoder;
  readonly #zeros: Uint8Array;
  #lit = 0;
  #deflatedLit = 0;

  constructor(facts: ImageFacts, rect: SampleRect, visible: Visible, encoder: RowEncoder) {
    this.#bits = facts.bits * (facts.space?.components ?? 1);
    this.#facts = facts;
    this.#rect = rect;
    this.#visible = visible;
    this.#encoder = encoder;
    this.#zeros = new Uint8Array(rowBytesOf(facts));
  }

  /** A row of the old image, as it was read. */
  read(row: Uint8Array, y: number): void {
    const [first, end] = this.#visible.columns(y, this.#facts.width, this.#facts.height);
    const from = Math.ceil((Math.max(first, this.#rect.left) * this.#bits) / 8);
    const to = Math.floor((Math.min(end, this.#rect.right) * this.#bits) / 8);
    if (from < to && this.#isLit(row.subarray(from, to))) this.#lit++;
  }

  write(row: Uint8Array): void {
    if (this.#isLit(row)) this.#deflatedLit++;
    this.#encoder.row(row);
  }

  #isLit(samples: Uint8Array): boolean {
    return samples[0] !== 0 || compare(samples, this.#zeros.subarray(0, samples.length)) !== 0;
  }

  counts(wanted: number): RowCounts {
    const { rows, sum } = this.#encoder;
    return { wanted, deflated: rows, lit: this.#lit, deflatedLit: this.#deflatedLit, sum };
  }
}

/**
 * How many of the part's rows the old image has, by the length of what its filters give. Where the reader found fewer
 * than all, another one is asked.
 */
export function rowsInData(
  document: PdfDocument,
  { raw, dict, facts }: ImageData,
  { top, bottom }: SampleRect,
  found: number,
): number {
  let rows = found;
  if (found < bottom) {
    const data = decodeFilters(raw, dict, (object) => document.resolve(object), document.work);
    rows = Math.max(found, Math.floor(data.length / rowBytesOf(facts)));
  }
  return Math.max(0, Math.min(rows, bottom) - top);
}

/** How the part of an image in the new file differs from what it must have. */
export function partFault(
  { document, colours }: Reading,
  number: number,
  { rect, rows }: PartSize,
): string | undefined {
  const stream = document.get(number);
  const facts =
    stream instanceof PdfStream && imageFacts(document, stream.dict, colours, new Resources(document, undefined));
  if (!facts) return "an image that cannot be read";
  if (facts.width !== rect.right - rect.left || facts.height !== rect.bottom - rect.top)
    return "an image of another size";
  if (rows === undefined) return undefined;
  const { wanted, deflated, lit, deflatedLit, sum } = rows;
  if (deflated !== wanted) return `an image with ${deflated} rows instead of ${wanted}`;
  if (deflatedLit < lit) return `an image with ${lit - deflatedLit} rows that became empty`;
  // The data ends with the sum of all that was deflated (RFC 1950 §2.2).
  const data = document.rawStream(stream);
  const end = new DataView(data.buffer, data.byteOffset + data.length - 4);
  return end.getUint32(0) === sum ? undefined : "an image whose rows are not those that were deflated";
}

function rowBytesOf({ width, bits, space }: ImageFacts): number {
  return Math.ceil((width * bits * (space?.components ?? 1)) / 8);
}
