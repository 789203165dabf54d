import type { ServerResponse } from "node:http";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import * as mupdf from "mupdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composePdf } from "../../../src/html/compose.ts";
import { documentFields, type Mark } from "../../../src/html/fields/documents.ts";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { type Asset, localSource } from "../../../src/html/resources/html-source.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pagesOf, pdf, stream } from "../../fixtures/pdf.ts";
import { chromiumBinding, type TestBinding } from "./chromium.ts";
import { patientPool } from "./patient-pool.ts";
import { colourAt, linksOf, pageSize, pageTexts, problemOf } from "./renderer.ts";
import { startSite } from "./site.ts";

let binding: TestBinding;
const pool = patientPool();

beforeAll(async () => {
  binding = await chromiumBinding();
});
afterAll(() => binding.close());

interface Made {
  pdf: Uint8Array;
  document: mupdf.PDFDocument;
  pageCount: number;
}

/** Documents of HTML, of HTML with options of its own, or at addresses, as one PDF. */
async function compose(
  texts: readonly (string | [html: string, options: object] | Uint8Array | URL)[],
  shared: { options?: object; watermark?: unknown; assets?: Asset[]; metadata?: { title: string }; host?: string } = {},
): Promise<Made> {
  const documents = texts.map((text, index) => {
    const [html, own] = Array.isArray(text) ? text : [`${text}`, {}];
    const local = localSource(new TextEncoder().encode(html), undefined, shared.assets ?? [], "utf-8");
    const source = text instanceof URL ? { kind: "url" as const, url: text } : local;
    const pdf = text instanceof Uint8Array ? openPdf(text) : undefined;
    return {
      pdf,
      source,
      options: htmlOptions.parse({ ...shared.options, ...own }),
      name: `File ${index + 1}`,
    };
  });
  const read = documentFields.watermark.parse(shared.watermark) ?? [];
  const marks: Mark[] = Array.isArray(read) ? read : [read];
  const cleaning: Promise<unknown>[] = [];
  try {
    const { content, pageCount } = await composePdf(
      documents,
      { marks, information: shared.metadata },
      {
        binding: binding as never,
        ledger: binding.ledger,
        pool,
        network: shared.host === undefined ? {} : { allowHosts: [shared.host] },
        signal: new AbortController().signal,
        waitUntil: (work) => cleaning.push(work),
      },
    );
    const pdf = new Uint8Array(Buffer.concat([...content.pieces]));
    expect(pdf.length).toBe(content.length);
    return { pdf, pageCount, document: mupdf.PDFDocument.openDocument(pdf, "application/pdf") as mupdf.PDFDocument };
  } finally {
    await Promise.all(cleaning);
  }
}

const texts = (made: Made) => pageTexts(made as never).map((text) => text.replaceAll(/\s+/g, " ").trim());
const FIRST = `<html lang=en><title>First</title><h1 id="a">One</h1><p><a href="#b">to two</a> <a href="https://example.com/">out</a><table><tr><th>A<tr><td>1</table><h1 id="b" style="break-before: page">Two</h1>`;
const SECOND = `<html lang=de><title>Second</title><h1 id="a">Three</h1><p><a href="#b">to four</a><table><tr><th>B<tr><td>2</table><h1 id="b" style="break-before: page">Four</h1>`;
const COUNTED = `<div style="font-size: 10px"><span class="title"></span> <span class="pageNumber"></span>/<span class="totalPages"></span></div>`;

