import { isRedirect } from "../../intake/outbound/outbound.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { HtmlProblem } from "../html-problem.ts";
import { type Fetched, isUnansweredOrigin, unreachable } from "./fetching.ts";
import { isPdf } from "./html-source.ts";
import { refusesStatus } from "./page-faults.ts";
import { PdfAnswer } from "./pdf-answer.ts";

/** Content types that browsers show as pages. */
const PAGES =
  /^(text\/(html|plain|xml|markdown)|image\/svg\+xml|application\/(xml|json)|application\/\S+\+(xml|json))$/;

/** Refuses an answer of the page's address that is no page. */
export function admitDocument({ status, headers, body }: Fetched, failOnHttpStatus: HtmlOptions["failOnHttpStatus"]) {
  if (isUnansweredOrigin(status)) throw unreachable(undefined);
  if (isRedirect(status))
    throw refused(`The address answered with HTTP status ${status}, and does not say where to go.`);
  if (refusesStatus(failOnHttpStatus, status)) throw refused(`The address answered with HTTP status ${status}.`);
  const type = mediaType(headers);
  if (type === "application/pdf" || isPdf(body)) throw new PdfAnswer(body);
  if (type !== "" && !PAGES.test(type)) throw refused(`The address gives ${type}, which is not a page.`);
  if (status === 204 || status === 205) {
    throw refused(`The address answered with HTTP status ${status}: there is no page.`);
  }
}

export function mediaType(headers: Headers): string {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

/**
 * Bytes of a document as transferred: the platform decompresses bodies, and leaves the server's Content-Length. Without
 * that header the decompressed size counts.
 */
export function transferredBytes({ headers, body }: Fetched): number {
  const packed = (headers.get("content-encoding") ?? "identity") !== "identity";
  const declared = headers.get("content-length");
  return packed && declared !== null && /^\d+$/.test(declared) ? Number(declared) : body.length;
}

function refused(message: string): HtmlProblem {
  return new HtmlProblem("unreachable", message, { field: "url" });
}
