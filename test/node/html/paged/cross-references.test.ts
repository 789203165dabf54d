import * as mupdf from "mupdf";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { composePdf } from "../../../../src/html/compose.ts";
import { htmlOptions } from "../../../../src/html/fields/options.ts";
import { localSource } from "../../../../src/html/resources/html-source.ts";
import { openPdf } from "../../../../src/pdf-file/open.ts";
import { pagesOf, pdf } from "../../../fixtures/pdf.ts";
import { chromiumBinding } from "../chromium.ts";
import { patientPool } from "../patient-pool.ts";
import { pageTexts } from "../renderer.ts";
import { startSite } from "../site.ts";

const binding = await chromiumBinding();
const pool = patientPool();
const missing = new Set<string>();
let prints = 0;
beforeEach(() => {
  missing.clear();
  prints = 0;
});
afterAll(() => binding.close());

interface Shared {
  options?: object;
  base?: URL;
  host?: string;
}

/** The texts of all pages of the PDF that is made of files by their names, or of addresses. */
async function made(inputs: Record<string, string | Uint8Array> | URL[], { options, base, host }: Shared = {}) {
  const encoded = (html: string) => new TextEncoder().encode(`<!doctype html>${html}`);
  const shared = { options: htmlOptions.parse(options ?? {}) };
  const documents = Array.isArray(inputs)
    ? inputs.map((url) => ({ ...shared, source: { kind: "url" as const, url }, name: url.href }))
    : Object.entries(inputs).map(([file, input]) => {
        const isPdf = input instanceof Uint8Array;
        const source = localSource(encoded(isPdf ? "" : input), base);
        return { ...shared, source, file, name: file, pdf: isPdf ? openPdf(input) : undefined };
      });
  const cleaning: Promise<unknown>[] = [];
  try {
    const { content } = await composePdf(
      documents,
      { marks: [], information: undefined },
      {
        ...{ binding: binding as never, ledger: binding.ledger, pool, signal: new AbortController().signal },
        network: {
          onMissing: ({ url, reason }) => missing.add(`${url}: ${reason}`),
          ...(host === undefined ? {} : { allowHosts: [host] }),
        },
        onBrowserTime: () => prints++,
        waitUntil: (work) => cleaning.push(work),
      },
    );
    const document = mupdf.PDFDocument.openDocument(Buffer.concat([...content.pieces]), "application/pdf");
    return pageTexts({ document } as never).map((text) => text.replaceAll(/\s+/g, " ").trim());
  } finally {
    await Promise.all(cleaning);
  }
}

const BREAKS = "<style>h1, .next { break-before: page }</style>";
const STYLE = `${BREAKS}<style>
  a::after { content: " " target-counter(attr(href), page) }
  a.text::after { content: " “" target-text(attr(href)) "” " target-counter(attr(href), chapter, upper-roman) }</style>`;
const link = (href: string, name = "") => `<p><a href="${href}" class="${name}">to</a>`;
const ONE = `${BREAKS}<p>Front<h1 id=a>One A</h1><p class=next>more<h1 id="zwölf">One B</h1>`;
const TWO = `<style>body { counter-reset: chapter } h2 { counter-increment: chapter; break-before: page }</style>
  <p id=top>Two<h2>x</h2><h2>y</h2><h2 id=last>Two <i>last</i></h2>`;

/** The number that is shown is that of the page which says this. */
const pageOf = (texts: readonly string[], text: string) => texts.findIndex((page) => page.includes(text)) + 1;

