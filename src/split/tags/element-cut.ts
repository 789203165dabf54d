import { crossed } from "../../meter/work.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { grouped } from "../../platform/grouped.ts";
import { FLAG, refNumber, refTag, TAG } from "../scan/object-facts.ts";
import type { RawObjects } from "../scan/raw-objects.ts";
import type { Draft } from "../write/draft.ts";
import { type StructElements, WIDE } from "./struct-elements.ts";

/**
 * Entries that replace or describe an element's whole content, of which a part may have only some (§14.9, §14.13.5).
 */
const STANDS_FOR_CONTENT = ["Alt", "ActualText", "E", "T", "Phoneme", "AF"];

/** An element with very many kids, of which a part has few: read once. */
interface Wide {
  readonly kids: Uint32Array;
  /** The element without /K. */
  readonly dict: PdfDict;
  /** Where /K holds more than references: all of it, and by page object (0 for none) the positions of content. */
  readonly items: readonly PdfObject[] | undefined;
  readonly byPage: ReadonlyMap<number, readonly number[]>;
}

/**
 * Cuts structure elements to a part: what of /K is the part's stays, in its order, and nothing leads out of the part.
 */
export class ElementCut {
  readonly #document: PdfDocument;
  readonly #raw: RawObjects;
  readonly #elements: StructElements;
  /** Position of an element among its parent's kids, filled when the parent is first cut. */
  readonly #positions: Uint32Array;
  readonly #wide = new Map<number, Wide>();

  constructor(document: PdfDocument, raw: RawObjects, elements: StructElements) {
    this.#document = document;
    this.#raw = raw;
    this.#elements = elements;
    document.work.hold(raw.size * Uint32Array.BYTES_PER_ELEMENT);
    this.#positions = new Uint32Array(raw.size);
  }

