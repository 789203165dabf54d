import { COST } from "../../meter/work-limits.ts";
import { MAX_PATH_NUMBERS } from "../../pdf-content/content-limits.ts";
import { Extent } from "../../pdf-content/extent.ts";
import { longestTip } from "../../pdf-content/ink/strokes.ts";
import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { inverse, type Matrix } from "../../pdf-content/matrix.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { Path } from "../../pdf-content/state/path.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import { type Box, intersect } from "../../pdf-pages/geometry.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { within } from "../areas.ts";
import { factor, rounded } from "../numbers.ts";
import { around, clipFilled, clipStroked, cutStroked, runsThrough } from "./path-clip.ts";
import { linesOf, type PathSegment, type Subpath, subpathsOf } from "./path-segments.ts";
import { putPath } from "./path-source.ts";
import type { PageWork } from "./work.ts";

/** How a path is painted, by its operator (table 59). */
interface Painting {
  readonly fills: boolean;
  readonly strokes: boolean;
  readonly closes: boolean;
  readonly evenOdd: boolean;
}

const PAINTS: ReadonlyMap<string, Painting> = new Map(
  ["n", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*"].map((name) => [
    name,
    {
      fills: /[fFBb]/.test(name),
      strokes: /[SsBb]/.test(name),
      closes: /[sb]/.test(name),
      evenOdd: name.endsWith("*"),
    },
  ]),
);

/** Even the thinnest line has some width on every device. */
const HAIRLINE = 0.5;
const [BUTT, SQUARE_CAP] = [0, 2];
/** Lengths of one dash pattern, which is written before each part of a line; PostScript takes 11. */
const MAX_DASHES = 64;

/**
 * Numbers of a path that is cut: each segment becomes several objects. The result may have as many as the reader of the
 * new file keeps.
 */
const MAX_CUT_NUMBERS = 1 << 19;
const TOO_MANY = "a path of too many points or dashes";

/** How far something extends horizontally and vertically. */
type Distance = readonly [number, number];
const NOWHERE: Distance = [0, 0];

/** Writes a path, before the interpreter paints it: unchanged when it lies inside, otherwise cut at the edge. */
export function paintPath(work: PageWork, on: Interpreter, name: string): void {
  paintBy(work, on, name, PAINTS.get(name)!);
  work.endPath();
}

function paintBy(work: PageWork, on: Interpreter, name: string, how: Painting): void {
  const { path, state } = on;
  const { area, clipRule } = work;
  const isPainted = how.fills || how.strokes;
  if (path.isEmpty || (!isPainted && !clipRule)) {
    if (area && (!path.isEmpty || clipRule)) work.change();
    return;
  }
  if (area && how.closes) path.close();
  // After a change of the matrix, the earlier operators would mean something else.
  const isAsMet = work.isChecked || work.source.isBefore(state.matrix);
  const far = area && how.strokes ? reachOf(state, longestTip(path, state, area)) : NOWHERE;
  // The box of a text is no reason to cut a clip: other texts are shown through it, too.
  const holes = isPainted ? holesIn(work, on, how, far, false) : [];
  const clipped = clipRule ? holesIn(work, on, how, NOWHERE, true) : [];
  const isFree = holes.length + clipped.length === 0;
  if (!area || (work.isShown(state) && isAsMet && isFree && isWithin(path, far, area, how.strokes))) {
    if (isPainted) work.all.findings.notePainted();
    copyPath(work, `${clipRule ? `${clipRule} ` : ""}${isPainted ? name : "n"}\n`, isPainted);
    return;
  }
  on.document.work.spend(COST.cutPath + cuttingSteps(path));
  if (!work.change()) return;
  if (!isAsMet) work.source.clear();
  if (path.numberCount > MAX_CUT_NUMBERS || (how.strokes && state.dash.lengths.length > MAX_DASHES)) {
    work.lose("paths");
    work.all.findings.unremovable(TOO_MANY);
    if (clipRule) work.clipAway();
    return;
  }
  if (isPainted) paintCut(work, on, how, area, far, holes);
  if (clipRule) clipCut(work, state, subpathsOf(path), clipRule, area, clipped);
}

function copyPath({ output, source, isChecked }: PageWork, operator: string, isPainted: boolean): void {
  if (isChecked) {
    if (isPainted) output.paint("");
  } else if (isPainted) {
    const out = output.painting();
    out.copy(source.bytes);
    out.text(operator);
  } else output.place(latin1Text(source.bytes) + operator);
}

function painting(work: PageWork): ByteWriter {
  work.all.findings.notePainted();
  return work.output.painting();
}

/** What it costs to find where a path crosses a box. */
function cuttingSteps({ stepCount, hasCurves }: Path): number {
  return stepCount * (hasCurves ? COST.cutCurve : COST.cutSegment);
}

