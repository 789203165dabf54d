import { compare } from "#platform/bytes.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import {
  dictWithout,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  type PdfString,
  pdfDict,
} from "../../pdf-file/syntax/objects.ts";
import { type StructureRoot, structureRoot } from "../../pdf-pages/parent-tree.ts";
import { nameTreeEntries } from "../../pdf-pages/trees.ts";
import { addTo, grouped } from "../../platform/grouped.ts";
import { refNumber } from "../scan/object-facts.ts";
import type { RawObjects } from "../scan/raw-objects.ts";
import type { Draft } from "../write/draft.ts";
import { ElementCut } from "./element-cut.ts";
import { StructElements } from "./struct-elements.ts";

/**
 * The tagged structure (ISO 32000-2 §14.7). A part keeps the elements that own its content, found through the parent
 * tree, and their ancestors; elements without any content stay with the sibling before them. What an element tells of
 * its content (a description, a title) goes where some of that content is on pages of other parts.
 */
export class StructureTree {
  readonly elements: StructElements;
  readonly #document: PdfDocument;
  readonly #raw: RawObjects;
  readonly #root: PdfDict;
  readonly #parentTree: ReadonlyMap<number, PdfObject>;
  /** The entries of the tree of IDs, by the element that each leads to. */
  readonly #ids: ReadonlyMap<number, readonly { name: PdfString }[]>;
  readonly #cutter: ElementCut;

  private constructor(document: PdfDocument, raw: RawObjects, rootNumber: number, { dict, parents }: StructureRoot) {
    this.#document = document;
    this.#raw = raw;
    this.#root = dict;
    this.#parentTree = parents;
    this.elements = new StructElements(raw, rootNumber);
    this.#cutter = new ElementCut(document, raw, this.elements);
    const ids = nameTreeEntries(document, dict.get("IDTree") ?? null);
    this.#ids = grouped(ids, ({ value }) => (value instanceof PdfRef ? value.number : -1));
  }

  /** Undefined where the document has no tags. `tooLarge` is called when it has more tags than are read. */
  static of(document: PdfDocument, raw: RawObjects, tooLarge: () => void): StructureTree | undefined {
    try {
      const root = structureRoot(document);
      const ref = root?.ref;
      if (!root || !(ref instanceof PdfRef) || ref.number >= raw.size) return undefined;
      return new StructureTree(document, raw, ref.number, root);
    } catch (error) {
      if (!(error instanceof PdfProblem) || error.kind !== "budget") throw error;
      tooLarge();
      return undefined;
    }
  }

