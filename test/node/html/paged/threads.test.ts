import { afterAll, describe, expect, it } from "vitest";
import { chromiumBinding } from "../chromium.ts";
import { type Printed, pageTexts, renderer } from "../renderer.ts";

/** What people asked browsers and their libraries for, each with the thread in which they did. */
const binding = await chromiumBinding();
const render = renderer(binding);
afterAll(() => binding.close());

const chapter = (name: string, id: string, more = "") =>
  `<section class=page id="${id}"><h1>${name}</h1>${more}</section>`;
const PAGES = "<!doctype html><style>.page { break-before: page } p { margin: 0 0 6px }</style>";
const tall = '<div style="height: 1400px"></div>';

const linesOf = (printed: Printed, page: number): string[] =>
  (pageTexts(printed)[page - 1] ?? "").split("\n").filter((line) => line.trim() !== "");

/** The pages to which the links of a page lead. Browsers write a link in several pieces. */
function leads(printed: Printed, page: number): number[] {
  const links = printed.document.loadPage(page - 1).getLinks();
  return [...new Set(links.map((link) => printed.document.resolveLink(link) + 1))];
}

describe("a table of contents with page numbers", () => {
  it("puppeteer#11450: links to headings, each with the number of its page", async () => {
    const printed =
      await render.html(`${PAGES}<style>nav a::after { content: " " target-counter(attr(href), page) }</style>
      <nav><p><a href="#a">Apples</a><p><a href="#b">Beans</a><p><a href="#c">Corn</a></nav>
      ${chapter("Apples", "a", tall)}${chapter("Beans", "b")}${chapter("Corn", "c")}`);
    expect(linesOf(printed, 1)).toEqual(["Apples 2", "Beans 4", "Corn 5"]);
    expect(leads(printed, 1)).toEqual([2, 4, 5]);
  });

  it("puppeteer#12601, #7778: a list of links before pages that end by a break", async () => {
    const list = ["1-first-page", "2-second-page", "3-third-page"];
    const printed = await render.html(`<!doctype html><style>.end { page-break-after: always }
      li a::after { content: ": " target-counter(attr(href url), page) }</style>
      <h1 id=toc>TOC</h1><ul>${list.map((id) => `<li><a href="#${id}">${id}</a>`).join("")}</ul><div class=end></div>
      ${list.map((id) => `<h1 id="${id}">${id}</h1><div class=end></div>`).join("")}`);
    expect(leads(printed, 1)).toEqual([2, 3, 4]);
    expect(linesOf(printed, 1).join(" ")).toMatch(/1-first-page: 2.+2-second-page: 3.+3-third-page: 4/);
  });

  it("wkhtmltopdf#2484: several lists, and the page behind each other link in the text", async () => {
    const printed = await render.html(`${PAGES}<style>
      a.toc::after { content: " . . . . . " target-counter(attr(href), page) }
      a:not(.toc)::after { content: " [page " target-counter(attr(href), page) "]" }</style>
      <p><a class=toc href="#one">Results</a><h2>Figures</h2><p><a class=toc href="#figure">The curve</a>
      ${chapter("Results", "one", `<p>As <a href="#figure">the figure</a> shows.`)}
      ${chapter("Annex", "two", `<figure id=figure>A curve</figure>`)}`);
    expect(linesOf(printed, 1)).toEqual(["Results . . . . . 2", "Figures", "The curve . . . . . 3"]);
    expect(linesOf(printed, 2)).toContain("As the figure [page 3] shows.");
  });

  it("pagedjs#145: dots up to a number at the right edge", async () => {
    const printed = await render.html(`${PAGES}<style>
      ol a::after { content: leader(".") target-counter(attr(href), page) }</style>
      <ol><li><a href="#a">Short</a><li><a href="#b">A title that is longer</a></ol>${chapter("A", "a")}${chapter("B", "b")}`);
    const [short, long] = linesOf(printed, 1) as [string, string];
    expect(short).toMatch(/Short\s?\.{20,}\s?2$/);
    expect(long).toMatch(/longer\s?\.{20,}\s?3$/);
  });

  it("puppeteer#1778: one of the headings, in front, for a page that has none", async () => {
    const printed = await render.html(`${PAGES}${chapter("Apples", "a", "<h2>Red</h2>")}${chapter("Beans", "b")}`, {
      contents: true,
    });
    const text = linesOf(printed, 1).join(" ");
    expect(text).toMatch(/Apples.*2.*Red.*2.*Beans.*3/);
    expect(printed.document.loadOutline()?.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["Apples", "Beans"]),
    );
  });
});

describe("a head that says where one is", () => {
  it("phantomjs#15127: the chapter, on each of its pages", async () => {
    const printed = await render.html(
      `<!doctype html><style>.page { break-before: page } h1 { string-set: chapter content() }
        @page { margin: 60px; @top-center { content: "Chapter: " string(chapter) } }</style>
      ${chapter("Quick start", "a", tall)}${chapter("Installation", "b", tall)}`,
      { preferCSSPageSize: true },
    );
    const heads = pageTexts(printed).map((text) => /Chapter: .*/.exec(text)?.[0]);
    expect(heads.slice(-4)).toEqual([
      "Chapter: Quick start",
      "Chapter: Quick start",
      "Chapter: Installation",
      "Chapter: Installation",
    ]);
  });

  it("wkhtmltopdf#3016: where a page begins no section, the last one of the page before goes on", async () => {
    const printed = await render.html(
      `<!doctype html><style>h1 { string-set: section content() }
        @page { margin: 60px; @top-left { content: "In: " string(section, start) } }</style>
      <h1>Title Page</h1><h1 style="break-before: page">My first section</h1><h1>My second section</h1>
      <p style="break-before: page">Text in the second section</p><h1 style="break-before: page">My third section</h1>`,
      { preferCSSPageSize: true },
    );
    expect(pageTexts(printed).map((text) => /In: .*/.exec(text)?.[0])).toEqual([
      "In: Title Page",
      "In: My first section",
      "In: My second section",
      "In: My third section",
    ]);
  });
});