describe("several documents", () => {
  let made: Made;
  beforeAll(async () => {
    made = await compose([FIRST, SECOND, "<p>Untitled"], { metadata: { title: "All of it" } });
  });

  it("are one PDF, page after page, to more than one reader", async () => {
    expect(texts(made)).toEqual(["One to two out A 1", "Two", "Three to four B 2", "Four", "Untitled"]);
    expect(made.pageCount).toBe(5);
    const library = await PDFiumLibrary.init();
    const opened = await library.loadDocument(made.pdf);
    expect(opened.getPageCount()).toBe(5);
    opened.destroy();
    library.destroy();
  });

  it("have one outline, with an item for each and its headings below", () => {
    const outline = made.document.loadOutline() ?? [];
    expect(outline.map(({ title, page, down }) => [title, page, down?.map((item) => [item.title, item.page])])).toEqual(
      [
        [
          "First",
          0,
          [
            ["One", 0],
            ["Two", 1],
          ],
        ],
        [
          "Second",
          2,
          [
            ["Three", 2],
            ["Four", 3],
          ],
        ],
        ["File 3", 4, undefined],
      ],
    );
  });

  it("keep their links, though the documents name their places alike", () => {
    expect(linksOf(made as never).filter((link) => link.startsWith("https:"))).toEqual(["https://example.com/"]);
    const [link] = made.document.loadPage(2).getLinks();
    expect(made.document.resolveLink(link as mupdf.Link)).toBe(3);
    const first = made.document
      .loadPage(0)
      .getLinks()
      .find((each) => !each.isExternal());
    expect(made.document.resolveLink(first as mupdf.Link)).toBe(1);
  });

  it("have one structure, in which every element's name is its own", () => {
    const root = made.document.getTrailer().get("Root");
    const tree = root.get("StructTreeRoot");
    expect(root.get("MarkInfo").get("Marked").asBoolean()).toBe(true);
    const top = tree.get("K");
    expect(top.get("S").asName()).toBe("Document");
    expect(top.get("K").length).toBe(3);
    expect(top.get("K").get(1).get("Lang").asString()).toBe("de");
    const keys: number[] = [];
    tree
      .get("ParentTree")
      .get("Nums")
      .forEach((value: mupdf.PDFObject, index: number | string) => {
        if (Number(index) % 2 === 0) keys.push(value.asNumber());
      });
    expect(new Set(keys).size).toBe(keys.length);
    const parents = [0, 2].map((page) => made.document.findPage(page).get("StructParents").asNumber());
    expect(parents[0]).not.toBe(parents[1]);
    for (const key of parents) expect(keys).toContain(key);
    const names: string[] = [];
    tree
      .get("IDTree")
      .get("Names")
      .forEach((value: mupdf.PDFObject, index: number | string) => {
        if (Number(index) % 2 === 0) names.push(value.asString());
      });
    expect(names.length).toBe(2);
    expect(names).toEqual([...new Set(names)].sort());
  });

  it("take their language from the first, and their information from the request", () => {
    const root = made.document.getTrailer().get("Root");
    expect(root.get("Lang").asString()).toBe("en");
    expect(made.document.getMetaData("info:Title")).toBe("All of it");
  });

  it("have neither structure nor outline where none is wanted", async () => {
    const plain = await compose([FIRST, SECOND], { options: { tagged: false, outline: false } });
    const root = plain.document.getTrailer().get("Root");
    expect([root.get("StructTreeRoot").isNull(), root.get("Outlines").isNull()]).toEqual([true, true]);
    expect(plain.document.findPage(0).get("StructParents").isNull()).toBe(true);
  });
});

