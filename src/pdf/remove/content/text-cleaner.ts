import type { PdfObject } from "../../../pdf-objects/syntax/objects.ts";
import { PdfRef } from "../../../pdf-objects/syntax/objects.ts";
import type { Font } from "../../content/fonts/font.ts";
import { type Matrix, multiply } from "../../content/matrix.ts";
import type { GraphicsState } from "../../content/state/graphics-state.ts";
import type { TextPosition } from "../../content/state/text-position.ts";
import { type Side, sideOf } from "../area-sides.ts";
import { decimalsFor, factor, matrixText, rounded } from "../content-numbers.ts";
import type { Cleaner } from "./cleaner.ts";

/** What a glyph without an outline is taken to cover: its advance, as high as letters are. */
const DESCENT = -0.2;
const ASCENT = 0.8;
const SPACE = 0x20; // ' '
/** The text state that a page begins with (9.3.1), in the order in which it is written. */
export const PAGE_TEXT_STATE = ["", "0 Tc", "0 Tw", "100 Tz", "0 Ts", "0 Tr"].join("\n");
/** A letter's origin lies about as far from it as it is large. */
const ORIGIN_REACH = 36;
const MOST_GLYPHS = 1 << 20;

interface ShownGlyph {
  readonly glyph: number;
  readonly code: number;
  readonly length: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  side: Side;
}

/** Writes runs of text anew: each piece that stays is placed by a matrix of its own. */
export class TextCleaner {
  private readonly cleaner: Cleaner;
  private glyphs: ShownGlyph[] = [];
  private font: Font | undefined;
  private named: { name: string; entry: PdfObject } | undefined;
  /** Whether glyphs that clip were kept, or lost, since BT. */
  private clipKept = false;
  private clipLost = false;

  constructor(cleaner: Cleaner) {
    this.cleaner = cleaner;
  }

  /** Tf names a font: the new content calls it the same. */
  fontNamed(name: string, entry: PdfObject | undefined): void {
    this.named = entry === undefined ? undefined : { name, entry };
  }

  begin(): void {
    this.clipKept = this.clipLost = false;
  }

  /** Whether all that would have clipped since BT is gone. */
  get clipsAll(): boolean {
    return this.clipLost && !this.clipKept;
  }

  beginRun(font: Font): void {
    this.font = font;
    this.glyphs = [];
  }

  glyph(glyph: number, code: number, x: number, y: number, width: number, length: number): void {
    if (this.glyphs.length < MOST_GLYPHS) this.glyphs.push({ glyph, code, length, x, y, width, side: "inside" });
    else this.cleaner.findings.unremovable("a string of too many characters");
  }

  endRun({ matrix }: TextPosition, state: GraphicsState): void {
    const { cleaner, glyphs, font } = this;
    if (!font || glyphs.length === 0) return;
    const { area } = cleaner.context;
    const whole = multiply(matrix, state.matrix);
    if (area) {
      const isShown = cleaner.isShown(state);
      for (const one of glyphs) one.side = isShown ? this.sideOf(one, font, state, whole, area) : "outside";
    }
    const use = cleaner.fonts.use(font);
    let from = 0;
    const flush = (to: number): void => {
      if (to > from) this.write(glyphs.slice(from, to), font, use.ref, state, matrix);
      from = to;
    };
    const clips = state.textMode >= 4;
    glyphs.forEach((one, index) => {
      const stays = one.side === "inside" || (one.side === "edge" && cleaner.keepsEdge);
      if (stays && clips) this.clipKept = true;
      if (!stays) {
        flush(index);
        from = index + 1;
        if (clips) this.clipLost = true;
        use.lose();
        cleaner.lose("glyphs");
        return;
      }
      if (one.side === "edge") cleaner.cut("glyphs");
      if (use.isContent && (one.side === "edge" || (area && !this.beginsInside(one, state, whole, area)))) {
        flush(index);
        from = index + 1;
        this.writeCut(one, font, state, matrix);
        return;
      }
      use.add(one.code, one.glyph, one.length);
    });
    flush(glyphs.length);
  }

  /** Whether the glyph's origin lies in the area: that of a content may lie anywhere. */
  private beginsInside(
    { x, y }: ShownGlyph,
    { rise }: GraphicsState,
    [a, b, c, d, e, f]: Matrix,
    area: readonly [number, number, number, number],
  ): boolean {
    const [px, py] = [a * x + c * (y + rise) + e, b * x + d * (y + rise) + f];
    const reach = ORIGIN_REACH;
    return px >= area[0] - reach && px <= area[2] + reach && py >= area[1] - reach && py <= area[3] + reach;
  }

  private sideOf(
    { glyph, x, y, width }: ShownGlyph,
    font: Font,
    state: GraphicsState,
    whole: Matrix,
    area: readonly [number, number, number, number],
  ): Side {
    const { fontSize, scale, rise, matrix, lineWidth, textMode } = state;
    const place = font.boxes.place(glyph);
    const { numbers } = font.boxes;
    let [left, bottom, right, top] = [0, 1, 2, 3].map((k) => numbers[place + k]!) as [number, number, number, number];
    if (!(left <= right && bottom <= top)) {
      if (font.isVertical) [left, bottom, right, top] = [-0.5, Math.min(0, width), 0.5, Math.max(0, width)];
      else [left, bottom, right, top] = [Math.min(0, width), DESCENT, Math.max(0, width), ASCENT];
    }
    const sizeX = fontSize * scale;
    const strokes = (textMode & 3) === 1 || (textMode & 3) === 2;
    const half = strokes ? (lineWidth / 2) * Math.SQRT2 : 0;
    const xs = [x + left * sizeX, x + right * sizeX];
    const ys = [y + rise + bottom * fontSize, y + rise + top * fontSize];
    return sideOf(
      Math.min(...xs),
      Math.min(...ys),
      Math.max(...xs),
      Math.max(...ys),
      whole,
      area,
      half * Math.hypot(matrix[0], matrix[2]),
      half * Math.hypot(matrix[1], matrix[3]),
    );
  }

