import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { Extent } from "../pdf-content/extent.ts";
import { CLOSE, CURVE, MOVE, type Path } from "../pdf-content/state/path.ts";
import { GAP, type Missed, type Piece } from "../pdf-content/text/gather.ts";
import { boxOf } from "../pdf-content/text/words.ts";
import { type Area, type Box, toDisplay } from "../pdf-pages/geometry.ts";
import type { PageView } from "../pdf-pages/page-view.ts";
import { addTo } from "../platform/grouped.ts";
import { meanConfidence, type Recognised } from "./recognised.ts";

/** Something on a page that was not searched, and where it is, in the page's user space. */
export interface Unsearched {
  /**
   * `pictures`: larger than a stamp, or square as a QR code is, with hardly a word over them. `outlines`: letters or QR
   * codes drawn as shapes. `unreadable`: characters whose text the file does not tell. `symbols`: the same of fonts of
   * symbols, and bullets, which are no words. `patterns`: text in a cell, of which one tile is searched. `glyphs`: text
   * that glyphs of Type 3 may draw. `recognised`: pictures with words over them that are not drawn. Whoever put them
   * there recognised them, and nobody here has compared them with the picture.
   */
  readonly kind: "pictures" | "outlines" | "unreadable" | "symbols" | "patterns" | "glyphs" | "recognised";
  readonly characters?: number;
  /** Of what was recognised: the mean of what is said of the words, from 0 to 100, and how many were left out. */
  readonly confidence?: number | undefined;
  readonly leftOut?: number | undefined;
  readonly font?: string;
  readonly box?: Box;
}

/** Why a page was not read, or not all of it. */
export type Unread = Omit<Unsearched, "box"> & { readonly area?: Area };

/** How far a page was read. A page that is not listed was read, and has nothing but text. */
export interface PageCoverage {
  /** Counted from 1. */
  readonly page: number;
  readonly state: PageState;
  readonly why: readonly Unread[];
}

type PageState = "read" | "recognised" | "partly" | "pictures";

/** How many pages were read, recognised, read in part, or are pictures; and those with more than text that was read. */
export interface PagesCoverage {
  readonly read: number;
  readonly recognised: number;
  readonly partly: number;
  readonly pictures: number;
  readonly pages: readonly PageCoverage[];
}

/**
 * Pictures are looked at in so many cells in each direction: what touches is one picture, such as the strips of a scan.
 */
const CELLS = 32;
const GRID = CELLS * CELLS;
/** A picture of fewer samples shows no word. */
const LEAST_SAMPLES = 256;
/** A stamp, in square points: 35 millimetres in each direction. */
const STAMP = 10_000;
/** A smaller picture may be a QR code: as wide as high, in samples and on the page, of a centimetre or more. */
const CODE_SIDE = 28;
const CODE_SAMPLES = 21;
/** A picture has this many letters over it, and one for each so many square points, or it is not read. */
const LEAST_LETTERS = 8;
const POINTS_A_LETTER = 10_000;
/** Pictures that cover this share of a page are what it is. */
const PICTURE_SHARE = 0.5;

/** Letters as shapes: how high they are, how many stand in a row, of how many widths, and how many there are in all. */
const SHAPE_HEIGHTS = [3, 60] as const;
const LEAST_IN_ROW = 6;
const LEAST_WIDTHS = 4;
const LEAST_SHAPES = 24;
/** Of fewer lines are bars and boxes. */
const LEAST_LINES = 5;
const MAX_SHAPES = 20_000;
/** Modules of a QR code as shapes, or rows of them: how many at least, and how many fill one of its sides. */
const LEAST_MODULES = 80;
const MAX_HEIGHTS = 2000;
const CODE_MODULES = [21, 177] as const;

const SYMBOLS =
  /wingding|webding|dingbat|symbol|sorts|marlett|mt-?extra|^(?:cm|ms)(?:sy|ex|am|bm)|icon|awesome|emoji|fontello|bravura|opus|maestro/i;
