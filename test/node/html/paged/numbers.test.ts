import { afterAll, expect, it } from "vitest";
import { withTwins } from "../../../../src/html/paged/twins.ts";
import { chromiumBinding } from "../chromium.ts";
import { linksOf, type Printed, pageTexts, renderer } from "../renderer.ts";
import { startSite } from "../site.ts";

const binding = await chromiumBinding();
const site = await startSite({
  "/styles/book.css": (_, response) => {
    response.setHeader("content-type", "text/css");
    response.end(`@import "numbers.css" print; .far::before { content: "See " }`);
  },
  "/styles/numbers.css": (_, response) => {
    response.setHeader("content-type", "text/css");
    response.end(`.far::after { content: ", page " target-counter(attr(href), page) }`);
  },
});
const missing: string[] = [];
const render = renderer(binding, {
  allowHosts: [site.host],
  onMissing: ({ url, reason }) => missing.push(`${url}: ${reason}`),
});
afterAll(() => Promise.all([binding.close(), site.close()]));

const BOOK = `<!doctype html><style>
  h1 { break-before: page } a::after { content: " " target-counter(attr(href url), page) }</style>`;
const CHAPTERS = `<h1 id=one>One</h1><h1>Between</h1><h1 id=two>Two</h1><p style="height:1500px"></p><h1 id="zwölf">Twelve</h1>`;

/** The lines of each page, its foot last. */
function lines(printed: Printed): string[][] {
  return pageTexts(printed).map((text) => {
    const found = text.split("\n").filter((line) => line.trim() !== "");
    return [...found.filter((line) => !line.startsWith("–")), ...found.filter((line) => line.startsWith("–"))];
  });
}

async function warned(action: () => Promise<Printed>): Promise<[Printed, string[]]> {
  missing.length = 0;
  return [await action(), [...new Set(missing)]];
}

it("a contents list shows the pages of its chapters", async () => {
  const printed = await render.html(`${BOOK}
    <p><a href="#one">One</a><p><a href="#two">Two</a><p><a href="#zw%C3%B6lf">Twelve</a>${CHAPTERS}`);
  expect(lines(printed)[0]).toEqual(["One 2", "Two 4", "Twelve 6"]);
});

it("numbers are written in the style that is asked for, also in one of the page's own", async () => {
  const styled = (href: string, style: string) => `<a href="#${href}" class=${style}>${style}</a><br>`;
  const printed = await render.html(`${BOOK}<style>
    @counter-style stars { system: symbolic; symbols: "*" }
    .roman::after { content: " " target-counter(attr(href), page, upper-roman) }
    .alpha::after { content: " (" target-counter(attr(href), page, lower-alpha) ") " counter(own); counter-reset: own 7 }
    .stars::after { content: " " target-counter(attr(href), page, stars) }
  </style><p>${styled("zwölf", "roman")}${styled("two", "alpha")}${styled("two", "stars")}${CHAPTERS}`);
  expect(lines(printed)[0]).toEqual(["roman VI", "alpha (d) 7", "stars ****"]);
});

it("the sheets of other sites, and those that they import, say it as well, and only for their media", async () => {
  const printed = await render.html(`<!doctype html><link rel=stylesheet href="http://${site.host}/styles/book.css">
    <style media=screen>.far::after { content: "on screen" !important }</style>
    <p><a class=far href="#two">Two</a>${BOOK.replace("a::after", "b::after")}${CHAPTERS}`);
  expect(lines(printed)[0]).toEqual(["See Two, page 4"]);
});

it("the cascade decides, with layers, conditions and what adds css", async () => {
  const [printed] = await warned(() =>
    render.html(
      `<!doctype html><style>@layer base { a::after { content: " p. " target-counter(attr(href), page) } }
        @supports (content: "x") { @media print { a { &.plain::after { content: " (plain)" } } } }
        @media screen { a::after { content: " (screen)" } }
        .none::after { content: none }</style>
      <p><a href="#two">Two</a><br><a class=plain href="#two">Plain</a><br><a class=none href="#two">None</a><br>
      <a class=added href="#two">Added</a>${BOOK.replace("a::after", "b::after")}${CHAPTERS}`,
      { css: ".added::after { content: ' on ' target-counter(attr(href), page) }" },
    ),
  );
  expect(lines(printed)[0]).toEqual(["Two p. 4", "Plain (plain)", "None", "Added on 4"]);
});

