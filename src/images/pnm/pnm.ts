import { checkFrames, checkPixels, IMAGE_CAPS } from "../caps.ts";
import { corrupt, type ImageFrame, type ObjectSink, type ReadOptions, type Tile, tooLarge } from "../image.ts";
import { deviceSpace } from "../write/colour.ts";
import { RowEncoder } from "../write/row-encoder.ts";
import { missingRows, writeRows } from "../write/write-rows.ts";
import { pngRows, wholeTile, writeImage } from "../write/xobject.ts";
import { isDigit, type PnmHeader, pnmHeader, skipSpace } from "./pnm-header.ts";

/** Netpbm's PBM, PGM, PPM and PAM. A binary file may hold several pictures in succession. */
export function readPnm(bytes: Uint8Array, _options: ReadOptions): ImageFrame[] {
  const frames: ImageFrame[] = [];
  for (let at = 0; at < bytes.length; ) {
    const header = pnmHeader(bytes, at);
    frames.push(pnmFrame(bytes, header));
    checkFrames(frames.length);
    if (header.coding !== "bits" && header.coding !== "binary") break;
    at = skipSpace(bytes, header.at + rowBytes(header) * header.height);
    if (bytes[at] !== 0x50 /* P */ || !isDigit(bytes[at + 1])) break;
  }
  return frames;
}

/** Bytes of binary pixels. */
function rowBytes({ width, samples, top, coding }: PnmHeader): number {
  return coding === "bits" ? (width + 7) >> 3 : width * samples * (top > 255 ? 2 : 1);
}

function pnmFrame(bytes: Uint8Array, header: PnmHeader): ImageFrame {
  const { width, height } = header;
  checkPixels(width, height, "streamed");
  if (width * header.samples * 2 > IMAGE_CAPS.stripBytes) throw tooLarge(`A row of the image has ${width} pixels.`);
  if (header.at >= bytes.length) throw corrupt("The Netpbm image holds no pixels.");
  return {
    width,
    height,
    density: undefined,
    orientation: 1,
    method: "decoded",
    decodedPixels: width * height,
    minVersion: header.top > 255 ? "1.5" : "1.4",
    write: (sink) => (header.coding === "bits" ? writeBits : writeSamples)(sink, bytes, header),
  };
}

function writeBits(sink: ObjectSink, bytes: Uint8Array, header: PnmHeader): Tile[] {
  const { width, height, at } = header;
  const stride = rowBytes(header);
  const rows = new RowEncoder(stride);
  const there = Math.min(height, Math.floor((bytes.length - at) / stride));
  for (let y = 0; y < there; y++) rows.row(bytes, at + y * stride);
  if (there === 0) throw corrupt("The Netpbm image is cut off before its first row.");
  if (there < height) sink.warn(missingRows("image", there, height));
  const xobject = writeImage(sink, {
    width,
    height: there,
    colourSpace: deviceSpace(1),
    bits: 1,
    decode: [1, 0],
    ...pngRows(width, 1, 1),
    data: rows.end(),
  });
  return wholeTile(xobject, width, there);
}

function writeSamples(sink: ObjectSink, bytes: Uint8Array, header: PnmHeader): Tile[] {
  const { width, height, samples, hasAlpha, top } = header;
  const components = samples >= 3 ? 3 : 1;
  const bits = top > 255 ? 16 : 8;
  const picture = { width, height, components, bits, colourSpace: deviceSpace(components) } as const;
  const next = sampleReader(bytes, header);
  return writeRows(picture, sink, (take) => {
    const colour = new Uint8Array((width * components * bits) / 8);
    const alpha = hasAlpha ? new Uint8Array((width * bits) / 8) : undefined;
    const row = new Uint16Array(width * samples);
    for (let y = 0; y < height; y++) {
      if (!next(row)) {
        if (y === 0) throw corrupt("The Netpbm image is cut off before its first row.");
        sink.warn(missingRows("image", y, height));
        return;
      }
      for (let x = 0, from = 0, to = 0; x < width; x++) {
        for (let c = 0; c < components; c++) put(colour, to++, row[from++]!, bits);
        if (alpha) put(alpha, x, row[from++]!, bits);
      }
      take(colour, 0, alpha);
    }
  });
}

function put(target: Uint8Array, index: number, value: number, bits: 8 | 16): void {
  if (bits === 8) {
    target[index] = value;
    return;
  }
  target[index * 2] = value >> 8;
  target[index * 2 + 1] = value;
}

/** Fills rows with samples of 8 or 16 bits; false when there are no more. */
function sampleReader(bytes: Uint8Array, header: PnmHeader): (row: Uint16Array) => boolean {
  const { top, coding } = header;
  const white = top > 255 ? 65535 : 255;
  const scale = (value: number): number => (top === white ? value : Math.round((Math.min(value, top) * white) / top));
  let at = header.at;
  if (coding === "binary") {
    const size = top > 255 ? 2 : 1;
    return (row) => {
      if (at + row.length * size > bytes.length) return false;
      for (let i = 0; i < row.length; i++, at += size) {
        row[i] = scale(size === 1 ? bytes[at]! : (bytes[at]! << 8) | bytes[at + 1]!);
      }
      return true;
    };
  }
  // Digits of bits need no space between them.
  const isBits = coding === "ascii bits";
  return (row) => {
    for (let i = 0; i < row.length; i++) {
      at = skipSpace(bytes, at);
      if (!isDigit(bytes[at])) return false;
      let value = bytes[at++]! - 0x30;
      if (isBits) row[i] = value === 0 ? 255 : 0;
      else {
        for (; isDigit(bytes[at]); at++) value = Math.min(value * 10 + bytes[at]! - 0x30, 65536);
        row[i] = scale(value);
      }
    }
    return true;
  };
}
