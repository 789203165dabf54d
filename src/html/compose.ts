import * as engine from "../engine.ts";
import { type Conversion, type ConversionContext, convertHtml, readPieces } from "./convert.ts";
import type { Mark } from "./fields/documents.ts";
import type { HtmlOptions } from "./fields/options.ts";
import { isForBrowser, noSuchPages, pagesIn } from "./fields/printed-ranges.ts";
import { HTML_LIMITS } from "./html-limits.ts";
import { fieldProblem, HtmlProblem } from "./html-problem.ts";
import { isPrintedApart, letterhead, letterheadOptions, type Place } from "./overlays/letterhead.ts";
import { overlayOptions, overlaySource, pageSizes } from "./overlays/overlay-page.ts";
import { namesSections, printSections, type SectionHead } from "./overlays/sections.ts";
import { refusedMark, type Watermarks, watermarks } from "./overlays/watermark.ts";
import type { HtmlSource } from "./resources/html-source.ts";
import { joinablePdf, PdfAnswer } from "./resources/pdf-answer.ts";
import { CrossReferences, FIRST_PAGE } from "./resources/printed-places.ts";
import { print } from "./session/print.ts";
import type { Make } from "./session/render.ts";

/** One of the documents of a request, with its own options. */
export interface HtmlDocument {
  source: HtmlSource;
  options: HtmlOptions;
  /** The name of a document that has no title. */
  name: string;
  /** What the document says about itself that its HTML does not: the front matter of Markdown. */
  information?: engine.DocumentInformation | undefined;
  /** The name of the file that was sent, by which others of the request refer to it. */
  file?: string | undefined;
  /** A PDF that was sent as one of several documents. Its pages are joined as they are. */
  pdf?: engine.PdfDocument | undefined;
}

export interface Composed {
  content: { length: number; pieces: Iterable<Uint8Array> };
  /** Facts of the documents, in their order. */
  conversions: Conversion[];
  pageCount: number;
  printedBytes: number;
}

/** How the PDF of a request is finished, where that is not by `finishPdf` alone. */
export type Finish = (
  document: engine.PdfDocument,
  information: engine.DocumentInformation | undefined,
  how: { readonly tagged: boolean },
) => Promise<Composed["content"]>;

export interface Whole {
  readonly marks: readonly Mark[];
  readonly information: engine.DocumentInformation | undefined;
  readonly finish?: Finish | undefined;
}

/** Renders of one request at the same time: its share of the browsers, and of the isolate's memory. */
const PARALLEL = 3;

/** Makes one PDF of a request's documents, with the marks on its pages. */
export async function composePdf(
  documents: readonly HtmlDocument[],
  whole: Whole,
  context: ConversionContext,
): Promise<Composed> {
  const [only] = documents;
  const isPlain = documents.length === 1 && whole.marks.length === 0 && isForBrowser(only?.options.pageRanges);
  if (only === undefined || !isPlain || isPrintedApart(only.options, false)) {
    return new Composition(documents, whole, context).make();
  }
  const conversion = await convertHtml(only.source, only.options, context);
  if (whole.finish && conversion.hasNoLanguage) engine.forgetLanguage(conversion.document);
  const { bytes } = conversion.document;
  // Memory holds the new file beside the files of which it is made.
  await context.network.memory?.grow(bytes.length);
  const information = informationOf(conversion, whole);
  const { tagged } = only.options;
  return {
    content: whole.finish
      ? await whole.finish(conversion.document, information, { tagged })
      : engine.finishPdf(conversion.document, information, { tagged }).rope,
    conversions: [conversion],
    pageCount: conversion.document.pageCount,
    printedBytes: bytes.length,
  };
}

class Composition {
  readonly #documents: readonly HtmlDocument[];
  readonly #marks: readonly Mark[];
  readonly #information: engine.DocumentInformation | undefined;
  readonly #context: ConversionContext;
  readonly #finish: Finish | undefined;
  /** The options that concern the whole PDF. */
  readonly #options: HtmlOptions;
  readonly #deadline: number;
  #pdfs: readonly boolean[] = [];

