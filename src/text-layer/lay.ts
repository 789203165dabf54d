import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import { fromDisplay } from "../pdf-content/matrix.ts";
import { TextReader } from "../pdf-content/text/text-reader.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { Edits } from "../pdf-file/edits.ts";
import { PdfProblem } from "../pdf-file/pdf-problem.ts";
import { latin1 } from "../pdf-file/rope.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, pdfDict } from "../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../pdf-file/syntax/text-strings.ts";
import { displaySize } from "../pdf-pages/geometry.ts";
import { displayOf } from "../pdf-pages/page-view.ts";
import { extendTree, type StructureRoot, structureRoot } from "../pdf-pages/parent-tree.ts";
import { type Cleaned, withoutUnseen } from "./earlier.ts";
import { Laid } from "./laid.ts";
import { LayerContent } from "./layer-content.ts";
import { deflated, LayerFont } from "./layer-font.ts";
import { cleanText } from "./letters.ts";
import type { LaidWord, LayerLine, LayerWord, PageWords } from "./words.ts";

export interface LayOptions {
  /**
   * What is done with a page that has text already: it stays as it is, earlier layers are taken away first, or the words
   * are laid beside what is there.
   */
  readonly existing: "skip" | "redo" | "add";
}

/** What a word takes in memory. */
const WORD_BYTES = 200;

/**
 * Lays words over pages as text that is not seen. What the pages show stays as it is, byte for byte: the layer is one
 * more form of each page, painted before anything else, so that no state of the page's own can move it.
 */
export function* layText(document: PdfDocument, pages: readonly PageWords[], options: LayOptions): Turns<Laid> {
  const { edits, laid } = yield* document.ofPages(function* () {
    const layer = new Layer(document);
    for (const words of [...pages].sort((one, other) => one.page - other.page)) {
      yield* layer.lay(words, options);
      yield;
    }
    layer.complete();
    return layer;
  });
  if (laid.words === 0) return laid;
  document.edit(edits.objects);
  document.settle();
  return laid;
}

class Layer {
  readonly edits: Edits;
  readonly laid: Laid;
  readonly #document: PdfDocument;
  readonly #font: LayerFont;
  readonly #tags: LayerTags | undefined;
  readonly #reader: TextReader;
  /** Contents that paint the form of this name, which pages share. */
  readonly #painting = new Map<string, PdfRef>();
  /** Pages that have words now, by their objects: one object may be several pages. */
  readonly #done = new Set<number>();

  constructor(document: PdfDocument) {
    this.#document = document;
    this.edits = new Edits(document);
    this.laid = new Laid(document.work);
    this.#font = new LayerFont(this.edits);
    this.#tags = LayerTags.of(this.edits);
    this.#reader = new TextReader(document);
  }

