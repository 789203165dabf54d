import { OWN_ORIGIN } from "../resources/html-source.ts";
import { isProgram } from "../resources/scripts.ts";
import { decodeEntities } from "./entities.ts";

/** A piece of text in one style. */
export interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
  link: string | undefined;
}

export type Align = "left" | "center" | "right";

export type Block =
  | {
      kind: "text";
      runs: Run[];
      level: number;
      indent: number;
      marker: string | undefined;
      align: Align;
      preformatted: boolean;
    }
  | { kind: "image"; source: string; width: number | undefined; height: number | undefined; indent: number }
  | { kind: "table"; rows: Cell[][] }
  | { kind: "rule" }
  | { kind: "page-break" };

export interface Cell {
  runs: Run[];
  header: boolean;
  span: number;
}

export interface StaticDocument {
  title: string;
  blocks: Block[];
  /** Whether the document shows, or may show, more than such blocks: by scripts, frames, drawings, players, forms. */
  beyond: boolean;
}

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const SKIPPED = new Set(
  "script style template svg math canvas iframe object video audio select head datalist dialog".split(" "),
);
const BLOCKS = new Set(
  "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul caption".split(
    " ",
  ),
);
/** What such blocks cannot show. */
const BEYOND = new Set(
  "svg math canvas iframe frame frameset object embed video audio input select textarea progress meter".split(" "),
);
const BOLD = new Set("b strong h1 h2 h3 h4 h5 h6 legend summary caption".split(" "));
const ITALIC = new Set("i em cite dfn var address".split(" "));
const PAGE_BREAK = /(?:^|;)\s*(?:page-)?break-(before|after)\s*:\s*(?:always|page|left|right)/i;

/**
 * Reads a document into blocks, as it is with scripts on or off. HTMLRewriter is the platform's own tokenizer; it closes
 * nothing that the author left open.
 */
export async function readHtml(html: string, scripts: boolean, base: URL): Promise<StaticDocument> {
  const reader = new BlockReader(scripts, base);
  const rewriter = new HTMLRewriter()
    .on("*", { element: (element) => reader.element(element) })
    .onDocument({ text: (chunk) => reader.text(chunk.text, chunk.lastInTextNode) });
  await rewriter.transform(new Response(html)).arrayBuffer();
  return reader.finish();
}

interface List {
  ordered: boolean;
  next: number;
}

class BlockReader {
  readonly #blocks: Block[] = [];
  readonly #lists: List[] = [];
  /** Names of open elements that matter to what is inside; popped by their end tags. */
  readonly #open = new Map<string, number>();
  readonly #links: string[] = [];
  readonly #aligns: Align[] = [];
  /** Of each open dl, whether a term or its definition is being read: their end tags may be left out. */
  readonly #definitions: ("dt" | "dd" | undefined)[] = [];
  readonly #scripts: boolean;
  readonly #base: URL;
  #runs: Run[] = [];
  #marker: string | undefined;
  #quotes = 0;
  #table: Cell[][] | undefined;
  #cell: Cell | undefined;
  #text = "";
  #title = "";
  #beyond = false;
  #hidden = 0;

  constructor(scripts: boolean, base: URL) {
    this.#scripts = scripts;
    this.#base = base;
  }

