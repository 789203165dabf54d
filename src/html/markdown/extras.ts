import type { MarkdownIt, StateBlock, StateInline, Token } from "markdown-it";
import * as CHAR from "../../platform/char.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import type { MarkdownExtra } from "../fields/markdown-extras.ts";

/** Emoji by the names that GitHub has for them. */
export type EmojiNames = Readonly<Record<string, string>>;

const EMOJI = /:([a-z0-9_+-]{1,60}):/iy;
/** A sum of money is none: no space follows the first sign or comes before the last, which no letter or digit follows. */
const MATH = /\$\$([^$]{1,10000})\$\$|\$(?!\s)(`[^`$]{1,5000}`|(?:\\[\s\S]|[^\\$`]){1,5000})(?<!\s)\$(?!\w)/y;

/**
 * What GitHub has beyond Markdown's own text, where it was asked for: `:names:` of emoji; formulas between dollar
 * signs or in code called `math`; diagrams in code called `mermaid`. Returns what the text has of the last two, which
 * scripts in the page set.
 */
export function extras(md: MarkdownIt, asked: readonly MarkdownExtra[] = [], emoji: EmojiNames): Set<MarkdownExtra> {
  const used = new Set<MarkdownExtra>();
  if (asked.includes("emoji"))
    md.inline.ruler.before("escape", "emoji", (state, silent) => named(emoji, state, silent));
  const fence = md.renderer.rules.fence as NonNullable<MarkdownIt["renderer"]["rules"]["fence"]>;
  md.renderer.rules.fence = (tokens, at, ...rest) => {
    const { info, content } = tokens[at] as Token;
    const name = info.trim().toLowerCase();
    if (name === "math" && asked.includes("math")) return `<p>${formula(used, content, true)}</p>\n`;
    if (name !== "mermaid" || !asked.includes("mermaid")) return fence(tokens, at, ...rest);
    used.add("mermaid");
    return `<pre class="mermaid">${escapeHtml(content)}</pre>\n`;
  };
  if (asked.includes("math")) {
    md.inline.ruler.before("escape", "math", (state, silent) => inText(used, state, silent));
    md.block.ruler.before("lheading", "math", (state, line, end, silent) => inLines(used, state, line, end, silent));
  }
  return used;
}

function named(emoji: EmojiNames, state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== CHAR.COLON) return false;
  EMOJI.lastIndex = state.pos;
  const found = EMOJI.exec(state.src);
  const name = found?.[1]?.toLowerCase() ?? "";
  if (!found || !Object.hasOwn(emoji, name)) return false;
  if (!silent) state.push("text", "", 0).content = emoji[name] as string;
  state.pos += found[0].length;
  return true;
}

function inText(used: Set<MarkdownExtra>, state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== CHAR.DOLLAR) return false;
  MATH.lastIndex = state.pos;
  const found = MATH.exec(state.src);
  if (!found) return false;
  const [whole, block, line] = found;
  // GitHub's other way, for text that Markdown would change: $`…`$.
  const text = block ?? (line as string).replace(/^`(.+)`$/s, "$1");
  if (!silent) state.push("html_inline", "", 0).content = formula(used, text, block !== undefined);
  state.pos += whole.length;
  return true;
}

/**
 * Lines from `$$` to `$$`, without an empty line among them, the end of a list's item or another beginning: no line is
 * looked at for more than one beginning.
 */
function inLines(used: Set<MarkdownExtra>, state: StateBlock, line: number, end: number, silent: boolean): boolean {
  const textOf = (at: number) =>
    state.src.slice((state.bMarks[at] as number) + (state.tShift[at] as number), state.eMarks[at]).trimEnd();
  if (!textOf(line).startsWith("$$")) return false;
  const lines: string[] = [];
  for (let at = line; at < end && !state.isEmpty(at); at++) {
    const text = textOf(at);
    const isEnd = text.endsWith("$$");
    if (at > line && ((state.sCount[at] as number) < state.blkIndent || (text.startsWith("$$") && !isEnd))) break;
    lines.push(text);
    if (!isEnd || (at === line && text.length < 5)) continue;
    if (silent) return true;
    const whole = lines.join("\n").slice(2, -2);
    state.push("html_block", "", 0).content = `<p>${formula(used, whole, true)}</p>\n`;
    state.line = at + 1;
    return true;
  }
  return false;
}

/** TeX as it was written, which a script in the page sets; without scripts it can still be read. */
function formula(used: Set<MarkdownExtra>, text: string, isBlock: boolean): string {
  used.add("math");
  return `<span class="math"${isBlock ? " data-block" : ""}>${escapeHtml(text.trim())}</span>`;
}
