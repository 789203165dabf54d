import * as z from "zod/mini";
import { type Laid, layWords, type PageWords, type PdfDocument, readWords, WordsProblem } from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { explained, textUpTo } from "../../fields/schema-parts.ts";
import { LIMITS } from "../limits.ts";
import type { Call } from "../operation.ts";
import { READING_BYTES } from "./pdf-source.ts";

export const textLayerFields = {
  textLayer: explained(
    "The words of scanned pages, which become text that can be searched and copied: hOCR, ALTO, Tesseract's TSV, or JSON (`pages`, each with `page` and `words`). In multipart a text or a file.",
    z.optional(z.union([textUpTo(LIMITS.textLayer.chars), z.record(z.string(), z.unknown())])),
  ),
  existing: explained(
    "Pages that have text: `skip` leaves them as they are, `redo` first takes away text that is not seen, `add` lays the words beside it.",
    z._default(z.enum(["skip", "redo", "add"]), "skip"),
  ),
};

/** Limits of an operation that takes words. */
export const textLayerLimits = { asFileBytes: LIMITS.textLayer.chars };

export const textLayerResult = explained(
  "With `textLayer`: on which pages words were laid, how many, and which pages have text and stayed as they are.",
  z.optional(z.object({ pages: z.array(z.int()), words: z.int(), skipped: z.array(z.int()) })),
);

export interface TextLayerFields {
  readonly textLayer?: string | Readonly<Record<string, unknown>> | undefined;
  readonly existing: "skip" | "redo" | "add";
}

/** Memory for words and their layer, for each character of what was sent. */
const OF_CHARACTER = 4;

/** Lays the words that the request brings on the document's pages; undefined where it brings none. */
export async function withTextLayer(call: Call<TextLayerFields>, document: PdfDocument): Promise<Laid | undefined> {
  const { textLayer } = call.fields;
  if (textLayer === undefined) return undefined;
  const characters = typeof textLayer === "string" ? textLayer.length : LIMITS.textLayer.chars / 4;
  await call.reservation.grow(characters * OF_CHARACTER);
  try {
    return await withWords(call, document, await readWords(document, textLayer, call));
  } catch (error) {
    if (!(error instanceof WordsProblem)) throw error;
    throw refuseField("INVALID_INPUT", `textLayer${error.place}`, error.message, { cause: error });
  }
}

/** Lays words on the document's pages, wherever they come from. */
export async function withWords(
  call: Call<Pick<TextLayerFields, "existing">>,
  document: PdfDocument,
  words: readonly PageWords[],
): Promise<Laid> {
  const { existing } = call.fields;
  const reading = existing === "add" ? 0 : READING_BYTES;
  await call.reservation.grow(reading);
  const laid = await layWords(document, words, { existing, signal: call.signal });
  call.reservation.shrink(reading);
  return laid;
}

/** What an answer says of the layer. */
export function textLayerAnswer(laid: Laid | undefined) {
  return laid && { textLayer: { pages: laid.pages, words: laid.words, skipped: laid.skipped } };
}
