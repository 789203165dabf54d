import type { Portions } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import type { PdfDict, PdfObject, PdfRef } from "../pdf-file/syntax/objects.ts";

/**
 * What every format gives to the document: frames that know their size at once and write their pixels when asked. A
 * reader looks at headers only. Pixels are converted in `write`, one frame after the other: at most one frame's pixels
 * are in memory, and of those only the rows or strips that the format needs.
 */

/** Dots per inch across and down, of the stored (not yet oriented) pixels. */
export interface Density {
  x: number;
  y: number;
}

/** EXIF/TIFF tag 274: how to turn the stored pixels so that they are upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Whether the file's own compressed bytes went into the PDF, or its pixels were decoded and compressed again. */
export type Method = "passthrough" | "decoded";

export interface ImageFrame {
  /** Stored pixels, before orientation. */
  readonly width: number;
  readonly height: number;
  /** Undefined when the file does not say: the document then takes 96 dpi. */
  readonly density: Density | undefined;
  readonly orientation: Orientation;
  readonly method: Method;
  /**
   * Pixels that `write` inflates or decodes; 0 when bytes are only copied. The document adds them up: otherwise a
   * request of many small files could ask for hours of work.
   */
  readonly decodedPixels: number;
  /** Bytes of their samples, where these are not three for each pixel, and rows, where they are not the frame's. */
  readonly decodedBytes?: number;
  readonly decodedRows?: number;
  /**
   * The most bytes that `write` holds beside the file itself, its output included. Where it is undefined, the document
   * assumes a strip and a half-compressed picture for a decoded frame, and almost nothing for a copied one.
   */
  readonly workingBytes?: number;
  /** The lowest version of PDF that has the features this frame uses (16-bit samples need 1.5). */
  readonly minVersion: "1.4" | "1.5";
  /**
   * Writes the image XObjects and says where they lie. Called at most once. When it throws an ImageProblem, the
   * document takes back everything that this frame has written; the image's other frames still become pages. What takes
   * long is done in portions, between which others get the thread.
   */
  write(sink: ObjectSink): Tile[] | Promise<Tile[]> | Portions<Tile[]>;
}

/** A frame whose pixels are decoded; `facts` are those that differ from what most formats say. */
export function decodedFrame(
  { width, height }: { readonly width: number; readonly height: number },
  write: ImageFrame["write"],
  facts: Partial<ImageFrame> = {},
): ImageFrame {
  const usual = { density: undefined, orientation: 1, method: "decoded", minVersion: "1.4" } as const;
  return { width, height, ...usual, decodedPixels: width * height, write, ...facts };
}

/**
 * One image XObject and its place, in stored pixels from the top left corner of the frame. Most frames have one
 * tile that covers them. A tile may reach beyond the frame's right and bottom edge: the document clips it.
 */
export interface Tile {
  readonly xobject: PdfRef;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Takes objects; they go into the output as soon as they are complete. */
export interface ObjectSink {
  /**
   * Adds a stream object; /Length is added. The data is kept as views and never copied, so copy a buffer first when it
   * will be used again.
   */
  stream(dict: PdfDict, data: readonly Uint8Array[]): PdfRef;
  /** The ICCBased colour space of a profile; equal profiles are written once per document. */
  profile(profile: IccProfile): PdfObject;
  /** Tells the client in a whole sentence what is missing from a frame that becomes a page all the same. */
  warn(message: string): void;
}

/** A checked profile: see `iccProfile` of `write/colour.ts`. */
export interface IccProfile {
  readonly components: 1 | 3 | 4;
  readonly bytes: Uint8Array;
}

export interface ReadOptions {
  /** Leave out metadata (GPS, thumbnails …) that copied bytes would otherwise carry along. */
  readonly stripMetadata: boolean;
  /** JPEGs of more pixels are halved by their own blocks, up to three times. Pages keep their size. */
  readonly maxPixels?: number | undefined;
  /** From 1 to 100, as libjpeg counts: JPEGs of finer steps get these, by their own blocks, where that is shorter. */
  readonly quality?: number | undefined;
  /** How a lossy WebP is stored in the PDF. */
  readonly webp: "jpeg" | "lossless";
}

/**
 * A format's reader: `readPng`, `readTiff` … Whatever the bytes are, it throws (or rejects with) nothing but
 * ImageProblem, or WorkProblem when the file asks for more work than its size explains. It checks dimensions and frame
 * counts against `codecs/caps.ts` before it allocates anything of their size.
 */
export type ImageReader = (bytes: Uint8Array, options: ReadOptions, work: Work) => ImageFrame[] | Promise<ImageFrame[]>;