describe("the pages of several documents", () => {
  it("count their pages through in headers and footers, whatever size these are", async () => {
    const options = { footerTemplate: COUNTED, headerTemplate: "<b style='font-size: 10px'>Head</b>", margin: "25mm" };
    const small: [string, object] = [SECOND, { format: "A6", landscape: true }];
    const numbered = await compose([FIRST, small, "<p>Untitled"], { options });
    expect(texts(numbered).map((text) => /(\w+) (\d\/\d)/.exec(text)?.slice(1, 3))).toEqual([
      ["First", "1/5"],
      ["First", "2/5"],
      ["Second", "3/5"],
      ["Second", "4/5"],
      ["3", "5/5"],
    ]);
    expect(texts(numbered)[4]).toContain("File 3 5/5");
    for (const text of texts(numbered)) expect(text).toContain("Head");
    expect([0, 2].map((page) => pageSize(numbered as never, page))).toEqual([
      [596, 842],
      [420, 298],
    ]);
    // Near the lower edge of the small page, and nowhere else.
    const lines = numbered.document.loadPage(2).search("3/5", {});
    expect(lines.length).toBe(1);
    expect(lines[0]?.[0]?.[1]).toBeGreaterThan(250);
  });

  it("give the pages asked for, counted through", async () => {
    const options = { footerTemplate: COUNTED, margin: "25mm", pageRanges: "2-3, 5-" };
    const chosen = await compose([FIRST, SECOND, "<p>Untitled"], { options, watermark: { text: "M", pages: "1" } });
    expect(texts(chosen).map((text) => /\d\/\d/.exec(text)?.[0])).toEqual(["2/5", "3/5", "5/5"]);
    expect(chosen.pageCount).toBe(3);
    expect(texts(chosen).map((text) => / M/.test(text))).toEqual([true, false, false]);
    const none = compose([FIRST, SECOND], { options: { pageRanges: "7-9" } });
    const message = expect.stringContaining("it has 4 pages.");
    expect(await problemOf(none)).toMatchObject({ kind: "input", field: "pageRanges", message });
  });

  it("may have a PDF among them, whose pages are joined as they are, and counted", async () => {
    const options = { footerTemplate: COUNTED, margin: "25mm" };
    const terms = pdf({
      ...pagesOf(2, () => "/Resources<</Font<</F 90 0 R>>>>"),
      4: stream("BT /F 12 Tf 20 20 Td (Terms) Tj ET"),
      90: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    });
    const joined = await compose([FIRST, terms, "<p>Untitled"], { options, watermark: { text: "M", pages: "4" } });
    expect(texts(joined).map((text) => /\d\/\d/.exec(text)?.[0] ?? text)).toEqual(["1/5", "2/5", "Terms", "M", "5/5"]);
    expect(pageSize(joined as never, 2)).toEqual([200, 100]);
    expect(joined.document.loadOutline()?.map(({ title, page }) => [title, page])).toEqual([
      ["First", 0],
      ["File 2", 2],
      ["File 3", 4],
    ]);
    const chosen = await compose(["<p>x", terms], { options: { pageRanges: "2" } });
    expect(texts(chosen)).toEqual(["Terms"]);
  });

  it("may have addresses that give PDFs among them, unless they are damaged, protected, or all there is", async () => {
    const terms = pdf({
      ...pagesOf(2, () => "/Resources<</Font<</F 90 0 R>>>>"),
      4: stream("BT /F 12 Tf 20 20 Td (Terms) Tj ET"),
      90: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    });
    const file = mupdf.PDFDocument.openDocument(terms, "application/pdf") as mupdf.PDFDocument;
    const answers: Record<string, Uint8Array> = {
      terms,
      damaged: Buffer.from("%PDF-1.7 and no more"),
      locked: file.saveToBuffer("encrypt=aes-256,user-password=a,owner-password=b").asUint8Array().slice(),
      open: file.saveToBuffer("encrypt=aes-256,owner-password=b").asUint8Array().slice(),
    };
    const give = (name: string) => (_: unknown, response: ServerResponse) =>
      response.writeHead(200, { "content-type": "application/pdf" }).end(answers[name]);
    const pages = Object.fromEntries(Object.keys(answers).map((name) => [`/${name}`, give(name)]));
    const site = await startSite({ "/page": "<title>Page</title><p>Page", ...pages });
    try {
      const at = (...names: string[]) =>
        compose(
          names.map((name) => new URL(`${site.origin}/${name}`)),
          { host: site.host },
        );
      const joined = await at("page", "terms");
      expect(texts(joined)).toEqual(["Page", "Terms", ""]);
      const refused = async (...names: string[]) => {
        const { kind, field, message } = await problemOf(at(...names));
        return [kind, field, message];
      };
      const unreadable = expect.stringContaining("urls[0]: the address gives a PDF that cannot be read");
      expect(await refused("damaged", "page")).toEqual(["input", "urls[0]", unreadable]);
      const encrypted = expect.stringContaining("urls[1]: the address gives a PDF with encryption");
      expect(await refused("page", "open")).toEqual(["input", "urls[1]", encrypted]);
      const locked = expect.stringContaining("it opens only with a password");
      expect(await refused("page", "locked")).toEqual(["input", "urls[1]", locked]);
      const alone = "urls: expected a page among the addresses, got PDFs alone.";
      expect(await refused("terms", "terms")).toEqual(["input", "urls", alone]);
      expect(await refused("terms")).toEqual(["unreachable", "url", expect.stringContaining("needs no conversion")]);
    } finally {
      await site.close();
    }
  });

  it("end in the time of the request together", async () => {
    const slow = compose(["<p>x", "<p>y"], { options: { delay: 5_000, timeout: 1_500 } });
    expect(await problemOf(slow)).toMatchObject({ kind: "timeout" });
  });
});

