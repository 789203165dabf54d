/** Reads big-endian numbers of a font program. Like viewers, it reads zeros beyond the end. */
export class DataReader {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  u8(at: number): number {
    return this.bytes[at] ?? 0;
  }

  u16(at: number): number {
    return (this.u8(at) << 8) | this.u8(at + 1);
  }

  i16(at: number): number {
    return (this.u16(at) << 16) >> 16;
  }

  u32(at: number): number {
    return this.u16(at) * 65536 + this.u16(at + 2);
  }

  /** An unsigned number of 1 to 4 bytes. */
  sized(at: number, size: number): number {
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + this.u8(at + i);
    return value;
  }

  tag(at: number): string {
    return String.fromCharCode(this.u8(at), this.u8(at + 1), this.u8(at + 2), this.u8(at + 3));
  }
}