  /** Defines the part's structure tree, to be called when its pages have been reached; undefined when it has none. */
  cut(draft: Draft): PdfRef | undefined {
    const { rootNumber } = this.elements;
    const keys = this.#keysOf(draft);
    const kids = this.#admitElements(draft, keys);
    if (draft.admitted.length === 0) return undefined;
    const tops = this.#cutter
      .ordered(draft, rootNumber, kids.get(rootNumber) ?? [])
      .map((position) => draft.ref(this.#cutter.kidAt(rootNumber, position)));
    this.#cutElements(draft, kids);
    const root: PdfDict = new Map(this.#root);
    root.set("K", tops);
    // Files that represent the content of the whole document, such as its source (§14.13.5).
    root.delete("AF");
    const nums = [...keys].sort((a, b) => a - b).flatMap((key) => this.#parentEntry(draft, key));
    root.set("ParentTree", draft.add(pdfDict({ Nums: nums })));
    const ids = this.#idsOf(draft);
    if (ids.length > 0) root.set("IDTree", pdfDict({ Names: ids }));
    else root.delete("IDTree");
    draft.define(rootNumber, root);
    return draft.ref(rootNumber);
  }

  /** The keys into the parent tree that the part's pages, annotations and XObjects have. */
  #keysOf(draft: Draft): Set<number> {
    const keys = new Set<number>();
    for (const number of draft.structParents) {
      const dict = draft.dictOf(number);
      for (const name of ["StructParents", "StructParent"]) {
        const key = this.#document.resolve(dict?.get(name));
        if (typeof key === "number" && this.#parentTree.has(key)) keys.add(key);
      }
    }
    return keys;
  }

  /**
   * Admits the elements that own the content under the keys, and their ancestors; returns the admitted kids of each.
   */
  #admitElements(draft: Draft, keys: Set<number>): Map<number, number[]> {
    const { rootNumber } = this.elements;
    const kids = new Map<number, number[]>();
    const climb = (from: number): void => {
      // Keys that two pages share, and arrays that are wrong, name elements of other pages.
      if (draft.elements.has(from) || !this.elements.isLike(from) || !this.#cutter.ownsContent(draft, from)) return;
      let element = from;
      while (!draft.elements.has(element) && this.elements.isLike(element)) {
        draft.admitElement(element);
        const parent = this.elements.parentOf(element);
        if (parent < 0) return;
        addTo(kids, parent, element);
        if (parent === rootNumber) return;
        element = parent;
      }
    };
    for (const key of keys) {
      const value = this.#parentTree.get(key) ?? null;
      if (value instanceof PdfRef && this.elements.isLike(value.number)) climb(value.number);
      else if (value instanceof PdfRef && value.number < this.#raw.size) {
        const refs = this.#raw.refs(value.number);
        this.#document.work.spend(refs.length * COST.lookup);
        for (const tagged of refs) climb(refNumber(tagged));
      } else for (const item of Array.isArray(value) ? value : []) if (item instanceof PdfRef) climb(item.number);
    }
    return kids;
  }

  /** Cuts each admitted element, then silences those that lost content, and all above them. */
  #cutElements(draft: Draft, kids: ReadonlyMap<number, number[]>): void {
    const lost = new Set<number>();
    // Elements without content join the list while it is gone through.
    for (let i = 0; i < draft.admitted.length; i++) {
      const element = draft.admitted[i]!;
      if (!this.#cutter.cut(draft, element, kids.get(element) ?? [])) continue;
      for (let at = element; draft.elements.has(at) && !lost.has(at); at = this.elements.parentOf(at)) lost.add(at);
    }
    for (const element of lost) this.#cutter.silence(draft, element);
  }

  /**
   * An entry of the parent tree: elements that are not the part's leave a gap, since the others are found by position.
   */
  #parentEntry(draft: Draft, key: number): PdfObject[] {
    const value = this.#parentTree.get(key) ?? null;
    const kept = (item: PdfObject) => (item instanceof PdfRef && draft.elements.has(item.number) ? item : null);
    if (Array.isArray(value)) {
      this.#document.work.spend(value.length * COST.item);
      return [key, value.map(kept)];
    }
    if (!(value instanceof PdfRef)) return [];
    if (draft.elements.has(value.number)) return [key, value];
    if (value.number >= this.#raw.size) return [];
    if (this.#raw.refs(value.number).every((tagged) => draft.elements.has(refNumber(tagged)))) return [key, value];
    const array = this.#document.array(value);
    if (array === undefined) return [];
    draft.define(value.number, array.map(kept));
    return [key, value];
  }

  #idsOf(draft: Draft): PdfObject[] {
    if (this.#ids.size === 0) return [];
    const found: { name: PdfString; element: number }[] = [];
    for (const element of draft.admitted) {
      for (const { name } of this.#ids.get(element) ?? []) found.push({ name, element });
    }
    found.sort((a, b) => compare(a.name.bytes, b.name.bytes));
    return found.flatMap(({ name, element }) => [name, draft.ref(element)]);
  }
}

/** Without a structure tree nothing may point into one: takes the keys into it from all that has them. */
export function unmarkStructure(draft: Draft): void {
  for (const number of draft.structParents) {
    const definition = draft.definitions.get(number);
    const object = definition === undefined ? draft.document.get(number) : definition.object;
    const dict = object instanceof PdfStream ? object.dict : object;
    if (!(dict instanceof Map)) continue;
    const changed = dictWithout(dict, ["StructParents", "StructParent"]);
    draft.define(number, object instanceof PdfStream ? object.withDict(changed) : changed);
  }
}
