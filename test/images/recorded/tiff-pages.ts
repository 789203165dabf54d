import { deflateSync } from "node:zlib";
import { bytes } from "../../fixtures/bytes.ts";
import { encodeFax } from "../../fixtures/fax.ts";
import { random } from "../../fixtures/random.ts";
import * as tiff from "../../fixtures/tiff.ts";

/** How the samples of a picture lie in a file. */
export interface Kind {
  width?: number;
  height?: number;
  bits?: number;
  samples?: number;
  photometric?: number;
  compression?: number;
  /** Bytes of samples come as the file's byte order asks. */
  littleEndian?: boolean;
  big?: boolean;
  planar?: boolean;
  /** Width and height of tiles. */
  tile?: [number, number];
  rowsPerStrip?: number;
  /** Samples from 0 to 1 as floating point. */
  float?: boolean;
  /** What the samples are multiplied with, of floating point. */
  scale?: number;
  tags?: tiff.TiffPage["tags"];
  /** Changes what a strip or tile holds, before and after it is compressed. */
  rows?: (rows: Uint8Array) => Uint8Array;
  stored?: (chunk: Uint8Array) => Uint8Array;
}

/** A picture of soft fields and some noise, from 0 to 1: the same for each sample of a place. */
function picture(width: number, height: number, samples: number): Float64Array {
  const next = random(width * 1000 + height * 10 + samples);
  return Float64Array.from({ length: width * height * samples }, (_, i) => {
    const x = Math.floor(i / samples) % width;
    const y = Math.floor(i / samples / width);
    if ((x + 2 * y) % 11 === 0) return next() < 0.5 ? 0 : 1;
    return Math.min(1, (((x * 3 + y * 5 + (i % samples) * 7) % 29) + next()) / 30);
  });
}

export function tiffOf(kind: Kind, file: Omit<tiff.TiffFixture, "pages"> = {}): Uint8Array {
  const { littleEndian = true, big = false } = kind;
  return tiff.tiff({ pages: [page(kind)], littleEndian, big, ...file });
}

export function page(kind: Kind): tiff.TiffPage {
  const { width = 13, height = 9, bits = 8, samples = 1, photometric = 1, compression = 1, tile, planar } = kind;
  const { rowsPerStrip = height } = kind;
  const values = picture(width, height, samples);
  const [chunkWidth, chunkHeight] = tile ?? [width, rowsPerStrip];
  const chunks: Uint8Array[] = [];
  for (let plane = 0; plane < (planar ? samples : 1); plane++) {
    for (let top = 0; top < height; top += chunkHeight) {
      for (let left = 0; left < width; left += chunkWidth) {
        const rows: Uint8Array[] = [];
        const down = tile ? chunkHeight : Math.min(chunkHeight, height - top);
        for (let y = top; y < top + down; y++) {
          const row: number[] = [];
          for (let x = left; x < left + chunkWidth; x++) {
            for (let s = 0; s < samples; s++) {
              if (!planar || s === plane) row.push(values[(y * width + x) * samples + s] ?? 0);
            }
          }
          rows.push(packed(row, bits, kind));
        }
        const joined = bytes(...rows);
        const stored = compressed(kind.rows?.(joined) ?? joined, compression, chunkWidth, down, kind);
        chunks.push(kind.stored?.(stored) ?? stored);
      }
    }
  }
  const places = tile ? { 322: tile[0], 323: tile[1] } : { 278: rowsPerStrip };
  const tags = {
    256: width,
    257: height,
    258: new Array<number>(samples).fill(bits),
    259: compression,
    262: photometric,
    277: samples,
    ...places,
    ...(planar ? { 284: 2 } : {}),
    ...(kind.float ? { 339: new Array<number>(samples).fill(3) } : {}),
    ...kind.tags,
  };
  return { chunks, tags, tiled: tile !== undefined };
}

