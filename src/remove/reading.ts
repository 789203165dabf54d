import { MAX_FORM_DEPTH } from "../pdf-content/content-limits.ts";
import { contentPieces } from "../pdf-content/contents.ts";
import { Extent } from "../pdf-content/extent.ts";
import type { Font } from "../pdf-content/fonts/font.ts";
import { strokeReach } from "../pdf-content/ink/strokes.ts";
import { Interpreter, type Reading } from "../pdf-content/interpreter/interpreter.ts";
import type { ShownImage, Visitor } from "../pdf-content/interpreter/visitor.ts";
import { AllLayers } from "../pdf-content/layers.ts";
import type { Matrix } from "../pdf-content/matrix.ts";
import { startReading } from "../pdf-content/read-page.ts";
import { Resources } from "../pdf-content/resources.ts";
import { RunBox } from "../pdf-content/run-box.ts";
import { GraphicsState } from "../pdf-content/state/graphics-state.ts";
import type { Path } from "../pdf-content/state/path.ts";
import type { TextPosition } from "../pdf-content/state/text-position.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { PdfDict, PdfObject, PdfStream } from "../pdf-file/syntax/objects.ts";
import { EVERYWHERE } from "../pdf-pages/geometry.ts";

/** Reads everything in a document, whether or not it shows. */
export function openReading(document: PdfDocument): Reading {
  const reading: Reading = {
    ...startReading(document, (...glyph) => measureProcedure(reading, ...glyph)),
    layers: new AllLayers(document),
  };
  return reading;
}

/** The box of everything in a content stream, visible or not. */
class Measure extends RunBox implements Visitor {
  readonly #into: Extent;

  constructor(into: Extent) {
    super();
    this.#into = into;
  }

  path(path: Path, fills: boolean, strokes: boolean, state: GraphicsState): void {
    if (fills) this.#into.add(path.extent);
    if (strokes) strokeReach(path, state, this.#into);
  }

  override beginRun(font: Font, state: GraphicsState): void {
    super.beginRun(font, state);
  }

  endRun(position: TextPosition, state: GraphicsState): void {
    this.addTo(this.#into, position, state);
  }

  image(_image: ShownImage, { matrix }: GraphicsState): void {
    this.#into.addBox(0, 0, 1, 1, matrix);
  }

  shading(_shading: PdfDict, { clip }: GraphicsState): void {
    this.#into.add(clip);
  }
}

let depth = 0;

/** Adds the box of a Type 3 glyph's content. */
function measureProcedure(
  reading: Reading,
  procedure: PdfStream,
  resources: PdfObject | undefined,
  matrix: Matrix,
  into: Extent,
): void {
  // Glyphs that show text in their own font would never end.
  if (depth >= MAX_FORM_DEPTH) return;
  const found = new Extent();
  depth++;
  try {
    const on = new Interpreter(
      reading,
      new Measure(found),
      new Resources(reading.document, resources),
      freshState(matrix),
    );
    on.read(contentPieces(reading.document, procedure, () => {}));
  } finally {
    depth--;
  }
  into.add(found);
}

/** The state in which a content stream begins that is read by itself. */
export function freshState(matrix: Matrix): GraphicsState {
  return new GraphicsState(matrix, Extent.of(EVERYWHERE));
}
