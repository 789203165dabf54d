import * as CHAR from "../platform/char.ts";
import { latin1Text } from "../platform/latin1.ts";
import type { Density, Orientation } from "./image.ts";
import { TYPE_BYTES, typedValue } from "./tag-values.ts";

export interface ExifFacts {
  orientation: Orientation;
  density: Density | undefined;
}

const TAG_ORIENTATION = 274;
const TAG_X_RESOLUTION = 282;
const TAG_Y_RESOLUTION = 283;
const TAG_RESOLUTION_UNIT = 296;
const NO_UNIT = 1;
const CENTIMETRE = 3;

const TIFF_VERSION = 42;
/** Offsets of fields in an entry of a directory (TIFF 6.0 §2). */
const ENTRY = { type: 2, count: 4, value: 8, bytes: 12 };

/** Values that take no more lie in the entry itself. */
const INLINE_BYTES = 4;

const NO_ENTRIES: ReadonlyMap<number, number> = new Map();
const MAX_XMP_BYTES = 1 << 20;
/** Faxes have pixels twice as high as they are wide. */
const MOST_STRETCHED = 4;

/**
 * Orientation and density from EXIF (a TIFF header and IFD0, perhaps with "Exif" and two bytes before it), and the
 * orientation from XMP where EXIF says none. What is damaged is ignored: it is never a reason to refuse an image.
 */
export function readExif(exif: Uint8Array | undefined, xmp?: Uint8Array): ExifFacts {
  const values = exif ? readEntries(latin1Text(exif, 0, 5) === "Exif\0" ? exif.subarray(6) : exif) : NO_ENTRIES;
  return factsOfTags((tag) => values.get(tag), xmp);
}

/** What tags of a directory of EXIF or TIFF say, and XMP. */
export function factsOfTags(value: (tag: number) => number | undefined, xmp?: Uint8Array): ExifFacts {
  const unit = value(TAG_RESOLUTION_UNIT);
  const perInch = unit === CENTIMETRE ? 2.54 : 1;
  return {
    orientation: orientationOf(value(TAG_ORIENTATION) ?? xmpOrientation(xmp)),
    density: densityOf(value(TAG_X_RESOLUTION), value(TAG_Y_RESOLUTION), perInch, unit !== NO_UNIT),
  };
}

/** Values outside 1-8 occur in real files and mean nothing. */
function orientationOf(value: number | undefined): Orientation {
  return value !== undefined && value >= 1 && value <= 8 ? (Math.trunc(value) as Orientation) : 1;
}

/** As an attribute or an element; real packets have a few kilobytes. */
function xmpOrientation(xmp: Uint8Array | undefined): number | undefined {
  const text = xmp && latin1Text(xmp, 0, MAX_XMP_BYTES);
  const [, value] = /\btiff:Orientation(?:=["']|>)([1-8])["'<]/.exec(text ?? "") ?? [];
  return value === undefined ? undefined : Number(value);
}

/**
 * Density in dots per inch. Without a unit the two numbers give only the pixel's shape: the finer axis is then taken as
 * 96 dpi. Values that no device has count as missing, and so do two that differ by more than any scanner's.
 */
export function densityOf(
  x: number | undefined,
  y: number | undefined,
  perInch: number,
  hasUnit: boolean,
): Density | undefined {
  const across = x ?? y;
  const down = y ?? x;
  if (across === undefined || down === undefined) return undefined;
  if (across > MOST_STRETCHED * down || down > MOST_STRETCHED * across) return undefined;
  if (!hasUnit) {
    const finer = Math.max(across, down);
    if (across === down || !sensible(across) || !sensible(down)) return undefined;
    return { x: (across / finer) * 96, y: (down / finer) * 96 };
  }
  const density = { x: across * perInch, y: down * perInch };
  return sensible(density.x) && sensible(density.y) ? density : undefined;
}

function sensible(dpi: number): boolean {
  return Number.isFinite(dpi) && dpi >= 1 && dpi <= 100_000;
}

function readEntries(block: Uint8Array): ReadonlyMap<number, number> {
  const little = block[0] === CHAR.I && block[1] === CHAR.I;
  const big = block[0] === CHAR.M && block[1] === CHAR.M;
  if (block.length < 14 || !(little || big)) return NO_ENTRIES;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (view.getUint16(2, little) !== TIFF_VERSION) return NO_ENTRIES;
  const values = new Map<number, number>();
  const ifd = view.getUint32(4, little); // where the first directory lies
  if (ifd + 2 > view.byteLength) return values;
  const count = view.getUint16(ifd, little);
  for (let i = 0; i < count; i++) {
    const at = ifd + 2 + i * ENTRY.bytes;
    if (at + ENTRY.bytes > view.byteLength) break;
    const value = readValue(view, at, little);
    const tag = view.getUint16(at, little);
    if (value !== undefined && !values.has(tag)) values.set(tag, value);
  }
  return values;
}

/** Writers give whole numbers in any type. */
function readValue(view: DataView, at: number, little: boolean): number | undefined {
  const type = view.getUint16(at + ENTRY.type, little);
  const size = TYPE_BYTES[type] ?? 0;
  const count = view.getUint32(at + ENTRY.count, little);
  if (size === 0 || count < 1) return undefined;
  const place = size * count <= INLINE_BYTES ? at + ENTRY.value : view.getUint32(at + ENTRY.value, little);
  if (place + size > view.byteLength) return undefined;
  const value = typedValue(view, place, type, little);
  return Number.isFinite(value) ? value : undefined;
}
