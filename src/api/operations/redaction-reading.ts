import * as engine from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { LIMITS } from "../limits.ts";
import type { Call } from "../operation.ts";
import type { OcrAsked } from "./ocr-fields.ts";
import { READING_BYTES } from "./pdf-source.ts";
import { type Layered, type TextLayerFields, withTextLayer } from "./text-layer.ts";

type ReadingFields = TextLayerFields & { readonly onUnreadable: "refuse" | "report" | "ocr" };
type Words = Map<number, engine.RedactionWords>;

/** Lays words that are brought or read over the document, and gives them with all that is asked. */
export async function withRecognised(
  call: Call<ReadingFields>,
  document: engine.PdfDocument,
  request: engine.RedactionRequest,
): Promise<{ readonly request: engine.RedactionRequest; readonly laid?: Layered | undefined }> {
  const { ocr, onUnreadable } = call.fields;
  const readsUnsearched = onUnreadable === "ocr";
  const own = readsUnsearched ? { ...call, fields: { ...call.fields, ocr: undefined } } : call;
  const recognised: Words = new Map();
  const brought = await withTextLayer(own, document);
  note(recognised, brought);
  const how = typeof ocr === "object" ? ocr : {};
  const read =
    readsUnsearched && (await readUnsearched(call, document, { request: { ...request, recognised }, how, recognised }));
  return { request: { ...request, recognised }, laid: read || brought };
}

/** Notes what was laid on each page, beside what is known of it. */
function note(recognised: Words, laid: Layered | undefined): void {
  if (!laid) return;
  const read = new Map((laid.reading?.pages ?? []).map((page) => [page.page, page]));
  for (const page of new Set([...laid.pages, ...read.keys()])) {
    const own = read.get(page);
    // What others say of a line's angle is not relied on: what is cut is then as high as the box.
    const fresh = laid.under(page, EVERYWHERE).map((word) => (own ? word : { ...word, angle: undefined }));
    const words = [...(recognised.get(page)?.words ?? []), ...fresh];
    recognised.set(page, { words, ...(own && { isWhole: true, leftOut: own.leftOut }) });
  }
}

const EVERYWHERE = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Infinity, Infinity] as const;

interface Unsearched {
  readonly request: engine.RedactionRequest;
  readonly how: OcrAsked;
  readonly recognised: Words;
}

/** Reads the pages of which rules find not all, and lays what is said there where nothing was searched. */
async function readUnsearched(
  call: Call<ReadingFields>,
  document: engine.PdfDocument,
  { request, how, recognised }: Unsearched,
): Promise<Layered | undefined> {
  const { signal, reservation, fields } = call;
  const coverage = await engine.redactionCoverage(document, { ...request, only: undefined, except: undefined, signal });
  const unsearched = coverage.pages.filter(({ state }) => state === "partly" || state === "pictures");
  if (unsearched.length === 0) return undefined;
  if (unsearched.length > LIMITS.ocr.pages && how.pages === undefined) {
    const text = `${unsearched.length} pages are to be read, and at most ${LIMITS.ocr.pages} are; split the document.`;
    throw refuseField("INVALID_INPUT", "onUnreadable", text);
  }
  const { recognise } = await import("./recognition.ts");
  const pages = how.pages ?? unsearched.map(({ page }) => page).join(",");
  const reading = await recognise(call, document, { password: fields.password, ...how, pages, existing: "add" });
  const [failed] = reading.unread;
  if (failed) throw refuseField("INVALID_INPUT", "onUnreadable", `page ${failed.page} was not read: ${failed.reason}.`);
  await reservation.grow(READING_BYTES);
  const laid = await engine.layUnsearched(document, reading.pages, coverage, { signal });
  reservation.shrink(READING_BYTES);
  const layered = Object.assign(laid, { reading });
  note(recognised, layered);
  return layered;
}
