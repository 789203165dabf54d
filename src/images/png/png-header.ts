import { corrupt } from "../../codecs/image-problem.ts";

/** PNG colour types (§11.2.1). */
const GRAY = 0;
export const RGB = 2;
export const PALETTE = 3;
const GRAY_ALPHA = 4;
export const RGBA = 6;

const DEPTHS = new Map<number, readonly number[]>([
  [GRAY, [1, 2, 4, 8, 16]],
  [RGB, [8, 16]],
  [PALETTE, [1, 2, 4, 8]],
  [GRAY_ALPHA, [8, 16]],
  [RGBA, [8, 16]],
]);

const CHANNELS = new Map([
  [GRAY, 1],
  [RGB, 3],
  [PALETTE, 1],
  [GRAY_ALPHA, 2],
  [RGBA, 4],
]);

export interface PngHeader {
  width: number;
  height: number;
  depth: number;
  colourType: number;
  /** Samples of a pixel, alpha counted. */
  channels: number;
  interlaced: boolean;
  /** Bytes of a row without its filter byte. */
  rowBytes: number;
  /** The distance at which filters look to the left (§9.2): bytes of a whole pixel, at least 1. */
  pixelBytes: number;
}

export function pngHeader(data: Uint8Array): PngHeader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  const depth = data[8]!;
  const colourType = data[9]!;
  const channels = CHANNELS.get(colourType);
  if (channels === undefined || !DEPTHS.get(colourType)?.includes(depth)) {
    throw corrupt(`The PNG declares colour type ${colourType} with ${depth} bits, which does not exist.`);
  }
  if (data[10] !== 0 || data[11] !== 0 || data[12]! > 1) {
    throw corrupt("The PNG declares a compression, filter or interlace method that does not exist.");
  }
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) {
    throw corrupt(`The PNG declares a size of ${width} × ${height} pixels.`);
  }
  const bits = depth * channels;
  const interlaced = data[12] === 1;
  const pixelBytes = Math.max(1, bits / 8);
  return sizedHeader(
    { width, height, depth, colourType, channels, interlaced, rowBytes: 0, pixelBytes },
    width,
    height,
  );
}

/** The header of a picture of the same kind and another size: a frame of an animation. */
function sizedHeader(header: PngHeader, width: number, height: number): PngHeader {
  return { ...header, width, height, rowBytes: Math.ceil((width * header.depth * header.channels) / 8) };
}

export function hasAlphaChannel(header: PngHeader): boolean {
  return header.colourType === GRAY_ALPHA || header.colourType === RGBA;
}

/** The byte for missing pixels: white, or a palette's first colour. */
export function blankByte(header: PngHeader): number {
  return header.colourType === PALETTE ? 0 : 255;
}
