import type { Size } from "../document/viewer.ts";

/** Where the pages of the board lie: in rows of the same height, of which only those in view are in the page. */
export interface Grid {
  columns: number;
  /** The place of one page, and the largest that a page is drawn in it. */
  cell: Size;
  sheet: Size;
  /** The room on the left that centres the rows. */
  left: number;
  height: number;
}

const NARROW_REM = 42;

export function gridOf(width: number, count: number): Grid {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const across = (width < NARROW_REM * rem ? 6.9 : 9.6) * rem;
  const columns = Math.max(Math.floor(width / across), 1);
  const cell = { width: Math.min(across, width), height: across * 1.22 + 2.4 * rem };
  const sheet = { width: cell.width - 1.6 * rem, height: across * 1.22 - 1.2 * rem };
  const used = Math.min(columns, Math.max(count, 1)) * cell.width;
  const left = count < columns ? 0 : Math.max((width - used) / 2, 0);
  return { columns, cell, sheet, left, height: Math.ceil(count / columns) * cell.height };
}

export function placeOf({ columns, cell, left }: Grid, index: number): { left: number; top: number } {
  return { left: left + (index % columns) * cell.width, top: Math.floor(index / columns) * cell.height };
}

/** Before which page something comes that is let go at a point. */
export function indexAt({ columns, cell, left }: Grid, x: number, y: number, count: number): number {
  const row = Math.max(Math.floor(y / cell.height), 0);
  const column = Math.min(Math.max(Math.round((x - left) / cell.width), 0), columns);
  return Math.min(row * columns + column, count);
}
