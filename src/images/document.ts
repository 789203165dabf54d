import type { Rope } from "../pdf/rope.ts";
import { IMAGE_CAPS } from "./caps.ts";
import { readGif } from "./gif/gif.ts";
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
import { readJpeg } from "./jpeg/jpeg.ts";
import { checkLayout, type LayoutOptions, place } from "./layout.ts";
import { pdfNumber } from "./matrix.ts";
import { arrange, type OrderItem } from "./order.ts";
import { pageContent } from "./page.ts";
import { readPng } from "./png/png.ts";
import { type ImageFormat, sniffFormat } from "./sniff.ts";
import { readTiff } from "./tiff/tiff.ts";
import { readWebp } from "./webp/webp.ts";
import { DocumentWriter } from "./writer.ts";

export interface ImageInput {
  /** The file name, by which imageOrder finds it. */
  name: string;
  bytes: Uint8Array;
}

export interface ImagesToPdfOptions extends LayoutOptions, ReadOptions {
  /** Behind margins and transparency: red, green, blue from 0 to 255. */
  background: readonly [number, number, number];
  imageOrder: readonly OrderItem[];
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
  /** Empty when no image could be converted. */
  rope: Rope;
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
};

/**
 * Makes one PDF of the images, a page for each frame, in the order that imageOrder asks for. An image that cannot be
 * read is named among the failures and leaves no trace in the document. Throws LayoutProblem when the options
 * themselves leave no room on a page.
 */
export async function imagesToPdf(
  inputs: readonly ImageInput[],
  options: ImagesToPdfOptions,
): Promise<ImagesToPdfResult> {
  checkLayout(options);
  const { sequence, unmatched } = arrange(
    inputs.map((input) => input.name),
    options.imageOrder,
  );
  const writer = new DocumentWriter();
  const totals: Totals = { decodedPixels: 0, minVersion: "1.4", methods: new Set() };
  const failures: ImageFailure[] = [];
  const warnings: ImageWarning[] = [];
  for (const { index, rotation } of sequence) {
    const { name, bytes } = inputs[index]!;
    try {
      const said = await addImage(writer, bytes, rotation, options, totals);
      warnings.push(...said.map((warning) => ({ index, name, ...warning })));
    } catch (error) {
      if (!(error instanceof ImageProblem)) throw error;
      failures.push({ index, name, code: error.code, message: error.message });
    }
  }
  return {
    rope: writer.finish(totals.minVersion),
    pageCount: writer.pageCount,
    imageCount: inputs.length - failures.length,
    failures: failures.sort((a, b) => a.index - b.index),
    warnings: warnings.sort((a, b) => a.index - b.index),
    method: totals.methods.size > 1 ? "mixed" : ([...totals.methods][0] ?? "decoded"),
    unmatchedOrder: unmatched,
  };
}

/** Bytes of the output that one frame has added and that are not views of it. */
interface Held {
  bytes: number;
}

interface Totals {
  decodedPixels: number;
  minVersion: "1.4" | "1.5";
  methods: Set<Method>;
}

type FrameWarning = Pick<ImageWarning, "page" | "isLeftOut" | "message">;

/** Adds a page for each frame. A frame that cannot be written is left out, and named; without any the image has failed. */
async function addImage(
  writer: DocumentWriter,
  bytes: Uint8Array,
  rotation: number,
  options: ImagesToPdfOptions,
  totals: Totals,
): Promise<FrameWarning[]> {
  const frames = await READERS[sniffFormat(bytes)](bytes, options);
  if (writer.pageCount + frames.length > IMAGE_CAPS.frames) {
    throw tooLarge(`With this image's ${frames.length} pages the document would have more than ${IMAGE_CAPS.frames}.`);
  }
  const said: FrameWarning[] = [];
  let first: ImageProblem | undefined;
  let written = 0;
  for (const [index, frame] of frames.entries()) {
    const page = frames.length > 1 ? index + 1 : undefined;
    const messages: string[] = [];
    try {
      await addFrame(writer, frame, rotation, options, totals, (message) => messages.push(message));
      written++;
    } catch (error) {
      if (!(error instanceof ImageProblem)) throw error;
      first ??= error;
      said.push({ page, isLeftOut: true, message: error.message });
      continue;
    }
    said.push(...messages.map((message) => ({ page, isLeftOut: false, message })));
  }
  if (written === 0) throw first ?? corrupt("The image holds no picture.");
  return said;
}

/** Leaves no trace of a frame that fails. */
async function addFrame(
  writer: DocumentWriter,
  frame: ImageFrame,
  rotation: number,
  options: ImagesToPdfOptions,
  totals: Totals,
  warn: ObjectSink["warn"],
): Promise<void> {
  totals.decodedPixels += frame.decodedPixels;
  if (totals.decodedPixels > IMAGE_CAPS.documentPixels) {
    throw tooLarge(`The request's images have more than ${IMAGE_CAPS.documentPixels} pixels to decode.`);
  }
  const checkpoint = writer.checkpoint();
  const pageCount = writer.pageCount;
  const held: Held = { bytes: 0 };
  try {
    await addPage(writer, frame, rotation, options, held, warn);
  } catch (error) {
    options.memory?.shrink(held.bytes);
    writer.rollback(checkpoint, pageCount);
    throw error;
  }
  totals.methods.add(frame.method);
  if (frame.minVersion > totals.minVersion) totals.minVersion = frame.minVersion;
}

async function addPage(
  writer: DocumentWriter,
  frame: ImageFrame,
  rotation: number,
  options: ImagesToPdfOptions,
  held: Held,
  warn: ObjectSink["warn"],
): Promise<void> {
  const { width, height, density, orientation } = frame;
  const placement = place({ width, height, density, orientation, rotation }, options);
  const tiles = await writeWithin(options.memory, writer, frame, held, warn);
  writer.page(
    pdfNumber(placement.pageWidth),
    pdfNumber(placement.pageHeight),
    tiles.map((tile) => tile.xobject),
    pageContent(frame, tiles, placement, options.background),
  );
}

/** Holds what the frame needs while it is written, and afterwards what it has added to the output. */
async function writeWithin(
  memory: Memory | undefined,
  writer: DocumentWriter,
  frame: ImageFrame,
  held: Held,
  warn: ObjectSink["warn"],
): Promise<Tile[]> {
  const needed = frame.workingBytes ?? usualWorkingBytes(frame);
  await memory?.grow(needed);
  const before = writer.length;
  let kept = 0;
  try {
    const tiles = await frame.write({
      stream: (dict, data) => writer.stream(dict, data),
      profile: (profile) => writer.profile(profile),
      warn,
    });
    // Passed-through bytes are views of the input, which the request holds already.
    if (frame.method === "decoded") kept = Math.min(needed, writer.length - before);
    return tiles;
  } finally {
    held.bytes += kept;
    memory?.shrink(needed - kept);
  }
}

function usualWorkingBytes(frame: ImageFrame): number {
  return frame.method === "passthrough" ? 1024 * 1024 : 4 * 1024 * 1024 + Math.ceil(frame.decodedPixels * 1.5);
}
