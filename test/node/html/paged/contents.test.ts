import { afterAll, expect, it } from "vitest";
import { checkConformance, finishPdf, mendTags, newExtras, openPdf } from "../../../../src/engine.ts";
import { htmlOptions } from "../../../../src/html/fields/options.ts";
import { markdownPage } from "../../../../src/html/markdown/markdown.ts";
import { settlePlaces } from "../../../../src/html/resources/printed-places.ts";
import type { PdfObject } from "../../../../src/pdf-file/syntax/objects.ts";
import { chromiumBinding } from "../chromium.ts";
import { linksOf, type Printed, pageTexts, renderer } from "../renderer.ts";

const binding = await chromiumBinding();
const missing: string[] = [];
const render = renderer(binding, { onMissing: ({ url, reason }) => missing.push(`${url}: ${reason}`) });
afterAll(() => binding.close());

const BOOK = `<!doctype html><title>Book</title><style>h1 { break-before: page }</style>
  <h1>Beginnings</h1><p>Text<h2 id=first>The first</h2><h3>Deep</h3><h4>Deeper</h4>
  <h1>Ends &amp; <i>means</i></h1><h2>  </h2><h2 hidden>Hidden</h2>`;

/** The lines of a page, with a single dot for each leader. */
function lines(printed: Printed, index = 0): string[] {
  const text = pageTexts(printed)[index] ?? "";
  return text
    .split("\n")
    .map((line) => line.replace(/[\s.\u00a0]*\.[\s\u00a0]*(?=\d+$)/, " . ").trim())
    .filter((line) => line !== "");
}

it("a page without contents gets some in front, with pages, links and the outline as before", async () => {
  const printed = await render.html(BOOK, { contents: true });
  expect(lines(printed)).toEqual(["Beginnings . 2", "The first . 2", "Deep . 2", "Ends & means . 3"]);
  expect(lines(printed, 1)[0]).toBe("Beginnings");
  expect([...new Set(linksOf(printed))]).toEqual([
    "#nameddest=contents-1",
    "#nameddest=first",
    "#nameddest=contents-2",
    "#nameddest=contents-3",
  ]);
  expect(printed.document.loadOutline()?.map(({ title }) => title)).toEqual(["Beginnings", "Ends & means"]);
});

it("its lists are tables of contents in the tags, as PDF/UA-1 has them, and keep no language of ours", async () => {
  const { pdf } = await render.html(`<html lang=de>${BOOK}`, { contents: true });
  const document = openPdf(pdf);
  settlePlaces(document, undefined);
  await mendTags(document);
  const extras = await newExtras({ claim: "pdfua-1" });
  const file = finishPdf(document, { title: "Buch" }, { extras }).rope.toBytes();
  expect(await checkConformance(file, "pdfua-1")).toMatchObject({ met: true, violations: [] });
  const elements: string[] = [];
  const made = openPdf(file);
  const visit = (object: PdfObject | undefined, depth = 0): void => {
    const element = made.dict(object);
    if (!element || depth > 50) return;
    const type = made.resolve(element.get("S"));
    if (typeof type === "string") elements.push(type);
    for (const kid of made.array(element.get("K")) ?? [element.get("K")]) visit(kid, depth + 1);
  };
  visit(made.catalog.get("StructTreeRoot"));
  const count = (name: string) => elements.filter((type) => type === name).length;
  expect([count("TOC"), count("TOCI"), count("L"), count("LI")]).toEqual([3, 4, 0, 0]);
  expect(new TextDecoder("latin1").decode(file)).not.toContain("quire-contents");
});

it("levels, the first of them and a title are as asked", async () => {
  const printed = await render.html(BOOK, { contents: { title: "In this book", from: 2, levels: 3 } });
  expect(lines(printed)).toEqual(["In this book", "The first . 2", "Deep . 2", "Deeper . 2"]);
});

it("contents are where the page has a place for them, without being asked for", async () => {
  const printed = await render.html(
    `${BOOK}<style>nav[data-contents] li a::after { content: " (" target-counter(attr(href), page) ")" }</style>
    <nav data-contents>Where things are:</nav>`,
  );
  expect(lines(printed, 1).slice(-5)).toEqual([
    "Where things are:",
    "Beginnings (1)",
    "The first (1)",
    "Deep (1)",
    "Ends & means (2)",
  ]);
});

it("Markdown has them in the place of a line that asks for them", async () => {
  for (const line of ["[TOC]", "[[_TOC_]]"]) {
    const { html } = await markdownPage(`# One\n\n${line}\n\n## Two\n\nWords of [TOC]\n`, "markdown");
    expect(lines(await render.html(html))).toEqual(["One", "One . 1", "Two . 1", "Two", "Words of [TOC]"]);
  }
});

it("a page without such headings has none, and a warning says so", async () => {
  missing.length = 0;
  expect(lines(await render.html("<p>Text", { contents: true }))).toEqual(["Text"]);
  expect(missing).toEqual(["contents: the page shows no headings of these levels"]);
});

it("contents that take more pages move what they refer to, and say where it is then", async () => {
  const many = Array.from({ length: 150 }, (_, at) => `<h1>Chapter ${at + 1}</h1>`);
  const printed = await render.html(`<!doctype html><style>h1 { break-before: page }</style>${many.join("")}`, {
    contents: true,
  });
  const first = pageTexts(printed).indexOf("Chapter 1\n\n") + 1;
  expect(first).toBeGreaterThan(2);
  const listed = Array.from({ length: first - 1 }, (_, index) => lines(printed, index)).flat();
  expect(listed).toEqual(many.map((_, at) => `Chapter ${at + 1} . ${first + at}`));
});

it.each([{ levels: 0 }, { levels: 7 }, { from: 0 }, { levels: 1.5 }, { depth: 2 }, { title: 3 }, "yes"])(
  "%j is refused",
  (contents) => {
    expect(htmlOptions.safeParse({ contents }).success).toBe(false);
  },
);
