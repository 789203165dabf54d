import { describe, expect, it } from "vitest";
import { inkOf, type PageParts } from "../page.ts";

const PAGE = [0, 0, 200, 100];
const FUNCTION = "/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[.5]/N 1>>";
const GRAY = `/ColorSpace/DeviceGray${FUNCTION}`;
const shaded = (shading: string, pattern = ""): PageParts => ({
  resources: "/Shading<</H 10 0 R>>/Pattern<</P 11 0 R>>/XObject<</F 12 0 R>>",
  objects: {
    10: `<<${GRAY}${shading}>>`,
    11: `<</PatternType 2/Shading 10 0 R${pattern}>>`,
    12: "<</Subtype/Form/BBox[0 0 999 999]/Matrix[2 0 0 2 0 0]/Resources<</Pattern<</P 11 0 R>>>>/Length 34>>\nstream\n/Pattern cs /P scn 0 0 200 100 re f\nendstream",
  },
});
const FILL = "/Pattern cs /P scn 0 0 200 100 re f";

describe("An axial shading paints between its ends", () => {
  const axial = (coords: string, entries = "") => shaded(`/ShadingType 2/Coords[${coords}]${entries}`);
  it.each<[string, string, PageParts, number[]]>([
    ["as an operator", "/H sh", axial("50 0 120 0"), [50, 0, 120, 100]],
    ["as a pattern", FILL, axial("50 0 120 0"), [50, 0, 120, 100]],
    ["backwards", FILL, axial("120 0 50 0"), [50, 0, 120, 100]],
    ["upwards", FILL, axial("0 20 0 70"), [0, 20, 200, 70]],
    ["and beyond its start", FILL, axial("50 0 120 0", "/Extend[true false]"), [0, 0, 120, 100]],
    ["and beyond its end", FILL, axial("50 0 120 0", "/Extend[false true]"), [50, 0, 200, 100]],
    ["aslant, as far as what is filled reaches", FILL, axial("0 0 20 20"), [0, 0, 40, 40]],
    ["in a space that is turned", "0 1 -1 0 100 0 cm /H sh", axial("10 0 30 0"), [0, 10, 200, 30]],
    [
      "in the pattern's space",
      FILL,
      shaded("/ShadingType 2/Coords[10 0 30 0]", "/Matrix[3 0 0 1 5 0]"),
      [35, 0, 95, 100],
    ],
    ["in the space of the form that it is in", "/F Do", axial("10 0 30 0"), [20, 0, 60, 100]],
    ["whatever matrix is set where it fills", `2 0 0 2 0 0 cm ${FILL}`, axial("50 0 120 0"), [50, 0, 120, 100]],
    ["all over, where its ends are one point", FILL, axial("50 50 50 50"), PAGE],
  ])("%s", (_, content, parts, box) => {
    expect(inkOf(content, parts)).toEqual(box);
  });

  it("and strokes and text with it as well", () => {
    const line = "/Pattern CS /P SCN 10 w 0 50 m 200 50 l S";
    expect(inkOf(line, axial("50 0 120 0"))).toEqual([50, 45, 120, 55]);
    const [left, , right] = inkOf("/Pattern cs /P scn BT /X 90 Tf 10 20 Td (MMMM) Tj ET", axial("50 0 120 0"))!;
    expect([left, right]).toEqual([50, 120]);
  });
});

describe("Another shading paints", () => {
  const radial = (coords: string, entries = "") => shaded(`/ShadingType 3/Coords[${coords}]${entries}`);
  it.each<[string, PageParts, number[]]>([
    ["within its outer circle", radial("60 50 0 60 50 30"), [30, 20, 90, 80]],
    ["within its outer circle, which is the first", radial("60 50 30 60 50 5"), [30, 20, 90, 80]],
    [
      "within it, though the inner one goes on inwards",
      radial("60 50 5 60 50 30", "/Extend[true false]"),
      [30, 20, 90, 80],
    ],
    ["everywhere, where the outer one goes on", radial("60 50 0 60 50 30", "/Extend[false true]"), PAGE],
    ["from one circle to another beside it", radial("40 50 10 90 50 20"), [30, 30, 110, 70]],
    ["everywhere, where one of two circles goes on", radial("40 50 10 90 50 20", "/Extend[true false]"), PAGE],
    ["the domain of its function", shaded("/ShadingType 1/Domain[1 3 2 4]/Matrix[10 0 0 10 5 0]"), [15, 20, 35, 40]],
    ["what the coordinates of a mesh can reach", shaded("/ShadingType 4/Decode[10 30 20 50 0 1]"), [10, 20, 30, 50]],
    ["its box", shaded("/ShadingType 2/Coords[0 0 200 0]/Extend[true true]/BBox[20 30 40 60]"), [20, 30, 40, 60]],
    ["everywhere on its background", shaded("/ShadingType 2/Coords[50 0 120 0]/Background[.5]"), PAGE],
  ])("%s", (_, parts, box) => {
    expect(inkOf(FILL, parts)).toEqual(box);
  });
});
