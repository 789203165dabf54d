import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import { htmlOptions } from "../../../src/html/options.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";
import { decodeEntities } from "../../../src/html/static/entities.ts";
import type { Faces } from "../../../src/html/static/lines.ts";
import { readHtml } from "../../../src/html/static/read.ts";
import { renderStatically } from "../../../src/html/static/render.ts";
import { Sheets } from "../../../src/html/static/sheets.ts";
import { openPdf } from "../../../src/pdf/open.ts";
import { textOfPage } from "./text.ts";

const rules = { network: {}, signal: new AbortController().signal, deadline: Date.now() + 30_000 };

async function lay(
  html: string,
  options: Record<string, unknown> = {},
  assets: { name: string; bytes: Uint8Array; type: undefined }[] = [],
) {
  const rendering = await renderStatically(
    localSource(new TextEncoder().encode(html), undefined, assets),
    htmlOptions.parse(options),
    rules,
  );
  if (!rendering) throw new Error("expected a PDF");
  const document = openPdf(rendering.pdf);
  return {
    ...rendering,
    document,
    texts: Array.from({ length: document.pageCount }, (_, i) => textOfPage(document, i)),
  };
}

/** A PNG of one red pixel. */
const PIXEL = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="),
  (c) => c.charCodeAt(0),
);

