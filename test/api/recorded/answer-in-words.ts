import { openPdf } from "../../../src/pdf-file/open.ts";
import { inspectPdf } from "../../support/at-once.ts";

/** Headers that a client may act on. */
const HEADERS = [
  "content-type",
  "content-disposition",
  "content-length",
  "content-range",
  "accept-ranges",
  "etag",
  "cache-control",
  "allow",
  "location",
  "retry-after",
  "www-authenticate",
  "vary",
  "link",
  "set-cookie",
  "idempotency-replayed",
  "preference-applied",
  "access-control-allow-origin",
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-max-age",
];

/** Headers that nearly every answer of an operation has, with these values. */
const USUAL: Record<string, string> = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "access-control-allow-origin": "*",
};

/** What an answer tells its client, without what differs from run to run. */
export async function answerInWords(response: Response, headers = HEADERS): Promise<string> {
  const facts = headers.flatMap((name) => {
    const value = response.headers.get(name);
    // A page's text is its own test's matter, and with it its length.
    const isOfPage = /^(etag|content-length)$/.test(name) && !response.headers.has("accept-ranges");
    return value === null || value === USUAL[name] || isOfPage ? [] : [`${name}: ${settled(value)}`];
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return [String(response.status), ...facts, contentOf(bytes, response.headers.get("content-type") ?? "")].join(" · ");
}

function contentOf(bytes: Uint8Array, type: string): string {
  if (bytes.length === 0) return "nothing";
  if (/pdf/.test(type)) return pdfFacts(bytes);
  const text = settled(new TextDecoder().decode(bytes));
  if (/json/.test(type)) return errorText(text) ?? (text.length > 3_000 ? "a long text" : text);
  // An archive has the time in it, and a page's text is its own test's matter.
  return /^(text|image)\/|zip/.test(type) ? "a file" : `${bytes.length} bytes`;
}

/** The usual shape of a refusal, in short. Any other is written out. */
function errorText(text: string): string | undefined {
  const usual =
    /^\{"success":false,"error":\{"code":"(\w+)","message":("(?:[^"\\]|\\.)*")(?:,"field":("(?:[^"\\]|\\.)*"))?,"requestId":"ID","retryable":(true|false)\}\}$/;
  const [found, code, message, field, retryable] = usual.exec(text) ?? [];
  if (found === undefined) return undefined;
  return [code, field, retryable === "true" && "retryable", message].filter(Boolean).join(" ");
}

function pdfFacts(bytes: Uint8Array): string {
  const { pageCount, pages } = inspectPdf(openPdf(bytes), { from: 1, limit: 9, content: false });
  return `PDF of ${pageCount}: ${pages.map(({ boxes }) => boxes.cropBox.join(" ")).join(" | ")}`;
}

/** Ids, times and signatures are other ones each time. */
function settled(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/20\d\d-\d\d-\d\d/g, "DAY")
    .replaceAll(/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]+ GMT/g, "DATE")
    .replaceAll(/"\d{12}-[\w-]{32}-/g, '"KEY-')
    .replaceAll(/\/([fu])\/[\w-]{20,}\//g, "/$1/KEY/")
    .replaceAll(/([?&](?:e|expires|sig|s|signature)=)[\w-]+/g, "$1…")
    .replaceAll(/\brange=0-\d+/g, "range=0-N")
    .replaceAll(/("compressionRatio":")[\d.]+/g, "$1N")
    .replaceAll(/qk_\w+/g, "qk_…")
    .replaceAll(/("(?:processingTime(?:Ms)?|outputSize|ms|p50|p95|p99|milliseconds)":)[\d.]+/g, "$1N");
}
