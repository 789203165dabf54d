import type { MarkdownIt, StateCore, StateInline, Token } from "markdown-it";
import * as CHAR from "../../platform/char.ts";

/** What GitHub Flavored Markdown has beyond the tables of markdown-it, and alerts, which its specification lacks. */
export function github(md: MarkdownIt): void {
  md.inline.ruler.at("strikethrough", readTildes);
  md.inline.ruler2.at("strikethrough", (state) => {
    strike(state, state.delimiters);
    for (const meta of state.tokens_meta) if (meta?.delimiters) strike(state, meta.delimiters);
    return false;
  });
  addAutolinks(md);
  md.core.ruler.after("inline", "tasks", markTasks);
  md.core.ruler.after("inline", "alerts", markAlerts);
}

/** One or two tildes, closed by as many (GFM, Strikethrough). Longer runs are text. */
function readTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== CHAR.TILDE) return false;
  const { length, can_open, can_close } = state.scanDelims(state.pos, true);
  const token = state.push("text", "", 0);
  token.content = "~".repeat(length);
  state.pos += length;
  if (length > 2) return true;
  // Runs of one and of two are different marks. Without a length, the rule of three does not apply to them.
  const delimiter = { marker: CHAR.TILDE * length, length: 0, token: state.tokens.length - 1, end: -1 };
  state.delimiters.push({ ...delimiter, open: can_open, close: can_close });
  return true;
}

function strike(state: StateInline, delimiters: StateInline["delimiters"]): void {
  for (const opener of delimiters) {
    const closer = delimiters[opener.end];
    if (opener.marker % CHAR.TILDE !== 0 || closer === undefined) continue;
    for (const [delimiter, nesting] of [
      [opener, 1],
      [closer, -1],
    ] as const) {
      const token = state.tokens[delimiter.token] as Token;
      Object.assign(token, { type: nesting === 1 ? "s_open" : "s_close", tag: "del", nesting, content: "" });
    }
  }
}

const BEFORE_HOST = "//www.";
const MAX_ADDRESS = 2_000;

/** Addresses in the text: those with a scheme, and those that begin with "www." or are of mail. */
function addAutolinks({ linkify }: MarkdownIt): void {
  linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  linkify.add("//", null);
  linkify.add("xmpp:", { validate: (text, at, self) => self.testSchemaAt(text, "mailto:", at) });
  linkify.add("www.", {
    validate: (text, at, self) => {
      const address = `http:${BEFORE_HOST}${text.slice(at, at + MAX_ADDRESS)}`;
      return Math.max(0, self.testSchemaAt(address, "http:", "http:".length) - BEFORE_HOST.length);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
}

/** Items of lists that begin with a box. */
function markTasks(state: StateCore): void {
  const { tokens } = state;
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "list_item_open" || tokens[at + 1]?.type !== "paragraph_open") continue;
    const first = tokens[at + 2]?.children?.[0];
    const box = first?.type === "text" ? /^\[([ xX])\](?=\s)/.exec(first.content) : null;
    if (!first || !box) continue;
    first.content = first.content.slice(box[0].length);
    const checked = box[1] === " " ? "" : ' checked=""';
    tokens[at + 2]?.children?.unshift(html(state, `<input${checked} disabled="" type="checkbox">`));
  }
}

/** Quotations whose first line is the name of a kind, in any case. */
function markAlerts({ tokens }: StateCore): void {
  const open: (string | undefined)[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === "blockquote_open") {
      const kind = alertAt(tokens, at);
      open.push(kind);
      if (kind !== undefined) Object.assign(token, { type: "html_block", content: alertHead(kind) });
    } else if (token.type === "blockquote_close" && open.pop() !== undefined) {
      Object.assign(token, { type: "html_block", content: "</div>\n" });
    }
  }
}

/** The kind of the alert that a quotation is, whose first line is then taken away. */
function alertAt(tokens: Token[], at: number): string | undefined {
  const [paragraph, inline, end] = tokens.slice(at + 1, at + 4);
  const [first, second] = inline?.children ?? [];
  if (paragraph?.type !== "paragraph_open" || first?.type !== "text") return undefined;
  if (second !== undefined && !/^(soft|hard)break$/.test(second.type)) return undefined;
  const kind = /^\[!(note|tip|important|warning|caution)\]\s*$/i.exec(first.content)?.[1]?.toLowerCase();
  if (kind === undefined) return undefined;
  inline?.children?.splice(0, 2);
  if (inline?.children?.length === 0 && end) paragraph.hidden = end.hidden = true;
  return kind;
}

