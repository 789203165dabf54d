import type { Extent } from "../pdf-content/extent.ts";
import type { Matrix } from "../pdf-content/matrix.ts";
import { type Box, intersect } from "../pdf-pages/geometry.ts";
import type { PageView } from "../pdf-pages/page-view.ts";

/** The area of a page, in its user space. */
export interface PageArea {
  readonly view: PageView;
  /** What lies outside goes. Undefined where the page stays as it is. */
  readonly box: Box | undefined;
  /** Whether the page becomes as large as the box. */
  readonly isCropped: boolean;
  /** Parts of the box of which nothing stays. */
  readonly holes: Holes;
}

/** More than any page: of a page that is not cropped, nothing lies outside. */
export const EVERYWHERE: Box = [-1e9, -1e9, 1e9, 1e9];

/** Where something lies relative to the area. What only touches the edge from outside is outside. */
export type Side = "inside" | "outside" | "edge";

/** Anything thinner is invisible, and not worth cutting. */
const SLACK = 1e-3;

/** Where the parallelogram, a box transformed by the matrix, lies relative to the area. */
export function sideOf(
  left: number,
  bottom: number,
  right: number,
  top: number,
  matrix: Matrix,
  area: Box,
  growX = 0,
  growY = 0,
): Side {
  // This runs for each character, so it allocates nothing.
  const a = matrix[0];
  const b = matrix[1];
  const c = matrix[2];
  const d = matrix[3];
  const low = Math.min(a * left, a * right) + Math.min(c * bottom, c * top) + matrix[4] - growX;
  const high = Math.max(a * left, a * right) + Math.max(c * bottom, c * top) + matrix[4] + growX;
  const under = Math.min(b * left, b * right) + Math.min(d * bottom, d * top) + matrix[5] - growY;
  const over = Math.max(b * left, b * right) + Math.max(d * bottom, d * top) + matrix[5] + growY;
  if (!Number.isFinite(low + high + under + over)) return "outside";
  if (low >= area[0] - SLACK && high <= area[2] + SLACK && under >= area[1] - SLACK && over <= area[3] + SLACK) {
    return "inside";
  }
  if (high <= area[0] || low >= area[2] || over <= area[1] || under >= area[3]) return "outside";
  const isUpright = (b === 0 && c === 0) || (a === 0 && d === 0);
  if (isUpright) return "edge";
  return isApart(left, bottom, right, top, matrix, area, growX + growY) ? "outside" : "edge";
}

/** Whether one of the parallelogram's sides separates it from the area. */
function isApart(
  left: number,
  bottom: number,
  right: number,
  top: number,
  [a, b, c, d, e, f]: Matrix,
  area: Box,
  grow: number,
): boolean {
  const determinant = a * d - b * c;
  if (determinant === 0) return false;
  const us: number[] = [];
  const vs: number[] = [];
  for (const x of [area[0], area[2]]) {
    for (const y of [area[1], area[3]]) {
      us.push((d * (x - e) - c * (y - f)) / determinant);
      vs.push((a * (y - f) - b * (x - e)) / determinant);
    }
  }
  const growU = (grow * Math.hypot(c, d)) / Math.abs(determinant);
  const growV = (grow * Math.hypot(a, b)) / Math.abs(determinant);
  return (
    Math.min(...us) >= right + growU ||
    Math.max(...us) <= left - growU ||
    Math.min(...vs) >= top + growV ||
    Math.max(...vs) <= bottom - growV
  );
}

