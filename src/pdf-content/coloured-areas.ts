import type { Turns } from "../meter/turns.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { Box } from "../pdf-pages/geometry.ts";
import { Extent } from "./extent.ts";
import type { Visitor } from "./interpreter/visitor.ts";
import { readPage, startReading } from "./read-page.ts";

/** For each page: where it is filled in each of these colours (0xRRGGBB), in points from the page's own origin. */
export function* colouredAreas(document: PdfDocument, colours: ReadonlySet<number>): Turns<Map<number, Box>[]> {
  const reading = startReading(document, () => {});
  return yield* document.ofPages(function* (pages) {
    const found: Map<number, Box>[] = [];
    for (let index = 0; index < pages.count; index++) {
      const areas = new Map<number, Extent>();
      const page = pages.page(index);
      if (page) yield* readPage(reading, page, new Extent(), gathering(areas, colours));
      found.push(boxesOf(areas));
    }
    return found;
  });
}

function gathering(areas: Map<number, Extent>, colours: ReadonlySet<number>): Visitor {
  return {
    path(path, fills, _, { fill: { colour } }) {
      if (!fills || !colours.has(colour)) return;
      const area = areas.get(colour) ?? new Extent();
      area.add(path.extent);
      areas.set(colour, area);
    },
  };
}

function boxesOf(areas: ReadonlyMap<number, Extent>): Map<number, Box> {
  return new Map([...areas].map(([colour, { left, bottom, right, top }]) => [colour, [left, bottom, right, top]]));
}