/** The holes that the path's line runs through: a ground that is laid all around a hole tells nothing of it. */
function holesIn(
  work: PageWork,
  { path, document, state }: Interpreter,
  how: Painting,
  far: Distance,
  onlyAreas: boolean,
): Box[] {
  if (!work.area || work.holes.isEmpty) return [];
  const { left, bottom, right, top } = path.extent;
  const [growX, growY] = how.strokes ? far : NOWHERE;
  const near = work.holes
    .besides(bottom - growY, top + growY, onlyAreas)
    .filter(
      (hole) => left - growX < hole[2] && right + growX > hole[0] && bottom - growY < hole[3] && top + growY > hole[1],
    );
  if (near.length === 0) return [];
  if (path.isCut) return near;
  document.work.spend(near.length * cuttingSteps(path));
  const subpaths = subpathsOf(path);
  const taken = near.filter((hole) =>
    how.strokes && !how.fills
      ? subpaths.some((one) => runsThrough([one], grown(hole, ...reachOfPart(one, state, far)), false))
      : runsThrough(subpaths, grown(hole, growX, growY), true),
  );
  return how.fills || onlyAreas ? withDivided(work, work.area, near, taken) : taken;
}

/** What is left of a ground around some holes is boxes, whose sides may run through others: these are cut, too. */
function withDivided(work: PageWork, area: Box, near: readonly Box[], crossed: Box[]): Box[] {
  let taken = crossed;
  for (;;) {
    if (taken.length === 0 || taken.length === near.length) return taken;
    const parts = around(area, taken, (at) => work.holes.look(at));
    work.holes.look(near, parts.length * COST.comparedHole);
    const divided = near.filter((hole) => !taken.includes(hole) && parts.some((part) => isDivided(hole, part)));
    if (divided.length === 0) return taken;
    taken = taken.concat(divided);
  }
}

/** Whether a side of the box runs through the hole. */
function isDivided(hole: Box, box: Box): boolean {
  const common = intersect(hole, box);
  return common?.some((side, at) => side !== hole[at]) === true;
}

function paintCut(
  work: PageWork,
  { path, state }: Interpreter,
  how: Painting,
  area: Box,
  [dx, dy]: Distance,
  holes: readonly Box[],
): void {
  const back = inverse(state.matrix);
  if (!work.isShown(state) || !back || !touches(path, how.strokes ? [dx, dy] : [1e-6, 1e-6], area)) {
    work.lose("paths");
    return;
  }
  const star = how.evenOdd ? "*" : "";
  const isDashed = state.dash.lengths.length > 0;
  const isWhole = holes.length === 0;
  const lines =
    how.fills || isDashed || !isWhole ? undefined : linesOf(path, grown(area, dx, dy), (step) => work.source.has(step));
  const subpaths = lines ?? subpathsOf(path);
  let isLeft = false;
  if (how.fills && how.strokes && !isDashed && isWhole) {
    // The sides along which the path is closed must not be stroked.
    const left = clipFilled(subpaths, grown(area, 2 * dx, 2 * dy));
    isLeft = put(work, left, back, `B${star}\n`);
  } else {
    if (how.fills) isLeft = put(work, filledAround(work, subpaths, area, holes), back, `f${star}\n`);
    if (how.strokes && strokeCut(work, subpaths, state, back, area, [dx, dy], holes)) isLeft = true;
  }
  if (isLeft) work.cut("paths");
  else work.lose("paths");
}

function strokeCut(
  work: PageWork,
  subpaths: readonly Subpath[],
  state: GraphicsState,
  back: Matrix,
  area: Box,
  [dx, dy]: Distance,
  holes: readonly Box[],
): boolean {
  const { dash } = state;
  const isDashed = dash.lengths.length > 0;
  const scale = isDashed ? back : undefined;
  const [nearX, nearY] = reachOf(state, 1);
  const near = grown(area, nearX, nearY);
  // A part without a corner has no tip, so it reaches less far than the path's other parts.
  const inArea = clipStroked(subpaths, grown(area, dx, dy), scale).flatMap((part) =>
    part.isClosed || part.segments.length > 1 || (part.segments[0]!.joined ?? 1) > 1
      ? [part]
      : clipStroked([part], near, scale).map((one) => ({ ...one, start: part.start + one.start })),
  );
  const parts = holes.reduce((left, hole) => {
    const segments = left.reduce((sum, one) => sum + one.segments.length, 0);
    work.all.reading.document.work.spend(segments * COST.comparedHole);
    return left.flatMap((one) => cutStroked([one], grown(hole, ...reachOfPart(one, state, [dx, dy])), scale));
  }, inArea);
  if (!isDashed) return put(work, parts, back, "S\n");
  // Viewers disagree about a phase beyond the end of a list of an odd number of lengths. Written twice, it is even.
  const repeats = dash.lengths.length % 2 === 1 ? 2 : 1;
  const list = (times: number): string =>
    new Array<readonly number[]>(times).fill(dash.lengths).flat().map(factor).join(" ");
  const lengths = list(repeats);
  const period = repeats * dash.lengths.reduce((all, length) => all + Math.abs(length), 0) || 1;
  for (const one of parts) {
    // Only the place within the dash pattern, not the distance along the line.
    const along = (dash.phase + one.start) % period;
    const phase = rounded(along < 0 ? along + period : along, 4);
    put(work, [one], back, "S\n", `[${lengths}] ${phase} d\n`);
  }
  if (parts.length > 0) painting(work).text(`[${list(1)}] ${factor(dash.phase)} d\n`);
  return parts.length > 0;
}

