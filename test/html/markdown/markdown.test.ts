import { describe, expect, it } from "vitest";
import { isMarkdown, markdownPage } from "../../../src/html/markdown/markdown.ts";

/** What stands in the body. */
async function body(text: string): Promise<string> {
  const { html } = await markdownPage(text, "markdown");
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
    expect(table).toContain('<th style="text-align:right">b</th>');
    expect(table).toContain('<td style="text-align:right">2</td>');
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
      /<title>(.*)<\/title>/.exec((await markdownPage(text, "file", { name: "notes" })).html)?.[1];
    expect(await title('---\ntitle: "A & B"\n---\n# Heading')).toBe("A &amp; B");
    expect(await title("Text\n\n# The *first* heading\n\n# Second")).toBe("The first heading");
    expect(await title("Text")).toBe("notes");
  });

  it("does not print its front matter, and says its language", async () => {
    const { html } = await markdownPage("---\r\nlang: de\r\n---\r\nText\r\n", "markdown");
    expect(html).toMatch(/^<!doctype html><html lang="de">/);
    expect(html).not.toContain("---");
    expect(await body("---\nnot closed")).toContain("not closed");
  });

  it.each([
    ["a key", "---\na: b\n---\nText"],
    ["a quoted key, with a list and a comment", '---\n# b\n"a":\n- b\n---\nText'],
    ["a key in letters of any script", "---\nτίτλος: b\n---\nText"],
    ["nothing in it", "---\n---\nText"],
    ["dots at its end", "---\na: b\n...\nText"],
    ["an empty line in it", "---\na:\n\n  b\n---\nText"],
    ["TOML", '+++\ntitle = "a"\n[params]\nx = 1\n+++\nText'],
  ])("knows front matter by %s", async (_, text) => {
    expect(await body(text)).toBe("<p>Text</p>");
  });

  it.each([
    ["an empty line", "---\n\nFirst\n\n---\n\nSecond"],
    ["a sentence", "---\nFirst of all\n---\nSecond"],
    ["a heading without a colon", "---\n**First**\n---\nSecond"],
    ["a heading and a list", "---\n# First\n- a\n---\nSecond"],
    ["indented lines", "---\n  First\n---\nSecond"],
    ["plus signs and a table", "+++\n[First]\n+++\nSecond"],
    ["nothing that ends it", "---\nFirst: a\n\nSecond"],
    ["plus signs and a sentence", "+++\nFirst of all\n+++\nSecond"],
  ])("keeps a text that begins with a rule and %s", async (_, text) => {
    const html = await body(text);
    expect(html).toContain("First");
    expect(html).toContain("Second");
  });

  it("keeps short code in one piece, and lets long code run on to the next page", async () => {
    const lines = (count: number) => "x = 1\n".repeat(count);
    expect(await body(`~~~\n${lines(20)}~~~`)).toContain("<pre><code>");
    expect(await body(`~~~\n${lines(21)}~~~`)).toContain("<pre><code data-long");
    expect(await body("    indented\n".repeat(21))).toContain("<pre data-long");
  });

  it("gives its author, description and keywords to the file", async () => {
    const said = async (text: string) => (await markdownPage(text, "markdown")).information;
    expect(await said('---\nauthor: "A B"\ndescription: What it is\nkeywords: [a, "b"]\n---\n')).toEqual({
      author: "A B",
      subject: "What it is",
      keywords: "a, b",
    });
    expect(await said('+++\nauthor = "A"\n+++\n')).toEqual({ author: "A" });
    expect(await said('+++\nkeywords = [\n  "a",\n  "b",\n]\nauthor = "A"\n+++\n')).toEqual({
      keywords: "a, b",
      author: "A",
    });
    expect(await said("Text")).toBeUndefined();
  });

  it("takes no key of a TOML table for one of the document", async () => {
    const text =
      '+++\ntitle = "Ours"\n\n[author]\nname = "A"\ntitle = "Dr"\n[[links]] # more\nkeywords = "x"\n+++\nText';
    const page = await markdownPage(text, "markdown");
    expect([page.html.includes("<title>Ours</title>"), page.information]).toEqual([true, undefined]);
  });

  it.each([
    ["folded", ">", "One two\nThree"],
    ["literal", "|", "One\ntwo\n\nThree"],
    ["folded, without an end", ">-", "One two\nThree"],
    ["literal, with all its end", "|+ # as it is", "One\ntwo\n\nThree"],
  ])("reads a block of text that is %s", async (_, sign, text) => {
    const page = `---\ndescription: ${sign}\n  One\n  two\n\n  Three\nkeywords:\n- x\n  # not this\n- "y z"\nauthor: A\n  B\n---\n`;
    expect((await markdownPage(page, "markdown")).information).toEqual({
      author: "A B",
      subject: text,
      keywords: "x, y z",
    });
  });

  it("reads no entry of something else as its own", async () => {
    const page = "---\ndescription:\n  author: B\nkeywords:\n  - author: C\n---\n";
    expect((await markdownPage(page, "markdown")).information).toEqual({
      subject: "author: B",
      keywords: "author: C",
    });
  });
});

