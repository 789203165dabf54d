import * as z from "zod/mini";
import type { Content } from "../../deliver/content.ts";
import type { Spill } from "../../deliver/spill.ts";
import * as engine from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { explained, textUpTo } from "../../fields/schema-parts.ts";
import { inOneTurn } from "../../meter/turns.ts";
import { LIMITS } from "../limits.ts";
import type { Call } from "../operation.ts";
import { type OcrAsked, ocrField, ocrResult } from "./ocr-fields.ts";
import { pageList } from "./page-ranges.ts";
import { READING_BYTES, workingBytes } from "./pdf-source.ts";
import type { Recognised } from "./recognition.ts";

export const textLayerFields = {
  ocr: ocrField,
  textLayer: explained(
    "The words of scanned pages, which become text that can be searched and copied: hOCR, ALTO, Tesseract's TSV, or JSON (`pages`, each with `page` and `words`). In multipart a text or a file.",
    z.optional(z.union([textUpTo(LIMITS.textLayer.chars), z.record(z.string(), z.unknown())])),
  ),
  existing: explained(
    "Pages that have text: `skip` leaves them as they are, `redo` first takes away text that is not seen, `add` lays the words beside it.",
    z._default(z.enum(["skip", "redo", "add"]), "skip"),
  ),
};

export const textLayerResult = explained(
  "With `textLayer` or `ocr`: on which pages words were laid, how many, and which pages have text and stayed as they are.",
  z.optional(z.object({ pages: z.array(z.int()), words: z.int(), skipped: z.array(z.int()), ...ocrResult })),
);

export interface TextLayerFields {
  readonly ocr?: boolean | OcrAsked | undefined;
  readonly password?: string | undefined;
  readonly textLayer?: string | Readonly<Record<string, unknown>> | undefined;
  readonly existing: "skip" | "redo" | "add";
}

/** Memory for words and their layer, for each character of what was sent. */
const OF_CHARACTER = 4;

export type Layered = engine.Laid & { reading?: Recognised };

/**
 * Lays the words that the request brings on the document's pages, or that are read of them; undefined where it asks for
 * neither.
 */
export async function withTextLayer(
  call: Call<TextLayerFields>,
  document: engine.PdfDocument,
): Promise<Layered | undefined> {
  const { textLayer, ocr = false } = call.fields;
  if (ocr !== false) {
    if (textLayer !== undefined) {
      throw refuseField("INVALID_INPUT", "ocr", "it was sent together with textLayer; send one of the two.");
    }
    return withReading(call, document, ocr === true ? {} : ocr);
  }
  if (textLayer === undefined) return undefined;
  const characters = typeof textLayer === "string" ? textLayer.length : LIMITS.textLayer.chars / 4;
  await call.reservation.grow(characters * OF_CHARACTER);
  try {
    return await withWords(call, document, await engine.readWords(document, textLayer, call));
  } catch (error) {
    if (!(error instanceof engine.WordsProblem)) throw error;
    throw refuseField("INVALID_INPUT", `textLayer${error.place}`, error.message, { cause: error });
  }
}

/** Reads pages, and lays what they say. */
async function withReading(call: Call<TextLayerFields>, document: engine.PdfDocument, ocr: OcrAsked): Promise<Layered> {
  const { password, existing = "skip" } = call.fields;
  const asked = { password, ...ocr, existing: ocr.existing ?? existing };
  const { recognise } = await import("./recognition.ts");
  const reading = await recognise(call, document, asked);
  for (const { page, reason } of reading.unread) call.warn(`ocr: page ${page} was not read: ${reason}.`);
  const empty = reading.pages.filter(({ lines }) => lines.length === 0).map(({ page }) => page);
  if (empty.length > 0) call.warn(`ocr: no word was read on ${pageList(empty)}.`);
  const laid = await withWords({ ...call, fields: { existing: asked.existing } }, document, reading.pages);
  const lying = reading.pages.filter(({ turn }) => turn !== 0);
  if (ocr.orientation === "turn")
    await engine.turnPages(
      document,
      lying.map(({ page, turn }) => [page, turn]),
      call,
    );
  return Object.assign(laid, { reading });
}

/** Lays words on the document's pages, wherever they come from. */
async function withWords(
  call: Call<Pick<TextLayerFields, "existing">>,
  document: engine.PdfDocument,
  words: readonly engine.PageWords[],
): Promise<engine.Laid> {
  const { existing } = call.fields;
  const reading = existing === "add" ? 0 : READING_BYTES;
  await call.reservation.grow(reading);
  const laid = await engine.layWords(document, words, { existing, signal: call.signal });
  call.reservation.shrink(reading);
  return laid;
}

/** Whether words are brought, or are to be read. */
export function asksForLayer({ textLayer, ocr = false }: Pick<TextLayerFields, "textLayer" | "ocr">): boolean {
  return textLayer !== undefined || ocr !== false;
}

/** The same on a PDF that was just made, `locked` by that password. */
export async function layeredContent(
  call: Call<TextLayerFields>,
  content: Content | Spill,
  locked: string | undefined,
): Promise<{ content: Content; laid: Layered | undefined }> {
  if (!("pieces" in content)) {
    const text = "the images are too many for it to be laid on their PDF; send that to POST /v1/pdf/assemble with it.";
    throw refuseField("INVALID_INPUT", call.fields.textLayer === undefined ? "ocr" : "textLayer", text);
  }
  await call.reservation.grow(content.length + workingBytes(content));
  const { work } = call;
  const bytes = new engine.PdfFile(content).bytes();
  const document = inOneTurn(work, () => engine.openPdf(bytes, { password: locked, work }));
  const laid = await withTextLayer({ ...call, fields: { ...call.fields, password: locked } }, document);
  const file = await engine.updated(document);
  return { content: { length: file.size, pieces: file.pieces }, laid };
}

/** What a binary answer's header says of the layer. */
export function textLayerHeader(layer: z.output<typeof textLayerResult>) {
  if (!layer) return {};
  const { pages, words, skipped, recognised = [], unread = [] } = layer;
  const leftOut = recognised.reduce((sum, page) => sum + page.leftOut, 0);
  const counts = { pages: pages.length, words, skipped: skipped.length, leftOut, unread: unread.length };
  return { textLayer: counts };
}

export function textLayerAnswer(laid: Layered | undefined) {
  if (!laid) return undefined;
  const { pages, words, reading } = laid;
  const skipped = [...laid.skipped, ...(reading?.skipped ?? [])].sort((one, other) => one - other);
  const read = reading && {
    recognised: reading.pages.map(({ page, confidence, lines, leftOut, turn }) => {
      return { page, confidence, words: lines.reduce((sum, line) => sum + line.words.length, 0), leftOut, turn };
    }),
    unread: reading.unread,
  };
  return { textLayer: { pages, words, skipped, ...read } };
}
