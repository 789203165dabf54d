import { openPdf, type PdfDocument, PdfProblem } from "../../engine.ts";
import { type ErrorCode, Refusal, refuseField } from "../../errors/errors.ts";
import type { HtmlDocument } from "../../html/compose.ts";
import type { AskedExtras, MarkdownExtra } from "../../html/fields/markdown-extras.ts";
import type { HtmlOptions } from "../../html/fields/options.ts";
import { HTML_LIMITS } from "../../html/html-limits.ts";
import { isMarkdown, markdownPage, PARSED_GROWTH, withMargins } from "../../html/markdown/markdown.ts";
import { decodeText } from "../../html/resources/charset.ts";
import { Credentials } from "../../html/resources/credentials.ts";
import {
  type Asset,
  isPdf,
  type LocalSource,
  lastingText,
  localSource,
  OWN_ORIGIN,
  unpackedAtMost,
} from "../../html/resources/html-source.ts";
import { IntakeProblem } from "../../intake/intake-problem.ts";
import { GZIPPED, looksLike } from "../../intake/looks-like.ts";
import { checkAddress } from "../../intake/outbound/address.ts";
import type { InputFile } from "../../intake/submission-rules.ts";
import { inOneTurn } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { letGo } from "../../platform/buffers.ts";
import { intakeMessage } from "../intake-refusal.ts";
import { type Call, serviceOf } from "../operation.ts";
import { hostNames, remoteAllowance } from "../settings.ts";

interface Inputs {
  url?: string | undefined;
  urls?: string[] | undefined;
  html?: string | undefined;
  markdown?: string | undefined;
  markdownTemplate?: string | undefined;
  markdownExtras?: MarkdownExtra[] | undefined;
  baseUrl?: string | undefined;
}

/** A request's documents in order: files, addresses, or one text. */
export async function readDocuments(call: Call<Inputs>, options: HtmlOptions): Promise<HtmlDocument[]> {
  const { url, urls, html, markdown, baseUrl } = call.fields;
  const files = call.files.filter((file) => file.field === "file");
  const kind = oneKind({ file: files.length > 0, url, html, markdown, urls }, call);
  const assets = call.files.filter((file) => file.field === "assets");
  if (url !== undefined || urls !== undefined) {
    refuseWithUrl(assets, baseUrl, kind);
    return addresses(urls ?? [url as string], urls === undefined ? "url" : "urls", call, options);
  }
  const base = baseUrl === undefined ? undefined : checkedUrl(baseUrl, "baseUrl", call, "INVALID_INPUT");
  const memory = call.reservation;
  const { work } = call;
  const template = call.fields.markdownTemplate;
  const extras = extrasOf(call);
  const shared: OfAllSources = { base, assets: assets.map(asset), template, extras, options, memory, work };
  const text = html ?? markdown;
  if (text !== undefined) {
    if (text === "") throw refuse(kind, `expected ${kind === "html" ? "HTML" : "Markdown"}, got nothing`);
    // The text is held twice: as it arrived, and as the bytes that the browser is given.
    const textBytes = markdown === undefined ? lastingText(text.length) : 0;
    await memory.grow(text.length * 3 + textBytes);
    if (markdown !== undefined) return [await fromMarkdown(markdown, "markdown", undefined, shared)];
    const source = localSource(notAFile(new TextEncoder().encode(text), "html"), base, shared.assets, "utf-8");
    return [{ source: { ...source, textBytes }, options, name: "Document" }];
  }
  if (files.length > HTML_LIMITS.documents) {
    throw refuse("file", `expected at most ${HTML_LIMITS.documents} documents, got ${files.length}`);
  }
  const documents: HtmlDocument[] = [];
  const isOnly = files.length === 1;
  for (const [index, file] of files.entries()) {
    const document = await fromFile(file, isOnly ? "file" : `file[${index}]`, index, { ...shared, isOnly });
    documents.push({ ...document, file: file.name });
  }
  if (documents.every(({ pdf }) => pdf)) throw refuse("file", "expected a page among the documents, got PDFs alone");
  return documents;
}

