import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import { Extent } from "../pdf-content/extent.ts";
import type { ContentVisitor, Interpreter } from "../pdf-content/interpreter/interpreter.ts";
import { readPage, startReading } from "../pdf-content/read-page.ts";
import { RunBox } from "../pdf-content/run-box.ts";
import type { GraphicsState } from "../pdf-content/state/graphics-state.ts";
import type { TextPosition } from "../pdf-content/state/text-position.ts";
import { operatorCode } from "../pdf-content/syntax/tokeniser.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { ByteWriter } from "../pdf-file/syntax/byte-writer.ts";
import { PdfStream } from "../pdf-file/syntax/objects.ts";
import type { Box } from "../pdf-pages/geometry.ts";
import { isFaint, visibleOf } from "./marks.ts";

const [SAVE, RESTORE, BEGIN_TEXT, END_TEXT, DRAW] = ["q", "Q", "BT", "ET", "Do"].map(operatorCode);
const POINTS = codes("m l c v y h re");
const CLIPS = codes("W W*");
const PAINTS = codes("S s f F f* B B* b b*");
const STROKES = codes("S s B B* b b*");
const NO_PAINT = operatorCode("n");
const MARKS = codes("BMC BDC EMC MP DP");
/** What is in effect until it is set again. */
const SETS = codes("rg RG g G k K w J j M d gs");
/** What two boxes have in common counts from here on, in points: controls may touch. */
const COMMON = 0.05;

function codes(names: string): ReadonlySet<number> {
  return new Set(names.split(" ").map(operatorCode));
}

/** An area of a page, and what is drawn there. */
export interface Look {
  readonly box: Box;
  readonly content: ByteWriter;
}

interface Written {
  readonly operator: number;
  readonly bytes: Uint8Array;
}

/**
 * Cuts the contents of pages into those of areas: to each goes what is drawn in it, with the state that it is drawn in.
 * The page's resources are those of all.
 */
export class LookReader extends RunBox implements ContentVisitor {
  readonly #document: PdfDocument;
  #looks: readonly Look[] = [];
  /** What set the state, for each `q` that is open. */
  #levels: Written[][] = [[]];
  /** The path, or the text, that is not yet drawn. */
  #pending = new ByteWriter();
  #isText = false;
  #isClip = false;
  #extent = new Extent();

  constructor(document: PdfDocument) {
    super();
    this.#document = document;
  }

