import type * as mupdf from "mupdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkConformance, finishPdf, forgetLanguage, mendTags, newExtras, openPdf } from "../../../src/engine.ts";
import { chromiumBinding, type TestBinding } from "./chromium.ts";
import { patientPool } from "./patient-pool.ts";
import { linksOf, type Printed, pixelsOf, renderer, textOf, withFile } from "./renderer.ts";

let binding: TestBinding;
beforeAll(async () => {
  binding = await chromiumBinding();
});
afterAll(() => binding.close());

const DOT = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle cx="4" cy="4" r="4" fill="red"/></svg>',
)}`;

const PAGE = `<html lang="en"><title>Annual report</title><style>
@page { @bottom-center { content: counter(page) } }
.box { background: #eef; border: 1px solid #88a; box-shadow: 2px 2px 5px #0008; border-radius: 4px }
.half { opacity: .5 } .dots { background: url('${DOT}'); height: 30px }
.fade { background: linear-gradient(red, blue); height: 30px; mask-image: linear-gradient(black, transparent) }
td, th { border: 1px solid #999 } h2 { break-before: page }</style><body>
<h1>Annual <em>report</em></h1>
<p>Hello <strong>world</strong>, see <a href="https://example.com/shop">our shop</a> and <a href="#two">part two</a>.
<a href="https://example.com/a">A link whose text is so long ${"and longer ".repeat(20)} that it needs lines</a></p>
<div class="box"><p class="half">Half transparent, with <a href="https://example.com/half">a link</a></p></div>
<div class="dots"></div><div class="fade"></div>
<ul><li>One</li><li>Two<ol><li>Inner</li></ol></li><li><p>Three</p><ul><li>Deep</li></ul></li></ul>
<table><thead><tr><th scope="col">A<th scope="col">B</tr></thead><tbody><tr><td>1<td>2</tr></tbody></table>
<figure><img alt="A red dot" src="${DOT}"><figcaption>A caption</figcaption></figure>
<a href="https://example.com/dot"><img alt="The shop's dot" src="${DOT}"></a><img alt="" src="${DOT}">
<h2 id="two">Part two</h2><blockquote>Quote</blockquote><pre><code>code</code></pre><hr>
<dl><dt>Term</dt><dd>Meaning</dd></dl><p>H<sub>2</sub>O, <mark>marked</mark>, <del>gone</del></p></html>`;

/** The print as it was, as it is made for readers, and what the check says of it. */
async function made(html: string, options: Record<string, unknown> = {}) {
  const printed = await renderer(binding, {}, patientPool(), { isForReaders: true }).html(html, options);
  const document = openPdf(printed.pdf);
  if (printed.hasNoLanguage) forgetLanguage(document);
  await mendTags(document);
  const { rope } = finishPdf(document, undefined, { extras: await newExtras({ claim: "pdfua-1" }) });
  const finished = withFile(printed, rope.toBytes());
  return { printed, finished, violations: (await checkConformance(finished.pdf, "pdfua-1")).violations };
}

describe("a page that says what it needs", () => {
  it("is PDF/UA, and looks, reads and leads as before", async () => {
    const { printed, finished, violations } = await made(PAGE);
    expect(violations).toEqual([]);
    expect(finished.document.wasRepaired()).toBe(false);
    expect(textOf(finished)).toBe(textOf(printed));
    expect(linksOf(finished)).toEqual(linksOf(printed));
    for (let i = 0; i < printed.document.countPages(); i++)
      expect(pixelsOf(finished, i).equals(pixelsOf(printed, i))).toBe(true);
  });

  it("has links that say their text", async () => {
    const { finished } = await made(PAGE);
    const page = finished.document.findPage(0).resolve();
    const texts = new Set<string>();
    page.get("Annots").forEach((link) => {
      texts.add(link.get("Contents").asString());
    });
    const long = [...texts].find((text) => text.startsWith("A link whose text"));
    expect(long).toMatch(/longer that it needs lines$/);
    texts.delete(long!);
    expect(texts).toEqual(new Set(["our shop", "part two", "a link", "The shop's dot"]));
  });

  it.each([
    ["a button", '<p>Go <a role="button" href="https://example.com/">Press</a> now', "Press"],
    [
      "an item of a menu",
      '<ul role=menu><li role=none><a role="menuitem" href="https://example.com/">Press</a></ul>',
      "Press",
    ],
    ["a tab", '<div role=tablist><a role="tab" href="https://example.com/">Press</a></div>', "Press"],
    ["hidden from readers", '<p>One<a aria-hidden=true href="https://example.com/">#</a>', "https://example.com/"],
  ])("is PDF/UA with a link that is %s", async (_, body, text) => {
    const { printed, finished, violations } = await made(`<html lang="en"><title>T</title><h1>One</h1>${body}`);
    expect(violations).toEqual([]);
    expect(linksOf(finished)).toEqual(linksOf(printed));
    expect(pixelsOf(finished, 0).equals(pixelsOf(printed, 0))).toBe(true);
    const link = finished.document.findPage(0).resolve().get("Annots", 0);
    expect(link.get("Contents").asString()).toBe(text);
  });

  it.each([
    ["a gradient", "mask-image: linear-gradient(black, transparent)"],
    ["a drawing", "mask: url(#m)"],
    ["two masks, one in the other", "mask-image: linear-gradient(90deg, black, transparent)"],
  ])("is PDF/UA with text under a mask: %s", async (name, style) => {
    const inner = name.startsWith("two") ? '<div style="mask: url(#m)"><h2>Two</h2> inner</div>' : "<h2>Two</h2> inner";
    const { printed, finished, violations } = await made(`<html lang="en"><title>T</title>
      <svg width="0" height="0"><mask id="m"><rect width="300" height="300" fill="white"/><text y="30">x</text></mask></svg>
      <h1>One</h1><div style="${style}; background: #fdd">${inner} <a href="https://example.com/">link</a></div>`);
    expect(violations).toEqual([]);
    expect(finished.document.wasRepaired()).toBe(false);
    expect(linksOf(finished)).toEqual(linksOf(printed));
    expect(pixelsOf(finished, 0).equals(pixelsOf(printed, 0))).toBe(true);
  });

  it("is PDF/UA with links in its header, which readers find behind its text", async () => {
    const header = '<a style="font-size:9px" href="https://example.com/home">Home</a>';
    const { finished, violations } = await made(
      '<html lang="en"><title>T</title><h1>One</h1><h2 style="break-before:page">Two</h2>',
      { headerTemplate: header, margin: "30mm" },
    );
    expect(violations).toEqual([]);
    expect(linksOf(finished)).toEqual(["https://example.com/home", "https://example.com/home"]);
    const kids = finished.document.getTrailer().get("Root", "StructTreeRoot", "K", "K");
    const types = Array.from({ length: kids.length }, (_, at) => kids.get(at).get("S").asName());
    expect(types).toEqual(["H1", "H2", "Link", "Link"]);
  });

  it("is PDF/UA with a header, a footer and a background as well", async () => {
    const { violations } = await made(`<html lang="en"><title>T</title><body style="background:#ffc"><p>Text`, {
      headerTemplate: "<span style='font-size:9px'>Head <span class=pageNumber></span></span>",
      margin: "30mm",
    });
    expect(violations).toEqual([]);
  });
});

describe("words in another language", () => {
  /** How many marked contents are in elements of each language. */
  function spoken({ document }: Printed): Record<string, number> {
    const counts: Record<string, number> = {};
    const visit = (object: mupdf.PDFObject, outer: string) => {
      if (object.isArray()) {
        object.forEach((kid) => {
          visit(kid, outer);
        });
      }
      if (object.isNumber()) counts[outer] = (counts[outer] ?? 0) + 1;
      if (!object.isDictionary() || object.get("S").isNull()) return;
      const own = object.get("Lang");
      visit(object.get("K"), own.isNull() ? outer : own.asString());
    };
    visit(document.getTrailer().get("Root", "StructTreeRoot", "K"), "none");
    return counts;
  }

  it.each([
    ["a bare span", '<span lang="fr">deux</span>'],
    ["an element for its looks", '<i lang="fr">deux</i>'],
    ["an element of the page's own", '<x-word lang="fr">deux</x-word>'],
    ["a span in a link", '<a href="https://example.com/"><span lang="fr">deux</span></a>'],
    ["a span with a role of its own", '<span role="note" lang="fr">deux</span>'],
    ["an element with a meaning", '<em lang="fr">deux</em>'],
  ])("name it in the tags: %s", async (_, html) => {
    const { printed, finished, violations } = await made(`<html lang="en"><title>T</title><p>One ${html} three`);
    expect(violations).toEqual([]);
    expect(spoken(finished)).toEqual({ en: 2, fr: 1 });
    expect(pixelsOf(finished, 0).equals(pixelsOf(printed, 0))).toBe(true);
  });
});

describe("what only the author can mend is named, with its place:", () => {
  const page = (body: string, head = "<title>T</title>") => `<html lang="en">${head}<body><h1>One</h1>${body}`;
  it.each([
    ["an image without a text", page(`<p style="break-before:page">x<img src="${DOT}">`), "7.3-1", 2, /number 1 of/],
    ["a level of headings that is left out", page("<h3>Three</h3>"), "7.4.2-1", 1, /H3 follows H1/],
    ["no language", page("").replace(' lang="en"', ""), "7.2-33", null, /language/],
    ["no language of the text", page("").replace(' lang="en"', ""), "7.2-34", 1, /language/],
  ])("%s", async (_, html, rule, place, what) => {
    const { violations } = await made(html);
    const found = violations.find((each) => each.rule === rule);
    expect(found).toMatchObject({ page: place, what: expect.stringMatching(what) });
  });
});
