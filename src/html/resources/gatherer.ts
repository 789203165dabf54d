import { MAX_REDIRECTS } from "../../intake/outbound/max-redirects.ts";
import { followRedirects } from "../../intake/outbound/outbound.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { acceptLanguageHeader } from "../fields/place.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { HtmlProblem, SessionProblem } from "../html-problem.ts";
import { assetAt, mimeType } from "./assets.ts";
import { decodeHtml, saidCharset } from "./charset.ts";
import { Credentials } from "./credentials.ts";
import { type Fetched, fetchOnce, type NetworkRules, reasonOf, UNCOUNTED, unreachable } from "./fetching.ts";
import type { HtmlSource } from "./html-source.ts";
import { type MarkdownAnswer, markdownAnswer } from "./markdown-answer.ts";
import type { Failure } from "./page-faults.ts";
import { admitDocument, mediaType, transferredBytes } from "./page-response.ts";

export interface MainDocument {
  html: string;
  /** Bytes as transferred. */
  size: number;
  /** The base of relative references. */
  base: URL;
  /** Set where the address gives Markdown. */
  markdown?: MarkdownAnswer;
}

export interface Resource {
  type: string;
  bytes: Uint8Array;
}

const MAX_RESOURCES = 200;
/** Copies of each resource: base64, in the document's text, and in the message to the browser. */
const INLINED_COPIES = 4;

/**
 * Fetches a document's resources in the Worker, behind the address guard, for renderers that fetch nothing themselves.
 */
export class Gatherer {
  /** What could not be fetched. */
  readonly failures: Failure[] = [];
  readonly #source: HtmlSource;
  readonly #options: HtmlOptions;
  readonly #rules: NetworkRules;
  readonly #signal: AbortSignal;
  #credentials: Credentials | undefined;
  readonly #found = new Map<string, Promise<Resource | undefined>>();
  #bytes = 0;
  #inlined = 0;

  constructor(source: HtmlSource, options: HtmlOptions, rules: NetworkRules, signal: AbortSignal) {
    this.#source = source;
    this.#options = options;
    this.#rules = rules;
    this.#signal = signal;
  }

  async document(): Promise<MainDocument> {
    const source = this.#source;
    if (source.kind === "local")
      return { html: decodeHtml(source.bytes, source.charset), size: source.bytes.length, base: source.url };
    try {
      const { found, url } = await this.#follow(source.url, "text/html");
      admitDocument(found, this.#options.failOnHttpStatus);
      const markdown = await markdownAnswer(found, url, source, this.#rules.memory ?? UNCOUNTED);
      if (markdown) return { html: markdown.html, size: transferredBytes(found), base: url, markdown };
      if (!/^(|text\/html|application\/xhtml\+xml)$/.test(mediaType(found.headers))) {
        throw new SessionProblem("What the address gives is shown by browsers only");
      }
      const said = saidCharset(found.headers.get("content-type") ?? "");
      return { html: decodeHtml(found.body, said), size: transferredBytes(found), base: url };
    } catch (error) {
      if (error instanceof SessionProblem) throw error;
      this.#refuseLate();
      throw unreachable(error);
    }
  }

  /** The resource of a reference; undefined when it cannot be fetched. A browser shows nothing then, too. */
  resource(reference: string, base: URL): Promise<Resource | undefined> {
    if (!URL.canParse(reference, base.href)) return Promise.resolve(undefined);
    const url = new URL(reference, base);
    url.hash = "";
    const known = this.#found.get(url.href);
    if (known) return known;
    if (this.#found.size >= MAX_RESOURCES) throw beyond();
    const found = this.#load(url);
    this.#found.set(url.href, found);
    return found;
  }

  /**
   * Counts what is embedded in the document. A picture may be shown, and a sheet imported, any number of times. Each is
   * a copy, and the resulting document has its own limit.
   */
  async inline(bytes: number): Promise<void> {
    this.#inlined += bytes;
    if (this.#inlined > HTML_LIMITS.documentBytes) throw beyond();
    await this.#rules.memory?.grow(bytes * INLINED_COPIES);
  }

  async #load(url: URL): Promise<Resource | undefined> {
    if (url.protocol === "data:") return dataResource(url.href);
    const source = this.#source;
    const asset = source.kind === "local" ? assetAt(url, source) : undefined;
    if (asset) return { type: asset.type ?? mimeType(asset.name), bytes: asset.bytes };
    try {
      if (this.#options.network === "none") throw new Error("The network is off");
      if (source.kind === "local" && !source.based && url.origin === source.url.origin) throw new Error("HTTP 404");
      const { found } = await this.#follow(url, "*/*");
      if (found.status >= 400) {
        this.#miss({ url: url.href.slice(0, 200), reason: `HTTP ${found.status}`, status: found.status });
        return undefined;
      }
      this.#bytes += found.body.length;
      if (this.#bytes > HTML_LIMITS.resourceBytes) throw beyond();
      const type = found.headers.get("content-type")?.split(";")[0]?.trim() ?? mimeType(url.pathname);
      return { type, bytes: found.body };
    } catch (error) {
      if (error instanceof SessionProblem) throw error;
      this.#refuseLate();
      this.#miss({ url: url.href.slice(0, 200), reason: reasonOf(error) });
      return undefined;
    }
  }

  #miss(failure: Failure): void {
    this.failures.push(failure);
    this.#rules.onMissing?.(failure);
  }

  async #follow(first: URL, accept: string): Promise<{ found: Fetched; url: URL }> {
    const { userAgent } = this.#options;
    this.#credentials ??= new Credentials(this.#source.url, this.#options);
    const credentials = this.#credentials;
    const language = { "accept-language": acceptLanguageHeader(this.#options) };
    const agent = userAgent === undefined ? {} : { "user-agent": userAgent };
    const ask = (url: URL) => {
      const headers = { accept, ...language, ...agent, ...credentials.headersFor(url) };
      return fetchOnce(url, { method: "GET", headers }, this.#rules, this.#signal);
    };
    const endless = `The address redirects more than ${MAX_REDIRECTS} times, or to nowhere.`;
    const refuse = () => new HtmlProblem("unreachable", endless, { field: "url" });
    const { answer: found, url } = await followRedirects(first, ask, refuse);
    return { found, url };
  }

  #refuseLate(): void {
    if (this.#signal.aborted) throw new SessionProblem("What the page consists of did not come in time");
  }
}

function beyond(): SessionProblem {
  return new SessionProblem("The page consists of more than can be gathered without a browser session");
}

function dataResource(href: string): Resource | undefined {
  const comma = href.indexOf(",");
  const head = href.slice("data:".length, Math.max(0, comma));
  const data = comma < 0 ? "" : href.slice(comma + 1);
  const type = head.split(";", 1)[0] ?? "";
  const base64 = /;base64$/i.test(head);
  const plain = Buffer.from(
    data.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
  return { type, bytes: base64 ? Buffer.from(plain.toString("latin1"), "base64") : plain };
}
