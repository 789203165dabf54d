import { describe, expect, it } from "vitest";
import { IDENTITY } from "../../../src/pdf-content/matrix.ts";
import { Path } from "../../../src/pdf-content/state/path.ts";
import { clipFilled, clipStroked } from "../../../src/remove/rewrite/path-clip.ts";
import {
  crossings,
  lengthOf,
  line,
  type PathSegment,
  part,
  type Subpath,
  subpathsOf,
  valueAt,
} from "../../../src/remove/rewrite/path-segments.ts";

const BOX = [0, 0, 100, 100] as const;
const curve = (...points: PathSegment["points"]): PathSegment => ({ isCurve: true, points, step: -1 });
const round = (values: readonly number[]) => values.map((value) => Math.round(value * 1000) / 1000 + 0);

/** Points of lines by their ends, and of curves with their control points. */
function inNumbers(subpaths: readonly Subpath[]): string[] {
  return subpaths.map(({ segments, isClosed }) => {
    const steps = segments.map(({ isCurve, points: p }) =>
      isCurve
        ? `${round(p.slice(0, 2)).join(",")}~${round(p.slice(2)).join(",")}`
        : round([...p.slice(0, 2), ...p.slice(6)]).join(","),
    );
    return `${steps.join(" ")}${isClosed ? " closed" : ""}`;
  });
}

function path(draw: (on: Path) => void): Subpath[] {
  const on = new Path();
  draw(on);
  return subpathsOf(on);
}
/** Points as "x,y x,y …". */
function draw(on: Path, points: string): void {
  points.split(" ").forEach((point, i) => {
    const [x, y] = point.split(",").map(Number) as [number, number];
    if (i === 0) on.move(x, y, IDENTITY);
    else on.line(x, y, IDENTITY);
  });
}
const lines = (points: string) => path((on) => draw(on, points));
const polygon = (points: string) =>
  path((on) => {
    draw(on, points);
    on.close();
  });

describe("the parts of a path", () => {
  it("are its lines and curves, each from where the one before ends", () => {
    const found = path((on) => {
      on.move(1, 2, IDENTITY);
      on.line(3, 4, IDENTITY);
      on.curve(5, 6, 7, 8, 9, 10, IDENTITY);
      on.move(20, 20, IDENTITY);
      on.move(30, 30, IDENTITY);
      on.line(31, 30, IDENTITY);
      on.close();
      on.line(40, 40, IDENTITY);
    });
    expect(inNumbers(found)).toEqual(["1,2,3,4 3,4~5,6,7,8,9,10", "30,30,31,30 31,30,30,30 closed", "30,30,40,40"]);
    expect(found.flatMap(({ segments }) => segments.map(({ step }) => step))).toEqual([1, 2, 5, -1, 7]);
  });

  it("close with a line where they do not end where they began, and a point with one of no length", () => {
    expect(inNumbers(polygon("0,0 9,0 9,9 0,0"))).toEqual(["0,0,9,0 9,0,9,9 9,9,0,0 closed"]);
    expect(inNumbers(polygon("5,5"))).toEqual(["5,5,5,5 closed"]);
  });
});

describe("a piece of a segment", () => {
  const bow = curve(0, 0, 0, 40, 40, 40, 40, 0);

  it("lies where the segment lies", () => {
    const piece = part(bow, 0.25, 0.75);
    for (const t of [0, 0.3, 1]) {
      for (const axis of [0, 1] as const)
        expect(valueAt(piece, axis, t)).toBeCloseTo(valueAt(bow, axis, 0.25 + t / 2), 9);
    }
    expect(round(part(line(0, 0, 10, 20), 0.1, 0.5).points)).toEqual([1, 2, 1, 2, 5, 10, 5, 10]);
    expect(part(bow, 0, 1)).toBe(bow);
  });

  it("begins and ends where the segment crosses a line", () => {
    expect(round(crossings(bow, 1, 15).map((t) => valueAt(bow, 1, t)))).toEqual([15, 15]);
    expect(crossings(bow, 1, 31)).toEqual([]);
    expect(round(crossings(bow, 0, 20))).toEqual([0.5]);
    expect(round(crossings(line(0, 0, 10, 20), 1, 5))).toEqual([0.25]);
    for (const value of [0, 20, -1, 21]) expect(crossings(line(0, 0, 10, 20), 1, value)).toEqual([]);
    expect(round(crossings(curve(0, 0, 100, 0, -60, 0, 40, 0), 0, 20))).toHaveLength(3);
  });

  it("is as long as it is measured", () => {
    expect(lengthOf(line(0, 0, 3, 4), [1, 0, 0, 1])).toBe(5);
    expect(lengthOf(line(0, 0, 3, 4), [0, 1, 2, 0])).toBeCloseTo(Math.hypot(8, 3), 9);
    expect(lengthOf(curve(0, 0, 1, 0, 2, 0, 3, 0), [2, 0, 0, 1])).toBeCloseTo(6, 6);
    const quarter = 0.5522847498;
    expect(lengthOf(curve(10, 0, 10, quarter * 10, quarter * 10, 10, 0, 10), [1, 0, 0, 1])).toBeCloseTo(5 * Math.PI, 2);
  });
});

