import { Buffer } from "node:buffer";
import type { PdfDocument } from "../document.ts";
import { latin1 } from "../rope.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, type PdfString } from "../syntax/objects.ts";
import { keySet, newScan, scanDict } from "../syntax/scan.ts";
import type { Draft } from "./draft.ts";
import type { RawObjects } from "./raw-objects.ts";
import { FLAG, refNumber, refTag, TAG } from "./scan-object.ts";
import { nameTreeEntries, numberTreeEntries } from "./trees.ts";

/** Elements with more kids than this are cut by their bytes, without reading kids of other parts. */
const WIDE = 32;
/** Levels below an element that are searched for content before it is called empty. */
const EMPTY_DEPTH = 6;
const K_KEY = keySet("K");

/**
 * The tagged structure (ISO 32000-2 §14.7). A part keeps the elements that own its content, found through the parent
 * tree, and their ancestors; elements without any content stay with the sibling before them.
 */
export class StructureTree {
  private readonly document: PdfDocument;
  private readonly raw: RawObjects;
  private readonly rootNumber: number;
  private readonly root: PdfDict;
  private readonly parentTree: Map<number, PdfObject>;
  private readonly ids: Map<number, PdfString[]>;
  /** Position of an element among its parent's kids, filled for a parent when it is first cut. */
  private readonly positions: Uint32Array;
  /** By element: 0 not known, 1 without content, 2 with content or being looked at. */
  private readonly emptiness: Uint8Array;
  private readonly wide = new Map<number, { kids: Uint32Array; others: number[] }>();

  private constructor(document: PdfDocument, raw: RawObjects, rootNumber: number, root: PdfDict) {
    this.document = document;
    this.raw = raw;
    this.rootNumber = rootNumber;
    this.root = root;
    this.parentTree = numberTreeEntries(document, root.get("ParentTree") ?? null);
    this.ids = new Map();
    this.positions = new Uint32Array(raw.size);
    this.emptiness = new Uint8Array(raw.size);
    for (const { name, value } of nameTreeEntries(document, root.get("IDTree") ?? null)) {
      if (!(value instanceof PdfRef)) continue;
      const known = this.ids.get(value.number);
      if (known === undefined) this.ids.set(value.number, [name]);
      else known.push(name);
    }
  }

  static of(document: PdfDocument, raw: RawObjects): StructureTree | undefined {
    const ref = document.catalog.get("StructTreeRoot") ?? null;
    const root = document.dict(ref);
    return ref instanceof PdfRef && root !== undefined && ref.number < raw.size
      ? new StructureTree(document, raw, ref.number, root)
      : undefined;
  }

  /** Defines the part's structure tree, to be called when its pages have been reached; undefined when it has none. */
  cut(draft: Draft): PdfRef | undefined {
    const keys = this.keysOf(draft);
    const kids = this.admitElements(draft, keys);
    if (draft.elements.size === 0) return undefined;
    for (const [parent, marked] of kids) {
      if (parent !== this.rootNumber && this.raw.refCountOf(parent) > WIDE) this.cutWide(draft, parent, marked);
    }
    const root: PdfDict = new Map(this.root);
    root.set(
      "K",
      this.ordered(draft, this.rootNumber, kids.get(this.rootNumber) ?? []).map((kid) => draft.ref(kid)),
    );
    const nums = [...keys].sort((a, b) => a - b).flatMap((key) => [key, this.parentTree.get(key) ?? null]);
    root.set("ParentTree", draft.add(new Map([["Nums", nums]])));
    const ids = this.idsOf(draft);
    if (ids.length > 0) root.set("IDTree", new Map([["Names", ids]]));
    else root.delete("IDTree");
    draft.define(this.rootNumber, root);
    return draft.ref(this.rootNumber);
  }

  /** Cuts an element that refers to what is not in the part; false for objects that are no elements of it. */
  trim(draft: Draft, number: number): boolean {
    if (!draft.elements.has(number) || draft.definitions.has(number)) return false;
    const dict = this.document.get(number);
    if (!(dict instanceof Map)) return false;
    const changed: PdfDict = new Map(dict);
    const pg = dict.get("Pg");
    const ownPage = pg === undefined || (pg instanceof PdfRef && draft.pages.has(pg.number));
    if (!ownPage) changed.delete("Pg");
    const kids = this.keptKids(draft, dict.get("K") ?? null, ownPage);
    if (kids.length === 0) changed.delete("K");
    else changed.set("K", kids.length === 1 ? (kids[0] as PdfObject) : kids);
    const related = this.document.array(dict.get("Ref"));
    if (related !== undefined) {
      const kept = related.filter((item) => item instanceof PdfRef && draft.elements.has(item.number));
      if (kept.length > 0) changed.set("Ref", kept);
      else changed.delete("Ref");
    }
    draft.define(number, changed);
    return true;
  }

