import { PdfStream } from "../../../pdf-objects/syntax/objects.ts";
import { COST } from "../../../work/work-limits.ts";
import { type ImageFacts, imageFacts } from "../../content/images/image-facts.ts";
import type { ImageData } from "../../content/images/image-rows.ts";
import type { Reading } from "../../content/interpreter/interpreter.ts";
import { Resources } from "../../content/resources.ts";
import type { PdfDocument } from "../../document.ts";
import { decodeFilters } from "../../filters/decode.ts";
import { inflateSteps } from "../../filters/inflate-steps.ts";
import type { SampleRect } from "./visible.ts";

/** What a part of an image must have. */
export interface PartSize {
  readonly rect: SampleRect;
  /** Rows of samples; undefined where they are not counted. */
  readonly rows: number | undefined;
}

/**
 * How many of the part's rows the old image has, by the length of what its filters give: the reader that cuts rows is
 * not asked.
 */
export function rowsInData(
  document: PdfDocument,
  { raw, dict, facts }: ImageData,
  { top, bottom }: SampleRect,
): number {
  const data = decodeFilters(raw, dict, (object) => document.resolve(object), document.work);
  const rows = Math.floor(data.length / rowBytesOf(facts));
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
  const has = Math.floor(inflatedBytes(document, stream) / (rowBytesOf(facts) + (isTagged(facts) ? 1 : 0)));
  return has < rows ? `an image with ${has} rows instead of ${rows}` : undefined;
}

/** Nothing of it is kept: only its length counts. */
function inflatedBytes(document: PdfDocument, stream: PdfStream): number {
  const { bytesOut } = inflateSteps(document.rawStream(stream), Number.POSITIVE_INFINITY, () => "more");
  document.work.spend(bytesOut * COST.inflatedByte);
  return bytesOut;
}

function rowBytesOf({ width, bits, space }: ImageFacts): number {
  return Math.ceil((width * bits * (space?.components ?? 1)) / 8);
}

/** Each row of a PNG predictor has a byte of its own (7.4.4.4). */
function isTagged({ parameters }: ImageFacts): boolean {
  return Number(parameters.get("Predictor") ?? 1) >= 10;
}
