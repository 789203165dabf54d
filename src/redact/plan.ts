import type { Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { GAP, type Piece, saidBy } from "../pdf-content/text/gather.ts";
import type { Span } from "../pdf-content/text/reading-form.ts";
import { boxOf } from "../pdf-content/text/words.ts";
import type { Box } from "../pdf-pages/geometry.ts";
import { grouped } from "../platform/grouped.ts";
import { type CutText, Holes, type Shift } from "../remove/areas.ts";
import { Shelf } from "../remove/shelf.ts";
import { Layout, type Row } from "./layout.ts";
import type { MarkStyle } from "./rules.ts";
import type { Glyphs, SearchedText } from "./searched-text.ts";

/** Four corners, in order. */
export type Bar = readonly (readonly [number, number])[];

/** What becomes of the room that a text has left. */
export type Gap = "box" | "close";

/** Part of a line that a text has. */
export interface Stretch extends Pick<Piece, "direction" | "base" | "size" | "ascent" | "descent" | "isHidden"> {
  readonly low: number;
  readonly high: number;
  /** How much its line rises for each point of it, where that is known of a recognised word: its box is level. */
  readonly rise?: number | undefined;
  readonly mark?: MarkStyle | undefined;
}

/** A bar, and how it is drawn where its rule or its area says so. */
export interface MarkedBar {
  readonly bar: Bar;
  readonly mark: MarkStyle | undefined;
}

/** What is cut out of a page, and the bars that are drawn there. */
export interface PagePlan {
  readonly holes: Holes;
  readonly bars: readonly MarkedBar[];
}

/** How far letters reach below and above the base line, in parts of the size: rules between lines stay. */
const VISIBLE = [-0.22, 0.8] as const;
/**
 * The text over a scan has the letters' place about. Its font says how high their box is, at least this high: that of a
 * long word on a line that rises is much higher than its letters.
 */
const HIDDEN_UNDER = [-3, -0.2] as const;
const HIDDEN_OVER = [0.8, 3] as const;
/**
 * What is cut beyond it on all sides, in parts of the size, and at least and at most in points: a recognised box is
 * tight, and may leave out the end of a letter. Beside the next word it is the least.
 */
const MARGIN = 0.2;
const LEAST_MARGIN = 1;
const MOST_MARGIN = 2.5;
/** How much of a box's height a line that rises may take, and the most boxes for one word. */
const MOST_RISING = 0.6;
const MOST_SLICES = 60;
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
  const { direction, base, size, ascent, descent, isHidden, edges, texts } = piece;
  let [first, end] = [from, to];
  // Where the letters of a recognised word are is a guess, but for scripts whose letters are all as wide.
  const isWord = (text: string | undefined): boolean => text !== undefined && !EVEN.test(text);
  while (isHidden && isWord(texts[first - 1])) first--;
  while (isHidden && isWord(texts[end])) end++;
  return { direction, base, size, ascent, descent, isHidden, low: edges[first]!, high: edges[end]! };
}

const EVEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Stretches of one line that nothing divides become one. */
function joined(stretches: readonly Stretch[], work: Work): Stretch[] {
  const lines: Stretch[] = [];
  for (const one of [...stretches].sort((a, b) => b.base - a.base || a.low - b.low)) {
    work.spend(lines.length * COST.comparedPlace);
    const at = lines.findLastIndex(
      (last) => isOneLine(last, one) && isAsHigh(last, one) && one.low - last.high < one.size,
    );
    const last = lines[at];
    if (last) lines[at] = { ...last, low: Math.min(last.low, one.low), high: Math.max(last.high, one.high) };
    else lines.push(one);
  }
  return lines;
}

/** Recognised words of a line that rises have boxes of several heights: each is cut as high as its own. */
function isAsHigh(last: Stretch, { size, ascent, descent, isHidden }: Stretch): boolean {
  return !isHidden || Math.max(Math.abs(last.ascent - ascent), Math.abs(last.descent - descent)) < 0.1 * size;
}

function isOneLine(one: Stretch, other: Omit<Stretch, "low" | "high">): boolean {
  const isAlike = one.direction === other.direction && one.isHidden === other.isHidden;
  return isAlike && Math.abs(one.base - other.base) < 0.1 * other.size;
}

export function isPartOf(piece: Piece, stretch: Stretch): boolean {
  return isOneLine(stretch, piece) && stretch.low <= piece.high && stretch.high >= piece.low;
}

