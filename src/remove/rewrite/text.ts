import type { Font } from "../../pdf-content/fonts/font.ts";
import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { inverse, type Matrix, multiply } from "../../pdf-content/matrix.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import { type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import type { Holes } from "../areas.ts";
import { type FontUse, isMoved } from "../fonts/font-shelf.ts";
import { writeGlyphs } from "./text-writer.ts";
import { CUT_CODE, cutGlyph } from "./type3.ts";
import type { PageWork } from "./work.ts";

/** A letter is about as far from its origin as it is large. */
const ORIGIN_REACH = 36;
/** The mode of text that is not drawn. */
const HIDDEN = 3;
/** Parts of a run that are copied from the content: each is looked for from the run's beginning. */
const MAX_COPIED = 8;

/** Tf names a font, which has the same name in the new content. */
export function fontNamed(work: PageWork, name: string, entry: PdfObject | undefined): void {
  const { text } = work;
  text.named = entry === undefined ? undefined : { name, entry };
}

export function beginText(work: PageWork): void {
  const { text } = work;
  text.clipKept = text.clipLost = false;
}

/** Whether all clipping glyphs since BT are gone. */
export function clipsAll(work: PageWork): boolean {
  const { text } = work;
  return text.clipLost && !text.clipKept;
}

export function beginRun(work: PageWork, font: Font): void {
  const { text } = work;
  if (font !== text.font) {
    text.font = font;
    text.use = undefined;
  }
  text.run.clear();
}

/** Whether a character whose code changes gets its new one here. */
function isNumbered(work: PageWork): boolean {
  const isNew = work.all.fonts.isNumberedIn(work);
  if (isNew) work.change();
  else work.hasOldCodes = true;
  return isNew;
}

/** Notes that a glyph stays. Returns whether it is written with another code. */
function keep(work: PageWork, use: FontUse, at: number): boolean {
  const { text } = work;
  const run = text.run;
  const used = use.add(run.code[at]!, run.glyph[at]!, run.length[at]!);
  if (!isMoved(used) || !isNumbered(work)) return false;
  run.code[at] = used.number;
  run.length[at] = used.numberLength;
  return true;
}

function useOf(work: PageWork, font: Font): FontUse {
  const { text } = work;
  text.use ??= work.all.fonts.use(font);
  return text.use;
}

/** Writes a run of text again. Each remaining piece is placed by its own matrix. */
export function endRun(work: PageWork, { matrix }: TextPosition, state: GraphicsState): void {
  const { text } = work;
  const run = text.run;
  const font = text.font;
  if (!font || run.count === 0) return;
  const { area } = work;
  const whole = multiply(matrix, state.matrix);
  if (area && work.isShown(state)) run.findSides(font, state, whole, area);
  else if (area) run.hideAll();
  if (isUnsearchable(work, state, whole)) run.hideAll();
  const use = useOf(work, font);
  const clips = state.textMode >= 4;
  const { count } = run;
  const near = work.holes.isEmpty ? undefined : work.holes.near(run.around(font, state), whole);
  if (near) run.findHoles(font, state, whole, near);
  const moved = near && movedState(work, near, state, matrix);
  const isMovedOnLine = moved !== undefined;
  const shown = moved ?? state;
  if (run.all === "inside" && !use.isContent) {
    if (clips) text.clipKept = true;
    let isChanged = isMovedOnLine;
    for (let at = 0; at < count; at++) if (keep(work, use, at)) isChanged = true;
    show(work, 0, count, use, shown, matrix, isChanged ? undefined : text.shown);
    return;
  }
  let from = 0;
  let parts = 0;
  let isChanged = isMovedOnLine;
  /** Writes what stays before this glyph. */
  const write = (to: number): void => {
    const copied = !use.isContent && !isChanged && parts++ < MAX_COPIED ? text.shown : undefined;
    show(work, from, to, use, shown, matrix, copied);
    from = to + 1;
  };
  for (let at = 0; at < count; at++) {
    const side = run.sideOf(at);
    const stays = side === "inside" || (side === "edge" && work.all.keepsEdge);
    if (stays && clips) text.clipKept = true;
    if (!stays) {
      write(at);
      if (clips) text.clipLost = true;
      work.lose("glyphs");
      continue;
    }
    if (side === "edge") work.cut("glyphs");
    if (use.isContent && (side === "edge" || (area && !beginsInside(work, at, state, whole, area)))) {
      write(at);
      writeCut(work, at, font, shown, matrix);
      continue;
    }
    if (keep(work, use, at)) isChanged = true;
  }
  write(count);
}

/** Text without a size shows nowhere: it goes where words are cut, since it cannot be searched. */
function isUnsearchable(work: PageWork, { fontSize, scale }: GraphicsState, [a, b, c, d]: Matrix): boolean {
  return work.all.copier.words !== undefined && (a * d - b * c) * fontSize * scale === 0;
}

