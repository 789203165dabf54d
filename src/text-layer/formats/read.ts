import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PageWords } from "../words.ts";
import { readAlto } from "./alto.ts";
import { readHocr } from "./hocr.ts";
import { readJsonWords } from "./json.ts";
import { onPages, type SourcePage, WordsProblem } from "./source-page.ts";
import { readTsv, TSV_HEADER } from "./tsv.ts";

/** Reads words that were brought for the document's pages, in the format that they show to be. */
export function* readWordsInTurns(document: PdfDocument, given: unknown): Turns<PageWords[]> {
  return onPages(document, yield* sourcesOf(document, given));
}

function* sourcesOf({ work }: PdfDocument, given: unknown): Turns<SourcePage[]> {
  if (typeof given !== "string") return yield* readJsonWords(given, work);
  work.spend(given.length * COST.sourceByte);
  const text = given.replace(/^\ufeff/, "").trimStart();
  if (text.startsWith("{")) return yield* readJsonWords(parsed(text), work);
  if (text.startsWith(TSV_HEADER)) return yield* readTsv(text, work);
  if (text.startsWith("<"))
    return yield* /<([a-z\d]+:)?alto[\s>]/.test(text) ? readAlto(text, work) : readHocr(text, work);
  throw new WordsProblem("", `expected hOCR, ALTO, Tesseract's TSV or JSON, got ${JSON.stringify(text.slice(0, 40))}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new WordsProblem("", `not valid JSON (${(error as Error).message}).`);
  }
}