it("numbers are those that rules for pages count", async () => {
  const printed = await render.html(`${BOOK}<style>
    @page { @bottom-center { content: "– " counter(page) " –" } }
    @page annex { counter-reset: page 99; counter-increment: page 1 } #two { page: annex }
  </style><p><a href="#one">One</a><p><a href="#two">Two</a>${CHAPTERS}`);
  const [first, second, , fourth] = lines(printed);
  expect(first).toEqual(["One 2", "Two 100", "– 1 –"]);
  expect(second).toEqual(["One", "– 2 –"]);
  expect(fourth).toEqual(["Two", "– 100 –"]);
});

it("a choice of pages changes no numbers", async () => {
  const printed = await render.html(`${BOOK}<p><a href="#two">Two</a>${CHAPTERS}`, { pageRanges: "1, 4-" });
  expect(lines(printed)[0]).toEqual(["Two 4"]);
  expect(printed.document.countPages()).toBe(4);
});

it("a place that does not exist has no number, and is named in a warning", async () => {
  const [printed, warnings] = await warned(() =>
    render.html(`${BOOK}<p><a href="#nowhere">Nowhere</a> <a href="#hidden">Hidden</a>
      <a href="https://example.com/#one">Elsewhere</a> <a>Not a link</a><p id=hidden hidden>`),
  );
  expect(lines(printed)[0]).toEqual(["Nowhere Hidden Elsewhere Not a link"]);
  expect(warnings).toEqual([
    "#nowhere: a number refers to it, and no element has that name",
    "https://example.com/#one: a number refers to it, and no element has that name",
    "#hidden: a number refers to it, and it is not printed",
  ]);
});

it("numbers that move what they refer to end with the third print and a warning", async () => {
  const [printed, warnings] = await warned(() =>
    render.html(`${BOOK}<style>@counter-style long { system: cyclic; symbols: "${"long ".repeat(900)}" "i"; }
      a::after { content: " " target-counter(attr(href), page, long) }</style>
      <p><a href="#one">One</a><div style="height:700px"></div><p id=one style="break-inside:avoid">Here`),
  );
  expect(printed.document.countPages()).toBeGreaterThan(0);
  expect(warnings).toEqual(["the right page numbers: each print moved what they refer to"]);
});

it("other counters of a place have the values that they have there", async () => {
  const printed = await render.html(`<!doctype html><style>
    body { counter-reset: chapter } h1 { counter-increment: chapter; counter-reset: section; break-before: page }
    h2::before { counter-increment: section; content: counter(chapter) "." counter(section) " " }
    ol { counter-reset: item; list-style: none } li { counter-increment: item }
    .chapter::after { content: " " target-counter(attr(href), chapter, upper-roman) }
    .section::after { content: " " target-counter(attr(href), section) }
    .items::after { content: " " target-counters(attr(href), item, ".", lower-alpha) }
  </style><p><a class=chapter href="#two">Two</a><br><a class=section href="#second">Second</a><br>
    <a class=items href="#deep">Deep</a><br>
    <h1>One</h1><h2>a</h2><div hidden><h1>Not shown</h1></div><h1 id=two>Two</h1><h2>b</h2><h2 id=second>c</h2>
    <ol><li><li><ol><li><li><li id=deep>deep</ol></ol>`);
  expect(lines(printed)[0]).toEqual(["Two II", "Second 2", "Deep b.c"]);
  expect(lines(printed)[2]).toEqual(["Two", "2.1 b", "2.2 c", "deep"]);
});

