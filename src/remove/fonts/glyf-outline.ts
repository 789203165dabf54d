import { DataReader } from "../../pdf-content/fonts/programs/data-reader.ts";
import { GLYPH_HEAD_BYTES } from "../../pdf-content/fonts/programs/glyf-reach.ts";
import type { Box } from "../../pdf-pages/geometry.ts";

/** Flags of a compound glyph's part (OpenType, glyf). */
const ARGS_ARE_WORDS = 1;
const HAS_SCALE = 8;
const MORE_PARTS = 32;
const HAS_TWO_SCALES = 64;
const HAS_TWO_BY_TWO = 128;
const HAS_INSTRUCTIONS = 256;
/** Flags of a simple glyph's point. */
const X_IS_BYTE = 2;
const Y_IS_BYTE = 4;
const REPEATS = 8;
const X_IS_SAME = 16;
const Y_IS_SAME = 32;

/** The glyphs of which a compound glyph is made: where their numbers are, and where the part ends. */
export function* partsOf(outline: Uint8Array): Generator<{ part: number; at: number; end: number; flags: number }> {
  const data = new DataReader(outline);
  if (outline.length < GLYPH_HEAD_BYTES || data.i16(0) >= 0) return;
  let flags = MORE_PARTS;
  for (let at = GLYPH_HEAD_BYTES; (flags & MORE_PARTS) !== 0 && at + 4 <= outline.length; ) {
    flags = data.u16(at);
    const scales = flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_TWO_BY_TWO ? 8 : 0;
    const end = at + 4 + (flags & ARGS_ARE_WORDS ? 4 : 2) + scales;
    yield { part: data.u16(at + 2), at: at + 2, end, flags };
    at = end;
  }
}

/** The box in the glyph's header. */
export function boxOf(outline: Uint8Array): Box | undefined {
  const data = new DataReader(outline);
  if (outline.length < GLYPH_HEAD_BYTES) return undefined;
  return [data.i16(2), data.i16(4), data.i16(6), data.i16(8)];
}

/** The bytes of a glyph's own instructions. */
export function instructionsOf(outline: Uint8Array): number {
  const data = new DataReader(outline);
  if (outline.length < GLYPH_HEAD_BYTES) return 0;
  const contours = data.i16(0);
  if (contours > 0) return data.u16(GLYPH_HEAD_BYTES + contours * 2);
  const last = [...partsOf(outline)].at(-1);
  return last && last.flags & HAS_INSTRUCTIONS ? data.u16(last.end) : 0;
}

/** The outline without the bytes behind it, which may hold anything. */
export function withoutRest(outline: Uint8Array): Uint8Array {
  return outline.subarray(0, Math.min(outline.length, endOf(outline)));
}

function endOf(outline: Uint8Array): number {
  const data = new DataReader(outline);
  if (outline.length < GLYPH_HEAD_BYTES) return outline.length;
  const contours = data.i16(0);
  if (contours < 0) {
    const last = [...partsOf(outline)].at(-1);
    if (!last) return GLYPH_HEAD_BYTES;
    return last.flags & HAS_INSTRUCTIONS ? last.end + 2 + data.u16(last.end) : last.end;
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