/** Moves what is on the line of a cut; the state in which it is written then, or undefined where nothing moved. */
function movedState(work: PageWork, near: Holes, state: GraphicsState, matrix: Matrix): GraphicsState | undefined {
  if (!moveGlyphs(work, near, state, matrix)) return undefined;
  const { run, font } = work.text;
  // What moves may come to lie in an area, of which nothing stays.
  run.findHoles(font!, state, multiply(matrix, state.matrix), work.holes.onlyAreas);
  // How wide spaces were made to fill the line tells how long it was.
  return Object.assign(state.copy(), { wordSpace: 0 });
}

/** Moves what follows a cut on its line, in the space before the text matrix. Hidden text stays on its picture. */
function moveGlyphs(work: PageWork, holes: Holes, state: GraphicsState, matrix: Matrix): boolean {
  const { text } = work;
  const { run } = text;
  const whole = multiply(matrix, state.matrix);
  const back = inverse(whole);
  if (!back || state.textMode === HIDDEN || holes.shifts.length === 0) return false;
  let isMoved = false;
  for (let at = 0; at < run.count; at++) {
    const shift = holes.shiftOf(...run.middle(at, state, whole, text.font!.isVertical));
    if (!shift) continue;
    const [dx, dy] = shift;
    run.x[at]! += back[0] * dx + back[2] * dy;
    run.y[at]! += back[1] * dx + back[3] * dy;
    isMoved = true;
  }
  if (isMoved) work.change();
  return isMoved;
}

/** Whether the glyph's origin lies in the area. The origin of a Type 3 glyph may lie anywhere. */
function beginsInside(work: PageWork, at: number, { rise }: GraphicsState, [a, b, c, d, e, f]: Matrix, area: Box) {
  const { text } = work;
  const x = text.run.x[at]!;
  const y = text.run.y[at]! + rise;
  const [px, py] = [a * x + c * y + e, b * x + d * y + f];
  const reach = ORIGIN_REACH;
  return px >= area[0] - reach && px <= area[2] + reach && py >= area[1] - reach && py <= area[3] + reach;
}

/** Writes the glyphs [from, to); `shown` is at the operator that shows them. */
function show(
  work: PageWork,
  from: number,
  to: number,
  use: { readonly ref: PdfRef },
  state: GraphicsState,
  matrix: Matrix,
  shown?: Interpreter | undefined,
): void {
  const { text } = work;
  if (to <= from) return;
  const { output, unit } = work;
  const font = text.font!;
  const name = nameOf(work, font, use.ref);
  if (work.isChecked) output.paint("");
  else writeGlyphs(output, text.run, [from, to], [font, name], state, [matrix, unit], shown);
  work.all.findings.notePainted();
  work.tally?.glyphs(to - from, state.clip);
}

function nameOf(work: PageWork, { source }: Font, ref: PdfObject): string {
  const { text } = work;
  const { output } = work;
  const named = text.named;
  const called = text.called;
  if (called?.output === output && called.ref === ref && called.named === named) return called.name;
  const isNamed =
    named !== undefined &&
    (named.entry === source ||
      (named.entry instanceof PdfRef && source instanceof PdfRef && named.entry.number === source.number));
  const name = output.resources.name("Font", isNamed ? named.name : undefined, ref);
  text.called = { output, ref, named, name };
  return name;
}

/** How far an origin that lies outside must be moved to be inside, in text space at size 1. */
function shiftInto({ area }: PageWork, [a, b, c, d, e, f]: Matrix): [number, number] {
  if (!area) return [0, 0];
  const dx = Math.min(Math.max(e, area[0]), area[2]) - e;
  const dy = Math.min(Math.max(f, area[1]), area[3]) - f;
  const determinant = a * d - b * c;
  if ((dx === 0 && dy === 0) || determinant === 0) return [0, 0];
  return [(d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant];
}

/** A Type 3 glyph across the edge gets its own font, with what is left of it. */
function writeCut(work: PageWork, at: number, font: Font, state: GraphicsState, matrix: Matrix): void {
  const { text } = work;
  const { fontSize, scale, rise } = state;
  if (!work.change()) return;
  const run = text.run;
  const own: Matrix = [fontSize * scale, 0, 0, fontSize, run.x[at]!, run.y[at]! + rise];
  const placed = multiply(own, multiply(matrix, state.matrix));
  const [shiftX, shiftY] = shiftInto(work, placed);
  const ref = cutGlyph(work, font, run.code[at]!, placed, state, [shiftX, shiftY]);
  if (!ref) {
    work.lose("glyphs");
    return;
  }
  run.x[at]! += shiftX * fontSize * scale;
  run.y[at]! += shiftY * fontSize;
  run.code[at] = CUT_CODE;
  run.length[at] = 1;
  show(work, at, at + 1, { ref }, state, matrix);
}
