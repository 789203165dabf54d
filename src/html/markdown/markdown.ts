import { inTurns } from "../../meter/turns.ts";
import { Holding, Work } from "../../meter/work.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { fieldProblem, HtmlProblem } from "../html-problem.ts";
import { frontMatter, MAX_SAID } from "./front-matter.ts";
import type { ParsedMarkdown } from "./parser.ts";
import { MARKDOWN_STYLE } from "./style.ts";

/** The text of a file that is Markdown by its name or type. */
export function isMarkdown(name: string | undefined, type: string | undefined): boolean {
  return /\.(md|markdown|mdown|mkd)$/i.test(name ?? "") || /^text\/(x-)?markdown\b/i.test(type ?? "");
}

/** Markdown has no layout of its own and would run from edge to edge. HTML brings its own. */
export function withMargins<T extends Pick<HtmlOptions, "margin">>(options: T): T {
  return { ...options, margin: options.margin ?? "20mm" };
}

/** Bytes that a character of Markdown takes while it is parsed: at worst it is a token of its own. */
export const PARSED_GROWTH = 40;

export interface MarkdownPage {
  html: string;
  /** What the front matter says about the document, if anything. */
  information: { author?: string; subject?: string; keywords?: string } | undefined;
  /** Bytes of memory that were asked for with `hold`. */
  held: number;
}

export interface MarkdownRules {
  /** HTML around the text. */
  template?: string | undefined;
  /** The document's title, where neither the front matter nor a heading gives one. */
  name?: string | undefined;
  work?: Work | undefined;
  /** Asks for memory before the page is made. */
  hold?: ((bytes: number) => Promise<void>) | undefined;
}

/**
 * Markdown as a page of HTML. HTML inside it stays, and is rendered under the same guard as any other. The parser is
 * loaded with the first text.
 */
export async function markdownPage(
  text: string,
  field: string,
  { template, name, work = new Work(text.length), hold }: MarkdownRules = {},
): Promise<MarkdownPage> {
  if (text.length > HTML_LIMITS.markdownChars) {
    throw new HtmlProblem("too-large", `The Markdown is longer than ${HTML_LIMITS.markdownChars} characters.`, {
      field,
    });
  }
  if (template !== undefined && !template.includes("{{content}}")) {
    throw fieldProblem("markdownTemplate", "expected HTML with {{content}} in it.");
  }
  const { attributes, body } = frontMatter(text);
  const { parseMarkdown } = await import("./parser.ts");
  const colours = FENCE.test(body) ? (await import("./colours.ts")).colouring(work) : undefined;
  const parsing = new Holding(work);
  let parsed: ParsedMarkdown;
  try {
    parsed = await inTurns(parseMarkdown(body, parsing, colours), work);
  } finally {
    parsing.letGo();
  }
  const { html, heading } = parsed;
  const title = escapeHtml((attributes.get("title") ?? heading) || (name ?? "Document"));
  const parts = { content: html, title };
  const whole = template ?? ownTemplate(attributes.get("lang"));
  const held = pageLength(whole, parts) * PAGE_COPIES;
  await hold?.(held);
  // One pass, so braces in the text itself stay as they are.
  const page = whole.replaceAll(PLACE, (_, part: keyof typeof parts) => parts[part]);
  return { html: page, information: informationIn(attributes), held };
}

/** What begins code that says its language. */
const FENCE = /(?:```|~~~)[ \t]*[a-z]/i;
const PLACE = /\{\{(content|title)\}\}/g;
/** A page is held as text, of two bytes a character at worst, and as the bytes that the browser is given. */
const PAGE_COPIES = 3;

function pageLength(template: string, parts: { content: string; title: string }): number {
  let length = template.length;
  for (const [, part] of template.matchAll(PLACE)) length += parts[part as keyof typeof parts].length;
  if (length <= HTML_LIMITS.documentBytes) return length;
  throw fieldProblem(
    "markdownTemplate",
    `expected a page of at most ${HTML_LIMITS.documentBytes} characters, got ${length} with the text in all its places.`,
  );
}

function ownTemplate(language: string | undefined): string {
  const lang = /^[\w-]{1,35}$/.test(language ?? "") ? ` lang="${language}"` : "";
  return `<!doctype html><html${lang}><meta charset="utf-8"><title>{{title}}</title><style>${MARKDOWN_STYLE}</style><body>\n{{content}}</body></html>`;
}

function informationIn(attributes: ReadonlyMap<string, string>): MarkdownPage["information"] {
  const names = { author: "author", subject: "description", keywords: "keywords" };
  const said = Object.entries(names).flatMap(([name, key]) => {
    const text = attributes.get(key);
    return text === undefined ? [] : [[name, text.slice(0, MAX_SAID)]];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}
