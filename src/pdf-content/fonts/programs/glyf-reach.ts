import type { Work } from "../../../meter/work.ts";
import { COST } from "../../../meter/work-limits.ts";
import type { Box } from "../../../pdf-pages/geometry.ts";
import { addCubic } from "../../curves.ts";
import type { Extent } from "../../extent.ts";
import { type Matrix, multiply } from "../../matrix.ts";
import { DataReader } from "./data-reader.ts";

/** Bytes of a glyph's header: its number of contours, and its box. */
export const GLYPH_HEAD_BYTES = 10;

/** Flags of a component of a composite glyph. */
export const COMPONENT = {
  words: 1,
  offsets: 2,
  scale: 8,
  more: 0x20,
  twoScales: 0x40,
  matrix: 0x80,
  instructions: 0x100,
  givesMetrics: 0x200,
  scaledOffsets: 0x800,
};
/** Deeper components than any font has. */
export const DEEPEST = 4;

/** The box in the glyph's header. */
export function boxOf(outline: Uint8Array): Box | undefined {
  const data = new DataReader(outline);
  return outline.length < GLYPH_HEAD_BYTES ? undefined : [data.i16(2), data.i16(4), data.i16(6), data.i16(8)];
}

/** Whether viewers take a glyph with this box to be as large as all glyphs together. */
export function isNoBox([left, bottom, right, top]: Box): boolean {
  return left > right || bottom > top || (left === right && bottom === top);
}

/** The glyphs of which a compound glyph is made: where their numbers are, and where the part ends. */
export function* partsOf(outline: Uint8Array): Generator<{ part: number; at: number; end: number; flags: number }> {
  const data = new DataReader(outline);
  if (data.i16(0) >= 0) return;
  let flags = COMPONENT.more;
  for (let at = GLYPH_HEAD_BYTES; (flags & COMPONENT.more) !== 0 && at + 4 <= outline.length; ) {
    flags = data.u16(at);
    const scales = flags & COMPONENT.scale ? 2 : flags & COMPONENT.twoScales ? 4 : flags & COMPONENT.matrix ? 8 : 0;
    const end = at + 4 + (flags & COMPONENT.words ? 4 : 2) + scales;
    yield { part: data.u16(at + 2), at: at + 2, end, flags };
    at = end;
  }
}

/** Flags of a point of a simple glyph. */
const POINT = { onCurve: 1, shortX: 2, shortY: 4, repeats: 8, sameX: 0x10, sameY: 0x20 };

/** Two coordinates, and the flags. */
const POINT_BYTES = 17;

interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly flags: Uint8Array;
}

/** Finds how far outlines of the `glyf` table reach once they are transformed. */
export class GlyfReach {
  readonly #outlineOf: (glyph: number) => Uint8Array;
  readonly #work: Work;

  constructor(outlineOf: (glyph: number) => Uint8Array, work: Work) {
    this.#outlineOf = outlineOf;
    this.#work = work;
  }

  /** Adds the box of the transformed outline. False when it is not read to its end. */
  add(outline: Uint8Array, into: Extent, matrix: Matrix, depth = 0): boolean {
    const data = new DataReader(outline);
    const contours = data.i16(0);
    return contours < 0
      ? this.#addComponents(data, into, matrix, depth)
      : this.#addSimple(data, contours, into, matrix);
  }

