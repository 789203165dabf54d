import * as z from "zod/mini";
import * as engine from "../../engine.ts";
import { type ErrorCode, Refusal, refuseField } from "../../errors/errors.ts";
import { explained } from "../../fields/schema-parts.ts";
import { type Composed, composePdf, type Finish, titleOf } from "../../html/compose.ts";
import type { Conversion, ConversionContext } from "../../html/convert.ts";
import { documentFields } from "../../html/fields/documents.ts";
import { htmlOptions } from "../../html/fields/options.ts";
import { isInOrder } from "../../html/fields/printed-ranges.ts";
import { refusedField } from "../../html/fields/refused-options.ts";
import { HTML_LIMITS } from "../../html/html-limits.ts";
import { HtmlProblem } from "../../html/html-problem.ts";
import { isMarkdown } from "../../html/markdown/markdown.ts";
import { OWN_HEADERS } from "../../html/resources/credentials.ts";
import type { Failure } from "../../html/resources/page-faults.ts";
import { Turnstile } from "../../html/resources/turnstile.ts";
import { type ImageFormat, screenshot } from "../../html/screenshot.ts";
import { outputName } from "../../intake/filename.ts";
import { LIMITS } from "../limits.ts";
import { type Call, defineOperation, type Outcome, serviceOf } from "../operation.ts";
import { ATTACHMENT, attachmentFields, attachmentPart, type ExtrasAsked, extrasAsked } from "./attachments.ts";
import { browserContext } from "./browser-context.ts";
import {
  type Claimed,
  claimFields,
  conformanceHeader,
  conformanceResult,
  judged,
  noFont,
} from "./conformance-fields.ts";
import { pageAllowance, readDocuments } from "./html-sources.ts";
import { protectedContent, protectField, protecting } from "./protect.ts";
import { links, urlField } from "./shared-fields.ts";

const fields = z.object({
  url: urlField("Public URL of a page, rendered with its scripts."),
  html: explained("Raw HTML text.", z.optional(z.string())),
  ...documentFields,
  ...htmlOptions.shape,
  ...claimFields(["pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfua-1"]),
  ...attachmentFields,
  protect: protectField,
});

/** In the order in which they are tried: the last one is the last resort. */
const METHODS = ["browser-shared-session", "browser-new-session", "browser-quick-action"] as const;

const result = z.object({
  success: z.literal(true),
  message: explained("Human-readable status.", z.string()),
  fileName: explained("Name of the generated PDF.", z.string()),
  ...links,
  processingTimeMs: explained("Processing time in milliseconds.", z.number()),
  outputSize: explained("Size of the PDF in bytes.", z.number()),
  originalSize: explained(
    "Size of the HTML in bytes, unpacked if it was gzipped; for a URL, of the main document as transferred (of " +
      "a compressed one, the length that its server gave; without one, unpacked).",
    z.number(),
  ),
  pageCount: explained("Pages of the PDF.", z.int()),
  documents: explained(
    "Of several documents, each one: its pages as it was printed. The conversionMethod of a PDF is none.",
    z.optional(z.array(z.object({ pageCount: z.int(), originalSize: z.number(), conversionMethod: z.string() }))),
  ),
  compressionApplied: explained("Whether the PDF was repacked, being at least 3 % smaller then.", z.boolean()),
  compressionRatio: explained('How many times larger the PDF was before, such as "1.18".', z.nullable(z.string())),
  renderingMode: explained("Every PDF is a browser's.", z.literal("browser")),
  usedFallback: explained("Whether another way than a browser session had to be taken.", z.boolean()),
  conversionMethod: explained("The way that was taken.", z.enum(METHODS)),
  conformance: explained(
    "With `conformance`: what the check of the PDF found; for a list of standards, of each.",
    z.optional(z.union([conformanceResult, z.array(conformanceResult)])),
  ),
  warnings: z.optional(z.array(z.string())),
});