it("texts of a place are what it has, and what is generated before and after it", async () => {
  const printed = await render.html(`<!doctype html><style>
    h1 { counter-increment: chapter } h1::before { content: "Chapter " counter(chapter, upper-roman) ": " }
    h1::after { content: " — end" }
    .all::after { content: " “" target-text(attr(href url)) "”" } .before::after { content: " " target-text(attr(href), before) }
    .after::after { content: target-text(attr(href), after) } .letter::after { content: " " target-text(attr(href), first-letter) }
  </style><p><a class=all href="#two">All</a><br><a class=before href="#two">Before</a><br><a class=after href="#two">After</a><br>
    <a class=letter href="#two">Letter</a><h1>One</h1><h1 id=two>“The   <i>second</i>”
    "quoted" \\</h1>`);
  expect(lines(printed)[0]?.slice(0, 4)).toEqual([
    'All ““The second” "quoted" \\”',
    "Before Chapter II:",
    "After — end",
    "Letter “T",
  ]);
});

it("an element shows a number in place of its content", async () => {
  const printed =
    await render.html(`${BOOK}<style>b { content: "see " target-counter("#two", page, upper-roman) }</style>
    <p>For more <b>nothing</b>.${CHAPTERS}`);
  expect(lines(printed)[0]).toEqual(["For more see IV."]);
});

it("a thousand numbers are filled in", async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => at + 1);
  const printed = await render.html(`<!doctype html><style>p { margin: 0; break-inside: avoid }
    a::after { content: leader(".") target-counter(attr(href), page) }</style>
    ${many.map((at) => `<p><a href="#at-${at}">To ${at} </a>`).join("")}
    ${many.map((at) => `<p id="at-${at}">Here is ${at}`).join("")}`);
  const pages = lines(printed);
  const pageOf = new Map(pages.flatMap((page, at) => page.map((line) => [line, at + 1] as const)));
  const filled = pages.flat().filter((line) => line.startsWith("To "));
  expect(filled.map((line) => line.replace(/ ?\.+/, " "))).toEqual(
    many.map((at) => `To ${at} ${pageOf.get(`Here is ${at}`)}`),
  );
});

it("names of a megabyte are not looked for, and refused by nobody", async () => {
  const name = "x".repeat(1_000_000);
  const [printed, warnings] = await warned(() => render.html(`${BOOK}<p><a href="#${name}">Far</a><p id="${name}">`));
  expect(lines(printed)[0]).toEqual(["Far"]);
  expect(warnings).toEqual(["further numbers of pages: the page asks for more than are filled in"]);
});

it("a page whose scripts redefine everything is printed with its numbers", async () => {
  const printed = await render.html(`${BOOK}<p><a href="#two">Two</a>${CHAPTERS}<script>
    globalThis.getComputedStyle = () => { throw 1 };
    Function.prototype.call = Function.prototype.apply = () => 7;
    Document.prototype.querySelectorAll = Document.prototype.getElementById = () => [];
    Array.prototype.map = () => []; JSON.stringify = () => "{}"; globalThis.URL = globalThis.CSSStyleSheet = null;
  </script>`);
  expect(lines(printed)[0]).toEqual(["Two 4"]);
});

it("without scripts numbers are the same", async () => {
  const printed = await render.html(`${BOOK}<p><a href="#two">Two</a>${CHAPTERS}`, { javascript: false });
  expect(lines(printed)[0]).toEqual(["Two 4"]);
});

it("links stay as they were", async () => {
  const printed = await render.html(
    `${BOOK}<p><a href="#two">Two</a> <a href="https://example.com/">Out</a>${CHAPTERS}`,
  );
  expect([...new Set(linksOf(printed))]).toEqual(["#nameddest=two", "https://example.com/"]);
});

it("the time to read a sheet is in proportion to its length", () => {
  const time = (css: string) => {
    const began = performance.now();
    withTwins(css, new Set(["content"]));
    return performance.now() - began;
  };
  for (const piece of ["content ", "a{content:", "/*", "content/**/", "url(", '"', "\\", "(", " ", "content:x;"]) {
    time(piece.repeat(1_000));
    expect(time(piece.repeat(50_000)), piece).toBeLessThan(2_000);
  }
});
