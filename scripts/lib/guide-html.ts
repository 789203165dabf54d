import { Marked, type Token, type Tokens } from "marked";
import { samplesOf } from "../../web/src/samples/samples.ts";
import { callOfCommand } from "./curl-command.ts";

/** Addresses of this service that a reader can open. Where a guide names one, it becomes a link. */
const PAGES = [
  "/dashboard",
  "/studio",
  "/studio#redact",
  "/studio#receipt",
  "/docs",
  "/llms.txt",
  "/openapi.json",
  "/v1/limits",
  "/health",
];

/** What the search finds of a guide. */
export interface Section {
  title: string;
  text: string;
  url: string;
}

interface Guide {
  html: string;
  sections: Section[];
  hasSamples: boolean;
}

/** A guide as HTML. Calls and their answers are shown beside the text of their section. */
export function guideHtml(source: string, name: string, known: ReadonlyMap<string, string>): Guide {
  const sections: Section[] = [];
  const marked = dressed(name, known, sections);
  const chapters = chaptersOf(marked.lexer(source));
  const hasSamples = chapters.some((chapter) => chapter.some(isSample));
  const html = chapters
    .map((chapter) => {
      const words = dressedHtml(marked.parser(chapter.filter((token) => !isSample(token))));
      if (!hasSamples) return words;
      const samples = chapter.filter(isSample).map(sampleHtml).join("");
      const aside = samples === "" ? "" : `<aside class="docs-code" aria-label="Code">${samples}</aside>`;
      return `<div class="guide-row"><div>${words}</div>${aside}</div>`;
    })
    .join("\n");
  fillTexts(source, sections);
  return { html, sections, hasSamples };
}

/** What comes before the first heading of the second level, and then each of these headings with what is below it. */
function chaptersOf(tokens: Token[]): Token[][] {
  const chapters: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === "heading" && token.depth === 2) chapters.push([]);
    chapters.at(-1)?.push(token);
  }
  return chapters;
}

/** A call of the service, or its answer. */
function isSample(token: Token): token is Tokens.Code {
  if (token.type !== "code") return false;
  const { text, lang = "" } = token as Tokens.Code;
  return callOfCommand(text) !== undefined || lang.startsWith("json answer");
}

/** The command as written, and the same call in the other languages, which a script puts behind tabs. */
function sampleHtml({ text, lang = "" }: Tokens.Code): string {
  const call = callOfCommand(text);
  const samples = call
    ? [{ language: "curl", text }, ...samplesOf(call).slice(1)]
    : [{ language: lang.replace(/^json answer ?/, "Answer ").trim(), text }];
  const shown = samples.map(({ language, text: code }, index) => {
    const hidden = index === 0 ? "" : " hidden";
    return `<pre tabindex="0" data-language="${language}"${hidden}><code>${escaped(code)}</code></pre>`;
  });
  const head = `<div class="code-bar"><span class="language">${samples[0]?.language}</span></div>`;
  return `<div class="code">${head}${shown.join("")}</div>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Tables and code scroll by themselves, with the keyboard too. */
function dressedHtml(html: string): string {
  return html
    .replaceAll("<table>", '<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0">');
}

/** Headings have addresses and can be found. Links to other guides lead to their pages. */
function dressed(name: string, known: ReadonlyMap<string, string>, sections: Section[]): Marked {
  const slugs = new Map<string, number>();
  const marked = new Marked();
  let top = name;
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const plain = text.replace(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, "$1");
        const base = plain
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, "")
          .replaceAll(" ", "-");
        const count = slugs.get(base) ?? 0;
        slugs.set(base, count + 1);
        const id = count === 0 ? base : `${base}-${count}`;
        if (depth === 1) top = plain;
        sections.push({ title: depth === 1 ? plain : `${top} › ${plain}`, text: "", url: `/docs/${name}#${id}` });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        if (/^(https?:|#|\/)/.test(href)) return `<a href="${href}">${inner}</a>`;
        const [, guide = "", hash = ""] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
        const title = known.get(guide);
        // Other files are only in the repository.
        if (title === undefined) return inner;
        // In the repository a link to a guide shows its file name; here it shows the title.
        return `<a href="/docs/${guide}${hash}">${inner === `${guide}.md` ? title : inner}</a>`;
      },
      codespan({ text }: Tokens.Codespan) {
        const code = `<code>${escaped(text)}</code>`;
        return PAGES.includes(text) ? `<a href="${text}">${code}</a>` : code;
      },
      image({ href, text }: Tokens.Image) {
        // The pages load nothing from elsewhere: such a picture is its words.
        if (/^https?:/.test(href)) return escaped(text);
        return `<img src="/docs/${href}" alt="${text}" loading="lazy">`;
      },
    },
  });
  return marked;
}

/** The text of each section, without the marks of Markdown. */
function fillTexts(source: string, sections: Section[]): void {
  const blocks = source
    .replace(/```[\s\S]*?```/g, (block) => block.replace(/^#/gm, " #"))
    .split(/^#{1,6} .*$/m)
    .slice(1);
  for (const [index, block] of blocks.entries()) {
    const section = sections[index];
    if (section)
      section.text = block
        .replace(/[`*|]|---+|\[|\]\([^)]*\)/g, "")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, 1500);
  }
}
