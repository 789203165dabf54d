import { COST } from "../../meter/work-limits.ts";
import { Extent } from "../../pdf-content/extent.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { ContentVisitor, Interpreter, Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { Matrix } from "../../pdf-content/matrix.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { type Holes, within } from "../areas.ts";
import type { Copier } from "../copy/copier.ts";
import type { FontShelf, FontUse } from "../fonts/font-shelf.ts";
import type { ImageCutter } from "../images/image-cutter.ts";
import type { Counts, Findings, Lost } from "../report.ts";
import type { Amount, Inside } from "../tally.ts";
import { GlyphRun } from "./glyph-run.ts";
import { ContentOutput } from "./output.ts";
import { PathSource } from "./path-source.ts";

/** Sees what a page paints inside an area or outside, while the page is checked. */
export interface Watcher extends ContentVisitor {
  beginPage(area: Box, holes: Holes): void;
}

/** What all contents share while they are written again. */
export interface Rewriting {
  readonly reading: Reading;
  readonly copier: Copier;
  readonly fonts: FontShelf;
  readonly images: ImageCutter;
  readonly findings: Findings;
  readonly use: ContentUse;
  readonly keepsEdge: boolean;
  /** Sees what a content stream paints, and writes it into this work. */
  readonly visitor: (work: PageWork, watcher?: Watcher) => ContentVisitor;
  readonly forms: KnownForms;
  /** Patterns by number and place. */
  readonly patterns: Map<string, PdfObject>;
}

/** The run of text that is read, and what is known of its font. */
export class TextWork {
  readonly run = new GlyphRun();
  font: Font | undefined;
  use: FontUse | undefined;
  /** The font that Tf has named, and its name. */
  named: { readonly name: string; readonly entry: PdfObject } | undefined;
  /** The interpreter that is at an operator that shows text. */
  shown: Interpreter | undefined;
  /** The latest font's name in an output. */
  called: { output: ContentOutput; ref: PdfObject; named: TextWork["named"]; name: string } | undefined;
  /** Whether clipping glyphs were kept, and whether any were lost, since BT. */
  clipKept = false;
  clipLost = false;
}

/** The result for a form at one place. */
export interface FormOutcome extends Lost {
  /** Undefined when nothing of it is left. */
  readonly ref: PdfRef | undefined;
  /** What it shows inside. */
  readonly inside: Amount | undefined;
}

/** Forms that are written: a form that loses nothing is shared by all places. */
export class KnownForms {
  readonly placed = new Map<string, FormOutcome>();
  readonly whole = new Map<number, PdfRef>();
  /** Graphics states with a soft mask that stays whole. */
  readonly states = new Map<number, PdfObject>();
}

/** A form that is being read, with what was counted since it began. */
export interface OpenForm {
  readonly form: PdfStream;
  readonly key: string | undefined;
  readonly name: string | undefined;
  readonly counted: () => Lost;
  readonly inside: (() => Amount) | undefined;
}

/** The owner of what a whole Type 3 glyph draws. */
export const GLYPH = "glyph";

/** Where a content stream is, and what of it stays. */
export interface ContentPlace {
  /** Undefined when everything is inside. */
  readonly area: Box | undefined;
  /** Parts of the area of which nothing stays. */
  readonly holes: Holes;
  /** The matrix with which the content began: patterns are placed by it (8.7.3.1). */
  readonly base: Matrix;
  /** The length of a unit of the outermost space in points. */
  readonly unit: number;
  /** The page or form to which marked content belongs. */
  readonly owner: string;
  /** How many contents it is in, one inside the other; forms are not counted. */
  readonly depth: number;
}

/** How a content stream is written again. */
interface Writing {
  /** The content that draws this form. */
  readonly outer?: PageWork;
  readonly form?: OpenForm;
  readonly tally?: Inside | undefined;
  /** Whether it is only checked for changes: then new objects are not made, since they would be made twice. */
  readonly isChecked?: boolean;
}

