import { atOnce } from "../../../src/meter/turns.ts";
import { Extent } from "../../../src/pdf-content/extent.ts";
import type { Font } from "../../../src/pdf-content/fonts/font.ts";
import type { ContentVisitor, Interpreter } from "../../../src/pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../../../src/pdf-content/interpreter/visitor.ts";
import { readPage, startReading } from "../../../src/pdf-content/read-page.ts";
import type { GraphicsState } from "../../../src/pdf-content/state/graphics-state.ts";
import type { Path } from "../../../src/pdf-content/state/path.ts";
import type { TextPosition } from "../../../src/pdf-content/state/text-position.ts";
import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import type { PdfDict, PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import type { Box } from "../../../src/pdf-pages/geometry.ts";
import { viewPage } from "../../../src/pdf-pages/page-view.ts";
import { shown } from "./shown.ts";

/** Everything that the first pages paint, in order: where, in which colours, and the text of glyphs. */
export function painted(document: PdfDocument, most = 3, log = new Log()): string {
  const reading = startReading(document, (_, __, ___) => {});
  for (let index = 0; index < Math.min(most, document.pageCount); index++) {
    const view = viewPage(document, document.pages.leaf(index));
    log.lines.push(`page ${index + 1}`);
    const byViewer = (rect: Box) => log.lines.push(`by viewers ${numbers(rect)}`);
    atOnce(readPage(reading, document.page(index), Extent.of(view.visible), log, byViewer));
  }
  return log.lines.join("\n");
}

function numbers(values: Iterable<number>): string {
  return [...values].map((value) => Math.round(value * 1e3) / 1e3 + 0).join(" ");
}

function box({ left, bottom, right, top }: Extent): string {
  return numbers([left, bottom, right, top]);
}

/** The state as far as an operator sets it. */
function stateText(state: GraphicsState): string {
  const { fill, stroke, dash, softMask } = state;
  const paint = (one: typeof fill) => `${one.colour}${one.pattern === undefined ? "" : ` ${shown(one.pattern)}`}`;
  return [
    numbers(state.matrix),
    box(state.clip),
    `${paint(fill)} ${paint(stroke)} ${numbers([state.fillAlpha, state.strokeAlpha])} ${state.blendMode}`,
    numbers([state.lineWidth, state.lineCap, state.lineJoin, state.miterLimit, dash.phase, ...dash.lengths]),
    numbers([state.fontSize, state.charSpace, state.wordSpace, state.scale, state.leading, state.textMode, state.rise]),
    softMask ? `${shown(softMask.dict)} ${numbers(softMask.matrix)}` : "",
  ].join(" | ");
}

class Log implements ContentVisitor {
  readonly lines: string[] = [];
  #font: Font | undefined;

  path(path: Path, fills: boolean, strokes: boolean, state: GraphicsState): void {
    const points = numbers(path.numbers.subarray(0, path.numberCount));
    this.lines.push(`path ${[...path.steps.subarray(0, path.stepCount)]} ${points} ${box(path.extent)}`);
    this.lines.push(`${fills} ${strokes} ${path.isRectangle} ${stateText(state)}`);
  }

  beginRun(font: Font, state: GraphicsState): void {
    this.#font = font;
    this.lines.push(`run ${stateText(state)} ${font.isVertical} ${font.weight}`);
  }

  glyph(glyph: number, code: number, penX: number, penY: number, width: number, length: number): void {
    const { boxes, embedded } = this.#font as Font;
    const place = boxes.place(glyph);
    const extent = numbers(boxes.numbers.subarray(place, place + 4));
    const text = (this.#font as Font).textOf(code);
    this.lines.push(`${glyph} ${code} ${numbers([penX, penY, width])} ${length} ${text} [${extent}]`);
    if (embedded) this.lines.push([...embedded.of(glyph)].join(" "));
  }

  endRun({ matrix }: TextPosition): void {
    this.lines.push(`end ${numbers(matrix)}`);
  }

  image({ dict, stream, data }: ShownImage, state: GraphicsState): void {
    this.lines.push(`image ${shown(dict)} ${stream?.raw.length} ${data && [...data]} ${stateText(state)}`);
  }

  shading(shading: PdfDict, state: GraphicsState): void {
    this.lines.push(`shading ${shown(shading)} ${stateText(state)}`);
  }

  beginForm(form: PdfStream, state: GraphicsState): boolean {
    this.lines.push(`form ${shown(form.dict)} ${stateText(state)}`);
    return true;
  }

  endForm(): void {
    this.lines.push("end of form");
  }

  lost(): void {
    this.lines.push("lost");
  }

  ended({ state, marks, operands }: Interpreter): void {
    this.lines.push(`ended ${stateText(state)} ${marks} ${operands.count}`);
  }
}
