import { IMAGE_CAPS } from "../../codecs/caps.ts";
import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { tooLarge, unsupported } from "../../codecs/image-problem.ts";
import { checkCodestream } from "../../codecs/jpx/check.ts";
import { SOT_BYTES } from "../../codecs/jpx/codestream.ts";
import { jpxRows, readJpx } from "../../codecs/jpx/decode/decode-jpx.ts";
import { DESCRIPTIVE, MARKER, u16At } from "../../codecs/jpx/markers.ts";
import { type Size, sizeEnd } from "../../codecs/jpx/size.ts";
import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { ObjectSink } from "../image.ts";
import { pack, unmultiply } from "../tiff/samples/row-samples.ts";
import { softMaskRows } from "../write/soft-mask.ts";
import { type ImageXObject, pngRows } from "../write/xobject.ts";

export interface Parted {
  /** The codestream without its last component. */
  readonly colours: Uint8Array;
  /** Undefined when every pixel is opaque. */
  readonly softMask: PdfRef | undefined;
}

/**
 * Parts the colours from the last component, which says how opaque they are. What viewers of PDF do with one inside the
 * data differs: some show wrong colours, others take it for opacity though nothing says so. Throws ImageProblem where
 * they cannot be parted.
 */
export function* parted(sink: ObjectSink, codestream: Uint8Array, size: Size, work: Work): Turns<Parted> {
  const last = size.components.length - 1;
  const colours = yield* withoutLast(codestream, size, work);
  const { width, height, bits } = readJpx(codestream, work);
  const mask = softMaskRows(width, bits);
  yield* jpxRows(codestream, { first: last, colours: 1, isIndexed: false }, height, work, (row) => mask.row(row));
  return { colours, softMask: mask.write(sink, height) };
}

/** The picture with colours that are mixed with black no more. Viewers do not do this with JPEG 2000: it is decoded. */
export function* unmixed(
  sink: ObjectSink,
  codestream: Uint8Array,
  size: Size,
  work: Work,
): Turns<Omit<ImageXObject, "colourSpace">> {
  const { width, height, bits } = readJpx(codestream, work);
  const channels = size.components.length;
  const last = channels - 1;
  const bytes = bits >> 3;
  const rowBytes = width * last * bytes;
  if (rowBytes > IMAGE_CAPS.stripBytes) throw tooLarge("The JPEG 2000 has rows that are too long.");
  const held = width * channels * 2 + rowBytes + width * bytes;
  work.hold(held);
  const samples = new Uint16Array(width * channels);
  const colours = new Uint8Array(rowBytes);
  const alphas = new Uint8Array(width * bytes);
  const encoder = new RowEncoder(rowBytes);
  const mask = softMaskRows(width, bits);
  yield* jpxRows(codestream, { colours: channels, isIndexed: false }, height, work, (row) => {
    for (let i = 0; i < samples.length; i++) samples[i] = bits === 8 ? row[i]! : (row[2 * i]! << 8) | row[2 * i + 1]!;
    unmultiply(samples, channels, last, last, 2 ** bits - 1);
    for (let c = 0; c < last; c++) pack(samples, c, channels, colours, c, last, bits, width);
    pack(samples, last, channels, alphas, 0, 1, bits, width);
    encoder.row(colours);
    mask.row(alphas);
  });
  work.letGo(held);
  const softMask = mask.write(sink, height);
  return { width, height, bits, softMask, ...pngRows(width, last, bits), data: encoder.end() };
}

const OF_ALL = new Set<number>([MARKER.COD, MARKER.QCD]);
const OF_ONE = new Set<number>([MARKER.COC, MARKER.QCC, MARKER.RGN]);
/** Csiz, and what SIZ says of each component (table A.9). */
const COUNT_AT = 40;
const COMPONENT_BYTES = 3;
const LENGTH_IN_SOT = 6;
/** Memory of where some packets begin and end. */
const RANGE_BYTES = 16;

/** Each packet belongs to one component, so those of the last one can be left out: nothing is decoded. */
function* withoutLast(bytes: Uint8Array, size: Size, work: Work): Turns<Uint8Array> {
  const last = size.components.length - 1;
  work.spend(bytes.length * COST.decodedByte);
  const out = new Writer(bytes.length);
  const packets = new Map<Uint8Array, number[]>();
  const { areFollowed, parts } = yield* checkCodestream(bytes, size, work, ({ component, data, start, to }) => {
    if (component === last) return;
    const kept = packets.get(data) ?? [];
    packets.set(data, kept);
    if (kept.at(-1) === start) kept[kept.length - 1] = to;
    else {
      work.hold(RANGE_BYTES);
      kept.push(start, to);
    }
  });
  if (!areFollowed) throw unsupported("The JPEG 2000 has its packets in an order of its own.");
  const end = sizeEnd(bytes);
  out.add(bytes.subarray(0, end - COMPONENT_BYTES));
  out.setU16(4, u16At(bytes, 4) - COMPONENT_BYTES);
  out.setU16(COUNT_AT, last);
  addHeader(out, bytes, end, MARKER.SOT, last);
  for (const { bytes: part, data } of parts) {
    const start = out.length;
    out.add(part.subarray(0, SOT_BYTES));
    addHeader(out, part, SOT_BYTES, MARKER.SOD, last);
    out.addU16(MARKER.SOD);
    const kept = packets.get(data) ?? [];
    for (let i = 0; i < kept.length; i += 2) out.add(data.subarray(kept[i], kept[i + 1]));
    const length = out.length - start;
    out.setU16(start + LENGTH_IN_SOT, length >>> 16);
    out.setU16(start + LENGTH_IN_SOT + 2, length & 0xffff);
  }
  out.addU16(MARKER.EOC);
  return out.written();
}

/** The segments of a header that was checked, without those of the last component and those that are of no use. */
function addHeader(out: Writer, bytes: Uint8Array, from: number, to: number, last: number): void {
  for (let at = from; u16At(bytes, at) !== to; ) {
    const marker = u16At(bytes, at);
    const end = at + 2 + u16At(bytes, at + 2);
    const isKept = OF_ALL.has(marker) || (OF_ONE.has(marker) && bytes[at + 4] !== last);
    if (isKept) out.add(bytes.subarray(at, end));
    else if (!OF_ONE.has(marker) && !DESCRIPTIVE.includes(marker))
      throw unsupported("The JPEG 2000 uses what only part 2 of its standard has.");
    at = end;
  }
}

class Writer {
  readonly #bytes: Uint8Array;
  length = 0;

  /** What is left out is more than what is added. */
  constructor(most: number) {
    this.#bytes = new Uint8Array(most + 2);
  }

  add(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  addU16(value: number): void {
    this.length += 2;
    this.setU16(this.length - 2, value);
  }

  setU16(at: number, value: number): void {
    this.#bytes[at] = value >> 8;
    this.#bytes[at + 1] = value;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}
