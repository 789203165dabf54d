import { describe, expect, it } from "vitest";
import { isMarkdown, markdownPage } from "../../../src/html/markdown/markdown.ts";

/** What stands in the body. */
async function body(text: string): Promise<string> {
  const html = await markdownPage(text, "markdown");
  return html.slice(html.indexOf("<body>\n") + "<body>\n".length, html.indexOf("</body>")).trim();
}

describe("Markdown", () => {
  it.each([
    ["**bold** ~~gone~~ `code`", "<p><strong>bold</strong> <del>gone</del> <code>code</code></p>"],
    ["see https://example.com.", '<p>see <a href="https://example.com">https://example.com</a>.</p>'],
    ["<b>HTML</b> stays", "<p><b>HTML</b> stays</p>"],
    ["a < b & c", "<p>a &lt; b &amp; c</p>"],
  ])("has the marks of text: %s", async (text, html) => {
    expect(await body(text)).toBe(html);
  });

  it("has tables with columns to the right, task lists and fenced code", async () => {
    const table = await body("| a | b |\n|---|--:|\n| 1 | 2 |");
    expect(table).toContain('<th align="right">b</th>');
    expect(table).toContain('<td align="right">2</td>');
    const tasks = await body("- [x] done\n- [ ] open");
    expect(tasks.match(/<input[^>]*checkbox[^>]*>/g)?.map((input) => /checked/.test(input))).toEqual([true, false]);
    expect(await body("```js\n<x>\n```")).toContain('<code class="language-js">&lt;x&gt;');
  });

  it("has footnotes and alerts", async () => {
    const noted = await body("Text[^1].\n\n[^1]: The note.");
    expect(noted).toMatch(/<sup>.*href="#footnote-1"/);
    expect(noted).toContain("The note.");
    expect(await body("> [!WARNING]\n> Hot.")).toMatch(/class="markdown-alert markdown-alert-warning"[\s\S]*Hot\./);
  });

  it("names headings as GitHub does, so that links within it lead somewhere", async () => {
    const html = await body("# Größe & `Maß`: 1.0\n## Again\n## Again");
    expect([...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["größe--maß-10", "again", "again-1"]);
  });

  it("takes its title from the front matter, its first heading, or the file", async () => {
    const title = async (text: string) =>
      /<title>(.*)<\/title>/.exec(await markdownPage(text, "file", undefined, "notes"))?.[1];
    expect(await title('---\ntitle: "A & B"\n---\n# Heading')).toBe("A &amp; B");
    expect(await title("Text\n\n# The *first* heading\n\n# Second")).toBe("The first heading");
    expect(await title("Text")).toBe("notes");
  });

  it("does not print its front matter, and says its language", async () => {
    const html = await markdownPage("---\r\nlang: de\r\n---\r\nText\r\n", "markdown");
    expect(html).toMatch(/^<!doctype html><html lang="de">/);
    expect(html).not.toContain("---");
    expect(await body("---\nnot closed")).toContain("not closed");
  });

  it("goes into a template of one's own, in which its own braces mean nothing", async () => {
    const template = "<title>{{title}}</title><main>{{content}}</main>";
    const html = await markdownPage("# <T>\n\n{{title}} {{content}} $&", "markdown", template);
    expect(html).toBe('<title>&lt;T></title><main><h1 id="t"><T></h1>\n<p>{{title}} {{content}} $&amp;</p>\n</main>');
  });

  it("refuses a template without a place for it, and texts that are too long", async () => {
    await expect(markdownPage("x", "markdown", "<p>")).rejects.toMatchObject({ field: "markdownTemplate" });
    await expect(markdownPage("x".repeat(2_000_001), "file[1]")).rejects.toMatchObject({
      kind: "too-large",
      field: "file[1]",
    });
  });

  it("is told by a file's name or type", () => {
    expect([
      isMarkdown("a.md", undefined),
      isMarkdown("README.MARKDOWN", undefined),
      isMarkdown("x", "text/markdown"),
    ]).toEqual([true, true, true]);
    expect([isMarkdown("a.html", "text/html"), isMarkdown(undefined, undefined)]).toEqual([false, false]);
  });
});
