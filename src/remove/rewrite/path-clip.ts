import { turningPoints } from "../../pdf-content/curves.ts";
import { CLOSE, CURVE, LINE, MOVE, type Path } from "../../pdf-content/state/path.ts";
import { type Box, intersect } from "../../pdf-pages/geometry.ts";

const MAX_HALVINGS = 7;

/** Clips a filled path to the box; each part is closed along the box's sides (Sutherland and Hodgman). */
export function clipFilled(subpaths: readonly Subpath[], box: Box): Subpath[] {
  const kept: Subpath[] = [];
  for (const { segments } of subpaths) {
    let left = closed(segments);
    for (const [axis, side, sign] of [
      [0, box[0], 1],
      [1, box[1], 1],
      [0, box[2], -1],
      [1, box[3], -1],
    ] as const) {
      left = clipHalf(left, axis, side, sign);
      if (left.length === 0) break;
    }
    if (left.length > 0) kept.push({ segments: left.flatMap((segment) => tamed(segment, box)), isClosed: true });
  }
  return kept;
}

function closed(segments: readonly Segment[]): Segment[] {
  const [first, last] = [segments[0]!.points, segments.at(-1)!.points];
  const isClosed = first[0] === last[6] && first[1] === last[7];
  return isClosed ? [...segments] : [...segments, line(last[6], last[7], first[0], first[1])];
}

/** Keeps what has sign × coordinate ≥ sign × side. */
function clipHalf(segments: readonly Segment[], axis: 0 | 1, side: number, sign: 1 | -1): Segment[] {
  const isIn = (value: number): boolean => sign * (value - side) >= 0;
  if (segments.every(({ points: p }) => [0, 2, 4, 6].every((k) => isIn(p[k + axis]!)))) return [...segments];
  const kept: Segment[] = [];
  for (const segment of segments) {
    const cuts = [0, ...crossings(segment, axis, side), 1];
    for (let i = 0; i + 1 < cuts.length; i++) {
      const [from, to] = [cuts[i]!, cuts[i + 1]!];
      if (!isIn(valueAt(segment, axis, (from + to) / 2))) continue;
      const piece = snapped(part(segment, from, to), axis, side, from > 0, to < 1);
      joinTo(kept, piece);
      kept.push(piece);
    }
  }
  const first = kept[0];
  if (first) joinTo(kept, first);
  return kept;
}

/** Draws a straight line from the end of the kept part to the beginning of the piece. */
function joinTo(kept: Segment[], { points: [x, y] }: Segment): void {
  const last = kept.at(-1)?.points;
  if (last && (last[6] !== x || last[7] !== y)) kept.push(line(last[6], last[7], x, y));
}

/** Moves ends that lie on the side exactly onto it. */
function snapped(piece: Segment, axis: 0 | 1, side: number, start: boolean, end: boolean): Segment {
  if (!start && !end) return piece;
  const points = [...piece.points] as unknown as [number, number, number, number, number, number, number, number];
  if (start) points[axis] = side;
  if (end) points[axis + 6] = side;
  return piece.isCurve ? { isCurve: true, points, step: -1 } : line(points[0], points[1], points[6], points[7]);
}

/**
 * A curve inside the box may have control points outside. It is halved until they are hardly outside, and then they are
 * moved in.
 */
function tamed(segment: Segment, box: Box, depth = 0): Segment[] {
  if (isWithin(segment, box)) return [segment];
  if (segment.isCurve && depth < MAX_HALVINGS) {
    return [...tamed(part(segment, 0, 0.5), box, depth + 1), ...tamed(part(segment, 0.5, 1), box, depth + 1)];
  }
  const points = segment.points.map((value, k) => Math.min(box[2 + (k & 1)]!, Math.max(box[k & 1]!, value)));
  return [{ isCurve: segment.isCurve, points: points as unknown as Segment["points"], step: -1 }];
}

/** Whether all of the segment's points lie in the box. */
function isWithin({ points: p }: Segment, box: Box): boolean {
  for (let k = 0; k < 8; k += 2) {
    const x = p[k]!;
    const y = p[k + 1]!;
    if (!(x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])) return false;
  }
  return true;
}

/** Whether all of the segment's points lie beyond one side of the box, so that nothing of it can be inside. */
function isBeyond({ points: p }: Segment, [left, bottom, right, top]: Box): boolean {
  return (
    (p[0] < left && p[2] < left && p[4] < left && p[6] < left) ||
    (p[0] > right && p[2] > right && p[4] > right && p[6] > right) ||
    (p[1] < bottom && p[3] < bottom && p[5] < bottom && p[7] < bottom) ||
    (p[1] > top && p[3] > top && p[5] > top && p[7] > top)
  );
}

/** A part of a stroked path, and the distance along its subpath at which it begins. */
export interface StrokedPart extends Subpath {
  readonly start: number;
}

/**
 * Clips a stroked path to the box. `scale` is the linear map in which dashes are measured; undefined without dashes.
 */
export function clipStroked(
  subpaths: readonly Subpath[],
  box: Box,
  scale: readonly number[] | undefined,
): StrokedPart[] {
  return subpaths.flatMap((subpath) => strokedParts(subpath, box, scale));
}

/** Leaves out what of a stroked path lies in the box. */
export function cutStroked(
  parts: readonly StrokedPart[],
  box: Box,
  scale: readonly number[] | undefined,
): StrokedPart[] {
  return parts.flatMap((one) =>
    strokedParts(one, box, scale, true).map((left) => ({ ...left, start: one.start + left.start })),
  );
}

