import { inTurns } from "../../meter/turns.ts";
import { Holding, Work } from "../../meter/work.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import type { AskedExtras } from "../fields/markdown-extras.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { fieldProblem, HtmlProblem } from "../html-problem.ts";
import { frontMatter, MAX_SAID } from "./front-matter.ts";
import type { ParsedMarkdown } from "./parser.ts";

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
  extras?: AskedExtras | undefined;
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
  { template, extras, name, work = new Work(text.length), hold }: MarkdownRules = {},
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
  const emoji = extras?.asked.includes("emoji") ? JSON.parse(await extras.load("emoji.json")) : {};
  const parsing = new Holding(work);
  let parsed: ParsedMarkdown;
  try {
    parsed = await inTurns(parseMarkdown(body, parsing, { highlight: colours, asked: extras?.asked, emoji }), work);
  } finally {
    parsing.letGo();
  }
  const { heading, extras: used } = parsed;
  let { html } = parsed;
  for (const extra of used) html += await extras?.load(`${extra}.html`);
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

/**
 * How Markdown is printed without a template: quiet, readable, and with little torn apart at the end of a page.
 */
export const MARKDOWN_STYLE = `
html { font: 10.5pt/1.5 "Open Sans", "Noto Sans", "Liberation Sans", Arial, sans-serif; color: #1f2328 }
body { margin: 0; overflow-wrap: break-word; orphans: 3; widows: 3 }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.6em 0 .6em; break-after: avoid; break-inside: avoid }
h1 { font-size: 2em; padding-bottom: .25em; border-bottom: 1px solid #d1d9e0 }
h2 { font-size: 1.5em; padding-bottom: .25em; border-bottom: 1px solid #d1d9e0 }
h3 { font-size: 1.25em } h4 { font-size: 1em } h5 { font-size: .9em } h6 { font-size: .85em; color: #59636e }
body > :first-child { margin-top: 0 } body > :last-child { margin-bottom: 0 }
p, ul, ol, dl, pre, table, blockquote, figure, details, .markdown-alert { margin: 0 0 1em }
ul, ol { padding-inline-start: 2em } li + li { margin-top: .25em } li > p { margin: .5em 0 }
li:has(> input[type=checkbox], > p > input[type=checkbox]) { list-style: none }
li input[type=checkbox] { margin: 0; margin-inline: -1.4em .35em; vertical-align: middle }
a { color: #0550ae; text-decoration: underline; text-decoration-thickness: .5px; text-underline-offset: 2px }
code, kbd, samp, pre { font-family: "DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono", monospace; font-size: .86em }
code { padding: .15em .35em; background: #eff1f3; border-radius: 4px }
pre { padding: .9em 1.1em; background: #f6f8fa; border-radius: 6px; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; break-inside: avoid }
pre[data-long], pre:has(> [data-long]) { break-inside: auto }
pre code { padding: 0; background: none; font-size: 1em }
.c-word, .c-gone { color: #a40e26 } .c-text { color: #0a3069 } .c-value, .c-name { color: #0550ae }
.c-note { color: #59636e } .c-added { color: #116329 }
blockquote { padding: 0 1em; color: #59636e; border-inline-start: .25em solid #d1d9e0 }
blockquote > :last-child, .markdown-alert > :last-child { margin-bottom: 0 }
table { border-collapse: collapse; max-width: 100% }
th, td { padding: .35em .8em; border: 1px solid #d1d9e0; text-align: start; vertical-align: top }
th[align=center], td[align=center] { text-align: center } th[align=right], td[align=right] { text-align: right }
.wide th, .wide td, [data-wide] th, [data-wide] td { overflow-wrap: anywhere }
[data-wide] { font-size: calc(attr(data-wide type(<number>), 1) * 1em) }
th { background: #f6f8fa } thead { display: table-header-group } tr, img, figure { break-inside: avoid }
img, svg { max-width: 100%; height: auto }
hr { height: 0; margin: 2em 0; border: 0; border-top: 2px solid #d1d9e0 }
kbd { padding: .1em .4em; border: 1px solid #d1d9e0; border-bottom-width: 2px; border-radius: 4px }
.markdown-alert { padding: .1em 1em; border-inline-start: .25em solid #0969da }
.markdown-alert-title { break-after: avoid; display: flex; align-items: center; gap: .5em; margin: .5em 0; font-weight: 600; color: #0969da }
.markdown-alert-title svg { fill: currentColor }
.markdown-alert-tip { border-color: #1a7f37 } .markdown-alert-tip .markdown-alert-title { color: #1a7f37 }
.markdown-alert-important { border-color: #8250df } .markdown-alert-important .markdown-alert-title { color: #8250df }
.markdown-alert-warning { border-color: #9a6700 } .markdown-alert-warning .markdown-alert-title { color: #9a6700 }
.markdown-alert-caution { border-color: #cf222e } .markdown-alert-caution .markdown-alert-title { color: #cf222e }
.footnotes { margin-top: 2em; padding-top: 1em; border-top: 1px solid #d1d9e0; font-size: .88em }
.sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
sup a { text-decoration: none }
`;