export const htmlToPdf = defineOperation({
  id: "html-to-pdf",
  method: "POST",
  path: "/v1/convert/html-to-pdf",
  summary: "HTML to PDF",
  description:
    "Renders HTML, Markdown or public web pages, one or several as one PDF. Exactly one of `file` (repeated " +
    "for several), `html`, `url`, `markdown` and `urls`. By default the page is printed once it has loaded, " +
    "its fonts and images are there, and its network and content have been quiet for a moment.",
  fields,
  files: {
    file: {
      many: true,
      description:
        "An HTML file, plain or gzipped, or a Markdown file (.md). Several become one PDF, in their order; " +
        "PDFs among them are joined as they are.",
    },
    assets: { many: true, description: "Files that the documents refer to by relative name." },
    [ATTACHMENT]: attachmentPart,
  },
  base64Fields: [],
  base64List: "attachments",
  limits: {
    fileBytes: LIMITS.html.requestBytes,
    bodyBytes: LIMITS.html.requestBytes,
    asFileBytes: HTML_LIMITS.documentBytes,
  },
  result,
  binaryType: "application/pdf",
  codes: { input: "INVALID_INPUT", unreachable: "URL_NOT_ACCESSIBLE", failure: "PROCESSING_FAILED" },
  errors: ["INVALID_INPUT", "URL_NOT_ACCESSIBLE", "FILE_TOO_LARGE", "PROCESSING_FAILED", "BUSY"],
  examples: {
    html: { html: "<h1>Invoice 42</h1>", format: "A4", margin: "20mm" },
    url: { url: "https://example.com/", media: "screen", landscape: true },
    markdown: { markdown: "# Minutes\n\n- [x] Coffee\n- [ ] Decisions", output: "minutes.pdf" },
    watermark: { html: "<h1>Offer</h1>", watermark: { text: "Draft", opacity: 0.1 } },
  },
  run,
  refused: refusedField,
  refusalOf: (error) => (error instanceof HtmlProblem ? refusal(error) : undefined),
});

/** Missing things are named up to this number. */
const MAX_NAMED = 200;

const NO_WEB_FONTS =
  "the browser sets templates in its own fonts; a web font works in a margin box of the page's style " +
  "(@page { @top-center { … } }).";

async function run(call: Call<z.output<typeof fields>>): Promise<Outcome<z.output<typeof result>>> {
  const { watermark = [], output, metadata } = call.fields;
  const ending = /^(?:.*\.)?(png|jpe?g|webp)$/i.exec(output?.trim() ?? "")?.[1]?.toLowerCase();
  if (ending) return runImage(call, ending === "jpg" ? "jpeg" : (ending as ImageFormat));
  if (call.fields.contents && call.fields.singlePage)
    throw refuseField("INVALID_INPUT", "contents", "singlePage has no pages to refer to; leave one of them out.");
  const how = await protecting(call.fields.protect);
  const extras = await extrasAsked(call, call.files);
  const finishing = extras && new Finishing(extras, call);
  serviceOf(call).share.requireBrowserTime();
  for (const field of ["headerTemplate", "footerTemplate"] as const) {
    // The browser prints a template before its fonts have loaded, even fonts that are embedded.
    if (/@font-face/i.test(call.fields[field] ?? "")) call.warn(`${field}: ${NO_WEB_FONTS}`);
  }
  warnOfIneffective(call);
  const missing = new Missing();
  const documents = await readDocuments(call, renderingOptions(call.fields));
  const own = documents[0]?.information;
  const composed = await composePdf(
    documents,
    {
      marks: Array.isArray(watermark) ? watermark : [watermark],
      information: own ? { ...own, ...metadata } : metadata,
      finish: finishing?.finish,
    },
    renderContext(call, missing, extras?.claim.includes("pdfua-1") === true),
  );
  for (const warning of missing.warnings()) call.warn(warning);
  // What the browser sent may be worked on as what the client sent.
  call.work.receive(composed.printedBytes);
  await warnOfBoxes(call, composed);
  const content = await protectedContent(composed.content, how, call);
  const name = outputName(output, "", "document.pdf");
  return {
    result: {
      message: message(composed),
      fileName: name,
      processingTimeMs: Date.now() - call.startedAt,
      outputSize: content.length,
      ...renderingFacts(composed),
      ...(finishing?.found && { conformance: finishing.found }),
    },
    header: conformanceHeader(finishing?.found),
    file: { content, name, type: "application/pdf" },
  };
}

/** Text without a font is printed as empty boxes, and nobody else says so. */
async function warnOfBoxes(call: Call<z.output<typeof fields>>, { conversions }: Composed): Promise<void> {
  const lacking = new Set<string>();
  for (const { document, conversionMethod } of conversions) {
    if (conversionMethod === "none") continue;
    const room = Math.min(CHECKING_BYTES, document.bytes.length * 4);
    await call.reservation.grow(room);
    try {
      for (const script of await engine.textWithoutFont(document, { signal: call.signal })) lacking.add(script);
    } catch (problem) {
      if (!(problem instanceof engine.WorkProblem)) throw problem;
      call.warn("Not all of the PDF was searched for text without a font: it is too much work.");
    }
    call.reservation.shrink(room);
  }
  if (lacking.size > 0) call.warn(noFont([...lacking]));
}

