import type { BrowserWorker } from "@cloudflare/puppeteer";
import { makeSpare, sweep } from "./blank.ts";
import { watchDom } from "./bounds.ts";
import { Cdp, CdpError } from "./cdp.ts";
import { Credentials } from "./credentials.ts";
import { refuseFaults } from "./faults.ts";
import { type NetworkRules, unanswered } from "./fetching.ts";
import { POOL_LIMITS } from "./limits.ts";
import type { HtmlOptions } from "./options.ts";
import { openPage, type Page } from "./page.ts";
import { print } from "./print.ts";
import { HtmlProblem, PageCrash, SessionProblem } from "./problem.ts";
import { type BrowserPool, connect, type Lease } from "./sessions.ts";
import { settle } from "./settle.ts";
import type { HtmlSource } from "./source.ts";

/** So often a page may be replaced while it is printed, and is waited for again. */
const MOST_DOCUMENTS = 3;

export interface RenderContext {
  binding: BrowserWorker;
  pool: BrowserPool;
  network: NetworkRules;
  /** Ends with the client's connection. */
  signal: AbortSignal;
  /** Keeps the Worker alive for cleaning up after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

export interface BrowserRendering {
  /** The PDF in pieces. */
  pieces: Uint8Array[];
  /** Bytes of the main document as transferred, for an address. */
  documentBytes: number;
  method: "browser-shared-session" | "browser-new-session";
}

/** Renders in a browser; what goes wrong with the browser itself is tried once more on another one, in the request's time. */
export async function renderInBrowser(
  source: HtmlSource,
  options: HtmlOptions,
  context: RenderContext,
): Promise<BrowserRendering> {
  const deadline = Date.now() + options.timeout;
  const avoid = new Set<string>();
  for (let attempt = 1; ; attempt++) {
    // Half of what is left is for waiting, so that the other half is there for rendering, here or by a fallback.
    const now = Date.now();
    const until = Math.min(now + (deadline - now) / 2, now + POOL_LIMITS.waitMs);
    let lease: Lease | undefined;
    try {
      lease = await context.pool.borrow(context.binding, { avoid, until });
      const rendering = await renderOnce(lease, source, options, context, deadline);
      if (rendering) return rendering;
      // Full of other isolates' renders: that was no attempt.
      attempt--;
      avoid.add(lease.sessionId);
    } catch (error) {
      if (error instanceof PageCrash && attempt === 2) throw crashedTwice();
      if (!(error instanceof SessionProblem) || attempt === 2) throw error;
      // A platform that launches nothing at this time was waited for already.
      if (!lease && error.limited) throw error;
      if (lease) avoid.add(lease.sessionId);
      if (Date.now() >= deadline) throw timedOut(options);
    }
  }
}

async function renderOnce(
  lease: Lease,
  source: HtmlSource,
  options: HtmlOptions,
  context: RenderContext,
  deadline: number,
): Promise<BrowserRendering | undefined> {
  const ending = new AbortController();
  let cdp: Cdp | undefined;
  let page: Page | undefined;
  let state: "well" | "dead" | "full" = "well";
  try {
    return await bounded(
      async (alarm) => {
        cdp = new Cdp(await Promise.race([connect(context.binding, lease.sessionId), alarm]));
        const race = <T>(work: Promise<T>) => Promise.race([work, alarm, (cdp as Cdp).lost]);
        const rules = {
          ...context.network,
          network: options.network,
          failOnHttpStatus: options.failOnHttpStatus,
          credentials: new Credentials(source.url, options),
        };
        const opened = await race(openPage(cdp, source, options, rules, ending.signal, lease));
        page = opened.page;
        if (opened.inUse > POOL_LIMITS.rendersPerBrowser * 2) {
          state = "full";
          return undefined;
        }
        const pieces = await Promise.race([
          race(work(page, source, options, context)),
          page.lost,
          watchDom(page, ending.signal),
        ]);
        return {
          pieces,
          documentBytes: page.network.documentBytes,
          method: lease.launched ? "browser-new-session" : "browser-shared-session",
        };
      },
      { deadline, options, signal: context.signal },
    );
  } catch (error) {
    // A page that crashed or hung may have taken nothing else with it; a lost connection has lost the browser.
    if (error instanceof SessionProblem && !(page || error instanceof PageCrash)) state = "dead";
    const silent = source.kind === "url" && page?.network.documentAnswered === false;
    if (silent && error instanceof HtmlProblem && error.kind === "timeout") throw unanswered(options.timeout);
    throw page?.network.problem ?? asProblem(error);
  } finally {
    ending.abort();
    context.waitUntil(leave(cdp, page, lease, state));
  }
}

