import { latin1Text } from "../../platform/latin1.ts";
import { corrupt } from "../image-problem.ts";

export interface Jp2Boxes {
  /** What IHDR says; `depth` is 255 where it differs between components. */
  readonly size: {
    readonly width: number;
    readonly height: number;
    readonly components: number;
    readonly depth: number;
  };
  /** The first colour specification (§I.5.3.3): 16 sRGB, 17 gray, 18 sYCC, 12 CMYK; or an ICC profile in its place. */
  readonly enumeratedSpace: number | undefined;
  readonly profile: Uint8Array | undefined;
  readonly hasPalette: boolean;
  /** Whether it says what its channels are. */
  readonly describesChannels: boolean;
  /** Whether the components are not the colours in their order, and then the opacity (§I.5.3.6). */
  readonly isReordered: boolean;
  /** Type of the opacity channel: 1 alpha, 2 premultiplied (§I.5.3.6). */
  readonly opacity: 1 | 2 | undefined;
  /** Pixels per metre, across and down. */
  readonly resolution: { x: number; y: number } | undefined;
  readonly codestream: Uint8Array;
}

interface Box {
  type: string;
  data: Uint8Array;
  /** It says its length, and ends within what holds it. */
  isWhole: boolean;
}

/** More than any real file has at one level. */
const MAX_BOXES = 1000;
/** A box begins with its length and type. A length of 1 means that the real one follows, in eight bytes (§I.4). */
const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;
const SIGNATURE = "\r\n\x87\n";
/** Table I.6, and an entry of the boxes cmap and cdef. */
const IHDR_BYTES = 14;
const MAPPING_BYTES = 4;
const DEFINITION_BYTES = 6;
/** COLR with a number for the colour space (§I.5.3.3). */
const ENUMERATED = 1;
const RESTRICTED_PROFILE = 2;
const ENUMERATED_BYTES = 7;
/** A type, and a colour, that the file does not say. */
const UNSPECIFIED = 65_535;

export function* boxes(bytes: Uint8Array): Generator<Box> {
  const view = viewOf(bytes);
  for (let at = 0, count = 0; at + HEAD_BYTES <= bytes.length && count < MAX_BOXES; count++) {
    const type = latin1Text(bytes, at + 4, at + HEAD_BYTES);
    let length = view.getUint32(at);
    let header = HEAD_BYTES;
    const isOpen = length === 0;
    if (length === 1 && at + LONG_HEAD_BYTES <= bytes.length) {
      length = Number(view.getBigUint64(at + HEAD_BYTES));
      header = LONG_HEAD_BYTES;
    } else if (isOpen) {
      // The box goes to the end of the file.
      length = bytes.length - at;
    }
    if (length < header) throw corrupt("A box of the JPEG 2000 file has a length that makes no sense.");
    const isWhole = at + length <= bytes.length && !isOpen;
    yield { type, data: bytes.subarray(at + header, at + length), isWhole };
    at += length;
  }
}