/** The box around a box's image. */
export function boxAround([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const xs = [a * left + c * bottom, a * right + c * bottom, a * right + c * top, a * left + c * top];
  const ys = [b * left + d * bottom, b * right + d * bottom, b * right + d * top, b * left + d * top];
  return [Math.min(...xs) + e, Math.min(...ys) + f, Math.max(...xs) + e, Math.max(...ys) + f];
}

/** The part of the area that a clip lets through; undefined when there is none. */
export function within(clip: Extent, area: Box): Box | undefined {
  if (clip.isEmpty) return undefined;
  return intersect([clip.left, clip.bottom, clip.right, clip.top], area);
}

/** Text to be cut, where it is: from `low` to `high` along its direction, on a base line. */
export interface CutText {
  readonly direction: { readonly x: number; readonly y: number };
  readonly low: number;
  readonly high: number;
  /** The base line's distance from the origin, to the left of the direction. */
  readonly base: number;
  readonly size: number;
  /** Nothing but glyphs of other texts stays in here. */
  readonly box: Box;
}

/** What follows a cut on its line moves by `by`: between `from` and `to`, along the direction. */
export interface Shift extends Pick<CutText, "direction" | "base" | "size"> {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** How far from its line the base line of a cut glyph may be, and that of one that follows, in parts of the size. */
const SAME_LINE = 0.25;
const FOLLOWING = 0.5;
/** A mark without an advance belongs to the letter before it, in parts of the size. */
const ON_EDGE = 0.04;

/**
 * Parts of a page of which nothing stays, although the page stays: what a redaction cuts. A crop has none. What touches
 * an area goes; of glyphs those go that a text has, since neighbours may reach into its box.
 */
export class Holes {
  readonly areas: readonly Box[];
  readonly texts: readonly CutText[];
  readonly shifts: readonly Shift[];
  /** In none of these does anything stay but glyphs. */
  readonly boxes: readonly Box[];
  /** Tells these holes from others. */
  readonly key: string;

  constructor(areas: readonly Box[], texts: readonly CutText[] = [], shifts: readonly Shift[] = []) {
    this.areas = areas;
    this.texts = texts;
    this.shifts = shifts;
    this.boxes = [...areas, ...texts.map(({ box }) => box)];
    this.key = this.boxes.map((box) => box.join(" ")).join(",");
  }

  get isEmpty(): boolean {
    return this.boxes.length === 0;
  }

  /** The holes that the box reaches into, once it is transformed. */
  reached([left, bottom, right, top]: Box, matrix: Matrix): Box[] {
    return this.boxes.filter((hole) => sideOf(left, bottom, right, top, matrix, hole) !== "outside");
  }

  /** The same holes in the space before a matrix, of which this is the inverse; larger ones where that turns. */
  before(back: Matrix): Holes {
    return this.isEmpty ? this : new Holes(this.boxes.map((box) => boxAround(box, back)));
  }

  /** Whether a glyph is of a cut text, by the middle of its advance on the base line. */
  hasGlyph(x: number, y: number): boolean {
    return this.texts.some(({ direction, low, high, base, size }) => {
      const along = x * direction.x + y * direction.y;
      const edge = ON_EDGE * size;
      return along >= low - edge && along <= high + edge && isNear(x, y, direction, base, SAME_LINE * size);
    });
  }

  /** How far a glyph moves that stays. */
  shiftOf(x: number, y: number): [number, number] {
    let [dx, dy] = [0, 0];
    for (const { direction, base, size, from, to, by } of this.shifts) {
      const along = x * direction.x + y * direction.y;
      if (along < from || along > to || !isNear(x, y, direction, base, FOLLOWING * size)) continue;
      dx += by * direction.x;
      dy += by * direction.y;
    }
    return [dx, dy];
  }

  /** Those that cut or move glyphs in the box, once it is transformed; undefined when there are none. */
  near([left, bottom, right, top]: Box, matrix: Matrix): Holes | undefined {
    const [a, b, c, d, e, f] = matrix;
    const isOnLine = ({ direction: { x, y }, base, size }: Pick<CutText, "direction" | "base" | "size">): boolean => {
      const up = [b * x - a * y, d * x - c * y] as const;
      const middle = f * x - e * y;
      const least = Math.min(up[0] * left, up[0] * right) + Math.min(up[1] * bottom, up[1] * top) + middle;
      const most = Math.max(up[0] * left, up[0] * right) + Math.max(up[1] * bottom, up[1] * top) + middle;
      return least <= base + size && most >= base - size;
    };
    const areas = this.areas.filter((area) => sideOf(left, bottom, right, top, matrix, area) !== "outside");
    const texts = this.texts.filter(isOnLine);
    const shifts = this.shifts.filter(isOnLine);
    return areas.length + texts.length + shifts.length > 0 ? new Holes(areas, texts, shifts) : undefined;
  }
}

function isNear(x: number, y: number, direction: CutText["direction"], base: number, distance: number): boolean {
  return Math.abs(y * direction.x - x * direction.y - base) <= distance;
}

export const NO_HOLES = new Holes([]);