/** How far a line's letters reach, from its base line to the left of its direction. */
function reachOf({ base, size, ascent, descent, isHidden }: Stretch): [under: number, over: number] {
  if (!isHidden) return [base + VISIBLE[0] * size, base + VISIBLE[1] * size];
  const within = (place: number, [least, most]: readonly [number, number]): number =>
    base + Math.min(Math.max(place, least * size), most * size);
  return [within(descent, HIDDEN_UNDER), within(ascent, HIDDEN_OVER)];
}

function barOf(stretch: Stretch, low: number, high: number): Bar {
  const { x, y } = stretch.direction;
  const point = (along: number, up: number): [number, number] => [along * x - up * y, along * y + up * x];
  const [[startUnder, startOver], [endUnder, endOver]] = [low, high].map((along) => reachAt(stretch, along)) as [
    Reach,
    Reach,
  ];
  return [point(low, startUnder), point(high, endUnder), point(high, endOver), point(low, startOver)];
}

type Reach = readonly [under: number, over: number];

/** How far letters reach at a place of their line. Of a word that rises, its box says how far at both ends together. */
function reachAt(stretch: Stretch, along: number): Reach {
  const { low, high, rise } = stretch;
  const [under, over] = reachOf(stretch);
  const rises = rise === undefined ? 0 : Math.abs(rise) * (high - low);
  // The letters are the rest of the box, and most of it, or the line is another than it is said to be.
  if (rise === undefined || rises > MOST_RISING * (over - under)) return [under, over];
  const by = rise * (Math.min(Math.max(along, low), high) - (low + high) / 2);
  return [under + rises / 2 + by, over - rises / 2 + by];
}

/** The box around a cut; of a word that rises, boxes one beside the other, which leave the lines above and below. */
function boxesOf(cut: Stretch, end: number, more: number): Box[] {
  const rises = Math.abs(cut.rise ?? 0) * (cut.high - cut.low);
  const count = Math.min(Math.max(1, Math.ceil(rises)), MOST_SLICES);
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((one) => cut.low + ((end - cut.low) * one) / count) as [number, number];
    const [[under, over], [endUnder, endOver]] = [from, to].map((along) => reachAt(cut, along)) as [Reach, Reach];
    return boxOf(cut.direction, from, to, Math.min(under, endUnder) - more, Math.max(over, endOver) + more);
  });
}

export function boxAroundStretch(stretch: Stretch, low: number, high: number): Box {
  return boxOf(stretch.direction, low, high, ...reachOf(stretch));
}

export interface MarkedArea {
  readonly box: Box;
  /** Which of the request it is; undefined for those of annotations. */
  readonly item?: number | undefined;
  readonly mark?: MarkStyle | undefined;
}

/** Plans how stretches are cut, what of their rows moves, and where bars are drawn. */
export function* planPage(
  areas: readonly MarkedArea[],
  found: readonly Stretch[],
  pieces: readonly Piece[],
  { gap, visible }: { readonly gap: Gap; readonly visible: Box },
  work: Work,
): Turns<PagePlan> {
  work.hold(areas.length * CUT_BYTES);
  const bars = areas.map(({ box: [left, bottom, right, top], mark }): MarkedBar => {
    const bar: Bar = [
      [left, bottom],
      [right, bottom],
      [right, top],
      [left, top],
    ];
    return { bar, mark };
  });
  const texts: CutText[] = [];
  const shifts: Shift[] = [];
  const layout = yield* Layout.of(found.length > 0 ? pieces : [], visible, work);
  const put = (cut: Stretch, low: number, width: number, [from, to]: readonly [number, number]): void => {
    const { direction, base, size, isHidden } = cut;
    const end = gap === "box" ? Math.max(cut.high, Math.min(cut.low + stepsUp(cut), to)) : cut.high;
    for (const box of boxesOf(cut, end, isHidden ? marginOf(cut) : 0)) {
      texts.push({ direction, base, size, low: from, high: to, box });
    }
    if (width > 0) bars.push({ bar: barOf(cut, low, low + width), mark: cut.mark });
  };
  for (const line of yield* linesOf(found, work)) {
    work.hold(line.length * CUT_BYTES);
    for (const [row, cuts] of grouped(line, (cut) => (cut.isHidden ? undefined : layout.rowAt(cut)))) {
      const glyphs = row ? edgesOf(row.pieces, work) : hiddenBeside(cuts, pieces, work);
      work.spend(cuts.length * glyphs.length * COST.comparedPlace);
      const all = withoutNeighbours(cuts, glyphs);
      if (row) planRow(row, unitsOf(row, all, glyphs), gap, layout.room(row), { put, shifts });
      else for (const cut of all) coverPlace(cut, glyphs, put);
      work.letGo(glyphs.length * PLACE_BYTES);
    }
    if (work.isTurnOver) yield;
  }
  return {
    holes: new Holes(
      work,
      areas.map(({ box }) => box),
      [...texts, ...coveredBy(texts, pieces, work)],
      shifts,
    ),
    bars,
  };
}

