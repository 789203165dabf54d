import { pause } from "../../platform/pause.ts";
import { withinTime } from "../../platform/within-time.ts";
import { makeSpare, sweep } from "../browser/blank.ts";
import { Cdp, CdpError } from "../browser/cdp.ts";
import { openPage, type Page } from "../browser/page/page.ts";
import type { Lease, LeaseState } from "../browser/pool/lease.ts";
import { connect, endSession } from "../browser/pool/platform.ts";
import type { HtmlOptions } from "../fields/options.ts";
import type { PoolLimits } from "../html-limits.ts";
import { HtmlProblem, PageCrash, SessionProblem } from "../html-problem.ts";
import { type MarkdownPage, withMargins } from "../markdown/markdown.ts";
import { Credentials } from "../resources/credentials.ts";
import { type NetworkRules, unanswered } from "../resources/fetching.ts";
import type { HtmlSource } from "../resources/html-source.ts";
import { refuseFaults } from "../resources/page-faults.ts";
import type { Bookmark } from "../resources/printed-places.ts";
import { watchDom } from "./bounds.ts";
import { print, sayLanguages } from "./print.ts";
import { type Attempt, type BrowserUse, inSomeBrowser } from "./some-browser.ts";
import { timedOut } from "./timed-out.ts";
import { waitForQuiet } from "./wait-for-quiet.ts";

/** How many times a page may navigate away while it is being printed. */
const MAX_DOCUMENTS = 3;

export interface RenderContext extends BrowserUse {
  network: NetworkRules;
  /** Called with the time for which a place in a browser was held. */
  onBrowserTime?: ((milliseconds: number) => void) | undefined;
  /** The tags must say more than browsers do by themselves. */
  isForReaders?: boolean | undefined;
}

/** Makes something of the page once it is as the request wants it: by default a PDF. */
export type Make = (page: Page, options: HtmlOptions, network: NetworkRules) => Promise<Uint8Array[]>;

export interface BrowserRendering {
  /** What was made, in pieces. */
  pieces: Uint8Array[];
  /** Bytes of the main document as transferred, for an address. */
  documentBytes: number;
  /** What the document says about itself. */
  information?: MarkdownPage["information"];
  /** Whether the language that the PDF names is the browser's own. */
  hasNoLanguage: boolean | undefined;
  /** Whether it may have names of places that are ours. */
  isPaged: boolean;
  /** The outline, where style sheets say what is in it. */
  bookmarks: readonly Bookmark[] | undefined;
  method: "browser-shared-session" | "browser-new-session";
}

/** Renders in one browser after the other, until one has done it. */
export function renderInBrowser(
  source: HtmlSource,
  options: HtmlOptions,
  context: RenderContext,
  make: Make = print,
): Promise<BrowserRendering> {
  return inSomeBrowser(options, context, (lease, attempt) =>
    renderOnce(lease, source, options, context, { attempt, make }),
  );
}

/** One that is there too late is closed. */
async function socketOf(
  { sessionId }: Lease,
  { binding, pool }: RenderContext,
  attempt: Attempt,
  alarm: Promise<never>,
): Promise<WebSocket> {
  const connecting = connect(binding, sessionId, atMost(pool.limits.connectMs, attempt));
  return await Promise.race([connecting, alarm]).catch((error: unknown) => {
    connecting.then((late) => late.close()).catch(() => {});
    throw error;
  });
}

