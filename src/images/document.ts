import type { Rope } from "../pdf-objects/rope.ts";
import { readBmp } from "./bmp/bmp.ts";
import { IMAGE_CAPS } from "./caps.ts";
import { readGif } from "./gif/gif.ts";
import { readIco } from "./ico/ico.ts";
import {
  corrupt,
  type ImageFrame,
  ImageProblem,
  type ImageProblemCode,
  type ImageReader,
  type Method,
  type ObjectSink,
  type ReadOptions,
  type Tile,
  tooLarge,
} from "./image.ts";
import { readJp2 } from "./jp2/jp2.ts";
import { readJpeg } from "./jpeg/jpeg.ts";
import { checkLayout, type LayoutOptions, place } from "./layout.ts";
import { rounded } from "./matrix.ts";
import { arrange, type OrderItem } from "./order.ts";
import { pageContent } from "./page.ts";
import { readPng } from "./png/png.ts";
import { readPnm } from "./pnm/pnm.ts";
import { readQoi } from "./qoi/qoi.ts";
import { type ImageFormat, sniffFormat } from "./sniff.ts";
import { readTga } from "./tga/tga.ts";
import { readTiff } from "./tiff/tiff.ts";
import { readWebp } from "./webp/webp.ts";
import { DocumentWriter } from "./writer.ts";

export interface ImageInput {
  /** The file name, by which imageOrder finds it. */
  name: string;
  bytes: Uint8Array;
}

/** How the pages are made of the images: known only once all images are there. */
export interface PageOptions extends LayoutOptions {
  /** Behind margins and transparency: red, green, blue from 0 to 255. */
  background: readonly [number, number, number];
  imageOrder: readonly OrderItem[];
}

export interface ImagesToPdfOptions extends PageOptions, ReadOptions {
  /** Is asked for memory before each frame's work, and given back what the output does not keep. */
  memory?: Memory | undefined;
}

/** Both may be told of more bytes than are used in the end, never of fewer. What `grow` throws ends the document. */
export interface Memory {
  grow(bytes: number): Promise<void>;
  shrink(bytes: number): void;
}

export interface ImageFailure {
  /** Of the image among the inputs. */
  index: number;
  name: string;
  code: ImageProblemCode;
  message: string;
}

/** Something that is missing from an image though it became pages. */
export interface ImageWarning {
  index: number;
  name: string;
  /** Counted from 1, when the image has several. */
  page: number | undefined;
  /** The page is missing altogether. */
  isLeftOut: boolean;
  message: string;
}

export interface ImagesToPdfResult {
  /** What was not drained before: usually all of it. */
  rope: Rope;
  /** Of the whole file. */
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
  frames: "first",
  stripMetadata: false,
  webp: "jpeg",
};

const READERS: Record<ImageFormat, ImageReader> = {
  jpeg: readJpeg,
  png: readPng,
  gif: readGif,
  tiff: readTiff,
  webp: readWebp,
  bmp: readBmp,
  jp2: readJp2,
  pnm: readPnm,
  qoi: readQoi,
  ico: readIco,
  tga: readTga,
};

/** Makes one PDF of images that are all there: see ImageDocument. */
export async function imagesToPdf(
  inputs: readonly ImageInput[],
  options: ImagesToPdfOptions,
): Promise<ImagesToPdfResult> {
  checkLayout(options);
  const document = new ImageDocument(options.memory);
  for (const input of inputs) await document.add(input, options);
  return document.finish(options);
}

/** What is left of an image once it is converted. */
interface Converted {
  name: string;
  /** Empty when it failed. */
  pages: { frame: PageFrame; tiles: Tile[] }[];
}

type FrameWarning = Pick<ImageWarning, "page" | "isLeftOut" | "message">;

type PageFrame = Pick<ImageFrame, "width" | "height" | "density" | "orientation">;

/**
 * A PDF with a page for each frame of the images, made image by image: what an image needs of the PDF is written when
 * it is added, and may be taken out of memory (`drain`) together with the image. PDF takes objects in any order, so the
 * pages come last, when their order and layout are known. An image that cannot be read is named among the failures and
 * leaves no trace in the document.
 */
export class ImageDocument {
  readonly #memory: Memory | undefined;
  readonly #writer = new DocumentWriter();
  readonly #images: Converted[] = [];
  readonly #failures: ImageFailure[] = [];
  readonly #warnings: ImageWarning[] = [];
  readonly #methods = new Set<Method>();
  #minVersion: "1.4" | "1.5" = "1.4";
  #pageCount = 0;
  #decodedPixels = 0;
  #kept = 0;

  constructor(memory?: Memory) {
    this.#memory = memory;
  }

  /** Bytes of the output in memory that are not views of the images. */
  get kept(): number {
    return this.#kept;
  }

