import type { BrowserWorker } from "@cloudflare/puppeteer";
import type { HtmlOptions } from "./options.ts";
import { checkPaper } from "./print.ts";
import { HtmlProblem, SessionProblem } from "./problem.ts";
import { type QuickBrowser, renderQuickly } from "./quick.ts";
import { type RenderContext, renderInBrowser } from "./render.ts";
import type { HtmlSource } from "./source.ts";
import { renderStatically } from "./static/render.ts";

export interface Conversion {
  pieces: Uint8Array[];
  /** Bytes of the HTML: for an address, of the main document as transferred. Unknown where another fetched it. */
  originalSize: number | undefined;
  renderingMode: "browser" | "static";
  conversionMethod: "browser-shared-session" | "browser-new-session" | "browser-quick-action" | "static-layout";
  usedFallback: boolean;
}

export interface ConversionContext extends RenderContext {
  binding: BrowserWorker & QuickBrowser;
}

/**
 * A browser session, shared or new; else the binding's one-shot render; else our own layout of static content. Only what
 * is wrong with browsers leads down this path: a page that is at fault is refused at once.
 */
export async function convertHtml(
  source: HtmlSource,
  options: HtmlOptions,
  context: ConversionContext,
): Promise<Conversion> {
  checkPaper(options);
  const problems: SessionProblem[] = [];
  const localSize = source.kind === "local" ? source.bytes.length : undefined;
  const rendering = await attempt(problems, () => renderInBrowser(source, options, context));
  if (rendering) {
    return {
      pieces: rendering.pieces,
      originalSize: localSize ?? rendering.documentBytes,
      renderingMode: "browser",
      conversionMethod: rendering.method,
      usedFallback: false,
    };
  }
  if (options.fallback === "auto") {
    const quick = await attempt(problems, () => renderQuickly(context.binding, source, options, context.network));
    if (quick) {
      return {
        pieces: [quick],
        originalSize: localSize,
        renderingMode: "browser",
        conversionMethod: "browser-quick-action",
        usedFallback: true,
      };
    }
    const still = await attempt(problems, () => renderStatically(source, options, context));
    if (still) {
      return {
        pieces: [still.pdf],
        originalSize: still.originalSize,
        renderingMode: "static",
        conversionMethod: "static-layout",
        usedFallback: true,
      };
    }
  }
  const reasons = problems.map((problem) => problem.message).join("; ");
  throw new HtmlProblem("failed", "No browser could render the page. Try again shortly.", {
    cause: new Error(reasons, { cause: problems[0] }),
  });
}

/** The result, or nothing when the browser side failed: then the next way is tried. */
async function attempt<T>(problems: SessionProblem[], render: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await render();
  } catch (error) {
    if (!(error instanceof SessionProblem)) throw error;
    problems.push(error);
    return undefined;
  }
}
