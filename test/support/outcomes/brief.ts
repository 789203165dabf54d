import { atOnce } from "../../../src/meter/turns.ts";
import { Extent } from "../../../src/pdf-content/extent.ts";
import type { Font } from "../../../src/pdf-content/fonts/font.ts";
import type { ContentVisitor } from "../../../src/pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../../../src/pdf-content/interpreter/visitor.ts";
import { readPage, startReading } from "../../../src/pdf-content/read-page.ts";
import type { GraphicsState } from "../../../src/pdf-content/state/graphics-state.ts";
import type { Path } from "../../../src/pdf-content/state/path.ts";
import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import type { PdfDict } from "../../../src/pdf-file/syntax/objects.ts";
import type { Box } from "../../../src/pdf-pages/geometry.ts";
import { viewPage } from "../../../src/pdf-pages/page-view.ts";

const MOST = 9;

/** What the first page paints, in order: paths by their boxes, texts with the pen's way, images by their size. */
export function brief(document: PdfDocument): string {
  const log = new BriefLog();
  const reading = startReading(document, () => {});
  const view = viewPage(document, document.pages.leaf(0));
  const byViewer = (rect: Box) => log.items.push(`by viewers ${numbers(rect)}`);
  atOnce(readPage(reading, document.page(0), Extent.of(view.visible), log, byViewer));
  const { items } = log;
  const more = items.length > MOST ? [`and ${items.length - MOST} more`] : [];
  return [...items.slice(0, MOST), ...more].join(", ") || "nothing";
}

function numbers(values: Iterable<number>): string {
  return [...values].map((value) => Math.round(value * 100) / 100 + 0).join(" ");
}

function boxOf({ left, bottom, right, top }: Extent): string {
  return numbers([left, bottom, right, top]);
}

function paint({ colour, pattern }: GraphicsState["fill"]): string {
  if (pattern !== undefined) return "a pattern";
  return colour < 0 ? "an unknown colour" : `#${colour.toString(16).padStart(6, "0")}`;
}

class BriefLog implements ContentVisitor {
  readonly items: string[] = [];
  #font: Font | undefined;
  #run = { text: "", first: 0, end: 0, box: "" };

  path(path: Path, fills: boolean, strokes: boolean, state: GraphicsState): void {
    const ways = [
      fills && `fill ${paint(state.fill)}`,
      strokes && `stroke ${paint(state.stroke)} ${numbers([state.lineWidth])}`,
    ];
    this.items.push([boxOf(path.extent), ...ways.filter(Boolean)].join(" "));
  }

  beginRun(font: Font): void {
    this.#font = font;
    this.#run = { text: "", first: Number.NaN, end: 0, box: "" };
  }

  glyph(glyph: number, code: number, penX: number, penY: number, width: number): void {
    const { boxes, isVertical } = this.#font as Font;
    const run = this.#run;
    const pen = isVertical ? penY : penX;
    if (run.text === "") run.first = pen;
    const place = boxes.place(glyph);
    const isInked = Number.isFinite(boxes.numbers[place]);
    if (run.box === "" && isInked) run.box = `, first box ${numbers(boxes.numbers.subarray(place, place + 4))}`;
    run.text += (this.#font as Font).textOf(code) ?? `<${code.toString(16)}>`;
    run.end = pen + width;
  }

  endRun(): void {
    const { text, first, end, box } = this.#run;
    if (text !== "") this.items.push(`“${text}” from ${numbers([first])} to ${numbers([end])}${box}`);
  }

  image({ dict }: ShownImage, { matrix, fillAlpha }: GraphicsState): void {
    const size = `${dict.get("Width") ?? dict.get("W")}×${dict.get("Height") ?? dict.get("H")}`;
    this.items.push(`image ${size} at ${numbers(matrix)}${fillAlpha === 1 ? "" : ` alpha ${fillAlpha}`}`);
  }

  shading(shading: PdfDict, { clip }: GraphicsState): void {
    this.items.push(`shading ${shading.get("ShadingType")} within ${boxOf(clip)}`);
  }

  beginForm(): boolean {
    this.items.push("(");
    return true;
  }

  endForm(): void {
    this.items.push(")");
  }

  lost(): void {
    this.items.push("lost");
  }

  ended(): void {}
}
