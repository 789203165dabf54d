import { describe, expect, it } from "vitest";
import type { MarkdownExtra } from "../../../src/html/fields/markdown-extras.ts";
import { markdownPage } from "../../../src/html/markdown/markdown.ts";

const FILES: Record<string, string> = { "emoji.json": '{"tada":"🎉","+1":"👍"}' };

async function page(text: string, ...asked: MarkdownExtra[]) {
  const loaded: string[] = [];
  const load = async (file: string) => {
    loaded.push(file);
    return FILES[file] ?? `<!-- ${file} -->`;
  };
  const { html } = await markdownPage(text, "markdown", { template: "{{content}}", extras: { asked, load } });
  return { html: html.trim(), loaded };
}

describe("what Markdown has beyond its own, where it is asked for", () => {
  it("emoji by their names, and not in code or in what is no name", async () => {
    const { html, loaded } = await page("Done :tada: :+1: :unknown: 10:30:00 `:tada:`", "emoji");
    expect(html).toBe("<p>Done 🎉 👍 :unknown: 10:30:00 <code>:tada:</code></p>");
    expect(loaded).toEqual(["emoji.json"]);
  });

  it("formulas in a line, in lines of their own, and in code called math", async () => {
    const { html, loaded } = await page(
      "Is $a_1 < b_1$ and $`x*y*z`$\n\n$$\n\\frac{1}{2}\n$$\n\n```math\nE=mc^2\n```",
      "math",
    );
    expect(html).toBe(
      [
        '<p>Is <span class="math">a_1 &lt; b_1</span> and <span class="math">x*y*z</span></p>',
        '<p><span class="math" data-block>\\frac{1}{2}</span></p>',
        '<p><span class="math" data-block>E=mc^2</span></p>',
        "<!-- math.html -->",
      ].join("\n"),
    );
    expect(loaded).toEqual(["math.html"]);
  });

  it("sums of money, escaped signs and code are no formulas", async () => {
    const text = "From $5 to $10, \\$x\\$ and `$x$`, $ 3 $";
    expect((await page(text, "math")).loaded).toEqual([]);
    expect((await page(text, "math")).html).toBe("<p>From $5 to $10, $x$ and <code>$x$</code>, $ 3 $</p>");
    expect((await page("$$\nno end\n\n$$", "math")).html).not.toContain('class="math"');
  });

  it("lines of a formula that look like a heading's or go on after an item are not taken for it", async () => {
    expect((await page("$$\na\n=\nb\n$$", "math")).html).toContain('<span class="math" data-block>a\n=\nb</span>');
    const { html } = await page("- $$a\n- b$$", "math");
    expect(html.match(/<li>/g)).toHaveLength(2);
  });

  // Looked at from each beginning to the end of the text, the first of these took a minute.
  it.each(["$$a\n# b\n", "- $$a\n", "$$\n$$\n"])(
    "beginnings without an end take no longer, the more there are: %j",
    async (part) => {
      expect((await page(part.repeat(100_000 / part.length), "math")).html).toContain("<");
    },
    20_000,
  );

  it("diagrams in code called mermaid, as text that a script draws", async () => {
    const { html, loaded } = await page("```mermaid\nflowchart LR\nA-->B<b>\n```", "mermaid");
    expect(html).toContain('<pre class="mermaid">flowchart LR\nA-->B&lt;b>\n</pre>');
    expect(loaded).toEqual(["mermaid.html"]);
  });

  it("nothing of it unasked, and no script for a text without it", async () => {
    const text = ":tada: $x$\n\n```mermaid\nA\n```";
    const { html } = await markdownPage(text, "markdown", { template: "{{content}}" });
    expect(html).toContain(":tada: $x$");
    expect((await page("Plain", "math", "mermaid")).loaded).toEqual([]);
  });
});