  element(element: Element): void {
    const name = element.tagName.toLowerCase();
    const style = element.getAttribute("style") ?? "";
    if (this.#scripts && name === "script" && isProgram(element.getAttribute("type"))) this.#beyond = true;
    if (name === "meta" && /^refresh$/i.test(element.getAttribute("http-equiv") ?? "")) this.#beyond = true;
    // Of several handlers for one end tag the platform runs the last only, so what is to be undone is gathered.
    const undo: (() => void)[] = [];
    const unseen =
      element.getAttribute("hidden") !== null ||
      /display\s*:\s*none/i.test(style) ||
      (name === "input" && /^hidden$/i.test(element.getAttribute("type") ?? ""));
    if (!unseen && this.#hidden === 0 && BEYOND.has(name)) this.#beyond = true;
    const hides = unseen || SKIPPED.has(name) || (name === "noscript" && this.#scripts);
    if (VOID.has(name)) {
      if (!hides && this.#hidden === 0) this.#empty(element, name);
      return;
    }
    if (hides) {
      this.#hidden++;
      undo.push(() => {
        this.#hidden--;
      });
    }
    if (name === "title") this.#enter(name, undo);
    else if (this.#hidden === 0) this.#start(element, name, style, undo);
    if (undo.length === 0) return;
    element.onEndTag(() => {
      for (const action of undo) action();
    });
  }

  /** Text comes in chunks that may cut a character reference in two. */
  text(chunk: string, last: boolean): void {
    this.#text += chunk;
    if (!last) return;
    const text = this.#text;
    this.#text = "";
    if (this.#isOpen("title")) this.#title += text;
    else if (this.#hidden === 0) this.#add(decodeEntities(text));
  }

  finish(): StaticDocument {
    this.#flush();
    this.#endTable();
    const title = decodeEntities(this.#title).replace(/\s+/g, " ").trim();
    return { title, blocks: this.#blocks, beyond: this.#beyond };
  }

  #enter(name: string, undo: (() => void)[]): void {
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    undo.push(() => this.#open.set(name, (this.#open.get(name) ?? 1) - 1));
  }

  #isOpen(name: string): boolean {
    return (this.#open.get(name) ?? 0) > 0;
  }

  #empty(element: Element, name: string): void {
    if (name === "br") this.#add("\n", true);
    else if (name === "img") this.#image(element);
    else if (name === "hr") {
      this.#flush();
      this.#blocks.push({ kind: "rule" });
    }
  }

  #start(element: Element, name: string, style: string, undo: (() => void)[]): void {
    const isBlock = BLOCKS.has(name);
    const breaks = PAGE_BREAK.exec(style)?.[1]?.toLowerCase();
    if (isBlock) {
      this.#flush();
      undo.push(() => this.#flush());
    }
    if (breaks === "before") this.#blocks.push({ kind: "page-break" });
    this.#enter(name, undo);
    const align =
      /text-align\s*:\s*(left|center|right)/i.exec(style)?.[1] ??
      element.getAttribute("align") ??
      (name === "center" ? "center" : undefined);
    if (align) {
      this.#aligns.push(align === "center" || align === "right" ? align : "left");
      undo.push(() => this.#aligns.pop());
    }
    if (name === "a") {
      this.#links.push(this.#target(decodeEntities(element.getAttribute("href") ?? "").trim()));
      undo.push(() => this.#links.pop());
    } else if (name === "ul" || name === "ol") {
      this.#lists.push({ ordered: name === "ol", next: Number(element.getAttribute("start") ?? 1) || 1 });
    } else if (name === "li") this.#item();
    else if (name === "blockquote") this.#quotes++;
    else if (name === "dl") this.#definitions.push(undefined);
    else if (name === "dt" || name === "dd") this.#define(name);
    else if (name === "table" && this.#table === undefined) this.#table = [];
    else if (name === "tr") this.#startRow();
    else if (name === "td" || name === "th")
      this.#startCell(name === "th", Number(element.getAttribute("colspan") ?? 1));
    undo.push(() => this.#end(name));
    if (breaks === "after") undo.push(() => this.#blocks.push({ kind: "page-break" }));
  }

  /** Where a link leads, also from elsewhere; places within the document are not marked in the PDF. */
  #target(href: string): string {
    if (href === "" || href.startsWith("#") || !URL.canParse(href, this.#base.href)) return "";
    const url = new URL(href, this.#base);
    return url.origin === OWN_ORIGIN ? "" : url.href;
  }

  #startRow(): void {
    this.#cell = undefined;
    this.#table?.push([]);
  }

  #end(name: string): void {
    if (name === "dl" || this.#definitions.at(-1) === name) this.#define(undefined);
    if (name === "dl") this.#definitions.pop();
    else if (name === "ul" || name === "ol") this.#lists.pop();
    else if (name === "blockquote") this.#quotes--;
    else if (name === "td" || name === "th" || name === "tr") this.#cell = undefined;
    else if (name === "table") this.#endTable();
  }

  /** Begins a term or a definition, or ends either. */
  #define(part: "dt" | "dd" | undefined): void {
    if (this.#definitions.length === 0) return;
    if (this.#definitions.at(-1) === "dd") this.#quotes--;
    if (part === "dd") this.#quotes++;
    this.#definitions[this.#definitions.length - 1] = part;
  }

  #item(): void {
    const list = this.#lists.at(-1);
    this.#marker = list?.ordered ? `${list.next++}.` : "•";
  }

  #startCell(header: boolean, span: number): void {
    if (!this.#table) return;
    if (this.#table.length === 0) this.#table.push([]);
    this.#cell = { runs: [], header, span: Number.isInteger(span) && span >= 1 && span <= 100 ? span : 1 };
    this.#table.at(-1)?.push(this.#cell);
  }

  #endTable(): void {
    const rows = this.#table?.filter((row) => row.length > 0) ?? [];
    this.#table = undefined;
    this.#cell = undefined;
    if (rows.length > 0) this.#blocks.push({ kind: "table", rows });
  }

  #image(element: Element): void {
    const source = decodeEntities(element.getAttribute("src") ?? "");
    if (source === "" || this.#cell) {
      this.#add(decodeEntities(element.getAttribute("alt") ?? ""));
      return;
    }
    this.#flush();
    const size = (name: string) => Number.parseFloat(element.getAttribute(name) ?? "") || undefined;
    this.#blocks.push({ kind: "image", source, width: size("width"), height: size("height"), indent: this.#indent() });
  }

  #add(text: string, lineBreak = false): void {
    const preformatted = this.#isOpen("pre") || this.#isOpen("textarea");
    const plain = lineBreak || preformatted ? text : text.replace(/[\t\n\f\r ]+/g, " ");
    if (plain === "") return;
    const named = this.#cell?.header || this.#definitions.at(-1) === "dt";
    const bold = named || [...BOLD].some((name) => this.#isOpen(name));
    const italic = [...ITALIC].some((name) => this.#isOpen(name));
    const link = this.#links.at(-1) || undefined;
    const runs = this.#cell?.runs ?? this.#runs;
    const last = runs.at(-1);
    if (last && last.bold === bold && last.italic === italic && last.link === link) last.text += plain;
    else runs.push({ text: plain, bold, italic, link });
  }

  #indent(): number {
    return this.#lists.length + this.#quotes;
  }

  /** Ends the paragraph that is being gathered. */
  #flush(): void {
    const runs = this.#runs;
    this.#runs = [];
    if (this.#cell) {
      if (this.#cell.runs.length > 0) this.#add("\n", true);
      return;
    }
    if (!runs.some((run) => run.text.trim() !== "")) return;
    const level = [1, 2, 3, 4, 5, 6].find((rank) => this.#isOpen(`h${rank}`)) ?? 0;
    const align = this.#aligns.at(-1) ?? "left";
    const preformatted = this.#isOpen("pre");
    this.#blocks.push({ kind: "text", runs, level, indent: this.#indent(), marker: this.#marker, align, preformatted });
    this.#marker = undefined;
  }
}
