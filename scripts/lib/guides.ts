import { cp, glob, readFile } from "node:fs/promises";
import path from "node:path";
import { GUIDES, llmsText, navHtml } from "./docs-nav.ts";
import { guideHtml, type Section } from "./guide-html.ts";

export interface GuideFile {
  /** Below the folder of the site. */
  path: string;
  text: string;
  /** A page, still without its layout. */
  isPage: boolean;
}

/** Links between the rooms of docs/: on the site all guides have one folder. */
const OTHER_ROOM = /\]\(\.\.\/(?:use|run|inside)\//g;

/** The guides of docs/ as pages and as Markdown, the index of the search, and llms.txt. */
export async function guideFiles(docs: string, output: string): Promise<GuideFile[]> {
  await cp(path.join(docs, "use", "images"), path.join(output, "docs", "images"), { recursive: true });
  const files: GuideFile[] = [];
  const index: Section[] = [];
  const known = new Map(GUIDES.map(({ guide, title }) => [guide, title]));
  for (const { guide, title } of GUIDES) {
    const source = (await readFile(await fileOf(docs, guide), "utf8")).replace(OTHER_ROOM, "](");
    const { html, sections, hasSamples } = guideHtml(source, guide, known);
    index.push(...sections);
    files.push({ path: `docs/${guide}.html`, text: page(guide, title, html, hasSamples), isPage: true });
    files.push({ path: `docs/${guide}.md`, text: source, isPage: false });
  }
  files.push({ path: "docs/search.json", text: JSON.stringify(index), isPage: false });
  const skill = await readFile(path.join(docs, "..", "skills", "quire-pdf", "SKILL.md"), "utf8");
  files.push({ path: "docs/skill.md", text: skill, isPage: false });
  files.push({ path: "llms.txt", text: llmsText(), isPage: false });
  files.push({ path: "described/sitemap.xml", text: sitemap(), isPage: false });
  return files;
}

/** The pages for everybody, as sitemaps.org has it. The Worker knows by what name it is reached. */
function sitemap(): string {
  const pages = ["", "studio", "docs", ...GUIDES.map(({ guide }) => `docs/${guide}`)];
  const urls = pages.map((page) => `  <url><loc>{{origin}}/${page}</loc></url>\n`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
}

/** Every guide has a name of its own, whichever room it is in. */
async function fileOf(docs: string, guide: string): Promise<string> {
  for await (const file of glob(`*/${guide}.md`, { cwd: docs })) return path.join(docs, file);
  throw new Error(`docs/ has no ${guide}.md in any of its rooms`);
}

function page(name: string, title: string, html: string, hasSamples: boolean): string {
  return `<!--
title: ${title} · Quire
description: ${title}: documentation of Quire.
script: guide
styles: docs
-->
<div class="docs guide-page">
<div class="docs-side"><div id="search"></div>${navHtml(name)}</div>
<article class="guide${hasSamples ? " with-code" : ""}">${html}
<p class="small soft">This page as <a href="/docs/${name}.md">Markdown</a>.</p></article>
</div>`;
}