describe("a watermark", () => {
  const RED = `<style>html, body { margin: 0; height: 100% } body { background: rgb(255, 0, 0) }</style>`;
  const block = (colour: string) =>
    new TextEncoder().encode(
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="${colour}"/></svg>`,
    );
  const assets = [{ name: "blue.svg", bytes: block("rgb(0,0,255)"), type: undefined }];
  const blue = { image: "blue.svg", margin: "0pt", width: "50%" };

  it("is text across each page, that can be read and searched", async () => {
    const made = await compose([FIRST], { watermark: { text: "Draft\nnicht gültig" } });
    const pages = texts(made);
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter((text) => !text.includes("Draft"))).toEqual([]);
    const corner = made.document.loadPage(0).search("Draft", {})[0]?.[0] ?? [];
    // It rises from left to right: the text's upper left corner lies lower than its upper right one.
    expect(corner[1]).toBeGreaterThan(corner[3] as number);
    expect(made.document.loadOutline()?.[0]?.title).toBe("One");
    expect(made.document.getTrailer().get("Root").get("StructTreeRoot").isNull()).toBe(false);
  });

  it("is an image where it is wanted, as large as it is wanted", async () => {
    const made = await compose(["<p>x"], { assets, watermark: { ...blue, position: "bottom-right" } });
    const at = (x: number, y: number) => colourAt(made as never, x, y);
    expect([at(590, 830), at(305, 560), at(290, 830), at(590, 530)]).toEqual([
      [0, 0, 255],
      [0, 0, 255],
      [255, 255, 255],
      [255, 255, 255],
    ]);
  });

  it("lies over the page, or under what it shows", async () => {
    const over = await compose([RED], { assets, options: { margin: "60mm" }, watermark: blue });
    const under = await compose([RED], {
      assets,
      options: { margin: "60mm" },
      watermark: { ...blue, width: "100%", layer: "under" },
    });
    expect(colourAt(over as never, 298, 421)).toEqual([0, 0, 255]);
    expect(colourAt(under as never, 298, 421)).toEqual([255, 0, 0]);
    expect(colourAt(under as never, 100, 421)).toEqual([0, 0, 255]);
  });

  it("is as faint as it is wanted", async () => {
    const made = await compose(["<p>x"], { assets, watermark: { ...blue, opacity: 0.5 } });
    const [red] = colourAt(made as never, 298, 421);
    expect(Math.abs(red - 128)).toBeLessThan(3);
  });

  it("may be several, each on pages of its own", async () => {
    const watermark = [
      { text: "A", pages: "1" },
      { text: "B", pages: "2-" },
      { text: "C", pages: "-1", position: "top" },
    ];
    const made = await compose(["<p>x<p style='break-before: page'>y<p style='break-before: page'>z"], { watermark });
    expect(texts(made).map((text) => text.replace(/[^A-C]/g, ""))).toEqual(["AC", "B", "B"]);
    expect(await problemOf(compose(["<p>x"], { watermark: { text: "A", pages: "9" } }))).toMatchObject({
      kind: "input",
      field: "watermark",
    });
  });

  it("fits pages of every size", async () => {
    const html = `<style>@page { size: 420pt 298pt } @page wide { size: 500pt 200pt } p { page: wide }</style><div>x</div><p>y`;
    const options = { preferCSSPageSize: true };
    const made = await compose([html], { assets, options, watermark: { ...blue, width: "100%", position: "left" } });
    expect([pageSize(made as never, 0), pageSize(made as never, 1)]).toEqual([
      [420, 298],
      [500, 200],
    ]);
    expect(colourAt(made as never, 140, 290)).toEqual([0, 0, 255]);
    expect(colourAt(made as never, 160, 190, 1)).toEqual([0, 0, 255]);
  });

  it("is refused where its image cannot be had", async () => {
    const problem = await problemOf(compose(["<p>x"], { watermark: { image: "gone.png" } }));
    expect(problem).toMatchObject({ kind: "input", field: "watermark" });
    expect(problem.message).toContain("gone.png");
  });

  it("is no part of the text that is read aloud", async () => {
    const made = await compose([FIRST], { watermark: { text: "Draft" } });
    const contents = made.document.findPage(0).get("Contents");
    const last = contents
      .get(contents.length - 1)
      .readStream()
      .asString();
    expect(last).toMatch(/^\s*Q\s*\/Artifact <<\/Type \/Pagination>> BDC[\s\S]*EMC\s*$/);
  });
});
