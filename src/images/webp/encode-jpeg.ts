import { EOI, MARKER, SOI, segment } from "../../codecs/jpeg/jpeg-segments.ts";
import { codeWords, huffmanSegment, STANDARD_TABLES, ZIGZAG } from "../../codecs/jpeg/tables.ts";
import type { Portions } from "../../meter/turns.ts";
import type { WebpPicture } from "./container.ts";
import { giveInput, viewOf, withKernel } from "./kernel.ts";

const MACROBLOCK = 16;

export interface EncodedJpeg {
  data: Uint8Array[];
  /** Less than the picture's height where its data ends early. */
  height: number;
}

/**
 * An opaque lossy picture as a JPEG: a row of macroblocks at a time, its luma and chroma planes are coded again without
 * ever becoming pixels.
 */
export function encodeJpeg(picture: WebpPicture): Portions<EncodedJpeg> {
  return withKernel(function* (kernel, abandon) {
    const [data] = giveInput(kernel, [picture.data]);
    const rows = kernel.openLossy(data!, picture.data.length);
    const quality = qualityFor(kernel.lossyStep());
    const tables = kernel.openJpeg();
    writeJpegTables(new DataView(kernel.memory.buffer, tables), quality);
    const output = kernel.jpegOutput();
    const pieces: Uint8Array[] = [];
    try {
      while (pieces.length < rows) {
        pieces.push(viewOf(kernel, output, kernel.nextJpegRow()).slice());
        yield picture.width * MACROBLOCK * 3;
      }
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError) || pieces.length === 0) throw error;
      abandon();
    }
    const height = Math.min(picture.height, pieces.length * MACROBLOCK);
    pieces.push(viewOf(kernel, output, kernel.finishJpeg()).slice(), EOI);
    return { data: [...jpegHeader(picture.width, height, quality), ...pieces], height };
  });
}

/**
 * A quality about as coarse as the picture's own: a finer JPEG would be larger, and no better. For very coarse pictures
 * it falls more slowly, since the faults of two coarse encodings add up. Found on photographs and libwebp's own test
 * pictures: half of the results are within 1.9 times the size of their source.
 */
function qualityFor(step: number): number {
  return Math.min(93, Math.round(Math.max(97 - 0.45 * step, 91 - 0.15 * step)));
}

/** The tables of ITU-T T.81 annex K, as file segments and in the form that the encoder's kernel takes. */

// Table K.1.
const LUMA_QUANTIZERS = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];

// Table K.2.
const CHROMA_QUANTIZERS = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
];

/** Luma DC and AC, chroma DC and AC: the order in which the kernel has them. */
const TABLE_IDS = [0x00, 0x10, 0x01, 0x11];

/** Quality from 1 to 100 in the usual scale, that of the Independent JPEG Group. */
function scaled(quantizers: readonly number[], quality: number): number[] {
  const percent = quality < 50 ? 5000 / quality : 200 - quality * 2;
  return quantizers.map((value) => Math.min(Math.max(Math.floor((value * percent + 50) / 100), 1), 255));
}

const STANDARD_SEGMENT = huffmanSegment();

/** Everything before the entropy-coded data: three components, chroma at half the width and height. */
function jpegHeader(width: number, height: number, quality: number): Uint8Array[] {
  const quantizers = [LUMA_QUANTIZERS, CHROMA_QUANTIZERS].map((values, id) => {
    const rounded = scaled(values, quality);
    return segment(MARKER.DQT, [id, ...Array.from(ZIGZAG, (position) => rounded[position]!)]);
  });
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const frame = segment(MARKER.SOF0, [8, ...size, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  const scan = segment(MARKER.SOS, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]);
  return [SOI, ...quantizers, frame, STANDARD_SEGMENT, scan];
}

/**
 * The tables for wasm/webp/jpeg.ts: reciprocal quantizers, multiplied by the transform's scale factors, then code
 * words.
 */
function writeJpegTables(target: DataView, quality: number): void {
  let at = 0;
  for (const quantizers of [LUMA_QUANTIZERS, CHROMA_QUANTIZERS]) {
    scaled(quantizers, quality).forEach((value, position) => {
      const scale = transformScale(position >> 3) * transformScale(position & 7);
      target.setFloat32(at, 1 / (value * scale * 8), true);
      at += 4;
    });
  }
  for (const id of TABLE_IDS) {
    const table = STANDARD_TABLES.find((standard) => standard.id === id)!;
    for (const [symbol, word] of codeWords(table)) target.setUint32(at + symbol * 4, word, true);
    at += 1024;
  }
}

/** The scale factors that Arai, Agui and Nakajima's transform leaves out. */
function transformScale(frequency: number): number {
  return frequency === 0 ? 1 : Math.cos((frequency * Math.PI) / 16) * Math.SQRT2;
}
