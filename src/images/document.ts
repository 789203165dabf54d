import type { Rope } from "../pdf/rope.ts";
import { IMAGE_CAPS } from "./caps.ts";
import { readGif } from "./gif/gif.ts";
import {
  type ImageFrame,
  ImageProblem,
  type ImageProblemCode,
  type ImageReader,
  type Method,
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

export interface ImagesToPdfResult {
  /** Empty when no image could be converted. */
  rope: Rope;
  pageCount: number;
  /** Images that became pages. */
  imageCount: number;
  /** In order of upload. */
  failures: ImageFailure[];
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

const READERS: Partial<Record<ImageFormat, ImageReader>> = {
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
  for (const { index, rotation } of sequence) {
    const { name, bytes } = inputs[index]!;
    const checkpoint = writer.checkpoint();
    const pageCount = writer.pageCount;
    const held: Held = { bytes: 0 };
    try {
      await addImage(writer, bytes, rotation, options, totals, held);
    } catch (error) {
      if (!(error instanceof ImageProblem)) throw error;
      options.memory?.shrink(held.bytes);
      writer.rollback(checkpoint, pageCount);
      failures.push({ index, name, code: error.code, message: error.message });
    }
  }
  return {
    rope: writer.finish(totals.minVersion),
    pageCount: writer.pageCount,
    imageCount: inputs.length - failures.length,
    failures: failures.sort((a, b) => a.index - b.index),
    method: totals.methods.size > 1 ? "mixed" : ([...totals.methods][0] ?? "decoded"),
    unmatchedOrder: unmatched,
  };
}

/** Bytes of the output that one image has added and that are not views of it. */
interface Held {
  bytes: number;
}

interface Totals {
  decodedPixels: number;
  minVersion: "1.4" | "1.5";
  methods: Set<Method>;
}

async function addImage(
  writer: DocumentWriter,
  bytes: Uint8Array,
  rotation: number,
  options: ImagesToPdfOptions,
  totals: Totals,
  held: Held,
): Promise<void> {
  const format = sniffFormat(bytes);
  const reader = READERS[format];
  if (!reader) throw new ImageProblem("UNSUPPORTED_FORMAT", `${format.toUpperCase()} images cannot be converted.`);
  const frames = await reader(bytes, options);
  if (writer.pageCount + frames.length > IMAGE_CAPS.frames) {
    throw tooLarge(`With this image's ${frames.length} pages the document would have more than ${IMAGE_CAPS.frames}.`);
  }
  for (const frame of frames) {
    totals.decodedPixels += frame.decodedPixels;
    if (totals.decodedPixels > IMAGE_CAPS.documentPixels) {
      throw tooLarge(`The request's images have more than ${IMAGE_CAPS.documentPixels} pixels to decode.`);
    }
    await addPage(writer, frame, rotation, options, held);
  }
  for (const frame of frames) {
    totals.methods.add(frame.method);
    if (frame.minVersion > totals.minVersion) totals.minVersion = frame.minVersion;
  }
}

async function addPage(
  writer: DocumentWriter,
  frame: ImageFrame,
  rotation: number,
  options: ImagesToPdfOptions,
  held: Held,
): Promise<void> {
  const { width, height, density, orientation } = frame;
  const placement = place({ width, height, density, orientation, rotation }, options);
  const tiles = await writeWithin(options.memory, writer, frame, held);
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
): Promise<Tile[]> {
  const needed = frame.workingBytes ?? usualWorkingBytes(frame);
  await memory?.grow(needed);
  const before = writer.length;
  let kept = 0;
  try {
    const tiles = await frame.write(writer);
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
