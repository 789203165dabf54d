import { checkAddress } from "../intake/address.ts";
import type { NetworkRules } from "./fetching.ts";
import { HTML_LIMITS } from "./limits.ts";
import type { HtmlOptions } from "./options.ts";
import { inches, margins, PAPER } from "./paper.ts";
import { SessionProblem } from "./problem.ts";
import { decodeHtml, type HtmlSource } from "./source.ts";

/** The binding's one-shot render, which has a limit of its own beside the sessions'. */
export interface QuickBrowser {
  quickAction(action: "pdf", options: BrowserRunPDFOptions): Promise<Response>;
}

/**
 * Options that the one-shot render has no word for. With one of them it would give another document than was asked for,
 * and with `network: none` or headers for one origin only it would break a promise.
 */
function fits(options: HtmlOptions, source: HtmlSource): boolean {
  const unknown =
    options.singlePage ||
    options.waitForExpression !== undefined ||
    options.extraHeaders !== undefined ||
    options.failOnConsoleError ||
    options.failOnResourceError ||
    options.network === "none" ||
    options.colorScheme === "dark";
  const assets = source.kind === "local" && source.assets.length > 0;
  const based = source.kind === "local" && source.based;
  return !unknown && !assets && !based;
}

/** Renders without a session. Undefined when it cannot do what is asked for. */
export async function renderQuickly(
  binding: QuickBrowser,
  source: HtmlSource,
  options: HtmlOptions,
  rules: NetworkRules,
): Promise<Uint8Array | undefined> {
  if (typeof binding.quickAction !== "function" || !fits(options, source)) return undefined;
  // Its requests do not pass through the Worker; they start in Cloudflare's network, which has no private side of ours.
  if (source.kind === "url") checkAddress(source.url, rules.allowHosts);
  const target = source.kind === "url" ? { url: source.url.href } : { html: decodeHtml(source.bytes) };
  try {
    const response = await binding.quickAction("pdf", { ...target, ...quickOptions(source, options) });
    if (!response.ok) {
      await response.body?.cancel();
      throw new SessionProblem(`The quick action answered with status ${response.status}`);
    }
    const pdf = new Uint8Array(await response.arrayBuffer());
    if (pdf.length > HTML_LIMITS.outputBytes || String.fromCharCode(...pdf.subarray(0, 5)) !== "%PDF-") {
      throw new SessionProblem("The quick action did not answer with a PDF");
    }
    return pdf;
  } catch (cause) {
    if (cause instanceof SessionProblem) throw cause;
    throw new SessionProblem("The quick action failed", { cause });
  }
}

function quickOptions(source: HtmlSource, options: HtmlOptions) {
  const [formatWidth, formatHeight] = PAPER[options.format];
  const width = options.width === undefined ? formatWidth : inches(options.width);
  const height = options.height === undefined ? formatHeight : inches(options.height);
  const { top, right, bottom, left } = margins(options.margin);
  const timeout = Math.min(options.timeout, 60_000);
  const displayHeaderFooter = options.headerTemplate !== undefined || options.footerTemplate !== undefined;
  return {
    setJavaScriptEnabled: options.javascript,
    emulateMediaType: options.media,
    cacheTTL: 0,
    gotoOptions: {
      timeout,
      waitUntil:
        options.waitUntil === "settled" || options.waitUntil === "networkidle"
          ? ("networkidle0" as const)
          : options.waitUntil,
    },
    ...(options.viewport ? { viewport: options.viewport } : {}),
    ...(options.userAgent ? { userAgent: options.userAgent } : {}),
    ...(options.css ? { addStyleTag: [{ content: options.css }] } : {}),
    ...(options.waitForSelector ? { waitForSelector: { selector: options.waitForSelector, timeout } } : {}),
    ...(options.delay ? { waitForTimeout: options.delay } : {}),
    ...(options.cookies ? { cookies: options.cookies.map((cookie) => quickCookie(cookie, source.url.origin)) } : {}),
    pdfOptions: {
      width: `${options.landscape ? height : width}in`,
      height: `${options.landscape ? width : height}in`,
      margin: { top: `${top}in`, right: `${right}in`, bottom: `${bottom}in`, left: `${left}in` },
      scale: options.scale,
      printBackground: options.printBackground,
      preferCSSPageSize: options.preferCSSPageSize,
      tagged: options.tagged,
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

function quickCookie(cookie: NonNullable<HtmlOptions["cookies"]>[number], url: string) {
  const { name, value, path, httpOnly, secure, sameSite } = cookie;
  return {
    name,
    value,
    url,
    ...(path === undefined ? {} : { path }),
    ...(httpOnly === undefined ? {} : { httpOnly }),
    ...(secure === undefined ? {} : { secure }),
    ...(sameSite === undefined ? {} : { sameSite }),
  };
}
