import * as mupdf from "mupdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composePdf } from "../../../../src/html/compose.ts";
import { htmlOptions } from "../../../../src/html/fields/options.ts";
import { localSource } from "../../../../src/html/resources/html-source.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { patientPool } from "../patient-pool.ts";
import { pageTexts } from "../renderer.ts";

let binding: TestBinding;
const pool = patientPool();

beforeAll(async () => {
  binding = await chromiumBinding();
});
afterAll(() => binding.close());

const HEAD = `<div style="font-size: 10px">[<b class="the section">none</b>] <span class="pageNumber"></span>/<span class="totalPages"></span></div>`;
const BOOK = `<html lang=en><title>Book</title><p>Before<p style="break-before: page"><h1>One &amp; only</h1>a
<p style="break-before: page">b<h2>One.One</h2><p style="break-before: page">c<h3>Deep</h3><p style="break-before: page">d<h2>One.Two</h2><h1>&lt;Two&gt;</h1>`;

/** What the pages of the documents show, as one PDF. */
async function printed(texts: readonly string[], options: object) {
  const documents = texts.map((text, index) => ({
    source: localSource(new TextEncoder().encode(text), undefined, [], "utf-8"),
    options: htmlOptions.parse({ margin: "20mm", headerTemplate: HEAD, ...options }),
    name: `File ${index + 1}`,
  }));
  const cleaning: Promise<unknown>[] = [];
  const context = {
    binding: binding as never,
    ledger: binding.ledger,
    pool,
    network: {},
    signal: new AbortController().signal,
    waitUntil: (work: Promise<unknown>) => cleaning.push(work),
  };
  const { content } = await composePdf(documents, { marks: [], information: undefined }, context);
  await Promise.all(cleaning);
  const document = mupdf.PDFDocument.openDocument(Buffer.concat([...content.pieces]), "application/pdf");
  return document as mupdf.PDFDocument;
}

const heads = (document: mupdf.PDFDocument) =>
  pageTexts({ document } as never).map((text) => /\[[^\]]*\] \d\/\d/.exec(text.replaceAll(/\s+/g, " "))?.[0]);

describe("elements of the class section in a header", () => {
  it("name the last heading of the two upper levels that begins on the page or before it", async () => {
    const document = await printed([BOOK], {});
    expect(heads(document)).toEqual(["[] 1/5", "[One & only] 2/5", "[One.One] 3/5", "[One.One] 4/5", "[<Two>] 5/5"]);
    expect(document.loadOutline()?.map(({ title }) => title)).toEqual(["One & only", "<Two>"]);
  });

  it("lie where headers of the browser lie, and are artifacts", async () => {
    const at = async (headerTemplate: string) => {
      const document = await printed([BOOK], { headerTemplate });
      return [document.loadPage(1).search("Same", {})[0]?.[0], document] as const;
    };
    const [own] = await at(`<div style="font-size: 12px; margin-left: 30mm">Same</div>`);
    const [laid, document] = await at(
      `<div style="font-size: 12px; margin-left: 30mm">Same <i class=section></i></div>`,
    );
    expect(own).toHaveLength(8);
    for (const [index, value] of (own ?? []).entries()) expect(Math.abs(value - laid![index]!)).toBeLessThan(0.5);
    const contents = document.findPage(1).get("Contents");
    const text = Array.from({ length: contents.length }, (_, at) => contents.get(at).readStream().asString()).join("");
    expect(text).toMatch(/\/Artifact <<\/Type \/Pagination>> BDC\nq [\d. -]+ cm \/Laid0 Do Q\nEMC/);
  });

  it("count from the beginning where only some pages are asked for", async () => {
    expect(heads(await printed([BOOK], { pageRanges: "4-" }))).toEqual(["[One.One] 4/5", "[<Two>] 5/5"]);
  });

  it("name the sections of each of several documents, with its page in all of them", async () => {
    const document = await printed([BOOK, "<p>x<h1>Other</h1><p style='break-before: page'>y"], {});
    expect(heads(document).slice(3)).toEqual(["[One.One] 4/7", "[<Two>] 5/7", "[Other] 6/7", "[Other] 7/7"]);
  });

  it("are filled in a PDF without outline and tags", async () => {
    const document = await printed([BOOK], { outline: false, tagged: false });
    expect(heads(document)[3]).toBe("[One.One] 4/5");
    const root = document.getTrailer().get("Root");
    expect([root.get("Outlines").isNull(), root.get("StructTreeRoot").isNull()]).toEqual([true, true]);
  });
});