  /**
   * Converts an image; false when it failed. Its bytes are needed until the next `drain`, or as long as the document.
   */
  async add({ name, bytes }: ImageInput, options: ReadOptions): Promise<boolean> {
    const index = this.#images.length;
    const image: Converted = { name, pages: [] };
    this.#images.push(image);
    try {
      const warnings = await this.#convert(image, bytes, options);
      this.#warnings.push(...warnings.map((warning) => ({ index, name, ...warning })));
      this.#pageCount += image.pages.length;
      return true;
    } catch (error) {
      if (!(error instanceof ImageProblem)) throw error;
      this.#failures.push({ index, name, code: error.code, message: error.message });
      return false;
    }
  }

  /** Hands over what is written so far; its end follows with `finish`. */
  drain(): Uint8Array[] {
    this.#giveBack(this.#kept);
    return this.#writer.drain();
  }

  /** Throws LayoutProblem when the options themselves leave no room on a page. */
  finish(options: PageOptions): ImagesToPdfResult {
    checkLayout(options);
    const { sequence, unmatched } = arrange(
      this.#images.map(({ name }) => name),
      options.imageOrder,
    );
    for (const { index, rotation } of sequence) {
      for (const { frame, tiles } of this.#images[index]!.pages) this.#addPage(frame, tiles, rotation, options);
    }
    const rope = this.#writer.finish(this.#minVersion);
    return {
      rope,
      length: this.#writer.length,
      pageCount: this.#pageCount,
      imageCount: this.#images.length - this.#failures.length,
      failures: this.#failures,
      warnings: this.#warnings,
      method: this.#methods.size > 1 ? "mixed" : ([...this.#methods][0] ?? "decoded"),
      unmatchedOrder: unmatched,
    };
  }

  /** Writes each frame. One that cannot be written is left out, and named; without any the image has failed. */
  async #convert(image: Converted, bytes: Uint8Array, options: ReadOptions): Promise<FrameWarning[]> {
    const frames = await READERS[sniffFormat(bytes)](bytes, options);
    if (this.#pageCount + frames.length > IMAGE_CAPS.frames) {
      throw tooLarge(
        `With this image's ${frames.length} pages the document would have more than ${IMAGE_CAPS.frames}.`,
      );
    }
    const said: FrameWarning[] = [];
    let first: ImageProblem | undefined;
    for (const [index, frame] of frames.entries()) {
      const page = frames.length > 1 ? index + 1 : undefined;
      const messages: string[] = [];
      try {
        const tiles = await this.#write(frame, (message) => messages.push(message));
        const { width, height, density, orientation } = frame;
        image.pages.push({ frame: { width, height, density, orientation }, tiles });
      } catch (error) {
        if (!(error instanceof ImageProblem)) throw error;
        first ??= error;
        said.push({ page, isLeftOut: true, message: error.message });
        continue;
      }
      said.push(...messages.map((message) => ({ page, isLeftOut: false, message })));
    }
    if (image.pages.length === 0) throw first ?? corrupt("The image holds no picture.");
    return said;
  }

  /** Leaves no trace of a frame that fails. */
  async #write(frame: ImageFrame, warn: ObjectSink["warn"]): Promise<Tile[]> {
    this.#decodedPixels += frame.decodedPixels;
    if (this.#decodedPixels > IMAGE_CAPS.documentPixels) {
      throw tooLarge(`The request's images have more than ${IMAGE_CAPS.documentPixels} pixels to decode.`);
    }
    const checkpoint = this.#writer.checkpoint();
    const kept = this.#kept;
    try {
      const tiles = await this.#writeWithin(frame, warn);
      this.#methods.add(frame.method);
      if (frame.minVersion > this.#minVersion) this.#minVersion = frame.minVersion;
      return tiles;
    } catch (error) {
      this.#giveBack(this.#kept - kept);
      this.#writer.rollback(checkpoint);
      throw error;
    }
  }

  /** Holds what the frame needs while it is written, and afterwards what it has added to the output. */
  async #writeWithin(frame: ImageFrame, warn: ObjectSink["warn"]): Promise<Tile[]> {
    const needed = frame.workingBytes ?? usualWorkingBytes(frame);
    await this.#memory?.grow(needed);
    const before = this.#writer.length;
    let kept = 0;
    try {
      const tiles = await frame.write({
        stream: (dict, data) => this.#writer.stream(dict, data),
        profile: (profile) => this.#writer.profile(profile),
        warn,
      });
      // Passed-through bytes are views of the input, which the request holds already.
      if (frame.method === "decoded") kept = Math.min(needed, this.#writer.length - before);
      return tiles;
    } finally {
      this.#kept += kept;
      this.#memory?.shrink(needed - kept);
    }
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

  #giveBack(bytes: number): void {
    this.#kept -= bytes;
    this.#memory?.shrink(bytes);
  }
}

function usualWorkingBytes(frame: ImageFrame): number {
  if (frame.method === "passthrough") return 1024 * 1024;
  return 4 * 1024 * 1024 + Math.min(Math.ceil(frame.decodedPixels * 1.5), IMAGE_CAPS.outputBytes);
}