describe("without a browser", () => {
  it("sets headings, paragraphs and lists, with Unicode text and character references", async () => {
    const { texts } = await lay(
      `<title>T</title><h1>Größe &amp; Maß</h1><p>Ελληνικά, Кириллица, tiếng Việt &mdash; 5&nbsp;&euro;</p><ul><li>one<li>two<ol><li>inner</ol></ul>`,
    );
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("Größe & Maß");
    expect(texts[0]).toContain("Ελληνικά, Кириллица, tiếng Việt — 5\u00a0€");
    expect(texts[0]).toMatch(/•\s*one[\s\S]*•\s*two[\s\S]*1\.\s*inner/);
  });

  it("lays tables out in columns and repeats their header on each page", async () => {
    const rows = Array.from({ length: 80 }, (_, i) => `<tr><td>Row ${i}</td><td>${i * 2}</td></tr>`).join("");
    const { texts } = await lay(`<table><tr><th>Name</th><th>Value</th></tr>${rows}</table>`);
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text).toContain("Name");
    expect(texts.join("\n")).toContain("Row 79");
  });

  it("breaks pages where the document says so, and when they are full", async () => {
    const { texts } = await lay(`<p>One</p><p style="page-break-before: always">Two</p>${"<p>Line</p>".repeat(60)}`);
    expect(texts[0]?.trim()).toBe("One");
    expect(texts[1]).toContain("Two");
    expect(texts.length).toBe(3);
  });

  it("keeps links, shows images, and takes the paper and title asked for", async () => {
    const { document } = await lay(
      `<title>Offer</title><p><a href="https://example.com/x">there</a></p><img src="pixel.png" width="100" height="100">`,
      { format: "A5", landscape: true },
      [{ name: "pixel.png", bytes: PIXEL, type: undefined }],
    );
    const { dict } = document.page(0);
    expect(
      document
        .array(dict.get("MediaBox"))
        ?.slice(2)
        .map((side) => Math.round(Number(side))),
    ).toEqual([595, 420]);
    const annotation = document.dict(document.array(dict.get("Annots"))?.[0]);
    expect(document.dict(annotation?.get("A"))?.has("URI")).toBe(true);
    expect(document.dict(document.dict(dict.get("Resources"))?.get("XObject"))?.size).toBe(1);
  });

  it("ends what HTML lets open: terms, definitions, header cells", async () => {
    const { blocks } = await readHtml(
      "<dl><dt>Term<dd>Meaning<dt>Other<dd>Sense</dl><p>After</p><table><tr><th>Name<td>Value</table>",
      true,
      new URL("https://example.com/"),
    );
    const read = blocks.flatMap((block) =>
      block.kind === "text" ? block.runs.map((run) => [run.text, run.bold, block.indent]) : [],
    );
    expect(read).toEqual([
      ["Term", true, 0],
      ["Meaning", false, 1],
      ["Other", true, 0],
      ["Sense", false, 1],
      ["After", false, 0],
    ]);
    const table = blocks.find((block) => block.kind === "table");
    expect(table?.rows[0]?.map((cell) => cell.runs.map((run) => run.bold))).toEqual([[true], [false]]);
  });

  it("leads relative links where the document would, and nowhere when it has no place", async () => {
    const links = async (base: string) => {
      const { blocks } = await readHtml(
        `<p><a href="../next?a=1&amp;b=2">a</a><a href="#here">b</a>`,
        true,
        new URL(base),
      );
      return blocks.flatMap((block) => (block.kind === "text" ? block.runs.map((run) => run.link) : []));
    };
    expect(await links("https://example.com/dir/page")).toEqual(["https://example.com/next?a=1&b=2", undefined]);
    expect((await links("http://document.localhost/")).every((link) => link === undefined)).toBe(true);
  });

  it("leaves scripts, styles and what is hidden out", async () => {
    const { texts } = await lay(
      `<style>p{}</style><p>Seen</p><p hidden>Hidden</p><div style="display:none"><p>Gone</p><svg></svg></div><script type="application/ld+json">{}</script><noscript>Without</noscript>`,
    );
    expect(texts[0]?.trim()).toBe("Seen");
    const still = await lay(`<p>Seen</p><script>document.write("x")</script><noscript>Without</noscript>`, {
      javascript: false,
    });
    expect(still.texts[0]?.trim().split("\n")).toEqual(["Seen", "Without"]);
  });

  it.each([
    { singlePage: true },
    { scale: 1.5 },
    { pageRanges: "1" },
    { headerTemplate: "<p>h" },
    { footerTemplate: "<p>f" },
    { css: "p {}" },
    { waitForSelector: "p" },
    { waitForExpression: "true" },
    { failOnConsoleError: true },
    { failOnResourceError: true },
    { cookies: [{ name: "a", value: "1" }] },
    { preferCSSPageSize: true },
  ])("has no word for %j, and makes no PDF that ignores it", async (options) => {
    const source = localSource(new TextEncoder().encode("<p>x"), undefined);
    expect(await renderStatically(source, htmlOptions.parse(options), rules)).toBeUndefined();
    expect(await renderStatically(source, htmlOptions.parse({}), rules)).toBeDefined();
  });

  it("makes as many pages as a PDF may have, and no more", async () => {
    const sheet = { width: 100, height: 100, top: 0, right: 0, bottom: 0, left: 0 };
    const sheets = new Sheets(await PDFDocument.create(), sheet, {} as Faces);
    for (let page = 1; page <= HTML_LIMITS.outputPages; page++) sheets.next();
    expect(() => sheets.next()).toThrow(expect.objectContaining({ kind: "too-large" }));
    expect(sheets.pdf.getPageCount()).toBe(HTML_LIMITS.outputPages);
  });

  it("breaks pages after an element as before one, and makes no empty page of a break at the top", async () => {
    const { texts } = await lay(
      `<p style="break-before: page">One</p><p style="page-break-after: always">Two</p><p style="break-before:page">Three`,
    );
    expect(texts.map((text) => text.trim().split("\n"))).toEqual([["One", "Two"], ["Three"]]);
  });

  it("makes one empty page of an empty document", async () => {
    const { texts, document } = await lay("", { width: "100pt", height: "50pt", margin: 0 });
    expect([texts, document.page(0).dict.get("MediaBox")]).toEqual([[""], [0, 0, 100, 50]]);
  });

  it("refuses what it would get wrong: scripts for content, options beyond it, scripts it has no glyphs for", async () => {
    const render = (html: string, options = {}) =>
      renderStatically(localSource(new TextEncoder().encode(html), undefined), htmlOptions.parse(options), rules);
    expect(await render(`<div id="app">Loading</div><script>app.textContent = 1</script>`)).toBeUndefined();
    for (const more of ["<svg><path/></svg>", "<iframe src=x></iframe>", "<canvas></canvas>", "<input value=1>"]) {
      expect(await render(`<p>x</p>${more}`)).toBeUndefined();
    }
    expect(await render("<p>x", { scale: 1.5 })).toBeUndefined();
    await expect(render(`<p>x<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`)).rejects.toThrow("image/gif");
    expect(await render("<p>x", { headerTemplate: "<p>h" })).toBeUndefined();
    await expect(render("<p>漢字")).rejects.toThrow("no glyphs");
  });
});

it.each([
  ["&amp;&lt;&gt;&quot;&apos;&nbsp;", "&<>\"'\u00a0"],
  ["&eacute;&yuml;&iexcl;&frac34;", "éÿ¡¾"],
  ["&euro;&bdquo;&rdquo;&lsaquo;&thinsp;&infin;", "€„”‹\u2009∞"],
  ["&amp &copy2026", "& &copy2026"],
  ["&#233;&#xE9;&#XE9;&#128512;&#x10FFFF;", "ééé😀\u{10ffff}"],
  ["&#0;&#xD800;&#xDFFF;&#x110000;", "\ufffd\ufffd\ufffd\ufffd"],
  ["&#xD7FF;&#xE000;", "\ud7ff\ue000"],
  ["&nosuch; & &; &#; &#x;", "&nosuch; & &; &#; &#x;"],
])("the character references of %s are %s", (written, text) => {
  expect(decodeEntities(written)).toBe(text);
});
