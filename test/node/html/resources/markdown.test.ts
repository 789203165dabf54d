import * as mupdf from "mupdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markdownExtras } from "../../../../scripts/lib/markdown-extras.ts";
import { PROJECT } from "../../../../scripts/lib/service.ts";
import { composePdf, type HtmlDocument } from "../../../../src/html/compose.ts";
import type { AskedExtras } from "../../../../src/html/fields/markdown-extras.ts";
import { htmlOptions } from "../../../../src/html/fields/options.ts";
import { markdownPage, withMargins } from "../../../../src/html/markdown/markdown.ts";
import { localSource } from "../../../../src/html/resources/html-source.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { patientPool } from "../patient-pool.ts";
import { type Site, startSite } from "../site.ts";

let binding: TestBinding;
let site: Site;
const pool = patientPool();
const NOTES =
  "---\ntitle: Notes\nauthor: Ä. Author\ndescription: >\n  About\n  this\nkeywords:\n- a\n- b\n---\nGrüße\n";

const answer =
  (type: string, body: string | Uint8Array): Parameters<typeof startSite>[0][string] =>
  (_, response) =>
    response.writeHead(200, { "content-type": type }).end(body);

beforeAll(async () => {
  binding = await chromiumBinding();
  site = await startSite({
    "/utf8.md": answer("text/markdown", NOTES),
    "/latin1.md": answer("text/markdown; charset=iso-8859-1", Buffer.from(NOTES, "latin1")),
    "/greek.md": answer('text/markdown; charset="iso-8859-7"', Uint8Array.of(0xe1, 0xe2)),
  });
});
afterAll(async () => {
  await Promise.all([binding.close(), site.close()]);
});

async function compose(documents: HtmlDocument[], information?: HtmlDocument["information"]) {
  const cleaning: Promise<unknown>[] = [];
  const whole = { marks: [], information };
  try {
    const { content } = await composePdf(documents, whole, {
      binding: binding as never,
      ledger: binding.ledger,
      pool,
      network: { allowHosts: [site.host] },
      signal: new AbortController().signal,
      waitUntil: (work) => cleaning.push(work),
    });
    const pdf = Buffer.concat([...content.pieces]);
    return mupdf.PDFDocument.openDocument(pdf, "application/pdf") as mupdf.PDFDocument;
  } finally {
    await Promise.all(cleaning);
  }
}

const address = (path: string, options: object = {}, markdownTemplate?: string): HtmlDocument => ({
  source: { kind: "url", url: new URL(site.origin + path), markdownTemplate },
  options: htmlOptions.parse(options),
  name: path,
});

async function sent(text: string, extras?: AskedExtras): Promise<HtmlDocument> {
  const { html, information } = await markdownPage(text, "markdown", { extras });
  const source = localSource(new TextEncoder().encode(html), undefined, [], "utf-8");
  return { source, options: withMargins(htmlOptions.parse({})), name: "Document", information };
}

const said = (document: mupdf.PDFDocument) =>
  ["Title", "Author", "Subject", "Keywords"].map((name) => document.getMetaData(`info:${name}`));
const SAID = ["Notes", "Ä. Author", "About this", "a, b"];

const text = (document: mupdf.PDFDocument) => document.loadPage(0).toStructuredText("").asText().trim();

/** The distance of the text from the left edge, in millimetres. */
function left(document: mupdf.PDFDocument): number {
  const [x = 0] = document.loadPage(0).search("Gr", {})[0]?.[0] ?? [];
  return Math.round((x / 72) * 25.4);
}

describe("Markdown that was sent", () => {
  it("has its author, description and keywords in the file's information", async () => {
    const document = await sent(NOTES);
    expect(said(await compose([document], document.information))).toEqual(SAID);
  });

  it("has no table that is cut at the paper's edge", async () => {
    const cells = (count: number) => Array.from({ length: count }, (_, at) => `<td>column${at}word`).join("");
    for (const rows of [`<tr>${cells(14)}`, `<tr><td>${"w".repeat(200)}<td>last`, `<tr>${cells(6)}`]) {
      const page = (await compose([await sent(`<table>\n${rows}\n</table>\n`)])).loadPage(0);
      const [, , edge = 0] = page.getBounds();
      const ends: number[] = [];
      page.toStructuredText("").walk({ onChar: (_c, _o, _f, _s, quad) => ends.push(quad[2] as number) });
      expect(ends.length).toBeGreaterThan(50);
      expect(Math.max(...ends)).toBeLessThan(edge - 50);
    }
  });
});

describe("Markdown at an address", () => {
  it("has the margins of Markdown, and its information in the file", async () => {
    const document = await compose([address("/utf8.md")]);
    expect([text(document), left(document), said(document)]).toEqual(["Grüße", 20, SAID]);
    expect(left(await compose([address("/utf8.md", { margin: "35mm" })]))).toBe(35);
  });

  it("is read in the encoding that its server says", async () => {
    expect(said(await compose([address("/latin1.md")]))).toEqual(SAID);
    expect(text(await compose([address("/greek.md")]))).toBe("αβ");
  });

  it("goes into a template, and is one of several documents", async () => {
    const template = "<title>{{title}}</title><b>Above</b>{{content}}";
    const document = await compose([address("/utf8.md", {}, template), address("/latin1.md")]);
    expect(text(document).replaceAll(/\s+/g, " ")).toBe("Above Grüße");
    expect([document.countPages(), said(document)]).toEqual([2, SAID]);
  });
});

describe("what was asked for beyond Markdown is on paper", () => {
  it("a formula that KaTeX sets, a diagram that Mermaid draws, an emoji by its name", async () => {
    const files = await markdownExtras(PROJECT);
    const load = async (file: string) => files.get(file) as string;
    const text = "Done :tada:\n\n$$\\sqrt{\\alpha + 1}$$\n\n```mermaid\nflowchart TD\nOrdered --> Paid\n```\n";
    const pdf = await compose([await sent(text, { asked: ["emoji", "math", "mermaid"], load })]);
    const words = pdf.loadPage(0).toStructuredText("").asText();
    // The sign itself is a picture of the font.
    expect(words).toContain("Done");
    expect(words).not.toContain("tada");
    // Set by KaTeX: the letter itself and no TeX. Drawn by Mermaid: its words and no arrow of text.
    expect(words).toMatch(/α\s*\+\s*1/);
    expect(words).not.toMatch(/sqrt|\$|flowchart|-->/);
    expect(words).toContain("Ordered");
    expect(words).toContain("Paid");
  });
});
