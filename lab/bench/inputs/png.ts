import { crc32, deflateSync } from "node:zlib";
import type { Picture } from "./picture.ts";

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const colorTypes = new Map([
  [1, 0],
  [3, 2],
  [4, 6],
]);

/** Encodes 8-bit samples; each row takes Sub or Up, whichever leaves the smaller residue, as encoders do. */
export function encodePng(picture: Picture, palette?: Uint8Array): Buffer {
  const { width, height, channels, data } = picture;
  const raw =
    palette === undefined ? filterRows(data, width * channels, height, channels) : plainRows(data, width, height);
  return pngFile(picture, raw, { palette });
}

/** The seven passes of Adam7: left, top, and the steps across and down. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Interlaced. */
export function encodeAdam7(picture: Picture): Buffer {
  const { width, height, channels, data } = picture;
  const parts = passes.map(([left, top, across, down]) => {
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
  return pngFile(picture, Buffer.concat(parts), { interlaced: true });
}

function pngFile(
  { width, height, channels }: Picture,
  raw: Uint8Array,
  { palette, interlaced = false }: { palette?: Uint8Array | undefined; interlaced?: boolean },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = palette === undefined ? (colorTypes.get(channels) ?? 0) : 3;
  header[12] = interlaced ? 1 : 0;
  const compressed = deflateSync(raw, { level: 5 });
  const chunks = [signature, chunk("IHDR", header)];
  if (palette !== undefined) chunks.push(chunk("PLTE", palette));
  // Encoders write IDAT in pieces; readers must join them.
  for (let at = 0; at < compressed.length; at += 65536) chunks.push(chunk("IDAT", compressed.subarray(at, at + 65536)));
  chunks.push(chunk("IEND", Buffer.alloc(0)));
  return Buffer.concat(chunks);
}

export function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
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
