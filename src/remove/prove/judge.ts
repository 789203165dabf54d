import { compare } from "#platform/bytes.ts";
import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { MAX_FORM_DEPTH } from "../../pdf-content/content-limits.ts";
import { contentPieces, FreshPieces } from "../../pdf-content/contents.ts";
import { Extent } from "../../pdf-content/extent.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import { type3Glyph, type3Matrix } from "../../pdf-content/fonts/type3-font.ts";
import { drawForm, drawFormAtOnce } from "../../pdf-content/interpreter/forms.ts";
import { type ContentVisitor, Interpreter, type Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../../pdf-content/interpreter/visitor.ts";
import { IDENTITY, type Matrix, multiply, toMatrix } from "../../pdf-content/matrix.ts";
import { Resources } from "../../pdf-content/resources.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import { CLOSE, CURVE, MOVE, type Path } from "../../pdf-content/state/path.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import { operatorCode } from "../../pdf-content/syntax/tokeniser.ts";
import { OBJECT } from "../../pdf-content/syntax/values.ts";
import { type PdfObject, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { type Holes, NO_HOLES } from "../areas.ts";
import { freshState } from "../reading.ts";
import type { Inside } from "../tally.ts";
import { ShownGlyphs } from "./glyphs.ts";
import { ImageJudge } from "./images.ts";
import { meshFault } from "./meshes.ts";
import { tilesOf } from "./tiles.ts";
import { Both } from "./two-visitors.ts";
import { unsound } from "./written-document.ts";

/** A glyph, a path, an image … that a content stream paints, and whether it lies outside. */
type Fault = string | undefined;

const code = (...names: string[]): ReadonlySet<number> => new Set(names.map(operatorCode));
const PATHS = code("n", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*");
const STROKES = code("S", "s", "B", "B*", "b", "b*");
const [BDC, EMC, BMC, GS, END, SHADE] = ["BDC", "EMC", "BMC", "gs", "n", "sh"].map(operatorCode);
const SETS_PATTERN = code("scn", "SCN", "sc", "SC");
const TEXTS = ["ActualText", "Alt", "E"];

/** Reads a content stream of the finished file, and finds whether anything in it lies outside the area. */
export class Judge implements ContentVisitor {
  readonly #reading: Reading;
  #area: Box = [0, 0, 0, 0];
  #holes = NO_HOLES;
  /** How many things were painted. */
  #painted = 0;
  /** In a pattern: the finding for each of them, in order. Elsewhere the first fault ends the reading. */
  #found: Fault[] | undefined;
  #font: Font | undefined;
  /** Whether it is a Type 3 font, whose glyphs are contents. */
  #isContent = false;
  #glyphs = new ShownGlyphs();
  readonly #extent = new Extent();
  #depth = 0;
  /** For each open mark that replaces its content, the number of things painted before it. */
  readonly #marks: (number | undefined)[] = [];
  readonly #images: ImageJudge;
  /** Patterns of this page in which nothing is wrong, by number and place. */
  readonly #sound = new Set<string>();
  /** The matrix with which the content began. */
  #base: Matrix = IDENTITY;
  readonly #bases: Matrix[] = [];
  #inside: Inside | undefined;
  readonly #onFault: (fault: string) => void;

  /** `onFault` is called with what lies outside; without it the file is refused. */
  constructor(reading: Reading, onFault: (fault: string) => void = refuse) {
    this.#reading = reading;
    this.#onFault = onFault;
    this.#images = new ImageJudge(reading);
  }

  /** The data of a form that is drawn over this page, which is not judged. */
  marks: Uint8Array | undefined;
  /** Follows what the page and its annotations show, too. */
  follower: ContentVisitor | undefined;

  beginPage(area: Box, holes: Holes = NO_HOLES): void {
    this.#sound.clear();
    this.#holes = holes;
    this.#area = area;
    this.#marks.length = 0;
  }

  /** Reads a page's content, and refuses the file when something is outside; what is inside is counted. */
  *content(contents: PdfObject | undefined, resources: PdfObject, inside: Inside): Turns<void> {
    const { document } = this.#reading;
    this.#inside = inside;
    const on = this.#interpreter(new Resources(document, resources), IDENTITY);
    const fresh = new FreshPieces();
    yield* on.reading(
      contentPieces(document, contents, () => this.#note("a content stream that cannot be read"), fresh),
    );
    fresh.end();
    this.#inside = undefined;
  }

  /** Not of what patterns, soft masks and glyphs draw. */
  get #counted(): Inside | undefined {
    return this.#depth === 0 ? this.#inside : undefined;
  }

  form(form: PdfStream, extra: Matrix): Turns<void> {
    return drawForm(this.#interpreter(new Resources(this.#reading.document, undefined), IDENTITY), form, extra);
  }

  #interpreter(resources: Resources, matrix: Matrix): Interpreter {
    const visitor = this.follower && this.#depth === 0 ? new Both(this, this.follower) : this;
    return new Interpreter(this.#reading, visitor, resources, freshState(matrix));
  }

  #note(fault: Fault): void {
    this.#painted++;
    if (this.#found) this.#found.push(fault);
    else if (fault !== undefined) this.#onFault(fault);
  }

  lost(): void {
    this.#note("a content stream that cannot be read");
  }

  operator(on: Interpreter): void {
    const { operator } = on.tokens!;
    if (PATHS.has(operator)) this.#points(on, STROKES.has(operator), operator !== END);
    else if (operator === GS) this.#softMask(on);
    else if (operator === SHADE) this.#mesh(on);
    else if (SETS_PATTERN.has(operator)) this.#pattern(on);
    else if (operator === BMC) this.#marks.push(undefined);
    else if (operator === BDC) this.#beginMark(on);
    else if (operator === EMC) this.#endMark();
  }

  #beginMark({ operands, document }: Interpreter): void {
    const last = operands.count - 1;
    const dict = last >= 0 && operands.kind[last] === OBJECT ? document.dict(operands.object[last]) : undefined;
    this.#marks.push(dict && TEXTS.some((key) => dict.has(key)) ? this.#painted : undefined);
  }

  #endMark(): void {
    const before = this.#marks.pop();
    if (before === this.#painted) this.#note("a text that stands for nothing");
  }

  /** Checks every point of a path, whether it paints or clips. */
  #points({ path, state }: Interpreter, strokes: boolean, isPainted: boolean): void {
    if (path.isEmpty) return;
    const [dx, dy] = strokes ? strokeReach(state) : [0, 0];
    // In a pattern, each point is a thing of its own: a cell may be larger than the area.
    const step = this.#found ? 2 : Math.max(path.numberCount, 1);
    for (let at = 0; at < path.numberCount; at += step) {
      const isOut = isAnyOutside(path, at, at + step, this.#area, dx, dy);
      this.#note(isOut ? "a path with a point outside" : undefined);
    }
    // Clips are cut at areas only: through the box of a text they show others.
    const holes = this.#holes.besides(path.extent.bottom - SLACK, path.extent.top + SLACK, !isPainted);
    this.#holes.look(holes, path.stepCount * COST.comparedHole);
    if (holes.some((hole) => runsInto(path, hole))) this.#note("a path in a hole");
  }

  beginRun(font: Font): void {
    if (font !== this.#font) {
      const { document } = this.#reading;
      this.#font = font;
      this.#isContent = document.resolve(document.dict(font.source)?.get("Subtype")) === "Type3";
    }
    this.#glyphs.clear();
  }

  glyph(glyph: number, code: number, x: number, y: number, width: number): void {
    this.#glyphs.add(glyph, code, x, y, width);
  }

  endRun({ matrix }: TextPosition, state: GraphicsState): void {
    const font = this.#font;
    const glyphs = this.#glyphs;
    const area = this.#area;
    const extent = this.#extent;
    if (!font) return;
    if (glyphs.count > 0) this.#counted?.glyphs(glyphs.count, state.clip);
    const isContent = this.#isContent;
    const whole = multiply(matrix, state.matrix);
    glyphs.findPlain(font, state, whole, area);
    const strokes = (state.textMode & 3) === 1 || (state.textMode & 3) === 2;
    const half = strokes ? (state.lineWidth / 2) * Math.SQRT2 : 0;
    const [a, b, c, d] = state.matrix;
    for (let at = 0; at < glyphs.count; at++) {
      if (glyphs.isPlain(at) && this.#holes.areas.length === 0) {
        this.#note(undefined);
        continue;
      }
      const own = glyphs.matrix(at, state, whole);
      glyphs.measure(at, font, own, extent);
      extent.grow(half * Math.hypot(a, c), half * Math.hypot(b, d));
      const holes = this.#holes.besides(extent.bottom, extent.top, true);
      const isOut = !meets(extent, area) || holes.some((hole) => reaches(extent, hole));
      if (isContent && !isOut && !isInside(extent, area)) this.#procedure(glyphs.code(at), font.source, own);
      else this.#note(isOut ? "a glyph outside" : undefined);
    }
  }

  #procedure(code: number, source: PdfObject, placed: Matrix): void {
    const { document } = this.#reading;
    const dict = document.dict(source);
    const glyph = dict && type3Glyph(document, dict, code);
    if (!dict || !glyph) return;
    const matrix = multiply(type3Matrix(document, dict), placed);
    this.#nested(glyph.procedure, new Resources(document, dict.get("Resources")), matrix);
  }

  /** Reads a content stream inside this one, with its own matrix. */
  #nested(stream: PdfStream, resources: Resources, matrix: Matrix): void {
    if (this.#depth >= MAX_FORM_DEPTH) {
      this.#note("contents without an end");
      return;
    }
    this.#reading.document.work.spend(COST.content);
    const base = this.#base;
    const font = this.#font;
    const isContent = this.#isContent;
    const glyphs = this.#glyphs;
    this.#glyphs = new ShownGlyphs();
    this.#depth++;
    this.#base = matrix;
    const on = this.#interpreter(resources, matrix);
    on.read(contentPieces(this.#reading.document, stream, () => this.lost()));
    this.#base = base;
    this.#font = font;
    this.#isContent = isContent;
    this.#glyphs = glyphs;
    this.#depth--;
  }

  *image(image: ShownImage, { matrix, clip }: GraphicsState): Turns<void> {
    this.#counted?.image(matrix, clip);
    this.#holes.look(this.#holes.boxes);
    const holes = this.#holes.isEmpty ? undefined : yield* this.#images.faultIn(image, matrix, this.#holes.boxes);
    this.#note(holes ?? (yield* this.#images.fault(image, matrix, this.#area)));
  }

  #mesh(on: Interpreter): void {
    this.#note(meshFault(on.document, on.resource("Shading"), on.state.matrix, this.#area));
  }

  beginForm(form: PdfStream, state: GraphicsState): boolean {
    if (this.marks && this.#depth === 0 && compare(this.#reading.document.streamData(form), this.marks) === 0)
      return false;
    this.#bases.push(this.#base);
    this.#base = state.matrix;
    return this.enters();
  }

  /** Whether to read a content stream that this one draws. */
  protected enters(): boolean {
    return true;
  }

  endForm(): void {
    this.#base = this.#bases.pop() ?? IDENTITY;
  }

  #softMask(on: Interpreter): void {
    const mask = on.document.dict(on.document.dict(on.resource("ExtGState"))?.get("SMask"));
    const group = on.document.resolve(mask?.get("G"));
    if (!(group instanceof PdfStream) || !this.enters()) return;
    if (this.#depth >= MAX_FORM_DEPTH) {
      this.#note("contents without an end");
      return;
    }
    const base = this.#base;
    this.#depth++;
    drawFormAtOnce(this.#interpreter(new Resources(on.document, undefined), on.state.matrix), group);
    this.#depth--;
    this.#base = base;
  }

  /** Each thing in a pattern's cell, and each point of its paths, must lie inside in at least one tile. */
  #pattern(on: Interpreter): void {
    const { document } = on;
    if (on.nameOperand() === undefined) return;
    const pattern = document.resolve(on.resource("Pattern"));
    const dict = document.dict(pattern);
    const matrix = multiply(toMatrix(document.numbers(dict?.get("Matrix"), 6)) ?? IDENTITY, this.#base);
    if (!(pattern instanceof PdfStream)) {
      const fault = meshFault(document, dict?.get("Shading"), matrix, this.#area);
      if (this.#found) this.#found.push(fault);
      else if (fault) this.#note(fault);
      return;
    }
    if (!this.enters()) return;
    const tiles = tilesOf(document, pattern.dict, matrix, this.#area);
    const found = this.#found;
    const key = `${pattern.home?.number} ${matrix.join(" ")}`;
    if (!found && this.#sound.has(key)) return;
    if (!tiles) {
      this.#note("a pattern that shows too many parts of its cell");
      return;
    }
    const painted = this.#painted;
    const area = this.#area;
    // Cells are cut where any tile is in a hole.
    const holes = this.#holes;
    this.#holes = NO_HOLES;
    let least: Fault[] | undefined;
    for (const tile of tiles) {
      this.#found = [];
      this.#area = tile.area;
      const resources = new Resources(document, pattern.dict.get("Resources"), on.resources);
      this.#nested(pattern, resources, multiply([1, 0, 0, 1, ...tile.shift], matrix));
      const faults: Fault[] = this.#found;
      least = least?.map((fault, index) => (fault === undefined ? undefined : faults[index])) ?? faults;
    }
    this.#area = area;
    this.#holes = holes;
    this.#found = found;
    this.#painted = painted;
    // Tiles of an outer pattern are compared thing by thing, with those of this one.
    for (const fault of least ?? []) if (found || fault) this.#note(fault && `${fault}, in a pattern`);
    if (!found) this.#sound.add(key);
  }
}

function refuse(fault: string): void {
  throw unsound(fault);
}

/** Coordinates are rounded when they are written. */
const SLACK = 0.01;

function meets({ left, bottom, right, top }: Extent, area: Box): boolean {
  return right >= area[0] - SLACK && left <= area[2] + SLACK && top >= area[1] - SLACK && bottom <= area[3] + SLACK;
}

function isInside({ left, bottom, right, top }: Extent, area: Box): boolean {
  return left >= area[0] - SLACK && right <= area[2] + SLACK && bottom >= area[1] - SLACK && top <= area[3] + SLACK;
}

/** Whether more than a sliver of the area lies in the hole. */
function reaches({ left, bottom, right, top }: Extent, hole: Box): boolean {
  return left < hole[2] - SLACK && right > hole[0] + SLACK && bottom < hole[3] - SLACK && top > hole[1] + SLACK;
}

/** Whether a path has a point in the hole, or a line through it; of a curve its ends and its middle are looked at. */
function runsInto({ steps, stepCount, numbers, extent }: Path, [left, bottom, right, top]: Box): boolean {
  const hole: Box = [left + SLACK, bottom + SLACK, right - SLACK, top - SLACK];
  if (!reaches(extent, hole)) return false;
  let [x, y, startX, startY, at] = [0, 0, 0, 0, 0];
  for (let i = 0; i < stepCount; i++) {
    const step = steps[i]!;
    const [fromX, fromY] = [x, y];
    if (step === MOVE) [startX, startY] = [x, y] = [numbers[at]!, numbers[at + 1]!];
    else if (step === CLOSE) [x, y] = [startX, startY];
    else if (step === CURVE) {
      const n = (k: number): number => numbers[at + k]!;
      [x, y] = [n(4), n(5)];
      const middle = [0, 1].map((k) => ((k ? fromY : fromX) + 3 * n(k) + 3 * n(2 + k) + n(4 + k)) / 8);
      if (isIn(middle[0]!, middle[1]!, hole) || isIn(x, y, hole)) return true;
    } else [x, y] = [numbers[at]!, numbers[at + 1]!];
    if (step !== MOVE && step !== CURVE && crosses(fromX, fromY, x, y, hole)) return true;
    at += step === CURVE ? 6 : step === CLOSE ? 0 : 2;
  }
  return false;
}

function isIn(x: number, y: number, [left, bottom, right, top]: Box): boolean {
  return x > left && x < right && y > bottom && y < top;
}

/** Whether a line runs through the inside of a box (Liang and Barsky). */
function crosses(x0: number, y0: number, x1: number, y1: number, [left, bottom, right, top]: Box): boolean {
  let [from, to] = [0, 1];
  for (const [by, low, high] of [
    [x1 - x0, left - x0, right - x0],
    [y1 - y0, bottom - y0, top - y0],
  ] as const) {
    if (by === 0) {
      if (low >= 0 || high <= 0) return false;
      continue;
    }
    from = Math.max(from, Math.min(low / by, high / by));
    to = Math.min(to, Math.max(low / by, high / by));
  }
  return from < to;
}

/** Whether any of the path's points in numbers[from, to) lies further outside than these distances. */
function isAnyOutside({ numbers, isCut }: Path, from: number, to: number, area: Box, dx: number, dy: number): boolean {
  if (isCut) return true;
  const [left, right] = [area[0] - dx - SLACK, area[2] + dx + SLACK];
  const [bottom, top] = [area[1] - dy - SLACK, area[3] + dy + SLACK];
  for (let at = from; at < to; at += 2) {
    const x = numbers[at]!;
    const y = numbers[at + 1]!;
    if (x < left || x > right || y < bottom || y > top) return true;
  }
  return false;
}

/** How far points of a stroke may lie outside: its closing sides lie further out when the path is also filled. */
function strokeReach({ lineWidth, lineJoin, miterLimit, matrix: [a, b, c, d] }: GraphicsState): [number, number] {
  const reach = (lineWidth / 2) * Math.max(Math.SQRT2, lineJoin === 0 ? miterLimit : 1);
  return [2 * Math.max(0.5, reach * Math.hypot(a, c)), 2 * Math.max(0.5, reach * Math.hypot(b, d))];
}
