import type { Extent } from "../../pdf-content/extent.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownString } from "../../pdf-content/interpreter/visitor.ts";
import { type Matrix, multiply } from "../../pdf-content/matrix.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import { type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { EVERYWHERE, type Holes } from "../areas.ts";
import { type FontUse, isMoved } from "../fonts/font-shelf.ts";
import { inverse } from "../numbers.ts";
import { NOWHERE, pensAround } from "./glyph-run.ts";
import { shownEnd, writeGlyphs } from "./text-writer.ts";
import { CUT_CODE, cutGlyph } from "./type3.ts";
import { type PageWork, TextWork, type Watcher } from "./work.ts";

/** A letter is about as far from its origin as it is large. */
const ORIGIN_REACH = 36;
/** The modes of text that is filled or invisible, and neither stroked nor part of the clip. */
const FILLS = new Set([0, 3]);
/** The mode of text that is not drawn. */
const HIDDEN = 3;
const MAX_GLYPHS = 1 << 20;
/** Parts of a run that are copied from the content: each is looked for from the run's beginning. */
const MAX_COPIED = 8;
const SPACE = 0x20; // ' '

/** Tf names a font, which has the same name in the new content. */
export function fontNamed(work: PageWork, name: string, entry: PdfObject | undefined): void {
  const { text } = work.all;
  text.named = entry === undefined ? undefined : { name, entry };
  const { stretch } = work.output;
  // The stretch that is copied would name a font that shows nothing.
  if (stretch.hasNewFont) stretch.end();
  stretch.hasNewFont = stretch.isOpen;
}

/** Tj or the like is met: its run follows. */
export function noteShowing(work: PageWork, on: Interpreter): void {
  const { text } = work.all;
  text.shown = on;
}

export function beginText(work: PageWork): void {
  const { text } = work.all;
  text.clipKept = text.clipLost = false;
}

/** Whether all clipping glyphs since BT are gone. */
export function clipsAll(work: PageWork): boolean {
  const { text } = work.all;
  return text.clipLost && !text.clipKept;
}

export function beginRun(work: PageWork, font: Font): void {
  const { text } = work.all;
  if (font !== text.font) {
    text.font = font;
    text.use = undefined;
  }
  text.run.clear();
  text.taken.length = 0;
  text.isCopied = work.output.isWritten && work.output.stretch.isPenPlaced;
  text.sized = -1;
}

export function addGlyph(
  work: PageWork,
  glyph: number,
  code: number,
  x: number,
  y: number,
  width: number,
  length: number,
): void {
  const { text } = work.all;
  if (text.run.count < MAX_GLYPHS) text.run.add(glyph, code, x, y, width, length);
  else work.all.findings.unremovable("a string of too many characters");
}

/** Whether a string lies inside as a whole and stays, so that nobody needs to look at its glyphs. */
export function takesString(
  work: PageWork,
  string: ShownString,
  state: GraphicsState,
  watcher: Watcher | undefined,
): boolean {
  const { text, fonts } = work.all;
  const { bytes, from, to, x } = string;
  const font = text.font!;
  const use = useOf(work, font);
  let isTaken =
    from < to && !use.isContent && isWhole(work, string, state) && watcher?.string?.(string, state) !== false;
  if (isTaken && !use.addBytes(bytes, from, to)) {
    if (text.isCopied) isTaken = fonts.isClosed && !fonts.isNumbered;
    if (isTaken) isNumbered(work);
  }
  if (isTaken) text.taken.push({ from, to, x });
  else if (text.isCopied) addTaken(work, bytes, state);
  return isTaken;
}

/** Whether a string lies inside as a whole, and no hole is near. */
function isWhole(work: PageWork, { bytes, from, to, low, high, position }: ShownString, state: GraphicsState): boolean {
  const { text } = work.all;
  const font = text.font!;
  const size = font.around(bytes, from, to);
  if (text.sized !== font.measured) {
    text.sized = font.measured;
    text.pens = pensOf(work, size, state, multiply(position.matrix, state.matrix));
  }
  const [left, bottom, right, top] = text.pens;
  return low >= left && high <= right && bottom <= 0 && top >= 0;
}

