import type { Tokens } from "marked";
import { HTML_LIMITS } from "../html-limits.ts";
import { fieldProblem, HtmlProblem } from "../html-problem.ts";
import { MARKDOWN_STYLE } from "./style.ts";

/** The text of a file that is Markdown by its name or type. */
export function isMarkdown(name: string | undefined, type: string | undefined): boolean {
  return /\.(md|markdown|mdown|mkd)$/i.test(name ?? "") || /^text\/(x-)?markdown\b/i.test(type ?? "");
}

/**
 * Markdown as a page of HTML. HTML inside it stays, and is rendered under the same guard as any other. The parser is
 * loaded with the first text.
 */
export async function markdownPage(text: string, field: string, template?: string, name?: string): Promise<string> {
  if (text.length > HTML_LIMITS.markdownChars) {
    throw new HtmlProblem("too-large", `The Markdown is longer than ${HTML_LIMITS.markdownChars} characters.`, {
      field,
    });
  }
  if (template !== undefined && !template.includes("{{content}}")) {
    throw fieldProblem("markdownTemplate", "expected HTML with {{content}} in it.");
  }
  const { attributes, body } = frontMatter(text);
  const { html, heading } = await parse(body);
  const title = attributes.get("title") ?? heading ?? name ?? "Document";
  if (template !== undefined) {
    // One pass, so braces in the text itself stay as they are.
    return template.replaceAll(/\{\{(content|title)\}\}/g, (_, part: string) =>
      part === "content" ? html : escaped(title),
    );
  }
  const language = attributes.get("lang");
  const lang = language === undefined ? "" : ` lang="${escaped(language)}"`;
  return `<!doctype html><html${lang}><meta charset="utf-8"><title>${escaped(title)}</title><style>${MARKDOWN_STYLE}</style><body>\n${html}</body></html>`;
}

async function parse(text: string): Promise<{ html: string; heading: string | undefined }> {
  const [{ Marked }, { default: footnotes }, { default: alerts }] = await Promise.all([
    import("marked"),
    import("marked-footnote"),
    import("marked-alert"),
  ]);
  const slugs = new Map<string, number>();
  let first: string | undefined;
  const marked = new Marked({ gfm: true }, footnotes(), alerts());
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const content = this.parser.parseInline(tokens);
        const plain = unescaped(this.parser.parseInline(tokens, this.parser.textRenderer));
        first ??= plain;
        return `<h${depth} id="${escaped(slug(plain, slugs))}">${content}</h${depth}>\n`;
      },
    },
  });
  const html = await marked.parse(text);
  return { html, heading: first };
}

/** The name that GitHub gives a heading, so that links within a text lead there. */
function slug(text: string, known: Map<string, number>): string {
  const plain = text
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
  const before = known.get(plain) ?? 0;
  known.set(plain, before + 1);
  return before === 0 ? plain : `${plain}-${before}`;
}

/**
 * Front matter: the lines between two lines of three hyphens at the very beginning. Only its plain entries count.
 */
function frontMatter(text: string): { attributes: Map<string, string>; body: string } {
  const attributes = new Map<string, string>();
  const plain = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const end = plain.startsWith("---\n") ? plain.indexOf("\n---\n", 3) : -1;
  if (end < 0) return { attributes, body: plain };
  for (const line of plain.slice(4, Math.max(4, end)).split("\n")) {
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).trim();
    if (colon > 0 && value !== "") attributes.set(line.slice(0, colon).trim(), value.replace(/^(["'])(.*)\1$/, "$2"));
  }
  return { attributes, body: plain.slice(end + 5) };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function unescaped(html: string): string {
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
