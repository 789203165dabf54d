import { checkPixels } from "../../codecs/caps.ts";
import { corrupt } from "../../codecs/image-problem.ts";
import type { Portions } from "../../meter/turns.ts";
import { decodedFrame, type ImageFrame, type ObjectSink, type Tile } from "../image.ts";
import { deviceSpace } from "../write/colour.ts";
import { missingRows, writeRows } from "../write/write-rows.ts";
import { type TgaHeader, tgaHeader } from "./tga-header.ts";

/** Rows stay in the order of the file. The orientation says where the first pixel is. */
export function readTga(bytes: Uint8Array): ImageFrame[] {
  const header = tgaHeader(bytes);
  if (!header) throw corrupt("The TGA's header is damaged.");
  const { width, height, orientation } = header;
  checkPixels(width, height, "streamed");
  return [decodedFrame(header, (sink) => writeTga(sink, bytes, header), { orientation })];
}

function writeTga(sink: ObjectSink, bytes: Uint8Array, header: TgaHeader): Portions<Tile[]> {
  const { width, height, kind } = header;
  const components = kind === "gray" ? 1 : 3;
  const picture = { width, height, components, bits: 8, colourSpace: deviceSpace(components) } as const;
  const pixelBytes = (header.bits + 7) >> 3;
  const nextRow = header.runLength ? runLengthRows(bytes, header, pixelBytes) : plainRows(bytes, header, pixelBytes);
  const convert = converter(bytes, header);
  return writeRows(picture, sink, function* (take) {
    const colour = new Uint8Array(width * components);
    const alpha = mayHaveAlpha(header) ? new Uint8Array(width) : undefined;
    const row = new Uint8Array(width * pixelBytes);
    for (let y = 0; y < height; y++) {
      if (!nextRow(row)) {
        if (y === 0) throw corrupt("The TGA is cut off before its first row.");
        sink.warn(missingRows("TGA", y, height));
        return;
      }
      convert(row, colour, alpha);
      take(colour, 0, alpha);
      yield colour.length;
    }
  });
}

/** Beside 5-5-5 a bit is left over. Files may call it alpha, but few mean it, so it is ignored. */
function mayHaveAlpha({ kind, bits, alphaBits, paletteBits }: TgaHeader): boolean {
  if (kind === "palette") return paletteBits === 32;
  if (kind === "gray") return bits === 16;
  return bits === 32 && alphaBits > 0;
}

type NextRow = (row: Uint8Array) => boolean;

function plainRows(bytes: Uint8Array, { pixelsAt }: TgaHeader, _pixelBytes: number): NextRow {
  let at = pixelsAt;
  return (row) => {
    if (at + row.length > bytes.length) return false;
    row.set(bytes.subarray(at, at + row.length));
    at += row.length;
    return true;
  };
}

/** Packets of up to 128 pixels, which may cross the end of a row. */
function runLengthRows(bytes: Uint8Array, { pixelsAt }: TgaHeader, pixelBytes: number): NextRow {
  let at = pixelsAt;
  let literals = 0;
  let repeats = 0;
  return (row) => {
    for (let to = 0; to < row.length; to += pixelBytes) {
      if (literals === 0 && repeats === 0) {
        const packet = bytes[at++] ?? 0;
        if (packet & 0x80) repeats = (packet & 0x7f) + 1;
        else literals = packet + 1;
      }
      if (at + pixelBytes > bytes.length) return false;
      for (let i = 0; i < pixelBytes; i++) row[to + i] = bytes[at + i]!;
      if (literals > 0) {
        literals--;
        at += pixelBytes;
      } else if (--repeats === 0) {
        at += pixelBytes;
      }
    }
    return true;
  };
}

type Convert = (row: Uint8Array, colour: Uint8Array, alpha: Uint8Array | undefined) => void;

function converter(bytes: Uint8Array, header: TgaHeader): Convert {
  const { kind, bits } = header;
  if (kind === "gray") {
    const step = bits / 8;
    return (row, colour, alpha) => {
      for (let x = 0; x < colour.length; x++) {
        colour[x] = row[x * step]!;
        if (alpha) alpha[x] = row[x * step + 1]!;
      }
    };
  }
  if (kind === "colour") {
    return (row, colour, alpha) => {
      for (let x = 0; x < colour.length / 3; x++) putPixel(row, x, bits, colour, alpha, x);
    };
  }
  const size = header.paletteFirst + header.paletteLength;
  const table = new Uint8Array(Math.max(size, 256) * 3);
  const opacity = new Uint8Array(Math.max(size, 256)).fill(255);
  const entries = bytes.subarray(header.paletteAt, header.pixelsAt);
  for (let i = 0; i < header.paletteLength; i++) {
    putPixel(entries, i, header.paletteBits, table, opacity, header.paletteFirst + i);
  }
  return (row, colour, alpha) => {
    for (let x = 0; x < row.length; x++) {
      const index = row[x]!;
      for (let c = 0; c < 3; c++) colour[x * 3 + c] = table[index * 3 + c]!;
      if (alpha) alpha[x] = opacity[index]!;
    }
  };
}

/** Blue, green, red (and alpha), or 5 bits of each. */
function putPixel(
  from: Uint8Array,
  index: number,
  bits: number,
  colour: Uint8Array,
  alpha: Uint8Array | undefined,
  to: number,
): void {
  if (bits <= 16) {
    const pixel = from[index * 2]! | (from[index * 2 + 1]! << 8);
    for (let c = 0; c < 3; c++) colour[to * 3 + c] = Math.round((((pixel >> (10 - c * 5)) & 31) * 255) / 31);
    return;
  }
  const at = (index * bits) / 8;
  colour[to * 3] = from[at + 2]!;
  colour[to * 3 + 1] = from[at + 1]!;
  colour[to * 3 + 2] = from[at]!;
  if (alpha && bits === 32) alpha[to] = from[at + 3]!;
}
