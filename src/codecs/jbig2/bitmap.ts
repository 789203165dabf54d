import type { Allowance } from "./allowance.ts";

/** How a bitmap is put onto another (ISO/IEC 14492 §6.4.2). */
const COMBINE = { or: 0, and: 1, xor: 2, xnor: 3, replace: 4 } as const;

/** Rows of one bit a pixel, 1 = black, each in whole bytes. */
export class Bitmap {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly data: Uint8Array;

  constructor(width: number, height: number, allowance: Allowance) {
    allowance.bitmap(width, height);
    this.width = width;
    this.height = height;
    this.stride = (width + 7) >> 3;
    this.data = new Uint8Array(this.stride * height);
  }

  /** The pixel, which is white outside. */
  get(x: number, y: number): number {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return 0;
    return (this.data[y * this.stride + (x >> 3)]! >> (7 - (x & 7))) & 1;
  }

  /** Packs a row of pixels, a byte each, of which the first is at `from`. */
  setRow(y: number, pixels: Uint8Array, from: number): void {
    const { width, stride, data } = this;
    let at = y * stride;
    for (let x = 0; x + 8 <= width; x += 8) {
      const i = from + x;
      const high = (pixels[i]! << 7) | (pixels[i + 1]! << 6) | (pixels[i + 2]! << 5) | (pixels[i + 3]! << 4);
      const low = (pixels[i + 4]! << 3) | (pixels[i + 5]! << 2) | (pixels[i + 6]! << 1) | pixels[i + 7]!;
      data[at++] = high | low;
    }
    for (let x = width & ~7; x < width; x += 8) {
      let byte = 0;
      const most = Math.min(8, width - x);
      for (let i = 0; i < most; i++) byte |= pixels[from + x + i]! << (7 - i);
      data[at++] = byte;
    }
  }

  /** Puts a bitmap's top left corner at (left, top); what lies outside is lost. */
  combine(other: Bitmap, left: number, top: number, how: number, allowance: Allowance): void {
    const first = Math.max(0, left);
    const end = Math.min(this.width, left + other.width);
    const from = Math.max(0, top);
    const to = Math.min(this.height, top + other.height);
    if (first >= end || from >= to) return;
    const firstByte = first >> 3;
    const lastByte = (end - 1) >> 3;
    allowance.spend((to - from) * (lastByte - firstByte + 2));
    const head = 0xff >> (first & 7);
    const tail = (0xff << (7 - ((end - 1) & 7))) & 0xff;
    // The bit of the other bitmap that goes to the first bit of a byte here.
    const shift = (((firstByte * 8 - left) % 8) + 8) % 8;
    for (let y = from; y < to; y++) {
      const row = (y - top) * other.stride;
      let source = Math.floor((firstByte * 8 - left) / 8);
      for (let byte = firstByte; byte <= lastByte; byte++, source++) {
        const high = source >= 0 ? other.data[row + source]! : 0;
        const low = source + 1 < other.stride ? other.data[row + source + 1]! : 0;
        const bits = ((((high << 8) | low) << shift) >> 8) & 0xff;
        let mask = 0xff;
        if (byte === firstByte) mask &= head;
        if (byte === lastByte) mask &= tail;
        const at = y * this.stride + byte;
        const old = this.data[at]!;
        this.data[at] = (old & ~mask) | (combined(old, bits, how) & mask);
      }
    }
  }

  part(left: number, top: number, width: number, height: number, allowance: Allowance): Bitmap {
    const made = new Bitmap(width, height, allowance);
    made.combine(this, -left, -top, COMBINE.replace, allowance);
    return made;
  }
}

function combined(old: number, bits: number, how: number): number {
  switch (how) {
    case COMBINE.or:
      return old | bits;
    case COMBINE.and:
      return old & bits;
    case COMBINE.xor:
      return old ^ bits;
    case COMBINE.xnor:
      return ~(old ^ bits);
    default:
      return bits;
  }
}
