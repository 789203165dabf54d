import { cutPixels, inside, outside, perPoint, tightPoints } from "./auto.ts";
import { type Difference, judged } from "./differences.ts";
import { inkBox } from "./ink.ts";
import { largestMark } from "./marks.ts";
import type { Pixels } from "./pixels.ts";
import type { Look, Reader } from "./readers.ts";
import type { Statement } from "./statement.ts";

/** A mark of this many points is no speck by default; a renderer's antialiasing adds to it on both sides. */
const speck = 3 + 2 / perPoint;

/** What is said of pages and can be seen: how large they are, whether something shows, and where. */
export function judgeLooks(pages: readonly Statement[], look: Look): Difference[] {
  return pages.flatMap((page, at) => judgePage(page, new Map([...look].map(([reader, all]) => [reader, all[at]!]))));
}

function judgePage(page: Statement, shown: ReadonlyMap<Reader, Pixels>): Difference[] {
  const { content, facts, isDropped, threshold } = page;
  const where = `page ${facts.pageNumber}`;
  // poppler knows no UserUnit.
  const readers = [...shown.keys()].filter((reader) => reader !== "poppler" || facts.userUnit === 1);
  const wrongSize = judged("size", where, readers, (reader) => sizeFault(page, shown.get(reader)!));
  if (wrongSize.length > 0) return wrongSize;
  const boxes = new Map(readers.map((reader) => [reader, inkBox(shown.get(reader)!, threshold)]));
  const found: Difference[] = [];
  if (isDropped) {
    found.push(
      ...judged("blank page that a split drops", where, readers, (reader) => {
        const mark = largestMark(shown.get(reader)!, threshold) / perPoint;
        return mark > speck ? `shows a mark of ${mark.toFixed(1)} pt` : undefined;
      }),
    );
  }
  if (facts.blank === true) {
    const shows = (reader: Reader) => (boxes.get(reader) === undefined ? undefined : "shows something");
    return [...found, ...judged("blank page", where, readers, shows)];
  }
  const isBlank = (reader: Reader) => (boxes.get(reader) === undefined ? "shows nothing" : undefined);
  found.push(...judged("page that is not blank", where, readers, isBlank));
  // Those to whom it is blank have said so.
  const seeing = readers.filter((reader) => boxes.get(reader) !== undefined);
  found.push(
    ...judged("content outside the box", where, seeing, (reader) => {
      const cut = outside(content, boxes.get(reader));
      return cut > cutPixels ? `has ${(cut / perPoint).toFixed(1)} pt of it` : undefined;
    }),
    ...judged("space inside the box", where, seeing, (reader) => {
      const space = inside(content, boxes.get(reader));
      const why = content.whole.length > 0 ? ` (${content.whole.join(", ")} not looked into)` : "";
      return space > tightPoints ? `has ${space.toFixed(1)} pt of it${why}` : undefined;
    }),
  );
  return found;
}

function sizeFault({ facts: { width, height } }: Statement, picture: Pixels): string | undefined {
  const isAlike = [width * perPoint - picture.width, height * perPoint - picture.height].every(
    (distance) => Math.abs(distance) <= 2,
  );
  const [across, down] = [picture.width, picture.height].map((pixels) => (pixels / perPoint).toFixed(1));
  return isAlike ? undefined : `has ${across} × ${down} pt, not ${width.toFixed(1)} × ${height.toFixed(1)}`;
}