  constructor(documents: readonly HtmlDocument[], { marks, information, finish }: Whole, context: ConversionContext) {
    this.#documents = documents;
    this.#finish = finish;
    this.#marks = marks;
    this.#information = information;
    this.#context = context;
    this.#options = (documents[0] as HtmlDocument).options;
    this.#deadline = Date.now() + this.#options.timeout;
  }

  async make(): Promise<Composed> {
    const many = this.#documents.length > 1;
    const hasHeads = this.#documents.some(({ options }) => isPrintedApart(options, many));
    const choosesLater = many || hasHeads || !isForBrowser(this.#options.pageRanges);
    const conversions = await this.#printAll(choosesLater);
    this.#pdfs = conversions.map(({ conversionMethod }) => conversionMethod === "none");
    if (this.#pdfs.every(Boolean)) throw fieldProblem("urls", "expected a page among the addresses, got PDFs alone.");
    for (const { document, hasNoLanguage } of conversions)
      if (this.#finish && hasNoLanguage) engine.forgetLanguage(document);
    const prints = conversions.map(({ document }) => document);
    const total = prints.reduce((sum, { pageCount }) => sum + pageCount, 0);
    const printedBytes = prints.reduce((sum, { bytes }) => sum + bytes.length, 0);
    this.#bound(total, printedBytes);
    const chosen = choosesLater ? this.#chosenPages(total) : undefined;
    const sizes = prints.map(pageSizes);
    const titles = prints.map((print, index) => titleOf(print) ?? this.#documents[index]?.name ?? "");
    const heads = hasHeads ? await this.#letterheads(prints, titles, sizes, total) : [];
    const marked = await this.#watermarks(sizes.flat(), chosen);
    await this.#context.network.memory?.grow(printedBytes);
    let first = 0;
    const laid: engine.Overlay[][] = [];
    const parts = prints.map((document, index) => {
      const from = first;
      first += document.pageCount;
      for (let page = 1; page <= document.pageCount; page++) {
        laid.push([...(heads[index]?.[page - 1] ?? []), ...marked(from + page)]);
      }
      return { document, title: titles[index] as string };
    });
    const { tagged, outline } = this.#options;
    const joined = await this.#join(parts, {
      information: informationOf(conversions[0], { information: this.#information }),
      tagged,
      outline: outline ? "keep" : "none",
      overlays: (page) => laid[page - 1] ?? [],
    });
    if (chosen === undefined || chosen.length === total) {
      return { content: await this.#finished(joined), conversions, pageCount: total, printedBytes };
    }
    await this.#context.network.memory?.grow(joined.size);
    const most = { bytes: HTML_LIMITS.outputBytes };
    const [part] = (
      await engine.split(engine.openPdf(joined.bytes()), { parts: [engine.pageSet(engine.runsOf(chosen))], most })
    ).parts;
    return { content: await this.#finished(part!.file), conversions, pageCount: chosen.length, printedBytes };
  }

  /** Prints the documents, and again what others refer to, to know where that is, and then those that refer to it. */
  async #printAll(choosesLater: boolean): Promise<Conversion[]> {
    const many = this.#documents.length > 1;
    const references = many ? new CrossReferences(this.#documents.map(addressOf)) : undefined;
    const convert = async ({ source, options, pdf }: HtmlDocument, index: number) => {
      if (pdf) return asItIs(pdf);
      const whole = choosesLater ? { ...options, pageRanges: undefined } : options;
      const make: Make = (page, ...rest) => {
        page.crossing = references?.of(index);
        return print(page, ...rest);
      };
      return this.#convert(source, isPrintedApart(options, many) ? apart(whole) : whole, make).catch(
        (error: unknown) => {
          if (!(many && error instanceof PdfAnswer)) throw error;
          return asItIs(joinablePdf(error.body, `urls[${index}]`));
        },
      );
    };
    const conversions = await inParallel(this.#documents, convert);
    if (!references || references.referring.size === 0) return conversions;
    const { memory, onMissing } = this.#context.network;
    const again = (indexes: readonly number[]) =>
      inParallel(indexes, async (index) => {
        const { conversionMethod, document } = conversions[index] as Conversion;
        if (conversionMethod === "none") return references.tell({ document: index, fragment: "" }, FIRST_PAGE);
        conversions[index] = await convert(this.#documents[index] as HtmlDocument, index);
        memory?.shrink(document.bytes.length);
      });
    const settle = () => references.settle(conversions.map(({ document }) => document.pageCount));
    await again(references.referredTo);
    settle();
    await again([...references.referring]);
    const reason = "filling them in moved what they refer to";
    if (settle()) onMissing?.({ url: "the right page numbers of other documents", reason });
    return conversions;
  }

  /** What the parts say of themselves is in the file already. */
  async #finished(file: engine.PdfFile): Promise<Composed["content"]> {
    if (!this.#finish) return { length: file.size, pieces: file.pieces };
    await this.#context.network.memory?.grow(file.size);
    return this.#finish(engine.openPdf(file.bytes()), undefined, { tagged: this.#options.tagged });
  }

  /** What is wrong with a PDF shows at the latest when its pages are copied. Those of browsers are sound. */
  async #join(...[parts, how]: Parameters<typeof engine.merge>): Promise<engine.PdfFile> {
    try {
      const { file } = await engine.merge(parts, { ...how, signal: this.#context.signal });
      return file;
    } catch (cause) {
      if (!(cause instanceof engine.PdfProblem) || !this.#pdfs.includes(true)) throw cause;
      const field = this.#documents[0]?.source.kind === "url" ? "urls" : "file";
      throw new HtmlProblem("input", `A PDF among the documents cannot be read: ${cause.message}`, { field, cause });
    }
  }

  /**
   * Headers and footers on each page of each document: with the page numbers of the whole PDF, or the page's section.
   */
  #letterheads(
    prints: readonly engine.PdfDocument[],
    titles: readonly string[],
    sizes: readonly Place["sizes"][],
    total: number,
  ): Promise<engine.Overlay[][][]> {
    let first = 0;
    const places = sizes.map((own) => {
      const place = { first, total, sizes: own };
      first += own.length;
      return place;
    });
    const many = this.#documents.length > 1;
    return inParallel(this.#documents, async ({ source, options }, index): Promise<engine.Overlay[][]> => {
      if (this.#pdfs[index] || !isPrintedApart(options, many)) return [];
      const place = places[index] as Place;
      const own = overlaySource(letterhead(titles[index] as string, place), source);
      const requested = letterheadOptions(options, place, 0);
      if (namesSections(options))
        return this.#sectionHeads(own, requested, prints[index] as engine.PdfDocument, place.first);
      const { document } = await this.#convert(own, requested);
      return place.sizes.map((_, page): engine.Overlay[] => [{ document, page: page + 1, layer: "over" }]);
    });
  }

  async #sectionHeads(source: HtmlSource, options: HtmlOptions, document: engine.PdfDocument, first: number) {
    const sections = engine.sectionsOf(document);
    if (sections.every((section) => section === "")) {
      const reason = "the document has no headings to fill it with";
      this.#context.network.onMissing?.({ url: "the section in a header or footer", reason });
    }
    let heads: SectionHead[] = [];
    await this.#convert(source, options, async (page, whole, network) => {
      heads = await printSections(page, whole, network, { sections, first, print });
      return heads[0]!.pieces;
    });
    const laid: engine.Overlay[][] = sections.map(() => []);
    for (const { pieces, pages } of heads) {
      const head = await readPieces(pieces, this.#context.network.memory);
      for (const [index, page] of pages.entries())
        laid[page - first - 1]!.push({ document: head, page: index + 1, layer: "over" });
    }
    return laid;
  }

  /** The marks on each page of the whole PDF. Marks of the request count the pages of its result. */
  async #watermarks(sizes: Place["sizes"], chosen: number[] | undefined): Promise<(page: number) => engine.Overlay[]> {
    if (this.#marks.length === 0) return () => [];
    const pages = chosen ?? sizes.map((_, index) => index + 1);
    // An image in an address is held as text, and as the bytes that the browser is given.
    await this.#context.network.memory?.grow(this.#marks.reduce((sum, { image = "" }) => sum + image.length * 2, 0));
    const made = watermarks(
      this.#marks,
      pages.map((page) => sizes[page - 1] as Place["sizes"][number]),
    );
    const document = await this.#printMarks(made);
    const position = new Map(pages.map((page, index) => [page, index]));
    return (page) => {
      const index = position.get(page);
      if (index === undefined) return [];
      return (made.laid[index] ?? []).map(({ page: own, layer }) => ({ document, page: own, layer }));
    };
  }

  async #printMarks({ html, assets, pages }: Watermarks): Promise<engine.PdfDocument> {
    const { source, options } = this.#documents[0] as HtmlDocument;
    try {
      const overlay = { ...overlayOptions(options, 0), failOnResourceError: true };
      const { document } = await this.#convert(overlaySource(html, source, assets), overlay);
      if (document.pageCount === pages) return document;
    } catch (error) {
      if (!(error instanceof HtmlProblem) || error.field !== "failOnResourceError") throw error;
      throw refusedMark(`watermark.image: ${error.message}`, error);
    }
    throw new HtmlProblem("failed", "The watermark could not be laid out.");
  }

  #convert(source: HtmlSource, options: HtmlOptions, make?: Make): Promise<Conversion> {
    const left = this.#deadline - Date.now();
    if (left <= 0) {
      throw new HtmlProblem("timeout", `The documents were not ready within ${this.#options.timeout} ms.`, {
        field: "timeout",
      });
    }
    return convertHtml(source, { ...options, timeout: left }, this.#context, make);
  }

  #chosenPages(total: number): number[] {
    const chosen = pagesIn(this.#options.pageRanges, total);
    if (chosen.length > 0) return chosen;
    throw noSuchPages(total);
  }

  #bound(pages: number, bytes: number): void {
    if (pages > HTML_LIMITS.outputPages) {
      throw new HtmlProblem("too-large", `The PDF would have more than ${HTML_LIMITS.outputPages} pages.`);
    }
    if (bytes > HTML_LIMITS.outputBytes) {
      throw new HtmlProblem("too-large", `The PDF would be larger than ${HTML_LIMITS.outputBytes} bytes.`);
    }
  }
}

/** What the request says goes before what the first document says. */
function informationOf(first: Conversion | undefined, { information }: Pick<Whole, "information">) {
  return first?.information ? { ...first.information, ...information } : information;
}

function asItIs(document: engine.PdfDocument): Conversion {
  return { document, originalSize: document.bytes.length, conversionMethod: "none", usedFallback: false };
}

/** Where a document is for the others of its request. A file is beside the page's own address. */
function addressOf({ source, file }: HtmlDocument): string | undefined {
  if (source.kind === "local" && !file) return undefined;
  const { href } = file ? new URL(`./${file.replace(/[%?#\\]/g, encodeURIComponent)}`, source.url) : source.url;
  return href.split("#", 1)[0];
}

/** A document without its headers and footers. The outline tells the sections that they name. */
function apart(options: HtmlOptions): HtmlOptions {
  const outline = options.outline || namesSections(options);
  return { ...options, headerTemplate: undefined, footerTemplate: undefined, outline };
}

/** The title of its document information. A title that the service put there does not count. */
export function titleOf(document: engine.PdfDocument): string | undefined {
  const text = engine.documentTitle(document) ?? "";
  return text === "" || text === "Document" ? undefined : text;
}

async function inParallel<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, worker));
  return results;
}
