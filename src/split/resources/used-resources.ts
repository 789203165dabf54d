import type { PdfDocument } from "../../pdf-file/document.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { ContentReader } from "./content-reader.ts";
import { KINDS, PAINTING, UsedNames } from "./used-names.ts";

/** Below this an unused stream costs less than finding out that it is unused. */
const HEAVY_BYTES = 2048;
const NEIGHBOURS = [-2, -1, 1, 2];

/** What is worth knowing of a dictionary of resources. */
interface Facts {
  /** What can hold content, of this page or of another: used or not, it must be known. */
  readonly carriers: readonly string[];
  /** What is large as well, such as fonts. */
  readonly heavy: readonly string[];
}

/**
 * Leaves out resources that are named and never used: the images of a book in one shared dictionary, the forms that
 * only other pages paint. Content is read where something in the resources can hold content of other pages, or where
 * it pays: resources that are large and shared.
 */
export class ResourcePruner {
  readonly #document: PdfDocument;
  readonly #reader: ContentReader;
  readonly #names: UsedNames;
  readonly #unread: () => void;
  readonly #factsByNumber = new Map<number, Facts>();
  readonly #factsByDict = new WeakMap<PdfDict, Facts>();
  readonly #holders = new Map<number, PdfObject | undefined>();
  /** Kinds and names of what may hold content, in all resources that were met: a page's before those of its forms. */
  readonly #painting = new Set<string>();

  /** `unread` is called when content cannot be read. Everything that it may use then stays. */
  constructor(reader: ContentReader, unread: () => void) {
    this.#document = reader.document;
    this.#reader = reader;
    this.#names = new UsedNames(reader);
    this.#unread = unread;
  }

  /** The resources that the given pages, which share them, use; undefined when nothing can be left out. */
  prune(resources: PdfObject, pages: readonly number[]): PdfDict | undefined {
    const { carriers, heavy } = this.#factsOf(resources);
    if (carriers.length === 0 && heavy.length < 2) return undefined;
    return this.#used(resources, this.#reader.streamsOf(pages), [...carriers, ...heavy]);
  }

  /**
   * A form, a tiling pattern or a Type 3 font with the resources that it uses; undefined when it is as it should be.
   */
  pruned(number: number): PdfObject | undefined {
    if (this.#holders.has(number)) return this.#holders.get(number);
    const pruned = this.#prunedHolder(new PdfRef(number, 0));
    this.#holders.set(number, pruned);
    return pruned;
  }

  #prunedHolder(holder: PdfRef): PdfObject | undefined {
    const object = this.#document.get(holder);
    const dict = this.#document.dict(object);
    const resources = dict?.get("Resources") ?? null;
    const { carriers } = this.#factsOf(resources);
    if (dict === undefined || carriers.length === 0) return undefined;
    const streams = this.#names.contentOf(object);
    if (streams.length === 0) return undefined;
    const used = this.#used(resources, streams, carriers, true);
    if (used === undefined) return undefined;
    const changed: PdfDict = new Map(dict).set("Resources", used);
    return object instanceof PdfStream ? object.withDict(changed) : changed;
  }

  #used(resources: PdfObject, streams: Iterable<PdfStream>, wanted: readonly string[], isInner = false) {
    const dict = this.#document.dict(resources);
    if (dict === undefined) return undefined;
    const used = new Set<string>();
    const hasAll = () => wanted.every((name) => used.has(name));
    try {
      this.#names.read(streams, used, hasAll);
      if (hasAll()) return undefined;
      this.#names.close(dict, used);
      if (isInner && this.#paintsOthers(dict, used)) return undefined;
    } catch (error) {
      if (!(error instanceof PdfProblem)) throw error;
      this.#unread();
      return undefined;
    }
    return this.#without(dict, used);
  }

  /** Whether a form may paint one of the resources around it, which in turn may use anything of the form's own. */
  #paintsOthers(resources: PdfDict, used: ReadonlySet<string>): boolean {
    return PAINTING.some((kind) => {
      const own = this.#document.dict(resources.get(kind));
      return [...used].some((name) => this.#painting.has(`${kind}/${name}`) && !own?.has(name));
    });
  }

