import { waitUntil } from "cloudflare:workers";
import { z } from "zod";
import { type Conversion, convertHtml } from "../../html/convert.ts";
import { htmlOptions } from "../../html/options.ts";
import { HtmlProblem } from "../../html/problem.ts";
import { refusedField } from "../../html/refused.ts";
import { BrowserPool } from "../../html/sessions.ts";
import { type HtmlSource, localSource, unpackedAtMost } from "../../html/source.ts";
import { checkAddress } from "../../intake/address.ts";
import { outputName } from "../../intake/filename.ts";
import { GZIPPED, looksLike } from "../../intake/looks-like.ts";
import { IntakeProblem } from "../../intake/problem.ts";
import type { InputFile } from "../../intake/submission.ts";
import { finishPdf } from "../../pdf/repack.ts";
import { type ErrorCode, Refusal } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { type Call, defineOperation, type Outcome } from "../operation.ts";
import { hostNames, remoteAllowance } from "../settings.ts";

/** The browsers as all requests of this isolate see them. */
const pool = new BrowserPool();

const fields = z.object({
  url: z.string().max(8_192).optional().describe("Public URL of a page, rendered with its scripts."),
  html: z.string().optional().describe("Raw HTML text."),
  ...htmlOptions.shape,
  fileName: z.string().max(255).optional().describe("Name of the PDF; document.pdf by default."),
});

const result = z.object({
  success: z.literal(true),
  message: z.string().describe("Human-readable status."),
  fileName: z.string().describe("Name of the generated PDF."),
  downloadUrl: z.string().describe("Signed URL of the file, valid for one hour."),
  expiresAt: z.string().describe("When the URL ends."),
  processingTimeMs: z.number().describe("Processing time in milliseconds."),
  outputSize: z.number().describe("Size of the PDF in bytes."),
  originalSize: z
    .number()
    .describe(
      "Size of the HTML in bytes, unpacked if it was gzipped; for a URL, of the main document as transferred (where a compressed one's length was told, else unpacked).",
    ),
  compressionApplied: z.boolean().describe("Whether the PDF was repacked, being at least 3 % smaller then."),
  compressionRatio: z.string().nullable().describe('How many times larger the PDF was before, such as "1.18".'),
  renderingMode: z.enum(["browser", "static"]).describe("By a browser, or by the service's own layout."),
  usedFallback: z.boolean().describe("Whether another way than a browser session had to be taken."),
  conversionMethod: z
    .enum(["browser-shared-session", "browser-new-session", "browser-quick-action", "static-layout"])
    .describe("The way that was taken."),
  warnings: z.array(z.string()).optional(),
});

export const htmlToPdf = defineOperation({
  id: "html-to-pdf",
  method: "POST",
  path: "/v1/convert/html-to-pdf",
  summary: "HTML to PDF",
  description:
    "Renders an HTML file, HTML text or a public web page. Exactly one of `file`, `html` and `url`. By default the page is printed once it has loaded, its fonts and images are there, and its network and content have been quiet for a moment.",
  fields,
  files: {
    file: { many: false, description: "An HTML file, plain or gzipped." },
    assets: { many: true, description: "Files that the HTML refers to by relative name." },
  },
  base64Fields: [],
  limits: { fileBytes: LIMITS.html.requestBytes, bodyBytes: LIMITS.html.requestBytes },
  result,
  binaryType: "application/pdf",
  codes: { input: "INVALID_INPUT", unreachable: "URL_NOT_ACCESSIBLE", failure: "PROCESSING_FAILED" },
  errors: ["INVALID_INPUT", "URL_NOT_ACCESSIBLE", "FILE_TOO_LARGE", "PROCESSING_FAILED", "BUSY"],
  examples: {
    html: { html: "<h1>Invoice 42</h1>", format: "A4", margin: "20mm" },
    url: { url: "https://example.com/", media: "screen", landscape: true },
  },
  run,
  refused: refusedField,
  refusalOf: (error) => (error instanceof HtmlProblem ? refusal(error) : undefined),
});

async function run(call: Call<z.output<typeof fields>>): Promise<Outcome> {
  const { url: _url, html: _html, fileName, ...options } = call.fields;
  call.share.requireBrowserTime();
  const source = await readSource(call);
  const conversion = await convertHtml(source, options, {
    binding: call.env.BROWSER,
    pool,
    network: { ...pageAllowance(call.env), memory: call.reservation, onAsk: call.onAsk },
    signal: call.signal,
    onBrowserTime: (milliseconds) => call.share.usedBrowser(milliseconds),
    waitUntil,
  });
  const printed = conversion.document.bytes.length;
  // The new file is held beside what it is made of.
  await call.reservation.grow(printed);
  const content = finishPdf(conversion.document, options.metadata, { tagged: options.tagged });
  const repacked = content.repacked;
  const name = outputName(fileName, "", "document.pdf");
  return {
    result: {
      message: message(conversion),
      fileName: name,
      processingTimeMs: Date.now() - call.startedAt,
      outputSize: content.rope.length,
      originalSize: conversion.originalSize,
      compressionApplied: repacked,
      compressionRatio: repacked ? (printed / content.rope.length).toFixed(2) : null,
      renderingMode: conversion.renderingMode,
      usedFallback: conversion.usedFallback,
      conversionMethod: conversion.conversionMethod,
    },
    file: { content: content.rope, name, type: "application/pdf" },
  };
}

