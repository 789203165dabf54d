import { KIND, segmentsOf } from "../../codecs/jbig2/segments.ts";
import { boxes } from "../../codecs/jpx/boxes.ts";
import { SOT_BYTES } from "../../codecs/jpx/codestream.ts";
import { MARKER, u16At } from "../../codecs/jpx/markers.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";

/** Boxes with what a decoder needs (ISO/IEC 15444-1 annex I); others describe the picture, or hold anything. */
const OF_FILE = ["jP  ", "ftyp", "jp2h", "jp2c"];
const OF_HEADER = ["ihdr", "bpcc", "colr", "pclr", "cmap", "cdef"];
const PART_LENGTH = 6;

/** What a view of some bytes takes in memory. */
const VIEW_BYTES = 100;

/** Stretches of data that stay. Those that follow one another are one piece, and each is charged. */
class Stretches {
  readonly pieces: Uint8Array[] = [];
  readonly #data: Uint8Array;
  readonly #work: Work;
  #from = 0;
  #to = 0;

  constructor(data: Uint8Array, work: Work) {
    this.#data = data;
    this.#work = work;
  }

  keep(from: number, to: number): void {
    if (from === this.#to && this.pieces.length > 0) this.pieces.pop();
    else {
      this.#work.hold(VIEW_BYTES);
      this.#from = from;
    }
    this.#to = to;
    this.pieces.push(this.#data.subarray(this.#from, to));
  }
}

/** JPEG 2000 without descriptions, comments, and bytes behind its end. */
export function strippedJpx(data: Uint8Array, work: Work): Uint8Array[] {
  return u16At(data, 0) === MARKER.SOC ? strippedCodestream(data, work) : strippedBoxes(data, OF_FILE, work);
}

function strippedBoxes(data: Uint8Array, needed: readonly string[], work: Work): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (const { type, data: own } of boxes(data)) {
    if (!needed.includes(type)) continue;
    const inner =
      type === "jp2h" ? strippedBoxes(own, OF_HEADER, work) : type === "jp2c" ? strippedCodestream(own, work) : [own];
    const length = inner.reduce((sum, piece) => sum + piece.length, 8);
    const head = new ByteWriter();
    for (let shift = 24; shift >= 0; shift -= 8) head.byte((length >>> shift) & 255);
    head.text(type);
    pieces.push(head.take());
    for (const piece of inner) pieces.push(piece);
    if (type === "jp2c") break;
  }
  return pieces;
}

/** The codestream as it is where its parts do not follow one another to its end. */
function strippedCodestream(data: Uint8Array, work: Work): Uint8Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const stretches = new Stretches(data, work);
  stretches.keep(0, 2);
  let at = 2;
  while (at + SOT_BYTES < data.length && u16At(data, at) !== MARKER.SOT) {
    work.spend(COST.segment);
    const end = at + 2 + u16At(data, at + 2);
    if (u16At(data, at) !== MARKER.COM) stretches.keep(at, end);
    at = end;
  }
  const first = at;
  while (at + SOT_BYTES < data.length && u16At(data, at) === MARKER.SOT) {
    work.spend(COST.segment);
    at += view.getUint32(at + PART_LENGTH) || data.length;
  }
  if (u16At(data, at) !== MARKER.EOC) return [data];
  stretches.keep(first, at + 2);
  return stretches.pieces;
}

/** JBIG2 without comments, and bytes behind its last segment. */
export function strippedJbig2(data: Uint8Array, work: Work): Uint8Array[] {
  const stretches = new Stretches(data, work);
  let at = 0;
  for (const { kind, data: own } of segmentsOf(data)) {
    work.spend(COST.segment);
    const end = own.byteOffset - data.byteOffset + own.length;
    if (kind !== KIND.extension) stretches.keep(at, end);
    at = end;
  }
  return stretches.pieces;
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
