import { openPdf } from "../../engine.ts";
import type { Room } from "../../intake/reservation.ts";
import { CdpError } from "../browser/cdp.ts";
import { emulatedMedia } from "../browser/page/emulation.ts";
import type { Page } from "../browser/page/page.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { type PageLayout, pageLayout, TALLEST_INCHES } from "../fields/paper.ts";
import { firstPages, noSuchPages } from "../fields/printed-ranges.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { fieldProblem, HtmlProblem } from "../html-problem.ts";
import { MAX_SAID } from "../markdown/front-matter.ts";
import type { NetworkRules } from "../resources/fetching.ts";
import { OWN_ORIGIN } from "../resources/html-source.ts";
import { PAGED } from "../resources/paged-words.ts";
import { refuseLargeDom } from "./bounds.ts";
import { addStyle } from "./wait-for-quiet.ts";

/** Bytes of the PDF in one message. The browser prepares the next messages while one is on its way. */
const CHUNK_BYTES = 256 * 1024;
const CHUNKS_AHEAD = 8;
const NOTHING = "<span></span>";
/** The title of a document without one: a tagged PDF must have a title. */
const ENTITLE = `if (document.title === "" && location.origin === "${OWN_ORIGIN}") document.title = "Document"`;
/** Whether the page names its language; the browser gives others its own. While a page is replaced, it has no root. */
const SPEAKS = `!!(document.documentElement?.lang || document.querySelector("meta[http-equiv=content-language i]"))`;
/** What the page says of itself: the browser tells the PDF its title alone. */
const ABOUT = `["author", "description", "keywords"].map((name) =>
  String(document.querySelector('meta[name="' + name + '" i]')?.getAttribute("content") ?? "").trim().slice(0, ${MAX_SAID}))`;

/** Whether an element's own style speaks of what browsers do not print. */
const INLINE = `!!document.querySelector('[style*="bookmark-l" i], [style*="string-set" i], [style*="running(" i]')`;

/** Elements that mean nothing by themselves: the browser leaves them out of its tags, and their language with them. */
const MEANINGLESS = "a b bdi bdo big cite data font i kbd q samp small span tt u var";
/** Any role brings an element into the tags, which say nothing of this one: it is a group there, with its language. */
const SAY_LANGUAGES = `try {
  const meaningless = new Set("${MEANINGLESS}".split(" "));
  for (const element of document.querySelectorAll("[lang]:not([role], [href])")) {
    const { localName } = element;
    if (meaningless.has(localName) || localName.includes("-")) element.setAttribute("role", "term");
  }
} catch {}`;

/** Prepares the page for readers that speak: its tags are to name the language of each word. */
export async function sayLanguages(page: Page): Promise<void> {
  await page.evaluate(SAY_LANGUAGES);
}

/** Prints the page. The PDF comes in pieces, so that no message holds all of it. */
export async function print(page: Page, options: HtmlOptions, rules: NetworkRules): Promise<Uint8Array[]> {
  const asked = `${ENTITLE}; [${SPEAKS}, ${INLINE}, ...${ABOUT}]`;
  const [said] = await Promise.all([page.evaluate(asked), refuseLargeDom(page)]);
  const [speaks, isPaged, ...about] = Array.isArray(said) ? (said as unknown[]) : [];
  page.hasNoLanguage = speaks === false;
  const known = ["author", "subject", "keywords"].map((name, at) => [name, about[at]]).filter(([, text]) => text);
  if (known.length > 0) page.information = Object.fromEntries(known);
  page.network.paged ||= isPaged === true || PAGED.test(options.css ?? "") || Boolean(options.contents);
  page.network.paged ||= (page.crossing?.asked ?? []).length > 0;
  if (!page.network.paged) return printOnce(page, options, rules);
  const { printPaged } = await import("../paged/paged.ts");
  return printPaged(page, options, rules, (how) => printOnce(page, how, rules));
}

async function printOnce(page: Page, options: HtmlOptions, rules: NetworkRules): Promise<Uint8Array[]> {
  const { memory } = rules;
  const layout = pageLayout(options);
  const height = options.singlePage ? await contentHeight(page, layout, options) : undefined;
  const paper = {
    ...layout,
    ...(height === undefined ? {} : { paperHeight: height }),
    preferCSSPageSize: options.preferCSSPageSize && !options.singlePage,
  };
  try {
    if (options.forms === "print") return await printed(page, options, paper, memory);
    const { printWithFields } = await import("../form-fields/print-fields.ts");
    return await printWithFields(page, options, (own) => printed(page, own, paper, memory), rules);
  } catch (error) {
    if (!(error instanceof CdpError) || !/page range/i.test(error.message)) throw error;
    // The browser does not say how many pages there are, so they are printed.
    const pieces = await printed(page, { ...options, pageRanges: undefined }, paper, memory);
    await memory?.grow(pieces.reduce((sum, { length }) => sum + length, 0));
    throw noSuchPages(openPdf(Buffer.concat(pieces)).pageCount);
  }
}

async function printed(page: Page, options: HtmlOptions, paper: Record<string, unknown>, memory: Room | undefined) {
  const handle = await command(page, options, paper);
  try {
    return await readStream(page, handle, memory);
  } finally {
    page.cdp.post("IO.close", { handle });
  }
}