export function readBoxes(bytes: Uint8Array): Jp2Boxes {
  let header: Uint8Array | undefined;
  let codestream: Uint8Array | undefined;
  let isNamed = latin1Text(bytes, HEAD_BYTES, HEAD_BYTES + SIGNATURE.length) === SIGNATURE;
  let place = 0;
  for (const { type, data } of boxes(bytes)) {
    // The kind of file comes right after the signature.
    if (place++ === 1) isNamed &&= type === "ftyp";
    if (type === "jp2h") header ??= data;
    if (type === "jp2c") codestream ??= data;
  }
  if (!isNamed) throw corrupt("The JPEG 2000 file does not begin like one.");
  if (!header || !codestream) throw corrupt("The JPEG 2000 file lacks its header or its picture.");
  const parts = new Map<string, Uint8Array>();
  for (const { type, data, isWhole } of boxes(header)) {
    if (!isWhole) throw corrupt("The header of the JPEG 2000 file is damaged.");
    if (!parts.has(type)) parts.set(type, data);
  }
  const size = sizeOf(parts.get("ihdr"));
  const colours = parts.get("colr");
  if (!colours || (colours[0] === ENUMERATED && colours.length < ENUMERATED_BYTES)) {
    throw corrupt("The JPEG 2000 file does not say its colours.");
  }
  const columns = paletteColumns(parts, size.components);
  return {
    size,
    enumeratedSpace: colours[0] === ENUMERATED ? viewOf(colours).getUint32(3) : undefined,
    profile: colours[0] === RESTRICTED_PROFILE ? colours.subarray(3) : undefined,
    hasPalette: columns > 0,
    describesChannels: parts.has("cdef"),
    isReordered: isReordered(parts.get("cdef")),
    opacity: opacityOf(parts.get("cdef"), columns || size.components),
    resolution: resolutionOf(parts.get("res ")),
    codestream,
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** IHDR (§I.5.3.1). */
function sizeOf(box: Uint8Array | undefined): Jp2Boxes["size"] {
  if (box?.length !== IHDR_BYTES) throw corrupt("The JPEG 2000 file does not say its size.");
  const view = viewOf(box);
  return { height: view.getUint32(0), width: view.getUint32(4), components: view.getUint16(8), depth: box[10]! };
}

/** Columns of the palette, 0 without one. A map says which component each comes from (§I.5.3.4 and 5). */
function paletteColumns(parts: ReadonlyMap<string, Uint8Array>, components: number): number {
  const palette = parts.get("pclr");
  const map = parts.get("cmap");
  if (!palette && !map) return 0;
  const columns = palette?.[2] ?? 0;
  const entries = palette && palette.length > 2 ? viewOf(palette).getUint16(0) : 0;
  const isWhole = entries > 0 && entries <= 1024 && palette!.length >= 3 + columns + entries * columns;
  if (!map || columns === 0 || !isWhole || map.length !== columns * MAPPING_BYTES) throw damagedPalette();
  const view = viewOf(map);
  for (let at = 0; at < map.length; at += MAPPING_BYTES) {
    const [component, kind, column] = [view.getUint16(at), map[at + 2]!, map[at + 3]!];
    if (component >= components || kind > 1 || (kind === 1 && column >= columns)) throw damagedPalette();
  }
  return columns;
}

function damagedPalette(): Error {
  return corrupt("The palette of the JPEG 2000 file is damaged.");
}

/** CDEF (§I.5.3.6): a channel, its type, and the colour that it belongs to; 0 is the whole picture. */
function opacityOf(box: Uint8Array | undefined, channels: number): 1 | 2 | undefined {
  if (!box) return undefined;
  const view = viewOf(box);
  const count = box.length >= 2 ? view.getUint16(0) : 0;
  if (count === 0 || box.length < 2 + count * DEFINITION_BYTES) throw damagedChannels();
  let opacity: 1 | 2 | undefined;
  const described = new Set<number>();
  const colours = new Set<number>();
  for (let at = 2; at < 2 + count * DEFINITION_BYTES; at += DEFINITION_BYTES) {
    const [channel, type, colour] = [view.getUint16(at), view.getUint16(at + 2), view.getUint16(at + 4)];
    const isColour = type === 0 && colour !== UNSPECIFIED && colour > 0;
    const isOpacity = type === 1 || type === 2;
    const isKnown = type <= 2 || type === UNSPECIFIED;
    if (!isKnown || channel >= channels || described.has(channel)) throw damagedChannels();
    if ((colour > channels && colour !== UNSPECIFIED) || (isColour && colours.has(colour))) throw damagedChannels();
    if (isOpacity && opacity) throw damagedChannels();
    described.add(channel);
    if (isColour) colours.add(colour);
    if (isOpacity) opacity = type;
  }
  return opacity;
}

function isReordered(box: Uint8Array | undefined): boolean {
  if (!box) return false;
  const view = viewOf(box);
  let colours = 0;
  let opacity = Number.POSITIVE_INFINITY;
  for (let at = 2; at + DEFINITION_BYTES <= box.length; at += DEFINITION_BYTES) {
    const [channel, type, colour] = [view.getUint16(at), view.getUint16(at + 2), view.getUint16(at + 4)];
    if (type !== 0) opacity = Math.min(opacity, channel);
    else if (colour !== channel + 1) return true;
    else colours++;
  }
  return opacity < colours;
}

function damagedChannels(): Error {
  return corrupt("The JPEG 2000 file describes its channels wrongly.");
}

/** The resolution for display before that of the scanner: fractions with an exponent, down before across (§I.5.3.7). */
function resolutionOf(data: Uint8Array | undefined): { x: number; y: number } | undefined {
  if (!data) return undefined;
  const found = new Map([...boxes(data)].map((box) => [box.type, box.data]));
  const box = found.get("resd") ?? found.get("resc");
  if (!box || box.length < 10) return undefined;
  const view = viewOf(box);
  const value = (at: number, exponent: number): number =>
    (view.getUint16(at) / view.getUint16(at + 2)) * 10 ** view.getInt8(exponent);
  return { y: value(0, 8), x: value(4, 9) };
}
