import { turningPoints } from "../../pdf-content/curves.ts";
import { CLOSE, CURVE, LINE, MOVE, type Path } from "../../pdf-content/state/path.ts";
import type { Box } from "../../pdf-pages/geometry.ts";

/** A line, or a cubic curve: from (x0, y0) to (x3, y3). */
export interface PathSegment {
  readonly isCurve: boolean;
  readonly points: readonly [number, number, number, number, number, number, number, number];
  /** The step of the path of which this is the whole segment; -1 for a new segment. */
  readonly step: number;
  /** For several lines that are one: how many steps of the path they are. Their corners are not among the points. */
  readonly joined?: number;
}

export interface Subpath {
  segments: PathSegment[];
  isClosed: boolean;
}

export function line(x0: number, y0: number, x3: number, y3: number, step = -1): PathSegment {
  return { isCurve: false, points: [x0, y0, x0, y0, x3, y3, x3, y3], step };
}

/** The path's parts, in the page's space; a lone `m` is left out. */
export function subpathsOf({ steps, stepCount, numbers }: Path): Subpath[] {
  const found: Subpath[] = [];
  let current: Subpath = { segments: [], isClosed: false };
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const begin = (): void => {
    if (current.segments.length > 0) found.push(current);
    current = { segments: [], isClosed: false };
  };
  let at = 0;
  for (let i = 0; i < stepCount; i++) {
    const step = steps[i]!;
    if (step === MOVE) {
      begin();
      [x, y] = [numbers[at]!, numbers[at + 1]!];
      [startX, startY] = [x, y];
      at += 2;
    } else if (step === CLOSE) {
      if (x !== startX || y !== startY || current.segments.length === 0) {
        current.segments.push(line(x, y, startX, startY));
      }
      current.isClosed = true;
      begin();
      [x, y] = [startX, startY];
    } else if (step === CURVE) {
      const n = (k: number): number => numbers[at + k]!;
      current.segments.push({ isCurve: true, points: [x, y, n(0), n(1), n(2), n(3), n(4), n(5)], step: i });
      [x, y] = [n(4), n(5)];
      at += 6;
    } else {
      current.segments.push(line(x, y, numbers[at]!, numbers[at + 1]!, i));
      [x, y] = [numbers[at]!, numbers[at + 1]!];
      at += 2;
    }
  }
  begin();
  return found;
}

/**
 * The parts of a path that has lines only, where lines in the box become one segment as long as `isCopied` says that
 * each can be copied. Undefined for other paths.
 */
export function linesOf(
  { steps, stepCount, numbers, isCut }: Path,
  [left, bottom, right, top]: Box,
  isCopied: (step: number) => boolean,
): Subpath[] | undefined {
  if (isCut) return undefined;
  const found: Subpath[] = [];
  let segments: PathSegment[] = [];
  const isIn = (x: number, y: number): boolean => x >= left && x <= right && y >= bottom && y <= top;
  let [fromX, fromY, wasIn] = [0, 0, false];
  /** Where the lines that are one begin, and how many they are. */
  let [startX, startY, joined] = [0, 0, 0];
  const join = (end: number): void => {
    if (joined > 0) segments.push({ ...line(startX, startY, fromX, fromY, end - joined), joined });
    joined = 0;
  };
  for (let i = 0; i < stepCount; i++) {
    const [x, y] = [numbers[2 * i]!, numbers[2 * i + 1]!];
    const isInside = isIn(x, y);
    if (steps[i] === LINE) {
      if (wasIn && isInside && isCopied(i)) {
        if (joined++ === 0) [startX, startY] = [fromX, fromY];
      } else {
        join(i);
        segments.push(line(fromX, fromY, x, y, i));
      }
    } else if (steps[i] === MOVE) {
      join(i);
      if (segments.length > 0) found.push({ segments, isClosed: false });
      segments = [];
    } else return undefined;
    [fromX, fromY, wasIn] = [x, y, isInside];
  }
  join(stepCount);
  if (segments.length > 0) found.push({ segments, isClosed: false });
  return found;
}

