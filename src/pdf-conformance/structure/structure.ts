import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { words } from "../../pdf-content/fonts/names/words.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString } from "../../pdf-file/syntax/objects.ts";
import { type StructureRoot, structureRoot } from "../../pdf-pages/parent-tree.ts";

/** The standard structure types of ISO 32000-1, 14.8.4. */
const STANDARD = new Set(
  words`
  Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl
  LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu
  WT WP Figure Formula Form
`,
);
/** Elements that only group: what is in them counts as if it were in their parents. */
export const GROUPING = new Set(["NonStruct", "Div", "Part"]);
const ELEMENT_BYTES = 400;
const MAX_DEPTH = 500;
const MAX_HOPS = 100;

export interface Element {
  readonly dict: PdfDict;
  /** Undefined for one that is no object of its own. */
  readonly ref: PdfRef | undefined;
  /** As the document calls it, and the standard type that it means; undefined where it means none. */
  readonly name: string;
  readonly type: string | undefined;
  readonly parent: Element | undefined;
  /** Its own language, and that, or else one of the elements around it. */
  readonly lang: PdfObject | undefined;
  readonly language: PdfObject | undefined;
  readonly kids: Element[];
  /** Kids that are no elements: marked contents and objects. */
  readonly contents: PdfObject[];
}

/** The structure tree of a document (ISO 32000-1, 14.7). */
export class Structure {
  readonly #document: PdfDocument;
  readonly hasLanguage: boolean;
  readonly roleMap: PdfDict;
  readonly roots: Element[] = [];
  readonly #byNumber = new Map<number, Element>();
  readonly #byDict = new Map<PdfDict, Element>();
  readonly root: StructureRoot;
  #pages: Map<number | undefined, number> | undefined;
  /** What is known of names, which may lead to one another without end. */
  readonly #circular = new Map<PdfObject, boolean>();

  private constructor(document: PdfDocument, root: StructureRoot) {
    this.#document = document;
    this.root = root;
    this.hasLanguage = document.resolve(document.catalog.get("Lang")) !== null;
    this.roleMap = document.dict(root.dict.get("RoleMap")) ?? new Map();
  }

  /** The tree of a document that has one. */
  static *of(document: PdfDocument): Turns<Structure | undefined> {
    const root = structureRoot(document);
    if (!root) return undefined;
    const structure = new Structure(document, root);
    yield* structure.#read(root.dict.get("K"), undefined, structure.roots, [], 0);
    return structure;
  }

  *#read(
    kids: PdfObject | undefined,
    parent: Element | undefined,
    into: Element[],
    contents: PdfObject[],
    depth: number,
  ): Turns<void> {
    const document = this.#document;
    const value = document.resolve(kids);
    for (const item of Array.isArray(value) ? value : [kids ?? null]) {
      const dict = document.resolve(item);
      const name = dict instanceof Map ? document.resolve(dict.get("S")) : null;
      if (!(dict instanceof Map) || typeof name !== "string" || dict.has("MCID")) {
        if (dict !== null) contents.push(item);
        continue;
      }
      const number = item instanceof PdfRef ? item.number : undefined;
      if (depth > MAX_DEPTH || (number !== undefined && this.#byNumber.has(number))) continue;
      document.work.spend(COST.taggedElement);
      document.work.hold(ELEMENT_BYTES);
      const lang = dict.get("Lang");
      const ref = item instanceof PdfRef ? item : undefined;
      const language = lang ?? parent?.language;
      const element: Element = {
        ...{ dict, ref, name, type: this.typeOf(name), parent, lang, language },
        ...{ kids: [], contents: [] },
      };
      if (number !== undefined) this.#byNumber.set(number, element);
      this.#byDict.set(dict, element);
      into.push(element);
      yield* this.#read(dict.get("K"), element, element.kids, element.contents, depth + 1);
      if (document.work.isTurnOver) yield;
    }
  }

  /** The standard type that the role map leads to. */
  typeOf(name: string): string | undefined {
    let type: PdfObject = name;
    for (let hops = 0; typeof type === "string" && hops < MAX_HOPS; hops++) {
      this.#document.work.spend(COST.entry);
      const next: PdfObject = this.#document.resolve(this.roleMap.get(type));
      const isMapped = typeof next === "string" && next !== type;
      if (STANDARD.has(type) && (hops > 0 || !isMapped)) return type;
      type = next;
    }
    return undefined;
  }

  isStandard(name: string): boolean {
    return STANDARD.has(name);
  }

  isCircular(name: string): boolean {
    const passed = new Set<PdfObject>();
    let type: PdfObject = name;
    while (typeof type === "string" && !passed.has(type) && !this.#circular.has(type)) {
      this.#document.work.spend(COST.run);
      passed.add(type);
      type = this.#document.resolve(this.roleMap.get(type));
    }
    const isCircular = passed.has(type) || this.#circular.get(type) === true;
    for (const one of passed) this.#circular.set(one, isCircular);
    return isCircular;
  }

  #element(object: PdfObject | undefined): Element | undefined {
    if (object instanceof PdfRef) return this.#byNumber.get(object.number);
    return object instanceof Map ? this.#byDict.get(object) : undefined;
  }

  ofAnnotation(dict: PdfDict): Element | undefined {
    const key = this.#document.number(dict.get("StructParent"));
    return key === undefined ? undefined : this.#element(this.root.parents.get(key));
  }

  ofContent(owner: PdfDict, id: number): Element | undefined {
    const key = this.#document.number(owner.get("StructParents"));
    const list = key === undefined ? undefined : this.#document.array(this.root.parents.get(key));
    return this.#element(list?.[id]);
  }

  /** The page that an element, or the first thing in it, is on, counted from 1; null where none is named. */
  pageOf(element: Element): number | null {
    const document = this.#document;
    const { pages, work } = document;
    this.#pages ??= new Map(Array.from({ length: pages.count }, (_, i) => [pages.leaf(i).ref?.number, i + 1]));
    for (let at: Element | undefined = element; at; at = at.kids[0]) {
      work.spend(COST.item);
      const page = at.dict.get("Pg") ?? document.dict(at.contents[0])?.get("Pg");
      if (page instanceof PdfRef) return this.#pages.get(page.number) ?? null;
    }
    return null;
  }

  *elements(): Generator<Element> {
    const open = [...this.roots].reverse();
    for (let element = open.pop(); element; element = open.pop()) {
      yield element;
      for (let i = element.kids.length - 1; i >= 0; i--) open.push(element.kids[i]!);
    }
  }
}

/** Kids, those of elements that only group in their place. */
export function significantKids({ kids }: Element, work: Work, into: Element[] = []): Element[] {
  work.spend((kids.length + 1) * COST.kid);
  for (const kid of kids) {
    if (GROUPING.has(kid.type ?? "")) significantKids(kid, work, into);
    else into.push(kid);
  }
  return into;
}

/** The nearest element around it that does not only group. */
export function significantParent(element: Element): Element | undefined {
  let parent = element.parent;
  while (parent && GROUPING.has(parent.type ?? "")) parent = parent.parent;
  return parent;
}

export function textOf(document: PdfDocument, object: PdfObject | undefined): PdfString | undefined {
  const value = document.resolve(object);
  return value instanceof PdfString ? value : undefined;
}