  /** The keys into the parent tree that the part's pages, annotations and XObjects have. */
  private keysOf(draft: Draft): Set<number> {
    const keys = new Set<number>();
    for (const number of draft.structParents) {
      const dict = draft.dictOf(number);
      for (const name of ["StructParents", "StructParent"]) {
        const key = this.document.resolve(dict?.get(name));
        if (typeof key === "number" && this.parentTree.has(key)) keys.add(key);
      }
    }
    return keys;
  }

  /** Admits the elements that own the content under the keys, and their ancestors; returns the admitted kids of each. */
  private admitElements(draft: Draft, keys: Set<number>): Map<number, number[]> {
    const kids = new Map<number, number[]>();
    const climb = (from: number): void => {
      let element = from;
      while (!draft.elements.has(element) && this.isElement(element)) {
        draft.elements.add(element);
        const parent = this.parentOf(element);
        if (parent < 0) return;
        const siblings = kids.get(parent);
        if (siblings === undefined) kids.set(parent, [element]);
        else siblings.push(element);
        if (parent === this.rootNumber) return;
        element = parent;
      }
    };
    for (const key of keys) {
      const value = this.parentTree.get(key) ?? null;
      if (value instanceof PdfRef && this.isElement(value.number)) climb(value.number);
      else if (value instanceof PdfRef && value.number < this.raw.size) {
        for (const tagged of this.raw.refs(value.number)) climb(refNumber(tagged));
      } else for (const item of Array.isArray(value) ? value : []) if (item instanceof PdfRef) climb(item.number);
    }
    return kids;
  }

  private isElement(number: number): boolean {
    if (number === this.rootNumber || !this.raw.exists(number)) return false;
    const flags = this.raw.flags(number);
    return (flags & FLAG.structElement) !== 0 || ((flags & FLAG.s) !== 0 && this.parentOf(number) >= 0);
  }

  private parentOf(number: number): number {
    const { raw } = this;
    const first = raw.firstRefOf(number);
    for (let i = first + raw.refCountOf(number) - 1; i >= first; i--) {
      if (refTag(raw.refAt(i)) === TAG.p) return refNumber(raw.refAt(i));
    }
    return -1;
  }

  private kidsOf(number: number): Uint32Array {
    const { raw } = this;
    const first = raw.firstRefOf(number);
    const kids = new Uint32Array(raw.refCountOf(number));
    let count = 0;
    for (let i = first; i < first + kids.length; i++) {
      const tagged = raw.refAt(i);
      if (refTag(tagged) === TAG.k) kids[count++] = refNumber(tagged);
    }
    return kids.subarray(0, count);
  }

  /** The admitted kids in the element's order, with the empty ones that follow them (or lead the list). */
  private ordered(draft: Draft, parent: number, marked: readonly number[]): number[] {
    const { kids } = this.wideOf(parent);
    const kept: number[] = [];
    const sorted = marked.filter((kid) => kids[this.positions[kid] as number] === kid);
    sorted.sort((a, b) => (this.positions[a] as number) - (this.positions[b] as number));
    for (const kid of sorted) {
      const position = this.positions[kid] as number;
      if (kept.length === 0) {
        let first = position;
        while (first > 0 && this.admitEmpty(draft, kids[first - 1] as number)) first--;
        if (first > 0) first = position;
        kept.push(...kids.subarray(first, position));
      }
      kept.push(kid);
      for (let next = position + 1; next < kids.length; next++) {
        const empty = kids[next] as number;
        if (draft.elements.has(empty) || !this.admitEmpty(draft, empty)) break;
        kept.push(empty);
      }
    }
    return kept;
  }

  private wideOf(parent: number): { kids: Uint32Array; others: number[] } {
    const known = this.wide.get(parent);
    if (known !== undefined) return known;
    const kids = this.kidsOf(parent);
    for (let position = 0; position < kids.length; position++) {
      const kid = kids[position] as number;
      if (kid < this.positions.length) this.positions[kid] = position;
    }
    const others = [...this.raw.refs(parent)].filter((tagged) => refTag(tagged) !== TAG.k);
    const facts = { kids, others };
    this.wide.set(parent, facts);
    return facts;
  }

