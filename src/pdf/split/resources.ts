import type { PdfDocument } from "../document.ts";
import { DecodeBudget } from "../filters/budget.ts";
import { decodeFilters, isPlainFlate } from "../filters/decode.ts";
import { inflateSteps } from "../filters/inflate-steps.ts";
import { PDF_LIMITS } from "../limits.ts";
import { PdfProblem } from "../problem.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../syntax/objects.ts";
import { ContentNames } from "./content-names.ts";

/** The kinds of resources that can be large; colour spaces named Default… are used without being named. */
const PRUNED = ["XObject", "Font", "Pattern", "Shading", "ExtGState", "ColorSpace"];
/** Below this an unused stream costs less than finding out that it is unused. */
const HEAVY_BYTES = 2048;
/** A page's own resources are taken to be used, unless they name so many. */
const MANY = 8;
/** Content that may be read for all parts together. */
const CONTENT_BYTES = 1 << 30;
const NEIGHBOURS = [-2, -1, 1, 2];
const MOST_FORMS = 1000;

/**
 * Finds resources that a page names and never uses, such as every image of a book in one shared dictionary. Content is
 * read only where that can pay: resources shared with other pages, or very many.
 */
export class ResourcePruner {
  private readonly document: PdfDocument;
  private readonly budget = new DecodeBudget({ ...PDF_LIMITS, totalBytes: CONTENT_BYTES });

  constructor(document: PdfDocument) {
    this.document = document;
  }

  /**
   * The resources that the given pages, which share them, use; undefined when nothing can be left out, or when there
   * is doubt.
   */
  prune(resources: PdfObject, pages: readonly number[]): PdfDict | undefined {
    const dict = this.document.dict(resources);
    if (dict === undefined) return undefined;
    const heavy = this.heavyNames(dict);
    if (heavy.size < 2) return undefined;
    try {
      const used = new Set<string>();
      for (const index of pages) {
        if (this.budgetIsShort()) return undefined;
        for (const stream of this.contents(index)) this.readNames(stream, used, () => includesAll(used, heavy));
        if (includesAll(used, heavy)) return undefined;
      }
      return this.usesPageResources(dict, used) ? undefined : this.without(dict, used);
    } catch (error) {
      // Content that cannot be read keeps all that it may use.
      if (error instanceof PdfProblem) return undefined;
      throw error;
    }
  }

  /** Whether the page's resources may name what other pages use. */
  worthReading(index: number): boolean {
    const own = this.document.page(index).attribute("Resources");
    const dict = this.document.dict(own);
    if (dict === undefined) return false;
    const xobjects = this.document.dict(dict.get("XObject"));
    if ((xobjects?.size ?? 0) >= MANY) return true;
    const mine = this.identity(index);
    return NEIGHBOURS.some((step) => {
      const other = index + step;
      if (other < 0 || other >= this.document.pageCount) return false;
      const theirs = this.identity(other);
      return mine.some((number) => theirs.includes(number));
    });
  }

  /** The objects that hold the page's resources: what it shares with pages that have one of them too. */
  private identity(index: number): number[] {
    const page = this.document.page(index);
    const value = page.attribute("Resources");
    if (value instanceof PdfRef) return [value.number];
    if (!page.dict.has("Resources")) return [-(page.parent.ref?.number ?? 0)];
    const dict = this.document.dict(value);
    return PRUNED.flatMap((kind) => {
      const held = dict?.get(kind);
      return held instanceof PdfRef ? [held.number] : [];
    });
  }

  private heavyNames(resources: PdfDict): Set<string> {
    const names = new Set<string>();
    for (const kind of PRUNED) {
      for (const [name, value] of this.document.dict(resources.get(kind)) ?? []) {
        if (kind === "ColorSpace" && name.startsWith("Default")) continue;
        if (kind === "Font" || (kind === "XObject" && this.isHeavy(value))) names.add(name);
      }
    }
    return names;
  }

  private isHeavy(value: PdfObject): boolean {
    const stream = this.document.resolve(value);
    return stream instanceof PdfStream && (stream.raw.length >= HEAVY_BYTES || stream.dict.has("Resources"));
  }

  private contents(index: number): PdfStream[] {
    const contents = this.document.page(index).dict.get("Contents") ?? null;
    const items = this.document.array(contents) ?? [contents];
    return items.map((item) => this.document.resolve(item)).filter((item) => item instanceof PdfStream);
  }

  /** Adds the names in a stream to `names`, as far as it needs to be read. */
  private readNames(stream: PdfStream, names: Set<string>, enough: () => boolean): void {
    const raw = this.document.rawStream(stream);
    const resolve = (object: PdfObject) => this.document.resolve(object);
    if (isPlainFlate(stream.dict, resolve)) {
      const found = new ContentNames(names);
      const { sound, bytesOut } = inflateSteps(raw, this.budget.allowance(), (chunk) => {
        found.take(chunk);
        return enough() ? "enough" : "more";
      });
      found.end();
      this.budget.spend(bytesOut);
      if (sound) return;
    }
    const found = new ContentNames(names);
    found.take(decodeFilters(raw, stream.dict, resolve, this.budget));
    found.end();
  }

  private budgetIsShort(): boolean {
    return this.budget.allowance() < PDF_LIMITS.streamBytes;
  }

  /**
   * Forms without resources of their own, or that name more than these have, take the page's (a habit of PDF 1.1): that
   * is used as well. True when fonts or patterns do so, whose content is not read.
   */
  private usesPageResources(resources: PdfDict, used: Set<string>): boolean {
    const visited = new Set<string>();
    for (let before = -1; before !== visited.size; ) {
      before = visited.size;
      for (const [name, value] of this.document.dict(resources.get("XObject")) ?? []) {
        if (!used.has(name) || visited.has(name)) continue;
        visited.add(name);
        if (visited.size > MOST_FORMS) return true;
        const form = this.document.resolve(value);
        if (form instanceof PdfStream && this.document.resolve(form.dict.get("Subtype")) === "Form") {
          this.collectForeignNames(form, used);
        }
      }
    }
    for (const kind of ["Font", "Pattern"]) {
      for (const value of this.document.dict(resources.get(kind))?.values() ?? []) {
        const dict = this.document.dict(value);
        const draws = dict?.has("CharProcs") || this.document.resolve(dict?.get("PatternType")) === 1;
        if (draws && this.document.dict(dict?.get("Resources")) === undefined) return true;
      }
    }
    return false;
  }

  /** Names in a form's content that its own resources do not have. */
  private collectForeignNames(form: PdfStream, used: Set<string>): void {
    const named = new Set<string>();
    this.readNames(form, named, () => false);
    const own = this.document.dict(form.dict.get("Resources"));
    const kinds = PRUNED.map((kind) => this.document.dict(own?.get(kind)));
    for (const name of named) if (!kinds.some((entries) => entries?.has(name))) used.add(name);
  }

  private without(resources: PdfDict, used: Set<string>): PdfDict | undefined {
    const pruned: PdfDict = new Map(resources);
    let smaller = false;
    for (const kind of PRUNED) {
      const entries = this.document.dict(resources.get(kind));
      if (entries === undefined) continue;
      const kept: PdfDict = new Map();
      for (const [name, value] of entries) {
        if (used.has(name) || (kind === "ColorSpace" && name.startsWith("Default"))) kept.set(name, value);
      }
      if (kept.size === entries.size) continue;
      smaller = true;
      if (kept.size > 0) pruned.set(kind, kept);
      else pruned.delete(kind);
    }
    return smaller ? pruned : undefined;
  }
}

function includesAll(names: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  for (const name of wanted) if (!names.has(name)) return false;
  return true;
}
