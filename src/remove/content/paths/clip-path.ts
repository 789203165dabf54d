import type { Box } from "../../../pdf-pages/geometry.ts";
import { crossings, lengthOf, line, part, type Segment, type Subpath, valueAt } from "./segments.ts";

const MOST_HALVINGS = 7;

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
  if (segment.isCurve && depth < MOST_HALVINGS) {
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

function strokedParts({ segments, isClosed }: Subpath, box: Box, scale: readonly number[] | undefined): StrokedPart[] {
  const parts: StrokedPart[] = [];
  let open: { segments: Segment[]; start: number } | undefined;
  let along = 0;
  let hasGap = false;
  const end = (): void => {
    if (open) parts.push({ segments: open.segments, isClosed: false, start: open.start });
    open = undefined;
  };
  for (const segment of segments) {
    if (isWithin(segment, box)) {
      open ??= { segments: [], start: along };
      open.segments.push(segment);
      if (scale) along += lengthOf(segment, scale);
      continue;
    }
    if (isBeyond(segment, box)) {
      end();
      hasGap = true;
      if (scale) along += lengthOf(segment, scale);
      continue;
    }
    const cuts = new Set([0, 1]);
    for (const t of crossings(segment, 0, box[0])) cuts.add(t);
    for (const t of crossings(segment, 0, box[2])) cuts.add(t);
    for (const t of crossings(segment, 1, box[1])) cuts.add(t);
    for (const t of crossings(segment, 1, box[3])) cuts.add(t);
    const sorted = [...cuts].sort((a, b) => a - b);
    for (let i = 0; i + 1 < sorted.length; i++) {
      const [from, to] = [sorted[i]!, sorted[i + 1]!];
      const middle = (from + to) / 2;
      const [x, y] = [valueAt(segment, 0, middle), valueAt(segment, 1, middle)];
      const piece = part(segment, from, to);
      if (x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]) {
        open ??= { segments: [], start: along };
        open.segments.push(...tamed(piece, box));
      } else {
        end();
        hasGap = true;
      }
      if (scale) along += lengthOf(piece, scale);
    }
  }
  end();
  if (!isClosed || parts.length === 0) return parts;
  if (!hasGap) return [{ ...parts[0]!, isClosed: true }];
  // Dashes begin anew where the subpath does (8.4.3.6).
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
