import type { Turns } from "../../meter/turns.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { Page } from "../../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { type Box, EVERYWHERE } from "../../pdf-pages/geometry.ts";
import { MAX_FORM_DEPTH } from "../content-limits.ts";
import { contentPieces } from "../contents.ts";
import { Extent } from "../extent.ts";
import { drawFormAtOnce } from "../interpreter/forms.ts";
import { Interpreter, type Reading } from "../interpreter/interpreter.ts";
import type { ShownImage } from "../interpreter/visitor.ts";
import { IDENTITY, type Matrix } from "../matrix.ts";
import { readPage, startReading } from "../read-page.ts";
import { Resources } from "../resources.ts";
import { BLACK, GraphicsState, WHITE } from "../state/graphics-state.ts";
import { ImageProjector, type ProjectOptions } from "./image-ink.ts";
import type { InkAmount } from "./ink-amount.ts";
import { type ImageInk, type InkSources, InkVisitor, NO_PAPER } from "./ink-visitor.ts";

export interface PageInk {
  /** The box of what is visible, in user space. It may have no width or height. Undefined for a blank page. */
  readonly box: Box | undefined;
  /** Filters of images that were taken whole. */
  readonly whole: readonly string[];
  /** Whether some of the content is missing or cannot be read. Without anything else to see the whole page counts. */
  readonly isPartial: boolean;
  /** Whether a scan was looked at, so that the threshold mattered. */
  readonly hasScans: boolean;
}

interface Gathered {
  readonly into?: Extent;
  readonly amount?: InkAmount | undefined;
}

/** Finds the box of what is visible on pages of one document. */
export class InkReader implements InkSources {
  readonly #reading: Reading;
  readonly #images: ImageProjector;
  /** Images that glyphs and masks are made of: they are no scans, and nothing in them is dust. */
  readonly #inner: ImageProjector;
  /** Masks and glyphs that are being read inside one another. */
  #depth = 0;
  #losses = 0;
  #lastMask: { dict: PdfDict; matrix: Matrix; extent: Extent | undefined } | undefined;

  constructor(document: PdfDocument, options: ProjectOptions) {
    this.#reading = startReading(document, (procedure, resources, matrix, into) =>
      this.#measureProcedure(procedure, resources, matrix, into),
    );
    this.#images = new ImageProjector(document, this.#reading.colours, options);
    this.#inner = new ImageProjector(document, this.#reading.colours, { threshold: options.threshold, specks: 0 });
  }

  /** The ink of a page within its visible box, gathered in `into`, and measured in `amount`. */
  *read(page: Page, visible: Box, { into = new Extent(), amount }: Gathered = {}): Turns<PageInk> {
    this.#images.beginPage();
    this.#inner.beginPage();
    this.#lastMask = undefined;
    const extent = Extent.of(visible);
    const { document } = this.#reading;
    const { misses } = document;
    this.#losses = 0;
    const visitor = new InkVisitor(document, extent, WHITE, this, [IDENTITY], into, amount);
    const { ink } = visitor;
    yield* readPage(this.#reading, page, extent, visitor, (rect) => {
      const drawn = clipped(Extent.of(rect), extent);
      ink.add(drawn);
      amount?.add("drawing", drawn);
    });
    yield* visitor.finish();
    const isPartial = this.#losses > 0 || document.misses > misses;
    ink.clip(extent);
    if (isPartial && ink.isEmpty) ink.add(extent);
    return {
      box: ink.isEmpty ? undefined : [ink.left, ink.bottom, ink.right, ink.top],
      whole: [...new Set([...this.#images.takenWhole(), ...this.#inner.takenWhole()])],
      isPartial,
      hasScans: this.#images.hasScans,
    };
  }

  imageInk(image: ShownImage, { matrix, clip }: GraphicsState, paper: number, isScan: boolean): Turns<ImageInk> {
    const images = this.#depth > 0 ? this.#inner : this.#images;
    return images.project(image, paper, matrix, clip, isScan);
  }

  lost(): void {
    this.#losses++;
  }

  #measureProcedure(procedure: PdfStream, resources: PdfObject | undefined, matrix: Matrix, into: Extent): void {
    const found = this.#inkOf(procedure, resources, matrix, NO_PAPER, (on) =>
      on.read(contentPieces(this.#reading.document, procedure, () => this.lost())),
    );
    if (found) into.add(found);
  }

  /** The box of what a glyph's or mask's content paints; undefined when too many are nested. */
  #inkOf(
    _content: PdfStream,
    resources: PdfObject | undefined,
    matrix: Matrix,
    paper: number,
    read: (on: Interpreter) => void,
  ): Extent | undefined {
    if (this.#depth >= MAX_FORM_DEPTH) return undefined;
    const { document } = this.#reading;
    const everywhere = Extent.of(EVERYWHERE);
    const visitor = new InkVisitor(document, everywhere, paper, this);
    const state = new GraphicsState(matrix, everywhere);
    this.#depth++;
    read(new Interpreter(this.#reading, visitor, new Resources(document, resources), state));
    this.#depth--;
    return visitor.ink;
  }

  /** Soft masks (11.5): where their group is empty, nothing is visible. */
  maskExtent({ softMask }: GraphicsState): Extent | undefined {
    if (!softMask) return undefined;
    const { dict, matrix } = softMask;
    if (this.#lastMask?.dict === dict && this.#lastMask.matrix === matrix) return this.#lastMask.extent;
    const extent = this.#readMask(dict, matrix);
    this.#lastMask = { dict, matrix, extent };
    return extent;
  }

  #readMask(dict: PdfDict, matrix: Matrix): Extent | undefined {
    const { document } = this.#reading;
    const transfer = document.resolve(dict.get("TR"));
    if (transfer !== null && transfer !== "Identity") return undefined;
    const group = document.resolve(dict.get("G"));
    if (!(group instanceof PdfStream)) return undefined;
    const isLuminosity = document.resolve(dict.get("S")) === "Luminosity";
    // With a backdrop that is not black, everything outside the group is visible.
    const backdrop = document.array(dict.get("BC"));
    if (isLuminosity && backdrop && !backdrop.every((value) => document.number(value) === 0)) return undefined;
    const paper = isLuminosity ? BLACK : NO_PAPER;
    return this.#inkOf(group, undefined, matrix, paper, (on) => drawFormAtOnce(on, group));
  }
}

function clipped(one: Extent, by: Extent): Extent {
  one.clip(by);
  return one;
}
