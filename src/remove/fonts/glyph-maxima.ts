import { DataReader } from "../../pdf-content/fonts/programs/data-reader.ts";
import { GLYPH_HEAD_BYTES } from "../../pdf-content/fonts/programs/glyf-reach.ts";
import { instructionsOf, partsOf } from "./glyf-outline.ts";

/** Offsets in the `maxp` table: the number of glyphs, and the maxima of all of them. */
const MAXP = { glyphs: 4, points: 6, instructions: 26, parts: 28, depth: 30 };
/** Deeper compound glyphs are not drawn. */
const MOST_DEPTH = 16;

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
    if (!outline || outline.length < GLYPH_HEAD_BYTES || level > MOST_DEPTH) return NOTHING;
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
