import { DataReader } from "../../pdf-content/fonts/programs/data-reader.ts";
import { COMPONENT, GLYPH_HEAD_BYTES, partsOf } from "../../pdf-content/fonts/programs/glyf-reach.ts";

/** Flags of a simple glyph's point. */
const X_IS_BYTE = 2;
const Y_IS_BYTE = 4;
const REPEATS = 8;
const X_IS_SAME = 16;
const Y_IS_SAME = 32;

/** The bytes of a glyph's own instructions. */
function instructionsOf(outline: Uint8Array): number {
  const data = new DataReader(outline);
  if (outline.length < GLYPH_HEAD_BYTES) return 0;
  const contours = data.i16(0);
  if (contours > 0) return data.u16(GLYPH_HEAD_BYTES + contours * 2);
  const last = [...partsOf(outline)].at(-1);
  return last && last.flags & COMPONENT.instructions ? data.u16(last.end) : 0;
}

/** The outline without the bytes behind it, which may hold anything. */
export function withoutRest(outline: Uint8Array): Uint8Array {
  return outline.subarray(0, Math.min(outline.length, endOf(outline)));
}

/** Whether the outline has all that its header announces. */
export function isWhole(outline: Uint8Array): boolean {
  return endOf(outline) <= outline.length;
}

function endOf(outline: Uint8Array): number {
  const data = new DataReader(outline);
  if (outline.length < GLYPH_HEAD_BYTES) return outline.length;
  const contours = data.i16(0);
  if (contours < 0) {
    const last = [...partsOf(outline)].at(-1);
    if (!last) return GLYPH_HEAD_BYTES;
    return last.flags & COMPONENT.instructions ? last.end + 2 + data.u16(last.end) : last.end;
  }
  if (contours === 0) return GLYPH_HEAD_BYTES;
  const ends = GLYPH_HEAD_BYTES + contours * 2;
  const points = data.u16(ends - 2) + 1;
  let at = ends + 2 + data.u16(ends);
  let coordinates = 0;
  for (let point = 0; point < points && at < outline.length; ) {
    const flags = data.u8(at++);
    const count = flags & REPEATS ? 1 + data.u8(at++) : 1;
    const x = flags & X_IS_BYTE ? 1 : flags & X_IS_SAME ? 0 : 2;
    const y = flags & Y_IS_BYTE ? 1 : flags & Y_IS_SAME ? 0 : 2;
    coordinates += (x + y) * Math.min(count, points - point);
    point += count;
  }
  return at + coordinates;
}

/** Offsets in the `maxp` table: the number of glyphs, and the maxima of all of them. */
const MAXP = { glyphs: 4, points: 6, instructions: 26, parts: 28, depth: 30 };
/** Deeper compound glyphs are not drawn. */
const MAX_DEPTH = 16;

/** What one glyph needs: a compound one as much as its parts together. */
interface Needs {
  readonly points: number;
  readonly contours: number;
  readonly depth: number;
}

const NOTHING: Needs = { points: 0, contours: 0, depth: 0 };

/** Writes the maxima of these glyphs, in the order of their numbers, in place of those of all that there were. */
export function putMaxima(maxp: Uint8Array | undefined, outlines: readonly Uint8Array[]): void {
  if (!maxp) return;
  putU16(maxp, MAXP.glyphs, outlines.length);
  const known = new Map<number, Needs>();
  const needsOf = (glyph: number, level: number): Needs => {
    const outline = outlines[glyph];
    if (!outline || outline.length < GLYPH_HEAD_BYTES || level > MAX_DEPTH) return NOTHING;
    const done = known.get(glyph);
    if (done) return done;
    // A glyph may be made of itself.
    known.set(glyph, NOTHING);
    let needs = ownNeeds(outline);
    for (const { part } of partsOf(outline)) {
      const { points, contours, depth } = needsOf(part, level + 1);
      needs = {
        points: needs.points + points,
        contours: needs.contours + contours,
        depth: Math.max(needs.depth, depth + 1),
      };
    }
    known.set(glyph, needs);
    return needs;
  };
  // Simple glyphs' points and contours, then those of compound ones.
  const most = [0, 0, 0, 0];
  let [instructions, parts, deepest] = [0, 0, 0];
  outlines.forEach((outline, glyph) => {
    const { points, contours, depth } = needsOf(glyph, 0);
    const at = depth > 0 ? 2 : 0;
    most[at] = Math.max(most[at]!, points);
    most[at + 1] = Math.max(most[at + 1]!, contours);
    instructions = Math.max(instructions, instructionsOf(outline));
    parts = Math.max(parts, [...partsOf(outline)].length);
    deepest = Math.max(deepest, depth);
  });
  most.forEach((value, index) => {
    putU16(maxp, MAXP.points + index * 2, value);
  });
  putU16(maxp, MAXP.instructions, instructions);
  putU16(maxp, MAXP.parts, parts);
  putU16(maxp, MAXP.depth, deepest);
}

function ownNeeds(outline: Uint8Array): Needs {
  const data = new DataReader(outline);
  const contours = data.i16(0);
  if (contours <= 0) return NOTHING;
  return { points: data.u16(GLYPH_HEAD_BYTES + contours * 2 - 2) + 1, contours, depth: 0 };
}

export function putU16(table: Uint8Array, at: number, value: number): void {
  if (at + 2 > table.length) return;
  table[at] = (value >> 8) & 255;
  table[at + 1] = value & 255;
}
