import { atOnce } from "../../src/meter/turns.ts";
import { Extent } from "../../src/pdf-content/extent.ts";
import type { ShownImage, Visitor } from "../../src/pdf-content/interpreter/visitor.ts";
import { multiply } from "../../src/pdf-content/matrix.ts";
import { readPage, startReading } from "../../src/pdf-content/read-page.ts";
import type { GraphicsState, Paint } from "../../src/pdf-content/state/graphics-state.ts";
import type { Path } from "../../src/pdf-content/state/path.ts";
import type { TextPosition } from "../../src/pdf-content/state/text-position.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { viewPage } from "../../src/pdf-pages/page-view.ts";

type Area = readonly [left: number, bottom: number, right: number, top: number];

/** To a tenth of a point. */
const round = (values: Iterable<number>) => Array.from(values, (value) => Math.round(value * 10) / 10 + 0).join(" ");
const painted = ({ colour, pattern }: Paint, alpha: number) =>
  `${colour.toString(16)}${pattern ? " pattern" : ""} ${round([alpha])}`;

/** Writes down what a page draws within an area: where, and in which colours, with all that shows of the state. */
class Recorder implements Visitor {
  readonly lines: string[] = [];
  readonly #area: Area;
  readonly #glyphs: [code: number, x: number, y: number][] = [];

  constructor(area: Area) {
    this.#area = area;
  }

  #add(kind: string, { left, bottom, right, top }: Extent, state: GraphicsState, more: string): void {
    const area = this.#area;
    if (right < area[0] || left > area[2] || top < area[1] || bottom > area[3]) return;
    const { clip } = state;
    const seen = [clip.left, clip.bottom].map((value, i) => Math.max(value, area[i]!));
    const end = [clip.right, clip.top].map((value, i) => Math.min(value, area[i + 2]!));
    if (seen[0]! >= end[0]! || seen[1]! >= end[1]!) return;
    const mask = state.softMask ? " masked" : "";
    this.lines.push(`${kind} ${more} in ${round([...seen, ...end])} ${state.blendMode}${mask}`);
  }

  path(path: Path, fills: boolean, strokes: boolean, state: GraphicsState): void {
    const steps = path.steps.subarray(0, path.stepCount).join("");
    const fill = fills ? ` fill ${painted(state.fill, state.fillAlpha)}` : "";
    const { lineWidth, lineCap, lineJoin, miterLimit, dash, matrix } = state;
    const width = lineWidth * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
    const pen = [width, lineCap, lineJoin, miterLimit, ...dash.lengths, dash.phase];
    const stroke = strokes ? ` stroke ${painted(state.stroke, state.strokeAlpha)} by ${round(pen)}` : "";
    const numbers = round(path.numbers.subarray(0, path.numberCount));
    this.#add("path", path.extent, state, `${steps} ${numbers}${fill}${stroke}`);
  }

  beginRun(): void {
    this.#glyphs.length = 0;
  }

  glyph(_glyph: number, code: number, penX: number, penY: number): void {
    this.#glyphs.push([code, penX, penY]);
  }

  endRun(position: TextPosition, state: GraphicsState): void {
    const [a, b, c, d, e, f] = multiply(position.matrix, state.matrix);
    const { fontSize, scale, rise, textMode } = state;
    const fill = painted(state.fill, state.fillAlpha);
    const stroke = (textMode & 3) % 3 === 0 ? "" : ` stroke ${painted(state.stroke, state.strokeAlpha)}`;
    for (const [code, penX, penY] of this.#glyphs) {
      const [x, y] = [a * penX + c * (penY + rise) + e, b * penX + d * (penY + rise) + f];
      const size = [a * fontSize * scale, b * fontSize * scale, c * fontSize, d * fontSize];
      const place = Extent.of([x, y, x, y]);
      this.#add(
        "glyph",
        place,
        state,
        `${code} at ${round([x, y])} by ${round(size)} mode ${textMode} ${fill}${stroke}`,
      );
    }
  }

  image({ dict }: ShownImage, state: GraphicsState): void {
    const box = new Extent();
    box.addBox(0, 0, 1, 1, state.matrix);
    const size = [dict.get("Width") ?? dict.get("W"), dict.get("Height") ?? dict.get("H")];
    const colour = painted(state.fill, state.fillAlpha);
    this.#add("image", box, state, `${size.join(" by ")} at ${round(state.matrix)} ${colour}`);
  }

  shading(_shading: unknown, state: GraphicsState): void {
    this.#add("shading", state.clip, state, round(state.matrix));
  }

  beginForm(): boolean {
    return true;
  }

  endForm(): void {}
}

/** What the first page of a file draws within an area. */
export function drawn(file: Uint8Array, area: Area): string[] {
  const document = openPdf(file);
  const recorder = new Recorder(area);
  const view = viewPage(document, document.pages.leaf(0));
  const reading = startReading(document, () => {});
  atOnce(readPage(reading, document.page(0), Extent.of(view.visible), recorder));
  return recorder.lines;
}