/** HTML of our own inside a text. */
export function html({ Token }: StateCore, content: string): Token {
  const token = new Token("html_inline", "", 0);
  token.content = content;
  return token;
}

function alertHead(kind: string): string {
  const title = kind.charAt(0).toUpperCase() + kind.slice(1);
  const icon = `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${ICONS[kind]}"></path></svg>`;
  return `<div class="markdown-alert markdown-alert-${kind}">\n<p class="markdown-alert-title">${icon}${title}</p>\n`;
}

/** Octicons, as GitHub shows them (MIT). */
const ICONS: Record<string, string> = {
  note: "M0 8a8 8 0 1 1 16 0A8 8 0 0 1 0 8Zm8-6.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM6.5 7.75A.75.75 0 0 1 7.25 7h1a.75.75 0 0 1 .75.75v2.75h.25a.75.75 0 0 1 0 1.5h-2a.75.75 0 0 1 0-1.5h.25v-2h-.25a.75.75 0 0 1-.75-.75ZM8 6a1 1 0 1 1 0-2 1 1 0 0 1 0 2Z",
  tip: "M8 1.5c-2.363 0-4 1.69-4 3.75 0 .984.424 1.625.984 2.304l.214.253c.223.264.47.556.673.848.284.411.537.896.621 1.49a.75.75 0 0 1-1.484.211c-.04-.282-.163-.547-.37-.847a8.456 8.456 0 0 0-.542-.68c-.084-.1-.173-.205-.268-.32C3.201 7.75 2.5 6.766 2.5 5.25 2.5 2.31 4.863 0 8 0s5.5 2.31 5.5 5.25c0 1.516-.701 2.5-1.328 3.259-.095.115-.184.22-.268.319-.207.245-.383.453-.541.681-.208.3-.33.565-.37.847a.751.751 0 0 1-1.485-.212c.084-.593.337-1.078.621-1.489.203-.292.45-.584.673-.848.075-.088.147-.173.213-.253.561-.679.985-1.32.985-2.304 0-2.06-1.637-3.75-4-3.75ZM5.75 12h4.5a.75.75 0 0 1 0 1.5h-4.5a.75.75 0 0 1 0-1.5ZM6 15.25a.75.75 0 0 1 .75-.75h2.5a.75.75 0 0 1 0 1.5h-2.5a.75.75 0 0 1-.75-.75Z",
  important:
    "M0 1.75C0 .784.784 0 1.75 0h12.5C15.216 0 16 .784 16 1.75v9.5A1.75 1.75 0 0 1 14.25 13H8.06l-2.573 2.573A1.458 1.458 0 0 1 3 14.543V13H1.75A1.75 1.75 0 0 1 0 11.25Zm1.75-.25a.25.25 0 0 0-.25.25v9.5c0 .138.112.25.25.25h2a.75.75 0 0 1 .75.75v2.19l2.72-2.72a.749.749 0 0 1 .53-.22h6.5a.25.25 0 0 0 .25-.25v-9.5a.25.25 0 0 0-.25-.25Zm7 2.25v2.5a.75.75 0 0 1-1.5 0v-2.5a.75.75 0 0 1 1.5 0ZM9 9a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z",
  warning:
    "M6.457 1.047c.659-1.234 2.427-1.234 3.086 0l6.082 11.378A1.75 1.75 0 0 1 14.082 15H1.918a1.75 1.75 0 0 1-1.543-2.575Zm1.763.707a.25.25 0 0 0-.44 0L1.698 13.132a.25.25 0 0 0 .22.368h12.164a.25.25 0 0 0 .22-.368Zm.53 3.996v2.5a.75.75 0 0 1-1.5 0v-2.5a.75.75 0 0 1 1.5 0ZM9 11a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z",
  caution:
    "M4.47.22A.749.749 0 0 1 5 0h6c.199 0 .389.079.53.22l4.25 4.25c.141.14.22.331.22.53v6a.749.749 0 0 1-.22.53l-4.25 4.25A.749.749 0 0 1 11 16H5a.749.749 0 0 1-.53-.22L.22 11.53A.749.749 0 0 1 0 11V5c0-.199.079-.389.22-.53Zm.84 1.28L1.5 5.31v5.38l3.81 3.81h5.38l3.81-3.81V5.31L10.69 1.5ZM8 4a.75.75 0 0 1 .75.75v3.5a.75.75 0 0 1-1.5 0v-3.5A.75.75 0 0 1 8 4Zm0 8a1 1 0 1 1 0-2 1 1 0 0 1 0 2Z",
};
