import { CANVAS_BYTES_PER_PIXEL, checkAnimation, checkPixels } from "../../codecs/caps.ts";
import type { Portions } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { decodedFrame, type ImageFrame, type ObjectSink, type ReadOptions, type Tile } from "../image.ts";
import { IndexedRows } from "../write/indexed.ts";
import { type GifFrame, type GifLayout, gifLayout } from "./blocks.ts";
import { checkFrame, frameRows, warnOfPlace, warnOfShare } from "./frame-rows.ts";
import { Animation } from "./gif-animation.ts";

/** What a pixel counts as that is drawn onto the canvas. */
const DRAWN_BYTES = 0.25;

/** PDF cannot hold GIF's compression: indices are decoded and deflated, the palette stays. */
export function readGif(bytes: Uint8Array, options: ReadOptions, work: Work): ImageFrame[] {
  const layout = gifLayout(bytes, options.frames === "first");
  const { width, height, frames } = layout;
  checkPixels(width, height, "passthrough");
  for (const frame of frames) checkFrame(frame);
  if (frames.length === 1) return [imageFrame(layout, frames[0]!, (sink) => writeFirst(sink, bytes, layout))];
  checkAnimation(width, height, frames);
  const animation = new Animation(bytes, layout, work);
  return frames.map((frame) => imageFrame(layout, frame, (sink) => animation.writeFrame(sink, frame)));
}

function imageFrame(layout: GifLayout, frame: GifFrame, write: ImageFrame["write"]): ImageFrame {
  const facts = { workingBytes: workingBytes(layout, frame) };
  const pixels = frame.width * frame.height;
  if (layout.frames.length === 1) {
    return decodedFrame(layout, write, { ...facts, decodedPixels: pixels, decodedRows: frame.height });
  }
  const canvas = layout.width * layout.height;
  return decodedFrame(layout, write, {
    ...facts,
    // The canvas of an animation is written whole, and most of it is the same as before. A frame may be larger.
    decodedBytes: canvas + pixels * DRAWN_BYTES,
    decodedRows: layout.height + frame.height,
    sharedBytes: canvas * CANVAS_BYTES_PER_PIXEL,
  });
}

function workingBytes(layout: GifLayout, frame: GifFrame): number {
  const segments = 4 * 1024 * 1024;
  const indices = frame.width * frame.height;
  if (layout.frames.length === 1) return segments + indices * (frame.interlaced ? 1.5 : 0.5);
  return segments + indices + layout.width * layout.height * 1.5;
}

/** One frame at its place on the logical screen. Around it the page's background shows. */
function* writeFirst(sink: ObjectSink, bytes: Uint8Array, layout: GifLayout): Portions<Tile[]> {
  const frame = layout.frames[0]!;
  warnOfPlace(frame, layout, sink.warn);
  const { palette, transparent } = stillPalette(frame);
  const rows = new IndexedRows(frame.width, palette.length / 3);
  // A file that is cut off shows the rows that it has.
  const { rows: height, share } = yield* frameRows(bytes, frame, transparent ?? 0, (pixels, at) =>
    rows.add(pixels, at),
  );
  warnOfShare(share, sink.warn);
  const xobject = rows.write(sink, height, palette, transparent, layout.profile);
  return [{ xobject, left: frame.left, top: frame.top, width: frame.width, height }];
}

/**
 * The palette, with an entry for every index that the codes can give. Entries that the file does not have are black, as
 * in browsers.
 */
function stillPalette(frame: GifFrame): { palette: Uint8Array; transparent: number | undefined } {
  const own = Math.floor(Math.min(frame.palette.length, 768) / 3);
  const entries = Math.max(own, 1 << Math.min(8, frame.codeSize), (frame.transparent ?? -1) + 1);
  const palette = new Uint8Array(entries * 3);
  palette.set(frame.palette.subarray(0, own * 3));
  return { palette, transparent: frame.transparent };
}