/** The places of the pen from which glyphs no larger than these lie inside, on a line that no hole is near. */
function pensOf(work: PageWork, size: Extent, state: GraphicsState, whole: Matrix): Box {
  const { area, holes } = work;
  if (isUnsearchable(work, state, whole)) return NOWHERE;
  if (!area) return EVERYWHERE;
  // What clips is counted glyph by glyph.
  if (!FILLS.has(state.textMode) || !work.isShown(state)) return NOWHERE;
  if (!holes.isEmpty) {
    const [low, high] = [size.bottom * state.fontSize, size.top * state.fontSize];
    const [under, over] = [Math.min(low, high) + state.rise, Math.max(low, high) + state.rise];
    if (holes.near([EVERYWHERE[0], under, EVERYWHERE[2], over], whole)) return NOWHERE;
  }
  return pensAround(size, state, whole, area);
}

/** Adds the glyphs of the strings that were taken before one that is not. */
function addTaken(work: PageWork, bytes: Uint8Array, { fontSize, charSpace, wordSpace, scale }: GraphicsState): void {
  const { text } = work.all;
  const { widths } = text.font!;
  for (const { from, to, x } of text.taken.splice(0)) {
    let pen = x;
    for (let at = from; at < to; at++) {
      const code = bytes[at]!;
      const width = widths[code]!;
      addGlyph(work, code, code, pen, 0, width, 1);
      pen += (width * fontSize + charSpace + (code === SPACE ? wordSpace : 0)) * scale;
    }
  }
  text.isCopied = false;
}

/** Whether a character whose code changes gets its new one here. */
function isNumbered(work: PageWork): boolean {
  const { fonts } = work.all;
  const isNew = fonts.isNumbered || (work.output.isWritten && !fonts.isClosed);
  if (isNew) {
    fonts.hasNew = true;
    work.change();
  } else fonts.hasOld = true;
  return isNew;
}

/** Notes that a glyph stays. Returns whether it is written with another code. */
function keep(work: PageWork, use: FontUse, at: number): boolean {
  const { text } = work.all;
  const run = text.run;
  const used = use.add(run.code[at]!, run.glyph[at]!, run.length[at]!);
  if (!isMoved(used) || !isNumbered(work)) return false;
  run.code[at] = used.number;
  run.length[at] = used.numberLength;
  return true;
}

function useOf(work: PageWork, font: Font): FontUse {
  const { text } = work.all;
  text.use ??= work.all.fonts.use(font);
  return text.use;
}

