import { describe, expect, it } from "vitest";
import { inkOf } from "../page.ts";

const outOf = (content: string): [number, number, number, number] => inkOf(content) as [number, number, number, number];

describe("A stroke reaches", () => {
  it.each([
    ["butt caps: no further than its ends", "10 w 20 30 m 80 30 l S", [20, 25, 80, 35]],
    ["round caps: half the width on all sides", "10 w 1 J 20 30 m 80 30 l S", [15, 25, 85, 35]],
    ["square caps: the same", "10 w 2 J 20 30 m 80 30 l S", [15, 25, 85, 35]],
    ["round joins: the same, though a cap is less", "10 w 1 j 20 30 m 80 30 l S", [15, 25, 85, 35]],
    ["a width that the matrix stretches", "3 0 0 1 0 0 cm 10 w 20 30 m 50 30 l S", [60, 25, 150, 35]],
    ["round caps that the matrix stretches", "3 0 0 1 0 0 cm 10 w 1 J 20 30 m 50 30 l S", [45, 25, 165, 35]],
    ["a width that the matrix turns", "0 3 -1 0 100 0 cm 10 w 10 30 m 20 30 l S", [65, 30, 75, 60]],
    ["a turned line, butt caps", "10 w 20 20 m 50 60 l S", [16, 17, 54, 63]],
    ["a turned line, square caps", "10 w 2 J 20 20 m 50 60 l S", [13, 13, 57, 67]],
    ["a turned line that a matrix stretches", "2 0 0 1 0 0 cm 10 w 10 20 m 40 60 l S", [12, 17, 88, 63]],
    ["corners that are bevelled", "10 w 2 j 20 30 m 80 30 l 80 70 l S", [20, 25, 85, 70]],
    ["corners that are mitred", "10 w 20 30 m 80 30 l 80 70 l S", [20, 25, 85, 70]],
    ["several parts", "10 w 20 30 m 80 30 l 120 10 m 120 90 l S", [20, 10, 125, 90]],
    ["a curve: half the width on all sides", "10 w 20 30 m 40 30 60 30 80 30 c S", [15, 25, 85, 35]],
    ["a rectangle's corners", "10 w 20 30 40 20 re S", [15, 25, 65, 55]],
  ])("with %s", (_, content, box) => {
    expect(inkOf(content)).toEqual(box);
  });

  it("nothing where its path is a point that does not close, and half its width around one that does", () => {
    expect(inkOf("10 w 1 J 50 50 m S")).toBeNull();
    expect(inkOf("10 w 1 J 50 50 m h S")).toEqual([45, 45, 55, 55]);
    expect(inkOf("2 0 0 1 0 0 cm 10 w 2 J 25 50 m h S")).toEqual([35.9, 42.9, 64.1, 57.1]);
  });
});

/** A wedge that points to the right, to (100, 50): half its angle has the sine 1/√17. */
const WEDGE = "20 30 m 100 50 l 20 70 l";
const TIP = 100 + 2 * Math.sqrt(17);

