import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Matrix } from "../../pdf-content/matrix.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import type { PdfDict } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { type Holes, sideOf } from "../areas.ts";
import type { Colour, Mesh, MeshPiece, Point } from "../mesh.ts";

/** Less than a thousandth of a point on any page. */
const BITS_PER_COORDINATE = 24;
const BITS_PER_COMPONENT = 16;
/** How far a part of a patch may be from two triangles, in points and in steps of a colour. */
const FLAT = 0.05;
const STEPS = 256;
/** A side of a patch is divided into 64 parts at most. */
const MAX_DIVISIONS = 6;
/** What a piece takes in memory. */
const PIECE_BYTES = 1500;
const FEWEST = 3;

/** The points and colours of a triangle or of what is left of it, which is convex. */
type Polygon = readonly { readonly point: Point; readonly colour: Colour }[];
/** A line of the page, in the mesh's space: a point is on its left where this is not negative. */
type Line = (point: Point) => number;

/**
 * Writes the part of a mesh in the area and in no hole, without a point or a colour of the rest. Triangles are cut;
 * patches are divided until a part lies inside, or is as flat as two triangles. What stays are free triangles (kind 4),
 * or tensor patches (kind 7), each written separately; /Decode is returned.
 */
export function cutMesh(
  { kind, decode, pieces }: Mesh,
  matrix: Matrix,
  area: Box,
  holes: Holes,
  work: Work,
  into: PdfDict,
): { data: Uint8Array; decode: readonly number[] } {
  const cutter = new MeshCutter(kind > 5, decode, matrix, area, holes, work);
  for (const piece of pieces ?? []) cutter.add(piece);
  into
    .set("ShadingType", kind > 5 ? 7 : 4)
    .set("BitsPerFlag", 8)
    .delete("VerticesPerRow");
  into.set("BitsPerCoordinate", BITS_PER_COORDINATE).set("BitsPerComponent", BITS_PER_COMPONENT);
  return cutter.finish();
}

class MeshCutter {
  readonly #hasPatches: boolean;
  readonly #components: number;
  readonly #matrix: Matrix;
  readonly #area: Box;
  readonly #holes: Holes;
  readonly #work: Work;
  readonly #flat: number;
  readonly #steps: readonly number[];
  readonly #kept: MeshPiece[] = [];

  constructor(hasPatches: boolean, decode: readonly number[], matrix: Matrix, area: Box, holes: Holes, work: Work) {
    this.#hasPatches = hasPatches;
    this.#components = decode.length / 2 - 2;
    this.#matrix = matrix;
    this.#area = area;
    this.#holes = holes;
    this.#work = work;
    this.#flat = FLAT / Math.max(Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3]));
    this.#steps = Array.from(
      { length: this.#components },
      (_, i) => Math.abs(decode[5 + 2 * i]! - decode[4 + 2 * i]!) / STEPS,
    );
  }

  add(piece: MeshPiece, divisions = 0): void {
    const { points } = piece;
    this.#work.spend(points.length * COST.meshPoint);
    const around = boxOf(points);
    const side = sideOf(...around, this.#matrix, this.#area);
    if (side === "outside") return; // nothing of it stays
    const holes = this.#holes.reached(around, this.#matrix);
    if (side === "inside" && holes.length === 0) this.#keep(piece);
    else if (points.length === FEWEST) this.#cut(piece, holes);
    else if (divisions === MAX_DIVISIONS || this.#isFlat(piece)) {
      const [a, b, c, d] = [0, 3, 6, 9].map((corner, i) => ({ point: points[corner]!, colour: piece.colours[i]! }));
      for (const corners of [
        [a!, b!, c!],
        [a!, c!, d!],
      ]) {
        this.#cut({ points: corners.map(({ point }) => point), colours: corners.map(({ colour }) => colour) }, holes);
      }
    } else for (const part of halves(piece, 1).flatMap((half) => halves(half, 0))) this.add(part, divisions + 1);
  }

  #keep(piece: MeshPiece): void {
    this.#work.hold(PIECE_BYTES);
    this.#kept.push(piece);
  }

