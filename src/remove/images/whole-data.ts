import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { type ImageFacts, imageFacts } from "../../pdf-content/images/image-facts.ts";
import { type ImageData, imageRows, spendRows } from "../../pdf-content/images/image-rows.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../../pdf-content/interpreter/visitor.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { inflate } from "../../pdf-file/filters/compressed.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { isSpace } from "../../pdf-file/syntax/chars.ts";
import { PdfStream } from "../../pdf-file/syntax/objects.ts";
import { endsWithSum } from "../copy/strip.ts";

/** Larger images are not decoded only to see where their samples end. */
const MAX_BYTES = 8 << 20;
/** Data that says itself where it ends, and that is not written again. */
const SELF_ENDING = ["JPXDecode", "JBIG2Decode", "CCITTFaxDecode"];

/** Whether an image's data ends with its last sample: what lies behind it could hold anything. */
export function* endsWithSamples({ document, colours }: Reading, image: ShownImage): Turns<boolean> {
  const { dict, stream, data, resources } = image;
  const facts = imageFacts(document, dict, colours, resources);
  const filter = facts?.filters.at(-1);
  // Symbols that images share are those of removed images too.
  if (facts && document.resolve(facts.parameters.get("JBIG2Globals")) instanceof PdfStream) return false;
  if (!facts || SELF_ENDING.includes(filter ?? "")) return true;
  // A single JPEG of a stream loses its descriptions where it is copied.
  if (filter === "DCTDecode") return facts.filters.length === 1 && stream !== undefined;
  const size = Math.ceil((facts.width * facts.bits * (facts.space?.components ?? Number.NaN)) / 8) * facts.height;
  if (!(size <= MAX_BYTES)) return true;
  const raw = stream ? document.rawStream(stream) : data!;
  const isExact =
    filter === undefined
      ? raw.length <= size
      : facts.filters.length === 1 && filter === "FlateDecode" && isDeflated(document, raw, size, facts);
  return isExact && (yield* isPadded(document, { raw, dict, facts }));
}

/** Whether the bits that fill up rows are alike in all of them (8.9.3). */
function* isPadded(document: PdfDocument, image: ImageData): Turns<boolean> {
  const { width, height, bits, space } = image.facts;
  const used = (width * bits * (space?.components ?? 1)) % 8;
  if (used === 0) return true;
  spendRows(document, image.facts, height);
  const padding = new Set<number>();
  yield* imageRows(document, image, height, (row) => padding.add(row[row.length - 1]! & (0xff >> used)));
  return padding.size <= 1;
}

function isDeflated({ work }: PdfDocument, raw: Uint8Array, size: number, { parameters, height }: ImageFacts): boolean {
  work.spend(size * COST.inflatedByte);
  // Each row of a PNG predictor has a byte of its own (7.4.4.4).
  const isTagged = Number(parameters.get("Predictor") ?? 1) >= 10;
  let plain: Uint8Array;
  try {
    plain = inflate(raw, size + (isTagged ? height : 0));
  } catch (error) {
    if (error instanceof PdfProblem) return false;
    throw error;
  }
  // Writers put an end of line there.
  for (let end = raw.length; end > raw.length - 3; end--) {
    if (endsWithSum(raw.subarray(0, end), plain)) return true;
    if (!isSpace(raw[end - 1])) return false;
  }
  return false;
}
