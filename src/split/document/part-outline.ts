import type { PdfDocument } from "../../pdf-file/document.ts";
import { dictWithout, type PdfDict, type PdfObject, PdfRef, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { grouped } from "../../platform/grouped.ts";
import type { Draft } from "../write/draft.ts";
import { keptAction, keptDestination, type PartScope, withKept } from "./actions.ts";
import type { Destinations } from "./part-destinations.ts";

/** The most items of an outline; later ones are left out. */
const MAX_ITEMS = 200_000;

/** An outline item that leads to a page of the document. */
export interface Bookmark {
  readonly title: string;
  readonly page: number;
}

/** The document outline (ISO 32000-2 §12.3.3), read once as a flat list in its order. */
export class Outline {
  readonly #document: PdfDocument;
  readonly #root: PdfObject;
  readonly #numbers: number[] = [];
  readonly #items = new Set<number>();
  /** Position of the item's parent in the list; -1 at the top. */
  readonly #parents: number[] = [];
  readonly #levels: number[] = [];
  /** The index of the page that the item leads to, or -1. */
  readonly #pages: number[] = [];
  readonly #byPage: ReadonlyMap<number, number[]>;

  constructor(document: PdfDocument, destinations: Destinations) {
    this.#document = document;
    this.#root = document.catalog.get("Outlines") ?? null;
    const first = document.dict(this.#root)?.get("First") ?? null;
    const open: { item: PdfObject; parent: number }[] = [{ item: first, parent: -1 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { item, parent } = next;
      const dict = document.dict(item);
      if (!(item instanceof PdfRef) || dict === undefined || this.#items.has(item.number)) continue;
      if (this.#items.size >= MAX_ITEMS) break;
      this.#items.add(item.number);
      const position = this.#numbers.push(item.number) - 1;
      this.#parents.push(parent);
      this.#levels.push(parent < 0 ? 1 : this.#levels[parent]! + 1);
      this.#pages.push(this.#pageOf(dict, destinations));
      open.push({ item: dict.get("Next") ?? null, parent }, { item: dict.get("First") ?? null, parent: position });
    }
    this.#byPage = grouped(this.#numbers.keys(), (position) => this.#pages[position]!);
  }

  isItem(number: number): boolean {
    return this.#items.has(number);
  }

  #pageOf(item: PdfDict, destinations: Destinations): number {
    const destination = item.get("Dest") ?? null;
    if (destination !== null) return destinations.pageOf(destination);
    const action = this.#document.dict(item.get("A"));
    return action !== undefined && this.#document.resolve(action.get("S")) === "GoTo"
      ? destinations.pageOf(action.get("D") ?? null)
      : -1;
  }

  /** The items of one level that lead to a page, in the outline's order. */
  bookmarks(level: number): Bookmark[] {
    return this.#numbers.flatMap((number, position) => {
      const page = this.#pages[position]!;
      if (this.#levels[position] !== level || page < 0) return [];
      const title = this.#document.text(this.#document.dict(new PdfRef(number, 0))?.get("Title"));
      return [{ title: title ?? "", page }];
    });
  }

  get depth(): number {
    return this.#levels.reduce((deepest, level) => Math.max(deepest, level), 0);
  }

  /**
   * The outline of a part: the items that lead to its pages, and their ancestors, which keep their place even where
   * their own destination is gone.
   */
  of(draft: Draft, scope: PartScope, pages: Iterable<number>): PdfRef | undefined {
    const kept = new Set<number>();
    for (const page of pages) {
      for (const position of this.#byPage.get(page) ?? []) {
        for (let at = position; at >= 0 && !kept.has(at); at = this.#parents[at]!) kept.add(at);
      }
    }
    if (kept.size === 0) return undefined;
    const inOrder = [...kept].sort((a, b) => a - b);
    const children = grouped(inOrder, (position) => this.#parents[position]!);
    const rootDict = pdfDict({ Type: "Outlines" });
    const root = this.#root instanceof PdfRef ? draft.ref(this.#root.number) : draft.add(rootDict);
    const visible = this.#defineItems(draft, scope, root, children);
    const tops = children.get(-1) as number[];
    rootDict
      .set("First", this.#refTo(draft, tops[0]))
      .set("Last", this.#refTo(draft, tops.at(-1)))
      .set("Count", visible);
    draft.define(root.number, rootDict);
    return root;
  }

  /** Deepest items first, so that a parent's count is known when it is written. Returns what is visible at the top. */
  #defineItems(draft: Draft, scope: PartScope, root: PdfRef, children: Map<number, number[]>): number {
    const shown = new Map<number, number>();
    for (const parent of [...children.keys()].sort((a, b) => b - a)) {
      const siblings = children.get(parent) as number[];
      let visible = 0;
      for (const [order, position] of siblings.entries()) {
        const number = this.#numbers[position]!;
        const own = children.get(position);
        const old: PdfDict = this.#document.dict(draft.ref(number)) ?? new Map();
        const isOpen = (this.#document.number(old.get("Count")) ?? 0) > 0;
        const kept = withKept(old, { Dest: keptDestination, A: keptAction }, scope);
        const item = dictWithout(kept, ["Prev", "Next", "First", "Last", "Count", "SE"]);
        item.set("Parent", parent < 0 ? root : this.#refTo(draft, parent));
        if (order > 0) item.set("Prev", this.#refTo(draft, siblings[order - 1]));
        if (order + 1 < siblings.length) item.set("Next", this.#refTo(draft, siblings[order + 1]));
        if (own !== undefined) {
          const inside = shown.get(position) ?? 0;
          item.set("First", this.#refTo(draft, own[0])).set("Last", this.#refTo(draft, own.at(-1)));
          item.set("Count", isOpen ? inside : -inside);
          if (isOpen) visible += inside;
        }
        draft.define(number, item);
        visible++;
      }
      shown.set(parent, visible);
    }
    return shown.get(-1) ?? 0;
  }

  #refTo(draft: Draft, position: number | undefined): PdfRef {
    return draft.ref(this.#numbers[position ?? 0]!);
  }
}
