import { describe, expect, it } from "vitest";
import { Extent } from "../../src/pdf-content/extent.ts";
import { boxAround, type Matrix } from "../../src/pdf-content/matrix.ts";
import { sideOf, within } from "../../src/remove/areas.ts";

const AREA = [10, 20, 110, 220] as const;
const UPRIGHT: Matrix = [1, 0, 0, 1, 0, 0];
const QUARTER: Matrix = [0, 1, -1, 0, 0, 0];

const side = (box: readonly number[], matrix: Matrix = UPRIGHT, growX = 0, growY = 0) =>
  sideOf(box[0]!, box[1]!, box[2]!, box[3]!, matrix, AREA, growX, growY);

describe("a box lies", () => {
  it.each([
    ["inside", [20, 30, 40, 50]],
    ["inside", [10, 20, 110, 220]],
    ["inside", [9.9995, 19.9995, 110.0005, 220.0005]],
    ["edge", [9.9, 30, 40, 50]],
    ["edge", [20, 19.9, 40, 50]],
    ["edge", [20, 30, 110.1, 50]],
    ["edge", [20, 30, 40, 220.1]],
    ["outside", [0, 30, 10, 50]],
    ["outside", [20, 0, 40, 20]],
    ["outside", [110, 30, 120, 50]],
    ["outside", [20, 220, 40, 230]],
    ["edge", [0, 30, 10.1, 50]],
    ["edge", [0, 0, 500, 500]],
    ["outside", [Number.NaN, 30, 40, 50]],
    ["outside", [20, 30, Number.POSITIVE_INFINITY, 50]],
  ] as const)("%s at %j", (where, box) => {
    expect(side(box)).toBe(where);
  });

  it("where its matrix puts it", () => {
    expect(side([0, 0, 1, 1], [20, 0, 0, 30, 40, 50])).toBe("inside");
    expect(side([0, 0, 1, 1], [-20, 0, 0, -30, 40, 50])).toBe("inside");
    expect(side([0, 0, 1, 1], [-20, 0, 0, 30, 29, 50])).toBe("edge");
    expect(side([30, -40, 50, -20], QUARTER)).toBe("inside");
    expect(side([30, -120, 50, -100], QUARTER)).toBe("edge");
    expect(side([30, 20, 50, 40], QUARTER)).toBe("outside");
  });

  it("further out by half a line's width", () => {
    expect(side([12, 30, 40, 50], UPRIGHT, 2, 0)).toBe("inside");
    expect(side([12, 30, 40, 50], UPRIGHT, 2.1, 0)).toBe("edge");
    expect(side([20, 22, 40, 50], UPRIGHT, 0, 2.1)).toBe("edge");
    expect(side([20, 30, 40, 219], UPRIGHT, 0, 1.1)).toBe("edge");
    expect(side([0, 30, 9, 50], UPRIGHT, 1, 0)).toBe("outside");
    expect(side([0, 30, 9, 50], UPRIGHT, 1.1, 0)).toBe("edge");
    expect(side([20, 221, 40, 230], UPRIGHT, 0, 1.1)).toBe("edge");
  });

  it("outside where a turned side parts it from the area, though the boxes meet", () => {
    const turned: Matrix = [1, 1, -1, 1, 0, 0];
    // The corner at (10, 20) of the area, and a square on its tip beside it.
    const at = (x: number, y: number): Matrix => [1, 1, -1, 1, x, y];
    expect(side([0, 0, 10, 10], at(5, 4))).toBe("outside");
    expect(side([0, 0, 10, 10], at(10, 10))).toBe("edge");
    expect(side([0, 0, 10, 10], at(115, 4))).toBe("outside");
    expect(side([0, 0, 10, 10], at(5, 216))).toBe("outside");
    expect(side([0, 0, 10, 10], at(115, 216))).toBe("outside");
    expect(side([0, 0, 10, 10], at(5, 4), 4, 4)).toBe("edge");
    expect(side([0, 0, 200, 200], turned)).toBe("edge");
    expect(side([0, 0, 10, 10], [1, 1, 1, 1, 100, 210])).toBe("edge");
  });

  it.each<[string, number[], Matrix]>([
    ["right", [0, 0, 1, 100], [1, 0, 3, 1, 60, 0]],
    ["left", [0, 0, 1, 100], [1, 0, 3, 1, -151, 170]],
    ["lower", [0, 0, 100, 1], [1, 3, 0, 1, 0, 200]],
    ["upper", [0, 0, 100, 1], [1, 3, 0, 1, 60, -141]],
    ["right and larger", [0, 0, 0.5, 50], [2, 0, 6, 2, 60, 0]],
    ["right and mirrored", [-0.5, 0, 0, 50], [-2, 0, 6, 2, 60, 0]],
  ])(
    "outside where a skewed side, with half a line's width across it, parts it from the area: %s",
    (_, box, matrix) => {
      // The side lies 10 units from the area across, which are the square root of 10 units along its normal.
      expect(side(box, matrix, 3.1, 0)).toBe("outside");
      expect(side(box, matrix, 3.2, 0)).toBe("edge");
      expect(side(box, matrix, 1.5, 1.6)).toBe("outside");
      expect(side(box, matrix, 1.6, 1.6)).toBe("edge");
    },
  );
});

describe("the box around a box", () => {
  it.each<[Matrix, readonly number[]]>([
    [
      [1, 0, 0, 1, 5, 6],
      [6, 8, 8, 10],
    ],
    [
      [2, 0, 0, 3, 0, 0],
      [2, 6, 6, 12],
    ],
    [QUARTER, [-4, 1, -2, 3]],
    [
      [1, 1, -1, 1, 0, 0],
      [-3, 3, 1, 7],
    ],
    [
      [-1, 0, 0, -1, 0, 0],
      [-3, -4, -1, -2],
    ],
  ])("under %j is %j", (matrix, box) => {
    expect(boxAround([1, 2, 3, 4], matrix)).toEqual(box);
  });
});

it("a clip lets through what it has in common with the area", () => {
  expect(within(Extent.of([0, 0, 50, 60]), [10, 20, 110, 220])).toEqual([10, 20, 50, 60]);
  expect(within(Extent.of([0, 0, 5, 60]), [10, 20, 110, 220])).toBeUndefined();
  expect(within(new Extent(), [10, 20, 110, 220])).toBeUndefined();
});