/** Writes a run of text again. Each remaining piece is placed by its own matrix. */
export function endRun(work: PageWork, position: TextPosition, state: GraphicsState): void {
  const { text } = work.all;
  const run = text.run;
  const font = text.font;
  if (!font) return;
  const { matrix } = position;
  text.beginsLine = position.isAtLineStart;
  if (text.taken.length > 0) {
    const isCopied = !work.output.isWritten || copies(work, text.shown, useOf(work, font));
    if (isCopied) for (const { from, to } of text.taken) work.tally?.glyphs(to - from, state.clip);
    else addTaken(work, text.shown!.strings, state);
    if (isCopied && !work.output.isWritten) show(work, 0, 1, useOf(work, font), state, matrix);
  }
  if (run.count === 0) return;
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
  const isMovedOnLine = near !== undefined && moveGlyphs(work, near, state, matrix);
  // What moves may come to lie in an area, of which nothing stays.
  if (isMovedOnLine) run.findHoles(font, state, whole, work.holes.onlyAreas);
  if (run.all === "inside" && !use.isContent) {
    if (clips) text.clipKept = true;
    let isChanged = isMovedOnLine;
    for (let at = 0; at < count; at++) if (keep(work, use, at)) isChanged = true;
    show(work, 0, count, use, state, matrix, isChanged ? undefined : text.shown);
    return;
  }
  let from = 0;
  let parts = 0;
  let isChanged = isMovedOnLine;
  /** Writes what stays before this glyph. */
  const write = (to: number): void => {
    const shown = !use.isContent && !isChanged && parts++ < MAX_COPIED ? text.shown : undefined;
    show(work, from, to, use, state, matrix, shown);
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
    if (side === "edge") work.cutOne("glyphs");
    if (use.isContent && (side === "edge" || (area && !beginsInside(work, at, state, whole, area)))) {
      write(at);
      writeCut(work, at, font, state, matrix);
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

/** Moves what follows a cut on its line, in the space before the text matrix. Hidden text stays on its picture. */
function moveGlyphs(work: PageWork, holes: Holes, state: GraphicsState, matrix: Matrix): boolean {
  const { text } = work.all;
  const { run } = text;
  const whole = multiply(matrix, state.matrix);
  const back = inverse(whole);
  if (!back || state.textMode === HIDDEN || holes.shifts.length === 0) return false;
  let isMoved = false;
  for (let at = 0; at < run.count; at++) {
    const [dx, dy] = holes.shiftOf(...run.middle(at, state, whole, text.font!.isVertical));
    if (dx === 0 && dy === 0) continue;
    run.x[at]! += back[0] * dx + back[2] * dy;
    run.y[at]! += back[1] * dx + back[3] * dy;
    isMoved = true;
  }
  if (isMoved) work.change();
  return isMoved;
}

/** Whether the glyph's origin lies in the area. The origin of a Type 3 glyph may lie anywhere. */
function beginsInside(
  work: PageWork,
  at: number,
  { rise }: GraphicsState,
  [a, b, c, d, e, f]: Matrix,
  area: Box,
): boolean {
  const { text } = work.all;
  const x = text.run.x[at]!;
  const y = text.run.y[at]! + rise;
  const [px, py] = [a * x + c * y + e, b * x + d * y + f];
  const reach = ORIGIN_REACH;
  return px >= area[0] - reach && px <= area[2] + reach && py >= area[1] - reach && py <= area[3] + reach;
}

/** Copies the operator that shows the run, where the stretch that is copied places it. */
function copies(work: PageWork, on: Interpreter | undefined, { ref }: { readonly ref: PdfRef }): boolean {
  const { text } = work.all;
  const { output } = work;
  const { stretch } = output;
  if (!on?.state.font || !stretch.isPenPlaced) return false;
  if (stretch.hasNewFont && nameOf(work, text.font!, ref) !== text.named?.name) return false;
  const end = shownEnd(on);
  if (!end || !output.copies(on, end.to, end.ending)) return false;
  work.all.paints++;
  return true;
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
  const { text } = work.all;
  if (to <= from) return;
  const { output, unit } = work;
  const font = text.font!;
  const { run } = text;
  // Strings that were taken as a whole are counted already.
  if (run.count > 0) work.tally?.glyphs(to - from, state.clip);
  if (from === 0 && to === run.count && shown && copies(work, shown, use)) return;
  const name = nameOf(work, font, use.ref);
  work.all.paints++;
  if (!output.isWritten) {
    output.paint("");
    return;
  }
  const { isInText } = output;
  writeGlyphs(output, run, [from, to], [font, name], state, [matrix, unit], shown);
  output.stretch.placed(isInText && text.beginsLine && from === 0 && run.x[0] === 0 && run.y[0] === 0);
}

function nameOf(work: PageWork, { source }: Font, ref: PdfObject): string {
  const { text } = work.all;
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
  const { text } = work.all;
  const { fontSize, scale, rise } = state;
  work.change();
  const run = text.run;
  const own: Matrix = [fontSize * scale, 0, 0, fontSize, run.x[at]!, run.y[at]! + rise];
  const placed = multiply(own, multiply(matrix, state.matrix));
  const [shiftX, shiftY] = shiftInto(work, placed);
  // The glyph's content may show text, too.
  work.all.text = new TextWork();
  const ref = cutGlyph(work, font, run.code[at]!, placed, state, [shiftX, shiftY]);
  work.all.text = text;
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