  /** Whether the element has content in the part itself, beside what its kids have. */
  ownsContent(draft: Draft, number: number): boolean {
    const raw = this.#raw;
    const first = raw.firstRefOf(number);
    const end = first + raw.refCountOf(number);
    let page = false;
    for (let i = first; i < end; i++) {
      const tag = refTag(raw.refAt(i));
      if ((tag === TAG.pg || tag === TAG.k) && draft.has(refNumber(raw.refAt(i)))) return true;
      page ||= tag === TAG.pg;
    }
    const dict = this.#document.dict(this.#document.get(number));
    const items = dict === undefined ? [] : this.#itemsOf(dict);
    return items.some((item) => this.#keepsContent(draft, item, !page));
  }

  /** Defines the element as the part has it. Returns whether content of other pages was cut from it. */
  cut(draft: Draft, number: number, marked: readonly number[]): boolean {
    if (this.#isWhole(draft, number)) return false;
    if (this.#raw.refCountOf(number) > WIDE) return this.#cutWide(draft, number, marked);
    const dict = this.#document.get(number);
    if (!(dict instanceof Map)) return false;
    const { kept, lost } = this.#keptItems(draft, this.#itemsOf(dict), this.#isOnOwnPage(draft, dict));
    this.#defineCut(draft, number, dict, kept);
    return lost;
  }

  /** Removes entries that describe content which the part does not have. */
  silence(draft: Draft, number: number): void {
    const dict = draft.dictOf(number);
    if (dict === undefined) return;
    const changed: PdfDict = new Map(dict);
    for (const key of STANDS_FOR_CONTENT) changed.delete(key);
    const attributes = dict.get("A");
    if (attributes !== undefined) changed.set("A", this.#withoutSayings(attributes));
    if (changed.size !== dict.size || changed.get("A") !== attributes) draft.define(number, changed);
  }

  /** The admitted kids in the element's order, with the empty ones that follow them (or lead the list). */
  ordered(draft: Draft, parent: number, marked: readonly number[]): number[] {
    const { kids } = this.#wideOf(parent);
    const kept: number[] = [];
    const sorted = marked.filter((kid) => kids[this.#positions[kid]!] === kid);
    sorted.sort((a, b) => this.#positions[a]! - this.#positions[b]!);
    for (const kid of sorted) {
      const position = this.#positions[kid]!;
      if (kept.length === 0) {
        let first = position;
        while (first > 0 && this.#admitEmpty(draft, kids[first - 1]!)) first--;
        if (first > 0) first = position;
        for (let lead = first; lead < position; lead++) kept.push(lead);
      }
      kept.push(position);
      for (let next = position + 1; next < kids.length; next++) {
        const empty = kids[next]!;
        if (draft.elements.has(empty) || !this.#admitEmpty(draft, empty)) break;
        kept.push(next);
      }
    }
    return kept;
  }

  kidAt(parent: number, position: number): number {
    return this.#wideOf(parent).kids[position]!;
  }

  /** Whether all that the element refers to is in the part, so that it is copied as it is. */
  #isWhole(draft: Draft, number: number): boolean {
    const raw = this.#raw;
    const elements = this.#elements;
    const first = raw.firstRefOf(number);
    const end = first + raw.refCountOf(number);
    let page = false;
    for (let i = first; i < end; i++) {
      const target = refNumber(raw.refAt(i));
      const tag = refTag(raw.refAt(i));
      if (tag === TAG.pg) {
        if (!draft.pages.has(target)) return false;
        page = true;
      } else if (tag === TAG.p) {
        if (target !== elements.rootNumber && !draft.elements.has(target)) return false;
      } else if (tag === TAG.k) {
        if (!draft.elements.has(target) && (elements.isLike(target) || !draft.has(target))) return false;
      } else if (elements.isElement(target) && !draft.elements.has(target)) return false;
    }
    // Content without a page of its own, and elements written into others, are looked at one by one.
    return page || (raw.flags(number) & FLAG.kMixed) === 0;
  }

  #cutWide(draft: Draft, number: number, marked: readonly number[]): boolean {
    const { kids, dict, items, byPage } = this.#wideOf(number);
    const positions = this.ordered(draft, number, marked);
    if (items !== undefined) {
      const onOwnPage = this.#isOnOwnPage(draft, dict);
      crossed(draft.pages.size, 1, this.#document.work);
      for (const page of [...draft.pages, 0]) {
        for (const position of byPage.get(page) ?? []) {
          if (this.#keepsContent(draft, items[position] as PdfObject, onOwnPage)) positions.push(position);
        }
      }
    }
    positions.sort((a, b) => a - b);
    const kept = positions.map((position) => items?.[position] ?? draft.ref(kids[position]!));
    this.#defineCut(draft, number, dict, kept);
    return kept.length < (items ?? kids).length;
  }

  #defineCut(draft: Draft, number: number, dict: PdfDict, kept: readonly PdfObject[]): void {
    const changed: PdfDict = new Map(dict);
    const parent = dict.get("P");
    if (parent instanceof PdfRef && !draft.elements.has(parent.number) && parent.number !== this.#elements.rootNumber) {
      changed.delete("P");
    }
    const page = dict.get("Pg");
    if (page instanceof PdfRef && !draft.pages.has(page.number)) changed.delete("Pg");
    if (kept.length === 0) changed.delete("K");
    else changed.set("K", kept.length === 1 ? (kept[0] as PdfObject) : [...kept]);
    const related = this.#document
      .array(dict.get("Ref"))
      ?.filter((item) => item instanceof PdfRef && draft.elements.has(item.number));
    if (related !== undefined && related.length > 0) changed.set("Ref", related);
    else changed.delete("Ref");
    draft.define(number, changed);
  }

  #itemsOf(dict: PdfDict): PdfObject[] {
    const k = dict.get("K") ?? null;
    return this.#document.array(k) ?? (k === null ? [] : [k]);
  }

  #isOnOwnPage(draft: Draft, dict: PdfDict): boolean {
    const page = dict.get("Pg");
    return !(page instanceof PdfRef) || draft.pages.has(page.number);
  }

  #keptItems(draft: Draft, items: readonly PdfObject[], ownPage: boolean): { kept: PdfObject[]; lost: boolean } {
    const kept: PdfObject[] = [];
    let lost = false;
    let before = true;
    for (const item of items) {
      if (item instanceof PdfRef && this.#elements.isLike(item.number) && !draft.elements.has(item.number)) {
        if (before && this.#admitEmpty(draft, item.number)) kept.push(item);
        else if (!this.#elements.isEmpty(item.number)) {
          before = false;
          lost = true;
        }
        continue;
      }
      const isKid = item instanceof PdfRef && draft.elements.has(item.number);
      const keep = isKid || this.#keepsContent(draft, item, ownPage);
      if (keep) kept.push(item);
      else lost ||= !this.#isOfPart(draft, item, ownPage);
      before = keep;
    }
    return { kept, lost };
  }

  /** Marked content by number, or a reference to marked content or to an object (§14.7.5); nothing else has a page. */
  #keepsContent(draft: Draft, content: PdfObject, ownPage: boolean): boolean {
    const item = this.#document.resolve(content);
    if (typeof item === "number") return ownPage;
    if (!(item instanceof Map) || !(item.has("MCID") || item.has("Obj"))) return false;
    if (!this.#isOfPart(draft, item, ownPage)) return false;
    const object = item.get("Obj") ?? item.get("Stm");
    return !(object instanceof PdfRef) || draft.has(object.number) || draft.annotations.has(object.number);
  }

  /** Whether content is on a page of the part, be it kept or not. */
  #isOfPart(draft: Draft, content: PdfObject, ownPage: boolean): boolean {
    const item = this.#document.resolve(content);
    const page = item instanceof Map ? item.get("Pg") : undefined;
    return page instanceof PdfRef ? draft.pages.has(page.number) : ownPage;
  }

  /**
   * Whether the element has no content at all, and says nothing of another page; it and what is below it then come
   * along.
   */
  #admitEmpty(draft: Draft, number: number): boolean {
    if (!this.#elements.isEmpty(number)) return false;
    const found: number[] = [];
    const open = [number];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (draft.elements.has(next)) continue;
      const page = this.#elements.pageOf(next);
      if (page >= 0 ? !draft.pages.has(page) : this.#elements.says(next)) return false;
      found.push(next);
      for (const kid of this.#elements.kidsOf(next)) open.push(kid);
    }
    for (const element of found) draft.admitElement(element);
    return true;
  }

  #wideOf(parent: number): Wide {
    const known = this.#wide.get(parent);
    if (known !== undefined) return known;
    const dict: PdfDict = new Map(this.#document.dict(this.#document.get(parent)));
    const items = (this.#raw.flags(parent) & FLAG.kMixed) === 0 ? undefined : this.#itemsOf(dict);
    dict.delete("K");
    const kids =
      items === undefined
        ? this.#elements.kidsOf(parent)
        : Uint32Array.from(items, (item) => (item instanceof PdfRef ? item.number : 0));
    for (let position = 0; position < kids.length; position++) {
      const kid = kids[position]!;
      if (kid > 0 && kid < this.#positions.length) this.#positions[kid] = position;
    }
    const facts = { kids, dict, items, byPage: this.#contentByPage(items ?? [], dict.get("Pg")) };
    this.#wide.set(parent, facts);
    return facts;
  }

  #contentByPage(items: readonly PdfObject[], own: PdfObject | undefined): Map<number, number[]> {
    const isContent = (item: PdfObject) => !(item instanceof PdfRef && this.#elements.isLike(item.number));
    const content = [...items.keys()].filter((position) => isContent(items[position] as PdfObject));
    return grouped(content, (position) => {
      const value = this.#document.resolve(items[position]);
      const page = (value instanceof Map ? value.get("Pg") : undefined) ?? own;
      return page instanceof PdfRef ? page.number : 0;
    });
  }

  /**
   * Attributes without a table's summary and without a writer's own properties, which are text (§14.8.5.7, §14.7.6.4).
   */
  #withoutSayings(attributes: PdfObject, isListed = false): PdfObject {
    const value = this.#document.resolve(attributes);
    if (Array.isArray(value)) {
      // A list in a list is none.
      if (isListed) return null;
      const cut = value.map((item) => this.#withoutSayings(item, true));
      return cut.every((item, i) => item === value[i]) ? attributes : cut;
    }
    if (!(value instanceof Map)) return attributes;
    const owner = this.#document.resolve(value.get("O"));
    if (owner === "UserProperties") return pdfDict({ O: owner });
    if (!value.has("Summary")) return attributes;
    const cut: PdfDict = new Map(value);
    cut.delete("Summary");
    return cut;
  }
}