const OF_PDF = [
  "conformance",
  "attachments",
  "invoice",
  "protect",
  "watermark",
  "metadata",
  "urls",
  "contents",
] as const;

/** An image of one page as it is on a screen. */
async function runImage(
  call: Call<z.output<typeof fields>>,
  format: ImageFormat,
): Promise<Outcome<z.output<typeof result>>> {
  const { fields, files } = call;
  const asked = [...OF_PDF, "pageRanges", "headerTemplate", "footerTemplate"] as const;
  const field = asked.find((name) => fields[name] !== undefined) ?? (files.some(isAttachment) ? ATTACHMENT : undefined);
  const asks = fields.forms === "fields" ? "forms" : field;
  if (asks)
    throw refuseField("INVALID_INPUT", asks, `an image of a page has none; leave it out, or let output end in .pdf.`);
  serviceOf(call).share.requireBrowserTime();
  const missing = new Missing();
  const [document, second] = await readDocuments(call, renderingOptions(fields));
  if (!document || second) throw refuseField("INVALID_INPUT", "file", "an image is made of one document.");
  const rendering = await screenshot(document.source, document.options, format, renderContext(call, missing, false));
  for (const warning of missing.warnings()) call.warn(warning);
  const [bytes] = rendering.pieces as [Uint8Array];
  const { source } = document;
  const name = outputName(fields.output?.includes(".") ? fields.output : undefined, "", `page.${format}`);
  return {
    result: {
      message: "The page was rendered as an image.",
      fileName: name,
      processingTimeMs: Date.now() - call.startedAt,
      outputSize: bytes.length,
      originalSize: source.kind === "local" ? (source.madeOf ?? source.bytes.length) : rendering.documentBytes,
      pageCount: 1,
      compressionApplied: false,
      compressionRatio: null,
      renderingMode: "browser" as const,
      usedFallback: false,
      conversionMethod: rendering.method,
    },
    file: { content: { length: bytes.length, pieces: [bytes] }, name, type: `image/${format}` },
  };
}

function isAttachment({ field }: { field: string }): boolean {
  return field === ATTACHMENT;
}

function renderingOptions(given: z.output<typeof fields>) {
  const { protect, conformance, conformanceMode, attachments, invoice, watermark, output, ...rest } = given;
  const { url, urls, html, markdown, markdownTemplate, markdownExtras, ...options } = rest;
  const css = [options.css, options.openDetails ? OPEN_DETAILS : undefined].filter((text) => text !== undefined);
  return { ...options, css: css.length > 0 ? css.join("\n") : undefined };
}

/** On paper nobody can open what is closed. */
const OPEN_DETAILS = `details::details-content { content-visibility: visible; block-size: auto }
details > summary { list-style-type: disclosure-open }`;

/** What the client will look for in the result and not find. */
function warnOfIneffective(call: Call<z.output<typeof fields>>): void {
  const { files, warn } = call;
  const { markdown, url, urls, pageRanges, extraHeaders = {}, originHeaders = {} } = call.fields;
  const isMarkdownSent = markdown !== undefined || url !== undefined || urls !== undefined;
  if (!isMarkdownSent && !files.some(({ name, type }) => isMarkdown(name, type))) {
    for (const field of ["markdownTemplate", "markdownExtras"] as const)
      if (call.fields[field] !== undefined) warn(`${field} has no effect: no Markdown was sent.`);
  }
  if (pageRanges !== undefined && !isInOrder(pageRanges))
    warn("pageRanges chooses pages, which keep their order; POST /v1/pdf/split takes the result's pages in any order.");
  for (const [field, headers] of Object.entries({ extraHeaders, ...originHeaders })) {
    const kept = Object.keys(headers).filter((name) => OWN_HEADERS.test(name));
    if (kept.length > 0) warn(`${field}: ${kept.join(", ")} is not sent as it is here; each request has its own.`);
  }
}

function renderContext(
  call: Call<z.output<typeof fields>>,
  missing: Missing,
  isForReaders: boolean,
): ConversionContext {
  return {
    ...browserContext(call),
    network: {
      ...pageAllowance(call),
      memory: call.reservation,
      onAsk: serviceOf(call).onAsk,
      onMissing: (failure) => missing.note(failure),
      onWarn: (warning) => missing.warn(warning),
      asking: new Turnstile(HTML_LIMITS.connections),
    },
    isForReaders,
  };
}