function message(conversion: Conversion): string {
  if (conversion.renderingMode === "static")
    return "The HTML was laid out as a PDF without a browser: styles and scripts were not applied.";
  return conversion.usedFallback
    ? "The HTML was rendered as a PDF by a fallback browser."
    : "The HTML was rendered as a PDF.";
}

/** Exactly one of the three inputs. */
async function readSource(call: Call<z.output<typeof fields>>): Promise<HtmlSource> {
  const { url, html, baseUrl } = call.fields;
  const files = call.files.filter((file) => file.field === "file");
  const given = [
    ...(files.length > 0 ? ["file"] : []),
    ...(url === undefined ? [] : ["url"]),
    ...(html === undefined ? [] : ["html"]),
  ];
  if (given.length !== 1) {
    const came = given.length === 0 ? "none of them came" : `${given.join(" and ")} came`;
    throw new Refusal("INVALID_INPUT", `Exactly one of file, url and html is needed; ${came}.`, {
      field: given[1] ?? "file",
    });
  }
  if (files.length > 1)
    throw new Refusal("INVALID_INPUT", `file: expected one HTML file, got ${files.length}.`, { field: "file" });
  const assets = call.files.filter((file) => file.field === "assets");
  if (url !== undefined) {
    refuseWithUrl(assets, baseUrl);
    return { kind: "url", url: checkedUrl(url, "url", call.env, "URL_NOT_ACCESSIBLE") };
  }
  const base = baseUrl === undefined ? undefined : checkedUrl(baseUrl, "baseUrl", call.env, "INVALID_INPUT");
  // Text is held twice: as it came, and as the bytes that the browser is given.
  await call.reservation.grow((html?.length ?? 0) * 3);
  const bytes = files[0]?.bytes ?? new TextEncoder().encode(html);
  if (bytes.length === 0)
    throw new Refusal("INVALID_INPUT", `${given[0]}: expected HTML, got nothing.`, { field: given[0] });
  const like = looksLike(bytes);
  if (like?.kind === "file" && like.name !== GZIPPED)
    throw new Refusal("INVALID_INPUT", `${given[0]}: expected HTML, got ${like.name}.`, { field: given[0] });
  // Pieces and the whole, while it is unpacked.
  const room = unpackedAtMost(bytes) * 2;
  await call.reservation.grow(room);
  const source = localSource(bytes, base, assets.map(asset), html === undefined ? undefined : "utf-8");
  call.reservation.shrink(room - (room > 0 ? source.bytes.length : 0));
  return source;
}

function refuseWithUrl(assets: readonly InputFile[], baseUrl: string | undefined): void {
  const field = assets.length > 0 ? "assets" : baseUrl === undefined ? undefined : "baseUrl";
  if (field !== undefined)
    throw new Refusal("INVALID_INPUT", `${field}: belongs to file or html, not to url.`, { field });
}

function asset(file: InputFile, index: number) {
  if (file.name === undefined || file.name === "") {
    throw new Refusal("INVALID_INPUT", `assets[${index}]: expected a file name.`, { field: `assets[${index}]` });
  }
  return { name: file.name, bytes: file.bytes, type: file.type === "application/octet-stream" ? undefined : file.type };
}

function checkedUrl(text: string, field: string, env: Env, code: ErrorCode): URL {
  try {
    const { allowHosts, refuseHosts } = pageAllowance(env);
    return checkAddress(text, allowHosts, refuseHosts);
  } catch (error) {
    if (!(error instanceof IntakeProblem)) throw error;
    throw new Refusal(code, `${field}: ${error.message}`, { field, cause: error });
  }
}

/** A page runs scripts, so that it asks neither of our hosts. */
function pageAllowance(env: Env) {
  return { ...remoteAllowance(env), refuseHosts: Object.values(hostNames(env)).map(({ name }) => name) };
}

function refusal(problem: HtmlProblem): Refusal {
  const codes: Record<HtmlProblem["kind"], ErrorCode> = {
    input: "INVALID_INPUT",
    unreachable: "URL_NOT_ACCESSIBLE",
    timeout: "PROCESSING_FAILED",
    "too-large": "FILE_TOO_LARGE",
    busy: "BUSY",
    failed: "PROCESSING_FAILED",
  };
  const { field, retryAfter, faults } = problem;
  const extra = faults === undefined ? {} : { extra: { faults } };
  return new Refusal(codes[problem.kind], problem.message, { field, retryAfter, ...extra, cause: problem });
}
