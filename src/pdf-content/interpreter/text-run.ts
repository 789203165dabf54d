import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import * as CHAR from "../../platform/char.ts";
import type { Font } from "../fonts/font.ts";
import type { GraphicsState } from "../state/graphics-state.ts";
import type { TextPosition } from "../state/text-position.ts";
import type { Visitor } from "./visitor.ts";

/** A run is charged at its end, and before it when it is as long as this. */
const MAX_OWED = 4096;

/** The strings of one Tj or TJ: tells the visitor each glyph, and moves the pen (9.4.4). */
export class TextRun {
  #visitor: Visitor;
  readonly #work: Work;
  #font!: Font;
  #state!: GraphicsState;
  #position!: TextPosition;
  /** Distances from where the run begins, before the text matrix. */
  #x = 0;
  #y = 0;
  /** Bytes that were shown and are not charged yet. */
  #owed = 0;

  constructor(visitor: Visitor, work: Work) {
    this.#visitor = visitor;
    this.#work = work;
  }

  begin(visitor: Visitor, font: Font, state: GraphicsState, position: TextPosition): void {
    this.#visitor = visitor;
    this.#font = font;
    this.#state = state;
    this.#position = position;
    this.#x = 0;
    this.#y = 0;
    visitor.beginRun?.(font, state, position);
  }

  show(bytes: Uint8Array, from: number, to: number): void {
    this.#owed += to - from;
    if (this.#owed > MAX_OWED) this.#charge();
    if (this.#font.composite) this.#showComposite(bytes, from, to);
    else this.#showSimple(bytes, from, to);
  }

  #showSimple(bytes: Uint8Array, from: number, to: number): void {
    const visitor = this.#visitor;
    const state = this.#state;
    const { widths } = this.#font;
    const { fontSize, charSpace, wordSpace, scale } = state;
    let x = this.#x;
    for (let at = from; at < to; at++) {
      const code = bytes[at]!;
      const width = widths[code]!;
      visitor.glyph?.(code, code, x, 0, width, 1);
      x += (width * fontSize + charSpace + (code === CHAR.SPACE ? wordSpace : 0)) * scale;
    }
    this.#x = x;
  }

  #showComposite(bytes: Uint8Array, from: number, to: number): void {
    const visitor = this.#visitor;
    const font = this.#font;
    const state = this.#state;
    const { fontSize, charSpace, wordSpace, scale } = state;
    const { cmap, widths } = font.composite!;
    for (let at = from; at < to; ) {
      const end = font.read(cmap, bytes, at, to);
      const { glyph, code } = font;
      const space = charSpace + (code === CHAR.SPACE && end - at === 1 ? wordSpace : 0);
      if (cmap.isVertical) {
        const height = widths.width1(glyph);
        visitor.glyph?.(glyph, code, this.#x, this.#y, height, end - at);
        this.#y += height * fontSize + space;
      } else {
        const width = widths.width0(glyph);
        visitor.glyph?.(glyph, code, this.#x, this.#y, width, end - at);
        this.#x += (width * fontSize + space) * scale;
      }
      at = end;
    }
  }

  /** A number of a TJ's array: thousandths to the left, or up. */
  adjust(amount: number): void {
    const { fontSize, scale } = this.#state;
    if (this.#font.isVertical) this.#y -= (amount / 1000) * fontSize;
    else this.#x -= (amount / 1000) * fontSize * scale;
  }

  #charge(): void {
    const spaces = this.#font.composite?.cmap.spaces.length ?? 0;
    this.#work.spend(this.#owed * (COST.glyph + spaces * COST.comparedPlace));
    this.#owed = 0;
  }

  end(): void {
    this.#charge();
    this.#visitor.endRun?.(this.#position, this.#state);
    this.#position.advance(this.#x, this.#y);
  }
}
