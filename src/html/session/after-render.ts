import { pause } from "../../platform/pause.ts";
import { makeSpare, sweep } from "../browser/blank.ts";
import { Cdp, CdpError } from "../browser/cdp.ts";
import type { Page } from "../browser/page/page.ts";
import type { Lease, LeaseState } from "../browser/pool/lease.ts";
import { connect, endSession } from "../browser/pool/platform.ts";
import type { PoolLimits } from "../html-limits.ts";
import { SessionProblem } from "../html-problem.ts";
import type { BrowserUse } from "./some-browser.ts";

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