  *lay({ page: number, lines }: PageWords, { existing }: LayOptions): Turns<void> {
    const document = this.#document;
    const page = document.page(number - 1);
    const display = displayOf(document, page);
    const { width, height } = displaySize(display);
    document.work.spend(COST.page);
    const cleaned: Cleaned = existing === "redo" ? yield* withoutUnseen(document, page) : new Map();
    if (existing === "skip") {
      const text = yield* this.#reader.read(page, display.visible);
      if (text.lines.length > 0) {
        this.laid.skipped.push(number);
        return;
      }
    }
    const within = lines.flatMap((line) => inside(line, width, height));
    const words = within.flatMap((line): LaidWord[] => line.words.map((word) => ({ ...word, angle: line.angle })));
    this.laid.add(number, words);
    // A page of the file that the document shows again has its words already.
    if (words.length === 0 || (page.ref && this.#done.has(page.ref.number))) return;
    if (page.ref) this.#done.add(page.ref.number);
    document.work.hold(words.length * WORD_BYTES);
    const content = new LayerContent(this.#font, height, document.work);
    const form = this.edits.newRef();
    const ref = page.ref ?? this.#ownPage(page);
    const parents = yield* this.#write(content, within, form, ref);
    const bytes = content.bytes();
    document.work.spend(COST.deflation + bytes.length * COST.deflatedByte);
    const stream = deflated(bytes, {
      Type: "XObject",
      Subtype: "Form",
      BBox: [0, 0, width, height],
      Matrix: [...fromDisplay(display)],
      Resources: this.#font.resources,
      ...(parents === undefined ? {} : { StructParents: parents }),
    });
    document.work.hold(stream.raw.length);
    this.edits.put(form.number, stream);
    this.#paint(page, ref, form, cleaned);
  }

  /** The lines, with the marks that tags or languages need; gives the form's key in the tree of parents. */
  *#write(content: LayerContent, lines: readonly LayerLine[], form: PdfRef, page: PdfRef): Turns<number | undefined> {
    const groups = this.#tags ? paragraphs(lines) : grouped(lines, (line, before) => line.language === before.language);
    const parents = this.#tags?.open(form, page);
    for (const group of groups) {
      const language = group[0]?.language;
      const isSaid = language !== undefined && /^[a-z\d-]{1,35}$/i.test(language);
      const mark = this.#tags
        ? this.#tags.paragraph(isSaid ? language : undefined)
        : isSaid
          ? `/Span <</Lang(${language})>>`
          : undefined;
      content.begin(mark);
      for (const line of group) {
        content.line(line);
        if (this.#document.work.isTurnOver) yield;
      }
      content.end(mark !== undefined);
    }
    return parents;
  }

  /** Gives the page its form, which is painted before its own contents. */
  #paint(page: Page, ref: PdfRef, form: PdfRef, cleaned: Cleaned): void {
    const document = this.#document;
    const resources: PdfDict = new Map(document.entries(page.attribute("Resources")));
    const forms: PdfDict = new Map(document.entries(resources.get("XObject")));
    let name = "Words";
    while (forms.has(name)) name += "_";
    resources.set("XObject", forms.set(name, form));
    document.work.hold((resources.size + forms.size) * 40);
    const painting = this.#painting.get(name) ?? this.edits.add(new PdfStream(new Map(), latin1(`/${name} Do\n`)));
    this.#painting.set(name, painting);
    const held = page.dict.get("Contents") ?? null;
    const given = document.array(held) ?? (document.resolve(held) instanceof PdfStream ? [held] : []);
    const own = given.map((item) => {
      const stream = document.resolve(item);
      const left = stream instanceof PdfStream ? cleaned.get(stream) : undefined;
      if (left === undefined) return item;
      document.work.spend(COST.deflation + left.length * COST.deflatedByte);
      return this.edits.add(deflated(left));
    });
    const dict: PdfDict = new Map(page.dict).set("Resources", resources).set("Contents", [painting, ...own]);
    this.edits.put(ref.number, dict);
  }

  /** A page that is no object of its own becomes one. */
  #ownPage({ parent, kid }: Page): PdfRef {
    const { ref } = parent;
    if (!ref) throw new PdfProblem("unsupported", "The page tree does not let this page change alone.");
    const own = this.edits.newRef();
    const node = this.edits.dict(ref) ?? parent.dict;
    const kids: PdfObject[] = [...(this.#document.array(node.get("Kids")) ?? parent.kids)];
    kids[kid] = own;
    this.edits.put(ref.number, new Map(node).set("Kids", kids));
    return own;
  }

  complete(): void {
    if (this.#painting.size === 0) return;
    this.#font.complete();
    this.#tags?.complete();
  }
}

/** The line with those of its words that say something, on the page. */
function inside({ words, ...line }: LayerLine, width: number, height: number): LayerLine[] {
  const kept = words.flatMap(({ text, box: [left, top, right, bottom], confidence }): LayerWord[] => {
    const box = [Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom)] as const;
    const clean = cleanText(text);
    return clean !== "" && box[2] > box[0] && box[3] > box[1] ? [{ text: clean, box, confidence }] : [];
  });
  return kept.length > 0 ? [{ ...line, words: kept }] : [];
}

/** Lines that follow one another closely are a paragraph: nothing else tells. */
function paragraphs(lines: readonly LayerLine[]): LayerLine[][] {
  return grouped(lines, (line, before) => {
    const [own, last] = [line.words[0]!.box, before.words[0]!.box];
    const high = Math.max(own[3] - own[1], last[3] - last[1]);
    const gap = own[1] - last[3];
    return line.language === before.language && gap < high && gap > -high;
  });
}

function grouped(lines: readonly LayerLine[], belongs: (line: LayerLine, before: LayerLine) => boolean): LayerLine[][] {
  const groups: LayerLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && belongs(line, last.at(-1)!)) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/**
 * The layer's place in a tagged document: what it says is content, and no decoration, so each of its paragraphs is one
 * (ISO 32000-2 §14.8.4), at the end of the document. The forms of pages hold what is marked (§14.7.5.2).
 */
class LayerTags {
  readonly #edits: Edits;
  readonly #root: StructureRoot;
  readonly #around: PdfRef;
  readonly #paragraphs: PdfRef[] = [];
  /** Of each form the paragraphs, by their numbers in it. */
  readonly #forms: PdfRef[][] = [];
  #open: { readonly Stm: PdfRef; readonly Pg: PdfRef } | undefined;

  private constructor(edits: Edits, root: StructureRoot, around: PdfRef) {
    this.#edits = edits;
    this.#root = root;
    this.#around = around;
  }

  static of(edits: Edits): LayerTags | undefined {
    const { document } = edits;
    const root = structureRoot(document);
    if (!root || !(root.ref instanceof PdfRef)) return undefined;
    const kids = root.dict.get("K");
    const first = document.items(kids, 1)?.[0] ?? kids;
    const isWhole = first instanceof PdfRef && document.resolve(document.dict(first)?.get("S")) === "Document";
    return new LayerTags(edits, root, isWhole ? first : root.ref);
  }

  /** Begins a form; gives its key in the tree of parents. */
  open(form: PdfRef, page: PdfRef): number {
    this.#open = { Stm: form, Pg: page };
    return this.#root.nextKey + this.#forms.push([]) - 1;
  }

  /** A paragraph of the form; gives the mark of its content. */
  paragraph(language: string | undefined): string {
    const own = this.#forms.at(-1)!;
    const element: PdfDict = pdfDict({
      Type: "StructElem",
      S: "P",
      P: this.#around,
      K: pdfDict({ Type: "MCR", MCID: own.length, ...this.#open }),
    });
    if (language !== undefined) element.set("Lang", encodeTextString(language));
    const ref = this.#edits.add(element);
    this.#paragraphs.push(ref);
    return `/P <</MCID ${own.push(ref) - 1}>>`;
  }

  complete(): void {
    const edits = this.#edits;
    const around = edits.dict(this.#around) ?? new Map<string, PdfObject>();
    const held = around.get("K");
    const before = edits.document.array(held) ?? (held === undefined ? [] : [held]);
    edits.put(this.#around.number, new Map(around).set("K", [...before, ...this.#paragraphs]));
    extendTree(edits, { ...this.#root, dict: edits.dict(this.#root.ref) ?? this.#root.dict }, this.#forms);
  }
}
