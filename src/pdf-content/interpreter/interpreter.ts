import { type Turns, undivided } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfObject, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { ColourSpaces } from "../colour/spaces.ts";
import { MAX_SAVED_STATES } from "../content-limits.ts";
import { Extent } from "../extent.ts";
import type { FontCache } from "../fonts/font-cache.ts";
import type { Layers } from "../layers.ts";
import { type Matrix, toMatrix } from "../matrix.ts";
import type { ResourceKind, Resources } from "../resources.ts";
import { RunBox } from "../run-box.ts";
import { GraphicsState } from "../state/graphics-state.ts";
import { giveBack, Path, takePath } from "../state/path.ts";
import { TextPosition } from "../state/text-position.ts";
import type { Pieces } from "../syntax/piece-reader.ts";
import { operatorCode, Tokeniser } from "../syntax/tokeniser.ts";
import { ARRAY, NAME, OBJECT, type Values } from "../syntax/values.ts";
import { TextRun } from "./text-run.ts";
import type { Visitor } from "./visitor.ts";

/** What the interpreters of one document share. */
export interface Reading {
  readonly document: PdfDocument;
  readonly fonts: FontCache;
  readonly colours: ColourSpaces;
  readonly layers: Layers;
  /** What each operator does, by its code. Any other does nothing. */
  readonly operators: ReadonlyMap<number, Handler>;
}

/** What one operator does, perhaps in turns; operators by their names. */
export type Handler = (on: Interpreter) => Turns<void> | void;
export type Handlers = Readonly<Record<string, Handler>>;

/** A visitor that also follows the content itself, because it checks it or writes it again. */
export interface ContentVisitor extends Visitor {
  /** Whether it needs to see no more: the content is not read to its end. */
  readonly isOver?: boolean;
  /** Receives the pieces of a content stream as they are read. */
  pieces?(pieces: Pieces): Pieces;
  /** Called before each operator takes effect. */
  operator?(on: Interpreter): void;
  /** Called at the end of a content stream. Its last operands may have no operator. */
  ended?(on: Interpreter): void;
  /** A stream of the content could not be decoded, and is skipped. */
  lost?(): void;
}

/** Operators that are charged together, and between which reading is not interrupted. */
const STRETCH = 64;

/** Operators that add to a path: a drawing may have millions, and each takes little. */
const POINTS = new Set([..."chlmvy"].map(operatorCode));

/** Sees hidden text: the pen moves. */
const BLIND: Visitor = {};
/** Between two contents. */
const NO_PATH = new Path();

/**
 * Reads a content stream and tells a visitor what it paints. Broken content is read as in viewers: unbalanced `q` and
 * `Q`, unknown operators, missing operands and missing resources change nothing.
 */
export class Interpreter implements Reading {
  readonly document: PdfDocument;
  readonly fonts: FontCache;
  readonly colours: ColourSpaces;
  readonly layers: Layers;
  readonly operators: ReadonlyMap<number, Handler>;
  readonly visitor: ContentVisitor;
  resources: Resources;
  state: GraphicsState;
  path = NO_PATH;
  text = new TextPosition();
  /** Whether W or W* was met since the last path was painted. */
  clipsNext = false;
  /** Forms that are being drawn, by object: a form that draws itself is not entered again. */
  readonly openForms = new Set<PdfStream | number>();
  /** For each open marked content, whether it hides its content. */
  readonly marks: boolean[] = [];
  hiddenMarks = 0;
  tokens: Tokeniser | undefined;
  #saved: GraphicsState[] = [];
  /** The number of states that were not saved because there are too many. */
  #unsaved = 0;
  readonly #run: TextRun;
  readonly #clipBox = new RunBox();
  /** The extent of text in the clipping modes since BT. */
  #textClip: Extent | undefined;

  constructor(reading: Reading, visitor: ContentVisitor, resources: Resources, state = new GraphicsState()) {
    this.document = reading.document;
    this.fonts = reading.fonts;
    this.colours = reading.colours;
    this.layers = reading.layers;
    this.operators = reading.operators;
    this.visitor = visitor;
    this.resources = resources;
    this.state = state;
    this.#run = new TextRun(visitor, reading.document.work);
  }

  /** Reads a content stream to its end. The state is left as the content leaves it; what it saved is dropped. */
  read(pieces: Pieces): void {
    undivided(this.document.work, this.reading(pieces));
  }

