import { CdpError } from "../browser/cdp.ts";
import type { Page } from "../browser/page/page.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { HtmlProblem } from "../html-problem.ts";

const WATCH_MS = 200;

/**
 * Refuses a page whose DOM is too large. The browser itself counts, not a script. So it does not matter what the page
 * has done to its globals, and shadow trees, frames and pages without scripts count as well.
 */
export async function refuseLargeDom(page: Page): Promise<void> {
  if ((await page.nodes()) <= HTML_LIMITS.nodes) return;
  // Removed nodes count until they are garbage-collected.
  await page.collectGarbage();
  if ((await page.nodes()) <= HTML_LIMITS.nodes) return;
  throw new HtmlProblem("too-large", `The page has more than ${HTML_LIMITS.nodes} DOM nodes.`);
}

/** Checks the size repeatedly until the signal ends it. Rejects when it is too large, never resolves. */
export function watchDom(page: Page, signal: AbortSignal): Promise<never> {
  return new Promise<never>((_, reject) => {
    const look = async (): Promise<void> => {
      try {
        await refuseLargeDom(page);
      } catch (error) {
        // Between two documents there is nothing to count. The page reports the loss of the connection.
        if (error instanceof HtmlProblem) reject(error);
        else if (!(error instanceof CdpError)) return;
      }
      again();
    };
    const again = () => {
      if (signal.aborted) return;
      const timer = setTimeout(look, WATCH_MS);
      signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    };
    again();
  });
}
