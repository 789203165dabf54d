import { pause } from "../../platform/pause.ts";
import type { BorrowOptions, Lease } from "../browser/pool/lease.ts";
import type { Platform } from "../browser/pool/platform.ts";
import type { BrowserPool } from "../browser/pool/sessions.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { HtmlProblem, PageCrash, SessionProblem } from "../html-problem.ts";
import type { RenderingNotes } from "./rendering-notes.ts";
import { type Phase, timedOut } from "./timed-out.ts";

export interface BrowserUse extends Platform {
  pool: BrowserPool;
  /** Aborted when the client's connection ends. */
  signal: AbortSignal;
  /** Notes for the operator, which are not part of the answer. */
  notes?: RenderingNotes | undefined;
  /** Keeps the Worker alive for cleaning up after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** One try in one browser. */
export interface Attempt {
  deadline: number;
  phase: Phase;
  /** How many nodes the page that is printed holds. */
  nodes?: () => number;
}

/** Limits for one request. */
const MAX_REFUSALS = 3;
const MAX_CRASHES = 2;
const MAX_LOST = 4;
const MAX_FAULTS = 2;

/**
 * Renders in a browser. After a browser's own fault (it died, or does not answer) the next one is tried as long as
 * there is time. A fault that the page may have caused, or that any browser may have, is tried only a few times.
 * `render` returns nothing when the browser turned out to be full.
 */
export async function inSomeBrowser<T>(
  options: Pick<HtmlOptions, "timeout" | "tagged" | "outline">,
  context: BrowserUse,
  render: (lease: Lease, attempt: Attempt) => Promise<T | undefined>,
): Promise<T> {
  const deadline = Date.now() + options.timeout;
  const avoid = new Set<string>();
  const failed = { refusals: 0, crashes: 0, lost: 0, faults: 0 };
  for (;;) {
    // Half of the remaining time is for waiting, the other half for rendering, here or by a fallback.
    const now = Date.now();
    const until = Math.min(now + (deadline - now) / 2, now + context.pool.limits.waitMs);
    const attempt: Attempt = { deadline, phase: "opening" };
    let lease: Lease | undefined;
    try {
      lease = await borrow(context, { avoid, until, wary: avoid.size > 0 });
      const rendering = render(lease, attempt);
      // When the client goes away the runtime may end the request; the browser's place must still be given back.
      context.waitUntil(rendering.catch(() => {}));
      const rendered = await rendering;
      if (rendered) {
        if (context.notes) context.notes.sealing = lease.sealing;
        return rendered;
      }
      // Full of other isolates' renders: this does not count as an attempt.
      avoid.add(lease.sessionId);
    } catch (error) {
      if (!(error instanceof SessionProblem)) throw error;
      context.notes?.problem(error.message);
      if (error instanceof PageCrash) {
        if (++failed.crashes === MAX_CRASHES) throw crashedTwice();
      } else if (!lease) {
        // The request has already waited for a platform that launches nothing now.
        if (error.limited || ++failed.refusals === MAX_REFUSALS) throw error;
        await pause(context.pool.limits.pauseMs * failed.refusals);
      } else if (error.dead || error.lost) {
        // The page was not loaded yet, so it is not at fault.
        if (attempt.phase !== "opening" && ++failed.lost === MAX_LOST) throw error;
      } else if (error.refused || (!error.limited && ++failed.faults === MAX_FAULTS)) throw error;
      if (lease) avoid.add(lease.sessionId);
      if (Date.now() >= deadline) throw timedOut(options, attempt.phase, attempt.nodes?.());
    }
  }
}

/** Gets a place in a browser. The waiting time is noted even when there is none. */
async function borrow(
  { pool, signal, waitUntil, notes, ...platform }: BrowserUse,
  wanted: Pick<BorrowOptions, "avoid" | "until" | "wary">,
): Promise<Lease> {
  const began = Date.now();
  try {
    const lease = await pool.borrow(platform, { ...wanted, signal, waitUntil });
    if (lease.launched && notes) notes.launches++;
    return lease;
  } finally {
    if (notes) notes.waitedMs += Date.now() - began;
  }
}

function crashedTwice(): HtmlProblem {
  return new HtmlProblem("too-large", "The page crashed the browser, twice: it may need more memory than there is.");
}