/** Brackets and operators of formulas, parts of lines, ornaments, music. */
const MORE_SYMBOLS = /math-?ex|-extension|-m-ex|lcircle|^linew?\d|^[tp]x(?:ex|sy)|marvosym|-orns|greciliae|musix/i;

/** Characters that say nothing, with the name of their font. */
export type MissedText = Omit<Missed, "font"> & { readonly font: string };

/** Notes what of a page is no text. */
export class Coverage {
  readonly #pictured = new Uint8Array(GRID);
  readonly #squares = new Uint8Array(GRID);
  readonly #rows = new Map<number, Extent[]>();
  readonly #page: Extent;
  readonly #work: Work;
  /** Rectangles by their height. */
  readonly #modules = new Map<number, { count: number; heights: number; box: Extent }>();
  #shapes = 0;
  hasPattern = false;
  hasDrawingGlyphs = false;

  constructor(page: Extent, work: Work) {
    this.#page = page;
    this.#work = work;
  }

  picture(area: Extent, columns: number, rows: number): void {
    if (columns * rows < LEAST_SAMPLES || area.isEmpty) return;
    this.#work.spend(COST.piece);
    const { left, bottom, right, top } = this.#page;
    const [wide, high] = [area.right - area.left, area.top - area.bottom];
    const isCode =
      Math.min(wide, high) >= CODE_SIDE &&
      Math.min(columns, rows) >= CODE_SAMPLES &&
      [wide / high, columns / rows].every((ratio) => Math.abs(Math.log(ratio)) < 0.05);
    const cellsOf = (from: number, to: number, low: number, size: number): readonly [first: number, end: number] => {
      const [first, end] = [from, to].map((at) => Math.round(((at - low) / size) * CELLS)) as [number, number];
      // A code has a cell on the largest page.
      return [Math.max(0, first), Math.min(CELLS, isCode ? Math.max(end, first + 1) : end)];
    };
    const [column, pastColumn] = cellsOf(area.left, area.right, left, right - left);
    const [first, pastRow] = cellsOf(area.bottom, area.top, bottom, top - bottom);
    for (let row = first; row < pastRow; row++) {
      const cells = [row * CELLS + column, row * CELLS + Math.max(column, pastColumn)] as const;
      this.#pictured.fill(1, ...cells);
      if (isCode) this.#squares.fill(1, ...cells);
    }
  }

