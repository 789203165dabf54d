import type { Box } from "../../crop/geometry.ts";
import { Extent } from "../extent.ts";
import type { Font } from "../fonts/font.ts";
import type { Visitor } from "../interpreter/visitor.ts";
import { multiply } from "../matrix.ts";
import type { GraphicsState } from "../state/graphics-state.ts";
import type { TextPosition } from "../state/text-position.ts";

/** A character on the page: its text, and the box of its advance, from its descent to its ascent. */
export interface ShownCharacter {
  readonly text: string;
  /** In the page's user space. */
  readonly box: Box;
  /** The pen's position before and after it. */
  readonly start: readonly [number, number];
  readonly end: readonly [number, number];
  /** The height of the font on the page. */
  readonly size: number;
}

/** How far letters usually reach from the base line, in text space at size 1. */
const DESCENT = -0.22;
const ASCENT = 0.9;

interface Glyph {
  readonly code: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Reports each character of a page, also invisible ones: the text over a scan is meant to be found. */
export class TextVisitor implements Visitor {
  readonly #page: Extent;
  readonly #take: (character: ShownCharacter) => void;
  #font: Font | undefined;
  #glyphs: Glyph[] = [];

  constructor(page: Extent, take: (character: ShownCharacter) => void) {
    this.#page = page;
    this.#take = take;
  }

  beginRun(font: Font): void {
    this.#font = font;
    this.#glyphs = [];
  }

  glyph(_glyph: number, code: number, x: number, y: number, width: number): void {
    this.#glyphs.push({ code, x, y, width });
  }

  endRun({ matrix }: TextPosition, state: GraphicsState): void {
    const font = this.#font;
    const page = this.#page;
    if (!font) return;
    const { fontSize, scale, rise } = state;
    const whole = multiply(matrix, state.matrix);
    const [a, b, c, d, e, f] = whole;
    const size = Math.abs(fontSize) * Math.hypot(c, d);
    for (const { code, x, y, width } of this.#glyphs) {
      const text = font.textOf(code);
      if (text === undefined || text === "") continue;
      const extent = new Extent();
      const isDown = font.isVertical;
      const endX = isDown ? x : x + width * fontSize * scale;
      const endY = isDown ? y + width * fontSize : y;
      const half = isDown ? fontSize / 2 : 0;
      const [low, high] = isDown ? [endY, y] : [y + rise + DESCENT * fontSize, y + rise + ASCENT * fontSize];
      extent.addBox(x - half, low, endX + half, high, whole);
      // What lies outside the page is not on it.
      if (
        extent.right < page.left ||
        extent.left > page.right ||
        extent.top < page.bottom ||
        extent.bottom > page.top
      ) {
        continue;
      }
      this.#take({
        text,
        box: [extent.left, extent.bottom, extent.right, extent.top],
        start: [a * x + c * (y + rise) + e, b * x + d * (y + rise) + f],
        end: [a * endX + c * (endY + rise) + e, b * endX + d * (endY + rise) + f],
        size,
      });
    }
  }

  path(): void {}
  image(): void {}
  shading(): void {}

  beginForm(): boolean {
    return true;
  }

  endForm(): void {}
}
