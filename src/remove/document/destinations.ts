import type { PdfDocument } from "../../pdf-file/document.ts";
import { nameKey } from "../../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { DESTINATION_PLACES, destinationsByName } from "../../pdf-pages/named-destinations.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { PageArea } from "../areas.ts";
import type { Copier } from "../copy/copier.ts";

const MAX_NUMBERS = 6;
/** Addresses that are a script, or contents themselves. */
const IS_CONTENT = /^\s*(?:javascript|vbscript|data):/i;
/** Actions with a name (table 215), and others that viewers know. */
const NAMED = new Set([
  ...["NextPage", "PrevPage", "FirstPage", "LastPage", "GoBack", "GoForward", "GoToPage"],
  ...["Find", "FullScreen", "Print", "SaveAs", "Close"],
]);

/**
 * Where links and outline items lead in the new file (12.3.2): always a page itself, never a name; and on a page that
 * is cropped the nearest place inside the area.
 */
export class NewDestinations {
  readonly #copier: Copier;
  readonly #document: PdfDocument;
  readonly #pages: readonly PdfRef[];
  readonly #areas: readonly PageArea[];
  readonly #byNumber = new Map<number, number>();
  #names: ReadonlyMap<string, PdfObject> | undefined;
  /** Where names lead in the new file: a manual has tens of thousands of links to some thousands of them. */
  readonly #led = new Map<string, PdfObject>();

  constructor(copier: Copier, pages: readonly PdfRef[], areas: readonly PageArea[]) {
    const { document } = copier;
    this.#copier = copier;
    this.#document = document;
    this.#pages = pages;
    this.#areas = areas;
    pages.forEach((_, index) => {
      const own = document.pages.leaf(index).ref;
      if (own && !this.#byNumber.has(own.number)) this.#byNumber.set(own.number, index);
    });
  }

  pageAt(index: number): PdfRef {
    return this.#pages[index]!;
  }

  /** The index of a page of the old file. */
  indexOf(object: PdfObject | undefined): number | undefined {
    return object instanceof PdfRef ? this.#byNumber.get(object.number) : undefined;
  }

  /** The destination; undefined when it leads to no page of the file. */
  of(object: PdfObject | undefined, depth = 0): PdfObject | undefined {
    const value = this.#document.resolve(object);
    if (depth > 3) return undefined;
    const name = nameKey(value);
    if (name !== undefined) {
      const led = this.#led.get(name) ?? this.of(this.named().get(name), depth + 1);
      if (led) this.#led.set(name, led);
      return led;
    }
    if (value instanceof Map) return this.of(value.get("D"), depth + 1);
    if (!Array.isArray(value)) return undefined;
    const [target, kind = null, ...rest] = value
      .slice(0, MAX_NUMBERS)
      .map((item, i) => (i === 0 ? item : this.#document.resolve(item)));
    const index = target instanceof PdfRef ? this.indexOf(target) : Math.trunc(Number(target));
    const page = this.#pages[index ?? -1];
    if (!page) return undefined;
    const axes = DESTINATION_PLACES.get(String(kind));
    if (axes === undefined) return [page, "Fit"];
    const box = this.#areas[index!]!.box;
    const places = rest.map((item, i) => {
      const axis = "xy".indexOf(axes[i] ?? "-");
      if (typeof item !== "number") return null;
      return box && axis >= 0 ? Math.min(Math.max(item, box[axis]!), box[axis + 2]!) : item;
    });
    return [page, kind, ...places];
  }

  /** Where each name leads, by its bytes. */
  named(): ReadonlyMap<string, PdfObject> {
    this.#names ??= destinationsByName(this.#document);
    return this.#names;
  }

  /** An action that leads somewhere (12.6.4). Other actions are left out. */
  action(object: PdfObject | undefined): PdfDict | undefined {
    const document = this.#document;
    const action = document.dict(object);
    const kind = document.resolve(action?.get("S"));
    if (!action || typeof kind !== "string") return undefined;
    const made = pdfDict({ S: kind });
    switch (kind) {
      case "GoTo": {
        const destination = this.of(action.get("D"));
        return destination === undefined ? undefined : made.set("D", destination);
      }
      case "URI": {
        const { words } = this.#copier;
        if (words) words.place = "links";
        const address = this.#copier.copy(action.get("URI"), "text");
        if (words) words.place = "tags";
        return address instanceof PdfString && !IS_CONTENT.test(latin1Text(address.bytes))
          ? made.set("URI", address)
          : undefined;
      }
      case "Named": {
        const name = this.#document.resolve(action.get("N"));
        return typeof name === "string" && NAMED.has(name) ? made.set("N", name) : undefined;
      }
      default:
        return undefined;
    }
  }
}
