import { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import type { Extent } from "../pdf-content/extent.ts";
import { boxAround, isUpright, type Matrix } from "../pdf-content/matrix.ts";
import { type Box, intersect } from "../pdf-pages/geometry.ts";
import type { PageView } from "../pdf-pages/page-view.ts";
import { grouped } from "../platform/grouped.ts";
import { Shelf } from "./shelf.ts";

/** The area of a page, in its user space. */
export interface PageArea {
  readonly view: PageView;
  /** What lies outside goes. Undefined where the page stays as it is. */
  readonly box: Box | undefined;
  /** Whether the page becomes as large as the box. */
  readonly isCropped: boolean;
  /** Parts of the box of which nothing stays. */
  readonly holes: Holes;
  /** Annotations that go, by their places in the page's list: their looks show what is cut. */
  readonly taken?: ReadonlySet<number> | undefined;
  /** Whether nothing stays on the page. */
  readonly isEmptied?: boolean | undefined;
}

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
  if (isUpright(matrix)) return "edge";
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

/** The most boxes by which holes are told from others. */
const MAX_KEY_BOXES = 50;
let numbered = 0;

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
  /** Charged for each look at a hole: a content stream may ask at every operator. */
  readonly #work: Work;
  #key: string | undefined;
  #onlyAreas: Holes | undefined;
  #boxShelf: Shelf<Box> | undefined;
  #areaShelf: Shelf<Box> | undefined;
  #textShelves: LineShelves<CutText> | undefined;
  #shiftShelves: LineShelves<Shift> | undefined;

  constructor(work: Work, areas: readonly Box[], texts: readonly CutText[] = [], shifts: readonly Shift[] = []) {
    this.#work = work;
    this.areas = areas;
    this.texts = texts;
    this.shifts = shifts;
    this.boxes = [...areas, ...texts.map(({ box }) => box)];
  }

  /** Tells these holes from others: by their places, or of many holes by a number of their own. */
  get key(): string {
    this.#key ??=
      this.boxes.length > MAX_KEY_BOXES ? `#${++numbered}` : this.boxes.map((box) => box.join(" ")).join(",");
    return this.#key;
  }

  /** Charges for looking at each of some holes. */
  look(at: readonly unknown[], cost: number = COST.comparedHole): void {
    if (at.length > 0) this.#work.spend(at.length * cost);
  }

  /** The boxes that may reach into another by their height, or the areas among them. */
  besides(bottom: number, top: number, onlyAreas = false): readonly Box[] {
    const all = onlyAreas ? this.areas : this.boxes;
    if (all.length === 0) return all;
    const shelf = (): Shelf<Box> => new Shelf(this.#work, all, (box) => [box[1], box[3]]);
    if (onlyAreas) this.#areaShelf ??= shelf();
    else this.#boxShelf ??= shelf();
    return (onlyAreas ? this.#areaShelf : this.#boxShelf)!.reaching(bottom, top);
  }

  get onlyAreas(): Holes {
    this.#onlyAreas ??= new Holes(this.#work, this.areas);
    return this.#onlyAreas;
  }

  /** Those that annotations may not reach: one that moves with its words may come to lie where another word was. */
  get forAnnotations(): Holes {
    return this.shifts.length > 0 ? this.onlyAreas : this;
  }

  get isEmpty(): boolean {
    return this.boxes.length === 0;
  }

  /** The holes that the box reaches into, once it is transformed. */
  reached(box: Box, matrix: Matrix): Box[] {
    return this.#reached(box, matrix, false);
  }

  #reached(box: Box, matrix: Matrix, onlyAreas: boolean): Box[] {
    if (this.isEmpty) return [];
    const [left, bottom, right, top] = box;
    const [, under, , over] = boxAround(box, matrix);
    return this.besides(under, over, onlyAreas).filter(
      (hole) => sideOf(left, bottom, right, top, matrix, hole) !== "outside",
    );
  }

  /** The same holes in the space before a matrix, of which this is the inverse; larger ones where that turns. */
  before(back: Matrix): Holes {
    return this.of(this.boxes.map((box) => boxAround(box, back)));
  }

  /** Other boxes in place of these. */
  of(boxes: readonly Box[]): Holes {
    return this.isEmpty ? this : new Holes(this.#work, boxes);
  }

  /** Whether a glyph is of a cut text, by the middle of its advance on the base line. */
  hasGlyph(x: number, y: number): boolean {
    this.look(this.texts);
    return this.texts.some(({ direction, low, high, base, size }) => {
      const along = x * direction.x + y * direction.y;
      const edge = ON_EDGE * size;
      return along >= low - edge && along <= high + edge && isNear(x, y, direction, base, SAME_LINE * size);
    });
  }

  /** How far a glyph moves that stays on a line with a cut; undefined on others. */
  shiftOf(x: number, y: number): [number, number] | undefined {
    this.look(this.shifts);
    const found = this.shifts.find(({ direction, base, size, from, to }) => {
      const along = x * direction.x + y * direction.y;
      return along >= from && along < to && isNear(x, y, direction, base, FOLLOWING * size);
    });
    return found && [found.by * found.direction.x, found.by * found.direction.y];
  }

  /** Where something goes that belongs to words, such as a highlight: its ends move as the words there do. */
  moved([left, bottom, right, top]: Box): Box {
    if (this.shifts.length === 0) return [left, bottom, right, top];
    const inset = Math.min(right - left, top - bottom) / 4;
    const y = (bottom + top) / 2;
    const one = this.shiftOf(left + inset, y) ?? [0, 0];
    const other = this.shiftOf(right - inset, y) ?? [0, 0];
    return [left + one[0], bottom + one[1], right + other[0], top + other[1]];
  }

  /** Those that cut or move glyphs in the box, once it is transformed; undefined when there are none. */
  near(box: Box, matrix: Matrix): Holes | undefined {
    const [left, bottom, right, top] = box;
    const [a, b, c, d, e, f] = matrix;
    const across = ({ x, y }: CutText["direction"]): [number, number] => {
      const up = [b * x - a * y, d * x - c * y] as const;
      const middle = f * x - e * y;
      return [
        Math.min(up[0] * left, up[0] * right) + Math.min(up[1] * bottom, up[1] * top) + middle,
        Math.max(up[0] * left, up[0] * right) + Math.max(up[1] * bottom, up[1] * top) + middle,
      ];
    };
    this.#textShelves ??= shelvesOf(this.#work, this.texts);
    this.#shiftShelves ??= shelvesOf(this.#work, this.shifts);
    const areas = this.#reached(box, matrix, true);
    const texts = onLines(this.#textShelves, across);
    const shifts = onLines(this.#shiftShelves, across);
    return areas.length + texts.length + shifts.length > 0 ? new Holes(this.#work, areas, texts, shifts) : undefined;
  }
}

type OnLine = Pick<CutText, "direction" | "base" | "size">;
type LineShelves<T> = ReadonlyMap<CutText["direction"], Shelf<T>>;

/** What is on lines of each direction, by how far these reach. */
function shelvesOf<T extends OnLine>(work: Work, all: readonly T[]): LineShelves<T> {
  return new Map(
    [...grouped(all, ({ direction }) => direction)].map(([direction, group]) => [
      direction,
      new Shelf(work, group, ({ base, size }) => [base - size, base + size]),
    ]),
  );
}

function onLines<T>(shelves: LineShelves<T>, across: (direction: CutText["direction"]) => [number, number]): T[] {
  return [...shelves].flatMap(([direction, shelf]) => shelf.reaching(...across(direction)));
}

function isNear(x: number, y: number, direction: CutText["direction"], base: number, distance: number): boolean {
  return Math.abs(y * direction.x - x * direction.y - base) <= distance;
}

export const NO_HOLES = new Holes(new Work(), []);