interface OfAllSources {
  base: URL | undefined;
  assets: readonly Asset[];
  template: string | undefined;
  extras: AskedExtras | undefined;
  options: HtmlOptions;
  memory: Call<Inputs>["reservation"];
  work: Call<Inputs>["work"];
  /** Whether this is the only document. Several are counted one by one, as each is given to a browser. */
  isOnly?: boolean;
}

function oneKind(inputs: Record<string, unknown>, { isOfAgent }: Call<Inputs>): string {
  const given = Object.entries(inputs).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [name],
  );
  const [only, second] = given;
  if (only !== undefined && second === undefined) return only;
  const sent = only === undefined ? "none of them was sent" : `${given.join(" and ")} were sent`;
  const kinds = isOfAgent ? "url, html, markdown and urls" : "file, url, html, markdown and urls";
  throw new Refusal("INVALID_INPUT", `Exactly one of ${kinds} is needed; ${sent}.`, { field: second ?? "file" });
}

function addresses(urls: readonly string[], field: string, call: Call<Inputs>, options: HtmlOptions): HtmlDocument[] {
  const { markdownTemplate } = call.fields;
  const documents = urls.map((text, index) => {
    const url = checkedUrl(text, urls.length === 1 ? field : `${field}[${index}]`, call, "URL_NOT_ACCESSIBLE");
    return {
      source: { kind: "url" as const, url, markdownTemplate, markdownExtras: extrasOf(call) },
      options,
      name: `${url.host}${url.pathname}`,
    };
  });
  const origins = new Set(documents.map(({ source }) => source.url.origin));
  const [first] = documents;
  if (origins.size > 1 && first) {
    // Headers and cookies meant for one site must not be sent to another.
    const own = new Credentials(first.source.url, options).own.length > 0 ? "cookies" : undefined;
    const name = options.extraHeaders === undefined ? own : "extraHeaders";
    const instead = name === "cookies" ? "the `origin` of each cookie" : "`originHeaders`";
    if (name) throw refuse(name, `the pages have several origins; name the ones that are meant by ${instead}`);
  }
  return documents;
}

async function fromFile(file: InputFile, field: string, index: number, shared: OfAllSources): Promise<HtmlDocument> {
  const { bytes, name, type } = file;
  const called = (name ?? `Document ${index + 1}`).replace(/\.[a-z]{1,8}$/i, "");
  if (isMarkdown(name, type)) {
    if (bytes.length === 0) throw refuse(field, "expected Markdown, got nothing");
    return fromMarkdown(decodeText(notAFile(bytes, field, "Markdown")), field, called, shared);
  }
  if (isPdf(bytes) && !shared.isOnly) return fromPdf(bytes, field, called, shared);
  if (bytes.length === 0) throw refuse(field, "expected HTML, got nothing");
  // Both the pieces and the whole, while it is unpacked.
  const unpacked = unpackedAtMost(bytes);
  const room = unpacked * 2;
  // Taken together with the rest. Otherwise several documents could each hold one part and wait forever for the other.
  const mostText = shared.isOnly ? lastingText(unpacked || bytes.length) : 0;
  await shared.memory.grow(room + mostText);
  const source = localSource(notAFile(bytes, field), shared.base, shared.assets);
  const textBytes = Math.min(mostText, lastingText(source.bytes.length));
  shared.memory.shrink(room + mostText - textBytes - (room > 0 ? source.bytes.length : 0));
  if (room > 0) shared.memory.onRelease(() => letGo(source.bytes));
  return { source: { ...source, textBytes }, options: shared.options, name: called };
}

