import { deflateSync } from "node:zlib";
import type { Picture } from "../../../test/fixtures/picture.ts";
import { ADAM7, pngFile } from "../../../test/fixtures/png.ts";

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