  private write(glyphs: readonly ShownGlyph[], font: Font, ref: PdfObject, state: GraphicsState, matrix: Matrix): void {
    const first = glyphs[0]!;
    const { output, unit } = this.cleaner.context;
    const isAlone = !output.isInText;
    if (isAlone) output.beginText();
    // What is held back comes first: it may be a Q's state.
    output.paint("");
    const name = this.nameOf(font, ref);
    const placed = multiply([1, 0, 0, 1, first.x, first.y], matrix);
    output.paint(
      `${this.stateText(name, state)}${matrixText(placed, decimalsFor(state.matrix, unit))} Tm ${shown(glyphs, font, state)}\n`,
    );
    if (isAlone) output.endText();
    this.cleaner.paints++;
  }

  private nameOf(font: Font, ref: PdfObject): string {
    const { named } = this;
    const { source } = font;
    const isNamed =
      named !== undefined &&
      (named.entry === source ||
        (named.entry instanceof PdfRef && source instanceof PdfRef && named.entry.number === source.number));
    return this.cleaner.context.output.resources.name("Font", isNamed ? named.name : undefined, ref);
  }

  /** The operators that bring the text state about, as far as it is another. */
  private stateText(name: string, { fontSize, charSpace, wordSpace, scale, rise, textMode }: GraphicsState): string {
    const { output } = this.cleaner.context;
    const wanted = [
      `${nameText(name)} ${factor(fontSize)} Tf`,
      `${factor(charSpace)} Tc`,
      `${factor(wordSpace)} Tw`,
      `${factor(scale * 100)} Tz`,
      `${factor(rise)} Ts`,
      `${textMode} Tr`,
    ];
    const joined = wanted.join("\n");
    if (joined === output.textState) return "";
    const known = output.textState.split("\n");
    output.textState = joined;
    return wanted.flatMap((part, index) => (part === known[index] ? [] : [`${part}\n`])).join("");
  }

  /** How far a glyph's origin that lies outside must be moved to lie inside, in text space at size 1. */
  private shiftInto([a, b, c, d, e, f]: Matrix): [number, number] {
    const { area } = this.cleaner.context;
    if (!area) return [0, 0];
    const dx = Math.min(Math.max(e, area[0]), area[2]) - e;
    const dy = Math.min(Math.max(f, area[1]), area[3]) - f;
    const determinant = a * d - b * c;
    if ((dx === 0 && dy === 0) || determinant === 0) return [0, 0];
    return [(d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant];
  }

  /** A glyph that is a content and lies across the edge gets a font of its own, with what is left of it. */
  private writeCut(one: ShownGlyph, font: Font, state: GraphicsState, matrix: Matrix): void {
    const { fontSize, scale, rise } = state;
    this.cleaner.change();
    const placed = multiply([fontSize * scale, 0, 0, fontSize, one.x, one.y + rise], multiply(matrix, state.matrix));
    const [shiftX, shiftY] = this.shiftInto(placed);
    const ref = this.cleaner.cutGlyph(font, one.code, placed, state, [shiftX, shiftY]);
    if (!ref) {
      this.cleaner.lose("glyphs");
      return;
    }
    const moved = { ...one, x: one.x + shiftX * fontSize * scale, y: one.y + shiftY * fontSize };
    this.write([moved], font, ref, state, matrix);
  }
}

/** `(…) Tj`, or an array where glyphs stand otherwise than their widths say. */
function shown(glyphs: readonly ShownGlyph[], font: Font, state: GraphicsState): string {
  const { fontSize, charSpace, wordSpace, scale } = state;
  const parts: string[] = [];
  let text = "";
  glyphs.forEach(({ code, length, x, y, width }, index) => {
    for (let shift = length - 1; shift >= 0; shift--) text += literal(Math.floor(code / 256 ** shift) & 255);
    const next = glyphs[index + 1];
    if (!next) return;
    const space = charSpace + (code === SPACE && length === 1 ? wordSpace : 0);
    const off = font.isVertical
      ? (next.y - y - (width * fontSize + space)) / fontSize
      : (next.x - x - (width * fontSize + space) * scale) / (fontSize * scale);
    const amount = -off * 1000;
    if (!Number.isFinite(amount) || Math.abs(amount) < 5e-3) return;
    parts.push(`(${text})${rounded(amount, 3)}`);
    text = "";
  });
  return parts.length === 0 ? `(${text}) Tj` : `[${parts.join("")}(${text})] TJ`;
}

function literal(byte: number): string {
  if (byte === 0x28 || byte === 0x29 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`; // ( ) \
  return byte === 0x0d ? "\\r" : String.fromCharCode(byte);
}

/** A name as content has it. */
export function nameText(name: string): string {
  let text = "/";
  for (const char of name) {
    const code = char.charCodeAt(0) & 255;
    const isPlain = code > 0x20 && code < 0x7f && !"()<>[]{}/%#".includes(char);
    text += isPlain ? char : `#${code.toString(16).padStart(2, "0")}`;
  }
  return text;
}