/** Boxes that together are the box without the holes. */
export function around(box: Box, holes: readonly Box[], look: (at: readonly unknown[]) => void): Box[] {
  let left = [box];
  for (const hole of holes) {
    look(left);
    left = left.flatMap((one): Box[] => {
      const cut = intersect(one, hole);
      if (!cut) return [one];
      const [low, high] = [cut[1], cut[3]];
      const sides: Box[] = [
        [one[0], one[1], one[2], low],
        [one[0], high, one[2], one[3]],
        [one[0], low, cut[0], high],
        [cut[2], low, one[2], high],
      ];
      return sides.filter((side) => side[2] > side[0] && side[3] > side[1]);
    });
  }
  return left;
}

/** Whether a path's line runs through the box; of curves, whether one may. */
export function runsThrough(subpaths: readonly Subpath[], box: Box, closes: boolean): boolean {
  return subpaths.some(({ segments }) => (closes ? closed(segments) : segments).some((one) => isThrough(one, box, 0)));
}

function isThrough(segment: Segment, box: Box, depth: number): boolean {
  if (isBeyond(segment, box)) return false;
  if (depth > MAX_HALVINGS || isWithin(segment, box)) return true;
  const halves = [part(segment, 0, 0.5), part(segment, 0.5, 1)];
  return halves.some((half) => isThrough(half, box, depth + 1));
}

/** The pieces of a segment between the lines of a box's edges. */
function piecesAt(segment: Segment, box: Box): { piece: Segment; isIn: boolean }[] {
  const cuts = new Set([0, 1]);
  for (const t of crossings(segment, 0, box[0])) cuts.add(t);
  for (const t of crossings(segment, 0, box[2])) cuts.add(t);
  for (const t of crossings(segment, 1, box[1])) cuts.add(t);
  for (const t of crossings(segment, 1, box[3])) cuts.add(t);
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(1).map((to, i) => {
    const from = sorted[i]!;
    const middle = (from + to) / 2;
    const [x, y] = [valueAt(segment, 0, middle), valueAt(segment, 1, middle)];
    const isIn = x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
    return { piece: part(segment, from, to), isIn };
  });
}

function strokedParts(
  { segments, isClosed }: Subpath,
  box: Box,
  scale: readonly number[] | undefined,
  isHole = false,
): StrokedPart[] {
  const parts: StrokedPart[] = [];
  let open: { segments: Segment[]; start: number } | undefined;
  let along = 0;
  let hasGap = false;
  const end = (): void => {
    if (open) parts.push({ segments: open.segments, isClosed: false, start: open.start });
    open = undefined;
  };
  const pass = (piece: Segment, kept: readonly Segment[] | undefined): void => {
    if (kept) {
      open ??= { segments: [], start: along };
      open.segments.push(...kept);
    } else {
      end();
      hasGap = true;
    }
    if (scale) along += lengthOf(piece, scale);
  };
  for (const segment of segments) {
    if (isHole ? isBeyond(segment, box) : isWithin(segment, box)) pass(segment, [segment]);
    else if (isHole ? isWithin(segment, box) : isBeyond(segment, box)) pass(segment, undefined);
    else {
      for (const { piece, isIn } of piecesAt(segment, box)) {
        if (isIn === isHole) pass(piece, undefined);
        else pass(piece, isHole ? [piece] : tamed(piece, box));
      }
    }
  }
  end();
  if (!isClosed || parts.length === 0) return parts;
  if (!hasGap) return [{ ...parts[0]!, isClosed: true }];
  // Dashes begin again where the subpath does (8.4.3.6).
  if (scale) return parts;
  // The part that ends at the subpath's start is joined to the part that begins there.
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const [from, to] = [first.segments[0]!.points, last.segments.at(-1)!.points];
  if (parts.length > 1 && first.start === 0 && to[6] === from[0] && to[7] === from[1]) {
    parts.pop();
    parts[0] = { ...last, segments: [...last.segments, ...first.segments] };
  }
  return parts;
}

/** A line, or a cubic curve: from (x0, y0) to (x3, y3). */
export interface Segment {
  readonly isCurve: boolean;
  readonly points: readonly [number, number, number, number, number, number, number, number];
  /** The step of the path of which this is the whole segment; -1 for a new segment. */
  readonly step: number;
  /** For several lines that are one: how many steps of the path they are. Their corners are not among the points. */
  readonly joined?: number;
}

export interface Subpath {
  segments: Segment[];
  isClosed: boolean;
}

export function line(x0: number, y0: number, x3: number, y3: number, step = -1): Segment {
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
  let segments: Segment[] = [];
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
export function part(segment: Segment, from: number, to: number): Segment {
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
    ] as unknown as Segment["points"],
    step: -1,
  };
}

/** One coordinate (0: x, 1: y) at a parameter. */
export function valueAt({ points: p, isCurve }: Segment, axis: 0 | 1, t: number): number {
  const [a, b, c, d] = [p[axis], p[axis + 2]!, p[axis + 4]!, p[axis + 6]!];
  const u = 1 - t;
  return isCurve ? u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d : a + (d - a) * t;
}

/** The parameters strictly inside (0, 1) at which a coordinate has the value. */
export function crossings(segment: Segment, axis: 0 | 1, value: number): number[] {
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
export function lengthOf({ points: p, isCurve }: Segment, [a, b, c, d]: readonly number[]): number {
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
