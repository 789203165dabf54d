import type { ByteSource } from "../../codecs/byte-source.ts";
import { checkPixels } from "../../codecs/caps.ts";
import { corrupt } from "../../codecs/image-problem.ts";
import { LzwReader } from "../../codecs/lzw.ts";
import type { Portions } from "../../meter/turns.ts";
import { decodedFrame, type ImageFrame, type ObjectSink, type Tile } from "../image.ts";
import { IndexedRows } from "../write/indexed.ts";
import { type GifFrame, type GifLayout, gifLayout } from "./blocks.ts";

/**
 * PDF cannot hold GIF's compression: indices are decoded and deflated, the palette stays. Of an animation the first
 * frame is read.
 */
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

/** Decoded pixels are handed on in portions of about this many. */
const CHUNK_PIXELS = 64 * 1024;
/** What a pixel counts as in the work that was charged, where it becomes an index. */
const COUNTED_BYTES = 3;

/** Checks the declared size before anything of that size is allocated. */
function checkFrame(frame: GifFrame): void {
  // More than 8 bits make no sense, but occur. 12 would leave no code for the table's own strings.
  if (frame.codeSize < 1 || frame.codeSize > 11) {
    throw corrupt(`The GIF declares codes of ${frame.codeSize} bits; only 1 to 8 exist.`);
  }
  checkPixels(frame.width, frame.height, frame.interlaced ? "full-frame" : "streamed", 1);
}

/**
 * Gives the frame's rows of indices from top to bottom. Returns the number of rows, and for which share of the pixels
 * there was data. A frame without any data is refused. In a row that has some data, `missing` stands for the other
 * pixels.
 */
function* frameRows(
  bytes: Uint8Array,
  frame: GifFrame,
  missing: number,
  onRow: (pixels: Uint8Array, at: number, y: number) => void,
): Portions<{ rows: number; share: number }> {
  const { width, height } = frame;
  let share = 0;
  const decode = function* (give: typeof onRow): Portions<void> {
    const decoded = yield* decodeRows(bytes, frame, missing, give);
    if (decoded === 0) throw corrupt("The GIF's image data is missing or damaged.");
    share = decoded / (width * height);
  };
  if (frame.interlaced) {
    const pixels = new Uint8Array(width * height).fill(missing);
    const rows = interlacedRows(height);
    yield* decode((source, at, y) => pixels.set(source.subarray(at, at + width), rows[y]! * width));
    for (let y = 0; y < height; y++) {
      onRow(pixels, y * width, y);
      yield width;
    }
    return { rows: height, share };
  }
  let given = 0;
  yield* decode((pixels, at, y) => {
    given = y + 1;
    onRow(pixels, at, y);
  });
  return { rows: given, share };
}

/**
 * Gives the rows in the order of the data, and returns the number of pixels that there were. A last row that is cut off
 * is filled up with `missing`.
 */
function* decodeRows(
  bytes: Uint8Array,
  { dataAt, codeSize, width, height }: GifFrame,
  missing: number,
  onRow: (pixels: Uint8Array, at: number, y: number) => void,
): Portions<number> {
  const reader = new LzwReader(
    { valueBits: codeSize, lowBitFirst: true, widensEarly: false },
    subBlocks(bytes, dataAt),
  );
  const rows = new Uint8Array(Math.min(height, Math.ceil(CHUNK_PIXELS / width)) * width);
  let decoded = 0;
  for (let y = 0; y < height; ) {
    const wanted = rows.subarray(0, (height - y) * width);
    const filled = reader.read(wanted);
    decoded += filled;
    const isLast = filled < wanted.length;
    const end = isLast ? Math.ceil(filled / width) * width : filled;
    rows.fill(missing, filled, end);
    for (let at = 0; at < end; at += width) onRow(rows, at, y++);
    if (isLast) break;
    yield end * COUNTED_BYTES;
  }
  reader.close();
  return decoded;
}

/** The data of a chain of sub-blocks (GIF89a §15), which an empty one ends. */
function subBlocks(bytes: Uint8Array, dataAt: number): ByteSource {
  let at = dataAt;
  let left = 0;
  return {
    read(target) {
      let filled = 0;
      while (filled < target.length) {
        if (left === 0) left = bytes[at++] ?? 0;
        const part = bytes.subarray(at, at + Math.min(left, target.length - filled));
        if (part.length === 0) {
          at = bytes.length;
          break;
        }
        target.set(part, filled);
        filled += part.length;
        at += part.length;
        left -= part.length;
      }
      return filled;
    },
  };
}

function warnOfPlace(frame: GifFrame, canvas: GifLayout, warn: ObjectSink["warn"]): void {
  if (frame.left < canvas.width && frame.top < canvas.height) return;
  warn("The GIF's picture lies outside of its canvas: nothing of it is to be seen.");
}

/** The warning for a frame that does not have data for all its pixels. */
function warnOfShare(share: number, warn: ObjectSink["warn"]): void {
  if (share >= 1) return;
  const percent = Math.max(1, Math.round((1 - share) * 100));
  warn(`The GIF is cut off or damaged: ${percent} % of the picture is missing.`);
}

/** GIF89a appendix E: every 8th row from 0, every 8th from 4, every 4th from 2, every 2nd from 1. */
function interlacedRows(height: number): Uint32Array {
  const rows = new Uint32Array(height);
  let i = 0;
  for (const [start, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let y = start; y < height; y += step) rows[i++] = y;
  }
  return rows;
}