  /** Adds to each look what the page draws in its box. */
  *read(index: number, looks: readonly Look[]): Turns<void> {
    const page = this.#document.pages.page(index);
    if (!page) return;
    this.#looks = looks;
    this.#levels = [[]];
    this.#pending.clear();
    yield* readPage(
      startReading(this.#document, () => {}),
      page,
      Extent.of(visibleOf(this.#document, page)),
      this,
    );
  }

  operator(on: Interpreter): void {
    const { operator, bytes, start, pos } = on.tokens!;
    const own = bytes.subarray(start, pos);
    if (MARKS.has(operator)) return;
    if (operator === BEGIN_TEXT) this.#isText = true;
    if (this.#isText || POINTS.has(operator) || CLIPS.has(operator)) {
      this.#isClip ||= CLIPS.has(operator);
      this.#pending.text("\n");
      this.#pending.copy(own);
      if (operator !== END_TEXT) return;
      this.#isText = false;
      this.#draw(on, this.#extent);
    } else if (operator === NO_PAINT || PAINTS.has(operator)) {
      this.#pending.text("\n");
      this.#pending.copy(own);
      if (this.#isClip || operator === NO_PAINT) this.#set(operator, this.#pending.view().slice());
      else if (!(STROKES.has(operator) && isFaint(on.state.strokeAlpha))) this.#draw(on, reached(on, operator));
      this.#isClip = false;
    } else if (operator === DRAW) {
      this.#pending.text("\n");
      this.#pending.copy(own);
      this.#draw(on, this.#placed(on));
    } else if (operator === SAVE) this.#levels.push([]);
    else if (operator === RESTORE) {
      if (this.#levels.length > 1) this.#levels.pop();
    } else this.#set(operator, own.slice());
    this.#pending.clear();
    this.#extent = new Extent();
  }

  #set(operator: number, bytes: Uint8Array): void {
    const level = this.#levels.at(-1)!;
    // What was set before is over, and a list of it could be as long as the page's content.
    const same = SETS.has(operator) ? level.findIndex((one) => one.operator === operator && isLike(one, bytes)) : -1;
    this.#document.work.spend(level.length * COST.item);
    this.#document.work.hold(same < 0 ? bytes.length : 0);
    if (same >= 0) level.splice(same, 1);
    level.push({ operator, bytes });
  }

  /** Gives what is pending to the area that it is drawn in; a form, which may hold much, to all that it reaches. */
  #draw({ state, tokens }: Interpreter, extent: Extent): void {
    const { work } = this.#document;
    const drawn = extent.copy();
    drawn.clip(state.clip);
    work.spend(this.#looks.length * COST.comparedArea);
    const reached = this.#looks.filter(({ box }) => common(box, drawn) > 0);
    // Where controls lie on one another, the clip tells whose text it is.
    if (reached.length > 1 && tokens!.operator !== DRAW) {
      const fits = new Map(reached.map((look) => [look, aptness(look, drawn, state.clip)]));
      reached.sort((one, other) => fits.get(other)! - fits.get(one)!).length = 1;
    }
    for (const { content } of reached) {
      const before = content.length;
      content.text("q\n");
      for (const { bytes } of this.#levels.flat()) {
        content.copy(bytes);
        content.byte(0x0a);
      }
      content.copy(this.#pending.view());
      content.text("\nQ\n");
      work.spend((content.length - before) * COST.writtenByte);
      work.hold(content.length - before);
    }
  }

  /** Where a form or an image is drawn. */
  #placed(on: Interpreter): Extent {
    const object = this.#document.resolve(on.resource("XObject"));
    const extent = new Extent();
    if (!(object instanceof PdfStream)) return extent;
    const isForm = this.#document.resolve(object.dict.get("Subtype")) === "Form";
    // A form's own matrix is the identity, as the browser writes it; what is beyond its box is clipped.
    const box = isForm ? this.#document.numbers(object.dict.get("BBox"), 4) : [0, 0, 1, 1];
    if (box) extent.addBox(box[0]!, box[1]!, box[2]!, box[3]!, on.state.matrix);
    return extent;
  }

  endRun(position: TextPosition, state: GraphicsState): void {
    this.addTo(this.#extent, position, state);
  }

  beginForm(): boolean {
    return false;
  }
}

/** The area of what two boxes have in common; 0 where they only touch. */
function common([left, bottom, right, top]: Box, other: Extent): number {
  const across = Math.min(right, other.right) - Math.max(left, other.left);
  const up = Math.min(top, other.top) - Math.max(bottom, other.bottom);
  return across > COMMON && up > COMMON ? across * up : 0;
}

/** How well an area fits what is drawn, and what that is cut to. */
function aptness({ box }: Look, drawn: Extent, clip: Extent): number {
  const both = Extent.of(box);
  both.add(clip);
  return common(box, drawn) / areaOf(drawn) + common(box, clip) / areaOf(both);
}

function areaOf({ left, bottom, right, top }: Extent): number {
  return (right - left) * (top - bottom);
}

/** Graphics states of different names may set different things. */
function isLike({ operator, bytes }: Written, other: Uint8Array): boolean {
  if (operator !== operatorCode("gs")) return true;
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at]);
}

/** Where the path that is painted now reaches. */
function reached({ path, state }: Interpreter, operator: number): Extent {
  const extent = path.extent.copy();
  if (!STROKES.has(operator)) return extent;
  const [a, b, c, d] = state.matrix;
  const half = state.lineWidth / 2;
  extent.grow(half * (Math.abs(a) + Math.abs(c)), half * (Math.abs(b) + Math.abs(d)));
  return extent;
}
