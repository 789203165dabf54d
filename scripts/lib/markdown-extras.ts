import { readFile } from "node:fs/promises";
import path from "node:path";
import { nameToEmoji } from "gemoji";

/** What is printed of KaTeX beside its own script: formulas are set where they stand, and nothing of them is hidden. */
const SET_FORMULAS = `for (const each of document.querySelectorAll("span.math"))
  katex.render(each.textContent, each, {
    displayMode: each.hasAttribute("data-block"), output: "html", throwOnError: false, strict: "ignore", maxExpand: 1000,
  });`;

const DRAW_DIAGRAMS = `mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
mermaid.run({ querySelector: "pre.mermaid" }).catch((error) => console.error(error));`;

/** The packages whose files are in these, for their licences. */
export const PACKAGES_OF_EXTRAS = ["@mermaid-js/tiny", "gemoji", "katex"];

/**
 * What src/html/markdown/extras.ts has loaded for a text that asks for it: the names of emoji, and what a page with
 * formulas or diagrams has at its end. Fonts are within, since the page may load nothing of the service.
 */
export async function markdownExtras(project: string): Promise<Map<string, string>> {
  const file = (...steps: string[]) => path.join(project, "node_modules", ...steps);
  const katex = await readFile(file("katex", "dist", "katex.min.js"), "utf8");
  const mermaid = await readFile(file("@mermaid-js", "tiny", "dist", "mermaid.tiny.js"), "utf8");
  return new Map([
    ["emoji.json", JSON.stringify(nameToEmoji)],
    ["math.html", `<style>${await katexStyle(file("katex", "dist"))}</style>${script(katex, SET_FORMULAS)}`],
    ["mermaid.html", `<style>pre.mermaid { padding: 0; background: none }</style>${script(mermaid, DRAW_DIAGRAMS)}`],
  ]);
}

async function katexStyle(folder: string): Promise<string> {
  let style = await readFile(path.join(folder, "katex.min.css"), "utf8");
  // Of each font's three forms, the one that every browser of today reads.
  style = style.replace(/,url\([^)]*\) format\("(?:woff|truetype)"\)/g, "");
  for (const [place, name] of [...style.matchAll(/url\((fonts\/[\w-]+\.woff2)\)/g)]) {
    const font = await readFile(path.join(folder, name as string), "base64");
    style = style.replace(place as string, () => `url(data:font/woff2;base64,${font})`);
  }
  if (/url\((?!data:)/.test(style)) throw new Error("KaTeX's style loads more than its fonts");
  return style;
}

function script(library: string, use: string): string {
  const text = `${library}\n${use}`.replaceAll(/<\/script/gi, "<\\/script").replaceAll("<!--", "\\x3c!--");
  return `<script>${text}</script>`;
}
