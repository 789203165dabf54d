import type { Turns } from "../../meter/turns.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfDict, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { Extent } from "../extent.ts";
import type { ContentVisitor } from "../interpreter/interpreter.ts";
import type { ShownImage } from "../interpreter/visitor.ts";
import { IDENTITY, isUpright, type Matrix, multiply, toMatrix } from "../matrix.ts";
import { RunBox } from "../run-box.ts";
import { type GraphicsState, NO_COLOUR, type Paint, UNKNOWN_COLOUR, WHITE } from "../state/graphics-state.ts";
import type { Path } from "../state/path.ts";
import type { TextPosition } from "../state/text-position.ts";
import type { InkAmount, MarkKind } from "./ink-amount.ts";
import { shownBox } from "./polygon.ts";
import { ScanStrips } from "./scan-strips.ts";
import { clipToShading } from "./shading-reach.ts";
import { addStroke, mostReach } from "./stroke-outline.ts";
import { partsOf } from "./strokes.ts";

export interface ImageInk {
  /** Its box in user space; undefined when nothing shows. */
  readonly box: Extent | undefined;
  /** Whether it hides everything under it. */
  readonly isOpaque: boolean;
  /** The share of its samples that are ink, and its largest mark in units of user space; where that is counted. */
  readonly amount?: { readonly share: number; readonly largest: number } | undefined;
}

export interface InkSources {
  imageInk(image: ShownImage, state: GraphicsState, paper: number, isScan: boolean): Turns<ImageInk>;
  /** The part that a soft mask lets through; undefined when that may be everything. */
  maskExtent(state: GraphicsState): Extent | undefined;
  /** A stream of the content cannot be decoded. */
  lost(): void;
}

/** How far a rectangle may stay from the page's edges and still be its background, in units of user space. */
const BACKGROUND_SLACK = 0.05;
/** Images up to this side, in units of user space, may be letters; so many of them on a page are writing, no dust. */
const LETTER = 36;
const MANY_LETTERS = 20;
/** The paper of glyphs and masks, on which every colour is ink. */
export const NO_PAPER = -3;

/** Gathers the box of everything that differs from the paper. */
export class InkVisitor extends RunBox implements ContentVisitor {
  readonly ink: Extent;
  /** White, or the colour of a background that covers everything. */
  paper: number;
  readonly #page: Extent;
  readonly #document: PdfDocument;
  readonly #sources: InkSources;
  readonly #strips: ScanStrips;
  readonly #piece = new Extent();
  /** Groups whose result is blended in a way that may change the paper's colour. */
  #blended = 0;
  /** Groups that are not opaque. */
  #faint = 0;
  readonly #groups: { blended: number; faint: number }[] = [];
  /** The space of the patterns of each open content: not known in glyphs and masks themselves. */
  readonly #bases: Matrix[];
  readonly #amount: InkAmount | undefined;
  /** Small images in which there is nothing but specks. */
  readonly #specks = { count: 0, area: new Extent() };

  constructor(
    document: PdfDocument,
    page: Extent,
    paper: number,
    sources: InkSources,
    bases: Matrix[] = [],
    ink = new Extent(),
    amount?: InkAmount,
  ) {
    super();
    this.#amount = amount;
    this.ink = ink;
    this.#bases = bases;
    this.#document = document;
    this.#page = page;
    this.#strips = new ScanStrips(page);
    this.paper = paper;
    this.#sources = sources;
  }

  lost(): void {
    this.#sources.lost();
  }

