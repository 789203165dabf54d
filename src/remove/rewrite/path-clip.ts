import { type Box, intersect } from "../../pdf-pages/geometry.ts";
import { crossings, lengthOf, line, type PathSegment, part, type Subpath, valueAt } from "./path-segments.ts";

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

function closed(segments: readonly PathSegment[]): PathSegment[] {
  const [first, last] = [segments[0]!.points, segments.at(-1)!.points];
  const isClosed = first[0] === last[6] && first[1] === last[7];
  return isClosed ? [...segments] : [...segments, line(last[6], last[7], first[0], first[1])];
}

/** Keeps what has sign × coordinate ≥ sign × side. */
function clipHalf(segments: readonly PathSegment[], axis: 0 | 1, side: number, sign: 1 | -1): PathSegment[] {
  const isIn = (value: number): boolean => sign * (value - side) >= 0;
  if (segments.every(({ points: p }) => [0, 2, 4, 6].every((k) => isIn(p[k + axis]!)))) return [...segments];
  const kept: PathSegment[] = [];
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
function joinTo(kept: PathSegment[], { points: [x, y] }: PathSegment): void {
  const last = kept.at(-1)?.points;
  if (last && (last[6] !== x || last[7] !== y)) kept.push(line(last[6], last[7], x, y));
}

/** Moves ends that lie on the side exactly onto it. */
function snapped(piece: PathSegment, axis: 0 | 1, side: number, start: boolean, end: boolean): PathSegment {
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
function tamed(segment: PathSegment, box: Box, depth = 0): PathSegment[] {
  if (isWithin(segment, box)) return [segment];
  if (segment.isCurve && depth < MAX_HALVINGS) {
    return [...tamed(part(segment, 0, 0.5), box, depth + 1), ...tamed(part(segment, 0.5, 1), box, depth + 1)];
  }
  const points = segment.points.map((value, k) => Math.min(box[2 + (k & 1)]!, Math.max(box[k & 1]!, value)));
  return [{ isCurve: segment.isCurve, points: points as unknown as PathSegment["points"], step: -1 }];
}

function isWithin({ points: p }: PathSegment, box: Box): boolean {
  for (let k = 0; k < 8; k += 2) {
    const x = p[k]!;
    const y = p[k + 1]!;
    if (!(x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])) return false;
  }
  return true;
}

/** Whether all of the segment's points lie beyond one side of the box, so that nothing of it can be inside. */
function isBeyond({ points: p }: PathSegment, [left, bottom, right, top]: Box): boolean {
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

function isThrough(segment: PathSegment, box: Box, depth: number): boolean {
  if (isBeyond(segment, box)) return false;
  if (depth > MAX_HALVINGS || isWithin(segment, box)) return true;
  const halves = [part(segment, 0, 0.5), part(segment, 0.5, 1)];
  return halves.some((half) => isThrough(half, box, depth + 1));
}

/** The pieces of a segment between the lines of a box's edges. */
function piecesAt(segment: PathSegment, box: Box): { piece: PathSegment; isIn: boolean }[] {
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

function strokedParts({ segments, isClosed }: Subpath, box: Box, scale: readonly number[] | undefined, isHole = false) {
  const parts: StrokedPart[] = [];
  let open: { segments: PathSegment[]; start: number } | undefined;
  let along = 0;
  let hasGap = false;
  const end = (): void => {
    if (open) parts.push({ segments: open.segments, isClosed: false, start: open.start });
    open = undefined;
  };
  const pass = (piece: PathSegment, kept: readonly PathSegment[] | undefined): void => {
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