describe("numbers that refer to other documents", () => {
  it("of two files are those of the whole PDF, in the contents in front", async () => {
    const texts = await made({
      "contents.html": `${STYLE}${link("one.html")}${link("one.html#a")}${link("./one.html#zw%C3%B6lf")}<p class=next>.`,
      "one.html": ONE,
    });
    expect(texts[0]).toBe("to 3 to 4 to 6");
    expect([pageOf(texts, "Front"), pageOf(texts, "One A"), pageOf(texts, "One B")]).toEqual([3, 4, 6]);
    expect([...missing]).toEqual([]);
  });

  it("of three files may lead both ways, while numbers within a document are its own", async () => {
    const texts = await made({
      "contents.html": `${STYLE}${link("one.html#a")}${link("two & more.html#last")}${link("two%20&%20more.html")}`,
      "one.html": `${STYLE}${ONE}${link("#a")}${link("one.html#a")}${link("two & more.html#last", "text")}`,
      "two & more.html": `${STYLE}${TWO}${link("one.html#zwölf")}${link("contents.html")}`,
    });
    expect(["One A", "One B", "Two", "Two last to"].map((text) => pageOf(texts.with(4, "One B"), text))).toEqual([
      3, 5, 6, 9,
    ]);
    expect(texts[0]).toBe("to 3 to 9 to 6");
    expect(texts[4]).toBe("One B to 2 to 3 to “Two last” III");
    expect(texts[8]).toBe("Two last to 5 to 1");
    expect([...missing]).toEqual([]);
  });

  it("are those that the other's own rules for pages count, where it has such rules", async () => {
    const counted = `<style>@page { counter-increment: page 1; @bottom-center { content: counter(page) } }
      @page annex { counter-increment: page 1; counter-reset: page 99 } #a { page: annex }</style>`;
    const texts = await made({ "contents.html": `${STYLE}${link("one.html#a")}`, "one.html": counted + ONE });
    const shown = /\d+/.exec(texts[pageOf(texts, "One A") - 1] ?? "")?.[0];
    expect(shown).toBe("100");
    expect(texts[0]).toBe("to 100");
  });

  it("name in a warning what is not there", async () => {
    const texts = await made({
      "contents.html": `${STYLE}${link("one.html#none")}${link("gone.html#a")}${link("one.html#hidden")}${link("one.html", "text")}`,
      "one.html": `${ONE}<p id=hidden hidden>x`,
    });
    expect(texts[0]).toBe("to to to to “”");
    const unread = "a number refers to it, and no element of that document has that name, or it cannot be read there";
    expect([...missing].sort()).toEqual([
      "gone.html#a: a number refers to it, and no element has that name",
      "one.html#hidden: a number refers to it, and it is not printed",
      `one.html#none: ${unread}`,
      `one.html: ${unread}`,
    ]);
  });

  it("may refer to the first page of a PDF, and are right with pages chosen of the whole", async () => {
    const inputs = {
      "contents.html": `${STYLE}${link("terms.pdf")}${link("one.html#a")}`,
      "terms.pdf": pdf(pagesOf(2)),
      "one.html": ONE,
    };
    expect((await made(inputs))[0]).toBe("to 2 to 5");
    const chosen = await made(inputs, { options: { pageRanges: "1, 5-" } });
    expect(chosen).toEqual(["to 2 to 5", "One A", "more", "One B"]);
  });

  it("refer to files beside the base that is given, and to addresses", async () => {
    const base = new URL("https://example.com/book/index.html");
    const files = {
      "contents.html": `${STYLE}${link("/book/one.html#a")}${link("https://example.com/book/one.html")}`,
      "one.html": ONE,
    };
    expect((await made(files, { base }))[0]).toBe("to 3 to 2");
    const site = await startSite({
      "/contents": `<!doctype html>${STYLE}${link("one#a")}${link("/one?x=1#a")}`,
      "/one": `<!doctype html>${ONE}`,
    });
    try {
      const urls = ["contents", "one"].map((name) => new URL(`${site.origin}/${name}`));
      expect((await made(urls, { host: site.host }))[0]).toBe("to 3 to");
      expect([...missing]).toEqual(["/one?x=1#a: a number refers to it, and no element has that name"]);
    } finally {
      await site.close();
    }
  });

  it("say in a warning where filling them in moved pages", async () => {
    const long = `@counter-style long { system: cyclic; symbols: "${"long ".repeat(1500)}" }
      a::after { content: " " target-counter(attr(href), page, long) }`;
    await made({ "contents.html": `<style>${long}</style>${link("one.html#a")}`, "one.html": ONE });
    expect([...missing]).toEqual([
      "the right page numbers of other documents: filling them in moved what they refer to",
    ]);
  });

  it("are at most 1,000 places", async () => {
    const links = Array.from({ length: 1_001 }, (_, index) => link(`one.html#p${index}`)).join("");
    const marks = Array.from({ length: 1_001 }, (_, index) => `<p id=p${index}>.`).join("");
    await made({ "contents.html": STYLE + links, "one.html": marks });
    expect([...missing]).toEqual(["one.html#p1000: a number refers to it, and there are too many to other documents"]);
  });

  it("cost nothing where there are none", async () => {
    await made({
      "one.html": `${STYLE}${ONE}${link("#a")}`,
      "two.html": TWO,
      "three.html": `${STYLE}${link("gone.html")}`,
    });
    expect(prints).toBe(3);
    await made({ "one.html": STYLE + link("two.html"), "two.html": TWO, "three.html": ONE });
    expect(prints).toBe(3 + 5);
  });
});