  /** Whether the page's resources may name what other pages use. */
  worthReading(index: number): boolean {
    const own = this.#document.page(index).attribute("Resources");
    if (this.#document.dict(this.#document.needed(own)) === undefined) return false;
    if (this.#factsOf(own).carriers.length > 0) return true;
    const mine = this.#identity(index);
    return NEIGHBOURS.some((step) => {
      const other = index + step;
      if (other < 0 || other >= this.#document.pageCount) return false;
      const theirs = this.#identity(other);
      return mine.some((number) => theirs.includes(number));
    });
  }

  /** The objects that hold the page's resources: what it shares with pages that have one of them too. */
  #identity(index: number): number[] {
    const page = this.#document.page(index);
    const value = page.attribute("Resources");
    if (value instanceof PdfRef) return [value.number];
    if (!page.dict.has("Resources")) return [-(page.parent.ref?.number ?? 0)];
    const dict = this.#document.dict(value);
    return KINDS.flatMap((kind) => {
      const held = dict?.get(kind);
      return held instanceof PdfRef ? [held.number] : [];
    });
  }

  #factsOf(resources: PdfObject): Facts {
    const dict = this.#document.dict(resources);
    if (dict === undefined) return { carriers: [], heavy: [] };
    const number = resources instanceof PdfRef ? resources.number : undefined;
    const known = number === undefined ? this.#factsByDict.get(dict) : this.#factsByNumber.get(number);
    if (known !== undefined) return known;
    const carriers: string[] = [];
    const heavy: string[] = [];
    for (const kind of KINDS) {
      for (const [name, value] of this.#document.entries(this.#document.needed(dict.get(kind)))) {
        if (this.#document.lacks(value)) continue;
        if (this.#carries(kind, value)) {
          carriers.push(name);
          this.#painting.add(`${kind}/${name}`);
        } else if (kind === "Font") heavy.push(name);
      }
    }
    const facts = { carriers, heavy };
    if (number === undefined) this.#factsByDict.set(dict, facts);
    else this.#factsByNumber.set(number, facts);
    return facts;
  }

  /** Whether a resource holds content: pictures, forms, glyphs that are drawn, masks, and words for marked content. */
  #carries(kind: (typeof KINDS)[number], value: PdfObject): boolean {
    const dict = this.#document.dict(value);
    if (dict === undefined) return false;
    switch (kind) {
      case "XObject":
        return true;
      case "Pattern":
        return this.#document.resolve(dict.get("PatternType")) === 1;
      case "Font":
        return dict.has("CharProcs");
      case "ExtGState":
        return this.#document.dict(dict.get("SMask")) !== undefined;
      case "Properties":
        return !dict.has("OCGs") && this.#document.resolve(dict.get("Type")) !== "OCG";
      default: {
        const object = this.#document.resolve(value);
        return object instanceof PdfStream && object.raw.length >= HEAVY_BYTES;
      }
    }
  }

  #without(resources: PdfDict, used: ReadonlySet<string>): PdfDict | undefined {
    const pruned: PdfDict = new Map(resources);
    let smaller = false;
    for (const kind of KINDS) {
      const entries = this.#document.dict(resources.get(kind));
      if (entries === undefined) continue;
      const kept: PdfDict = new Map();
      // By the names that are used: of a dictionary with thousands a page uses few.
      for (const name of used) {
        const value = entries.get(name);
        if (value !== undefined) kept.set(name, value);
      }
      if (kind === "ColorSpace") keepDefaults(entries, kept);
      if (kept.size === entries.size) continue;
      smaller = true;
      if (kept.size > 0) pruned.set(kind, kept);
      else pruned.delete(kind);
    }
    return smaller ? pruned : undefined;
  }
}

/** Default colour spaces are used without being named (§8.6.5.6). */
function keepDefaults(entries: PdfDict, kept: PdfDict): void {
  for (const name of ["DefaultGray", "DefaultRGB", "DefaultCMYK"]) {
    const value = entries.get(name);
    if (value !== undefined) kept.set(name, value);
  }
}
