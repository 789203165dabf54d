import { afterAll, describe, expect, it } from "vitest";
import { chromiumBinding } from "../chromium.ts";
import { colourAt, type Printed, pageTexts, renderer } from "../renderer.ts";

const binding = await chromiumBinding();
const missing: string[] = [];
const render = renderer(binding, { onMissing: ({ url, reason }) => missing.push(`${url}: ${reason}`) });
afterAll(() => binding.close());

/** What stands between square brackets on each page. */
function heads(printed: Printed): string[] {
  return pageTexts(printed).map((text) => [...text.replaceAll(/\s+/g, " ").matchAll(/\[[^\]]*\]/g)].join(" "));
}

/** Where a text is on a page, in points from its upper left corner: left, top, right, bottom. */
function placeOf({ document }: Printed, page: number, text: string): number[] {
  const quad = document.loadPage(page).search(text, {})[0]?.[0] ?? [];
  return [quad[0], quad[1], quad[6], quad[7]].map((value) => Math.round(value as number));
}

describe("strings", () => {
  const TITLE = "h1 { string-set: title content() } .next { break-before: page }";
  const BOOK = `<p>Before</p><h1>One</h1><p>a<p class=next>b<h1>Two</h1><h1>Three</h1><p class=next>c<h1 class=next>Four</h1>`;

  it("are what elements on the page have set them to, or else before it", async () => {
    const box = (place: string, keyword: string) =>
      `@${place} { content: "[${keyword} " string(title, ${keyword}) "]" }`;
    const printed = await render.html(`<!doctype html><style>
      @page { margin: 20mm; @top-left { content: "[" string(title) "]" }
        ${box("top-right", "last")} ${box("bottom-left", "start")} ${box("bottom-right", "first-except")} }
      ${TITLE}</style>${BOOK}`);
    expect(heads(printed)).toEqual([
      "[One] [last One] [first-except ] [start ]",
      "[Two] [last Three] [first-except ] [start One]",
      "[Three] [last Three] [first-except Three] [start Three]",
      "[Four] [last Four] [first-except ] [start Four]",
    ]);
  });

  it("hold texts, counters, attributes, and what stands before and after", async () => {
    const printed = await render.html(`<!doctype html><style>
      @page { margin: 20mm; @top-center { content: "[" string(number) ": " string(title) "|" string(initial) "]" } }
      body { counter-reset: chapter 3 }
      h1 { break-before: page; counter-increment: chapter; string-set: number "Ch. \\"" counter(chapter, upper-roman) "\\"" attr(data-x),
        title content(before) content(text) content(after), initial content(first-letter) }
      h1::before { content: counter(chapter) "/" } h1::after { content: "!" } h1 i { display: none }
      h2 { break-before: page; counter-reset: part; string-set: number counters(chapter, "."), title content() }
      </style><h1 data-x=" x">Up<br>and   <b>down</b> <i>not</i></h1><h1 data-x="">«Ünï</h1><h2>Last</h2>`);
    expect(heads(printed)).toEqual(['[Ch. "IV" x: 4/Up and down!|U]', '[Ch. "V": 5/«Ünï!|Ü]', "[5: Last|Ü]"]);
    expect(missing).toEqual([]);
  });

  it("are shown where page rules show them: on the first page, left and right, and in named pages", async () => {
    const printed = await render.html(
      `<!doctype html><style>${TITLE}
      @page { size: A5; margin: 20mm; counter-increment: own 2; @top-right { content: "[" string(title) " " counter(own) "]" } }
      @page :first { @top-right { content: none } }
      @page :left { @top-right { content: none } @top-left { content: "[left " string(title) "]" } }
      @page wide { size: A5 landscape; @bottom-center { content: "[wide " string(title) "]" } } .wide { page: wide }
      @media screen { @page { @bottom-center { content: "[screen " string(title) "]" } } }
      </style>${BOOK}<p class=wide>x`,
      { preferCSSPageSize: true },
    );
    expect(heads(printed)).toEqual(["", "[left Two]", "[Three 6]", "[left Four]", "[Four 10] [wide Four]"]);
  });

  it("are those of the whole document where some pages are asked for, and of several prints", async () => {
    const printed = await render.html(
      `<!doctype html><style>@page { margin: 20mm; @top-left { content: "[" string(title) "]" } } ${TITLE}
      a::after { content: target-counter(attr(href), page) }</style><a href="#z">to </a>${BOOK}<h1 class=next id=z>Five</h1>`,
      { pageRanges: "3, 5" },
    );
    expect(heads(printed)).toEqual(["[Three]", "[Five]"]);
  });

  it("come from sheets in layers, conditions and shorthand nesting, as the cascade has it", async () => {
    const printed = await render.html(`<!doctype html><style>
      @layer late { h1 { string-set: title "layer" } } section { & h1 { string-set: title content() } }
      @media print { @page { margin: 20mm; @top-left { content: "[" string(title) "]" } } }
      h1.quiet { string-set: none }</style><section><h1>One</h1><h1 class=quiet>Two</h1></section>
      <h1 style="break-before: page">Three</h1>`);
    expect(heads(printed)).toEqual(["[One]", "[layer]"]);
  });

  it("are bounded, and warn where one holds what is not known", async () => {
    missing.length = 0;
    const long = "x ".repeat(20_000);
    const printed =
      await render.html(`<!doctype html><style>@page { margin: 20mm; @top-left { content: "[" string(a) "]" }
      @top-right { content: "[" string(b) "]" } @bottom-left { content: "[" string(constructor) "]" } }
      h1 { string-set: a content(), b counter(x, hebrew) flow(x), constructor "c" }</style><h1>${long}</h1>`);
    const text = pageTexts(printed).join("");
    expect(text).toContain("[0]");
    expect(text).toContain("[c]");
    expect([...new Set(missing)]).toEqual([
      "string-set: hebrew: no counters of this style are made here, but decimal numbers",
      "string-set: flow(x): it says no text here",
    ]);
  });
});

