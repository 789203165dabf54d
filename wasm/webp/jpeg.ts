// Writes a baseline JPEG (ITU-T T.81) from the macroblock rows of a VP8 frame. Both formats halve chroma in both
// directions, at the same places, so no pixels are made. Only VP8's narrow range of values is spread to JPEG's full
// range.

import { take } from "./arena";
import { forwardTransform } from "./jpeg-transform";
import { blue, chromaStride, columns, luma, lumaStride, red } from "./vp8-frame";

/** More than six blocks can ever need: 64 codes of 16 bits with 11 more bits each, and every byte stuffed. */
const MACROBLOCK_BYTES: usize = 6 * 64 * 8;

/**
 * Filled by the host: 64 reciprocal quantizers for luma and for chroma (f32, row by row), then the code words of luma
 * DC, luma AC, chroma DC and chroma AC (256 u32 each: code << 8 | bits).
 */
let tables: usize = 0;
let output: usize = 0;
let at: usize = 0;

let held: u64 = 0;
let heldBits: u64 = 0;
let lumaDc: i32 = 0;
let blueDc: i32 = 0;
let redDc: i32 = 0;

/** Samples as centred numbers in full range. */
const lumaLevels: usize = memory.data(1024);
const chromaLevels: usize = memory.data(1024);
const block: usize = memory.data(256);

const NATURAL_ORDER: usize = memory.data<u8>([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
]);

const QUANTIZER_BYTES: usize = 256;
const CODES: usize = 512;
const CODE_BYTES: usize = 1024;

/** Returns where the tables belong. */
export function openJpeg(): usize {
  tables = take(CODES + CODE_BYTES * 4);
  output = take(<usize>columns * MACROBLOCK_BYTES + 16);
  held = 0;
  heldBits = 0;
  lumaDc = 0;
  blueDc = 0;
  redDc = 0;
  for (let i = 0; i < 256; i++) {
    const fullLuma = clampLevel(<f32>(i - 16) * (<f32>255 / <f32>219) - <f32>128);
    const fullChroma = clampLevel(<f32>(i - 128) * (<f32>255 / <f32>224));
    store<f32>(lumaLevels + <usize>(i * 4), fullLuma);
    store<f32>(chromaLevels + <usize>(i * 4), fullChroma);
  }
  return tables;
}

function clampLevel(value: f32): f32 {
  return max<f32>(-128, min<f32>(127, value));
}

export function jpegOutput(): usize {
  return output;
}

/** Encodes the complete macroblock row; returns the number of bytes of output. */
export function encodeJpegRow(): usize {
  at = output;
  for (let column: usize = 0; column < <usize>columns; column++) {
    for (let i: usize = 0; i < 4; i++) {
      const from = luma + column * 16 + (i & 1) * 8 + (i >> 1) * 8 * lumaStride;
      lumaDc = encodeBlock(from, lumaStride, lumaLevels, 0, lumaDc);
    }
    blueDc = encodeBlock(blue + column * 8, chromaStride, chromaLevels, 1, blueDc);
    redDc = encodeBlock(red + column * 8, chromaStride, chromaLevels, 1, redDc);
  }
  return at - output;
}

/** Writes the rest of the last byte, filled with ones (§F.1.2.3); returns the number of bytes of output. */
export function finishJpeg(): usize {
  at = output;
  while (heldBits >= 8) {
    heldBits -= 8;
    putByte(<u32>(held >> heldBits));
  }
  if (heldBits > 0) putByte(((<u32>held) << (8 - <u32>heldBits)) | (0xff >> <u32>heldBits));
  heldBits = 0;
  return at - output;
}

function encodeBlock(from: usize, stride: usize, levels: usize, kind: usize, previousDc: i32): i32 {
  for (let y: usize = 0; y < 8; y++) {
    for (let x: usize = 0; x < 8; x++) {
      store<f32>(block + (y * 8 + x) * 4, load<f32>(levels + ((<usize>load<u8>(from + y * stride + x)) << 2)));
    }
  }
  forwardTransform(block);
  const quantizers = tables + kind * QUANTIZER_BYTES;
  const dcCodes = tables + CODES + kind * 2 * CODE_BYTES;
  const acCodes = dcCodes + CODE_BYTES;
  const dc = quantized(quantizers, 0);
  putValue(dcCodes, 0, dc - previousDc);
  let run: u32 = 0;
  for (let k: usize = 1; k < 64; k++) {
    const value = quantized(quantizers, <usize>load<u8>(NATURAL_ORDER + k));
    if (value === 0) {
      run++;
      continue;
    }
    // ZRL: sixteen zeros.
    for (; run > 15; run -= 16) putCode(acCodes, 0xf0);
    putValue(acCodes, run << 4, value);
    run = 0;
  }
  if (run > 0) putCode(acCodes, 0);
  return dc;
}

function quantized(quantizers: usize, position: usize): i32 {
  return <i32>nearest(load<f32>(block + position * 4) * load<f32>(quantizers + position * 4));
}

/** The code word for a run and a size, then the bits of the value (§F.1.2). */
function putValue(codes: usize, run: u32, value: i32): void {
  const size = 32 - clz<u32>(abs(value));
  putCode(codes, run | size);
  const bits = <u32>(value < 0 ? value - 1 : value) & ((1 << size) - 1);
  put(bits, size);
}

function putCode(codes: usize, symbol: u32): void {
  const word = load<u32>(codes + ((<usize>symbol) << 2));
  put(word >> 8, word & 255);
}

function put(value: u32, bits: u32): void {
  held = (held << (<u64>bits)) | <u64>value;
  heldBits += <u64>bits;
  if (heldBits < 32) return;
  heldBits -= 32;
  const word = <u32>(held >> heldBits);
  // No byte of it is 0xff: all four at once.
  if (((~word - 0x01010101) & word & 0x80808080) === 0) {
    store<u32>(at, bswap<u32>(word));
    at += 4;
    return;
  }
  putByte(word >> 24);
  putByte(word >> 16);
  putByte(word >> 8);
  putByte(word);
}

/** A byte of ones is followed by a zero, so that it does not look like a marker (§B.1.1.5). */
function putByte(value: u32): void {
  const byte = value & 0xff;
  store<u8>(at++, byte);
  if (byte === 0xff) store<u8>(at++, 0);
}