  path(path: Path, fills: boolean, strokes: boolean, state: GraphicsState): void {
    const piece = this.#piece;
    if (fills && this.#shows(state.fill, state.fillAlpha, state)) {
      for (const part of this.#isApart(path) ? partsOf(path) : [this.#shownOf(path, state)]) {
        piece.clear();
        piece.add(part);
        this.#clipToPattern(state.fill);
        this.#add(state, "drawing");
      }
    } else if (fills) this.#covers(path, state);
    if (fills && this.#isBackground(path, state)) this.#newPaper(state.fill.colour);
    if (strokes && this.#shows(state.stroke, state.strokeAlpha, state)) {
      // Most strokes lie within what is found already.
      if (!this.#amount && this.ink.contains(path.extent, -mostReach(state))) return;
      for (const part of this.#isApart(path) ? partsOf(path, state) : [undefined]) {
        piece.clear();
        if (part) piece.add(part);
        else addStroke(path, state, piece, this.#amount ? undefined : this.ink);
        this.#clipToPattern(state.stroke);
        this.#add(state, "drawing");
      }
    }
  }

  /** Whether parts of the path are outside: its box says nothing of where the others are. */
  #isApart(path: Path): boolean {
    return !path.isCut && !this.#page.contains(path.extent, 0) && path.hasParts;
  }

  /** The path's box, or of what the page's edges leave of it where they cut it. */
  #shownOf(path: Path, { clip }: GraphicsState): Extent {
    const { extent } = path;
    if (this.#page.contains(extent, 0) || isBeside(extent, this.#page)) return extent;
    const within = this.#page.copy();
    within.clip(clip);
    return shownBox(path, within, this.#document.work);
  }

  /** Whether paint of this colour leaves a mark. */
  #shows({ colour }: Paint, alpha: number, { blendMode }: GraphicsState): boolean {
    if (alpha === 0 || colour === NO_COLOUR) return false;
    if (this.paper === NO_PAPER || this.#blended > 0) return true;
    if (colour === WHITE && (blendMode === "Multiply" || blendMode === "Darken")) return false;
    return colour !== this.paper || blendMode !== "Normal";
  }

  /** Paint in the paper's colour over the whole page hides everything before it. */
  #covers(path: Path, state: GraphicsState): void {
    if (this.#isBackground(path, state)) this.#clear();
  }

  #isBackground(path: Path, state: GraphicsState): boolean {
    if (this.paper === NO_PAPER || this.#blended > 0 || this.#faint > 0) return false;
    const { fill, fillAlpha, blendMode, softMask, clip } = state;
    if (fill.colour <= UNKNOWN_COLOUR || fillAlpha < 1 || blendMode !== "Normal" || softMask) return false;
    return path.isRectangle && this.#coversPage(path.extent) && this.#coversPage(clip);
  }

  #coversPage(extent: Extent): boolean {
    return extent.contains(this.#page, BACKGROUND_SLACK);
  }

  #newPaper(colour: number): void {
    this.paper = colour;
    this.#clear();
  }

  #clear(): void {
    this.ink.clear();
    this.#amount?.clear();
    this.#specks.count = 0;
    this.#specks.area.clear();
    this.#strips.take();
  }

  endRun(position: TextPosition, state: GraphicsState): void {
    const mode = state.textMode & 3;
    // Text of no size shows nowhere: its font was never set.
    if (mode === 3 || state.fontSize === 0) return;
    const fills = mode !== 1 && this.#shows(state.fill, state.fillAlpha, state);
    const strokes = mode !== 0 && this.#shows(state.stroke, state.strokeAlpha, state);
    if (!fills && !strokes) return;
    const piece = this.#piece;
    piece.clear();
    this.addTo(piece, position, state);
    if (strokes && !piece.isEmpty) {
      const { matrix, lineWidth } = state;
      const half = (lineWidth / 2) * Math.SQRT2;
      piece.grow(half * Math.hypot(matrix[0], matrix[2]), half * Math.hypot(matrix[1], matrix[3]));
    }
    if (!strokes) this.#clipToPattern(state.fill);
    this.#add(state, "text");
  }

  image(image: ShownImage, state: GraphicsState): Turns<void> | undefined {
    if (state.fillAlpha === 0) return undefined;
    const isMask = this.#document.resolve(image.dict.get("ImageMask") ?? image.dict.get("IM")) === true;
    if (isMask && !this.#shows(state.fill, state.fillAlpha, state)) return undefined;
    const area = new Extent();
    area.addBox(0, 0, 1, 1, state.matrix);
    area.clip(state.clip);
    const isPlain = !isMask && image.stream !== undefined && this.paper === WHITE && this.#blended === 0;
    if (!isPlain || !this.#strips.takes(area)) {
      return this.#placeImage(image, state, isMask, this.#strips.isWholePage(area));
    }
    this.#strips.add(area, image, state.copy());
    return undefined;
  }

  /** Called after the page: strips that cover it together are one scan. */
  *finish(): Turns<void> {
    const { isScan } = this.#strips;
    for (const { image, state } of this.#strips.take()) yield* this.#placeImage(image, state, false, isScan);
  }

  *#placeImage(image: ShownImage, state: GraphicsState, isMask: boolean, isScan: boolean): Turns<void> {
    const paper = this.#blended > 0 ? NO_PAPER : this.paper;
    const { box, isOpaque, amount } = yield* this.#sources.imageInk(image, state, paper, isScan);
    const piece = this.#piece;
    if (isOpaque && this.paper !== NO_PAPER && this.#faint === 0 && this.#blended === 0) {
      piece.clear();
      piece.addBox(0, 0, 1, 1, state.matrix);
      const isPlain = state.fillAlpha === 1 && state.blendMode === "Normal" && !state.softMask;
      if (isUpright(state.matrix) && isPlain && this.#coversPage(piece) && this.#coversPage(state.clip))
        this.#newPaper(WHITE);
    }
    if (amount) {
      piece.clear();
      piece.addBox(0, 0, 1, 1, state.matrix);
      piece.clip(state.clip);
      this.#amount?.add("picture", piece, amount.share, amount.largest);
      if (!box && amount.share > 0) this.#addSpecks(piece);
    }
    if (!box) return;
    piece.clear();
    piece.add(box);
    if (isMask) this.#clipToPattern(state.fill);
    this.#add(state, amount ? undefined : "picture");
  }

  /** Some writers paint text letter by letter, as images. */
  #addSpecks(piece: Extent): void {
    if (piece.isEmpty || piece.right - piece.left > LETTER || piece.top - piece.bottom > LETTER) return;
    const specks = this.#specks;
    specks.area.add(piece);
    if (++specks.count > MANY_LETTERS) this.ink.add(specks.area);
  }

  shading(shading: PdfDict, state: GraphicsState): void {
    if (state.fillAlpha === 0) return;
    const piece = this.#piece;
    piece.clear();
    piece.add(state.clip);
    clipToShading(this.#document, shading, state.matrix, piece);
    this.#add(state, "drawing");
  }

  /** A shading pattern paints where its shading does (8.7.4.3), whatever is filled with it. */
  #clipToPattern({ pattern }: Paint): void {
    const document = this.#document;
    const dict = pattern === undefined ? undefined : document.dict(pattern);
    const base = this.#bases.at(-1);
    if (!dict || !base || document.resolve(dict.get("PatternType")) !== 2) return;
    const shading = document.dict(dict.get("Shading"));
    if (!shading || document.array(shading.get("Background"))) return;
    const own = toMatrix(document.numbers(dict.get("Matrix"), 6)) ?? IDENTITY;
    clipToShading(document, shading, multiply(own, base), this.#piece);
  }

  /** A transparency group begins with new settings: the current ones apply to its result (11.6.6). */
  beginForm(form: PdfStream, state: GraphicsState): boolean {
    const isGroup = this.#document.dict(form.dict.get("Group")) !== undefined;
    if (state.clip.isEmpty || !meets(state.clip, this.#page)) return false;
    if (isGroup && state.fillAlpha === 0) return false;
    this.#bases.push(state.matrix);
    if (!isGroup) {
      this.#groups.push({ blended: this.#blended, faint: this.#faint });
      return true;
    }
    const mask = this.#sources.maskExtent(state);
    if (mask) {
      const clip = state.clip.copy();
      clip.clip(mask);
      state.clip = clip;
    }
    this.#groups.push({ blended: this.#blended, faint: this.#faint });
    if (state.blendMode !== "Normal") this.#blended++;
    if (state.fillAlpha < 1 || state.softMask || state.blendMode !== "Normal") this.#faint++;
    state.fillAlpha = 1;
    state.strokeAlpha = 1;
    state.blendMode = "Normal";
    state.softMask = undefined;
    return true;
  }

  endForm(): void {
    this.#bases.pop();
    const group = this.#groups.pop();
    if (!group) return;
    this.#blended = group.blended;
    this.#faint = group.faint;
  }

  /** Adds the piece, as far as clip and mask let it through. */
  #add(state: GraphicsState, kind?: MarkKind): void {
    const piece = this.#piece;
    if (isBeside(piece, this.#page)) return;
    piece.clip(state.clip);
    if (state.softMask && !piece.isEmpty) {
      const mask = this.#sources.maskExtent(state);
      if (mask) piece.clip(mask);
    }
    if (Number.isNaN(piece.left + piece.right + piece.bottom + piece.top)) return;
    this.ink.add(piece);
    if (kind) this.#amount?.add(kind, piece);
  }
}

/** What a page shows of its printer's marks where a box was rounded: nobody sees so little. In points. */
const SLIVER = 0.05;

/** Whether the piece is outside the page, or reaches into it by a sliver. */
function isBeside(piece: Extent, page: Extent): boolean {
  return (
    (piece.left < page.left - SLIVER && piece.right < page.left + SLIVER) ||
    (piece.right > page.right + SLIVER && piece.left > page.right - SLIVER) ||
    (piece.bottom < page.bottom - SLIVER && piece.top < page.bottom + SLIVER) ||
    (piece.top > page.top + SLIVER && piece.bottom > page.top - SLIVER)
  );
}

function meets(one: Extent, other: Extent): boolean {
  return one.left <= other.right && other.left <= one.right && one.bottom <= other.top && other.bottom <= one.top;
}
