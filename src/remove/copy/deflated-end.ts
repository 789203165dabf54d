import { adler32 } from "../../codecs/inflate/inflate-pieces.ts";

/** Whether deflated data ends with the checksum of what it holds. Bytes behind it may hold anything. */
export function endsWithSum(raw: Uint8Array, plain: Uint8Array): boolean {
  const sum = adler32(plain, 1);
  return [24, 16, 8, 0].every((shift, i) => raw[raw.length - 4 + i] === ((sum >>> shift) & 255));
}