  /** Whether the element has no content at all; if so it and what is below it come along. */
  private admitEmpty(draft: Draft, number: number): boolean {
    if (!this.isEmpty(number, 0)) return false;
    const open = [number];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (draft.elements.has(next)) continue;
      draft.elements.add(next);
      open.push(...this.kidsOf(next));
    }
    return true;
  }

  private isEmpty(number: number, depth: number): boolean {
    if (!this.isElement(number)) return false;
    if (this.emptiness[number] === 0) {
      this.emptiness[number] = 2;
      if (this.hasNothing(number, depth)) this.emptiness[number] = 1;
    }
    return this.emptiness[number] === 1;
  }

  private hasNothing(number: number, depth: number): boolean {
    const flags = this.raw.flags(number);
    if ((flags & FLAG.k) === 0) return true;
    if ((flags & FLAG.kMixed) !== 0 || depth >= EMPTY_DEPTH) return false;
    const kids = this.kidsOf(number);
    return kids.length <= WIDE && kids.every((kid) => this.isEmpty(kid, depth + 1));
  }

  /** Replaces /K in the element's bytes; where that cannot be done, the element is cut when it is reached. */
  private cutWide(draft: Draft, number: number, marked: readonly number[]): void {
    if ((this.raw.flags(number) & FLAG.kMixed) !== 0 || !this.raw.isVerbatim(number)) return;
    const { others, kids } = this.wideOf(number);
    if (marked.length === kids.length) return;
    const body = this.document.bodyOf(number);
    const scan = newScan(K_KEY);
    if (body === undefined || !scanDict(body.bytes, body.start, body.end, K_KEY, scan)) return;
    const [, start = -1, end = -1] = scan.slots;
    if (start < 0) return;
    const kept = this.ordered(draft, number, marked);
    const value = latin1(`[${kept.map((kid) => `${kid} ${this.raw.generationOf(kid)} R`).join(" ")}]`);
    const parts = [body.bytes.subarray(body.start, start), value, body.bytes.subarray(end, scan.end)];
    draft.defineBody(number, new Uint8Array(Buffer.concat(parts)), [...others, ...kept]);
  }

  private keptKids(draft: Draft, k: PdfObject, ownPage: boolean): PdfObject[] {
    const items = this.document.array(k) ?? [k];
    const kept: PdfObject[] = [];
    let before = true;
    for (const item of items) {
      let keep = false;
      if (item instanceof PdfRef && draft.elements.has(item.number)) keep = true;
      else if (item instanceof PdfRef && this.isElement(item.number)) {
        if (before && this.admitEmpty(draft, item.number)) kept.push(item);
        else before = before && this.isEmpty(item.number, 0);
        continue;
      } else keep = this.keepsContent(draft, this.document.resolve(item), ownPage);
      if (keep) kept.push(item);
      before = keep;
    }
    return kept;
  }

  /** Marked content by number, or a reference to marked content or to an object (§14.7.5). */
  private keepsContent(draft: Draft, item: PdfObject, ownPage: boolean): boolean {
    if (typeof item === "number") return ownPage;
    if (!(item instanceof Map)) return false;
    const pg = item.get("Pg");
    if (pg instanceof PdfRef ? !draft.pages.has(pg.number) : !ownPage) return false;
    const object = item.get("Obj") ?? item.get("Stm");
    return !(object instanceof PdfRef) || draft.has(object.number) || draft.annotations.has(object.number);
  }

  private idsOf(draft: Draft): PdfObject[] {
    if (this.ids.size === 0) return [];
    const found: { name: PdfString; element: number }[] = [];
    for (const [element, names] of this.ids) {
      if (draft.elements.has(element)) for (const name of names) found.push({ name, element });
    }
    found.sort((a, b) => Buffer.compare(a.name.bytes, b.name.bytes));
    return found.flatMap(({ name, element }) => [name, draft.ref(element)]);
  }
}

/** Without a structure tree nothing may point into one: takes the keys into it from all that has them. */
export function unmarkStructure(draft: Draft): void {
  for (const number of draft.structParents) {
    const definition = draft.definitions.get(number);
    const object = definition !== undefined && "object" in definition ? definition.object : draft.document.get(number);
    const dict = object instanceof PdfStream ? object.dict : object;
    if (!(dict instanceof Map)) continue;
    const changed: PdfDict = new Map(dict);
    changed.delete("StructParents");
    changed.delete("StructParent");
    draft.define(number, object instanceof PdfStream ? new PdfStream(changed, object.raw, object.home) : changed);
  }
}
