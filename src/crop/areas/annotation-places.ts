import { COST } from "../../meter/work-limits.ts";
import type { Edits } from "../../pdf-file/edits.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import { type Box, intersect, normalise } from "../../pdf-pages/geometry.ts";
import type { AreaPage, CutPage } from "./cut-page.ts";

/** An annotation that is now on another page than its element of the structure tree says. */
export interface MovedAnnotation {
  readonly number: number;
  /** Its key in the parent tree. */
  readonly key: number;
  readonly page: PdfRef;
}

/**
 * Which area's page has an annotation: the one that shows most of it. Others that show a part of it get a copy, but a
 * form field has one widget, as before. What no area shows stays on the first page, where it is as invisible.
 */
export class AnnotationPlaces {
  readonly moved: MovedAnnotation[] = [];
  readonly #edits: Edits;

  constructor(edits: Edits) {
    this.#edits = edits;
  }

  share({ dict, pages, isOwn }: CutPage): PdfObject[][] {
    const { document } = this.#edits;
    const { work } = document;
    const lists: PdfObject[][] = pages.map(() => []);
    const places = new Map<number, number>();
    const items = document.array(dict.get("Annots")) ?? [];
    work.spend(items.length * (COST.annotation + pages.length * COST.comparedArea));
    const popups: PdfObject[] = [];
    for (const item of items) {
      const annotation = document.dict(item);
      const subtype = document.resolve(annotation?.get("Subtype"));
      if (annotation === undefined) lists[0]!.push(item);
      else if (subtype === "Popup") popups.push(item);
      else {
        const shares = this.#shares(annotation, pages);
        const most = Math.max(0, ...shares);
        const main = most > 0 ? shares.indexOf(most) : 0;
        if (item instanceof PdfRef) places.set(item.number, main);
        for (const [at, share] of shares.entries()) {
          if (at === main) lists[at]!.push(this.#moved(item, annotation, pages[at]!, at === 0 && isOwn));
          else if (share > 0 && subtype !== "Widget") lists[at]!.push(this.#copied(annotation, pages[at]!));
        }
      }
    }
    // The window of a note is where the note is, wherever its rectangle lies.
    for (const item of popups) {
      const popup = document.dict(item)!;
      const parent = popup.get("Parent");
      const at = (parent instanceof PdfRef ? places.get(parent.number) : undefined) ?? 0;
      lists[at]!.push(this.#moved(item, popup, pages[at]!, at === 0 && isOwn));
    }
    return lists;
  }

  /** How much of its rectangle each area shows. Even a rectangle that is a line or a point counts. */
  #shares(annotation: PdfDict, pages: readonly AreaPage[]): number[] {
    const rect = this.#edits.document.numbers(annotation.get("Rect"), 4);
    if (!rect) return pages.map(() => 0);
    const [left, bottom, right, top] = rect as [number, number, number, number];
    const box: Box = normalise(rect) ?? [left - 0.01, bottom - 0.01, right + 0.01, top + 0.01];
    return pages.map((page) => {
      const shown = intersect(box, page.box);
      return shown === undefined ? 0 : (shown[2] - shown[0]) * (shown[3] - shown[1]);
    });
  }

  #moved(item: PdfObject, annotation: PdfDict, { ref }: AreaPage, isHere: boolean): PdfObject {
    if (isHere) return item;
    const made = new Map(annotation).set("P", ref);
    if (!(item instanceof PdfRef)) return made;
    this.#edits.put(item.number, made);
    const key = this.#edits.document.number(annotation.get("StructParent"));
    if (key !== undefined) this.moved.push({ number: item.number, key, page: ref });
    return item;
  }

  #copied(annotation: PdfDict, { ref }: AreaPage): PdfRef {
    const made = new Map(annotation).set("P", ref);
    for (const key of ["StructParent", "Popup"]) made.delete(key);
    return this.#edits.add(made);
  }
}
