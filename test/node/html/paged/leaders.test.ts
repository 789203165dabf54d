import { afterAll, expect, it } from "vitest";
import { chromiumBinding } from "../chromium.ts";
import { type Printed, renderer } from "../renderer.ts";

const binding = await chromiumBinding();
const render = renderer(binding);
afterAll(() => binding.close());

interface Line {
  text: string;
  left: number;
  right: number;
}

/** The lines of a page in their order, with their ends in points. */
function lines({ document }: Printed, index = 0): Line[] {
  const rows = new Map<number, { char: string; left: number; right: number }[]>();
  document
    .loadPage(index)
    .toStructuredText("")
    .walk({
      onChar: (char, origin, _font, _size, quad) => {
        const base = Math.round(origin[1]);
        const row = rows.get(base) ?? rows.set(base, []).get(base)!;
        if (char.trim() !== "") row.push({ char, left: quad[0], right: quad[2] });
      },
    });
  return [...rows]
    .sort(([a], [b]) => a - b)
    .filter(([, row]) => row.length > 0)
    .map(([, row]) => {
      row.sort((a, b) => a.left - b.left);
      return { text: row.map(({ char }) => char).join(""), left: row[0]!.left, right: row.at(-1)!.right };
    });
}

const MARGIN = { margin: "72pt", format: "A5" };
/** What the browser itself sets at the right edge. */
const EDGE = `<p style="text-align: right; margin: 0">Edge</p>`;

/** Letters end a little before their places do. */
const BEARING = 1;

function edgeOf(found: Line[]): number {
  return found.find(({ text }) => text === "Edge")!.right;
}
const CHAPTERS = `<h1 id=one>One</h1><h1 id=two>Two</h1><h1 id=three>Three</h1>`;
const STYLE = `<!doctype html><style>body { margin: 0; font: 12pt/1.5 serif } h1 { break-before: page }
  a::after { content: leader(dotted) target-counter(attr(href), page) }`;
const LONG = "A chapter whose title is so long that it is set in two lines or even more of them";

it.each([
  ["links in paragraphs", "", (href: string, title: string) => `<p><a href="#${href}">${title}</a></p>`],
  ["blocks", "a { display: block }", (href: string, title: string) => `<a href="#${href}">${title}</a>`],
  ["rows of boxes", "a { display: flex }", (href: string, title: string) => `<a href="#${href}">${title}</a>`],
  [
    "rows of boxes at both ends",
    "a { display: flex; justify-content: space-between }",
    (href: string, title: string) => `<a href="#${href}">${title}</a>`,
  ],
  [
    "items of lists",
    "ol { padding: 0 20pt 0 30pt; margin: 0 -20pt 0 0 }",
    (href: string, title: string) => `<ol><li><a href="#${href}">${title}</a></ol>`,
  ],
  ["lines with breaks", "", (href: string, title: string) => `<a href="#${href}">${title}</a><br>`],
  [
    "a style of their own",
    "a::after { font: bold 15pt monospace; padding-left: 7pt; letter-spacing: 1pt }",
    (href: string, title: string) => `<p><a href="#${href}">${title}</a></p>`,
  ],
])("leaders fill the line up to the number in %s", async (_, css, row) => {
  const printed = await render.html(
    `${STYLE}${css}</style>${EDGE}${row("one", "One")}${row("two", LONG)}${row("three", "Three")}${CHAPTERS}`,
    MARGIN,
  );
  const found = lines(printed);
  const ends = found.filter(({ text }) => /\.\.\d$/.test(text));
  expect(ends.map(({ text }) => text.replace(/\.{2,}/, " … "))).toEqual([
    expect.stringMatching(/^(1\.)?One … 2$/),
    expect.stringMatching(/ … 3$/),
    expect.stringMatching(/^(1\.)?Three … 4$/),
  ]);
  const spacing = css.includes("letter-spacing") ? 1 : 0;
  for (const { right } of ends) expect(Math.abs(right - (edgeOf(found) - spacing))).toBeLessThan(BEARING);
  expect(printed.document.countPages()).toBe(4);
});

it("a leader ends before what follows it on its line", async () => {
  const printed = await render.html(
    `${STYLE} a::after { content: leader("- ") } b::before { content: "p. " target-counter("#two", page, upper-roman) }
    </style>${EDGE}<p><a href="#two">Two</a> <b>!</b>${CHAPTERS}`,
    MARGIN,
  );
  const found = lines(printed);
  const [, first] = found;
  expect(first!.text).toMatch(/^Two-{10,}p\.III!$/);
  expect(Math.abs(first!.right - edgeOf(found))).toBeLessThan(BEARING);
});

it("leaders are solid, spaces, or any text, and share a line", async () => {
  const printed = await render.html(
    `${STYLE} .solid::after { content: leader(solid) "|" } .space::after { content: leader(space) "|" }
    .both::after { content: leader(".") "middle" leader(".") "|" }</style>${EDGE}
    <p><a class=solid>A</a><p><a class=space>A</a><p><a class=both>A</a>`,
    MARGIN,
  );
  const found = lines(printed);
  const [, solid, space, both] = found;
  expect(solid!.text).toMatch(/^A_{20,}\|$/);
  expect(space!.text).toBe("A|");
  for (const line of [solid, space, both]) expect(Math.abs(line!.right - edgeOf(found))).toBeLessThan(BEARING);
  const [, before, after] = /^A(\.+)middle(\.+)\|$/.exec(both!.text)!;
  expect(before).toBe(after);
});

it("a line from right to left ends at the left", async () => {
  const printed = await render.html(`${STYLE}</style><p dir=rtl><a href="#two">שתיים</a></p>${CHAPTERS}`, MARGIN);
  const [line] = lines(printed);
  expect(line!.left).toBeCloseTo(72, 0);
});

it("paper whose size the document says, scaled or fitted, has its own width", async () => {
  const html = `${STYLE} @page { size: 300pt 400pt; margin: 20pt }</style>${EDGE}<p><a href="#two">Two</a>${CHAPTERS}`;
  const own = await render.html(html, { preferCSSPageSize: true });
  expect(Math.abs(lines(own)[1]!.right - edgeOf(lines(own)))).toBeLessThan(BEARING);
  const scaled = await render.html(html.replace("@page { size: 300pt 400pt; margin: 20pt }", ""), {
    ...MARGIN,
    scale: 0.5,
  });
  expect(Math.abs(lines(scaled)[1]!.right - edgeOf(lines(scaled)))).toBeLessThan(BEARING);
  const fitted = await render.html(html);
  expect(Math.abs(lines(fitted)[1]!.right - edgeOf(lines(fitted)))).toBeLessThan(BEARING);
});
