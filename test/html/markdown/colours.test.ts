import { describe, expect, it } from "vitest";
import { colouring } from "../../../src/html/markdown/colours.ts";
import { MARKDOWN_STYLE, markdownPage } from "../../../src/html/markdown/markdown.ts";
import { Work, WorkProblem } from "../../../src/meter/work.ts";

const LANGUAGES = "ts css html diff json yaml toml sh sql py java cs cpp go rust".split(" ");

/** The pieces that have a colour, with what they are. */
function coloured(language: string, code: string): string[] {
  const html = colouring(new Work(code.length))(code, language);
  return [...html.matchAll(/<span class="c-(\w+)">([^<]*)<\/span>/g)].map(([, kind, text]) => `${kind} ${text}`);
}

/** A text's own characters. */
function textOf(html: string): string {
  const names: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return html.replaceAll(/<\/?span[^>]*>/g, "").replaceAll(/&(lt|gt|amp);/g, (name) => names[name] as string);
}

describe("code in a fence has colours", () => {
  it.each([
    ["ts", "const a = 'b' // c\n", ["word const", "text 'b'", "note // c\n"]],
    ["js", "`a\nb` + 1", ["text `a\nb`", "value 1"]],
    ["css", "p { color: red } /* c */ a::before { content: 'x' }", ["note /* c */", "text 'x'"]],
    [
      "html",
      `<p class="a">it's</p><!-- c -->`,
      ["word &lt;p", 'text "a"', "word &gt;", "word &lt;/p", "word &gt;", "note &lt;!-- c --&gt;"],
    ],
    ["diff", "@@ 1\n-a\n+b\n c", ["note @@ 1\n", "gone -a\n", "added +b\n"]],
    ["JSON", '{"a": "b", "c": 1}', ['name "a"', 'text "b"', 'name "c"', "value 1"]],
    ["yaml", "a: it's # c\nb: true", ["text '", "note # c\n", "word true"]],
    ["python", '"""a\n"b"""\nif x: pass', ['text """a\n"b"""', "word if", "word pass"]],
    ["sql", "SELECT 'it''s'", ["word SELECT", "text 'it'", "text 's'"]],
    ["sh", `if x; then echo "a`, ["word if", "word then", 'text "a']],
  ])("%s", (language, code, pieces) => {
    expect(coloured(language, code)).toEqual(pieces);
  });

  it("and none where its language is not known, or there is too much of it", async () => {
    expect(coloured("brainfuck", "+ 1")).toEqual([]);
    expect(coloured("js", "1 ".repeat(200_000))).toEqual([]);
    const colour = colouring(new Work(1_000_000));
    expect(["1 ".repeat(100_000), "1 ".repeat(100_000)].map((code) => colour(code, "js") === "")).toEqual([
      false,
      true,
    ]);
    expect((await markdownPage("    if (a) {}\n\n```\nif\n```", "markdown")).html).not.toContain('class="c-');
  });

  it("as the page prints it, with the code's own characters", async () => {
    const { html } = await markdownPage("```js\nif (a < b) {}\n```", "markdown");
    expect(html).toContain('<code class="language-js"><span class="c-word">if</span> (a &lt; b) {}');
  });

  it("that can be read on the ground of code", () => {
    const colours = [...MARKDOWN_STYLE.matchAll(/\.c-\w+ \{ color: (#[0-9a-f]{6}) \}/g)].map(
      ([, colour]) => colour as string,
    );
    expect(colours.length).toBeGreaterThan(3);
    // WCAG 2, 1.4.3: at least 4.5.
    for (const colour of colours) expect(contrast(colour, "#f6f8fa")).toBeGreaterThanOrEqual(4.5);
  });
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Code for which highlighters are known to take long. */
const HARD: Record<string, string> = {
  "open type parameters": "a<",
  "open tags": "<a ",
  "open quotes in tags": `<a "`,
  "open comments": "/*<!--#",
  "escaped quotes": `\\"`,
  "quotes in words": "ab'",
  "three quotes": `""" ${"'".repeat(3)}`,
  "lines of quotes": `"\n`,
  "names of properties": "{a:b;a-",
  "white space": '                    "',
  numbers: "1 ",
};

// What took the square of such a length would take minutes.
describe("long code keeps all its characters, whatever its language, with", () => {
  it.each(Object.entries(HARD))("%s", (_, part) => {
    const code = part.repeat(120_000 / part.length);
    for (const language of LANGUAGES) {
      const work = new Work(0, { steps: 1e9 });
      const html = colouring(work)(code, language);
      expect(textOf(html) === code).toBe(true);
      expect(work.used.steps).toBeGreaterThan(code.length / 10);
    }
  });
});

it("code that takes more than a request may is refused", () => {
  const colour = colouring(new Work(0, { steps: 1_000 }));
  expect(() => colour("a".repeat(100_000), "js")).toThrow(WorkProblem);
});