/** A content stream that is written again: the page's, or one inside another. */
export class PageWork implements ContentPlace {
  readonly all: Rewriting;
  readonly area: Box | undefined;
  readonly holes: Holes;
  readonly base: Matrix;
  readonly unit: number;
  readonly owner: string;
  readonly depth: number;
  readonly output: ContentOutput;
  /** What the page shows inside; undefined in patterns, soft masks and glyphs, which are written apart. */
  readonly tally: Inside | undefined;
  /** The content that draws this one, and the form that this is. */
  readonly outer: PageWork | undefined;
  readonly form: OpenForm | undefined;
  readonly isChecked: boolean;
  readonly text: TextWork;
  /** The operand of Do. */
  named: string | undefined;
  /** What W or W* asks for. */
  clipRule: "W" | "W*" | undefined;
  /** Whether what is written differs from what was read. */
  isChanged = false;
  /** Whether it shows characters by codes that change when fonts are numbered. */
  hasOldCodes = false;
  /** Whether the check has found that the content must be written. */
  isOver = false;
  #source: PathSource | undefined;
  /** What to do when the operator has taken effect. */
  #after: ((on: Interpreter) => void) | undefined;

  constructor(all: Rewriting, { area, holes, base, unit, owner, depth }: ContentPlace, how: Writing = {}) {
    this.all = all;
    this.area = area;
    this.holes = holes;
    this.base = base;
    this.unit = unit;
    this.owner = owner;
    this.depth = depth;
    this.tally = how.tally;
    this.outer = how.outer;
    this.form = how.form;
    this.isChecked = how.isChecked === true;
    this.text = how.outer?.text ?? new TextWork();
    this.output = new ContentOutput(this.isChecked, all.reading.document.work);
  }

  /** The place of a content stream that this one draws by itself: a pattern's cell, a soft mask, a glyph. */
  within(area: Box | undefined, holes: Holes, base: Matrix, unit = this.unit): ContentPlace {
    return { area, holes, base, unit, owner: this.owner, depth: this.depth + 1 };
  }

  /** The operators of the path under construction. */
  get source(): PathSource {
    this.#source ??= new PathSource();
    return this.#source;
  }

  endPath(): void {
    this.#source?.clear();
    this.clipRule = undefined;
  }

  /** Whether nothing stays that paints nothing: on a page that is cropped, and in glyphs. */
  get isStrict(): boolean {
    return this.area !== undefined || this.owner === GLYPH;
  }

  /** Returns whether the content is being written. */
  change(): boolean {
    this.isChanged = true;
    return this.write();
  }

  /** Operands and the like that have no effect are dropped. */
  extra(): void {
    if (this.isStrict) this.change();
  }

  /** Whether the content is being written. Otherwise the check has found that it must be, and ends. */
  write(): boolean {
    this.isOver = this.isChecked;
    return !this.isChecked;
  }

  lose(kind: keyof Counts): void {
    this.all.findings.noteLost(kind);
    this.change();
  }

  cut(kind: keyof Counts): void {
    this.all.findings.noteCut(kind);
    this.change();
  }

  /** Counts again what was lost where the same content was used before. */
  loseAgain(lost: Lost): void {
    this.all.findings.noteAgain(lost);
    if (lost.losses > 0) this.change();
  }

  /** Whether the clip lets anything through inside the area. */
  isShown({ clip }: GraphicsState): boolean {
    return !this.area || within(clip, this.area) !== undefined;
  }

  /** From here until Q, everything is clipped away. */
  clipAway(): void {
    this.#after = (on) => {
      on.state.clip = new Extent();
    };
  }

  /** An operator begins: does what the one before left to be done after it took effect. */
  begin(on: Interpreter): void {
    on.document.work.spend(COST.cleanedOperator);
    const after = this.#after;
    this.#after = undefined;
    after?.(on);
  }
}

/** What happened to the marked content that elements of the structure tree name, as bits. */
const KEPT = 1;
const LOST = 2;

/** By page or form, and by the number of the marked content in it (14.7.5.2). A document may have millions. */
export class ContentUse {
  readonly #fates = new Map<string, Map<number, number>>();

  marked(owner: string, mcid: number, isKept: boolean, isLost: boolean): void {
    let own = this.#fates.get(owner);
    if (!own) {
      own = new Map();
      this.#fates.set(owner, own);
    }
    own.set(mcid, (own.get(mcid) ?? 0) | (isKept ? KEPT : 0) | (isLost ? LOST : 0));
  }

  fateOf(owner: string, mcid: number): { readonly isKept: boolean; readonly isLost: boolean } | undefined {
    const fate = this.#fates.get(owner)?.get(mcid);
    return fate === undefined ? undefined : { isKept: (fate & KEPT) !== 0, isLost: (fate & LOST) !== 0 };
  }
}
