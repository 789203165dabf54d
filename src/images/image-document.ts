import { IMAGE_CAPS } from "../codecs/caps.ts";
import { corrupt, ImageProblem, type ImageProblemCode, tooLarge } from "../codecs/image-problem.ts";
import { Work, WorkProblem } from "../meter/work.ts";
import { type DocumentInformation, described, type Extras } from "../pdf-file/information.ts";
import type { Rope } from "../pdf-file/rope.ts";
import type { NewEncryption } from "../pdf-file/security/new-encryption.ts";
import { formatNumber } from "../pdf-file/syntax/numbers.ts";
import { readBmp } from "./bmp/bmp.ts";
import { readGif } from "./gif/gif.ts";
import type { ImageFrame, ImageReader, Method, ReadOptions, Tile } from "./image.ts";
import { readJp2 } from "./jp2/jp2.ts";
import { readJpeg } from "./jpeg/jpeg.ts";
import { checkLayout, type LayoutOptions, type Placement, place } from "./page/layout.ts";
import { arrange, type OrderItem } from "./page/order.ts";
import { concat, type Matrix, rounded, scale, translate } from "./page/page-matrix.ts";
import { readPng } from "./png/png.ts";
import { type ImageFormat, sniffFormat } from "./sniff.ts";
import { readTiff } from "./tiff/tiff.ts";
import { readWebp } from "./webp/webp.ts";
import { FrameWriter, type Memory } from "./write/frame-writer.ts";
import { DocumentWriter } from "./write/writer.ts";

export interface ImageInput {
  /** The file name, by which imageOrder finds it. */
  name: string;
  bytes: Uint8Array;
}

/** How pages are made of the images. This is known only when all images are there. */
export interface PageOptions extends LayoutOptions {
  /** The colour behind margins and transparency: red, green, blue from 0 to 255. */
  background: readonly [number, number, number];
  imageOrder: readonly OrderItem[];
  /** Degrees clockwise, by the image's place among the inputs; imageOrder comes first. */
  rotations?: readonly (number | undefined)[];
  /** Of every image that neither of them names. */
  rotation?: number | undefined;
  /** `names`: the outline and the labels of the pages are the images' names. */
  outline?: "names" | undefined;
  information?: DocumentInformation | undefined;
  extras?: Extras | undefined;
}

export interface ImagesToPdfOptions extends PageOptions, ReadOptions {
  /** Asked for memory before each frame is converted. What the output does not keep is given back. */
  memory?: Memory | undefined;
}

export interface ImageFailure {
  /** The image's place among the inputs. */
  index: number;
  name: string;
  code: ImageProblemCode;
  message: string;
}

/** Something that is missing from an image though it became pages. */
export interface ImageWarning {
  index: number;
  name: string;
  /** Counted from 1; undefined when the image has only one page. */
  page: number | undefined;
  /** The page is missing altogether. */
  isLeftOut: boolean;
  message: string;
}

export interface ImagesToPdfResult {
  /** The output that was not drained before: usually all of it. */
  rope: Rope;
  /** Bytes of the whole file. */
  length: number;
  pageCount: number;
  /** Images that became pages. */
  imageCount: number;
  /** In order of upload. */
  failures: ImageFailure[];
  /** In order of upload. */
  warnings: ImageWarning[];
  method: Method | "mixed";
  /** Positions in imageOrder whose name belongs to no image. */
  unmatchedOrder: number[];
}

export const DEFAULT_OPTIONS: ImagesToPdfOptions = {
  pageSize: "Original",
  margin: 0,
  fitMode: "contain",
  orientation: "portrait",
  dpi: undefined,
  background: [255, 255, 255],
  imageOrder: [],
  stripMetadata: false,
  webp: "jpeg",
};

/**
 * Makes one PDF of images that are all in memory. The studio's previews and the tests use it; requests use
 * ImageDocument.
 */
export async function imagesToPdf(
  inputs: readonly ImageInput[],
  options: ImagesToPdfOptions,
): Promise<ImagesToPdfResult> {
  checkLayout(options);
  const received = inputs.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const document = new ImageDocument(new Work(received), { memory: options.memory });
  for (const input of inputs) await document.add(input, options);
  return document.finish(options);
}

/** Why an image or a frame failed. One that asks for too much work fails alone. Any other error is ours. */
function problemOf(error: unknown): ImageProblem {
  if (error instanceof WorkProblem) return tooLarge(error.message);
  if (error instanceof ImageProblem) return error;
  throw error;
}