  /** Keeps the part of a triangle that lies in the area and in no hole. */
  #cut({ points, colours }: MeshPiece, holes: readonly Box[]): void {
    let whole: Polygon = points.map((point, i) => ({ point, colour: colours[i]! }));
    for (const line of this.#sides(this.#area)) whole = leftOf(whole, line);
    let parts = [whole];
    for (const hole of holes) {
      this.#work.spend(parts.length * COST.meshPoint);
      const sides = this.#sides(hole);
      parts = parts.flatMap((part) => {
        let rest = part;
        const beside: Polygon[] = [];
        for (const line of sides) {
          beside.push(leftOf(rest, (point) => -line(point)));
          rest = leftOf(rest, line);
        }
        return beside.filter(({ length }) => length >= FEWEST);
      });
    }
    for (const part of parts) {
      for (let i = 2; i < part.length; i++) this.#keepTriangle([part[0]!, part[i - 1]!, part[i]!]);
    }
  }

  /** A triangle among patches is one of which a side has no length. */
  #keepTriangle(corners: Polygon): void {
    const [points, colours] = [corners.map(({ point }) => point), corners.map(({ colour }) => colour)];
    const [a, b, c] = points as [Point, Point, Point];
    if (!this.#hasPatches) this.#keep({ points, colours });
    else this.#keep({ points: flatPatch(a, b, c, a), colours: [...colours, colours[0]!] });
  }