async function work(
  page: Page,
  source: HtmlSource,
  options: HtmlOptions,
  context: RenderContext,
): Promise<Uint8Array[]> {
  const { errorText } = await page.send<{ errorText?: string }>("Page.navigate", { url: source.url.href });
  if (page.network.problem) throw page.network.problem;
  if (errorText) throw new HtmlProblem("unreachable", `The page could not be loaded (${errorText}).`, { field: "url" });
  // A page that goes elsewhere just as it is printed would come out as the next one is half loaded.
  for (let left = MOST_DOCUMENTS; ; left--) {
    await settle(page, options);
    if (page.network.problem) throw page.network.problem;
    refuseFaults({ consoleErrors: page.consoleErrors, failures: page.network.failures }, options);
    const documents = page.documents();
    const moved = () => left > 0 && page.documents() !== documents;
    const pieces = await print(page, options, context.network).catch((error) => {
      if (error instanceof CdpError && moved()) return undefined;
      throw error;
    });
    if (page.network.problem) throw page.network.problem;
    if (pieces && !moved()) return pieces;
    context.network.memory?.shrink((pieces ?? []).reduce((sum, piece) => sum + piece.length, 0));
  }
}

/** Runs work that has to end with the request's time, whatever the page does. */
async function bounded<T>(
  action: (alarm: Promise<never>) => Promise<T>,
  bounds: { deadline: number; options: HtmlOptions; signal: AbortSignal },
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = () => {};
  const alarm = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut(bounds.options)), Math.max(0, bounds.deadline - Date.now()));
    onAbort = () => reject(new HtmlProblem("failed", "The client went away."));
    if (bounds.signal.aborted) onAbort();
    bounds.signal.addEventListener("abort", onAbort);
  });
  alarm.catch(() => {});
  try {
    return await action(alarm);
  } finally {
    clearTimeout(timer);
    bounds.signal.removeEventListener("abort", onAbort);
  }
}

function timedOut(options: HtmlOptions): HtmlProblem {
  return new HtmlProblem(
    "timeout",
    `The page was not ready within ${options.timeout} ms. A script may run without end, or what is waited for never comes.`,
    { field: "timeout" },
  );
}

function crashedTwice(): HtmlProblem {
  return new HtmlProblem("failed", "The page crashed the browser, twice. It may need more memory than a browser has.");
}

/** A command that the browser refused, in the middle of a render, is not the client's doing. */
function asProblem(error: unknown): unknown {
  return error instanceof CdpError ? new SessionProblem(error.message, { cause: error }) : error;
}

/** After the answer: the context goes with all it holds, and the next request is provided for. */
async function leave(
  cdp: Cdp | undefined,
  page: Page | undefined,
  lease: Lease,
  state: "well" | "dead" | "full",
): Promise<void> {
  try {
    if (page) await Promise.race([page.dispose(), new Promise((resolve) => setTimeout(resolve, 5_000))]);
    // One that was taken up, yet never opened. Any other goes with the connection.
    else if (lease.spare) cdp?.post("Target.disposeBrowserContext", { browserContextId: lease.spare.browserContextId });
  } catch (error) {
    if (!(error instanceof SessionProblem || error instanceof CdpError)) throw error;
    if (error instanceof SessionProblem) state = "dead";
  }
  lease.release(state);
  try {
    if (cdp && page && state === "well") await provide(cdp, lease);
  } catch (error) {
    // What is wrong with the browser is for the next request to find out.
    if (!(error instanceof SessionProblem || error instanceof CdpError)) throw error;
  } finally {
    cdp?.close();
  }
}

/** Pages for requests to come, so that these need not wait for a page's process to start. */
async function provide(cdp: Cdp, lease: Lease): Promise<void> {
  let waiting: number | undefined;
  await lease.stock(async () => {
    waiting ??= await sweep(cdp);
    if (waiting++ >= POOL_LIMITS.sparesOfAll) return undefined;
    return makeSpare(cdp, POOL_LIMITS.keepAliveMs);
  });
}
