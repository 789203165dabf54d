import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../pdf-file/syntax/objects.ts";

/** Memberships and expressions inside one another. What is nested more deeply counts as visible. */
const MAX_DEPTH = 16;

/** Optional content (8.11): which groups show when the document is opened. */
export class Layers {
  readonly #document: PdfDocument;
  readonly #hidden = new Set<number>();
  readonly #shown = new Set<number>();
  readonly #isOffByDefault: boolean;

  constructor(document: PdfDocument) {
    this.#document = document;
    const properties = document.dict(document.catalog.get("OCProperties"));
    const config = document.dict(properties?.get("D"));
    this.#isOffByDefault = document.resolve(config?.get("BaseState")) === "OFF";
    this.#collect(config?.get("OFF"), this.#hidden);
    this.#collect(config?.get("ON"), this.#shown);
  }

  #collect(object: PdfObject | undefined, into: Set<number>): void {
    for (const item of this.#document.array(object) ?? []) if (item instanceof PdfRef) into.add(item.number);
  }

  /** Whether content of the group or the membership dictionary is visible. */
  isVisible(object: PdfObject | undefined, depth = 0): boolean {
    const dict = this.#document.dict(object);
    if (!dict) return true;
    if (this.#document.resolve(dict.get("Type")) !== "OCMD") return this.#isGroupVisible(object ?? null, dict);
    const expression = this.#document.array(dict.get("VE"));
    if (expression) return this.#evaluate(expression, depth);
    const groups = dict.get("OCGs");
    const list = this.#document.array(groups) ?? (groups === undefined ? [] : [groups]);
    const states = list
      .filter((item) => this.#document.dict(item) !== undefined)
      .map((item) => this.#isGroupVisible(item, this.#document.dict(item)!));
    if (states.length === 0) return true;
    switch (this.#document.resolve(dict.get("P"))) {
      case "AllOn":
        return states.every((on) => on);
      case "AnyOff":
        return states.some((on) => !on);
      case "AllOff":
        return states.every((on) => !on);
      default:
        return states.some((on) => on);
    }
  }

  #isGroupVisible(object: PdfObject, dict: PdfDict): boolean {
    if (!(object instanceof PdfRef)) return true;
    if (this.#hidden.has(object.number)) return false;
    if (!this.#isOffByDefault || this.#shown.has(object.number)) return true;
    // Only groups that are meant for viewing follow the base state.
    const intent = this.#document.resolve(dict.get("Intent"));
    return intent !== null && intent !== "View" && !Array.isArray(intent);
  }

  #evaluate(items: readonly PdfObject[], depth: number): boolean {
    if (depth > MAX_DEPTH) return true;
    const operator = this.#document.resolve(items[0]);
    const states = items.slice(1).map((item) => {
      const inner = this.#document.array(item);
      return inner ? this.#evaluate(inner, depth + 1) : this.isVisible(item, depth + 1);
    });
    if (operator === "Not") return !(states[0] ?? false);
    return operator === "Or" ? states.some((on) => on) : states.every((on) => on);
  }
}

/** For readers of all that a document holds, shown or hidden. */
export class AllLayers extends Layers {
  override isVisible(): boolean {
    return true;
  }
}
