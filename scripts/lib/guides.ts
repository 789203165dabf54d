import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import { Marked, type Tokens } from "marked";

/** The guides in docs/ that are served at /docs/NAME, by what a reader looks for. */
const GROUPS: [title: string, guides: [name: string, title: string][]][] = [
  [
    "Start",
    [
      ["start", "First calls"],
      ["clients", "Clients"],
      ["coming-from", "From Gotenberg and others"],
      ["from-stirling", "From Stirling-PDF"],
      ["from-pdf-lib", "From pdf-lib"],
      ["mcp", "Agents (MCP)"],
    ],
  ],
  [
    "Operations",
    [
      ["auto-crop", "Automatic crop"],
      ["split", "Split"],
      ["images", "Images"],
      ["html", "HTML"],
      ["html-options", "HTML options"],
      ["html-sessions", "HTML sessions"],
    ],
  ],
  [
    "What holds for all",
    [
      ["errors", "Errors"],
      ["security", "Security"],
      ["benchmarks", "Speed"],
      ["cost", "Cost"],
    ],
  ],
  [
    "Operate",
    [
      ["deployment", "Deploy"],
      ["operations", "Operate"],
      ["architecture", "Architecture"],
    ],
  ],
];

export interface GuideFile {
  /** Below the folder of the site. */
  path: string;
  text: string;
  /** A page, still without its layout. */
  isPage: boolean;
}

interface Section {
  title: string;
  text: string;
  url: string;
}

/** Pages, their Markdown, the index of the search, and llms.txt. */
export async function guideFiles(docs: string, output: string): Promise<GuideFile[]> {
  await cp(path.join(docs, "images"), path.join(output, "docs", "images"), { recursive: true });
  const files: GuideFile[] = [];
  const index: Section[] = [];
  const known = GROUPS.flatMap(([, guides]) => guides);
  for (const [name, title] of known) {
    const source = await readFile(path.join(docs, `${name}.md`), "utf8");
    const { html, sections } = rendered(
      source,
      name,
      known.map(([other]) => other),
    );
    index.push(...sections);
    files.push({ path: `docs/${name}.html`, text: page(name, title, html), isPage: true });
    files.push({ path: `docs/${name}.md`, text: source, isPage: false });
  }
  files.push({ path: "docs/search.json", text: JSON.stringify(index), isPage: false });
  files.push({ path: "llms.txt", text: llms(), isPage: false });
  return files;
}

/** The list of guides, for the reference as well. */
export function guideNav(current?: string): string {
  return GROUPS.map(([title, guides]) => {
    const items = guides.map(([name, text]) => {
      const here = name === current ? ' aria-current="page"' : "";
      return `<li><a href="/docs/${name}"${here}>${text}</a></li>`;
    });
    return `<p class="label">${title}</p><ul>${items.join("")}</ul>`;
  }).join("\n");
}

function page(name: string, title: string, html: string): string {
  return `<!--
title: ${title} · Quire
description: ${title}: documentation of Quire.
script: guide
-->
<div class="docs guide-page">
<div class="docs-side"><div id="search"></div><nav class="docs-nav" aria-label="Documentation">
<ul><li><a href="/docs">API reference</a></li><li><a href="/docs/administration">Administration</a></li></ul>
${guideNav(name)}</nav></div>
<article class="guide">${html}
<p class="small soft">This page as <a href="/docs/${name}.md">Markdown</a>.</p></article>
</div>`;
}

function rendered(source: string, name: string, known: string[]): { html: string; sections: Section[] } {
  const sections: Section[] = [];
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
        // What is not served here is in the repository.
        return known.includes(guide) ? `<a href="/docs/${guide}${hash}">${inner}</a>` : inner;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="/docs/${href}" alt="${text}" loading="lazy">`;
      },
    },
  });
  const html = marked
    .parse(source, { async: false })
    .replaceAll("<table>", '<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0">');
  fillTexts(source, sections);
  return { html, sections };
}

/** What each section says, without the marks of Markdown. */
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

function llms(): string {
  const lists = GROUPS.map(
    ([title, guides]) => `## ${title}\n\n${guides.map(([name, text]) => `- [${text}](/docs/${name}.md)`).join("\n")}`,
  );
  return `# Quire

> Crops and splits PDFs, binds images into one, and prints HTML and web pages, over HTTP. Each operation is one request.

The whole interface is in [openapi.json](/openapi.json). Agents call the operations as tools at \`/mcp\`.

${lists.join("\n\n")}
`;
}
