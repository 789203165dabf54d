import { readFileSync } from "node:fs";
import path from "node:path";
import * as mupdf from "mupdf";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { composePdf } from "../../../../src/html/compose.ts";
import { htmlOptions } from "../../../../src/html/fields/options.ts";
import { localSource } from "../../../../src/html/resources/html-source.ts";
import { chromiumBinding } from "../chromium.ts";
import { patientPool } from "../patient-pool.ts";

const binding = await chromiumBinding();
const pool = patientPool();
const missing: string[] = [];
beforeEach(() => void missing.splice(0));
afterAll(() => binding.close());

/** The PDF of these documents, as the service makes it. */
async function made(htmls: readonly string[], options: object = {}): Promise<mupdf.PDFDocument> {
  const cleaning: Promise<unknown>[] = [];
  const documents = htmls.map((html, index) => ({
    source: localSource(new TextEncoder().encode(`<!doctype html>${html}`), undefined),
    options: htmlOptions.parse(options),
    name: `File ${index + 1}`,
  }));
  try {
    const { content } = await composePdf(
      documents,
      { marks: [], information: undefined },
      {
        ...{ binding: binding as never, ledger: binding.ledger, pool, signal: new AbortController().signal },
        network: { onMissing: ({ url, reason }) => missing.push(`${url}: ${reason}`) },
        waitUntil: (work) => cleaning.push(work),
      },
    );
    return mupdf.PDFDocument.openDocument(Buffer.concat([...content.pieces]), "application/pdf") as mupdf.PDFDocument;
  } finally {
    await Promise.all(cleaning);
  }
}

type Item = NonNullable<ReturnType<mupdf.Document["loadOutline"]>>[number];

/** Each item's depth, title and page. */
function lines(document: mupdf.PDFDocument): string[] {
  const all = (items: Item[], depth: number): string[] =>
    items.flatMap(({ title, page, down }) => [
      `${">".repeat(depth)}${title} ${(page ?? -1) + 1}`,
      ...all(down ?? [], depth + 1),
    ]);
  return all(document.loadOutline() ?? [], 0);
}

const outline = async (html: string, options?: object) => lines(await made([html], options));

const NEXT = "h1, .next { break-before: page }";
const BOOK = `<p>Front</p><h1>One</h1><h2>A</h2><p class=next>x<h3>Deep</h3><h1>Two</h1>`;

describe("bookmark-level", () => {
  it("takes headings out of the outline, and brings other elements in, each on its page", async () => {
    const read = await outline(`<style>${NEXT} h2 { bookmark-level: none } p.next { bookmark-level: 2 }
      figure { bookmark-level: 7 }</style>${BOOK}<figure>A <b>picture</b></figure><p class=next>Last`);
    expect(read).toEqual(["One 2", ">x 3", ">>Deep 3", "Two 4", ">A picture 4", ">Last 5"]);
    expect(missing).toEqual([]);
  });

  it("is as the cascade has it: by media, with variables", async () => {
    const read = await outline(
      `<style>${NEXT} @media screen { h1 { bookmark-level: none } } @media print { h2 { bookmark-level: 1 } }
      :root { --depth: 3 } p { bookmark-level: var(--depth) !important; bookmark-level: 1 }
      h3 { bookmark-level: 0 } h1.no { BOOKMARK-LEVEL: None }</style>${BOOK}<h1 class=no>No</h1>`,
    );
    expect(read).toEqual(["Front 1", "One 2", "A 2", ">x 3", ">Deep 3", "Two 4"]);
    expect(missing).toEqual(["bookmark-level: 0: it is no level"]);
  });

  it("none for all leaves no outline", async () => {
    expect(await outline(`<style>h1, h2, h3 { bookmark-level: none }</style>${BOOK}`)).toEqual([]);
  });

  it("lists nothing that is not printed", async () => {
    const read = await outline(`<style>${NEXT} p { bookmark-level: 2 } .gone { display: none }</style>
      ${BOOK}<h1 class=gone>Gone</h1><p class=gone>Gone</p><p><i class=gone>Gone</i>`);
    expect(read).toEqual(["Front 1", "One 2", ">A 2", ">x 3", ">>Deep 3", "Two 4"]);
  });

  it("may come from the request's own style sheet", async () => {
    expect(await outline(BOOK, { css: "h1 { bookmark-level: none }" })).toEqual(["A 1", ">Deep 1"]);
  });
});

