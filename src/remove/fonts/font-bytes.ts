import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";

/** Big-endian numbers, as fonts have them. */
export class FontBytes extends ByteWriter {
  u16(value: number): void {
    this.byte((value >> 8) & 255);
    this.byte(value & 255);
  }

  u32(value: number): void {
    this.u16((value >>> 16) & 0xffff);
    this.u16(value & 0xffff);
  }

  zeros(count: number): void {
    for (let i = 0; i < count; i++) this.byte(0);
  }
}