describe("Markdown on a page", () => {
  it("knows alerts in any case, and opens what is closed", async () => {
    expect(await body("> [!note]\n> Hear")).toMatch(/markdown-alert-note">[\s\S]*Note<\/p>\n<p>Hear<\/p>\n<\/div>/);
    expect(await body("> [!note] Hear")).toContain("<blockquote>");
    expect(await body("<details>\n<summary>a</summary>\n\nb\n\n</details>")).toMatch(/^<details open>/);
    expect(await body("`<details>`")).toContain("&lt;details&gt;");
  });

  it("lets each block of a text with letters from right to left run as its first letter does", async () => {
    expect(await body("שלום\n\nText\n\n- א")).toBe(
      '<p dir="auto">שלום</p>\n<p dir="auto">Text</p>\n<ul dir="auto">\n<li>א</li>\n</ul>',
    );
    expect(await body("> א\n\n## ב")).toBe(
      '<blockquote dir="auto">\n<p>א</p>\n</blockquote>\n<h2 id="ב" dir="auto">ב</h2>',
    );
    expect(await body("Text")).toBe("<p>Text</p>");
  });

  it("sets a table smaller whose words do not fit beside each other", async () => {
    const table = (columns: number, word: string) =>
      body(`${`|${word}`.repeat(columns)}|\n${"|-".repeat(columns)}|\n${`|${word}`.repeat(columns)}|`);
    expect(await table(4, "word")).toMatch(/^<table>/);
    expect(await table(20, "word")).toMatch(/^<table class="wide" style="font-size: 0\.50em">/);
    expect(await table(2, "w".repeat(90))).toMatch(/^<table class="wide">/);
  });

  it("does so with a table in HTML, and leaves it its own looks", async () => {
    const row = (kind: string) => `<tr>${`<${kind} class="x">a&nbsp;word`.repeat(20)}`;
    expect(await body(`<table class="mine">${row("th")}${row("td")}</table>`)).toMatch(
      /^<table data-wide="0\.50" class="mine"><tr><th/,
    );
    expect(await body("<table><tr><td>a<td>b</table>")).toMatch(/^<table><tr>/);
  });

  it("goes into a template of one's own, in which its own braces mean nothing", async () => {
    const template = "<title>{{title}}</title><main>{{content}}</main>";
    const { html } = await markdownPage("# \\<T>\n\n{{title}} {{content}} $&", "markdown", { template });
    expect(html).toBe(
      '<title>&lt;T></title><main><h1 id="t">&lt;T&gt;</h1>\n<p>{{title}} {{content}} $&amp;</p>\n</main>',
    );
  });

  it("refuses a template without a place for it, and texts that are too long", async () => {
    await expect(markdownPage("x", "markdown", { template: "<p>" })).rejects.toMatchObject({
      field: "markdownTemplate",
    });
    await expect(markdownPage("x".repeat(2_000_001), "file[1]")).rejects.toMatchObject({
      kind: "too-large",
      field: "file[1]",
    });
  });

  it("refuses a template that would make a page too large, before it is made", async () => {
    const template = "{{content}}".repeat(3_000);
    await expect(markdownPage("x".repeat(10_000), "markdown", { template })).rejects.toMatchObject({
      kind: "input",
      field: "markdownTemplate",
    });
    const asked: number[] = [];
    const hold = async (bytes: number) => void asked.push(bytes);
    const { html, held } = await markdownPage("abc", "markdown", { template: "{{content}}{{content}}", hold });
    expect(asked).toEqual([held]);
    expect(held).toBeGreaterThanOrEqual(html.length * 2);
  });

  it("is recognised by a file's name or type", () => {
    expect([
      isMarkdown("a.md", undefined),
      isMarkdown("README.MARKDOWN", undefined),
      isMarkdown("x", "text/markdown"),
    ]).toEqual([true, true, true]);
    expect([isMarkdown("a.html", "text/html"), isMarkdown(undefined, undefined)]).toEqual([false, false]);
  });
});
