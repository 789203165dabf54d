import { portioned, type Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { type PdfDict, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { ColourSpaces } from "../colour/spaces.ts";
import { Extent } from "../extent.ts";
import { classifier, inkOfValues } from "../images/classify.ts";
import { faxSteps, markFax } from "../images/fax.ts";
import { type ImageFacts, imageFacts } from "../images/image-facts.ts";
import { imageRows, jpxFacts, lastFiltered } from "../images/image-rows.ts";
import { markJpeg } from "../images/jpeg-ink.ts";
import { Marks } from "../images/marks.ts";
import { bilevelRow, rowMarker } from "../images/row-marker.ts";
import type { ShownImage } from "../interpreter/visitor.ts";
import { inverse, isTurned, type Matrix, multiply } from "../matrix.ts";
import type { Resources } from "../resources.ts";
import { WHITE } from "../state/graphics-state.ts";
import type { ImageInk } from "./ink-visitor.ts";

export interface ProjectOptions {
  /** In a scan, a sample that is darker than this, of 255, is ink. */
  readonly threshold: number;
  /** The least size of a mark in an image that counts, in points; 0 counts all. */
  readonly specks: number;
  /** Is shown where images have ink, with what places them on the page; true when their boxes are not needed. */
  readonly seen?: (marks: Marks, matrix: Matrix) => boolean;
  /** Whether to tell how much of images is ink. */
  readonly measures?: boolean;
}

interface Looked {
  /** The box of its ink in its frame, or "whole" when that is unknown. */
  readonly found: Extent | undefined | "whole";
  /** How much of it is ink, where that is counted. */
  readonly amount: ImageInk["amount"];
}

const WHOLE: Looked = { found: "whole", amount: undefined };

/** How the box of an image is gathered: on its unit square, or, when it is turned, in the page's directions. */
interface Frame {
  readonly key: string;
  readonly matrix: Matrix;
  /**
   * From the unit square to the directions in which boxes are gathered; undefined where they are those of the square.
   */
  readonly turned: Matrix | undefined;
}

/** In a picture that is no scan, what is not quite white is ink: shadows and pale parts of logos show. */
const PICTURE_THRESHOLD = 247;
const MAX_REMEMBERED = 1000;
const MAX_SIDE = 1 << 16;
/** Filters whose work depends on the bytes of the data as well as on the samples. */
const CODED = new Set(["DCTDecode", "CCITTFaxDecode"]);

/** Finds where images have ink, a row at a time while they are decoded. */
export class ImageProjector {
  readonly #document: PdfDocument;
  readonly #colours: ColourSpaces;
  readonly #options: ProjectOptions;
  readonly #known = new Map<string, ImageInk>();
  readonly #whole = new Set<string>();
  /** Whether a scan was looked at since the page began. */
  hasScans = false;

  constructor(document: PdfDocument, colours: ColourSpaces, options: ProjectOptions) {
    this.#document = document;
    this.#colours = colours;
    this.#options = options;
  }

  beginPage(): void {
    this.#whole.clear();
    this.hasScans = false;
  }

  /** The filters of those images of this page that were taken whole. */
  takenWhole(): string[] {
    return [...this.#whole];
  }

  *project(image: ShownImage, paper: number, matrix: Matrix, clip: Extent, isScan: boolean): Turns<ImageInk> {
    if (isScan) this.hasScans = true;
    const number = image.stream?.home?.number;
    // Marks are measured on the page, so each use of an image is judged again.
    const isKept = number !== undefined && !this.#counts && paper === WHITE;
    const frame = frameOf(matrix);
    const key = isKept ? `${number} ${isScan} ${frame.key}` : undefined;
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known) return placed(known, frame);
    const { threshold } = this.#options;
    const limit = isScan ? threshold : Math.max(threshold, PICTURE_THRESHOLD);
    const ink = yield* this.#look(image, paper, frame, clip, limit);
    if (key !== undefined) {
      if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
      this.#known.set(key, ink);
    }
    return placed(ink, frame);
  }

  get #counts(): boolean {
    return this.#options.specks > 0 || this.#options.measures === true;
  }

  *#look(image: ShownImage, paper: number, frame: Frame, clip: Extent, threshold: number): Turns<ImageInk> {
    const { resources } = image;
    const facts = imageFacts(this.#document, image.dict, this.#colours, resources);
    if (!facts) return { box: undefined, isOpaque: false, amount: undefined };
    // On paper that is not white every sample may be visible. A stencil paints or leaves out on any paper.
    const isRead = paper === WHITE || facts.isStencil;
    const { found, amount } = isRead ? yield* this.#marks(image, facts, frame, threshold, clip) : WHOLE;
    const box = found === "whole" ? framed(Extent.of([0, 0, 1, 1]), frame) : found;
    const mask = yield* this.#maskOf(image.dict, resources, frame);
    if (box && mask.box) box.clip(mask.box);
    const isSeen = box !== undefined && !box.isEmpty && !mask.hidesAll;
    // What was shown already must not be hidden by the image itself.
    const isOpaque = found !== "whole" && !facts.isStencil && !mask.exists && !this.#options.seen;
    return { box: isSeen ? box : undefined, isOpaque, amount: mask.hidesAll ? undefined : amount };
  }

  /** The part that /SMask or /Mask lets through (8.9.6, 11.6.5.2). Colours that are masked out count as visible. */
  *#maskOf(dict: PdfDict, resources: Resources, frame: Frame) {
    const document = this.#document;
    const soft = document.resolve(dict.get("SMask"));
    const stencil = document.resolve(dict.get("Mask"));
    const stream = soft instanceof PdfStream ? soft : stencil instanceof PdfStream ? stencil : undefined;
    const exists = stream !== undefined || Array.isArray(stencil);
    const facts = stream && imageFacts(document, stream.dict, this.#colours, resources);
    if (!stream || !facts) return { exists, box: undefined, hidesAll: false };
    // In a soft mask, everything that is not 0 counts.
    const shown = facts.isStencil ? facts : { ...facts, decode: facts.decode?.[0] === 1 ? [0, 1] : [1, 0] };
    const threshold = facts.isStencil ? this.#options.threshold : 254.5;
    const own = { dict: stream.dict, stream, data: undefined, resources };
    const { found } = yield* this.#marks(own, shown, frame, threshold);
    if (found === "whole") return { exists, box: undefined, hidesAll: false };
    return { exists, box: found, hidesAll: found === undefined };
  }

  *#marks(image: ShownImage, facts: ImageFacts, frame: Frame, threshold: number, clip?: Extent): Turns<Looked> {
    const { width, height, filters } = facts;
    const { specks } = this.#options;
    // For any other filter the work is counted by samples.
    const coded = CODED.has(filters.at(-1) ?? "") ? (image.stream?.raw.length ?? image.data!.length) : 0;
    const steps = lookingSteps(facts, this.#counts) + coded * COST.codedByte;
    // A JPEG may be one that is decoded at once.
    const isDivided = filters.at(-1) !== "DCTDecode";
    const isSane = width <= MAX_SIDE && height <= MAX_SIDE && this.#document.work.affords(steps, isDivided);
    const own = specks > 0 ? undefined : ofSamples(frame, facts);
    const window = clip && this.#counts ? windowOf(clip, frame, facts) : undefined;
    const marks = isSane ? new Marks(width, height, this.#counts, own, window) : undefined;
    if (!marks || !(yield* this.#read(image, facts, threshold, marks))) {
      this.#whole.add(filters.at(-1) ?? "none");
      return WHOLE;
    }
    if (this.#options.seen?.(marks, frame.matrix)) return { found: undefined, amount: undefined };
    const { matrix } = frame;
    const across = Math.max(1e-6, Math.hypot(matrix[0], matrix[1])) / width;
    const down = Math.max(1e-6, Math.hypot(matrix[2], matrix[3])) / height;
    const amount = marks.counts
      ? { share: marks.inked / (width * height), largest: marks.largest(across, down) }
      : undefined;
    if (marks.turned) return { found: marks.turned.isEmpty ? undefined : marks.turned, amount };
    const box = marks.box(Math.max(1, specks / across), Math.max(1, specks / down));
    return { found: box && framed(inUnitSquare(box, facts), frame), amount };
  }

  /** False when the image cannot be read to its end. */
  *#read(image: ShownImage, facts: ImageFacts, threshold: number, marks: Marks): Turns<boolean> {
    const { filters, parameters } = facts;
    const { work } = this.#document;
    try {
      const raw = image.stream ? this.#document.rawStream(image.stream) : image.data!;
      const last = (): Uint8Array => lastFiltered(this.#document, { raw, dict: image.dict, facts });
      switch (filters.at(-1)) {
        case "DCTDecode": {
          const isPlain = facts.decode === undefined && facts.space?.isIndexed !== true;
          return yield* portioned(markJpeg(last(), isPlain, threshold, marks), work, COST.decodedByte);
        }
        case "CCITTFaxDecode": {
          const inkBit = this.#inkBit(facts, threshold);
          if (typeof inkBit !== "number") return uniform(inkBit === "all", marks);
          const data = last();
          const rows = markFax(data, this.#resolved(parameters), inkBit, marks);
          return yield* portioned(rows, work, faxSteps(facts, data));
        }
        case "JPXDecode": {
          const reading = { document: this.#document, colours: this.#colours };
          const own = jpxFacts(reading, { raw, dict: image.dict, facts });
          return own !== undefined && (yield* this.#readRows(raw, image.dict, own.facts, threshold, marks));
        }
        default:
          return yield* this.#readRows(raw, image.dict, facts, threshold, marks);
      }
    } catch (error) {
      if (error instanceof PdfProblem) return false;
      throw error;
    }
  }

  *#readRows(raw: Uint8Array, dict: PdfDict, facts: ImageFacts, threshold: number, marks: Marks): Turns<boolean> {
    const mark = this.#rowReader(facts, threshold, marks);
    if (mark === undefined) return false;
    const { work } = this.#document;
    const take = (row: Uint8Array, y: number): void => {
      const { runs } = marks;
      mark(row, y);
      work.spend((marks.runs - runs) * COST.inkRun);
    };
    return (yield* imageRows(this.#document, { raw, dict, facts }, facts.height, take)) === facts.height;
  }

  #rowReader(facts: ImageFacts, threshold: number, marks: Marks) {
    if (facts.bits === 1 && facts.space?.components === 1) {
      const inkBit = this.#inkBit(facts, threshold);
      if (typeof inkBit !== "number") {
        uniform(inkBit === "all", marks);
        return () => {};
      }
      return (row: Uint8Array, y: number) => bilevelRow(row, y, facts.width, inkBit, marks);
    }
    const classify = classifier(facts, threshold, this.#document.work);
    return classify && rowMarker(classify, marks);
  }

  #inkBit(facts: ImageFacts, threshold: number): number | "all" | "none" {
    if (facts.space?.components !== 1) return "all";
    const [zero, one] = inkOfValues({ ...facts, bits: 1 }, threshold);
    return zero === one ? (zero === 1 ? "all" : "none") : one === 1 ? 1 : 0;
  }

  /** Parameters may be references. */
  #resolved(parameters: PdfDict): PdfDict {
    return new Map([...parameters].map(([key, value]) => [key, this.#document.resolve(value)]));
  }
}

/** What finding the ink of an image costs, by its size. */
function lookingSteps({ width, height, bits, space }: ImageFacts, counts: boolean): number {
  const components = space?.components ?? 1;
  const sample = bits * components === 1 ? COST.bit : COST.sample + (counts ? COST.countedSample : 0);
  const columns = counts ? width * COST.inkRun : 0;
  const values = 2 ** Math.min(bits, 8) * COST.inkValue;
  return COST.imageRow + height * (COST.markedRow + width * components * sample) + columns + values;
}

/** An image whose samples are all ink, or all paper, whatever their values. */
function uniform(isInk: boolean, marks: Marks): true {
  if (isInk) marks.all();
  return true;
}

/** Rows of an image run from its top; y of the unit square from the bottom (8.9.3). */
function inUnitSquare(
  [left, top, right, bottom]: readonly [number, number, number, number],
  { width, height }: ImageFacts,
): Extent {
  return Extent.of([left / width, 1 - (bottom + 1) / height, (right + 1) / width, 1 - top / height]);
}

/** The samples that may show within `clip`; undefined for an image that is turned. */
function windowOf(clip: Extent, { matrix, turned }: Frame, { width, height }: ImageFacts) {
  const back = turned ? undefined : inverse(matrix);
  if (!back) return undefined;
  const within = new Extent();
  within.addBox(clip.left, clip.bottom, clip.right, clip.top, back);
  const sample = (share: number, count: number): number => Math.min(Math.max(share, 0), 1) * count;
  return [
    Math.round(sample(within.left, width)),
    Math.round(sample(1 - within.top, height)),
    Math.round(sample(within.right, width)) - 1,
    Math.round(sample(1 - within.bottom, height)) - 1,
  ] as const;
}

function frameOf(matrix: Matrix): Frame {
  if (!isTurned(matrix)) return { key: "", matrix, turned: undefined };
  const [a, b, c, d] = matrix;
  return { key: `${a} ${b} ${c} ${d}`, matrix, turned: [a, b, c, d, 0, 0] };
}

/** From samples to the frame; undefined when the box of the samples is as good. */
function ofSamples({ turned }: Frame, { width, height }: ImageFacts): Matrix | undefined {
  return turned && multiply([1 / width, 0, 0, -1 / height, 0, 1], turned);
}

/** A box of the unit square in the frame. */
function framed(box: Extent, { turned }: Frame): Extent {
  if (!turned) return box;
  const extent = new Extent();
  extent.addBox(box.left, box.bottom, box.right, box.top, turned);
  return extent;
}

/** A box of the frame in user space. */
function placed(ink: ImageInk, { matrix, turned }: Frame): ImageInk {
  const { box } = ink;
  if (!box) return ink;
  const extent = new Extent();
  extent.addBox(box.left, box.bottom, box.right, box.top, turned ? [1, 0, 0, 1, matrix[4], matrix[5]] : matrix);
  return { ...ink, box: extent };
}
