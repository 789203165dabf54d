import type { Turns } from "../../meter/turns.ts";
import { Extent } from "../../pdf-content/extent.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { Handler, Interpreter, Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage, Visitor } from "../../pdf-content/interpreter/visitor.ts";
import { readPage, startReading } from "../../pdf-content/read-page.ts";
import { RunBox } from "../../pdf-content/run-box.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { Path } from "../../pdf-content/state/path.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import { operatorCode } from "../../pdf-content/syntax/tokeniser.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { MAX_ELEMENTS } from "../../pdf-file/pdf-limits.ts";
import type { PdfDict } from "../../pdf-file/syntax/objects.ts";
import { EVERYWHERE } from "../../pdf-pages/geometry.ts";

/** Where the marked content of pages (14.7.5) is: the boxes of all that is painted in it, seen or not. */
export class MarkReader {
  readonly #document: PdfDocument;
  readonly #reading: Reading;
  readonly #visitor = new MarkVisitor();

  constructor(document: PdfDocument) {
    this.#document = document;
    // Glyphs that are contents themselves have the boxes that their fonts give them.
    const reading = startReading(document, (_, __, ___, into) => into.add(Extent.of([0, 0, 1, 1])));
    const operators = new Map(reading.operators);
    for (const name of ["BMC", "BDC", "EMC"]) {
      const code = operatorCode(name);
      operators.set(code, this.#noting(name, operators.get(code)!));
    }
    this.#reading = { ...reading, operators };
  }

  /** By the number of the marked content. */
  *read(index: number): Turns<ReadonlyMap<number, Extent>> {
    this.#visitor.begin();
    yield* readPage(this.#reading, this.#document.page(index), Extent.of(EVERYWHERE), this.#visitor);
    return this.#visitor.extents;
  }

  #noting(name: string, handler: Handler): Handler {
    return (on) => {
      // Numbers in a form are the form's own.
      if (on.openForms.size === 0) {
        if (name === "EMC") this.#visitor.close();
        else this.#visitor.open(name === "BDC" ? numberOf(on) : undefined);
      }
      handler(on);
    };
  }
}

function numberOf({ document, properties }: Interpreter): number | undefined {
  return document.number(document.dict(properties)?.get("MCID"));
}

class MarkVisitor implements Visitor {
  extents = new Map<number, Extent>();
  /** The box of each open marked content; undefined where no number was given. */
  #open: (Extent | undefined)[] = [];
  readonly #run = new RunBox();
  readonly #piece = new Extent();

  begin(): void {
    this.extents = new Map();
    this.#open = [];
  }

  open(number: number | undefined): void {
    if (number === undefined || number < 0 || number > MAX_ELEMENTS) {
      this.#open.push(this.#open.at(-1));
      return;
    }
    const extent = this.extents.get(number) ?? new Extent();
    this.extents.set(number, extent);
    this.#open.push(extent);
  }

  close(): void {
    this.#open.pop();
  }

  #add(piece: Extent, { clip }: GraphicsState): void {
    piece.clip(clip);
    this.#open.at(-1)?.add(piece);
  }

  path(path: Path, _fills: boolean, _strokes: boolean, state: GraphicsState): void {
    this.#piece.clear();
    this.#piece.add(path.extent);
    this.#add(this.#piece, state);
  }

  beginRun(font: Font, state: GraphicsState, position: TextPosition): void {
    this.#run.begin(font, state, position);
  }

  glyph(glyph: number, _code: number, penX: number, penY: number): void {
    this.#run.glyph(glyph, penX, penY);
  }

  endRun(position: TextPosition, state: GraphicsState): void {
    this.#piece.clear();
    this.#run.addTo(this.#piece, position, state);
    this.#add(this.#piece, state);
  }

  image(_image: ShownImage, state: GraphicsState): void {
    this.#piece.clear();
    this.#piece.addBox(0, 0, 1, 1, state.matrix);
    this.#add(this.#piece, state);
  }

  shading(_shading: PdfDict, state: GraphicsState): void {
    this.#add(state.clip.copy(), state);
  }

  beginForm(): boolean {
    return this.#open.at(-1) !== undefined;
  }
}
