import { corrupt, unsupported } from "../../codecs/image-problem.ts";
import { densityOf } from "../exif.ts";
import type { Density } from "../image.ts";

/** A bitmap as Windows holds it in memory (BITMAPCOREHEADER to BITMAPV5HEADER), without the file header of BMP. */
export interface DibHeader {
  width: number;
  height: number;
  /** Rows begin with the lowest one, unless the file says otherwise. */
  bottomUp: boolean;
  bits: number;
  /** 0: none, 1: RLE8, 2: RLE4. */
  compression: number;
  /** RGB triples. */
  palette: Uint8Array;
  /** The bits of red, green, blue and alpha in pixels of 16 and 32 bits; 0 where a channel is missing. */
  masks: readonly [number, number, number, number];
  density: Density | undefined;
  /** The first byte after the palette. */
  paletteEnd: number;
  /** Bytes of a row, which is padded to four. */
  rowBytes: number;
}

const CORE_HEADER = 12;
const INFO_HEADER = 40;
const WITH_MASKS = 52;
const WITH_ALPHA_MASK = 56;
/** Offsets of fields in the header (BITMAPINFOHEADER; the core header has narrower ones). */
const BI = { width: 4, height: 8, bits: 14, compression: 16, across: 24, down: 28, used: 32 };
const BC = { width: 4, height: 6, bits: 10 };
const HEADER_BYTES = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

const RLE8 = 1;
const RLE4 = 2;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;
const NAMES = new Map([
  [4, "JPEG"],
  [5, "PNG"],
]);

const MASKS_555 = [0x7c00, 0x03e0, 0x001f, 0] as const;
const MASKS_888 = [0xff0000, 0x00ff00, 0x0000ff, 0] as const;

export function isDibHeaderSize(size: number): boolean {
  return HEADER_BYTES.has(size);
}

export function readDibHeader(bytes: Uint8Array, at: number): DibHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = at + 4 <= bytes.length ? view.getUint32(at, true) : 0;
  if (!isDibHeaderSize(size))
    throw corrupt(`The bitmap's header declares a size of ${size} bytes, which does not exist.`);
  if (at + size > bytes.length) throw corrupt("The bitmap is cut off in its header.");
  const isCore = size === CORE_HEADER;
  const width = isCore ? view.getUint16(at + BC.width, true) : view.getInt32(at + BI.width, true);
  const signedHeight = isCore ? view.getUint16(at + BC.height, true) : view.getInt32(at + BI.height, true);
  const bits = view.getUint16(at + (isCore ? BC.bits : BI.bits), true);
  const compression = size >= INFO_HEADER ? view.getUint32(at + BI.compression, true) : 0;
  const hasFields = compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS;
  if (!isReadable(bits, compression)) {
    const kind = NAMES.get(compression) ?? `compression ${compression}`;
    throw unsupported(`A BMP of ${bits} bits a pixel with ${kind} is not supported.`);
  }
  // From the second version of the header on, the masks are part of it; before, they follow it.
  const fieldCount = compression === ALPHA_BIT_FIELDS || size >= WITH_ALPHA_MASK ? 4 : 3;
  const field = (index: number): number => {
    const place = at + INFO_HEADER + index * 4;
    return index < fieldCount && place + 4 <= bytes.length ? view.getUint32(place, true) : 0;
  };
  const masks = hasFields ? ([field(0), field(1), field(2), field(3)] as const) : bits === 16 ? MASKS_555 : MASKS_888;
  const paletteAt = at + size + (hasFields && size < WITH_MASKS ? fieldCount * 4 : 0);
  const entryBytes = isCore ? 3 : 4;
  const used = size >= INFO_HEADER ? view.getUint32(at + BI.used, true) : 0;
  const most = bits <= 8 ? 1 << bits : 0;
  const entries = bits <= 8 ? (used > 0 && used <= most ? used : most) : 0;
  return {
    width,
    height: Math.abs(signedHeight),
    bottomUp: signedHeight > 0,
    bits,
    compression: hasFields ? 0 : compression,
    palette: paletteColours(bytes, paletteAt, entries, entryBytes),
    masks,
    density:
      size >= INFO_HEADER
        ? densityOf(view.getInt32(at + BI.across, true), view.getInt32(at + BI.down, true), 0.0254, true)
        : undefined,
    paletteEnd: paletteAt + entries * entryBytes,
    rowBytes: ((width * bits + 31) >> 5) * 4,
  };
}

function isReadable(bits: number, compression: number): boolean {
  if (compression === RLE8) return bits === 8;
  if (compression === RLE4) return bits === 4;
  if (compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS) return bits === 16 || bits === 32;
  return compression === 0 && [1, 2, 4, 8, 16, 24, 32].includes(bits);
}

/** Files store blue, green, red. Missing entries are black. */
function paletteColours(bytes: Uint8Array, at: number, entries: number, entryBytes: number): Uint8Array {
  const palette = new Uint8Array(entries * 3);
  for (let i = 0; i < entries; i++) {
    const from = at + i * entryBytes;
    palette[i * 3] = bytes[from + 2] ?? 0;
    palette[i * 3 + 1] = bytes[from + 1] ?? 0;
    palette[i * 3 + 2] = bytes[from] ?? 0;
  }
  return palette;
}
