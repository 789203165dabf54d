import { type PdfDocument, pagesOf, pagesWithoutText } from "../../engine.ts";
import { Refusal, refuseField } from "../../errors/errors.ts";
import { HtmlProblem } from "../../html/html-problem.ts";
import { languagesThere, type PagesRead, ReadingProblem, readPages } from "../../ocr/read-pages.ts";
import { tagOf } from "../../ocr/tags.ts";
import { LIMITS } from "../limits.ts";
import { type Call, serviceOf } from "../operation.ts";
import { browserContext } from "./browser-context.ts";
import type { OcrAsked } from "./ocr-fields.ts";
import { parseSelection } from "./page-ranges.ts";
import { READING_BYTES } from "./pdf-source.ts";

/** Memory for the words of a page, as they come and as they are laid. */
const PAGE_BYTES = 512 << 10;

export interface Recognising extends OcrAsked {
  readonly password?: string | undefined;
}

export interface Recognised extends PagesRead {
  /** Pages that have text of their own. */
  readonly skipped: readonly number[];
}

/** Reads pages of the document in a browser beside the Worker: those that are asked for and have no text. */
export async function recognise(call: Call<unknown>, document: PdfDocument, asked: Recognising): Promise<Recognised> {
  const { resolution, deskew = true, password } = asked;
  const languages = await modelsOf(call, asked.languages ?? ["en"]);
  const { pages, skipped } = await pagesToRead(call, document, asked);
  if (pages.length === 0) return { pages: [], unread: [], skipped };
  serviceOf(call).share.requireBrowserTime();
  const { bytes } = document;
  await call.reservation.grow(pages.length * PAGE_BYTES);
  try {
    const how = { pages, languages, resolution, deskew, orientation: true, confidence: LIMITS.ocr.confidence };
    return { ...(await readPages({ bytes, password }, how, contextOf(call))), skipped };
  } catch (error) {
    if (error instanceof ReadingProblem)
      throw new Refusal("PROCESSING_FAILED", `ocr: ${error.message}`, { field: "ocr", cause: error });
    if (!(error instanceof HtmlProblem)) throw error;
    const code = error.kind === "busy" ? "BUSY" : "PROCESSING_FAILED";
    throw new Refusal(code, `ocr: ${error.message}`, { field: "ocr", retryAfter: error.retryAfter, cause: error });
  }
}

/** By the names of tesseract, or by BCP 47. */
async function modelsOf(call: Call<unknown>, asked: readonly string[]): Promise<string[]> {
  const there = await languagesThere(serviceOf(call).env.ASSETS);
  const models = asked.map((name) => there.find((model) => name === model || name === tagOf(model)));
  const missing = models.indexOf(undefined);
  if (missing < 0) return [...new Set(models as string[])];
  const known = there.map((model) => tagOf(model) ?? model).join(", ");
  const text = `there is no model for ${JSON.stringify(asked[missing])}; there are those for ${known}.`;
  throw refuseField("INVALID_INPUT", "ocr.languages", text);
}

async function pagesToRead(call: Call<unknown>, document: PdfDocument, asked: OcrAsked) {
  const { work, signal, reservation } = call;
  const { pageCount } = document;
  const chosen =
    asked.pages === undefined ? undefined : [...pagesOf(parseSelection(asked.pages, "ocr.pages", pageCount, work))];
  const among = chosen ?? Array.from({ length: pageCount }, (_, index) => index + 1);
  let pages = among;
  if (asked.existing !== "redo" && asked.existing !== "add") {
    await reservation.grow(READING_BYTES);
    pages = await pagesWithoutText(document, pages, { signal });
    reservation.shrink(READING_BYTES);
  }
  const { pages: most } = LIMITS.ocr;
  if (pages.length <= most) return { pages, skipped: among.filter((page) => !pages.includes(page)) };
  const text = `${pages.length} pages are to be read, and at most ${most} are; name as many by ocr.pages, such as "1-${most}", and read the others by further requests.`;
  throw refuseField("INVALID_INPUT", "ocr.pages", text);
}

function contextOf(call: Call<unknown>) {
  const network = { memory: call.reservation };
  return { ...browserContext(call), assets: serviceOf(call).env.ASSETS, network };
}
