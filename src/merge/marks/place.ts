import { type Matrix, multiply } from "../../pdf-content/matrix.ts";
import { formatNumber } from "../../pdf-file/syntax/numbers.ts";
import { type Display, displaySize } from "../../pdf-pages/geometry.ts";

/** Places of a page as it is seen. */
export const POSITIONS = [
  "center",
  "top",
  "bottom",
  "left",
  "right",
  "top-left",
  "top-right",
  "bottom-left",
  "bottom-right",
] as const;

export type Position = (typeof POSITIONS)[number];

/** Where something lies on a page as it is seen: turned, cropped, and in points. */
export interface Placement {
  readonly position: Position;
  /** Points between it and the page's edges. */
  readonly margin: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** From the space of what is placed, its corner at the origin, to the page's user space. */
export function placed({ width, height }: Size, { position, margin }: Placement, display: Display): Matrix {
  const page = displaySize(display);
  const x = position.endsWith("left")
    ? margin
    : position.endsWith("right")
      ? page.width - margin - width
      : (page.width - width) / 2;
  const y = position.startsWith("bottom")
    ? margin
    : position.startsWith("top")
      ? page.height - margin - height
      : (page.height - height) / 2;
  return multiply([1, 0, 0, 1, x, y], fromDisplay(display));
}

/** From the page as it is seen, in points, to its user space. */
export function fromDisplay({ visible: [left, bottom, right, top], rotation, userUnit }: Display): Matrix {
  const unit = 1 / userUnit;
  switch (rotation) {
    case 0:
      return [unit, 0, 0, unit, left, bottom];
    case 90:
      return [0, unit, -unit, 0, right, bottom];
    case 180:
      return [-unit, 0, 0, -unit, right, top];
    case 270:
      return [0, -unit, unit, 0, left, top];
  }
}

/** Numbers of a content stream need no more places. */
export function short(value: number): string {
  return formatNumber(Math.round(value * 1e5) / 1e5);
}
