import { deflateSync } from "node:zlib";
import { be16, be32, bytes } from "../../../test/fixtures/bytes.ts";
import type { Picture } from "../../../test/fixtures/picture.ts";
import { ADAM7, chunk, pngFile } from "../../../test/fixtures/png.ts";

/** PNG's colour types, by channels. */
const COLOUR_TYPES: Record<number, 0 | 2 | 6> = { 1: 0, 3: 2, 4: 6 };
const CHUNK_BYTES = 65536;

/** Encodes 8-bit samples; each row takes Sub or Up, whichever leaves the smaller residue, as encoders do. */
export function encodePng(picture: Picture, palette?: Uint8Array): Uint8Array {
  const { width, height, channels, data } = picture;
  const raw =
    palette === undefined ? filterRows(data, width * channels, height, channels) : plainRows(data, width, height);
  return file(picture, raw, { palette });
}

/** Interlaced. */
export function encodeAdam7(picture: Picture): Uint8Array {
  const { width, height, channels, data } = picture;
  const parts = ADAM7.map(([left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across);
    const rows = Math.ceil((height - top) / down);
    const pass = new Uint8Array(columns * rows * channels);
    for (let y = 0, to = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const from = ((top + y * down) * width + left + x * across) * channels;
        for (let c = 0; c < channels; c++) pass[to++] = data[from + c]!;
      }
    }
    return filterRows(pass, columns * channels, rows, channels);
  });
  return file(picture, Buffer.concat(parts), { interlaced: true });
}

function file(
  { width, height, channels }: Picture,
  raw: Uint8Array,
  { palette, interlaced = false }: { palette?: Uint8Array | undefined; interlaced?: boolean },
): Uint8Array {
  const colourType = palette === undefined ? COLOUR_TYPES[channels]! : 3;
  const header = { width, height, depth: 8, colourType, interlaced } as const;
  return pngFile(header, palette ? [["PLTE", palette]] : [], deflateSync(raw, { level: 5 }), CHUNK_BYTES);
}

/**
 * An animation whose first frame is the picture, with alpha. The other frames have the same size and show dots on a
 * transparent ground. They are blended over the picture and removed again.
 */
export function encodeApng(picture: Picture, frames: number): Uint8Array {
  const { width, height } = picture;
  const still = encodePng(picture);
  // Behind IHDR.
  const pixels = 8 + 25;
  const dots = Buffer.alloc((width * 4 + 1) * height);
  for (let at = 0; at < dots.length; at += 40) dots.writeUInt32BE(0x40805060, at);
  for (let y = 0; y < height; y++) dots[y * (width * 4 + 1)] = 0;
  const stream = deflateSync(dots, { level: 1 });
  const parts: Uint8Array[] = [];
  let number = 0;
  const control = () => {
    const place = bytes(be32(width), be32(height), be32(0), be32(0));
    // Shown for a tenth of a second, blended, then replaced by what was there before.
    return chunk("fcTL", bytes(be32(number++), place, be16(1), be16(10), [2, 1]));
  };
  parts.push(still.subarray(0, pixels), chunk("acTL", bytes(be32(frames), be32(0))), control());
  parts.push(still.subarray(pixels, -12));
  for (let frame = 1; frame < frames; frame++) {
    parts.push(control());
    for (let at = 0; at < stream.length; at += CHUNK_BYTES) {
      parts.push(chunk("fdAT", bytes(be32(number++), stream.subarray(at, at + CHUNK_BYTES))));
    }
  }
  return Buffer.concat([...parts, still.subarray(-12)]);
}

function plainRows(data: Uint8Array, stride: number, height: number): Uint8Array {
  const raw = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) raw.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return raw;
}

function filterRows(data: Uint8Array, stride: number, height: number, pixel: number): Uint8Array {
  const raw = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const from = y * stride;
    const to = y * (stride + 1);
    const above = y > 0 && residue(data, from, stride, stride) < residue(data, from, stride, pixel);
    raw[to] = above ? 2 : 1;
    const back = above ? stride : pixel;
    for (let i = 0; i < stride; i++)
      raw[to + 1 + i] = data[from + i]! - (above || i >= pixel ? data[from + i - back]! : 0);
  }
  return raw;
}

/** A sampled sum of absolute differences to the byte `back` before. */
function residue(data: Uint8Array, from: number, stride: number, back: number): number {
  let sum = 0;
  for (let i = 16; i < stride; i += 7) sum += Math.abs(data[from + i]! - data[from + i - back]!);
  return sum;
}