/** The part of a segment between two parameters (de Casteljau). */
export function part(segment: PathSegment, from: number, to: number): PathSegment {
  if (from <= 0 && to >= 1) return segment;
  const p = segment.points;
  if (!segment.isCurve) {
    const x = (t: number): number => p[0] + (p[6] - p[0]) * t;
    const y = (t: number): number => p[1] + (p[7] - p[1]) * t;
    return line(x(from), y(from), x(to), y(to));
  }
  // Blossoming: each control point of the part is the polar form of its two ends.
  const polar = (k: 0 | 1, r: number, s: number, t: number): number => {
    const [a, b, c, d] = [p[k], p[k + 2]!, p[k + 4]!, p[k + 6]!];
    const [ab, bc, cd] = [a + (b - a) * r, b + (c - b) * r, c + (d - c) * r];
    const [abc, bcd] = [ab + (bc - ab) * s, bc + (cd - bc) * s];
    return abc + (bcd - abc) * t;
  };
  const point = (r: number, s: number, t: number): [number, number] => [polar(0, r, s, t), polar(1, r, s, t)];
  return {
    isCurve: true,
    points: [
      ...point(from, from, from),
      ...point(from, from, to),
      ...point(from, to, to),
      ...point(to, to, to),
    ] as unknown as PathSegment["points"],
    step: -1,
  };
}

/** One coordinate (0: x, 1: y) at a parameter. */
export function valueAt({ points: p, isCurve }: PathSegment, axis: 0 | 1, t: number): number {
  const [a, b, c, d] = [p[axis], p[axis + 2]!, p[axis + 4]!, p[axis + 6]!];
  const u = 1 - t;
  return isCurve ? u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d : a + (d - a) * t;
}

/** The parameters strictly inside (0, 1) at which a coordinate has the value. */
export function crossings(segment: PathSegment, axis: 0 | 1, value: number): number[] {
  const { points: p, isCurve } = segment;
  const [a, d] = [p[axis], p[axis + 6]!];
  if (!isCurve) {
    const t = (value - a) / (d - a);
    return t > 0 && t < 1 ? [t] : [];
  }
  const [b, c] = [p[axis + 2]!, p[axis + 4]!];
  if (Math.min(a, b, c, d) > value || Math.max(a, b, c, d) < value) return [];
  const found: number[] = [];
  const ends = [0, ...turningPoints(a, b, c, d), 1];
  for (let i = 0; i + 1 < ends.length; i++) {
    let [low, high] = [ends[i]!, ends[i + 1]!];
    const isRising = valueAt(segment, axis, high) > valueAt(segment, axis, low);
    const [least, most] = isRising ? [low, high] : [high, low];
    if (valueAt(segment, axis, least) > value || valueAt(segment, axis, most) < value) continue;
    for (let step = 0; step < 60 && high - low > 1e-14; step++) {
      const middle = (low + high) / 2;
      if (valueAt(segment, axis, middle) < value === isRising) low = middle;
      else high = middle;
    }
    const t = (low + high) / 2;
    if (t > 1e-12 && t < 1 - 1e-12) found.push(t);
  }
  return found;
}

const NODES = [-0.906179845938664, -0.538469310105683, 0, 0.538469310105683, 0.906179845938664];
const WEIGHTS = [0.236926885056189, 0.478628670499366, 0.568888888888889, 0.478628670499366, 0.236926885056189];

/** The segment's length, measured after a linear map [a b c d]. */
export function lengthOf({ points: p, isCurve }: PathSegment, [a, b, c, d]: readonly number[]): number {
  const measure = (x: number, y: number): number => Math.hypot(a! * x + c! * y, b! * x + d! * y);
  if (!isCurve) return measure(p[6] - p[0], p[7] - p[1]);
  let sum = 0;
  const slope = (k: 0 | 1, t: number): number => {
    const u = 1 - t;
    return 3 * u * u * (p[k + 2]! - p[k]) + 6 * u * t * (p[k + 4]! - p[k + 2]!) + 3 * t * t * (p[k + 6]! - p[k + 4]!);
  };
  const pieces = 8;
  for (let piece = 0; piece < pieces; piece++) {
    for (let i = 0; i < NODES.length; i++) {
      const t = (piece + (NODES[i]! + 1) / 2) / pieces;
      sum += (WEIGHTS[i]! * measure(slope(0, t), slope(1, t))) / (2 * pieces);
    }
  }
  return sum;
}