describe("running elements", () => {
  const HEAD = `.head { position: running(head); font: 12px/15px sans-serif; border-bottom: 5px solid rgb(255,0,0) }`;
  const TEXT = `<p>Intro<h1>One</h1><div class=head>[Head One]</div><p>x<h1>Two</h1>y`;

  it("stand in the margin and not in the text, as the author wrote them, on each page that asks for them", async () => {
    const printed = await render.html(
      `<!doctype html><style>@page { size: A5; margin: 20mm; @top-center { content: element(head) } }
      ${HEAD} h1 { break-before: page }</style><div class=head>[Head of <i>Intro</i><br>second line]</div>${TEXT}`,
      { preferCSSPageSize: true },
    );
    expect(heads(printed)).toEqual(["[Head of Intro second line]", "[Head One]", "[Head One]"]);
    // 20 mm are 57 pt: the first is 24 pt high with its border, the other 13 pt; both as wide as the page's text.
    expect(placeOf(printed, 0, "[Head of")[0]).toBe(57);
    expect(colourAt(printed, 60, 39)).toEqual([255, 0, 0]);
    expect(colourAt(printed, 360, 39)).toEqual([255, 0, 0]);
    expect(colourAt(printed, 366, 39)).toEqual([255, 255, 255]);
    expect(colourAt(printed, 60, 33, 1)).toEqual([255, 0, 0]);
    expect(placeOf(printed, 0, "Intro")[1]).toBeGreaterThan(15);
  });

  it("show the number of each page, in boxes that share a side", async () => {
    // Without a doctype, too.
    const book = `<style>@page { size: A5; margin: 20mm; @bottom-left { content: element(foot); width: 60% }
        @bottom-right { content: "[" counter(page) "]" } @left-middle { content: element(side, last) } }
      .foot { position: running(foot); background: rgb(0,0,255); color: white } .foot b::after { content: counter(page) " of " counter(pages) }
      .side { position: running(side); width: 20px; height: 40px; background: rgb(0,255,0) } h1 { break-before: page }</style>
      <div class=foot>[Page <b></b>]</div>Intro<h1>One</h1><div class=side></div>x<h1>Two</h1>`;
    const printed = await render.html(book, { preferCSSPageSize: true });
    expect(heads(printed)).toEqual(["[1] [Page 1 of 3]", "[2] [Page 2 of 3]", "[3] [Page 3 of 3]"]);
    const green = (page: number) => [colourAt(printed, 20, 298, page), colourAt(printed, 2, 298, page)];
    expect(green(0)[1]).toEqual([255, 255, 255]);
    expect(green(1)).toContainEqual([0, 255, 0]);
    // 420 pt less two margins of 57 pt: the foot is 184 pt wide.
    expect([colourAt(printed, 60, 567), colourAt(printed, 238, 567), colourAt(printed, 244, 567)]).toEqual([
      [0, 0, 255],
      [0, 0, 255],
      [255, 255, 255],
    ]);
    const fitted = await render.html(book.replace("A5", "A3"), { pageRanges: "2-" });
    const half = await render.html(book, { preferCSSPageSize: true, scale: 0.5 });
    expect(heads(fitted)).toEqual(["[2] [Page 2 of 3]", "[3] [Page 3 of 3]"]);
    // Browsers set margin boxes without the scale; elements in them are set alike.
    const heightOf = ([, top = 0, , bottom = 0]: number[]) => bottom - top;
    for (const [other, page] of [
      [printed, 1],
      [fitted, 0],
      [half, 1],
    ] as const) {
      expect(heightOf(placeOf(other, page, "[Page 2"))).toBe(heightOf(placeOf(other, page, "[2]")));
    }
  });
});

it("what elements say in styles of their own holds as well", async () => {
  missing.length = 0;
  const printed = await render.html(`<!doctype html><style>
    @page { margin: 20mm; @top-left { content: "[" string(title) "]" } @top-right { content: element(side) } }</style>
    <b style="position: running(side)">[Side]</b>
    <p style="string-set: title 'One: ' content(); color: red">x</p><p style="break-before: right">y`);
  expect(heads(printed)).toEqual(["[One: x] [Side]", "[One: x] [Side]", "[One: x] [Side]"]);
  expect(missing).toEqual([]);
});

it("what neither browsers nor we do is named", async () => {
  missing.length = 0;
  const printed = await render.html(`<!doctype html><style>
    @page a:nth(2n) { margin: 0 } @page a:blank { margin: 0 } .note { float: footnote }</style>One<span class=note>Note</span>`);
  expect(pageTexts(printed).map((text) => text.replaceAll(/\s+/g, " ").trim())).toEqual(["OneNote"]);
  expect([...new Set(missing)]).toEqual([
    "float: footnote: no browser has footnotes; they are printed where they stand",
    "@page :nth(), and :blank beside something else: the browser drops these rules",
  ]);
  missing.length = 0;
  await render.html(
    "<!doctype html><style>@page :first { margin: 0 } h1 { break-before: page }</style>One<h1>Two</h1>",
  );
  expect(missing).toEqual([]);
});