function byIndex(a: { index: number }, b: { index: number }): number {
  return a.index - b.index;
}

/** What is kept of an image after its conversion. */
interface Converted {
  index: number;
  name: string;
  /** Empty when it failed. */
  pages: { frame: PageFrame; tiles: Tile[] }[];
}

type FrameWarning = Pick<ImageWarning, "page" | "isLeftOut" | "message">;

type PageFrame = Pick<ImageFrame, "width" | "height" | "density" | "orientation">;

interface Surroundings {
  readonly memory?: Memory | undefined;
  /** Called before each frame of an image but its first; it may drain the document. */
  readonly betweenFrames?: () => Promise<void>;
  /** The file is encrypted by it. */
  readonly encryption?: NewEncryption | undefined;
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A PDF with a page for each frame of the images, made image by image. An image's objects are written when it is added;
 * `drain` then takes them and the image out of memory. PDF takes objects in any order, so the pages are written last,
 * when their order and layout are known. An image that cannot be read is named among the failures and leaves no trace
 * in the document.
 */
export class ImageDocument {
  readonly #writer: DocumentWriter;
  readonly #work: Work;
  readonly #frames: FrameWriter;
  readonly #betweenFrames: () => Promise<void>;
  readonly #images: Converted[] = [];
  readonly #failures: ImageFailure[] = [];
  readonly #warnings: ImageWarning[] = [];
  #pageCount = 0;
  /** Positions in imageOrder whose name belongs to no image, once the pages are written. */
  #unmatched: number[] | undefined;

  constructor(work: Work, { memory, betweenFrames = async () => {}, encryption, signal }: Surroundings = {}) {
    this.#work = work;
    this.#writer = new DocumentWriter(encryption);
    this.#frames = new FrameWriter(this.#writer, work, memory, signal);
    this.#betweenFrames = betweenFrames;
  }

  get pageCount(): number {
    return this.#pageCount;
  }

  /** Bytes of the output that are in memory and are not views of the images. */
  get kept(): number {
    return this.#frames.kept;
  }

  /**
   * Converts an image; false when it failed. Its bytes must stay until the next `drain`, or else until the document is
   * gone. `index` is its place among the inputs, when they are not added in their order.
   */
  async add({ name, bytes }: ImageInput, options: ReadOptions, index = this.#images.length): Promise<boolean> {
    const image: Converted = { index, name, pages: [] };
    this.#images.push(image);
    const held = this.#work.held;
    try {
      const warnings = await this.#convert(image, bytes, options);
      this.#warnings.push(...warnings.map((warning) => ({ index, name, ...warning })));
      this.#pageCount += image.pages.length;
      return true;
    } catch (error) {
      const { code, message } = problemOf(error);
      this.#failures.push({ index, name, code, message });
      return false;
    } finally {
      // What the meter still counts of the image is gone with it.
      this.#work.letGo(this.#work.held - held);
    }
  }

  /** Hands over what is written so far. `finish` gives the rest. */
  drain(): Iterable<Uint8Array> {
    this.#frames.letGo();
    return this.#writer.drain();
  }

  /** Throws LayoutProblem when the options themselves leave no room on a page. */
  finish(options: PageOptions): ImagesToPdfResult {
    this.#lay(options);
    const { information, extras } = options;
    const rope = this.#writer.finish(this.#frames.minVersion, described(undefined, information, extras), extras);
    return {
      rope,
      length: this.#writer.length,
      pageCount: this.#pageCount,
      imageCount: this.#images.length - this.#failures.length,
      failures: this.#failures.sort(byIndex),
      warnings: this.#warnings.sort(byIndex),
      method: this.#frames.method,
      unmatchedOrder: this.#unmatched ?? [],
    };
  }

  /** What was not drained of the finished file, as it is to be read: encrypted, where it is to be. */
  get rest() {
    return this.#writer.rest;
  }

  /** What `finish` would give without the data of images, to be judged in its place. */
  sketch(options: PageOptions): Uint8Array {
    this.#lay(options);
    const { information, extras } = options;
    return this.#writer.sketch(this.#frames.minVersion, described(undefined, information, extras), extras);
  }

