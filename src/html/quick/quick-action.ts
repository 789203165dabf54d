import type { Room } from "../../intake/reservation.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { pageLayout } from "../fields/paper.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { SessionProblem } from "../html-problem.ts";
import { type MarkdownPage, withMargins } from "../markdown/markdown.ts";
import { readBody } from "../resources/fetching.ts";
import { Gatherer } from "../resources/gatherer.ts";
import type { HtmlSource } from "../resources/html-source.ts";
import { refuseFaults } from "../resources/page-faults.ts";
import { PAGED } from "../resources/paged-words.ts";
import { selfContained } from "./self-contained.ts";
import type { QuickContext } from "./templates.ts";

/** The binding's one-shot render, which has a limit of its own beside the sessions'. */
export interface QuickBrowser {
  quickAction(action: "pdf", options: BrowserRunPDFOptions): Promise<Response>;
}

/** The only elements of a header or footer here: none of them loads anything. */
const HARMLESS =
  /^(?:[^<]|<\/?(?:a|abbr|b|br|center|code|div|em|h[1-6]|hr|i|li|ol|p|pre|s|section|small|span|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)(?=[\s/>])|<!--)*$/i;
const LOADING = /url\(|@import|image-set|background\s*=|\\|\son\w+\s*=/i;

const NO_SESSION = "no browser session could be had, and only there they are filled in";

/** Copies of the document: text, rewritten, sealed, and in the message to the browser. */
const DOCUMENT_COPIES = 4;

/** Options that the one-shot render does not have. With one of them it would not print what was asked for. */
function fits(options: HtmlOptions): boolean {
  const templates = [options.headerTemplate ?? "", options.footerTemplate ?? ""];
  return !(
    options.singlePage ||
    options.contents ||
    options.waitForExpression !== undefined ||
    typeof options.waitForSelector === "object" ||
    options.cookies !== undefined ||
    options.colorScheme === "dark" ||
    options.reducedMotion !== "no-preference" ||
    options.mediaFeatures !== undefined ||
    templates.some((template) => !HARMLESS.test(template) || LOADING.test(template))
  );
}

/**
 * Renders without a session. The browser's requests would not pass through the Worker, so it must make none: the
 * document and its resources are fetched here, behind the guard, and given to it in one piece, without scripts, under a
 * policy and rules that refuse every request. Undefined when the document needs more than that.
 */
export async function renderQuickly(
  binding: QuickBrowser,
  source: HtmlSource,
  options: HtmlOptions,
  context: QuickContext,
): Promise<QuickRendering | undefined> {
  if (typeof binding.quickAction !== "function" || !fits(options)) return undefined;
  const left = context.deadline - Date.now();
  const late = AbortSignal.timeout(Math.max(1, left));
  const gatherer = new Gatherer(source, options, context.network, AbortSignal.any([context.signal, late]));
  const document = await gatherer.document();
  const counted = source.kind === "local" ? (source.textBytes ?? 0) : 0;
  await context.network.memory?.grow(Math.max(0, document.html.length * DOCUMENT_COPIES - counted));
  const html = await selfContained(document, gatherer, options);
  if (html === undefined) return undefined;
  refuseFaults({ consoleErrors: [], failures: gatherer.failures }, options);
  if (PAGED.test(html)) context.network.onMissing?.({ url: "numbers and heads of pages", reason: NO_SESSION });
  const { markdown } = document;
  const pdf = await ask(binding, html, markdown ? withMargins(options) : options, {
    late,
    memory: context.network.memory,
  });
  return { pdf, originalSize: document.size, information: markdown?.information };
}

export interface QuickRendering {
  pdf: Uint8Array;
  originalSize: number;
  information: MarkdownPage["information"];
}

async function ask(
  binding: QuickBrowser,
  html: string,
  options: HtmlOptions,
  { late, memory }: { late: AbortSignal; memory: Room | undefined },
): Promise<Uint8Array> {
  const alarm = new Promise<never>((_, reject) => {
    late.addEventListener("abort", () => reject(new SessionProblem("The quick action took too long")), { once: true });
  });
  try {
    const response = await Promise.race([binding.quickAction("pdf", { html, ...quickOptions(options) }), alarm]);
    if (!response.ok) {
      await response.body?.cancel();
      throw new SessionProblem(`The quick action answered with status ${response.status}`);
    }
    const tooLarge = () => new SessionProblem("The quick action's PDF is too large");
    return await Promise.race([readBody(response, HTML_LIMITS.outputBytes, memory, tooLarge), alarm]);
  } catch (cause) {
    if (cause instanceof SessionProblem) throw cause;
    throw new SessionProblem("The quick action failed", { cause });
  }
}

function quickOptions(options: HtmlOptions) {
  const { paperWidth, paperHeight, marginTop, marginRight, marginBottom, marginLeft } = pageLayout(options);
  const { timeout } = options;
  const displayHeaderFooter = options.headerTemplate !== undefined || options.footerTemplate !== undefined;
  return {
    setJavaScriptEnabled: false,
    // Everything that is not inside the document.
    rejectRequestPattern: ["^(?!data:|about:blank)"],
    emulateMediaType: options.media,
    cacheTTL: 0,
    gotoOptions: { timeout, waitUntil: "load" as const },
    ...(options.viewport ? { viewport: options.viewport } : {}),
    ...(typeof options.waitForSelector === "string"
      ? { waitForSelector: { selector: options.waitForSelector, timeout } }
      : {}),
    ...(options.delay ? { waitForTimeout: options.delay } : {}),
    pdfOptions: {
      width: `${paperWidth}in`,
      height: `${paperHeight}in`,
      margin: {
        top: `${marginTop}in`,
        right: `${marginRight}in`,
        bottom: `${marginBottom}in`,
        left: `${marginLeft}in`,
      },
      scale: options.scale,
      printBackground: options.printBackground,
      preferCSSPageSize: options.preferCSSPageSize,
      // As in print.ts: no outline without the structure.
      tagged: options.tagged || options.outline,
      outline: options.outline,
      timeout,
      ...(options.pageRanges ? { pageRanges: options.pageRanges } : {}),
      ...(displayHeaderFooter
        ? {
            displayHeaderFooter,
            headerTemplate: options.headerTemplate ?? "<span></span>",
            footerTemplate: options.footerTemplate ?? "<span></span>",
          }
        : {}),
    },
  };
}
