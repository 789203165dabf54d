import { compare } from "#platform/bytes.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { nameKey } from "../../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, PdfRef, type PdfString } from "../../pdf-file/syntax/objects.ts";
import { type NamedDestination, namedDestinations } from "../../pdf-pages/named-destinations.ts";
import type { PageIndex } from "../../pdf-pages/page-index.ts";
import { addTo } from "../../platform/grouped.ts";

/** Destinations (ISO 32000-2 §12.3.2): explicit ones, and named ones in both forms. */
export class Destinations {
  readonly #document: PdfDocument;
  readonly #pages: PageIndex;
  /** The page of each name: strings of the name tree, and names of the catalog's older dictionary. */
  readonly #strings = new Map<string, number>();
  readonly #names = new Map<string, number>();
  readonly #byPage = new Map<number, NamedDestination[]>();

  constructor(document: PdfDocument, pages: PageIndex) {
    this.#document = document;
    this.#pages = pages;
    for (const named of namedDestinations(document)) this.#enter(named.string ? this.#strings : this.#names, named);
  }

  #enter(into: Map<string, number>, destination: NamedDestination): void {
    const page = this.#explicitPage(destination.value);
    // Where both forms have a name, the tree's counts (`namedDestinations`).
    if (page < 0 || into.has(destination.name) || this.#strings.has(destination.name)) return;
    into.set(destination.name, page);
    addTo(this.#byPage, page, destination);
  }

  /** The index of the page that a destination of any form leads to; -1 when it leads nowhere. */
  pageOf(destination: PdfObject): number {
    const value = this.#document.resolve(destination);
    const name = nameKey(value);
    if (name !== undefined) return this.#strings.get(name) ?? this.#names.get(name) ?? -1;
    return this.#explicitPage(value);
  }

  #explicitPage(destination: PdfObject): number {
    let value = this.#document.resolve(destination);
    if (value instanceof Map) value = this.#document.resolve(value.get("D"));
    if (!Array.isArray(value)) return -1;
    const [page] = value;
    if (page instanceof PdfRef) return this.#pages.indexOf(page.number);
    // Some writers give the page's index, which is meant for other documents; viewers take it.
    return typeof page === "number" && page >= 0 && page < this.#pages.count ? Math.trunc(page) : -1;
  }

  /** An explicit destination whose page is given by its index would mean another page in a part. */
  byReference(destination: PdfObject): PdfObject {
    const value = this.#document.resolve(destination);
    if (value instanceof Map) {
      const inner = value.get("D") ?? null;
      const changed = this.byReference(inner);
      return changed === inner ? destination : new Map(value).set("D", changed);
    }
    if (!Array.isArray(value) || typeof value[0] !== "number") return destination;
    const page = this.#pages.refOf(Math.trunc(value[0]));
    return page === undefined ? destination : [page, ...value.slice(1)];
  }

  /** The named destinations on the given pages: what the part's /Names and /Dests hold. */
  on(pages: Iterable<number>): { tree: PdfObject[]; dictionary: PdfDict } {
    const found = [...pages].flatMap((page) => this.#byPage.get(page) ?? []);
    const dictionary: PdfDict = new Map();
    const strings: { string: PdfString; value: PdfObject }[] = [];
    for (const { name, string, value } of found) {
      if (string === undefined) dictionary.set(name, this.byReference(value));
      else strings.push({ string, value: this.byReference(value) });
    }
    strings.sort((a, b) => compare(a.string.bytes, b.string.bytes));
    return { tree: strings.flatMap(({ string, value }) => [string, value]), dictionary };
  }
}