describe("The tip of a mitred corner", () => {
  it("is as far out as its angle is sharp", () => {
    expect(outOf(`4 w ${WEDGE} S`)[2]).toBeCloseTo(TIP, 1);
    expect(outOf("4 w 20 50 m 60 50 l 60 90 l S")[2]).toBeCloseTo(62, 1);
  });

  it.each([
    ["round joins", "1 j", 102],
    ["bevelled joins", "2 j", 100.5],
    ["a limit below its length", "4.12 M", 100.5],
    ["a limit of 1", "1 M", 100.5],
  ])("is not there with %s", (_, setting, reach) => {
    expect(outOf(`4 w ${setting} ${WEDGE} S`)[2]).toBe(reach);
  });

  it("is there with a limit of its length", () => {
    expect(outOf(`4 w 4.13 M ${WEDGE} S`)[2]).toBeCloseTo(TIP, 1);
  });

  it("points wherever the corner points", () => {
    expect(outOf("4 w 100 30 m 20 50 l 100 70 l S")[0]).toBeCloseTo(120 - TIP, 1);
    expect(outOf("4 w 80 10 m 100 90 l 120 10 l S")[3]).toBeCloseTo(TIP - 10, 1);
    expect(outOf("4 w 80 90 m 100 10 l 120 90 l S")[1]).toBeCloseTo(110 - TIP, 1);
  });

  it("is that of the matrix under which the line is drawn", () => {
    expect(outOf("2 0 0 2 0 0 cm 2 w 10 15 m 50 25 l 10 35 l S")[2]).toBeCloseTo(TIP, 1);
    expect(outOf("0 1 1 0 0 0 cm 4 w 30 20 m 50 80 l 70 20 l S")[2]).toBeCloseTo(80 + 2 * Math.sqrt(10), 1);
  });

  it("is there where a path closes, at its end and at its beginning", () => {
    expect(outOf("4 w 20 70 m 20 30 l 100 50 l h S")[2]).toBeCloseTo(TIP, 1);
    expect(outOf("4 w 100 50 m 20 70 l 20 30 l h S")[2]).toBeCloseTo(TIP, 1);
    expect(outOf("4 w 100 50 m 20 70 l 20 30 l S")[2]).toBe(100.5);
  });

  it("is not there between a path and the next", () => {
    expect(outOf("4 w 20 30 m 100 50 l 100 50 m 20 70 l S")[2]).toBe(100.5);
    expect(outOf("4 w 20 30 m 20 60 l h 100 50 m 20 70 l S")[2]).toBe(100.5);
  });

  it("is that of lines around points of no length", () => {
    expect(outOf("4 w 20 30 m 100 50 l 100 50 l 20 70 l S")[2]).toBeCloseTo(TIP, 1);
  });

  it.each([
    ["ends in a curve", "20 30 m 40 35 80 45 100 50 c 20 70 l"],
    ["begins with a curve", "20 30 m 100 50 l 80 55 40 65 20 70 c"],
    ["has curves whose control points are their ends", "20 30 m 20 30 100 50 100 50 c 100 50 20 70 20 70 c"],
    ["has curves with the second control point at the end", "20 30 m 60 40 100 50 100 50 c 100 50 60 60 20 70 c"],
  ])("is there where a corner %s", (_, path) => {
    expect(outOf(`4 w ${path} S`)[2]).toBeCloseTo(TIP, 1);
  });

  it("is not there where a curve goes on smoothly, or turns back on itself", () => {
    expect(outOf("4 w 20 50 m 40 50 80 50 100 50 c 150 50 l S")[2]).toBe(152);
    expect(outOf("4 w 20 50 m 100 50 l 20 50 l S")[2]).toBe(100);
  });
});

describe("A curve reaches", () => {
  it.each([
    ["up", "20 20 m 20 60 60 60 60 20 c", [20, 20, 60, 50]],
    ["down", "20 60 m 20 20 60 20 60 60 c", [20, 30, 60, 60]],
    ["left", "60 20 m 20 20 20 60 60 60 c", [30, 20, 60, 60]],
    ["right", "20 20 m 60 20 60 60 20 60 c", [20, 20, 50, 60]],
    ["both ways", "20 50 m 40 90 60 10 80 50 c", [20, 38.5, 80, 61.5]],
    ["up once, by a curve of the second degree", "20 20 m 40 40 60 40 80 20 c", [20, 20, 80, 35]],
    ["no further than its ends, where its control points do not", "20 20 m 30 30 50 50 60 60 c", [20, 20, 60, 60]],
    ["from its first point, with v", "20 20 m 60 60 60 20 v", [20, 20, 60, 37.8]],
    ["to its last point, with y", "20 20 m 20 60 60 20 y", [20, 20, 60, 37.8]],
  ])("%s as far as it goes", (_, path, box) => {
    expect(inkOf(`${path} f`)).toEqual(box);
  });
});
