import type { Turns } from "../meter/turns.ts";
import { Findings } from "../pdf-conformance/findings.ts";
import { MarkedContent } from "../pdf-conformance/structure/marked-content.ts";
import type { Element, Structure } from "../pdf-conformance/structure/structure.ts";
import { Extent } from "../pdf-content/extent.ts";
import type { ContentVisitor, Interpreter } from "../pdf-content/interpreter/interpreter.ts";
import { readPage, startReading } from "../pdf-content/read-page.ts";
import type { GraphicsState } from "../pdf-content/state/graphics-state.ts";
import type { Path } from "../pdf-content/state/path.ts";
import { operatorCode } from "../pdf-content/syntax/tokeniser.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfRef, type PdfStream } from "../pdf-file/syntax/objects.ts";
import { type Box, EVERYWHERE, normalise } from "../pdf-pages/geometry.ts";

const GS = operatorCode("gs");
/** A field of which less is to be seen cannot be filled in. */
const LEAST = 0.5;
const MARK_BYTES = 200;

/** Whether something is drawn with the alpha of marks, 1/255, as it is written. */
export function isFaint(alpha: number): boolean {
  return Math.abs(alpha - 1 / 255) < 0.0005;
}

/** Where a control was drawn. */
export interface Mark {
  /** The control's number, from 0. */
  readonly control: number;
  readonly page: number;
  readonly box: Box;
  /** Points for a pixel. */
  readonly scale: number;
  /** The element of the structure that it is in. */
  readonly element: Element | undefined;
}

/** Reads the marks of a print: outlines around controls, whose colours are their numbers. */
export class MarkReader implements ContentVisitor {
  readonly marks: Mark[] = [];
  /** Graphics states that only marks and what is marked are drawn in. */
  readonly faint = new Map<number, PdfDict>();
  readonly #document: PdfDocument;
  readonly #count: number;
  readonly #marked: MarkedContent;
  #page = 0;

  constructor(document: PdfDocument, structure: Structure | undefined, count: number) {
    this.#document = document;
    this.#count = count;
    this.#marked = new MarkedContent(document, structure, new Findings("pdfua-1"));
  }

  *read(): Turns<void> {
    const reading = startReading(this.#document, () => {});
    const { pages } = this.#document;
    for (let index = 0; index < pages.count; index++) {
      const page: Page | undefined = pages.page(index);
      if (!page) continue;
      this.#page = index;
      this.#marked.begin(page.dict);
      yield* readPage(reading, page, Extent.of(visibleOf(this.#document, page)), this);
    }
  }

  operator(on: Interpreter): void {
    this.#marked.operator(on);
    if (on.tokens!.operator !== GS) return;
    const state = on.resource("ExtGState");
    const dict = this.#document.dict(state);
    const isOfMarks = (name: string): boolean => isFaint(this.#document.number(dict?.get(name)) ?? 1);
    if (state instanceof PdfRef && dict && (isOfMarks("CA") || isOfMarks("ca"))) this.faint.set(state.number, dict);
  }

  path(
    { extent }: Path,
    fills: boolean,
    strokes: boolean,
    { stroke, fill, strokeAlpha, fillAlpha, ...state }: GraphicsState,
  ): void {
    const [alpha, { colour }] = strokes ? [strokeAlpha, stroke] : [fillAlpha, fill];
    const control = colour - 1;
    if (!(fills || strokes) || !isFaint(alpha) || control < 0 || control >= this.#count) return;
    const [a, b, c, d] = state.matrix;
    const box = extent.copy();
    // The outline is a pixel wide, and outside of the control.
    const width = strokes ? 0.5 : 1;
    box.grow(-width * (Math.abs(a) + Math.abs(c)), -width * (Math.abs(b) + Math.abs(d)));
    box.clip(state.clip);
    if (!(box.right - box.left >= LEAST && box.top - box.bottom >= LEAST)) return;
    this.#document.work.hold(MARK_BYTES);
    let { element } = this.#marked;
    while (element && element.type !== "Form") element = element.parent;
    this.marks.push({
      control,
      page: this.#page,
      box: [box.left, box.bottom, box.right, box.top],
      scale: Math.sqrt(Math.abs(a * d - b * c)),
      element,
    });
  }

  beginForm(form: PdfStream): boolean {
    this.#marked.enter(form);
    return true;
  }

  endForm(): void {
    this.#marked.leave();
  }
}

export function visibleOf(document: PdfDocument, page: Page): Box {
  const box: PdfObject | undefined = page.attribute("CropBox") ?? page.attribute("MediaBox");
  return normalise(document.numbers(box, 4)) ?? EVERYWHERE;
}