  /** Writes the pages, once. */
  #lay(options: PageOptions): void {
    if (this.#unmatched) return;
    checkLayout(options);
    const images = this.#images.sort(byIndex);
    const { sequence, unmatched } = arrange(
      images.map(({ name }) => name),
      options.imageOrder,
    );
    this.#unmatched = unmatched;
    for (const { index: place, rotation } of sequence) {
      const { index, pages } = images[place]!;
      const turned = rotation ?? options.rotations?.[index] ?? options.rotation ?? 0;
      if (options.outline && pages.length > 0) this.#writer.section(images[place]!.name);
      for (const { frame, tiles } of pages) this.#addPage(frame, tiles, turned, options);
    }
  }

  /** When no frame could be written, the image has failed. */
  async #convert(image: Converted, bytes: Uint8Array, options: ReadOptions): Promise<FrameWarning[]> {
    const frames = await READERS[sniffFormat(bytes)](bytes, options, this.#work);
    if (this.#pageCount + frames.length > IMAGE_CAPS.pages) {
      throw tooLarge(`With this image's ${frames.length} pages the document would have more than ${IMAGE_CAPS.pages}.`);
    }
    return this.#writeFrames(image, frames);
  }

  /** A frame that cannot be written is left out, and named. */
  async #writeFrames(image: Converted, frames: readonly ImageFrame[]): Promise<FrameWarning[]> {
    const said: FrameWarning[] = [];
    let first: ImageProblem | undefined;
    for (const [index, frame] of frames.entries()) {
      const page = frames.length > 1 ? index + 1 : undefined;
      const messages: string[] = [];
      if (index > 0) await this.#betweenFrames();
      try {
        const tiles = await this.#frames.write(frame, (message) => messages.push(message));
        const { width, height, density, orientation } = frame;
        image.pages.push({ frame: { width, height, density, orientation }, tiles });
      } catch (error) {
        const problem = problemOf(error);
        first ??= problem;
        said.push({ page, isLeftOut: true, message: problem.message });
        continue;
      }
      said.push(...messages.map((message) => ({ page, isLeftOut: false, message })));
    }
    if (image.pages.length === 0) throw first ?? corrupt("The image holds no picture.");
    return said;
  }

  #addPage(frame: PageFrame, tiles: readonly Tile[], rotation: number, options: PageOptions): void {
    const placement = place({ ...frame, rotation }, options);
    this.#writer.page(
      rounded(placement.pageWidth),
      rounded(placement.pageHeight),
      tiles.map((tile) => tile.xobject),
      pageContent(frame, tiles, placement, options.background),
    );
  }
}

export const READERS: Record<ImageFormat, ImageReader> = {
  jpeg: readJpeg,
  png: readPng,
  gif: readGif,
  tiff: readTiff,
  webp: readWebp,
  bmp: readBmp,
  jp2: readJp2,
};

type FrameSize = Pick<ImageFrame, "width" | "height">;

/** The page's content: background, then the tiles, clipped where they would paint beyond their place. */
function pageContent(
  frame: FrameSize,
  tiles: readonly Tile[],
  placement: Placement,
  background: readonly [number, number, number],
): string {
  const colour = background.map((level) => formatted(level / 255)).join(" ");
  let content = `${colour} rg\n${rectangle(0, 0, placement.pageWidth, placement.pageHeight)} f\n`;
  if (placement.clip) content += `${rectangle(...placement.clip)} W n\n`;
  for (const [i, tile] of tiles.entries()) content += drawTile(frame, tile, i, placement.matrix);
  return content;
}

function drawTile(frame: FrameSize, tile: Tile, index: number, toPage: Matrix): string {
  const { width, height } = frame;
  // PDF's unit square has its origin at the bottom left, tiles theirs at the top left.
  const inFrame = concat(
    scale(tile.width / width, tile.height / height),
    translate(tile.left / width, 1 - (tile.top + tile.height) / height),
  );
  const draw = `${concat(inFrame, toPage).map(formatted).join(" ")} cm /I${index} Do`;
  const isInside =
    tile.left >= 0 && tile.top >= 0 && tile.left + tile.width <= width && tile.top + tile.height <= height;
  return isInside ? `q ${draw} Q\n` : `q ${framePath(toPage)} W n ${draw} Q\n`;
}

/** The frame's outline on the page, which may be turned by any angle. */
function framePath([a, b, c, d, e, f]: Matrix): string {
  const point = (x: number, y: number): string => `${formatted(a * x + c * y + e)} ${formatted(b * x + d * y + f)}`;
  return `${point(0, 0)} m ${point(1, 0)} l ${point(1, 1)} l ${point(0, 1)} l h`;
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `${[x, y, width, height].map(formatted).join(" ")} re`;
}

function formatted(value: number): string {
  return formatNumber(rounded(value));
}