function filledAround(work: PageWork, subpaths: readonly Subpath[], area: Box, holes: readonly Box[]): Subpath[] {
  const parts = around(area, holes, (at) => work.holes.look(at));
  work.all.reading.document.work.spend(
    parts.length * subpaths.reduce((sum, { segments }) => sum + segments.length, 0) * COST.cutSegment,
  );
  return parts.flatMap((part) => clipFilled(subpaths, part));
}

function clipCut(
  work: PageWork,
  state: GraphicsState,
  subpaths: readonly Subpath[],
  rule: string,
  area: Box,
  holes: readonly Box[],
): void {
  const back = inverse(state.matrix);
  const left = back ? filledAround(work, subpaths, area, holes) : [];
  if (!back || left.length === 0 || isTooLong(work, left)) {
    work.clipAway();
    return;
  }
  const out = new ByteWriter(1 << 10);
  putPath(out, left, back, work.unit, work.source);
  work.output.place(`${latin1Text(out.view(), 0, out.length)}${rule} n\n`);
}

function isTooLong(work: PageWork, subpaths: readonly Subpath[]): boolean {
  let numbers = 0;
  for (const { segments } of subpaths) {
    numbers += 4;
    for (const { isCurve, joined = 1 } of segments) numbers += isCurve ? 6 : 2 * joined;
  }
  if (numbers > MAX_PATH_NUMBERS) work.all.findings.unremovable(TOO_MANY);
  return numbers > MAX_PATH_NUMBERS;
}

function put(work: PageWork, subpaths: readonly Subpath[], back: Matrix, operator: string, before = ""): boolean {
  if (subpaths.length === 0 || isTooLong(work, subpaths)) return false;
  const out = painting(work);
  out.text(before);
  putPath(out, subpaths, back, work.unit, work.source);
  out.text(operator);
  return true;
}

/** How far a stroke whose longest corner reaches `tip` halves of the line's width reaches, across and up. */
function reachOf({ matrix, lineWidth, lineCap }: GraphicsState, tip: number): Distance {
  const half = (lineWidth / 2) * Math.max(lineCap === SQUARE_CAP ? Math.SQRT2 : 1, tip);
  const across = half * Math.hypot(matrix[0], matrix[2]);
  const up = half * Math.hypot(matrix[1], matrix[3]);
  return [Math.max(HAIRLINE, across), Math.max(HAIRLINE, up)];
}

/** How far a part reaches: a straight line that ends without caps only to its sides. Some are wider than long. */
function reachOfPart({ segments, isClosed }: Subpath, state: GraphicsState, most: Distance): Distance {
  const [{ isCurve, joined = 1, points }] = segments as [PathSegment];
  if (state.lineCap !== BUTT || isClosed || isCurve || segments.length > 1 || joined > 1) return most;
  const [a, b, c, d] = state.matrix;
  const [dx, dy] = [points[6] - points[0], points[7] - points[1]];
  // The line's direction where the pen is a circle.
  const [ux, uy] = [d * dx - c * dy, a * dy - b * dx];
  const length = Math.hypot(ux, uy);
  if (length === 0) return most;
  const half = state.lineWidth / 2 / length;
  return [Math.max(HAIRLINE, Math.abs(c * ux - a * uy) * half), Math.max(HAIRLINE, Math.abs(d * ux - b * uy) * half)];
}

function grown([left, bottom, right, top]: Box, dx: number, dy: number): Box {
  return [left - dx, bottom - dy, right + dx, top + dy];
}

/**
 * Whether all of the path's points lie in the area. Those of a stroke may lie outside by as much as the stroke reaches.
 */
function isWithin(path: Path, [dx, dy]: Distance, area: Box, strokes: boolean): boolean {
  if (path.isCut) return false;
  const [left, bottom, right, top] = strokes ? grown(area, dx, dy) : area;
  const { numbers, numberCount } = path;
  const slack = 1e-6;
  for (let at = 0; at < numberCount; at += 2) {
    const x = numbers[at]!;
    const y = numbers[at + 1]!;
    const isIn = x >= left - slack && x <= right + slack && y >= bottom - slack && y <= top + slack;
    if (!isIn) return false;
  }
  // A stroke that lies wholly in the widened area may still be wholly outside the area.
  return !strokes || touches(path, [dx, dy], area);
}

function touches(path: Path, [dx, dy]: Distance, area: Box): boolean {
  const extent = new Extent();
  for (let at = 0; at < path.numberCount; at += 2) extent.point(path.numbers[at]!, path.numbers[at + 1]!);
  extent.grow(dx, dy);
  return within(extent, area) !== undefined;
}