async function renderOnce(
  lease: Lease,
  source: HtmlSource,
  options: HtmlOptions,
  context: RenderContext,
  { attempt, make }: { attempt: Attempt; make: Make },
): Promise<BrowserRendering | undefined> {
  const ending = new AbortController();
  const began = Date.now();
  const { limits } = context.pool;
  let cdp: Cdp | undefined;
  let page: Page | undefined;
  let state: LeaseState = "well";
  try {
    return await bounded(
      async (alarm) => {
        const connection = new Cdp(await socketOf(lease, context, attempt, alarm), context.network.memory);
        cdp = connection;
        const answering = watchBrowser(connection, limits.silenceMs, ending.signal);
        const race = <T>(work: Promise<T>) => Promise.race([work, alarm, connection.lost, answering]);
        const { network, failOnHttpStatus } = options;
        const credentials = new Credentials(source.url, options);
        const rules = { ...context.network, network, failOnHttpStatus, credentials };
        const opening = openPage(connection, source, options, rules, ending.signal, lease);
        const openMs = atMost(limits.openMs, attempt);
        // A browser that answers may only be slow to open the page, under load.
        const late = () => new SessionProblem(`The browser opened no page in ${Math.round(openMs)} ms`, { lost: true });
        const opened = await race(withinTime(opening, openMs, late));
        page = opened.page;
        if (opened.inUse > limits.rendersOfAll) {
          state = "full";
          return undefined;
        }
        const pieces = await Promise.race([
          race(work(page, source, options, context, { attempt, make })),
          page.lost,
          watchDom(page, ending.signal),
        ]);
        return {
          pieces,
          documentBytes: page.network.documentBytes,
          information: page.network.markdown?.information ?? page.information,
          hasNoLanguage: page.hasNoLanguage,
          ...{ isPaged: page.network.paged, bookmarks: page.bookmarks },
          method: lease.launched ? "browser-new-session" : "browser-shared-session",
        };
      },
      { attempt, options, signal: context.signal },
    );
  } catch (error) {
    if (error instanceof SessionProblem) state = whatBecame(error, page !== undefined);
    const silent = source.kind === "url" && page?.network.documentAnswered === false;
    if (silent && error instanceof HtmlProblem && error.kind === "timeout") throw unanswered(options.timeout);
    throw page?.network.problem ?? asProblem(error);
  } finally {
    ending.abort();
    spent(context, Date.now() - began);
    context.waitUntil(afterRender(cdp, page, lease, state, context));
  }
}

/** Counts time in browsers against the key's share, and for the operator. */
export function spent({ onBrowserTime, notes }: RenderContext, milliseconds: number): void {
  onBrowserTime?.(milliseconds);
  if (notes) notes.browserMs += milliseconds;
}

/**
 * A crashed page need not mean a broken browser. A browser may refuse a command for this request alone, and others
 * render in it, so it is not ended.
 */
function whatBecame(problem: SessionProblem, opened: boolean): LeaseState {
  if (problem.dead) return "dead";
  if (problem.limited) return "full";
  return problem.lost || !(opened || problem instanceof PageCrash) ? "doubtful" : "well";
}

/** A part of the remaining time, so that another browser can be tried. */
function atMost(ms: number, { deadline }: Attempt): number {
  return Math.min(ms, Math.max((deadline - Date.now()) / 2, ms / 4));
}

async function work(
  page: Page,
  source: HtmlSource,
  options: HtmlOptions,
  context: RenderContext,
  { attempt, make }: { attempt: Attempt; make: Make },
): Promise<Uint8Array[]> {
  attempt.phase = "waiting";
  attempt.nodes = page.counted;
  const { errorText } = await page.send<{ errorText?: string }>("Page.navigate", { url: source.url.href });
  if (page.network.problem) throw page.network.problem;
  if (errorText) throw notShown(source, page, errorText);
  // When a page navigates just as it is printed, the next page would be printed half loaded.
  for (let left = MAX_DOCUMENTS; ; left--) {
    attempt.phase = "waiting";
    await waitForQuiet(page, options);
    if (page.network.problem) throw page.network.problem;
    refuseFaults({ consoleErrors: page.consoleErrors, failures: page.network.failures }, options);
    const documents = page.documents();
    const moved = () => left > 0 && page.documents() !== documents;
    attempt.phase = "printing";
    if (context.isForReaders) await sayLanguages(page);
    const pieces = await make(page, page.network.markdown ? withMargins(options) : options, context.network).catch(
      (error) => {
        if (error instanceof CdpError && moved()) return undefined;
        throw error;
      },
    );
    if (page.network.problem) throw page.network.problem;
    if (pieces && !moved()) return pieces;
    context.network.memory?.shrink((pieces ?? []).reduce((sum, piece) => sum + piece.length, 0));
  }
}

/** Chromium refuses some addresses itself, before any request. */
const BAD_ADDRESS = /ERR_(UNSAFE_PORT|INVALID_URL|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME)/;

/** A browser that requested nothing was prevented from it: the address is not at fault, least of all one of our own. */
function notShown(source: HtmlSource, page: Page, errorText: string): Error {
  if (source.kind === "local" || !(page.network.asked || BAD_ADDRESS.test(errorText))) {
    return new SessionProblem(`The platform lets no page be opened at this address (${errorText})`, { refused: true });
  }
  return new HtmlProblem("unreachable", `The page could not be loaded (${errorText}).`, { field: "url" });
}