function renderingFacts({ conversions, pageCount, printedBytes, content }: Composed) {
  const smaller = content.length <= printedBytes * engine.WORTHWHILE;
  const { usedFallback, conversionMethod } = worstOf(conversions);
  return {
    originalSize: conversions.reduce((sum, { originalSize }) => sum + originalSize, 0),
    pageCount,
    ...(conversions.length > 1 ? { documents: conversions.map(documentFacts) } : {}),
    compressionApplied: smaller,
    compressionRatio: smaller ? (printedBytes / content.length).toFixed(2) : null,
    renderingMode: "browser" as const,
    usedFallback,
    conversionMethod,
  };
}

/** What is read of the new file, while it is checked. */
const CHECKING_BYTES = 8 << 20;

/** Gives the PDF what it is to have beside its pages, and has checked what it claims. */
class Finishing {
  found: engine.Conformance | engine.Conformance[] | undefined;
  readonly finish: Finish;

  constructor(asked: ExtrasAsked, { fields, reservation, signal }: Call<Claimed>) {
    const { claim, ...rest } = asked;
    this.finish = async (document, information, how) => {
      let said = information;
      if (claim.includes("pdfua-1")) {
        await reservation.grow(document.bytes.length);
        await engine.mendTags(document, { signal });
        // The title that a page without one is given is none.
        if (!information?.title && titleOf(document) === undefined) said = { ...information, title: null };
      }
      const { rope } = engine.finishPdf(document, said, { ...how, extras: await engine.newExtras(asked) });
      if (claim.length === 0) return rope;
      await reservation.grow(rope.length + CHECKING_BYTES);
      const file = rope.toBytes();
      const found: engine.Conformance[] = [];
      for (const level of claim) found.push(await judged(file, level, fields, { signal }));
      this.found = Array.isArray(fields.conformance) ? found : found[0];
      const kept = claim.filter((_, at) => found[at]?.met);
      if (kept.length === claim.length) return rope;
      const extras = await engine.newExtras({ ...rest, claim: kept });
      return engine.finishPdf(document, kept.includes("pdfua-1") ? said : information, { ...how, extras }).rope;
    };
  }
}

/** What pages asked for and did not get, and what their PDF does not have. Each thing is listed once. */
class Missing {
  readonly #reasons = new Map<string, string>();
  readonly #others = new Set<string>();
  #more = 0;

  warn(warning: string): void {
    this.#others.add(warning);
  }

  note({ url, reason }: Failure): void {
    if (this.#reasons.size < MAX_NAMED) this.#reasons.set(url, reason);
    else if (!this.#reasons.has(url)) this.#more++;
  }

  warnings(): string[] {
    const reasons = [...this.#reasons].map(
      ([url, reason]) => `Missing from the page: ${url} (${reason.replace(/\.$/, "")}).`,
    );
    const named = [...this.#others, ...reasons];
    return this.#more > 0 ? [...named, `${this.#more} more requests of the page got nothing.`] : named;
  }
}

function documentFacts({ document, originalSize, conversionMethod }: Conversion) {
  return { pageCount: document.pageCount, originalSize, conversionMethod };
}

/** The method of several documents: the one that is latest in METHODS. */
function worstOf(conversions: readonly Conversion[]) {
  const worst = Math.max(
    ...METHODS.map((method, at) => (conversions.some((each) => each.conversionMethod === method) ? at : 0)),
  );
  const conversionMethod = METHODS[worst] as (typeof METHODS)[number];
  return { conversionMethod, usedFallback: conversionMethod === "browser-quick-action" };
}

function message({ conversions }: Composed): string {
  const { usedFallback } = worstOf(conversions);
  const many = conversions.length > 1;
  const what = many ? `${conversions.length} documents were` : "The HTML was";
  return `${what} rendered as ${many ? "one" : "a"} PDF${usedFallback ? " by a fallback browser" : ""}.`;
}

function refusal(problem: HtmlProblem): Refusal {
  const codes: Record<HtmlProblem["kind"], ErrorCode> = {
    input: "INVALID_INPUT",
    unreachable: "URL_NOT_ACCESSIBLE",
    // The page or the document is too large for its time. A repetition would fail in the same way.
    timeout: "INVALID_INPUT",
    "too-large": "FILE_TOO_LARGE",
    busy: "BUSY",
    failed: "PROCESSING_FAILED",
  };
  const { field, retryAfter, faults } = problem;
  const extra = faults === undefined ? {} : { extra: { faults } };
  return new Refusal(codes[problem.kind], problem.message, { field, retryAfter, ...extra, cause: problem });
}