  /** Each part of a path that is filled may be a letter. */
  shape(path: Path): void {
    const [lowest, highest] = SHAPE_HEIGHTS;
    if (path.extent.top - path.extent.bottom > 20 * highest || path.stepCount < 2) return;
    this.#work.spend(path.stepCount * COST.comparedPlace);
    let at = 0;
    let part = new Extent();
    let [lines, isCurved] = [0, false];
    const end = (): void => {
      const height = part.top - part.bottom;
      const isLetter =
        (isCurved || lines > LEAST_LINES) &&
        height >= lowest &&
        height <= highest &&
        part.right - part.left < 2 * height;
      if (isLetter && this.#shapes++ < MAX_SHAPES) addTo(this.#rows, Math.round(part.bottom), part);
      if (!isCurved && lines > 2 && lines <= LEAST_LINES && height < SHAPE_HEIGHTS[1]) this.#module(part, height);
      part = new Extent();
      [lines, isCurved] = [0, false];
    };
    for (let step = 0; step < path.stepCount; step++) {
      const kind = path.steps[step]!;
      if (kind === MOVE) end();
      if (kind === CURVE) isCurved = true;
      else if (kind !== MOVE) lines++;
      for (const last = at + (kind === CLOSE ? 0 : kind === CURVE ? 6 : 2); at < last; at += 2) {
        part.point(path.numbers[at]!, path.numbers[at + 1]!);
      }
    }
    end();
  }

  #module(part: Extent, height: number): void {
    const key = Math.round(height * 20);
    const known = this.#modules.get(key) ?? { count: 0, heights: 0, box: new Extent() };
    known.count++;
    known.heights += height;
    known.box.add(part);
    if (this.#modules.size < MAX_HEIGHTS) this.#modules.set(key, known);
  }

  /** QR codes as shapes: equal rectangles that fill a square of 21, 25, 29 or more of them. */
  #codes(): Unsearched[] {
    return [...this.#modules.values()].flatMap(({ count, heights, box }): Unsearched[] => {
      const { left, bottom, right, top } = box;
      const [across, down] = [right - left, top - bottom].map((side) => (side * count) / heights) as [number, number];
      const side = Math.round(across);
      const [least, most] = CODE_MODULES;
      const isCode = count >= LEAST_MODULES && side >= least && side <= most && side % 4 === 1;
      if (!isCode || [across, down].some((modules) => Math.abs(modules - side) > 0.3)) return [];
      return [{ kind: "outlines", characters: count, box: [left, bottom, right, top] }];
    });
  }

  /** What was not searched, with the letters that were. */
  unsearched(pieces: readonly Piece[], missed: readonly MissedText[]): Unsearched[] {
    return [
      ...this.#pictures(pieces),
      ...this.#outlines(),
      ...this.#codes(),
      ...unread(pieces, missed, this.#work),
      ...(this.hasPattern ? [{ kind: "patterns" } as const] : []),
      ...(this.hasDrawingGlyphs ? [{ kind: "glyphs" } as const] : []),
    ];
  }

  #pictures(pieces: readonly Piece[]): Unsearched[] {
    if (!this.#pictured.includes(1)) return [];
    const { left, bottom, right, top } = this.#page;
    const [width, height] = [(right - left) / CELLS, (top - bottom) / CELLS];
    const [drawn, hidden] = [new Float64Array(GRID), new Float64Array(GRID)];
    this.#work.spend(pieces.length * COST.sortedPiece);
    for (const { direction, low, high, base, size, texts, isHidden } of pieces) {
      const [x0, y0, x1, y1] = boxOf(direction, low, high, base, base + size / 2);
      const [column, row] = [((x0 + x1) / 2 - left) / width, ((y0 + y1) / 2 - bottom) / height].map(Math.floor);
      const letters = isHidden ? hidden : drawn;
      if (column! >= 0 && column! < CELLS && row! >= 0 && row! < CELLS)
        letters[row! * CELLS + column!]! += texts.length;
    }
    const found: Unsearched[] = [];
    const open = Uint8Array.from(this.#pictured);
    for (let first = 0; first < open.length; first++) {
      const cells = together(open, first);
      const area = cells.length * width * height;
      const over = (letters: Float64Array): number => cells.reduce((sum, cell) => sum + letters[cell]!, 0);
      if (area < STAMP && !cells.some((cell) => this.#squares[cell])) continue;
      const least = Math.max(LEAST_LETTERS, area / POINTS_A_LETTER);
      const [shown, characters] = [over(drawn), over(hidden)];
      if (shown >= least) continue;
      const box = new Extent();
      for (const cell of cells) {
        const [x, y] = [left + (cell % CELLS) * width, bottom + Math.floor(cell / CELLS) * height];
        box.addBox(x, y, x + width, y + height, [1, 0, 0, 1, 0, 0]);
      }
      const own =
        shown + characters >= least ? ({ kind: "recognised", characters } as const) : { kind: "pictures" as const };
      found.push({ ...own, box: [box.left, box.bottom, box.right, box.top] });
    }
    return found;
  }

  #outlines(): Unsearched[] {
    let count = 0;
    const box = new Extent();
    for (const row of this.#rows.values()) {
      this.#work.spend(row.length * Math.log2(row.length + 1) * COST.sortedPiece);
      row.sort((one, other) => one.left - other.left);
      for (let at = 0; at < row.length; ) {
        let end = at + 1;
        while (end < row.length && row[end]!.left - row[end - 1]!.right < row[end]!.top - row[end]!.bottom) end++;
        const run = row.slice(at, end);
        const widths = new Set(run.map((one) => Math.round(2 * (one.right - one.left))));
        if (run.length >= LEAST_IN_ROW && widths.size >= LEAST_WIDTHS) {
          count += run.length;
          for (const one of run) box.add(one);
        }
        at = end;
      }
    }
    if (count < LEAST_SHAPES) return [];
    return [{ kind: "outlines", characters: count, box: [box.left, box.bottom, box.right, box.top] }];
  }
}

/** Whether what was not searched makes a page a picture, or one that was read in part; symbols do neither. */
function stateOf(unsearched: readonly Unsearched[], page: Box): PageState {
  const whole = (page[2] - page[0]) * (page[3] - page[1]);
  const pictured = unsearched
    .filter(({ kind }) => kind === "pictures")
    .reduce((sum, { box }) => sum + (box ? (box[2] - box[0]) * (box[3] - box[1]) : 0), 0);
  if (pictured >= PICTURE_SHARE * whole && pictured > 0) return "pictures";
  if (unsearched.some(({ kind }) => kind !== "symbols" && kind !== "recognised")) return "partly";
  return unsearched.some(({ kind }) => kind === "recognised") ? "recognised" : "read";
}

/** The cells that hang together with one; they are taken. */
function together(pictured: Uint8Array, first: number): number[] {
  const found: number[] = [];
  const open = [first];
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    if (pictured[cell] !== 1) continue;
    pictured[cell] = 0;
    found.push(cell);
    const column = cell % CELLS;
    if (column > 0) open.push(cell - 1);
    if (column < CELLS - 1) open.push(cell + 1);
    open.push(cell - CELLS, cell + CELLS);
  }
  return found;
}

/** Characters that say nothing, by font: a single one that stands apart is a bullet. */
function unread(pieces: readonly Piece[], missed: readonly MissedText[], work: Work): Unsearched[] {
  const found = new Map<string, { kind: "unreadable" | "symbols"; characters: number; font: string; box: Extent }>();
  for (const { font, characters, direction, low, high, base, size } of missed) {
    let isSymbol = SYMBOLS.test(font) || MORE_SYMBOLS.test(font);
    if (!isSymbol && characters === 1) {
      work.spend(pieces.length * COST.comparedPlace);
      const isNear = (gap: number): boolean => Math.abs(gap) < GAP * size;
      isSymbol = !pieces.some(
        (one) =>
          one.direction === direction &&
          Math.abs(one.base - base) < size / 2 &&
          ((isNear(low - one.high) && !one.isSpaced) || isNear(one.low - high)),
      );
    }
    const kind = isSymbol ? "symbols" : "unreadable";
    const key = `${kind} ${font}`;
    const known = found.get(key) ?? { kind, characters: 0, font, box: new Extent() };
    known.characters += characters;
    const [left, bottom, right, top] = boxOf(direction, low, high, base - size / 4, base + size);
    known.box.addBox(left, bottom, right, top, [1, 0, 0, 1, 0, 0]);
    found.set(key, known);
  }
  return [...found.values()].map(({ box, ...one }) => ({ ...one, box: [box.left, box.bottom, box.right, box.top] }));
}

export function coverageOf(
  index: number,
  view: PageView,
  unsearched: readonly Unsearched[],
  recognised?: Recognised,
): PageCoverage {
  const state = stateOf(unsearched, view.visible);
  const why = unsearched.map(({ box, ...one }): Unread => (box ? { ...one, area: toDisplay(box, view) } : one));
  if (!recognised || state === "read") return { page: index + 1, state, why };
  const { words, isWhole, leftOut } = recognised;
  const confidence = meanConfidence(words);
  const told = { ...(confidence !== undefined && { confidence }), ...(leftOut && { leftOut }) };
  if (!isWhole) {
    return { page: index + 1, state, why: why.map((one) => (one.kind === "recognised" ? { ...one, ...told } : one)) };
  }
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const rest = why.filter(({ kind }) => kind !== "recognised");
  return { page: index + 1, state: "recognised", why: [...rest, { kind: "recognised", characters, ...told }] };
}

export function coverageOfAll(count: number, pages: readonly PageCoverage[]): PagesCoverage {
  const of = (state: PageState): number => pages.filter((page) => page.state === state).length;
  const [recognised, partly, pictures] = [of("recognised"), of("partly"), of("pictures")];
  return { read: count - recognised - partly - pictures, recognised, partly, pictures, pages };
}
