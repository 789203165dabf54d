import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { Judge } from "../../../src/remove/prove/judge.ts";
import { openReading } from "../../../src/remove/reading.ts";
import { Inside } from "../../../src/remove/tally.ts";
import { build, stream } from "../files.ts";

const AREA = [100, 100, 300, 300] as const;
const OUTSIDE = ["a path with a point outside, in a pattern"];
const TOO_MANY = ["a pattern that shows too many parts of its cell"];

/**
 * What the judge finds in a page painted with a pattern whose cell holds a line at a place, in an area of its middle.
 */
function faults(cell: string, x: number, y: number): string[] {
  const pattern = stream(
    `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1${cell}`,
    `${x} ${y} m ${x + 5} ${y} l S`,
  );
  const content = "/Pattern cs /P scn 0 0 400 400 re f";
  const document = openPdf(build({ content, resources: "/Pattern<</P 6 0 R>>", more: { 6: pattern } }));
  const found = new Set<string>();
  const judge = new Judge(openReading(document), (fault) => found.add(fault));
  judge.beginPage(AREA);
  const page = document.page(0);
  // The path that the pattern fills is larger than the area.
  atOnce(judge.content(page.dict.get("Contents"), page.attribute("Resources"), new Inside(AREA)));
  found.delete("a path with a point outside");
  return [...found];
}

describe("a cell of a pattern may hold only what one of its tiles shows inside", () => {
  it.each([
    ["in the only tile", "/BBox[0 0 400 400]/XStep 400/YStep 400", 150, 150, []],
    ["left of the area in the only tile", "/BBox[0 0 400 400]/XStep 400/YStep 400", 20, 150, OUTSIDE],
    ["below the area in the only tile", "/BBox[0 0 400 400]/XStep 400/YStep 400", 150, 20, OUTSIDE],
    ["in the next tile", "/BBox[0 0 900 400]/XStep 300/YStep 400", 450, 150, []],
    ["between two tiles", "/BBox[0 0 900 400]/XStep 300/YStep 400", 350, 150, OUTSIDE],
    ["between two tiles of negative steps", "/BBox[0 0 900 400]/XStep -300/YStep -400", 350, 150, OUTSIDE],
    ["between the last of many tiles", "/BBox[0 0 30000 400]/XStep 300/YStep 400", 27050, 150, OUTSIDE],
    ["in the last of many tiles", "/BBox[0 0 30000 400]/XStep 300/YStep 400", 27150, 150, []],
    ["where more tiles show parts than are looked at", "/BBox[0 0 90000 400]/XStep 300/YStep 400", 150, 150, TOO_MANY],
    ["where rows and columns of tiles are too many", "/BBox[0 0 9000 9000]/XStep 300/YStep 300", 150, 150, TOO_MANY],
    ["where each place shows in some tile", "/BBox[0 0 90000 400]/XStep 200/YStep 200", 27050, 20, []],
    ["where the steps are larger than the area", "/BBox[0 0 9000 400]/XStep 250/YStep 200", 2072, 20, OUTSIDE],
    ["below, in small steps across", "/BBox[0 0 90 400]/XStep 3/YStep 400", 50, 20, OUTSIDE],
    ["within, in small steps across", "/BBox[0 0 90 400]/XStep 3/YStep 400", 50, 250, []],
    ["left, in small steps up", "/BBox[0 0 400 90]/XStep 400/YStep 3", 20, 50, OUTSIDE],
    ["within, in small steps up", "/BBox[0 0 400 90]/XStep 400/YStep 3", 250, 50, []],
    ["below, in small steps up, turned", "/BBox[0 0 400 90]/XStep 400/YStep 3/Matrix[0 1 -1 0 400 0]", 20, 50, OUTSIDE],
    ["within, in small steps up, turned", "/BBox[0 0 400 90]/XStep 400/YStep 3/Matrix[0 1 -1 0 400 0]", 250, 50, []],
    ["beside a skewed area", "/BBox[0 0 400 400]/XStep 400/YStep 400/Matrix[1 .5 -.5 1 0 0]", 110, 20, OUTSIDE],
    ["within a skewed area", "/BBox[0 0 400 400]/XStep 400/YStep 400/Matrix[1 .5 -.5 1 0 0]", 240, 20, []],
    ["in steps of the cell's size", "/BBox[0 0 500 500]", 20, 150, OUTSIDE],
    ["in a cell without a box", "/XStep 400/YStep 400", 20, 150, OUTSIDE],
  ])("%s", (_, cell, x, y, expected) => {
    expect(faults(cell, x, y)).toEqual(expected);
  });
});
