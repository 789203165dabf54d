import { checkPixels } from "../../codecs/caps.ts";
import { corrupt } from "../../codecs/image-problem.ts";
import type { Portions } from "../../meter/turns.ts";
import * as CHAR from "../../platform/char.ts";
import { dibFrame } from "../bmp/bmp.ts";
import { type DibHeader, readDibHeader } from "../bmp/dib.ts";
import type { ImageFrame, ObjectSink, Tile } from "../image.ts";
import { readPng } from "../png/png.ts";
import { deviceSpace } from "../write/colour.ts";
import { writeRows } from "../write/write-rows.ts";

interface Entry {
  width: number;
  height: number;
  bits: number;
  data: Uint8Array;
}

const DIRECTORY_BYTES = 6;
const ENTRY_BYTES = 16;
/** Offsets of fields in an entry of the directory. */
const ENTRY = { width: 0, height: 1, bits: 6, length: 8, offset: 12 };

/**
 * Icons and cursors hold the same drawing in several sizes. The largest is taken, and of equal ones that with the most
 * colours.
 */
export function readIco(bytes: Uint8Array): ImageFrame[] {
  const entries = readEntries(bytes);
  entries.sort((a, b) => b.width * b.height - a.width * a.height || b.bits - a.bits);
  const largest = entries[0];
  if (!largest) throw corrupt("The icon holds no picture.");
  const { data } = largest;
  if (data[0] === 0x89 && data[1] === CHAR.P) return readPng(data, { frames: "first" });
  return [bitmapFrame(data)];
}

function readEntries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= DIRECTORY_BYTES ? view.getUint16(4, true) : 0; // idCount
  const entries: Entry[] = [];
  for (let i = 0; i < count; i++) {
    const at = DIRECTORY_BYTES + i * ENTRY_BYTES;
    if (at + ENTRY_BYTES > bytes.length) break;
    const offset = view.getUint32(at + ENTRY.offset, true);
    const data = bytes.subarray(offset, offset + view.getUint32(at + ENTRY.length, true));
    if (data.length < 40) continue;
    // 0 means 256.
    const [width, height] = [bytes[at + ENTRY.width] || 256, bytes[at + ENTRY.height] || 256];
    entries.push({ width, height, bits: view.getUint16(at + ENTRY.bits, true), data });
  }
  return entries;
}

/** A bitmap of twice the height: its colours, then a mask of one bit a pixel, where 1 is transparent. */
function bitmapFrame(data: Uint8Array): ImageFrame {
  const both = readDibHeader(data, 0);
  const header: DibHeader = { ...both, height: Math.floor(both.height / 2), density: undefined };
  const { width, height } = header;
  checkPixels(width, height, "streamed");
  if (header.compression !== 0) return dibFrame(data, header, header.paletteEnd, "icon");
  return {
    ...dibFrame(data, header, header.paletteEnd, "icon"),
    write: (sink) => writeIcon(sink, header, data.subarray(header.paletteEnd)),
  };
}

function writeIcon(sink: ObjectSink, header: DibHeader, data: Uint8Array): Portions<Tile[]> {
  const { width, height, bits, rowBytes, palette } = header;
  const maskAt = rowBytes * height;
  if (data.length < maskAt) throw corrupt("The icon is cut off.");
  const maskRowBytes = ((width + 31) >> 5) * 4;
  const ownAlpha = bits === 32 && data.subarray(0, maskAt).some((byte, i) => (i & 3) === 3 && byte !== 0);
  const picture = { width, height, components: 3, bits: 8, colourSpace: deviceSpace(3) } as const;
  return writeRows(picture, sink, function* (take) {
    const colour = new Uint8Array(width * 3);
    const alpha = new Uint8Array(width);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = y * rowBytes + ((x * bits) >> 3);
        putColour(colour, x * 3, data, at, x, bits, palette);
        const mask = data[maskAt + y * maskRowBytes + (x >> 3)] ?? 0;
        alpha[x] = ownAlpha ? data[at + 3]! : (mask >> (7 - (x & 7))) & 1 ? 0 : 255;
      }
      take(colour, 0, alpha);
      yield colour.length;
    }
  });
}

function putColour(
  colour: Uint8Array,
  to: number,
  data: Uint8Array,
  at: number,
  x: number,
  bits: number,
  palette: Uint8Array,
): void {
  if (bits <= 8) {
    const index = (data[at]! >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1);
    colour.set(palette.subarray(index * 3, index * 3 + 3), to);
    return;
  }
  if (bits === 16) {
    const pixel = data[at]! | (data[at + 1]! << 8);
    for (let c = 0; c < 3; c++) colour[to + c] = (((pixel >> (10 - c * 5)) & 31) * 255) / 31;
    return;
  }
  colour[to] = data[at + 2]!;
  colour[to + 1] = data[at + 1]!;
  colour[to + 2] = data[at]!;
}
