import { checkPixels, IMAGE_CAPS } from "../../codecs/caps.ts";
import { corrupt, tooLarge } from "../../codecs/image-problem.ts";
import type { Portions } from "../../meter/turns.ts";
import { decodedFrame, type ImageFrame, type ObjectSink, type Tile } from "../image.ts";
import { deviceSpace } from "../write/colour.ts";
import { IndexedRows } from "../write/indexed.ts";
import { missingRows, writeRows } from "../write/write-rows.ts";
import { wholeTile } from "../write/xobject.ts";
import { type DibHeader, readDibHeader } from "./dib.ts";

const FILE_HEADER_BYTES = 14;
const SMALLEST_DIB_HEADER = 12;

/**
 * Windows and OS/2 bitmaps: a file header, followed by the bitmap as it is in memory. Its rows stay in the order of the
 * file; a bottom-up bitmap is turned over by its orientation.
 */
export function readBmp(bytes: Uint8Array): ImageFrame[] {
  if (bytes.length < FILE_HEADER_BYTES + SMALLEST_DIB_HEADER) throw corrupt("The BMP is cut off in its header.");
  const header = readDibHeader(bytes, FILE_HEADER_BYTES);
  const declared = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(10, true); // bfOffBits
  // Some writers leave out where the pixels begin.
  const pixelsAt = declared > FILE_HEADER_BYTES && declared < bytes.length ? declared : header.paletteEnd;
  const { width, height } = header;
  checkPixels(width, height, "streamed");
  if (header.rowBytes > IMAGE_CAPS.stripBytes) throw tooLarge(`The rows of the BMP are ${header.rowBytes} bytes long.`);
  if (pixelsAt >= bytes.length) throw corrupt("The BMP holds no pixels.");
  const data = bytes.subarray(pixelsAt);
  const write = header.bits <= 8 ? writeIndices : writeColours;
  return [
    decodedFrame(header, (sink) => write(sink, header, data), {
      density: header.density,
      orientation: header.bottomUp ? 4 : 1,
    }),
  ];
}

/** What an index counts as in the work that was charged. */
const COUNTED_BYTES = 3;

/** Takes a row of palette indices, a byte each. */
type TakeIndices = (indices: Uint8Array) => void;

function* writeIndices(sink: ObjectSink, header: DibHeader, data: Uint8Array): Portions<Tile[]> {
  const { width, height, palette } = header;
  const entries = Math.max(palette.length / 3, 1);
  const rows = new IndexedRows(width, entries);
  let given = 0;
  const take: TakeIndices = (indices) => {
    // An index beyond the palette is black in viewers; PDF has no such index.
    for (let x = 0; x < width; x++) if (indices[x]! >= entries) indices[x] = 0;
    rows.add(indices, 0);
    given++;
  };
  yield* (header.compression === 0 ? packedRows : runLengthRows)(header, data, take);
  if (given < height) sink.warn(missingRows("BMP", given, height));
  if (given === 0) throw corrupt("The BMP is cut off before its first row.");
  return wholeTile(rows.write(sink, given, palette, undefined), width, given);
}

function* packedRows({ width, height, bits, rowBytes }: DibHeader, data: Uint8Array, take: TakeIndices) {
  const indices = new Uint8Array(width);
  const mask = (1 << bits) - 1;
  for (let y = 0, at = 0; y < height && at + rowBytes <= data.length; y++, at += rowBytes) {
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      indices[x] = (data[at + (bit >> 3)]! >> (8 - bits - (bit & 7))) & mask;
    }
    take(indices);
    yield width * COUNTED_BYTES;
  }
}

const END_OF_LINE = 0;
const END_OF_BITMAP = 1;
const MOVE = 2;

