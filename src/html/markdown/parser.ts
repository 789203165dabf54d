import markdownIt, { type MarkdownIt, type StateBlock, type StateCore, type Token } from "markdown-it";
import type { Turns } from "../../meter/turns.ts";
import type { Holding, Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { mapKey } from "../../platform/map-key.ts";
import type { MarkdownExtra } from "../fields/markdown-extras.ts";
import { type EmojiNames, extras } from "./extras.ts";
import { footnotes } from "./footnotes.ts";
import { github } from "./github.ts";

export interface ParsedMarkdown {
  html: string;
  /** The text of the first heading that has any. */
  heading: string;
  /** What scripts in the page have to set. */
  extras: ReadonlySet<MarkdownExtra>;
}

/** Code with colours, as HTML; nothing for a language that is not known. */
export type Colouring = (code: string, language: string) => string;

interface Beside {
  highlight?: Colouring | undefined;
  asked?: readonly MarkdownExtra[] | undefined;
  emoji?: EmojiNames | undefined;
}

/** What a token takes in memory, and a line that a block looks at again. */
const TOKEN_BYTES = 120;
const LINE_BYTES = 40;

/**
 * Markdown as HTML. The parser's time is in proportion to a text's length, whatever it holds, and it nests no deeper
 * than a hundred levels; `holding` counts what it does. Only a block, such as a list or a table, cannot be divided.
 */
export function* parseMarkdown(
  text: string,
  holding: Holding,
  { highlight, asked, emoji = {} }: Beside = {},
): Turns<ParsedMarkdown> {
  const { work } = holding;
  work.spend(text.length * COST.markdownCharacter, true);
  const md = markdownIt({ html: true, linkify: true, ...(highlight ? { highlight } : {}) });
  // The page is rendered under the same guard as any other.
  md.validateLink = () => true;
  charge(md, holding);
  github(md);
  footnotes(md);
  const used = extras(md, asked, emoji);
  const headings = new Headings();
  md.core.ruler.after("block", "contents", ({ tokens }) => placeContents(tokens));
  md.core.ruler.after("inline", "headings", ({ tokens }) => headings.name(tokens));
  md.core.ruler.push("wide tables", ({ tokens }) => fitTables(tokens));
  md.core.ruler.push("long code", ({ tokens }) => markLongCode(tokens));
  if (RIGHT_TO_LEFT.test(text)) md.core.ruler.push("directions", direct);
  const html = yield* rendered(md, text, work);
  return { html: html.replaceAll(CLOSED, "<details open"), heading: headings.first, extras: used };
}

/** A line of its own in whose place other readers of Markdown have the contents. */
const CONTENTS = /^(?:\[TOC\]|\[\[_TOC_\]\])$/i;

/** The first such line becomes the place for the contents. */
function placeContents(tokens: Token[]): void {
  const at = tokens.findIndex(({ type, content }) => type === "inline" && CONTENTS.test(content));
  const open = tokens[at - 1];
  if (at < 1 || open?.type !== "paragraph_open") return;
  open.type = "html_block";
  open.content = "<nav data-contents></nav>\n";
  tokens.splice(at, 2);
}

/** Lets the parser charge what it does, as it does it: one block may be all of a text. */
function charge(md: MarkdownIt, holding: Holding): void {
  const { work } = holding;
  const looked = ({ parentType }: StateBlock, _line: number, _end: number, isSilent: boolean): boolean => {
    work.spend(isSilent ? COST.markdownLine : COST.markdownBlock);
    // Each quotation keeps where the lines began that go on with its paragraph, and so does each one around it.
    if (isSilent && parentType === "blockquote") holding.take(LINE_BYTES);
    return false;
  };
  md.block.ruler.before("table", "charged", looked, { alt: ["paragraph", "reference", "blockquote", "list"] });
  md.inline.ruler.before("text", "charged", () => {
    work.spend(COST.markdownBlock);
    return false;
  });
  const pushed = (): void => {
    work.spend(COST.markdownToken);
    holding.take(TOKEN_BYTES);
  };
  md.block.State = class extends md.block.State {
    override push(type: string, tag: string, nesting: Token["nesting"]): Token {
      pushed();
      return super.push(type, tag, nesting);
    }
  };
  md.inline.State = class extends md.inline.State {
    override push(type: string, tag: string, nesting: Token["nesting"]): Token {
      pushed();
      return super.push(type, tag, nesting);
    }
  };
}

/** What the parser does, and what its renderer does, with turns between blocks and between texts. */
function* rendered(md: MarkdownIt, text: string, work: Work): Turns<string> {
  const env = {};
  const state = new md.core.State(text, md, env);
  const names = md.core.ruler.getRules("");
  md.core.ruler.disable(["block", "inline", "linkify"]);
  const others = new Set(md.core.ruler.getRules(""));
  md.core.ruler.enableOnly("linkify");
  const [linkify] = md.core.ruler.getRules("");
  const divided = [blocks(md, state, work), texts(md, state, work, linkify!)];
  for (const rule of names) {
    if (others.has(rule)) rule(state);
    else if (divided.length > 0) yield* divided.shift()!;
  }
  const { renderer, options } = md;
  let html = "";
  for (const [at, { type, children }] of state.tokens.entries()) {
    const own = renderer.rules[type];
    work.spend(COST.markdownToken);
    if (type === "inline") html += renderer.renderInline(children ?? [], options, env);
    else html += own ? own(state.tokens, at, options, env, renderer) : renderer.renderToken(state.tokens, at, options);
    if (work.isTurnOver) yield;
  }
  return html;
}

function* blocks(md: MarkdownIt, { src, tokens, env }: StateCore, work: Work): Turns<void> {
  const rules = md.block.ruler.getRules("");
  const state = new md.block.State(src, md, env, tokens);
  for (let line = 0; line < state.lineMax; line = state.line) {
    state.line = line = state.skipEmptyLines(line);
    if (line >= state.lineMax) return;
    rules.some((rule) => rule(state, line, state.lineMax, false));
    if (work.isTurnOver) yield;
  }
}

function* texts(md: MarkdownIt, state: StateCore, work: Work, linkify: (state: StateCore) => void): Turns<void> {
  const one = new md.core.State("", md, state.env);
  for (const token of state.tokens) {
    if (token.type !== "inline") continue;
    work.spend(COST.markdownText);
    md.inline.parse(token.content, md, state.env, token.children ?? []);
    for (const _ of token.content.matchAll(/:\/\/|www\.|@/gi)) work.spend(COST.markdownAddress);
    one.tokens = [token];
    linkify(one);
    if (work.isTurnOver) yield;
  }
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
