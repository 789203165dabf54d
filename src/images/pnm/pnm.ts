import { checkFrames, checkPixels, IMAGE_CAPS } from "../../codecs/caps.ts";
import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { corrupt, tooLarge } from "../../codecs/image-problem.ts";
import type { Portions } from "../../meter/turns.ts";
import { isDigit } from "../../pdf-file/syntax/chars.ts";
import * as CHAR from "../../platform/char.ts";
import { decodedFrame, type ImageFrame, type ObjectSink, type ReadOptions, type Tile } from "../image.ts";
import { deviceSpace } from "../write/colour.ts";
import { missingRows, writeRows } from "../write/write-rows.ts";
import { pngRows, wholeTile, writeImage } from "../write/xobject.ts";

/** Netpbm's PBM, PGM, PPM and PAM. A binary file may hold several pictures in succession. */
export function readPnm(bytes: Uint8Array, _options: ReadOptions): ImageFrame[] {
  const frames: ImageFrame[] = [];
  for (let at = 0; at < bytes.length; ) {
    const header = pnmHeader(bytes, at);
    frames.push(pnmFrame(bytes, header));
    checkFrames(frames.length);
    if (header.coding !== "bits" && header.coding !== "binary") break;
    at = skipSpace(bytes, header.at + rowBytes(header) * header.height);
    if (bytes[at] !== CHAR.P || !isDigit(bytes[at + 1])) break;
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
  const write = header.coding === "bits" ? writeBits : writeSamples;
  return decodedFrame(header, (sink) => write(sink, bytes, header), { minVersion: header.top > 255 ? "1.5" : "1.4" });
}

function* writeBits(sink: ObjectSink, bytes: Uint8Array, header: PnmHeader): Portions<Tile[]> {
  const { width, height, at } = header;
  const stride = rowBytes(header);
  const rows = new RowEncoder(stride);
  const there = Math.min(height, Math.floor((bytes.length - at) / stride));
  for (let y = 0; y < there; y++) {
    rows.row(bytes, at + y * stride);
    yield stride;
  }
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

function writeSamples(sink: ObjectSink, bytes: Uint8Array, header: PnmHeader): Portions<Tile[]> {
  const { width, height, samples, hasAlpha, top } = header;
  const components = samples >= 3 ? 3 : 1;
  const bits = top > 255 ? 16 : 8;
  const picture = { width, height, components, bits, colourSpace: deviceSpace(components) } as const;
  const next = sampleReader(bytes, header);
  return writeRows(picture, sink, function* (take) {
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
      yield colour.length;
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
      let value = bytes[at++]! - CHAR.ZERO;
      if (isBits) row[i] = value === 0 ? 255 : 0;
      else {
        for (; isDigit(bytes[at]); at++) value = Math.min(value * 10 + bytes[at]! - CHAR.ZERO, 65536);
        row[i] = scale(value);
      }
    }
    return true;
  };
}

interface PnmHeader {
  width: number;
  height: number;
  /** Samples of a pixel, alpha counted. */
  samples: number;
  hasAlpha: boolean;
  /** The sample value of white; 1 in bit files. */
  top: number;
  /** ascii: decimal numbers · bits: eight pixels a byte, 1 is black · binary: a byte or two a sample. */
  coding: "ascii" | "ascii bits" | "bits" | "binary";
  /** Where the pixels begin. */
  at: number;
}

/** Netpbm's header is text; no real one is longer. */
const MAX_HEADER_BYTES = 4096;

function pnmHeader(bytes: Uint8Array, start: number): PnmHeader {
  return bytes[start + 1] === CHAR.SEVEN ? pamHeader(bytes, start) : classicHeader(bytes, start);
}

/** P1 to P6: width, height and the highest value, between white space and comments. */
function classicHeader(bytes: Uint8Array, start: number): PnmHeader {
  const kind = bytes[start + 1]! - CHAR.ZERO;
  let at = start + 2;
  const number = (): number => {
    at = skipSpace(bytes, at);
    let value = 0;
    const from = at;
    for (; isDigit(bytes[at]); at++) value = value * 10 + bytes[at]! - CHAR.ZERO;
    if (at === from || value > 0x7fffffff) throw corrupt("The header of the Netpbm image is damaged.");
    return value;
  };
  const width = number();
  const height = number();
  const isBits = kind === 1 || kind === 4;
  const top = isBits ? 1 : number();
  if (top < 1 || top > 65535)
    throw corrupt(`The Netpbm image declares ${top} as its highest value; 65535 is the most.`);
  const samples = kind === 3 || kind === 6 ? 3 : 1;
  const coding = kind <= 3 ? (isBits ? "ascii bits" : "ascii") : isBits ? "bits" : "binary";
  // One white-space character separates the header from binary pixels.
  return { width, height, samples, hasAlpha: false, top, coding, at: at + 1 };
}

/** P7 (PAM): a line for each field, up to ENDHDR. */
function pamHeader(bytes: Uint8Array, start: number): PnmHeader {
  const text = new TextDecoder("latin1").decode(bytes.subarray(start, start + MAX_HEADER_BYTES));
  const end = /\nENDHDR[^\n]*\n/.exec(text);
  if (!end) throw corrupt("The header of the PAM image is damaged.");
  const lines = text.slice(0, end.index).split("\n");
  const field = (name: string): string | undefined =>
    lines
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1)
      .trim();
  const samples = Number(field("DEPTH"));
  const top = Number(field("MAXVAL"));
  if (!(samples >= 1 && samples <= 4 && top >= 1 && top <= 65535)) {
    throw corrupt("The PAM image declares a depth or a highest value that does not exist.");
  }
  return {
    width: Number(field("WIDTH")) || 0,
    height: Number(field("HEIGHT")) || 0,
    samples,
    hasAlpha: samples === 2 || samples === 4,
    top,
    coding: "binary",
    at: start + end.index + end[0].length,
  };
}

/** The first byte that is neither white space nor part of a comment. */
function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte === CHAR.HASH) {
      while (at < bytes.length && bytes[at] !== CHAR.LINE_FEED && bytes[at] !== CHAR.CARRIAGE_RETURN) at++;
    } else if (byte === CHAR.SPACE || (byte !== undefined && byte >= CHAR.TAB && byte <= CHAR.CARRIAGE_RETURN)) {
      at++;
    } else {
      return at;
    }
  }
}