/** RLE8 and RLE4: runs and literals, row by row. Pixels that are skipped have the palette's first colour. */
function* runLengthRows({ width, height, bits }: DibHeader, data: Uint8Array, take: TakeIndices): Portions<void> {
  let row = new Uint8Array(width);
  let x = 0;
  let y = 0;
  let at = 0;
  const put = (index: number): void => {
    if (x < width) row[x++] = index;
  };
  const nextRow = (): number => {
    if (y++ < height) take(row);
    row = new Uint8Array(width);
    return width * COUNTED_BYTES;
  };
  while (at + 1 < data.length && y < height) {
    const count = data[at++]!;
    const value = data[at++]!;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(bits === 8 ? value : i & 1 ? value & 15 : value >> 4);
    } else if (value === END_OF_LINE) {
      yield nextRow();
      x = 0;
    } else if (value === END_OF_BITMAP) {
      // Rows that were never begun are left empty on purpose.
      while (y < height) yield nextRow();
    } else if (value === MOVE) {
      x += data[at] ?? 0;
      for (let rows = data[at + 1] ?? 0; rows > 0 && y < height; rows--) yield nextRow();
      at += 2;
    } else {
      const bytes = Math.ceil((value * bits) / 8);
      for (let i = 0; i < value; i++) {
        const byte = data[at + (bits === 8 ? i : i >> 1)] ?? 0;
        put(bits === 8 ? byte : i & 1 ? byte & 15 : byte >> 4);
      }
      at += bytes + (bytes & 1);
    }
  }
  // The last row has data, but not to its end.
  if (x > 0 && y < height) nextRow();
}

function writeColours(sink: ObjectSink, header: DibHeader, data: Uint8Array): Portions<Tile[]> {
  const { width, height, rowBytes } = header;
  const picture = { width, height, components: 3, bits: 8, colourSpace: deviceSpace(3) } as const;
  return writeRows(picture, sink, function* (take) {
    const colour = new Uint8Array(width * 3);
    const there = Math.min(height, Math.floor(data.length / rowBytes));
    const alpha = hasAlpha(header, data.subarray(0, there * rowBytes)) ? new Uint8Array(width) : undefined;
    const convert = converter(header, data, colour, alpha);
    for (let y = 0; y < there; y++) {
      convert(y * rowBytes);
      take(colour, 0, alpha);
      yield colour.length;
    }
    if (there === 0) throw corrupt("The BMP is cut off before its first row.");
    if (there < height) sink.warn(missingRows("BMP", there, height));
  });
}

/** A channel in which every pixel is transparent was left empty by its writer: it is ignored. */
function hasAlpha({ masks, bits }: DibHeader, data: Uint8Array): boolean {
  const mask = masks[3];
  if (mask === 0 || bits < 16) return false;
  const bytes = bits / 8;
  for (let at = 0; at + bytes <= data.length; at += bytes) if ((word(data, at, bytes) & mask) !== 0) return true;
  return false;
}

function converter(
  { width, bits, masks }: DibHeader,
  data: Uint8Array,
  colour: Uint8Array,
  alpha: Uint8Array | undefined,
): (at: number) => void {
  if (bits === 24) {
    return (at) => {
      for (let from = at, to = 0; to < width * 3; from += 3, to += 3) {
        colour[to] = data[from + 2]!;
        colour[to + 1] = data[from + 1]!;
        colour[to + 2] = data[from]!;
      }
    };
  }
  const bytes = bits / 8;
  const [red, green, blue, opacity] = masks.map(channel) as [Channel, Channel, Channel, Channel];
  return (at) => {
    for (let x = 0, from = at; x < width; x++, from += bytes) {
      const pixel = word(data, from, bytes);
      colour[x * 3] = red(pixel);
      colour[x * 3 + 1] = green(pixel);
      colour[x * 3 + 2] = blue(pixel);
      if (alpha) alpha[x] = opacity(pixel);
    }
  };
}

function word(data: Uint8Array, at: number, bytes: number): number {
  const low = data[at]! | (data[at + 1]! << 8);
  return bytes === 2 ? low : (low | (data[at + 2]! << 16) | (data[at + 3]! << 24)) >>> 0;
}

type Channel = (pixel: number) => number;

/** A run of bits, widened to the full range of a byte. */
function channel(mask: number): Channel {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const top = mask >>> shift;
  if (top === 255) return (pixel) => (pixel >>> shift) & 255;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / top);
}
