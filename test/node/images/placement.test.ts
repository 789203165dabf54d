import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../../src/images/image-document.ts";
import type { FitMode } from "../../../src/images/page/layout.ts";
import { exifBlock } from "../../fixtures/exif.ts";
import { exifSegment, jfif, jpeg } from "../../fixtures/jpeg.ts";
import { nearly, RENDERERS } from "../../support/renderers.ts";

type Colour = number[];
type Grid = Colour[][];

/** Three columns, two rows, all different: every way of turning it shows. Gray, so that JPEG keeps the values. */
const CELLS: Grid = [
  [[20], [60], [100]],
  [[140], [180], [220]],
];
const CELL_PIXELS = 8;

const flipped = (grid: Grid): Grid => grid.map((row) => row.toReversed());
const transposed = (grid: Grid): Grid => grid[0]!.map((_, x) => grid.map((row) => row[x]!));
const clockwise = (grid: Grid): Grid => flipped(transposed(grid));

/** What a viewer shows for each value of EXIF's orientation, by the words of the standard ("row 0 is …"). */
const UPRIGHT: Record<number, (grid: Grid) => Grid> = {
  1: (grid) => grid,
  2: flipped,
  3: (grid) => clockwise(clockwise(grid)),
  4: (grid) => flipped(clockwise(clockwise(grid))),
  5: transposed,
  6: clockwise,
  7: (grid) => transposed(clockwise(clockwise(grid))),
  8: (grid) => clockwise(clockwise(clockwise(grid))),
};

/** The cells as blocks of a JPEG, with an orientation. */
const stored = (orientation: number) =>
  jpeg({ blocks: CELLS, segments: [jfif(0, 1, 1), exifSegment(exifBlock(orientation))] });

type Tried = "A4" | "Letter" | "Original";
const PAGES: Record<Tried, (width: number, height: number) => [number, number]> = {
  A4: () => [595.276, 841.89],
  Letter: () => [612, 792],
  Original: (width, height) => [width, height],
};
const BACKGROUND = [200, 30, 90] as const;

interface Case {
  pageSize: Tried;
  fitMode: FitMode;
  margin: number;
  rotation: number;
}

const cases: Case[] = (["A4", "Letter", "Original"] as const).flatMap((pageSize) =>
  (["contain", "cover", "fill"] as const).flatMap((fitMode) =>
    [0, 40].flatMap((margin) => [0, 90, 180, -90].map((rotation) => ({ pageSize, fitMode, margin, rotation }))),
  ),
);

/** Where each cell's middle must be on the page, worked out without matrices; undefined where it is clipped away. */
function expectedCells(grid: Grid, { pageSize, fitMode, margin }: Case) {
  const columns = grid[0]!.length;
  const rows = grid.length;
  const edge = margin * 0.75;
  const naturalWidth = columns * CELL_PIXELS * 0.75;
  const naturalHeight = rows * CELL_PIXELS * 0.75;
  const [pageWidth, pageHeight] = PAGES[pageSize](naturalWidth + 2 * edge, naturalHeight + 2 * edge);
  const [boxWidth, boxHeight] = [pageWidth - 2 * edge, pageHeight - 2 * edge];
  const [x, y] = [boxWidth / naturalWidth, boxHeight / naturalHeight];
  const both = fitMode === "cover" ? Math.max(x, y) : Math.min(x, y);
  const width = naturalWidth * (fitMode === "fill" ? x : both);
  const height = naturalHeight * (fitMode === "fill" ? y : both);
  const cells = grid.flatMap((row, r) =>
    row.map((colour, c) => ({
      colour: colour[0]!,
      x: pageWidth / 2 + ((c + 0.5) / columns - 0.5) * width,
      y: pageHeight / 2 + ((r + 0.5) / rows - 0.5) * height,
    })),
  );
  const isVisible = (cell: { x: number; y: number }) =>
    cell.x > edge + 1 && cell.x < pageWidth - edge - 1 && cell.y > edge + 1 && cell.y < pageHeight - edge - 1;
  return { pageWidth, pageHeight, edge, cells: cells.filter(isVisible) };
}

describe.each(RENDERERS)("$name shows every cell of the image in its place", (renderer) => {
  it.each(cases)("$pageSize, $fitMode, margin $margin, turned by $rotation", async (options) => {
    const orientations = [1, 2, 3, 4, 5, 6, 7, 8];
    const inputs = orientations.map((orientation) => ({ name: `${orientation}`, bytes: stored(orientation) }));
    const imageOrder = orientations.map((orientation) => ({
      name: `${orientation}`,
      order: orientation,
      rotation: options.rotation,
    }));
    const { rope } = await imagesToPdf(inputs, { ...DEFAULT_OPTIONS, ...options, background: BACKGROUND, imageOrder });
    const pages = await renderer.pages(rope.toBytes());
    for (const orientation of orientations) {
      let grid = UPRIGHT[orientation]!(CELLS);
      for (let turns = (options.rotation / 90 + 4) % 4; turns > 0; turns--) grid = clockwise(grid);
      const page = pages[orientation - 1]!;
      const { pageWidth, pageHeight, edge, cells } = expectedCells(grid, options);
      expect(Math.abs(page.width - pageWidth)).toBeLessThan(1.01);
      expect(Math.abs(page.height - pageHeight)).toBeLessThan(1.01);
      const seen = cells.map(({ x, y }) => page.at(Math.floor(x), Math.floor(y)));
      expect(seen, `orientation ${orientation}`).toEqual(cells.map(({ colour }) => nearly([colour, colour, colour])));
      if (edge > 0) {
        expect(page.at(Math.floor(pageWidth / 2), Math.floor(edge / 2))).toEqual(nearly(BACKGROUND));
        expect(page.at(Math.floor(edge / 2), Math.floor(pageHeight / 2))).toEqual(nearly(BACKGROUND));
      }
    }
  });

  it("turns by any angle around the middle", async () => {
    const { rope } = await imagesToPdf([{ name: "a", bytes: stored(1) }], {
      ...DEFAULT_OPTIONS,
      background: BACKGROUND,
      dpi: 9.6,
      imageOrder: [{ name: "a", order: 0, rotation: 30 }],
    });
    const [page] = await renderer.pages(rope.toBytes());
    const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    expect(Math.abs(page!.width - (180 * cos + 120 * sin))).toBeLessThan(1.01);
    for (const [r, row] of CELLS.entries()) {
      for (const [c, colour] of row.entries()) {
        const [dx, dy] = [(c - 1) * 60, (r - 0.5) * 60];
        const x = page!.width / 2 + dx * cos - dy * sin;
        const y = page!.height / 2 + dx * sin + dy * cos;
        expect(page!.at(Math.floor(x), Math.floor(y))).toEqual(nearly([colour[0]!, colour[0]!, colour[0]!]));
      }
    }
    expect(page!.at(2, 2)).toEqual(nearly(BACKGROUND));
  });
});
