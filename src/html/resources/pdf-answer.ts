import { openPdf, type PdfDocument, PdfProblem } from "../../engine.ts";
import { Work, WorkProblem } from "../../meter/work.ts";
import { fieldProblem, HtmlProblem } from "../html-problem.ts";

/** The page's address gives a PDF. By itself it needs no conversion; beside others it is joined with them. */
export class PdfAnswer extends HtmlProblem {
  readonly body: Uint8Array;

  constructor(body: Uint8Array) {
    super("unreachable", "The address gives a PDF, which needs no conversion.", { field: "url" });
    this.body = body;
  }
}

/** The PDF that an address gave, for joining; `field` names the address. */
export function joinablePdf(body: Uint8Array, field: string): PdfDocument {
  const pdf = opened(body, field);
  if (pdf.encrypted) {
    throw fieldProblem(field, "the address gives a PDF with encryption, whose pages cannot be joined with others.");
  }
  if (pdf.pageCount === 0) throw fieldProblem(field, "the address gives a PDF without pages.");
  return pdf;
}

function opened(body: Uint8Array, field: string): PdfDocument {
  try {
    return openPdf(body, { work: new Work(body.length) });
  } catch (cause) {
    if (!(cause instanceof PdfProblem || cause instanceof WorkProblem)) throw cause;
    const text = `${field}: the address gives a PDF that cannot be read: ${cause.message}`;
    throw new HtmlProblem("input", text, { field, cause });
  }
}