async function command(page: Page, options: HtmlOptions, layout: Record<string, unknown>): Promise<string> {
  const displayHeaderFooter = options.headerTemplate !== undefined || options.footerTemplate !== undefined;
  try {
    const { stream } = await page.send<{ stream: string }>("Page.printToPDF", {
      ...layout,
      // The paper is already turned in the layout. The browser would also turn that of a singlePage.
      landscape: false,
      scale: options.scale,
      printBackground: options.printBackground,
      // One page more than allowed shows that there are too many.
      pageRanges: firstPages(options.pageRanges, HTML_LIMITS.outputPages + 1),
      displayHeaderFooter,
      ...(displayHeaderFooter
        ? { headerTemplate: options.headerTemplate ?? NOTHING, footerTemplate: options.footerTemplate ?? NOTHING }
        : {}),
      // The browser makes the outline from the structure. When only the outline is wanted, the structure is dropped
      // later.
      generateTaggedPDF: options.tagged || options.outline,
      generateDocumentOutline: options.outline,
      transferMode: "ReturnAsStream",
    });
    return stream;
  } catch (error) {
    if (error instanceof CdpError && /printing failed/i.test(error.message) && displayHeaderFooter) {
      // The browser says so when a template loads something. Everything that could be fetched has been embedded before.
      const field = options.headerTemplate === undefined ? "footerTemplate" : "headerTemplate";
      throw fieldProblem(field, "the browser cannot print it; it may load a style sheet or a font.");
    }
    if (error instanceof CdpError && /invalid print parameters|content area is empty/i.test(error.message)) {
      throw new HtmlProblem("input", "The paper, its margins and the scale leave no room to print.", {
        field: "margin",
      });
    }
    throw error;
  }
}

async function readStream(page: Page, handle: string, memory: Room | undefined): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const asked: Promise<StreamAnswer>[] = [];
  const ask = () => {
    const answer = page.send<StreamAnswer>("IO.read", { handle, size: CHUNK_BYTES });
    // Awaited below; an error before that is the same error.
    answer.catch(() => {});
    asked.push(answer);
  };
  // A separate answer tells the end. With two requests under way, it costs a short document no further round trip.
  for (let ahead = 2; ; ) {
    while (asked.length < ahead) ask();
    const { data, eof, base64Encoded } = await (asked.shift() as Promise<StreamAnswer>);
    const piece = Buffer.from(data, base64Encoded ? "base64" : "latin1");
    length += piece.length;
    if (length > HTML_LIMITS.outputBytes) {
      throw new HtmlProblem("too-large", `The PDF would be larger than ${HTML_LIMITS.outputBytes} bytes.`);
    }
    await memory?.grow(piece.length);
    pieces.push(piece);
    if (eof) return pieces.filter(({ length }) => length > 0);
    // A full piece means a long document; after a piece that is not full only the end is left.
    ahead = piece.length === CHUNK_BYTES ? CHUNKS_AHEAD : 1;
  }
}

interface StreamAnswer {
  data: string;
  eof: boolean;
  base64Encoded?: boolean;
}

const HEIGHT =
  "Math.ceil(Math.max(document.documentElement?.getBoundingClientRect().height ?? 0, " +
  "document.body?.scrollHeight ?? 0))";

/** The height that holds all content, in inches, laid out as wide as the paper allows. */
async function contentHeight(page: Page, layout: PageLayout, options: HtmlOptions): Promise<number> {
  const width = Math.round(((layout.paperWidth - layout.marginLeft - layout.marginRight) * 96) / options.scale);
  const heightWithin = async (height: number) => {
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    return page.evaluate<number>(HEIGHT);
  };
  await page.send("Emulation.setEmulatedMedia", emulatedMedia(options, options.media));
  await addStyle(page, unbroken(layout));
  const least = await heightWithin(1);
  const pixels = await settled(least, heightWithin);
  // Rounding in the print layout may need a little more: half a pixel too little would give a second page.
  const height = ((pixels + 1) * options.scale) / 96 + layout.marginTop + layout.marginBottom;
  if (height > TALLEST_INCHES) {
    throw new HtmlProblem("input", `The content is taller than the ${TALLEST_INCHES} inches that one page can be.`, {
      field: "singlePage",
    });
  }
  return Math.max(height, layout.marginTop + layout.marginBottom + 1 / 96);
}

/**
 * Content in units of the page's height (50vh) grows with the page. Where it grows in proportion, two measurements give
 * the height at which both agree. Content that is as tall as the page, with more below it, fits on no page.
 */
async function settled(least: number, heightWithin: (height: number) => Promise<number>): Promise<number> {
  const more = await heightWithin(least);
  if (more <= least) return least;
  const growth = (more - least) / (least - 1);
  const agreed = growth < 1 ? Math.ceil((least - growth) / (1 - growth)) : more;
  const needed = await heightWithin(agreed);
  return needed <= agreed ? agreed : Math.max(needed, more);
}

/** A single page has no page breaks. The document's own margins would reduce the measured height. */
function unbroken({ marginTop, marginRight, marginBottom, marginLeft }: PageLayout): string {
  const margins = [marginTop, marginRight, marginBottom, marginLeft].map((inches) => `${inches}in`).join(" ");
  return `*, ::before, ::after { break-before: auto !important; break-after: auto !important; page: auto !important }
    @page { margin: ${margins} !important }`;
}
