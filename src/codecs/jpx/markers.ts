import { corrupt } from "../image-problem.ts";

/** ISO/IEC 15444-1 table A.2. */
export const MARKER = {
  SOC: 0xff4f,
  CAP: 0xff50,
  SIZ: 0xff51,
  COD: 0xff52,
  COC: 0xff53,
  QCD: 0xff5c,
  QCC: 0xff5d,
  RGN: 0xff5e,
  POC: 0xff5f,
  PPM: 0xff60,
  PPT: 0xff61,
  COM: 0xff64,
  SOT: 0xff90,
  SOP: 0xff91,
  EPH: 0xff92,
  SOD: 0xff93,
  EOC: 0xffd9,
} as const;

/** What only describes the codestream: TLM, PLM, PLT, CRG and COM. */
export const DESCRIPTIVE: readonly number[] = [0xff55, 0xff57, 0xff58, 0xff63, MARKER.COM];
/** Of part 2, about components. */
const OF_PART_2 = [0xff74, 0xff75, 0xff77, 0xff78];
const IN_HEADERS = new Set<number>([
  ...DESCRIPTIVE,
  ...OF_PART_2,
  MARKER.CAP,
  MARKER.COD,
  MARKER.COC,
  MARKER.QCD,
  MARKER.QCC,
  MARKER.RGN,
  MARKER.POC,
  MARKER.PPM,
  MARKER.PPT,
]);

/** A marker and the data after its length, read from front to back. Data that ends early is damage. */
export class JpxSegment {
  readonly marker: number;
  readonly #data: Uint8Array;
  #at = 0;

  constructor(marker: number, data: Uint8Array) {
    this.marker = marker;
    this.#data = data;
  }

  get left(): number {
    return this.#data.length - this.#at;
  }

  u8(): number {
    if (this.left < 1) throw damagedHeader();
    return this.#data[this.#at++]!;
  }

  u16(): number {
    return (this.u8() << 8) | this.u8();
  }

  u32(): number {
    return this.u16() * 0x10000 + this.u16();
  }

  /** Takes one byte where the picture has fewer than 257 components, and two where it has more. */
  component(components: number): number {
    const index = components < 257 ? this.u8() : this.u16();
    if (index >= components) throw corrupt(`The JPEG 2000 describes component ${index}, of ${components}.`);
    return index;
  }
}

export function damagedHeader(): Error {
  return corrupt("The JPEG 2000 codestream is damaged in its header.");
}

export function u16At(bytes: Uint8Array, at: number): number {
  return at + 2 <= bytes.length ? (bytes[at]! << 8) | bytes[at + 1]! : 0;
}

/** The segments from `at` to the marker `last`; returns where that is. */
export function* segments(bytes: Uint8Array, from: number, last: number): Generator<JpxSegment, number> {
  let at = from;
  for (;;) {
    const marker = u16At(bytes, at);
    if (marker === last) return at;
    const end = at + 2 + u16At(bytes, at + 2);
    if (!IN_HEADERS.has(marker) || end < at + 4 || end > bytes.length) throw damagedHeader();
    yield new JpxSegment(marker, bytes.subarray(at + 4, end));
    at = end;
  }
}