/** Runs work that must end with the request's time, whatever the page does. */
async function bounded<T>(
  action: (alarm: Promise<never>) => Promise<T>,
  bounds: { attempt: Attempt; options: HtmlOptions; signal: AbortSignal },
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = () => {};
  const alarm = new Promise<never>((_, reject) => {
    const ring = () => reject(timedOut(bounds.options, bounds.attempt.phase, bounds.attempt.nodes?.()));
    timer = setTimeout(ring, Math.max(0, bounds.attempt.deadline - Date.now()));
    onAbort = () => reject(new HtmlProblem("failed", "The client went away."));
    if (bounds.signal.aborted) onAbort();
    bounds.signal.addEventListener("abort", onAbort);
  });
  try {
    return await action(alarm);
  } finally {
    clearTimeout(timer);
    bounds.signal.removeEventListener("abort", onAbort);
  }
}

/** When the browser refuses a command during a render, the client is not at fault. */
function asProblem(error: unknown): unknown {
  return error instanceof CdpError ? new SessionProblem(error.message, { cause: error }) : error;
}

const BEAT_MS = 500;

/**
 * Rejects when the browser has not answered for that long; never resolves. The browser's own process is asked, not the
 * page's, so an endless script does not block it. Beats are counted, not time: an isolate that was busy has not heard
 * the answers.
 */
function watchBrowser(cdp: Cdp, silenceMs: number, signal: AbortSignal): Promise<never> {
  return new Promise<never>((_, reject) => {
    let unanswered = 0;
    const timer = setInterval(() => {
      if (unanswered * BEAT_MS >= silenceMs) {
        clearInterval(timer);
        reject(new SessionProblem(`The browser did not answer for ${silenceMs} ms`, { dead: true }));
        return;
      }
      // One question at a time, so that a browser that wakes up does not find a queue of them.
      if (unanswered++ > 0) return;
      cdp.send("Browser.getVersion").then(
        () => {
          unanswered = 0;
        },
        (error) => {
          // A refusal is an answer. The loss of the connection is reported elsewhere.
          if (error instanceof CdpError) unanswered = 0;
        },
      );
    }, BEAT_MS);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  });
}

const LEAVE_MS = 5_000;
const PROVIDE_MS = 20_000;

/** Runs after the answer: closes the context with everything in it, and prepares for the next request. */
export async function afterRender(
  cdp: Cdp | undefined,
  page: Page | undefined,
  lease: Lease,
  state: LeaseState,
  { binding, ledger, pool: { limits } }: Pick<BrowserUse, "binding" | "ledger" | "pool">,
): Promise<void> {
  try {
    if (cdp?.flooded && lease.sealing === "proxy") {
      // More of the page's messages are on their way, and each would be held whole. The connection is closed before
      // they arrive. Behind its proxy the page reaches nothing without it.
      cdp.close();
      cdp = new Cdp(await connect(binding, lease.sessionId, limits.connectMs));
    }
    if (state !== "dead" && page) await within(LEAVE_MS, page.dispose(cdp));
    // A spare that was taken and never opened. Any other page ends with the connection.
    else if (lease.spare) cdp?.post("Target.disposeBrowserContext", { browserContextId: lease.spare.browserContextId });
  } catch (error) {
    if (!(error instanceof SessionProblem || error instanceof CdpError)) throw error;
    // A platform that takes no further connection says nothing about the browser.
    if (error instanceof SessionProblem && !error.limited) state = error.lost ? "doubtful" : "dead";
  }
  const givenUp = lease.release(state);
  try {
    if (cdp && page && state === "well") await within(PROVIDE_MS, provide(cdp, lease, limits));
    if (givenUp) {
      const ending = endSession(binding, lease.sessionId, limits.connectMs);
      await Promise.all([ending, within(LEAVE_MS, ledger.gone([lease.sessionId]))]);
    }
  } catch (error) {
    // Errors are ignored: the next request finds out what is wrong with the browser, and the platform's list tells when
    // it is gone.
    if (!(givenUp || error instanceof SessionProblem || error instanceof CdpError)) throw error;
  } finally {
    cdp?.close();
  }
}

/** The most time for cleaning up. */
function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, pause(ms)]);
}

/** Makes pages for later requests, so that they need not wait for a page's process to start. */
async function provide(cdp: Cdp, lease: Lease, limits: PoolLimits): Promise<void> {
  const { sealing } = lease;
  if (!sealing) return;
  let waiting: number | undefined;
  await lease.stock(async () => {
    waiting ??= await sweep(cdp);
    if (waiting++ >= limits.sparesOfAll) return undefined;
    return makeSpare(cdp, sealing, limits.keepAliveMs);
  });
}
