import { CdpError } from "../browser/cdp.ts";
import type { Page } from "../browser/page.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { HtmlProblem } from "../html-problem.ts";

const WATCH_MS = 200;

/**
 * Refuses a page whose DOM is too large. The browser itself counts, not a script: what the page made of its own globals
 * does not matter, and shadow trees, frames and a page without scripts count like any other.
 */
export async function refuseLargeDom(page: Page): Promise<void> {
  if ((await page.nodes()) <= HTML_LIMITS.nodes) return;
  // Nodes that were dropped count until they are collected.
  await page.collectGarbage();
  if ((await page.nodes()) <= HTML_LIMITS.nodes) return;
  throw new HtmlProblem("too-large", `The page has more than ${HTML_LIMITS.nodes} DOM nodes.`);
}

/** Looks at the size again and again until the signal ends it: rejects when it is too large, never resolves. */
export function watchDom(page: Page, signal: AbortSignal): Promise<never> {
  const watch = new Promise<never>((_, reject) => {
    const look = async (): Promise<void> => {
      try {
        await refuseLargeDom(page);
      } catch (error) {
        // Between two documents there is nothing to count; the connection's loss is told by the page.
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
  watch.catch(() => {});
  return watch;
}
