import { corrupt, tooLarge } from "./image-problem.ts";

/**
 * Limits, one for each way of converting an image. A file of a few bytes can declare gigabytes of pixels, so the
 * declared dimensions are checked before anything is decoded.
 */
export const IMAGE_CAPS = {
  /** Pixels that are passed through are never decoded here. This limit protects those who open the PDF. */
  passthroughPixels: 268_402_689,
  /**
   * Pixels that are converted in rows or strips, and bytes of them: more pixels are converted where they take fewer
   * bytes, as those of a fax do. This limits time: memory holds one strip and its output (`outputBytes`).
   */
  streamedPixels: 100_000_000,
  streamedBytes: 300_000_000,
  /** How often an interlaced PNG is inflated at most, each time for a band of 48 MiB of its pixels: a limit on time. */
  interlacedBands: 4,
  /** Bytes of a decode that needs the whole frame at once (WebP, an interlaced GIF). */
  fullFrameBytes: 64 * 1024 * 1024,
  /** Bytes of one row, strip or tile held while streaming. */
  stripBytes: 32 * 1024 * 1024,
  /**
   * Bytes of one compressed stream that is made here of an image's pixels. Its size is not known before it is made.
   * This leaves room beside the largest file.
   */
  outputBytes: 54 * 1024 * 1024,
  /** Bytes of an ICC profile after inflating; real ones stay below 3 MB. */
  profileBytes: 4 * 1024 * 1024,
  /** Pages of one image, and of one document. */
  pages: 500,
} as const;

type PixelPath = "passthrough" | "streamed" | "full-frame";

/**
 * Checks declared dimensions against the cap for the way in which the image is converted. `bytesPerPixel` counts what a
 * full-frame decode holds per pixel at its peak, and what a pixel takes that is streamed.
 */
export function checkPixels(width: number, height: number, path: PixelPath, bytesPerPixel = 4): void {
  if (!(width > 0 && height > 0)) throw corrupt(`The image declares a size of ${width} × ${height} pixels.`);
  const pixels = width * height;
  const cap = pixelCap(path, bytesPerPixel);
  if (pixels > cap) {
    throw tooLarge(
      `The image declares ${width} × ${height} = ${pixels} pixels; at most ${cap} can be converted for an image of this kind.`,
    );
  }
}

function pixelCap(path: PixelPath, bytesPerPixel: number): number {
  if (path === "passthrough") return IMAGE_CAPS.passthroughPixels;
  if (path === "streamed") {
    const pixels = Math.max(IMAGE_CAPS.streamedPixels, Math.floor(IMAGE_CAPS.streamedBytes / bytesPerPixel));
    return Math.min(pixels, IMAGE_CAPS.passthroughPixels);
  }
  return Math.floor(IMAGE_CAPS.fullFrameBytes / bytesPerPixel);
}