function packed(row: readonly number[], bits: number, kind: Kind): Uint8Array {
  const { littleEndian = true, scale = 1 } = kind;
  if (kind.float) return floats(row, bits, littleEndian, scale);
  const out = new Uint8Array(Math.ceil((row.length * bits) / 8));
  const isWide = bits > 8 && bits % 8 === 0;
  for (const [i, value] of row.entries()) {
    const sample = Math.round(value * (2 ** bits - 1));
    for (let bit = 0; bit < bits; bit++) {
      // Samples of several bytes have the file's byte order; all others are packed, high bit first.
      const byte = bit >> 3;
      const place = isWide && littleEndian ? (bits / 8 - 1 - byte) * 8 + (bit & 7) : bit;
      const at = i * bits + place;
      if (Math.floor(sample / 2 ** (bits - 1 - bit)) % 2 === 1) out[at >> 3]! |= 128 >> (at & 7);
    }
  }
  return out;
}

function floats(row: readonly number[], bits: number, littleEndian: boolean, scale: number): Uint8Array {
  const out = new Uint8Array((row.length * bits) / 8);
  const view = new DataView(out.buffer);
  for (const [i, value] of row.entries()) {
    if (bits === 32) view.setFloat32(i * 4, value * scale, littleEndian);
    else if (bits === 64) view.setFloat64(i * 8, value * scale, littleEndian);
    // Half floats of all exponents and both signs.
    else view.setUint16(i * 2, Math.floor(value * 0xffff), littleEndian);
  }
  return out;
}

function compressed(rows: Uint8Array, compression: number, columns: number, down: number, kind: Kind): Uint8Array {
  switch (compression) {
    case tiff.DEFLATE:
    case 32946:
      // Stored, so that damage hits the same places on all machines.
      return new Uint8Array(deflateSync(rows, { level: 0 }));
    case tiff.MODIFIED_HUFFMAN:
      return encodeFax(rows, { kind: "modifiedHuffman", columns, rows: down, twoDimensional: false });
    case tiff.GROUP_3: {
      const twoDimensional = kind.tags?.[292] === 1;
      return encodeFax(rows, { kind: "group3", columns, rows: down, twoDimensional });
    }
    case tiff.GROUP_4:
      return encodeFax(rows, { kind: "group4", columns, rows: down, twoDimensional: true });
    default:
      return tiff.compress(rows, compression);
  }
}

/**
 * The little-endian file with another type, and perhaps another value, in the entry of a tag of its first directory.
 */
export function withEntry(file: Uint8Array, id: number, type: number, value?: (view: DataView) => void): Uint8Array {
  const changed = file.slice();
  const view = new DataView(changed.buffer);
  const isBig = view.getUint16(2, true) === 43;
  const [entryBytes, valueAt] = isBig ? [20, 12] : [12, 8];
  let at = isBig ? view.getUint32(8, true) + 8 : view.getUint32(4, true) + 2;
  while (view.getUint16(at, true) !== id) at += entryBytes;
  view.setUint16(at + 2, type, true);
  value?.(new DataView(changed.buffer, at + valueAt));
  return changed;
}

/** Every way in which the samples may lie in a file. */
export const LAYOUTS: Record<string, Kind> = {
  "one strip": {},
  "big-endian strips": { rowsPerStrip: 4, littleEndian: false },
  tiles: { tile: [8, 4] },
  planes: { planar: true, rowsPerStrip: 4 },
  "tiles of planes, big-endian": { planar: true, tile: [8, 4], littleEndian: false },
};

/** A palette's entries, up to 16 bits. */
export const ramp = (entries: number, top = 65535) =>
  Array.from({ length: entries * 3 }, (_, i) => Math.round(((i * 37) % (entries * 3)) * (top / (entries * 3))));

export const BITS: Kind = { bits: 1, width: 37, height: 9 };

export const COMPRESSIONS = {
  "no compression": tiff.NONE,
  LZW: tiff.LZW,
  PackBits: tiff.PACK_BITS,
  Deflate: tiff.DEFLATE,
  "Deflate of old": 32946,
};
