import { IntakeProblem } from "../../../intake/intake-problem.ts";
import { isRedirect } from "../../../intake/outbound/outbound.ts";
import type { HtmlOptions } from "../../fields/options.ts";
import { HTML_LIMITS } from "../../html-limits.ts";
import { HtmlProblem } from "../../html-problem.ts";
import { assetAt, mimeType } from "../../resources/assets.ts";
import { withCharset } from "../../resources/charset.ts";
import type { Credentials } from "../../resources/credentials.ts";
import {
  type Fetched,
  fetchOnce,
  type NetworkRules,
  openSocket,
  reasonOf,
  unreachable,
} from "../../resources/fetching.ts";
import { type HtmlSource, isPdf, OWN_ORIGIN } from "../../resources/html-source.ts";
import { type MarkdownAnswer, markdownAnswer } from "../../resources/markdown-answer.ts";
import type { Failure } from "../../resources/page-faults.ts";
import { admitDocument, transferredBytes } from "../../resources/page-response.ts";
import { PAGED } from "../../resources/paged-words.ts";
import { plainHosts } from "../../resources/plain-hosts.ts";
import { isIn, mayRunScripts } from "../../resources/scripts.ts";
import { Turnstile } from "../../resources/turnstile.ts";
import type { Cdp } from "../cdp.ts";
import { DROPPED_HEADERS, HTTPS_WITHIN, NO_SOCKETS, SANDBOX, type Sealing } from "../lockdown.ts";
import { MORE } from "./channels-script.ts";
import { PageChannels } from "./page-channels.ts";
import {
  type ChannelRequest,
  channelRequest,
  headerOf,
  isFile,
  outgoingRequest,
  type PausedRequest,
  sentBody,
  socketRequest,
  takesParts,
  wantsEvents,
} from "./paused-request.ts";
import { RequestMemory } from "./request-memory.ts";

export interface PageRequestRules extends NetworkRules {
  network: "public" | "none";
  failOnHttpStatus: HtmlOptions["failOnHttpStatus"];
  credentials: Credentials;
}

const MAX_FAILURES = 200;
/** How long what a script fetches may take before the script is given what has come of it. */
const STREAM_MS = 500;
/** Memory of a waiting request: the browser's message about it, as text and as objects. */
const PAUSED_BYTES = 16 * 1024;
/** A body is written as base64, a third longer than itself. Two such texts are held at a time: see `withBase64`. */
const ANSWER_COPIES = 8 / 3;
/** Requests that hold more than this go one at a time. */
const LARGE_BYTES = 2 * 1024 * 1024;
const BLANK = new TextEncoder().encode(" ");

/** Answers every request of one page. The browser asks nobody else. */
export class PageNetwork {
  inFlight = 0;
  /** Time of the last request or answer, for telling that the network is quiet. */
  lastActivity = Date.now();
  /** Bytes of the main document as transferred. */
  documentBytes = 0;
  /**
   * Whether a document of the main frame has scripts, handlers or frames. Only then can its content change by itself.
   */
  active = false;
  /** Whether a document, style sheet or script speaks of what only `src/html/paged` can print. */
  paged = false;
  /** While style sheets are read, the browser asks once more for what it has loaded. */
  rereading = false;
  /** Why the conversion must be refused; set when a request shows it. */
  problem: HtmlProblem | undefined;
  /** What the page asked for and did not get. */
  readonly failures: Failure[] = [];
  readonly #cdp: Cdp;
  readonly #source: HtmlSource;
  readonly #mainFrame: string;
  readonly #rules: PageRequestRules;
  /** How the page is kept from the network that is not answered here. */
  readonly sealing: Sealing;
  readonly #signal: AbortSignal;
  readonly #answering = new Turnstile(HTML_LIMITS.requestsAtOnce);
  readonly #large = new Turnstile(1);
  /** Hosts that the document's own text names by http. */
  #plainHosts: ReadonlySet<string> | undefined;
  /** Files that the page loads and that are not there. */
  readonly #notFound = new Set<string>();
  /** Style sheets of a page that is `paged`, by address. */
  readonly #sheets = new Map<string, Fetched>();
  readonly #channels: PageChannels;
  #requests = 0;
  #sendingRequests = 0;
  #bytes = 0;
  #documentAnswered = false;

