import type { Room } from "../../intake/reservation.ts";
import { Work, WorkProblem } from "../../meter/work.ts";
import { HtmlProblem } from "../html-problem.ts";
import { isMarkdown, type MarkdownPage, markdownPage, PARSED_GROWTH } from "../markdown/markdown.ts";
import { decodeText, saidCharset } from "./charset.ts";
import type { Fetched } from "./fetching.ts";
import type { HtmlSource } from "./html-source.ts";

export interface MarkdownAnswer extends Fetched, Pick<MarkdownPage, "html" | "information"> {}

/**
 * A document that its server calls Markdown, as the page that it means; undefined for any other. A browser would show
 * its text as it is written.
 */
export async function markdownAnswer(
  { status, headers, body }: Fetched,
  url: URL,
  source: HtmlSource,
  memory: Room,
): Promise<MarkdownAnswer | undefined> {
  const said = headers.get("content-type") ?? "";
  if (!isMarkdown(undefined, said)) return undefined;
  await memory.grow(body.length * PARSED_GROWTH);
  const name = url.pathname.split("/").at(-1) || url.host;
  try {
    const page = await markdownPage(decodeText(body, saidCharset(said)), "url", {
      name,
      ...(source.kind === "url" ? { template: source.markdownTemplate, extras: source.markdownExtras } : {}),
      work: new Work(body.length),
      hold: (bytes) => memory.grow(bytes),
    });
    // Its server's policy is for a text that a browser shows, and would keep the page's pictures away.
    const type = new Headers({ "content-type": "text/html; charset=utf-8" });
    return { status, headers: type, body: new TextEncoder().encode(page.html), ...page };
  } catch (error) {
    if (error instanceof WorkProblem) throw new HtmlProblem("input", error.message, { field: "url", cause: error });
    throw error;
  }
}
