import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import * as CHAR from "../../platform/char.ts";
import { mapKey } from "../../platform/map-key.ts";
import { html } from "./github.ts";

/** A note's label has no spaces, and is as long as that of a link may be (CommonMark, Link labels). */
const LABEL = /\[\^([^\s[\]]{1,999})\]/y;
const DEFINITION = /\[\^([^\s[\]]{1,999})\]:[ \t]*/y;
const INDENT = 4;

interface Note {
  tokens: Token[];
  /** Its place among those that are referred to, from 1. */
  number: number;
  /** How often it is referred to. */
  references: number;
}

/** The notes of one text by label, and those that are referred to, in their order. */
interface Notes {
  byLabel: Map<string, Note>;
  used: Note[];
}

/** Footnotes as GitHub has them: `[^label]`, and `[^label]: text` anywhere. They are printed at the end. */
export function footnotes(md: MarkdownIt): void {
  const notes: Notes = { byLabel: new Map(), used: [] };
  const alt = ["paragraph", "reference"];
  md.block.ruler.before("reference", "footnote", (...block) => define(notes, ...block), { alt });
  md.inline.ruler.before("link", "footnote", (state, silent) => refer(notes, state, silent));
  md.core.ruler.after("inline", "footnotes", (state) => placeNotes(notes, state));
}

function define({ byLabel }: Notes, state: StateBlock, line: number, end: number, silent: boolean): boolean {
  const start = (state.bMarks[line] as number) + (state.tShift[line] as number);
  DEFINITION.lastIndex = start;
  const found = DEFINITION.exec(state.src);
  if (!found || (state.sCount[line] as number) - state.blkIndent >= INDENT) return false;
  if (silent) return true;
  const label = mapKey((found[1] as string).toLowerCase());
  const open = state.push("footnote_open", "", 1);
  open.meta = { label: byLabel.has(label) ? undefined : label };
  if (!byLabel.has(label)) byLabel.set(label, { tokens: [], number: 0, references: 0 });

  // Its first line is the line's rest, and what is indented belongs to it.
  const before = { mark: state.bMarks[line], shift: state.tShift[line], count: state.sCount[line] };
  const { parentType } = state;
  state.bMarks[line] = start + found[0].length;
  state.tShift[line] = 0;
  state.blkIndent += INDENT;
  state.sCount[line] = state.blkIndent;
  state.parentType = "footnote";
  state.md.block.tokenize(state, line, end);
  state.parentType = parentType;
  state.blkIndent -= INDENT;
  state.bMarks[line] = before.mark as number;
  state.tShift[line] = before.shift as number;
  state.sCount[line] = before.count as number;
  state.push("footnote_close", "", -1);
  return true;
}

function refer({ byLabel, used }: Notes, state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== CHAR.BRACKET_OPEN) return false;
  LABEL.lastIndex = state.pos;
  const found = LABEL.exec(state.src);
  const note = byLabel.get(mapKey(found?.[1]?.toLowerCase() ?? ""));
  if (!found || !note) return false;
  state.pos += found[0].length;
  if (silent) return true;
  if (note.references++ === 0) note.number = used.push(note);
  const id = `${note.number}${note.references > 1 ? `-${note.references}` : ""}`;
  const token = state.push("html_inline", "", 0);
  token.content = `<sup><a id="footnote-ref-${id}" href="#footnote-${note.number}">${note.number}</a></sup>`;
  return true;
}

function placeNotes({ byLabel, used }: Notes, state: StateCore): void {
  const text: Token[] = [];
  const open: Token[][] = [];
  for (const token of state.tokens) {
    if (token.type === "footnote_open") {
      const note = byLabel.get(token.meta?.label as string);
      open.push(note?.tokens ?? []);
    } else if (token.type === "footnote_close") open.pop();
    else (open.at(-1) ?? text).push(token);
  }
  state.tokens = text;
  if (used.length === 0) return;
  const put = (content: string) => state.tokens.push(Object.assign(html(state, content), { type: "html_block" }));
  put('<section class="footnotes">\n<h2 class="sr-only">Footnotes</h2>\n<ol>\n');
  for (const { tokens, number, references } of used) {
    put(`<li id="footnote-${number}">\n`);
    for (const token of tokens) state.tokens.push(token);
    const links = Array.from({ length: references }, (_, nth) => backLink(number, nth + 1)).join("");
    const last = tokens.at(-1)?.type === "paragraph_close" ? tokens.at(-2) : undefined;
    if (last?.children) last.children.push(html(state, links));
    else put(`<p>${links}</p>\n`);
    put("</li>\n");
  }
  put("</ol>\n</section>\n");
}

function backLink(number: number, nth: number): string {
  const [id, mark] = nth > 1 ? [`${number}-${nth}`, `↩<sup>${nth}</sup>`] : [`${number}`, "↩"];
  return ` <a href="#footnote-ref-${id}" aria-label="Back to reference ${id}">${mark}</a>`;
}
