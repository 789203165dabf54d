import { latin1Text } from "../../pdf-objects/syntax/names.ts";
import { corrupt } from "../image.ts";

export interface Jp2Boxes {
  /**
   * The first colour specification (ISO/IEC 15444-1 §I.5.3.3): 16 sRGB, 17 gray, 18 sYCC, 12 CMYK; undefined for ICC.
   */
  enumeratedSpace?: number | undefined;
  hasPalette: boolean;
  /** Type of the opacity channel: 1 alpha, 2 premultiplied (§I.5.3.6). */
  opacity?: 1 | 2 | undefined;
  /** Pixels per metre, across and down. */
  resolution?: { x: number; y: number } | undefined;
  codestream: Uint8Array;
}

interface Box {
  type: string;
  data: Uint8Array;
}

/** More than any real file has at one level. */
const MAX_BOXES = 1000;
/** A box begins with its length and type. A length of 1 means that the real one follows, in eight bytes (§I.4). */
const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;

function* boxes(bytes: Uint8Array): Generator<Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0, count = 0; at + HEAD_BYTES <= bytes.length && count < MAX_BOXES; count++) {
    const type = latin1Text(bytes, at + 4, at + HEAD_BYTES);
    let length = view.getUint32(at);
    let header = HEAD_BYTES;
    if (length === 1 && at + LONG_HEAD_BYTES <= bytes.length) {
      length = Number(view.getBigUint64(at + HEAD_BYTES));
      header = LONG_HEAD_BYTES;
    } else if (length === 0) {
      // A length of 0: the box goes to the end of the file.
      length = bytes.length - at;
    }
    if (length < header) throw corrupt("A box of the JPEG 2000 file has a length that makes no sense.");
    yield { type, data: bytes.subarray(at + header, at + length) };
    at += length;
  }
}

export function readBoxes(bytes: Uint8Array): Jp2Boxes {
  let header: Uint8Array | undefined;
  let codestream: Uint8Array | undefined;
  for (const { type, data } of boxes(bytes)) {
    if (type === "jp2h") header ??= data;
    if (type === "jp2c") codestream ??= data;
  }
  if (!header || !codestream) throw corrupt("The JPEG 2000 file lacks its header or its picture.");
  const found: Jp2Boxes = { hasPalette: false, codestream };
  let hasColour = false;
  for (const { type, data } of boxes(header)) {
    if (type === "pclr") found.hasPalette = true;
    else if (type === "cdef") found.opacity = opacityOf(data);
    else if (type === "res ") found.resolution = resolutionOf(data);
    else if (type === "colr" && !hasColour) {
      hasColour = true;
      if (data[0] === 1 && data.length >= 7)
        found.enumeratedSpace = new DataView(data.buffer, data.byteOffset).getUint32(3); // EnumCS
    }
  }
  return found;
}

/** Channel, type, association: six bytes each. */
function opacityOf(data: Uint8Array): 1 | 2 | undefined {
  for (let at = 2; at + 6 <= data.length; at += 6) {
    const type = (data[at + 2]! << 8) | data[at + 3]!;
    if (type === 1 || type === 2) return type;
  }
  return undefined;
}

/** The resolution for display before that of the scanner: fractions with an exponent, down before across (§I.5.3.7). */
function resolutionOf(data: Uint8Array): { x: number; y: number } | undefined {
  const found = new Map([...boxes(data)].map((box) => [box.type, box.data]));
  const box = found.get("resd") ?? found.get("resc");
  if (!box || box.length < 10) return undefined;
  const view = new DataView(box.buffer, box.byteOffset, box.byteLength);
  const value = (at: number, exponent: number): number =>
    (view.getUint16(at) / view.getUint16(at + 2)) * 10 ** view.getInt8(exponent);
  return { y: value(0, 8), x: value(4, 9) };
}