  *reading(pieces: Pieces): Turns<void> {
    const { tokens: outer, path } = this;
    const { work } = this.document;
    const saved = this.#saved;
    work.spend(COST.content);
    const unsaved = this.#unsaved;
    const marks = this.marks.length;
    const hidden = this.hiddenMarks;
    const tokens = new Tokeniser(this.visitor.pieces?.(pieces) ?? pieces, work);
    this.tokens = tokens;
    this.#saved = [];
    this.#unsaved = 0;
    const own = takePath();
    this.path = own;
    try {
      for (let next = this.#readOn(tokens); next !== false; next = this.#readOn(tokens)) {
        if (next !== true) yield* next;
        if (work.isTurnOver) yield;
      }
      if (this.visitor.isOver !== true) this.visitor.ended?.(this);
    } finally {
      giveBack(own);
      tokens.end();
      pieces.return?.();
    }
    const [bottom] = this.#saved;
    if (bottom) this.state = bottom;
    this.#saved = saved;
    this.#unsaved = unsaved;
    this.tokens = outer;
    this.path = path;
    this.clipsNext = false;
    this.marks.length = Math.min(this.marks.length, marks);
    this.hiddenMarks = hidden;
  }

  /** Reads some operators; false when the content has ended. Gives what the last of them does in turns. */
  #readOn(tokens: Tokeniser): Turns<void> | boolean {
    const { document, operators, visitor } = this;
    let count = 0;
    let points = 0;
    let turns: ReturnType<Handler> | false = false;
    for (; count < STRETCH && !turns && visitor.isOver !== true && tokens.next(); count++) {
      visitor.operator?.(this);
      turns = operators.get(tokens.operator)?.(this);
      if (POINTS.has(tokens.operator)) points++;
    }
    document.work.spend((count - points) * COST.operator + points * COST.point);
    tokens.charge();
    return turns || count === STRETCH;
  }

  get operands(): Values {
    return this.tokens!.operands;
  }

  get items(): Values {
    return this.tokens!.items;
  }

  get strings(): Uint8Array {
    return this.tokens!.strings;
  }

  /** False inside a hidden layer. */
  get isShown(): boolean {
    return this.hiddenMarks === 0;
  }

  save(): void {
    if (this.#saved.length >= MAX_SAVED_STATES) {
      this.#unsaved++;
      return;
    }
    this.#saved.push(this.state);
    this.state = this.state.copy();
  }

  restore(): void {
    if (this.#unsaved > 0) this.#unsaved--;
    else this.state = this.#saved.pop() ?? this.state;
  }

  /** The name at `at`, or the last operand. */
  nameOperand(at = this.operands.count - 1): string | undefined {
    const { count, kind, object } = this.operands;
    return at >= 0 && at < count && kind[at] === NAME ? (object[at] as string) : undefined;
  }

  /** The resource that an operand names, not resolved. */
  resource(kind: ResourceKind, name = this.nameOperand()): PdfObject | undefined {
    return name === undefined ? undefined : this.resources.find(kind, name);
  }

  /** The property list of BDC: the operand itself, or a resource that it names. */
  get properties(): PdfObject | undefined {
    const { count, kind, object } = this.operands;
    return kind[count - 1] === OBJECT ? object[count - 1] : this.resource("Properties");
  }

  matrixOperand(): Matrix | undefined {
    const { count, number, kind, from, to } = this.operands;
    // Some writers put the six numbers into an array.
    if (count === 1 && kind[0] === ARRAY) return toMatrix(Array.from(this.items.number.slice(from[0], to[0])));
    if (count < 6) return undefined;
    const n = (back: number): number => number[count - back]!;
    return toMatrix([n(6), n(5), n(4), n(3), n(2), n(1)]);
  }

  /** A run of text in the current font, or in the font that viewers use when none was set. */
  beginRun(): TextRun {
    const { state, text } = this;
    const run = this.#run;
    const font = state.font ?? this.fonts.font(null);
    run.begin(this.isShown ? this.#chooseVisitor() : BLIND, font, state, text);
    return run;
  }

  #chooseVisitor(): Visitor {
    if (this.state.textMode < 4 || this.#textClip === undefined) return this.visitor;
    return clipping(this.visitor, this.#clipBox, this.#textClip);
  }

  beginTextClip(): void {
    this.#textClip = new Extent();
  }

  /** At ET, text that was shown in a clipping mode becomes part of the clip (9.4.1). */
  endTextClip(): void {
    const textClip = this.#textClip;
    this.#textClip = undefined;
    if (textClip === undefined || textClip.isEmpty) return;
    textClip.clip(this.state.clip);
    this.state.clip = textClip;
  }
}

/** Passes everything on, and gathers the box of the glyphs. */
function clipping(visitor: Visitor, box: RunBox, clip: Extent): Visitor {
  return {
    beginRun(font, state, position) {
      box.beginRun(font, state, position);
      visitor.beginRun?.(font, state, position);
    },
    glyph(glyph, code, penX, penY, width, length) {
      box.glyph(glyph, code, penX, penY);
      visitor.glyph?.(glyph, code, penX, penY, width, length);
    },
    endRun(position, state) {
      box.addTo(clip, position, state);
      visitor.endRun?.(position, state);
    },
  };
}
