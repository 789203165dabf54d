import { openPdf, type PdfDocument, PdfProblem } from "../engine.ts";
import type { Room } from "../intake/reservation.ts";
import type { BrowserBinding } from "./browser/pool/platform.ts";
import type { HtmlOptions } from "./fields/options.ts";
import { pageLayout } from "./fields/paper.ts";
import { HTML_LIMITS } from "./html-limits.ts";
import { HtmlProblem, SessionProblem } from "./html-problem.ts";
import type { MarkdownPage } from "./markdown/markdown.ts";
import { type QuickBrowser, renderQuickly } from "./quick/quick-action.ts";
import { withWholeTemplates } from "./quick/templates.ts";
import type { HtmlSource } from "./resources/html-source.ts";
import { settlePlaces } from "./resources/printed-places.ts";
import { type Make, type RenderContext, renderInBrowser, spent } from "./session/render.ts";
import type { RenderingNotes } from "./session/rendering-notes.ts";

export interface Conversion {
  document: PdfDocument;
  /** Bytes of the HTML: for an address, of the main document as transferred. */
  originalSize: number;
  /** What the document says about itself. */
  information?: MarkdownPage["information"];
  /** Whether the language that the PDF names is the browser's own. */
  hasNoLanguage?: boolean | undefined;
  /** None for a PDF that was sent. */
  conversionMethod: "browser-shared-session" | "browser-new-session" | "browser-quick-action" | "none";
  usedFallback: boolean;
}

export interface ConversionContext extends RenderContext {
  binding: BrowserBinding & QuickBrowser;
}

/**
 * Renders in a browser session, shared or new, and otherwise with the binding's one-shot render. Only a fault of
 * browsers leads to the fallback: a faulty page is refused at once.
 */
export async function convertHtml(
  source: HtmlSource,
  requested: HtmlOptions,
  context: ConversionContext,
  make?: Make,
): Promise<Conversion> {
  // Options that cannot be printed are refused before a browser is asked for.
  pageLayout(requested);
  const deadline = Date.now() + requested.timeout;
  const options = await withWholeTemplates(source, requested, { ...context, deadline });
  const problems: SessionProblem[] = [];
  const localSize = source.kind === "local" ? (source.madeOf ?? source.bytes.length) : undefined;
  const rendering = await attempt({ problems, notes: context.notes }, async () => {
    const { pieces, ...facts } = await renderInBrowser(source, options, context, make);
    return { document: await readPieces(pieces, context.network.memory), ...facts };
  });
  if (rendering) {
    context.notes?.rendered(rendering.method);
    if (rendering.isPaged) settlePlaces(rendering.document, rendering.bookmarks);
    return {
      document: rendering.document,
      originalSize: localSize ?? rendering.documentBytes,
      information: rendering.information,
      hasNoLanguage: rendering.hasNoLanguage,
      conversionMethod: rendering.method,
      usedFallback: false,
    };
  }
  // The one-shot render cannot make fields.
  if (options.fallback === "auto" && options.forms === "print") {
    const quick = await attempt({ problems, notes: context.notes }, async () => {
      const began = Date.now();
      const rendered = await renderQuickly(context.binding, source, options, { ...context, deadline }).finally(() =>
        spent(context, Date.now() - began),
      );
      return rendered && { ...rendered, document: readPrinted([rendered.pdf]) };
    });
    if (quick) {
      context.notes?.rendered("browser-quick-action");
      return {
        document: quick.document,
        originalSize: localSize ?? quick.originalSize,
        information: quick.information,
        conversionMethod: "browser-quick-action",
        usedFallback: true,
      };
    }
  }
  throw noBrowser(problems);
}

export function noBrowser(problems: readonly SessionProblem[]): HtmlProblem {
  const reasons = problems.map((problem) => problem.message).join("; ");
  const cause = new Error(reasons, { cause: problems[0] });
  if (problems[0]?.passes)
    return new HtmlProblem("busy", "The browsers are full, slow or gone. Try again shortly.", { retryAfter: 5, cause });
  return new HtmlProblem("failed", "No browser could render the page. Try again shortly.", { cause });
}

/** The result, or undefined when browsers failed: then the next way is tried. */
async function attempt<T>(
  { problems, notes }: { problems: SessionProblem[]; notes: RenderingNotes | undefined },
  render: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await render();
  } catch (error) {
    if (!(error instanceof SessionProblem)) throw error;
    problems.push(error);
    notes?.problem(error.message);
    return undefined;
  }
}

/** Reads what arrived in pieces. Memory holds the file twice while they are joined. */
export async function readPieces(pieces: readonly Uint8Array[], memory: Room | undefined): Promise<PdfDocument> {
  const twice = pieces.length > 1 ? pieces.reduce((sum, piece) => sum + piece.length, 0) : 0;
  await memory?.grow(twice);
  const document = readPrinted(pieces);
  memory?.shrink(twice);
  return document;
}

/** Reads a renderer's output as a PDF: its pages are counted before anything is sent to the client. */
export function readPrinted(pieces: readonly Uint8Array[]): PdfDocument {
  const document = open(pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces));
  if (document.pageCount > HTML_LIMITS.outputPages) {
    throw new HtmlProblem("too-large", `The PDF would have more than ${HTML_LIMITS.outputPages} pages.`);
  }
  return document;
}

function open(bytes: Uint8Array): PdfDocument {
  try {
    const document = openPdf(bytes);
    if (document.pageCount > 0) return document;
  } catch (cause) {
    if (!(cause instanceof PdfProblem)) throw cause;
    throw new SessionProblem("The renderer gave a PDF that cannot be read", { cause });
  }
  throw new SessionProblem("The renderer gave a PDF without pages");
}