describe("bookmark-label", () => {
  it("is made of texts, attributes, counters and the content", async () => {
    const read = await outline(`<style>${NEXT} body { counter-reset: chapter 3 }
      h1 { counter-increment: chapter; bookmark-label: "Chapter " counter(chapter, upper-roman) ": " content() }
      h2 { bookmark-label: attr(data-short) } h3 { bookmark-label: content(before) content(text) }
      h3::before { content: "§ " } h3 i { display: none }</style>
      <h1>One</h1><h2 data-short="Ü & 文">Very long</h2><h3>a<br>b <i>c</i></h3><h1>Two</h1><h2>Nothing</h2>`);
    expect(read).toEqual(["Chapter IV: One 1", ">Ü & 文 1", ">>§ a b 1", "Chapter V: Two 2"]);
    expect(missing).toEqual([]);
  });

  it("warns of what says no text", async () => {
    const read = await outline(`<style>h1 { bookmark-label: "a" flow(x) }
      h2 { bookmark-state: closed }</style><h1>One</h1><h2>Two</h2>`);
    expect(read).toEqual(["a 1", ">Two 1"]);
    expect(missing).toEqual([
      "bookmark-state: closed: all items of the outline are open",
      "bookmark-label: flow(x): it says no text here",
    ]);
  });
});

describe("with other options", () => {
  const STYLE = `<style>${NEXT} h2 { bookmark-level: none }</style>`;

  it("there is none with outline: false", async () => {
    expect(await outline(STYLE + BOOK, { outline: false })).toEqual([]);
  });

  it("pageRanges leave the items of the pages that are printed", async () => {
    expect(await outline(STYLE + BOOK, { pageRanges: "1-2, 4" })).toEqual(["One 2", "Two 3"]);
    expect(await outline(STYLE + BOOK, { pageRanges: "!1" })).toEqual(["One 1", ">Deep 2", "Two 3"]);
  });

  it("several documents have theirs below their titles", async () => {
    const document = await made([STYLE + BOOK, `<title>Second</title><h1>Plain</h1>`]);
    expect(lines(document)).toEqual(["File 1 1", ">One 2", ">>Deep 3", ">Two 4", "Second 5", ">Plain 5"]);
  });

  it("the contents, running heads and fields are made beside it", async () => {
    const document = await made(
      [
        `${STYLE}<style>@page { margin: 20mm; @top-left { content: element(head) } }
        .head { position: running(head) }</style><div class=head>Head</div>${BOOK}<input name=a>`,
      ],
      { contents: true, forms: "fields" },
    );
    expect(lines(document)).toEqual(["One 3", ">Deep 4", "Two 5"]);
    expect(document.loadPage(2).toStructuredText("").asText()).toContain("Head");
    expect(document.loadPage(0).toStructuredText("").asText()).toMatch(/Two[\s.\u00a0]*5/);
    expect(document.loadPage(4).getWidgets()).toHaveLength(1);
    expect(missing).toEqual([]);
  });

  it("items lead to where their elements begin, and no own name of a place is left in the file", async () => {
    const document = await made([
      `${STYLE}<style>@page { margin: 0 }</style><div style="height: 300px"></div><h2>Off</h2><h3>Here</h3>`,
    ]);
    const [item] = document.loadOutline() ?? [];
    const { y } = document.resolveLinkDestination(item?.uri ?? "");
    const [quad] = document.loadPage(0).search("Here", {})[0] ?? [];
    expect(Math.abs(y - (quad?.[1] ?? 0))).toBeLessThan(10);
    expect(Buffer.from(document.saveToBuffer("decompress").asUint8Array()).includes("quire-place")).toBe(false);
  });
});

it("the guide's example has the outline that it says", async () => {
  const file = path.resolve(import.meta.dirname, "../../../../docs/use/books-contracts-forms.md");
  const guide = readFileSync(file, "utf8");
  const [, html = ""] = /```html\n([\s\S]*?)```/.exec(guide.slice(guide.indexOf("\n## The outline\n"))) ?? [];
  expect(await outline(html)).toEqual(["Chapter 1: Beginning 1", ">A map 1", "Chapter 2: End 2"]);
  expect(missing).toEqual([]);
});

describe("bounds", () => {
  it("of items and letters are named where they are met", async () => {
    const read = await outline(`<style>p { bookmark-level: 1 } p:first-child { bookmark-label: "${"x".repeat(600)}" }
      </style>${"<p>a".repeat(5_002)}`);
    expect(read).toHaveLength(5_000);
    expect(read[0]).toBe(`${"x".repeat(500)} 1`);
    expect(missing).toEqual([
      "further items of the outline: there are more than 5000",
      "titles in the outline: they are cut after 500 characters",
    ]);
  });
});