  #addSimple(data: DataReader, contours: number, into: Extent, matrix: Matrix): boolean {
    if (contours === 0) return true;
    const instructions = GLYPH_HEAD_BYTES + contours * 2;
    const count = data.u16(instructions - 2) + 1;
    this.#work.spend((contours + count) * COST.charstringStep);
    const points = this.#points(data, instructions + 2 + data.u16(instructions), count, matrix);
    this.#work.letGo(count * POINT_BYTES);
    return points !== undefined && this.#addContours(data, points, count, contours, into);
  }

  #addContours(data: DataReader, points: Points, count: number, contours: number, into: Extent): boolean {
    let first = 0;
    for (let i = 0; i < contours; i++) {
      const end = data.u16(GLYPH_HEAD_BYTES + i * 2) + 1;
      if (end > count) return false;
      if (end > first) addContour(points, first, end, into);
      first = Math.max(first, end);
    }
    return true;
  }

  #points(data: DataReader, from: number, count: number, [a, b, c, d, e, f]: Matrix): Points | undefined {
    this.#work.hold(count * POINT_BYTES);
    const flags = new Uint8Array(count);
    let at = from;
    for (let i = 0; i < count; ) {
      const flag = data.u8(at++);
      const end = Math.min(count, i + 1 + ((flag & POINT.repeats) !== 0 ? data.u8(at++) : 0));
      flags.fill(flag, i, end);
      i = end;
    }
    const along = (short: number, same: number): Float64Array => {
      const places = new Float64Array(count);
      let place = 0;
      for (let i = 0; i < count; i++) {
        const isSame = (flags[i]! & same) !== 0;
        if ((flags[i]! & short) !== 0) place += isSame ? data.u8(at++) : -data.u8(at++);
        else if (!isSame) {
          place += data.i16(at);
          at += 2;
        }
        places[i] = place;
      }
      return places;
    };
    const x = along(POINT.shortX, POINT.sameX);
    const y = along(POINT.shortY, POINT.sameY);
    if (at > data.bytes.length) return undefined;
    for (let i = 0; i < count; i++) {
      const [px, py] = [x[i]!, y[i]!];
      x[i] = a * px + c * py + e;
      y[i] = b * px + d * py + f;
    }
    return { x, y, flags };
  }

  #addComponents(data: DataReader, into: Extent, matrix: Matrix, depth: number): boolean {
    if (depth >= DEEPEST) return false;
    for (const { part, at, flags } of partsOf(data.bytes)) {
      this.#work.spend(COST.measuredGlyph);
      const isScaled = (flags & (COMPONENT.scale | COMPONENT.twoScales | COMPONENT.matrix)) !== 0;
      // Rare ways to place a component: by points that must meet, and by a distance that is itself scaled.
      if ((flags & COMPONENT.offsets) === 0 || (isScaled && (flags & COMPONENT.scaledOffsets) !== 0)) return false;
      const areWords = (flags & COMPONENT.words) !== 0;
      const dx = areWords ? data.i16(at + 2) : (data.u8(at + 2) << 24) >> 24;
      const dy = areWords ? data.i16(at + 4) : (data.u8(at + 3) << 24) >> 24;
      let next = at + (areWords ? 6 : 4);
      const scale = (): number => {
        next += 2;
        return data.i16(next - 2) / 16384;
      };
      let [a, b, c, d] = [1, 0, 0, 1];
      if ((flags & COMPONENT.scale) !== 0) a = d = scale();
      else if ((flags & COMPONENT.twoScales) !== 0) [a, d] = [scale(), scale()];
      else if ((flags & COMPONENT.matrix) !== 0) [a, b, c, d] = [scale(), scale(), scale(), scale()];
      const own = multiply([a, b, c, d, dx, dy], matrix);
      if (!this.add(this.#outlineOf(part), into, own, depth + 1)) return false;
    }
    return true;
  }
}

/** A closed contour of quadratic curves: between two points off the curve there is one on it. */
function addContour({ x, y, flags }: Points, from: number, end: number, into: Extent): void {
  const isOn = (i: number): boolean => (flags[i]! & POINT.onCurve) !== 0;
  const count = end - from;
  for (let i = from; i < end; i++) {
    if (isOn(i)) {
      into.point(x[i]!, y[i]!);
      continue;
    }
    const before = from + ((i - from + count - 1) % count);
    const after = from + ((i - from + 1) % count);
    const [qx, qy] = [x[i]!, y[i]!];
    const [x0, y0] = isOn(before) ? [x[before]!, y[before]!] : [(x[before]! + qx) / 2, (y[before]! + qy) / 2];
    const [x3, y3] = isOn(after) ? [x[after]!, y[after]!] : [(x[after]! + qx) / 2, (y[after]! + qy) / 2];
    const third = (end: number, control: number): number => (end + 2 * control) / 3;
    addCubic(into, x0, y0, third(x0, qx), third(y0, qy), third(x3, qx), third(y3, qy), x3, y3);
  }
}
