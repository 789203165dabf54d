import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { MAX_FORM_DEPTH } from "../../pdf-content/content-limits.ts";
import { Extent } from "../../pdf-content/extent.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { ContentVisitor, Interpreter, Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../../pdf-content/interpreter/visitor.ts";
import type { Matrix } from "../../pdf-content/matrix.ts";
import { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import type { Pieces } from "../../pdf-content/syntax/pieces.ts";
import type { PdfDict, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { within } from "../areas.ts";
import type { Copier } from "../copy/copier.ts";
import type { FontShelf } from "../fonts/font-shelf.ts";
import type { ImageCutter } from "../images/image-cutter.ts";
import { addCounts, type Counts, type Findings, noCounts } from "../report.ts";
import type { Inside } from "../tally.ts";
import type { Context } from "./context.ts";

export interface CleanerParts {
  readonly reading: Reading;
  readonly copier: Copier;
  readonly fonts: FontShelf;
  readonly images: ImageCutter;
  readonly findings: Findings;
  readonly use: ContentUse;
  readonly keepsEdge: boolean;
}

/** A content that was written anew. */
export interface Cleaned {
  /** Valid until the next content is cleaned. */
  readonly data: Uint8Array;
  readonly resources: PdfDict;
  readonly isEmpty: boolean;
  readonly isChanged: boolean;
}

const EVERYWHERE: Box = [-1e9, -1e9, 1e9, 1e9];

/**
 * What the cleaners of text, paths, images and all else share: the content that is being written, and the counts of
 * what was lost. The `Cleaner` made of them also sees what the content paints.
 */
export abstract class Cleaning implements ContentVisitor {
  readonly reading: Reading;
  readonly copier: Copier;
  readonly fonts: FontShelf;
  readonly images: ImageCutter;
  readonly findings: Findings;
  readonly use: ContentUse;
  readonly keepsEdge: boolean;
  /**
   * How often something was lost, and how often something was painted. The difference of two counts tells what a mark
   * encloses.
   */
  losses = 0;
  paints = 0;
  /** The operand of Do, sh or a similar operator. */
  named: string | undefined;
  /** Whether a stream of the page's content, or of anything it draws, could not be decoded. */
  hasLost = false;
  watcher: Watcher | undefined;
  /** Of the page's content that is being cleaned. */
  #inside: Inside | undefined;
  /** What to do when the operator has taken effect. */
  #after: ((on: Interpreter) => void) | undefined;
  #current: Context | undefined;
  #depth = 0;

  constructor(parts: CleanerParts) {
    this.reading = parts.reading;
    this.copier = parts.copier;
    this.fonts = parts.fonts;
    this.images = parts.images;
    this.findings = parts.findings;
    this.use = parts.use;
    this.keepsEdge = parts.keepsEdge;
  }

  get context(): Context {
    return this.#current!;
  }

  get area(): Box | undefined {
    return this.#current?.area;
  }

  /** What the page shows inside; undefined in patterns, soft masks and glyphs, which are cleaned apart. */
  get counted(): Inside | undefined {
    return this.#depth === 1 ? this.#inside : undefined;
  }

  /** Counts what the next content shows inside the area. */
  count(inside: Inside | undefined): void {
    this.#inside = inside;
  }

  /** Cleans what `read` reads, in a context of its own. */
  inside(context: Context, read: () => void): Cleaned {
    const leave = this.#descend(context);
    if (this.#mayRead()) read();
    return this.#ascend(leave);
  }

  *insideInTurns(context: Context, reading: Turns<void>): Turns<Cleaned> {
    const leave = this.#descend(context);
    if (this.#mayRead()) yield* reading;
    return this.#ascend(leave);
  }

  #descend(context: Context): () => Cleaned {
    const leave = this.enter(context);
    this.named = undefined;
    this.#depth++;
    this.reading.document.work.spend(COST.content);
    return leave;
  }

  #mayRead(): boolean {
    if (this.#depth <= MAX_FORM_DEPTH) return true;
    this.findings.unremovable("contents that draw one another without an end");
    return false;
  }

  #ascend(leave: () => Cleaned): Cleaned {
    this.#depth--;
    return leave();
  }

  #finished(context: Context): Cleaned {
    const { output } = context;
    while (output.openMarks > 0) this.endMark();
    const data = output.finish();
    return {
      data,
      resources: output.resources.dict,
      isEmpty: output.isEmpty,
      isChanged: context.isChanged || output.resources.isRenamed,
    };
  }

  /** Forms are read within another content, so their context is opened and closed separately. */
  enter(context: Context): () => Cleaned {
    const { named } = this;
    const current = this.#current;
    const after = this.#after;
    this.#current = context;
    this.#after = undefined;
    return () => {
      const cleaned = this.#finished(context);
      this.#current = current;
      this.#after = after;
      this.named = named;
      return cleaned;
    };
  }

  /** Abandons all open contents, even within an operator. */
  abandon(): void {
    this.#current = undefined;
    this.#after = undefined;
    this.#depth = 0;
  }

  /** New objects are made only while the content is written; otherwise they would be made twice. */
  write(): void {
    this.context.write();
  }

  /** Comments paint nothing: a content that may have some is written anew. */
  *pieces(pieces: Pieces): Generator<Uint8Array> {
    for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
      if (this.context.isStrict && next.value.includes(0x25)) this.change(); // '%'
      yield next.value;
    }
  }

  lost(): void {
    this.watcher?.lost?.();
    this.hasLost = true;
    this.findings.unremovable("a content stream that cannot be decoded");
    this.change();
  }

  /** Does what an earlier operator left to be done after it took effect. */
  protected settle(on: Interpreter): void {
    const after = this.#after;
    if (!after) return;
    this.#after = undefined;
    after(on);
  }

  /** Operands after the last operator, white space in strings, and a path that is never painted, are dropped. */
  ended(on: Interpreter): void {
    const { operands, hasBroken, hasSpacedHex } = on.tokens!;
    const isPlain = operands.count === 0 && !hasBroken && !hasSpacedHex && on.path.isEmpty;
    if (this.context.isStrict && !isPlain) this.change();
    this.watcher?.ended?.(on);
  }

  abstract operator(on: Interpreter): void;
  abstract path(): void;
  abstract beginRun(font: Font, state: GraphicsState, position: TextPosition): void;
  abstract glyph(glyph: number, code: number, x: number, y: number, width: number, length: number): void;
  abstract endRun(position: TextPosition, state: GraphicsState): void;
  abstract image(image: ShownImage, state: GraphicsState): void;
  abstract shading(): void;
  abstract beginForm(form: PdfStream, state: GraphicsState): boolean;
  abstract endForm(): void;

  /** Whether the clip lets anything through inside the area. */
  isShown({ clip }: GraphicsState): boolean {
    const { area } = this.context;
    return !area || within(clip, area) !== undefined;
  }

  /** From here until Q, everything is clipped away. */
  clipAway(): void {
    this.#after = (on) => {
      on.state.clip = new Extent();
    };
  }

  change(): void {
    this.#current?.change();
  }

  lose(kind: keyof Counts): void {
    this.losses++;
    this.findings.removed[kind]++;
    this.change();
  }

  cut(kind: keyof Counts): void {
    this.losses++;
    this.findings.cut[kind]++;
  }

  cutOne(kind: keyof Counts): void {
    this.cut(kind);
    this.change();
  }

  /** Records what is counted from here on, so that it can be counted again when the same content is used again. */
  startCounting(): () => { removed: Counts; cut: Counts; losses: number } {
    const { losses, findings } = this;
    const [removed, cut] = [{ ...findings.removed }, { ...findings.cut }];
    return () => ({
      removed: since(findings.removed, removed),
      cut: since(findings.cut, cut),
      losses: this.losses - losses,
    });
  }

  countAgain({ removed, cut, losses }: { removed: Counts; cut: Counts; losses: number }): void {
    addCounts(this.findings.removed, removed);
    addCounts(this.findings.cut, cut);
    this.losses += losses;
    if (losses > 0) this.change();
  }

  /** EMC: what describes the content, or replaces it, stays when nothing of the content was lost. */
  endMark(): void {
    const { output, area, owner } = this.context;
    const mark = output.endMark();
    if (!mark) return;
    const isWhole = this.losses === mark.losses;
    const isPainted = this.paints > mark.paints;
    if (mark.mcid !== undefined) {
      if (mark.state !== "written" && area) this.change();
      this.use.marked(owner, mark.mcid, isPainted || !area, !isWhole || (!isPainted && area !== undefined));
    }
    if (mark.whole === undefined) return;
    if (isWhole && mark.state === "written") output.keepWhole(mark);
    else if (mark.says) {
      this.findings.removed.markedTexts++;
      this.change();
    }
  }
}

export function freshState(matrix: Matrix): GraphicsState {
  return new GraphicsState(matrix, Extent.of(EVERYWHERE));
}

function since(now: Counts, then: Counts): Counts {
  const counts = noCounts();
  for (const key of Object.keys(counts) as (keyof Counts)[]) counts[key] = now[key] - then[key];
  return counts;
}

/** Sees what a page paints inside an area or outside, while the cleaner checks the page. */
export interface Watcher extends ContentVisitor {
  beginPage(area: Box): void;
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
