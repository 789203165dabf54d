import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Edits } from "../../pdf-file/edits.ts";
import { type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import { type Box, intersect } from "../../pdf-pages/geometry.ts";
import { DESTINATION_PLACES } from "../../pdf-pages/named-destinations.ts";
import type { AreaPage, CutPage } from "./cut-page.ts";

/**
 * Lets every destination on a page that becomes several lead to the area that shows its place. All objects are read,
 * so that none is forgotten, whether a link, an outline item, a name or an action has it.
 */
export function* leadToAreas(edits: Edits, cuts: readonly CutPage[]): Turns<void> {
  const { document } = edits;
  const areas = new Map<number, readonly AreaPage[]>();
  for (const { leaf, pages, isOwn } of cuts) if (leaf.ref && isOwn) areas.set(leaf.ref.number, pages);
  const led = (object: PdfObject): PdfObject => {
    document.work.spend(COST.item);
    if (Array.isArray(object)) {
      const pages = object[0] instanceof PdfRef ? areas.get(object[0].number) : undefined;
      const axes = pages && DESTINATION_PLACES.get(document.resolve(object[1]));
      if (pages && axes !== undefined) {
        document.work.spend(pages.length * COST.comparedArea);
        const numbers = object.slice(2, 6).map((item) => document.number(item));
        return [shownBy(pages, axes, numbers).ref, ...object.slice(1)];
      }
      const made = object.map(led);
      return made.some((item, at) => item !== object[at]) ? made : object;
    }
    if (!(object instanceof Map)) return object;
    let made: Map<string, PdfObject> | undefined;
    for (const [key, value] of object) {
      const leads = led(value);
      if (leads === value) continue;
      made ??= new Map(object);
      made.set(key, leads);
    }
    return made ?? object;
  };
  const { size } = edits;
  for (let number = 1; number < size; number++) {
    if (number % 64 === 0) yield;
    const object = edits.objects.get(number) ?? document.get(number);
    const leads = led(object);
    if (leads !== object) edits.put(number, leads);
  }
}

/** The area with the place, or the nearest to it; the first where it is in several, or where no place is given. */
function shownBy(pages: readonly AreaPage[], axes: string, numbers: readonly (number | undefined)[]): AreaPage {
  let nearest = pages[0]!;
  let least = Number.POSITIVE_INFINITY;
  for (const page of pages) {
    const distance = axes === "xyxy" ? -overlap(page.box, numbers) : distanceFrom(page.box, axes, numbers);
    if (distance >= least) continue;
    nearest = page;
    least = distance;
  }
  return nearest;
}

/**
 * What a destination shows begins below its top and to the right of its left, so an edge belongs to what follows it.
 */
const EDGE = 0.01;

function distanceFrom(box: Box, axes: string, numbers: readonly (number | undefined)[]): number {
  const [x, y] = ["x", "y"].map((axis) => (axes.includes(axis) ? numbers[axes.indexOf(axis)] : undefined));
  const beside = x === undefined ? 0 : Math.max(box[0] - x - EDGE, x + EDGE - box[2], 0);
  const above = y === undefined ? 0 : Math.max(box[1] - y + EDGE, y - EDGE - box[3], 0);
  return Math.hypot(beside, above);
}

function overlap(box: Box, numbers: readonly (number | undefined)[]): number {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbers;
  const shown = intersect([left, bottom, right, top], box);
  return shown === undefined ? 0 : (shown[2] - shown[0]) * (shown[3] - shown[1]);
}