describe("what is filled is cut", () => {
  it.each<[string, string, string[]]>([
    ["not at all inside", "10,10 20,10 20,20", ["10,10,20,10 20,10,20,20 20,20,10,10 closed"]],
    ["to nothing on the left", "-10,10 -20,10 -20,20", []],
    ["to nothing on the right", "110,10 120,10 120,20", []],
    ["to nothing above", "10,110 20,110 20,120", []],
    ["to nothing below", "10,-10 20,-10 20,-20", []],
    ["at the left", "-10,10 10,10 10,20 -10,20", ["0,10,10,10 10,10,10,20 10,20,0,20 0,20,0,10 closed"]],
    ["at the right", "90,10 110,10 110,20 90,20", ["90,10,100,10 100,10,100,20 100,20,90,20 90,20,90,10 closed"]],
    ["below", "10,-10 20,-10 20,10 10,10", ["20,0,20,10 20,10,10,10 10,10,10,0 10,0,20,0 closed"]],
    ["above", "10,90 20,90 20,110 10,110", ["10,90,20,90 20,90,20,100 20,100,10,100 10,100,10,90 closed"]],
    [
      "to the whole box where it covers that",
      "-50,-50 150,-50 150,150 -50,150",
      ["100,0,100,100 100,100,0,100 0,100,0,0 0,0,100,0 closed"],
    ],
  ])("%s", (_, points, cut) => {
    const found = inNumbers(clipFilled(polygon(points), BOX));
    const corners = (text: string[]) => text.map((one) => one.split(" ").sort().join(" "));
    expect(corners(found)).toEqual(corners(cut));
  });

  it("a shape that does not close itself is closed", () => {
    expect(inNumbers(clipFilled(lines("10,10 20,10 20,20"), BOX))).toEqual([
      "10,10,20,10 20,10,20,20 20,20,10,10 closed",
    ]);
  });

  it("along curves, with no point outside", () => {
    const [cut] = clipFilled([{ segments: [curve(50, 50, 50, 160, 80, 160, 80, 50)], isClosed: true }], BOX);
    const points = cut!.segments.flatMap(({ points }) => points);
    expect(points.length).toBeGreaterThan(16);
    expect(Math.min(...points)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...points)).toBe(100);
    const inside = clipFilled([{ segments: [curve(50, 90, 50, 102, 80, 102, 80, 90)], isClosed: true }], BOX);
    expect(Math.max(...inside[0]!.segments.flatMap(({ points }) => points))).toBeLessThanOrEqual(100);
  });
});

describe("what is stroked is cut", () => {
  const stroked = (subpaths: Subpath[], scale?: number[]) => {
    const parts = clipStroked(subpaths, BOX, scale);
    return inNumbers(parts).map((text, i) => (scale ? `${text} from ${round([parts[i]!.start])[0]}` : text));
  };

  it.each<[string, string, string[]]>([
    ["not at all inside", "10,10 90,90", ["10,10,90,90"]],
    ["to nothing outside", "-10,10 -10,90", []],
    ["to nothing past a corner", "-60,60 60,180", []],
    ["at both ends", "-10,50 110,50", ["0,50,100,50"]],
    ["from below to above", "50,-10 50,110", ["50,0,50,100"]],
    ["to two parts where it leaves and comes back", "50,50 150,50 150,60 50,60", ["50,50,100,50", "100,60,50,60"]],
  ])("%s", (_, points, cut) => {
    expect(stroked(lines(points))).toEqual(cut);
  });

  it("a closed line stays closed only where nothing of it is cut away", () => {
    expect(stroked(polygon("10,10 90,10 90,90"))).toEqual(["10,10,90,10 90,10,90,90 90,90,10,10 closed"]);
    expect(stroked(polygon("50,50 150,50 150,90 50,90"))).toEqual(["100,90,50,90 50,90,50,50 50,50,100,50"]);
    expect(stroked(polygon("150,50 50,50 50,90 150,90"))).toEqual(["100,50,50,50 50,50,50,90 50,90,100,90"]);
  });

  it("each part knows how far along the path it begins, for its dashes", () => {
    const there = lines("50,50 150,50 150,60 50,60");
    expect(stroked(there, [1, 0, 0, 1])).toEqual(["50,50,100,50 from 0", "100,60,50,60 from 160"]);
    expect(stroked(there, [2, 0, 0, 2])).toEqual(["50,50,100,50 from 0", "100,60,50,60 from 320"]);
    const beyond = lines("-40,50 -20,50 -20,60 50,60");
    expect(stroked(beyond, [1, 0, 0, 1])).toEqual(["0,60,50,60 from 50"]);
  });

  it("dashes begin again where a closed path begins, so its last part is not joined to its first", () => {
    const around = polygon("50,50 150,50 150,90 50,90");
    expect(stroked(around, [1, 0, 0, 1])).toEqual(["50,50,100,50 from 0", "100,90,50,90 50,90,50,50 from 190"]);
  });
});
