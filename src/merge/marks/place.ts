import { boxAround, fromDisplay, type Matrix, multiply } from "../../pdf-content/matrix.ts";
import { type Box, type Display, displaySize } from "../../pdf-pages/geometry.ts";

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
  /** Degrees clockwise, about its middle. */
  readonly rotation?: number;
  /**
   * How wide it is before it is turned: points, or a part of the page's width. `fill` is all that fits within the
   * margins, `shrink` at most that. Its own width without it.
   */
  readonly width?: { readonly points: number } | { readonly share: number } | "fill" | "shrink";
}

/** A scale of nothing would make a matrix that some readers refuse. */
const LEAST_SCALE = 1e-4;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** From the space of what is placed, its corner at the origin, to the page's user space. */
export function placed(size: Size, place: Placement, display: Display): Matrix {
  const { position, margin, rotation = 0 } = place;
  const page = displaySize(display);
  const turn = (-rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const around = boxAround([0, 0, size.width, size.height], [cos, sin, -sin, cos, 0, 0]);
  const scale = Math.max(LEAST_SCALE, scaleOf(size, around, place, page));
  const [left, bottom, right, top] = [around[0] * scale, around[1] * scale, around[2] * scale, around[3] * scale];
  const x = position.endsWith("left")
    ? margin - left
    : position.endsWith("right")
      ? page.width - margin - right
      : (page.width - left - right) / 2;
  const y = position.startsWith("bottom")
    ? margin - bottom
    : position.startsWith("top")
      ? page.height - margin - top
      : (page.height - bottom - top) / 2;
  return multiply([cos * scale, sin * scale, -sin * scale, cos * scale, x, y], fromDisplay(display));
}

function scaleOf(size: Size, [left, bottom, right, top]: Box, { width, margin }: Placement, page: Size): number {
  if (width === undefined) return 1;
  if (typeof width === "object") return ("points" in width ? width.points : width.share * page.width) / size.width;
  const fitting = Math.min((page.width - 2 * margin) / (right - left), (page.height - 2 * margin) / (top - bottom));
  return width === "fill" ? fitting : Math.min(1, fitting);
}