  /** Whether the browser asked for anything at all. */
  get asked(): boolean {
    return this.#requests > 0;
  }

  /** What the page's address has given, if that was Markdown. */
  markdown: MarkdownAnswer | undefined;

  /** Whether the page's address has given a document, or been refused. */
  get documentAnswered(): boolean {
    return this.#documentAnswered;
  }

  constructor(
    cdp: Cdp,
    page: { source: HtmlSource; mainFrame: string; sealing: Sealing },
    rules: PageRequestRules,
    signal: AbortSignal,
  ) {
    this.#cdp = cdp;
    this.#source = page.source;
    this.#mainFrame = page.mainFrame;
    this.sealing = page.sealing;
    this.#rules = rules;
    this.#signal = signal;
    this.#channels = new PageChannels({
      memory: rules.memory,
      signal,
      countBytes: (bytes) => this.#countBytes(bytes),
      onFault: (url, error) => this.#noteFault(url, error),
    });
  }

  async answer(paused: PausedRequest, sessionId: string | undefined): Promise<void> {
    const { url } = paused.request;
    const channel = channelRequest(paused);
    if (!/^https?:/i.test(url)) {
      // The browser itself answers data:, blob: and about:. Pages need no other schemes.
      const inside = /^(data|blob|about):/i.test(url);
      if (inside) this.#cdp.post("Fetch.continueRequest", { requestId: paused.requestId }, sessionId);
      else this.#fail(paused, sessionId);
      return;
    }
    // It also asks for the document, which nobody reads.
    if (this.#isOwnUpgrade(paused) || (this.rereading && paused.resourceType === "Other")) {
      this.#cdp.post("Fetch.failRequest", { requestId: paused.requestId, errorReason: "ConnectionFailed" }, sessionId);
      return;
    }
    // For the next piece of a socket or a stream a page always waits.
    const isWaiting = channel?.what === "next";
    if (!isWaiting) {
      this.inFlight++;
      this.lastActivity = Date.now();
    }
    const holding = new RequestMemory(this.#rules.memory, this.#large, LARGE_BYTES);
    let leave = () => {};
    try {
      await holding.grow(PAUSED_BYTES);
      if (!isWaiting) leave = await this.#answering.enter();
      if (this.problem) throw this.problem;
      if (channel) await this.#serveChannel(paused, new URL(url), channel, sessionId, holding);
      else await this.#serve(paused, new URL(url), sessionId, holding);
    } catch (error) {
      this.#refuse(paused, sessionId, error);
    } finally {
      leave();
      holding.close();
      if (!isWaiting) this.inFlight--;
      this.lastActivity = Date.now();
    }
  }

  #countRequest(): void {
    if (++this.#requests <= HTML_LIMITS.requests) return;
    this.problem ??= new HtmlProblem("too-large", `The page makes more than ${HTML_LIMITS.requests} requests.`);
    throw this.problem;
  }

  /** What the page asks of its sockets and streams. Its other side is asked as a socket asks: any page may be. */
  async #serveChannel(
    paused: PausedRequest,
    url: URL,
    channel: ChannelRequest,
    sessionId: string | undefined,
    holding: RequestMemory,
  ): Promise<void> {
    let answer: Fetched;
    if (channel.what === "open") {
      this.#countRequest();
      if (this.#rules.network === "none") throw new Error("The network is off");
      let headers = new Headers();
      const id = await this.#channels.keepSocket(asSocket(url), async () => {
        const opened = await this.#eitherWay(url, (at) =>
          openSocket(at, socketRequest(paused, at, this.#rules.credentials), this.#rules, this.#signal),
        );
        headers = opened.headers;
        return opened.socket;
      });
      const body = Buffer.from(JSON.stringify({ id, protocol: headers.get("sec-websocket-protocol") ?? "" }));
      answer = found(200, "application/json", body);
      for (const cookie of headers.getSetCookie()) answer.headers.append("set-cookie", cookie);
    } else answer = await this.#channels.serve(channel, sentBody(paused.request.postDataEntries ?? []));
    // Sockets know no permission of the other side, and the rest of a stream had it when it began.
    answer.headers.set("access-control-allow-origin", headerOf(paused, "origin") || "*");
    answer.headers.set("access-control-allow-credentials", "true");
    await holding.grow(answer.body.length);
    await this.#fulfil(paused, answer, sessionId, holding);
  }

  async #serve(paused: PausedRequest, url: URL, sessionId: string | undefined, holding: RequestMemory): Promise<void> {
    const main = this.#isMain(paused);
    const sheet = this.rereading ? this.#sheets.get(url.href) : undefined;
    if (sheet) return this.#fulfil(paused, sheet, sessionId, holding);
    this.#countRequest();
    const local = (await this.#own(url, main)) ?? this.#local(paused, url, main);
    if (local) {
      this.#countBytes(local.body.length);
      if (main) this.#documentAnswered = true;
      if (local.status >= 400) this.#noteFailure(url, `HTTP ${local.status}`, local.status);
      return this.#fulfil(paused, local, sessionId, holding);
    }
    // The browser's own EventSource, which no page has, would wait for the end.
    if (wantsEvents(paused) && !takesParts(paused)) throw new Error("Event streams are not loaded");
    if (this.#rules.network === "none" && !(main && !this.#documentAnswered)) throw new Error("The network is off");
    if (!/^(GET|HEAD)$/.test(paused.request.method) && ++this.#sendingRequests > HTML_LIMITS.sendingRequests) {
      throw new Error(`More than ${HTML_LIMITS.sendingRequests} requests that are not GET`);
    }
    const rules = { ...this.#rules, memory: holding };
    if (this.#notFound.has(url.href) && isFile(paused)) {
      return this.#fulfil(paused, found(404, "text/plain", new Uint8Array()), sessionId, holding);
    }
    const fetched = await this.#fetch(paused, url, rules);
    this.#countBytes(fetched.body.length);
    if (fetched.rest) {
      fetched.headers = new Headers(fetched.headers);
      fetched.headers.set(MORE, this.#channels.keepRest(fetched.rest));
      fetched.headers.append("access-control-expose-headers", MORE);
    }
    if (fetched.status === 404 && isFile(paused)) this.#notFound.add(url.href);
    const elsewhere = isRedirect(fetched.status) && fetched.headers.has("location");
    if (main && !this.#documentAnswered && !elsewhere) {
      this.#documentAnswered = true;
      this.documentBytes = transferredBytes(fetched);
      // A PDF is joined with the pages of others, and stays.
      if (isPdf(fetched.body)) await this.#rules.memory?.grow(fetched.body.length);
      admitDocument(fetched, this.#rules.failOnHttpStatus);
      this.markdown = await markdownAnswer(fetched, url, this.#source, holding);
      if (this.markdown) return this.#fulfil(paused, this.markdown, sessionId, holding);
    } else if (fetched.status >= 300 && !elsewhere && fetched.status !== 304)
      this.#noteFailure(this.#asWritten(url) ?? url, `HTTP ${fetched.status}`, fetched.status);
    await this.#fulfil(paused, fetched, sessionId, holding);
  }

  #countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= HTML_LIMITS.totalBytes) return;
    this.problem ??= new HtmlProblem("too-large", `The page loads more than ${HTML_LIMITS.totalBytes} bytes.`);
    throw this.problem;
  }

  /**
   * The document or one of its assets, where the service has it and need not fetch it. Any other address on the
   * document's own origin is answered with 404.
   */
  #local(paused: PausedRequest, url: URL, main: boolean): Fetched | undefined {
    if (url.pathname === "/favicon.ico") return found(404, "text/plain", new Uint8Array());
    if (this.#source.kind !== "local") return undefined;
    if (main && sameDocument(url, this.#source.url) && paused.request.method === "GET") {
      return found(200, this.#source.type, this.#source.bytes);
    }
    const asset = assetAt(url, this.#source);
    if (asset) return found(200, asset.type ?? mimeType(asset.name), asset.bytes);
    if (url.origin !== OWN_ORIGIN) return undefined;
    // Going there would replace the document by the browser's error page.
    if (main && this.#documentAnswered) throw new Error("HTTP 404");
    return found(404, "text/plain", new Uint8Array());
  }

  /** What a page of the service's own asks of it. */
  async #own(url: URL, main: boolean): Promise<Fetched | undefined> {
    if (main || this.#source.kind !== "local" || url.origin !== OWN_ORIGIN) return undefined;
    const own = await this.#source.more?.(url.pathname);
    return own && found(200, own.type ?? mimeType(url.pathname), own.bytes);
  }

  #fetch(paused: PausedRequest, url: URL, rules: NetworkRules): Promise<Fetched> {
    // What scripts fetch may have no end. They are given what has come, and ask for the rest.
    const isStream = takesParts(paused) && !this.#channels.isFull;
    const patience = isStream ? (wantsEvents(paused) ? 0 : STREAM_MS) : undefined;
    const ask = (at: URL) =>
      fetchOnce(at, outgoingRequest(paused, at, this.#rules.credentials), rules, this.#signal, patience);
    return this.#eitherWay(url, ask, ({ status, body, rest }) => {
      if (status < 400) return false;
      rules.memory?.shrink(body.length);
      rest?.cancel();
      return true;
    });
  }

  /** The browser asks by https for what the document names by http. Where https fails, http is tried. */
  async #eitherWay<T>(url: URL, ask: (url: URL) => Promise<T>, isRefused = (_: T) => false): Promise<T> {
    const plain = this.#asWritten(url);
    try {
      const answer = await ask(url);
      if (plain === undefined || !isRefused(answer)) return answer;
    } catch (error) {
      if (plain === undefined || this.#signal.aborted || (error instanceof IntakeProblem && error.kind === "busy"))
        throw error;
    }
    return ask(plain);
  }

  #asWritten(url: URL): URL | undefined {
    const source = this.#source;
    if (source.kind !== "local" || source.based || url.protocol !== "https:") return undefined;
    this.#plainHosts ??= plainHosts(source.bytes);
    return this.#plainHosts.has(url.host) ? new URL(url.href.replace("https:", "http:")) : undefined;
  }

  async #fulfil(paused: PausedRequest, fetched: Fetched, sessionId: string | undefined, holding: RequestMemory) {
    const responseHeaders: { name: string; value: string }[] = [];
    fetched.headers.forEach((value, name) => {
      let said = value;
      // A page asks for its sockets by http: what it may reach by the one, it may reach by the other.
      if (name === "content-security-policy") said = value.replace(/\bws(s?:\S*)/g, "ws$1 http$1");
      else if (name === "content-type" && paused.resourceType === "Document") said = withCharset(value, fetched.body);
      if (!DROPPED_HEADERS.has(name)) responseHeaders.push({ name, value: said });
    });
    for (const value of fetched.headers.getSetCookie()) responseHeaders.push({ name: "set-cookie", value });
    if (this.sealing === "interception") responseHeaders.push({ name: "content-security-policy", value: NO_SOCKETS });
    if (paused.resourceType === "Document" && !isRedirect(fetched.status)) {
      if (this.#isMain(paused)) this.active ||= mayRunScripts(fetched.body, fetched.headers.get("content-type") ?? "");
      responseHeaders.push({ name: "content-security-policy", value: SANDBOX });
      responseHeaders.push({ name: "x-dns-prefetch-control", value: "off" });
      if (new URL(paused.request.url).origin === OWN_ORIGIN)
        responseHeaders.push({ name: "content-security-policy", value: HTTPS_WITHIN });
    }
    if (/^(Document|Stylesheet|Script)$/.test(paused.resourceType)) this.paged ||= isIn(PAGED, fetched.body);
    if (this.paged && paused.resourceType === "Stylesheet" && !this.rereading) {
      await this.#rules.memory?.grow(fetched.body.length);
      this.#sheets.set(paused.request.url, fetched);
    }
    // For an error with an empty body the browser would show its own page.
    const silent = paused.resourceType === "Document" && fetched.status >= 400 && fetched.body.length === 0;
    const body = silent ? BLANK : fetched.body;
    const own = this.#source.kind === "local" && body === this.#source.bytes ? this.#source.textBytes : 0;
    await holding.grow(Math.ceil(body.length * ANSWER_COPIES) - (own ?? 0));
    const answer = { requestId: paused.requestId, responseCode: fetched.status, responseHeaders };
    await this.#cdp.sendBody("Fetch.fulfillRequest", answer, body, sessionId);
  }

  #refuse(paused: PausedRequest, sessionId: string | undefined, error: unknown): void {
    const url = new URL(paused.request.url);
    this.#noteFault(channelRequest(paused) ? asSocket(url) : (this.#asWritten(url) ?? url), error);
    if (this.#isMain(paused) && (!this.#documentAnswered || error instanceof HtmlProblem))
      this.problem ??= unreachable(error);
    this.#fail(paused, sessionId);
  }

  /** An aborted navigation keeps the document; any other error would replace it by the browser's error page. */
  #fail(paused: PausedRequest, sessionId: string | undefined): void {
    const errorReason = paused.resourceType === "Document" ? "Aborted" : "AccessDenied";
    this.#cdp.post("Fetch.failRequest", { requestId: paused.requestId, errorReason }, sessionId);
  }

  /**
   * Chromium tries https where http was asked for, and falls back to http when that fails. The client asked for http.
   */
  #isOwnUpgrade(paused: PausedRequest): boolean {
    const { url: own } = this.#source;
    if (this.#documentAnswered || own.protocol !== "http:" || !this.#isMain(paused)) return false;
    const url = new URL(paused.request.url);
    return url.protocol === "https:" && this.#requests === 0 && sameDocument(url, own);
  }

  #isMain(paused: PausedRequest): boolean {
    return paused.resourceType === "Document" && paused.frameId === this.#mainFrame;
  }

  /** Tells the client what its page may lack. */
  noteMissing(what: string, reason: string): void {
    this.#rules.onMissing?.({ url: what, reason });
  }

  #noteFault(url: URL, error: unknown): void {
    // When the service has no room for a resource, the page would be printed without it.
    if (error instanceof IntakeProblem && error.kind === "busy")
      this.problem ??= new HtmlProblem("busy", error.message, { retryAfter: error.retryAfter ?? 2, cause: error });
    // A page that is being closed misses nothing.
    if (!this.#signal.aborted) this.#noteFailure(url, reasonOf(error));
  }

  #noteFailure(url: URL, reason: string, status?: number): void {
    if (url.pathname === "/favicon.ico") return;
    const failure = { url: url.href.slice(0, 200), reason, ...(status === undefined ? {} : { status }) };
    this.#rules.onMissing?.(failure);
    if (this.failures.length < MAX_FAILURES) this.failures.push(failure);
  }
}

function found(status: number, type: string, body: Uint8Array): Fetched {
  return { status, headers: new Headers({ "content-type": type, "access-control-allow-origin": "*" }), body };
}

/** The address as the page wrote it. */
function asSocket(url: URL): URL {
  return new URL(url.href.replace("http", "ws"));
}

function sameDocument(a: URL, b: URL): boolean {
  return a.host === b.host && a.pathname === b.pathname && a.search === b.search;
}
