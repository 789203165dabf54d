import { KIND, segmentsOf } from "../../codecs/jbig2/segments.ts";
import { boxes } from "../../codecs/jpx/boxes.ts";
import { MARKER, u16At } from "../../codecs/jpx/markers.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";

/** Boxes with what a decoder needs (ISO/IEC 15444-1 annex I); others describe the picture, or hold anything. */
const OF_FILE = ["jP  ", "ftyp", "jp2h", "jp2c"];
const OF_HEADER = ["ihdr", "bpcc", "colr", "pclr", "cmap", "cdef"];
const COM = 0xff64;
const SOT_BYTES = 12;
const PART_LENGTH = 6;

/** JPEG 2000 without descriptions, comments, and bytes behind its end. */
export function strippedJpx(data: Uint8Array): Uint8Array[] {
  return u16At(data, 0) === MARKER.SOC ? strippedCodestream(data) : strippedBoxes(data, OF_FILE);
}

function strippedBoxes(data: Uint8Array, needed: readonly string[]): Uint8Array[] {
  const out = new ByteWriter();
  for (const { type, data: own } of boxes(data)) {
    if (!needed.includes(type)) continue;
    const inner = type === "jp2h" ? strippedBoxes(own, OF_HEADER) : type === "jp2c" ? strippedCodestream(own) : [own];
    const length = inner.reduce((sum, piece) => sum + piece.length, 8);
    for (let shift = 24; shift >= 0; shift -= 8) out.byte((length >>> shift) & 255);
    out.text(type);
    for (const piece of inner) out.copy(piece);
    if (type === "jp2c") break;
  }
  return [out.take()];
}

/** The codestream as it is where its parts do not follow one another to its end. */
function strippedCodestream(data: Uint8Array): Uint8Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const pieces = [data.subarray(0, 2)];
  let at = 2;
  while (at + SOT_BYTES < data.length && u16At(data, at) !== MARKER.SOT) {
    const end = at + 2 + u16At(data, at + 2);
    if (u16At(data, at) !== COM) pieces.push(data.subarray(at, end));
    at = end;
  }
  const first = at;
  while (at + SOT_BYTES < data.length && u16At(data, at) === MARKER.SOT) {
    at += view.getUint32(at + PART_LENGTH) || data.length;
  }
  return u16At(data, at) === MARKER.EOC ? [...pieces, data.subarray(first, at + 2)] : [data];
}

/** JBIG2 without comments, and bytes behind its last segment. */
export function strippedJbig2(data: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { kind, data: own } of segmentsOf(data)) {
    const end = own.byteOffset - data.byteOffset + own.length;
    if (kind !== KIND.extension) pieces.push(data.subarray(at, end));
    at = end;
  }
  return pieces;
}

/** Two ends of a line in a row, which no code of Group 4 has in it (ITU-T T.6 §2.4.1.1). */
const END_OF_BLOCK = 0x001001;

/** Group 4 fax without bytes behind the end of its block. */
export function strippedFax(data: Uint8Array): Uint8Array[] {
  let bits = 0xffffffff;
  for (let at = 0; at < data.length; at++) {
    bits = (bits << 8) | data[at]!;
    // One of its bytes is zero.
    if (((bits - 0x01010101) & ~bits & 0x80808080) === 0) continue;
    for (let shift = 0; shift < 8; shift++) {
      if (((bits >>> shift) & 0xffffff) === END_OF_BLOCK) return [data.subarray(0, at + 1)];
    }
  }
  return [data];
}
