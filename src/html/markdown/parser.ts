import markdownIt, { type StateCore, type Token } from "markdown-it";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { mapKey } from "../../platform/map-key.ts";
import { footnotes } from "./footnotes.ts";
import { github } from "./github.ts";

export interface ParsedMarkdown {
  html: string;
  /** The text of the first heading that has any. */
  heading: string;
}

/** Code with colours, as HTML; nothing for a language that is not known. */
export type Colouring = (code: string, language: string) => string;

/**
 * Markdown as HTML. The parser's time is in proportion to a text's length, whatever it holds, and it nests no deeper
 * than a hundred levels; `work` counts what it does.
 */
export function parseMarkdown(text: string, work: Work, highlight?: Colouring): ParsedMarkdown {
  work.spend(text.length * COST.markdownCharacter);
  for (const _ of text.matchAll(/:\/\/|www\.|@/gi)) work.spend(COST.markdownAddress);
  const md = markdownIt({ html: true, linkify: true, ...(highlight ? { highlight } : {}) });
  // The page is rendered under the same guard as any other.
  md.validateLink = () => true;
  const charge = (steps: number) => () => {
    work.spend(steps);
    return false;
  };
  md.block.ruler.before("table", "charged", charge(COST.markdownBlock));
  md.inline.ruler.before("text", "charged", charge(COST.markdownMark));
  // As they are made: one table may be all of a text.
  md.block.State = class extends md.block.State {
    override push(type: string, tag: string, nesting: Token["nesting"]): Token {
      work.spend(COST.markdownToken);
      return super.push(type, tag, nesting);
    }
  };
  github(md);
  footnotes(md);
  const headings = new Headings();
  md.core.ruler.after("inline", "headings", ({ tokens }) => headings.name(tokens));
  md.core.ruler.push("wide tables", ({ tokens }) => fitTables(tokens));
  md.core.ruler.push("long code", ({ tokens }) => markLongCode(tokens));
  if (RIGHT_TO_LEFT.test(text)) md.core.ruler.push("directions", direct);
  return { html: md.render(text).replaceAll(CLOSED, "<details open"), heading: headings.first };
}

/** About a third of a page. Longer code that is kept in one piece would leave the rest of a page empty. */
const SHORT_LINES = 20;

function markLongCode(tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (token.type !== "fence" && token.type !== "code_block") continue;
    if (token.content.split("\n", SHORT_LINES + 2).length > SHORT_LINES + 1) token.attrSet("data-long", "");
  }
}

/** On paper nobody can open what is closed. */
const CLOSED = /<details(?=[\s>])(?![^>]{0,200}\sopen\b)/gi;

/** Letters of scripts that run from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Each block runs as its first letter does, and what is in a list or a quotation as that. */
function direct({ tokens }: StateCore): void {
  let inside = 0;
  for (const token of tokens) {
    if (inside === 0 && token.nesting === 1 && DIRECTED.test(token.type)) token.attrSet("dir", "auto");
    if (CONTAINER.test(token.type)) inside += token.nesting;
  }
}

const CONTAINER = /^(bullet_list|ordered_list|blockquote|table)_/;
const DIRECTED = /^(paragraph|heading|bullet_list|ordered_list|blockquote|table)_/;

/** Gives headings the names that GitHub gives them, so that links within a text lead there. */
class Headings {
  first = "";
  readonly #known = new Map<string, number>();

  name(tokens: readonly Token[]): void {
    for (const [at, token] of tokens.entries()) {
      if (token.type !== "heading_open") continue;
      const text = plainText(tokens[at + 1]?.children ?? []);
      this.first ||= text;
      token.attrSet("id", this.#slug(text));
    }
  }

  #slug(text: string): string {
    const plain = text
      .toLowerCase()
      .trim()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const key = mapKey(plain);
    const before = this.#known.get(key) ?? 0;
    this.#known.set(key, before + 1);
    return before === 0 ? plain : `${plain}-${before}`;
  }
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) =>
      /break$/.test(type) ? " " : /^(text|text_special|code_inline|image)$/.test(type) ? content : "",
    )
    .join("");
}

/** Characters in a line of A4 with the margins of Markdown, and those that a cell's padding takes. */
const LINE = 80;
const PADDING = 4;
/** A longer word is broken rather than made small. */
const LONG_WORD = 12;
const SMALLEST = 0.5;

/** A table whose words do not fit beside each other is set smaller, and its words are broken where they must be. */
function fitTables(tokens: readonly Token[]): void {
  let table: Token | undefined;
  let words: number[] = [];
  let column = 0;
  for (const token of tokens) {
    if (token.type === "html_block") token.content = fitRawTables(token.content);
    else if (token.type === "table_open") [table, words] = [token, []];
    else if (token.type === "tr_open") column = 0;
    else if (token.type === "inline" && table) {
      words[column] = longestWord(token.content, words[column] ?? 1);
      column++;
    } else if (token.type === "table_close" && table) {
      const scale = scaleOf(words);
      if (needed(words) > LINE) table.attrSet("class", "wide");
      if (scale < 1) table.attrSet("style", `font-size: ${scale.toFixed(2)}em`);
      table = undefined;
    }
  }
}

/** The characters that a table's row needs whose columns have words of such lengths. */
function needed(words: readonly number[], most = Number.POSITIVE_INFINITY): number {
  return words.reduce((sum, word) => sum + Math.min(word, most) + PADDING, 0);
}

function scaleOf(words: readonly number[]): number {
  return Math.max(SMALLEST, LINE / needed(words, LONG_WORD));
}

/** The same for tables in HTML, by their longest row. Their classes and styles are the author's own. */
function fitRawTables(html: string): string {
  const [before = "", ...tables] = html.split(/<table(?=[\s>])/i);
  const fitted = tables.map((table) => {
    const rows = table.split(/<tr\b/i).map((row) =>
      row
        .split(/<t[dh]\b/i)
        .slice(1)
        .map(cellWord),
    );
    const longest = rows.reduce((most, row) => (needed(row) > needed(most) ? row : most), []);
    return `<table${needed(longest) > LINE ? ` data-wide="${Math.min(1, scaleOf(longest)).toFixed(2)}"` : ""}${table}`;
  });
  return before + fitted.join("");
}

/** The longest word of a cell, which begins within its tag. */
function cellWord(cell: string): number {
  return cell.split("<").reduce((most, part) => longestWord(part.slice(part.indexOf(">") + 1), most), 1);
}

function longestWord(text: string, least: number): number {
  return text.split(/\s+/).reduce((most, { length }) => Math.max(most, length), least);
}
