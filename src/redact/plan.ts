import type { Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import type { Piece } from "../pdf-content/text/gather.ts";
import type { Span } from "../pdf-content/text/reading-form.ts";
import { boxOf } from "../pdf-content/text/words.ts";
import type { Box } from "../pdf-pages/geometry.ts";
import { type CutText, Holes, type Shift } from "../remove/areas.ts";
import type { Glyphs, SearchedText } from "./searched-text.ts";

/** Four corners, in order. */
export type Bar = readonly (readonly [number, number])[];

/** What becomes of the room that a text has left. */
export type Gap = "box" | "close";

/** Part of a line that a text has. */
export interface Stretch extends Pick<Piece, "direction" | "base" | "size" | "isHidden"> {
  readonly low: number;
  readonly high: number;
}

/** What is cut out of a page, and the bars that are drawn there. */
export interface PagePlan {
  readonly holes: Holes;
  readonly bars: readonly Bar[];
}

/** How far letters reach below and above the base line, in parts of the size: rules between lines stay. */
const VISIBLE = [-0.22, 0.8] as const;
/** The text over a scan has the letters' size and place about. */
const HIDDEN = [-0.3, 1.05] as const;
/** A cut letter's kerning must not show: gaps beside a cut are rounded to this part of the size. */
const GAP_STEPS = 8;
/** Rounding errors of places. */
const SLACK = 1e-6;
const NEAR = 0.02;
/** What the place of a glyph takes in memory, and a cut with its bar and its shift. */
const PLACE_BYTES = 64;
const CUT_BYTES = 800;

/** Where the characters of a match are: a stretch for each line. */
export function stretchesOf(searched: SearchedText, [from, to]: Span, work: Work): Stretch[] {
  const glyphs = searched.glyphs(from, to);
  work.spend(glyphs.length * (COST.placedGlyph + Math.log2(glyphs.length + 1) * COST.sortedPiece));
  return joined(glyphs.map(stretchOf), work);
}

function stretchOf({ piece, from, to }: Glyphs): Stretch {
  const { direction, base, size, isHidden, edges } = piece;
  return { direction, base, size, isHidden, low: edges[from]!, high: edges[to]! };
}

/** Stretches of one line that nothing divides become one. */
function joined(stretches: readonly Stretch[], work: Work): Stretch[] {
  const lines: Stretch[] = [];
  for (const one of [...stretches].sort((a, b) => b.base - a.base || a.low - b.low)) {
    work.spend(lines.length * COST.comparedPlace);
    const at = lines.findLastIndex((last) => isOneLine(last, one) && one.low - last.high < one.size);
    const last = lines[at];
    if (last) lines[at] = { ...last, low: Math.min(last.low, one.low), high: Math.max(last.high, one.high) };
    else lines.push(one);
  }
  return lines;
}

function isOneLine(one: Stretch, other: Stretch): boolean {
  const isAlike = one.direction === other.direction && one.isHidden === other.isHidden;
  return isAlike && Math.abs(one.base - other.base) < 0.1 * other.size;
}

/** How far a line's letters reach, from its base line to the left of its direction. */
function reachOf({ base, size, isHidden }: Stretch): [under: number, over: number] {
  const [under, over] = isHidden ? HIDDEN : VISIBLE;
  return [base + under * size, base + over * size];
}

function barOf(stretch: Stretch, low: number, high: number): Bar {
  const { x, y } = stretch.direction;
  const [under, over] = reachOf(stretch);
  const point = (along: number, up: number): [number, number] => [along * x - up * y, along * y + up * x];
  return [point(low, under), point(high, under), point(high, over), point(low, over)];
}

export function boxAroundStretch(stretch: Stretch, low: number, high: number): Box {
  return boxOf(stretch.direction, low, high, ...reachOf(stretch));
}

/** Plans how stretches are cut, what of their lines moves, and where bars are drawn. */
export function* planPage(
  areas: readonly Box[],
  found: readonly Stretch[],
  pieces: readonly Piece[],
  gap: Gap,
  work: Work,
): Turns<PagePlan> {
  work.hold(areas.length * CUT_BYTES);
  const bars: Bar[] = areas.map(([left, bottom, right, top]) => [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ]);
  const texts: CutText[] = [];
  const shifts: Shift[] = [];
  for (const line of yield* linesOf(found, work)) {
    const glyphs = glyphsOf(line, pieces, work);
    // Each cut looks for what is beside it.
    work.spend(line.length * glyphs.length * COST.comparedPlace);
    let moved = 0;
    let end: number | undefined;
    const cuts = withoutNeighbours(line, glyphs);
    work.hold(cuts.length * CUT_BYTES);
    cuts.forEach((cut, at) => {
      const { direction, base, size, low, high, isHidden } = cut;
      const before = glyphs.findLast((one) => one.high <= low + NEAR * size)?.high;
      const after = glyphs.find((one) => one.low >= high - NEAR * size)?.low;
      const isAfterText = before !== undefined && low - before < size;
      const isBeforeText = after !== undefined && after - high < size;
      // What moves ends where the line has a gap as wide as a letter is high.
      if (!isAfterText && (end === undefined || low > end)) moved = 0;
      const [one, other] = [isAfterText ? even(low - before, size) : 0, isBeforeText ? even(after - high, size) : 0];
      const from = isAfterText ? before + one : low;
      const steps = Math.max(1, Math.ceil((high - low) / size - SLACK));
      const width = steps * size;
      const box = boxAroundStretch(cut, Math.min(low, from), gap === "box" ? Math.max(high, from + width) : high);
      const [first, last] = [isAfterText ? before : low, isBeforeText ? after : high + size];
      texts.push({ direction, base, size, low: first, high: last, box });
      if (gap === "box") bars.push(barOf(cut, from + moved, from + moved + width));
      if (isHidden || !isBeforeText) {
        moved = 0;
        end = undefined;
        return;
      }
      const next = gap === "box" ? from + width + other : (isAfterText ? before : low) + Math.max(one, other);
      moved += next - after;
      end = endFrom(glyphs, after, size);
      const to = Math.min(end, cuts[at + 1]?.low ?? end);
      shifts.push({ direction, base, size, from: after, to, by: moved });
    });
    work.letGo(glyphs.length * PLACE_BYTES);
    if (work.isTurnOver) yield;
  }
  return { holes: new Holes(work, areas, texts, shifts), bars };
}

function even(gap: number, size: number): number {
  return (Math.round((Math.max(0, gap) / size) * GAP_STEPS) * size) / GAP_STEPS;
}

/** The stretches by line, from its beginning to its end. */
function* linesOf(found: readonly Stretch[], work: Work): Turns<Stretch[][]> {
  const lines: Stretch[][] = [];
  for (const one of [...found].sort((a, b) => b.base - a.base || a.low - b.low)) {
    work.spend(lines.length * COST.comparedPlace);
    const line = lines.find(([first]) => isOneLine(first!, one));
    if (line) line.push(one);
    else lines.push([one]);
    if (work.isTurnOver) yield;
  }
  for (const line of lines) line.sort((a, b) => a.low - b.low);
  return lines;
}

/** Glyphs of a line, in the order of their places. */
function glyphsOf([first]: readonly Stretch[], pieces: readonly Piece[], work: Work): { low: number; high: number }[] {
  work.spend(pieces.length * COST.sortedPiece);
  const { direction, base, size, isHidden } = first!;
  const near = pieces.filter(
    (one) => one.direction === direction && one.isHidden === isHidden && Math.abs(one.base - base) < size / 2,
  );
  const count = near.reduce((sum, { texts }) => sum + texts.length, 0);
  work.spend(count * Math.log2(count + 1) * COST.sortedPiece);
  work.hold(count * PLACE_BYTES);
  return near
    .flatMap(({ edges }) => edges.slice(0, -1).map((low, at) => ({ low, high: edges[at + 1]! })))
    .sort((a, b) => a.low - b.low);
}

/** Cuts that overlap, or between which nothing stays, are one. */
function withoutNeighbours(line: readonly Stretch[], glyphs: readonly { low: number; high: number }[]): Stretch[] {
  const cuts: Stretch[] = [];
  for (const one of line) {
    const last = cuts.at(-1);
    const isNext =
      last !== undefined &&
      one.low - last.high < one.size &&
      !glyphs.some(({ low, high }) => low >= last.high - NEAR * one.size && high <= one.low + NEAR * one.size);
    if (isNext) cuts[cuts.length - 1] = { ...last, high: Math.max(last.high, one.high) };
    else cuts.push(one);
  }
  return cuts;
}

/** The end of the text that follows without a gap as wide as a letter is high. */
function endFrom(glyphs: readonly { low: number; high: number }[], from: number, size: number): number {
  let end = from;
  for (const { low, high } of glyphs) {
    if (high < from) continue;
    if (low - end >= size) break;
    end = Math.max(end, high);
  }
  return end;
}