/** Takes a cut to where it comes to lie: what it takes with it reaches to the texts beside it. */
type PutCut = (cut: Stretch, low: number, width: number, between: readonly [number, number]) => void;

/** Text over a picture stays where it is, and so does the picture: a bar covers no more than there is room for. */
function coverPlace(cut: Stretch, glyphs: readonly Edges[], put: PutCut): void {
  const { size } = cut;
  const before = glyphs.findLast((one) => one.high <= cut.low + NEAR * size)?.high ?? cut.low - size;
  const after = glyphs.find((one) => one.low >= cut.high - NEAR * size)?.low ?? cut.high + size;
  // The boxes beside it are tight as well: the least margin is left to them, where there is room.
  const besides = (room: number): number => Math.max(LEAST_MARGIN, Math.min(marginOf(cut), room - LEAST_MARGIN));
  const [low, high] = [cut.low - besides(cut.low - before), cut.high + besides(after - cut.high)];
  const to = Math.max(high, Math.min(after - LEAST_MARGIN, cut.high + size));
  const wide = { ...cut, low, high };
  put(wide, low, Math.max(high, Math.min(low + stepsUp(wide), to)) - low, [Math.max(before, cut.low - size), to]);
}

function marginOf({ size }: Pick<Stretch, "size">): number {
  return Math.min(Math.max(LEAST_MARGIN, MARGIN * size), MOST_MARGIN);
}

/**
 * Other words that are not drawn and lie over what is cut, such as those of a second layer, which may have read the
 * same word differently: their letters go, and no more of the picture.
 */
function coveredBy(texts: readonly CutText[], pieces: readonly Piece[], work: Work): CutText[] {
  const middleOf = ({ direction, low, high, base, size }: Piece): Box =>
    boxOf(direction, low, high, base + 0.2 * size, base + 0.5 * size);
  const hidden = pieces.flatMap((piece) => {
    if (!piece.isHidden) return [];
    const isEven = piece.direction.x === 1 && EVEN.test(saidBy(piece));
    return [{ piece, box: middleOf(piece), isEven }];
  });
  if (hidden.length === 0) return [];
  const shelf = new Shelf(work, hidden, ({ box }) => [box[1], box[3]]);
  return texts.flatMap((text) => {
    const { box } = text;
    return shelf
      .reaching(box[1] + NEAR, box[3] - NEAR)
      .flatMap(({ piece, box: [left, , right], isEven }): CutText[] => {
        const { direction, base, size } = piece;
        const isApart = left >= box[2] - NEAR || right <= box[0] + NEAR;
        const isOwn = direction === text.direction && base === text.base;
        if (isApart || (isOwn && piece.low >= text.low && piece.high <= text.high)) return [];
        const [low, high] = isEven ? [Math.max(left, box[0]), Math.min(right, box[2])] : [piece.low, piece.high];
        return [{ direction, base, size, low, high, box }];
      });
  });
}

/** A word of a row, or what is cut there. */
interface Unit {
  readonly low: number;
  readonly high: number;
  readonly cut: Stretch | undefined;
}

interface Edges {
  readonly low: number;
  readonly high: number;
}

function unitsOf({ size }: Row, cuts: readonly Stretch[], glyphs: readonly Edges[]): Unit[] {
  const words: Unit[] = [];
  let at = 0;
  let isDivided = true;
  for (const { low, high } of glyphs) {
    const middle = (low + high) / 2;
    while (at < cuts.length && middle > cuts[at]!.high) {
      at++;
      isDivided = true;
    }
    if (at < cuts.length && middle >= cuts[at]!.low) continue;
    const last = words.at(-1);
    if (last && !isDivided && low - last.high < GAP * size) {
      words[words.length - 1] = { ...last, high: Math.max(last.high, high) };
    } else words.push({ low, high, cut: undefined });
    isDivided = false;
  }
  return [...words, ...cuts.map((cut) => ({ low: cut.low, high: cut.high, cut }))].sort((a, b) => a.low - b.low);
}

/**
 * Places the row's words and bars anew. Widths and gaps that depend on what is cut are rounded, up where there is room
 * for it. What does not move is the margin of the row; between two margins all spaces become alike, so that they tell
 * no more.
 */
