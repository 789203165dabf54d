import type { PdfDocument } from "../pdf/document.ts";
import { openPdf } from "../pdf/open.ts";
import { PdfProblem } from "../pdf-objects/pdf-problem.ts";
import { HTML_LIMITS } from "./html-limits.ts";
import { HtmlProblem, SessionProblem } from "./html-problem.ts";

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
