import { corrupt } from "../image-problem.ts";

/** Numbers of a segment, byte by byte or bit by bit, the highest first. */
export class ByteReader {
  readonly data: Uint8Array;
  /** The next bit. */
  #bit = 0;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  /** The next byte, at which reading continues with the next number of whole bytes. */
  get at(): number {
    return (this.#bit + 7) >> 3;
  }

  set at(byte: number) {
    if (byte > this.data.length) throw ended();
    this.#bit = byte * 8;
  }

  align(): void {
    this.#bit = this.at * 8;
  }

  bit(): number {
    const byte = this.data[this.#bit >> 3];
    if (byte === undefined) throw ended();
    return (byte >> (7 - (this.#bit++ & 7))) & 1;
  }

  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 2 + this.bit();
    return value;
  }

  u8(): number {
    return this.bits(8);
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  u16(): number {
    return this.bits(16);
  }

  u32(): number {
    return this.bits(32);
  }

  i32(): number {
    return this.u32() | 0;
  }

  /** That many bytes, or those that are left. */
  take(count: number): Uint8Array {
    const from = this.at;
    if (from + count > this.data.length) throw ended();
    this.at = from + count;
    return this.data.subarray(from, from + count);
  }

  rest(): Uint8Array {
    return this.data.subarray(this.at);
  }
}

function ended() {
  return corrupt("The JBIG2 image ends early.");
}
