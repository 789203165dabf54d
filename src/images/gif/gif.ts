import { checkPixels } from "../../codecs/caps.ts";
import type { Portions } from "../../meter/turns.ts";
import { decodedFrame, type ImageFrame, type ObjectSink, type Tile } from "../image.ts";
import { IndexedRows } from "../write/indexed.ts";
import { type GifFrame, type GifLayout, gifLayout } from "./blocks.ts";
import { checkFrame, frameRows, warnOfPlace, warnOfShare } from "./frame-rows.ts";

/** PDF cannot hold GIF's compression: indices are decoded and deflated, the palette stays. Of an animation the first frame is read. */
export function readGif(bytes: Uint8Array): ImageFrame[] {
  const layout = gifLayout(bytes);
  const { width, height, interlaced } = layout.frame;
  checkPixels(layout.width, layout.height, "passthrough");
  checkFrame(layout.frame);
  const segments = 4 * 1024 * 1024;
  return [
    decodedFrame(layout, (sink) => writeFrame(sink, bytes, layout), {
      decodedPixels: width * height,
      decodedRows: height,
      workingBytes: segments + width * height * (interlaced ? 1.5 : 0.5),
    }),
  ];
}

/** The frame at its place on the logical screen. Around it the page's background shows. */
function* writeFrame(sink: ObjectSink, bytes: Uint8Array, layout: GifLayout): Portions<Tile[]> {
  const { frame } = layout;
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