  #sides([left, bottom, right, top]: Box): Line[] {
    const [a, b, c, d, e, f] = this.#matrix;
    return [
      ([x, y]) => a * x + c * y + e - left,
      ([x, y]) => right - (a * x + c * y + e),
      ([x, y]) => b * x + d * y + f - bottom,
      ([x, y]) => top - (b * x + d * y + f),
    ];
  }

  /** Whether a patch is nearly two triangles: a parallelogram in which colours change evenly. */
  #isFlat({ points, colours }: MeshPiece): boolean {
    const [a, b, c, d] = [points[0]!, points[3]!, points[6]!, points[9]!];
    const twist = ([p, q, r, s]: readonly (readonly number[])[], k: number): number =>
      Math.abs(p![k]! - q![k]! + r![k]! - s![k]!) / 4;
    if ([0, 1].some((k) => twist([a, b, c, d], k) > this.#flat)) return false;
    if (this.#steps.some((step, k) => twist(colours, k) > step)) return false;
    return flatPatch(a, b, c, d).every((point, i) =>
      [0, 1].every((k) => Math.abs(point[k]! - points[i]![k]!) <= this.#flat),
    );
  }

  finish() {
    const kept = this.#kept;
    const decode = this.#limits();
    const out = new ByteWriter();
    for (const { points, colours } of kept) {
      this.#work.spend(points.length * COST.meshPoint);
      if (this.#hasPatches) out.byte(0);
      for (const [i, point] of points.entries()) {
        if (!this.#hasPatches) out.byte(0);
        put(out, point, decode, 0, BITS_PER_COORDINATE);
        if (!this.#hasPatches) put(out, colours[i]!, decode, 4, BITS_PER_COMPONENT);
      }
      if (this.#hasPatches) for (const colour of colours) put(out, colour, decode, 4, BITS_PER_COMPONENT);
    }
    this.#work.letGo(kept.length * PIECE_BYTES);
    return { data: out.take(), decode };
  }

  /** /Decode: what the coordinates and the colours that stay lie between, since the old one tells of the others. */
  #limits(): number[] {
    const sides = this.#components + 2;
    const [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((end) =>
      new Array<number>(sides).fill(end),
    ) as [number[], number[]];
    const note = (values: readonly number[], from: number): void => {
      for (const [i, value] of values.entries()) {
        low[from + i] = Math.min(low[from + i]!, value);
        high[from + i] = Math.max(high[from + i]!, value);
      }
    };
    for (const { points, colours } of this.#kept) {
      for (const point of points) note(point, 0);
      for (const colour of colours) note(colour, 2);
    }
    return low.flatMap((least, i) => (least <= high[i]! ? [least, high[i]!] : [0, 0]));
  }
}

function put(out: ByteWriter, values: readonly number[], decode: readonly number[], from: number, bits: number): void {
  for (const [i, value] of values.entries()) {
    const [low, high] = [decode[from + 2 * i]!, decode[from + 2 * i + 1]!];
    const most = 2 ** bits - 1;
    const code = high > low ? Math.round(((value - low) / (high - low)) * most) : 0;
    for (let shift = bits - 8; shift >= 0; shift -= 8) out.byte((code >>> shift) & 0xff);
  }
}

function boxOf(points: readonly Point[]): Box {
  const box: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

/** What of a convex polygon is on the left of a line (Sutherland and Hodgman). */
function leftOf(polygon: Polygon, line: Line): Polygon {
  return polygon.flatMap((corner, i) => {
    const next = polygon[(i + 1) % polygon.length]!;
    const [here, there] = [line(corner.point), line(next.point)];
    const kept = here >= 0 ? [corner] : [];
    if (here >= 0 === there >= 0) return kept;
    // From the same end for both triangles beside a side, so that they meet.
    const [from, to, share] =
      here >= 0 ? [corner, next, here / (here - there)] : [next, corner, there / (there - here)];
    const point: Point = [between(from.point[0], to.point[0], share), between(from.point[1], to.point[1], share)];
    return [...kept, { point, colour: from.colour.map((part, k) => between(part, to.colour[k]!, share)) }];
  });
}

function between(from: number, to: number, share: number): number {
  return from + share * (to - from);
}

/** For each place of a square of four by four points, where it is in the order of the data (8.7.4.5.8). */
const ORDER = [0, 1, 2, 3, 11, 12, 13, 4, 10, 15, 14, 5, 9, 8, 7, 6];

/** The patch whose inside is that of a quadrilateral. */
function flatPatch(a: Point, b: Point, c: Point, d: Point): Point[] {
  const points: Point[] = [];
  for (const [at, place] of ORDER.entries()) {
    const [u, v] = [Math.floor(at / 4) / 3, (at % 4) / 3];
    const mix = (k: 0 | 1): number => between(between(a[k], b[k], v), between(d[k], c[k], v), u);
    points[place] = [mix(0), mix(1)];
  }
  return points;
}

/** A patch in two, across its columns (0) or its rows (1), by de Casteljau's rule. */
function halves({ points, colours }: MeshPiece, axis: 0 | 1): [MeshPiece, MeshPiece] {
  const [low, high]: [Point[], Point[]] = [[], []];
  for (let line = 0; line < 4; line++) {
    const places = [0, 1, 2, 3].map((i) => ORDER[axis === 0 ? 4 * i + line : 4 * line + i]!);
    const [p0, p1, p2, p3] = places.map((place) => points[place]!) as [Point, Point, Point, Point];
    const [p01, p12, p23] = [middle(p0, p1), middle(p1, p2), middle(p2, p3)];
    const [p012, p123] = [middle(p01, p12), middle(p12, p23)];
    const centre = middle(p012, p123);
    for (const [i, point] of [p0, p01, p012, centre].entries()) low[places[i]!] = point;
    for (const [i, point] of [centre, p123, p23, p3].entries()) high[places[i]!] = point;
  }
  const [a, b, c, d] = colours as [Colour, Colour, Colour, Colour];
  const mixed = (one: Colour, other: Colour): Colour => one.map((part, k) => (part + other[k]!) / 2);
  if (axis === 0) {
    const [ad, bc] = [mixed(a, d), mixed(b, c)];
    return [
      { points: low, colours: [a, b, bc, ad] },
      { points: high, colours: [ad, bc, c, d] },
    ];
  }
  const [ab, dc] = [mixed(a, b), mixed(d, c)];
  return [
    { points: low, colours: [a, ab, dc, d] },
    { points: high, colours: [ab, b, c, dc] },
  ];
}

function middle(one: Point, other: Point): Point {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}