/** A PDF among several documents. */
function fromPdf(bytes: Uint8Array, field: string, name: string, { base, assets, options, work }: OfAllSources) {
  const pdf = openedPdf(bytes, field, work);
  if (pdf.encrypted) throw refuse(field, "expected a PDF without encryption, since its pages are joined with others");
  if (pdf.pageCount === 0) throw refuse(field, "expected a PDF that has pages");
  const url = base ?? new URL(OWN_ORIGIN);
  const type = "application/pdf";
  const source = { kind: "local", url, charset: "", type, bytes, assets, based: base !== undefined } as const;
  return { source, options, name, pdf };
}

function openedPdf(bytes: Uint8Array, field: string, work: Work): PdfDocument {
  try {
    return inOneTurn(work, () => openPdf(bytes, { work }));
  } catch (cause) {
    if (!(cause instanceof PdfProblem)) throw cause;
    throw refuseField("INVALID_INPUT", field, `expected a PDF that can be read: ${cause.message}`, { cause });
  }
}

async function fromMarkdown(
  text: string,
  field: string,
  name: string | undefined,
  { base, assets, template, extras, options, memory, work }: OfAllSources,
): Promise<HtmlDocument> {
  const room = text.length * PARSED_GROWTH;
  await memory.grow(room);
  const page = await markdownPage(text, field, { template, extras, name, work, hold: (bytes) => memory.grow(bytes) });
  const html = new TextEncoder().encode(page.html);
  memory.shrink(Math.max(0, room + page.held - html.length));
  const source: LocalSource = {
    ...localSource(html, base, assets, "utf-8"),
    madeOf: new TextEncoder().encode(text).length,
  };
  const { information } = page;
  return { source, options: withMargins(options), name: name ?? "Document", information };
}

/** What was asked for beyond Markdown's own, which is loaded from the static assets when a text has it. */
function extrasOf(call: Call<Inputs>): AskedExtras | undefined {
  const asked = call.fields.markdownExtras;
  const load = async (file: string) =>
    (await serviceOf(call).env.ASSETS.fetch(`https://assets.invalid/markdown/${file}`)).text();
  return asked && { asked, load };
}

/** The bytes; refuses them when they are plainly of another kind. */
function notAFile(bytes: Uint8Array, field: string, expected = "HTML"): Uint8Array {
  const like = looksLike(bytes);
  if (like?.kind !== "file" || (like.name === GZIPPED && expected === "HTML")) return bytes;
  throw refuse(field, `expected ${expected}, got ${like.name}`);
}

function refuseWithUrl(assets: readonly InputFile[], baseUrl: string | undefined, kind: string): void {
  const field = assets.length > 0 ? "assets" : baseUrl === undefined ? undefined : "baseUrl";
  if (field !== undefined) throw refuse(field, `belongs to file, html or markdown, not to ${kind}`);
}

function asset(file: InputFile, index: number): Asset {
  const field = `assets[${index}]`;
  if (file.name === undefined || file.name === "") throw refuse(field, "expected a file name");
  return { name: file.name, bytes: file.bytes, type: file.type === "application/octet-stream" ? undefined : file.type };
}

function checkedUrl(text: string, field: string, call: Call<Inputs>, code: ErrorCode): URL {
  try {
    const { allowHosts, refuseHosts } = pageAllowance(call);
    return checkAddress(text, allowHosts, refuseHosts);
  } catch (error) {
    if (!(error instanceof IntakeProblem)) throw error;
    const asker = { isOfAgent: call.isOfAgent, base64Fields: [] };
    throw refuseField(code, field, intakeMessage(error, asker), { cause: error });
  }
}

/** A page may run scripts, so neither of the service's own hosts may be loaded. */
export function pageAllowance(call: Pick<Call<Inputs>, "service">) {
  const { env, shared } = serviceOf(call);
  return {
    ...remoteAllowance(env, shared.resolve),
    refuseHosts: Object.values(hostNames(env)).map(({ name }) => name),
  };
}

function refuse(field: string, why: string): Refusal {
  return refuseField("INVALID_INPUT", field, `${why}.`);
}