function planRow(
  row: Row,
  units: readonly Unit[],
  gap: Gap,
  [from, to]: readonly [number, number],
  { put, shifts }: { readonly put: PutCut; readonly shifts: Shift[] },
): void {
  const { direction, base, size } = row;
  const [places, widths] =
    [true, false]
      .map((isWide) => placed(row, units, gap, isWide))
      .find(([places, widths]) => places[0]! >= from - SLACK && places.at(-1)! + widths.at(-1)! <= to + SLACK) ??
    placed(row, units, gap, false);
  units.forEach(({ low, high, cut }, at) => {
    const before = units[at - 1]?.high ?? low;
    const after = units[at + 1]?.low ?? Number.POSITIVE_INFINITY;
    if (cut) put(cut, places[at]!, widths[at]!, [before, Math.min(after, high + size)]);
    // The spaces behind a word move with it.
    else shifts.push({ direction, base, size, from: low, to: Math.min(after, high + size), by: places[at]! - low });
  });
}

function placed(row: Row, units: readonly Unit[], gap: Gap, isWide: boolean): [places: number[], widths: number[]] {
  const { size, low, high } = row;
  const widthOf = ({ cut, low, high }: Unit): number =>
    !cut ? high - low : gap === "close" ? 0 : isWide ? stepsUp(cut) : stepsDown(cut);
  const widths = units.map(widthOf);
  const gaps = units.slice(1).map(({ low }, at) => low - units[at]!.high);
  const spaces = gaps.map((one) => one > GAP * size);
  let even = gaps.map((one, at) => {
    const [before, after] = [units[at]!, units[at + 1]!];
    if (!before.cut && !after.cut) return one;
    if (gap === "close" && (after.cut || at === 0)) return 0;
    return evenGap(gap === "close" ? Math.max(one, gaps[at - 1]!) : one, size);
  });
  const count = spaces.filter(Boolean).length;
  const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);
  if (row.alignment === "justified" && count > 0 && gap === "box") {
    const rest = high - low - sum(widths) - sum(even.filter((_, at) => !spaces[at]));
    if (rest / count > GAP * size || !isWide) even = even.map((one, at) => (spaces[at] ? rest / count : one));
  }
  const length = sum(widths) + sum(even);
  const share = { left: 0, justified: 0, right: 1, centre: 0.5 }[row.alignment];
  const places: number[] = [];
  let place = low + share * (high - low - length);
  units.forEach((_, at) => {
    places.push(place);
    place += widths[at]! + (even[at] ?? 0);
  });
  return [places, widths];
}

/** The steps that a text takes: a step is the size of its letters. */
function stepsUp({ low, high, size }: Edges & { readonly size: number }): number {
  return Math.max(1, Math.ceil((high - low) / size - SLACK)) * size;
}

/** The whole steps in it, or half of one, or a quarter. */
function stepsDown({ low, high, size }: Edges & { readonly size: number }): number {
  const steps = (high - low) / size + SLACK;
  return size * (steps >= 1 ? Math.floor(steps) : steps >= 0.5 ? 0.5 : 0.25);
}

function evenGap(gap: number, size: number): number {
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
function edgesOf(pieces: readonly Piece[], work: Work): Edges[] {
  const count = pieces.reduce((sum, { texts }) => sum + texts.length, 0);
  work.spend(count * Math.log2(count + 1) * COST.sortedPiece);
  work.hold(count * PLACE_BYTES);
  return pieces
    .flatMap(({ edges }) => edges.slice(0, -1).map((low, at) => ({ low, high: edges[at + 1]! })))
    .sort((a, b) => a.low - b.low);
}

/** The glyphs on the line of a cut that is no row's. */
function hiddenBeside([first]: readonly Stretch[], pieces: readonly Piece[], work: Work): Edges[] {
  work.spend(pieces.length * COST.sortedPiece);
  const { direction, base, size, isHidden } = first!;
  const isNear = (one: Piece): boolean =>
    one.direction === direction && one.isHidden === isHidden && Math.abs(one.base - base) < size / 2;
  return edgesOf(pieces.filter(isNear), work);
}

/** Cuts that overlap, or between which nothing stays, are one. */
function withoutNeighbours(line: readonly Stretch[], glyphs: readonly Edges[]): Stretch[] {
  const cuts: Stretch[] = [];
  for (const one of line) {
    const last = cuts.at(-1);
    const isNext =
      last !== undefined &&
      isAsHigh(last, one) &&
      last.rise === undefined &&
      one.low - last.high < one.size &&
      !glyphs.some(({ low, high }) => low >= last.high - NEAR * one.size && high <= one.low + NEAR * one.size);
    if (isNext) cuts[cuts.length - 1] = { ...last, high: Math.max(last.high, one.high) };
    else cuts.push(one);
  }
  return cuts;
}
