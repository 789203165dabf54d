import * as CHAR from "../../platform/char.ts";
import { expandsTooFar } from "../pdf-problem.ts";
import { readHex } from "../syntax/strings.ts";

/** ASCIIHexDecode (7.4.2): white space ignored, `>` ends. */
export function asciiHex(data: Uint8Array): Uint8Array {
  const stop = data.indexOf(CHAR.GREATER);
  return readHex(data, 0, stop < 0 ? data.length : stop);
}

/** ASCII85Decode (7.4.3): `z` stands for four zero bytes, `~>` ends, the last group may be short. */
export function ascii85(data: Uint8Array, most: number): Uint8Array {
  let size = 0;
  for (const c of data) size += c === CHAR.z ? 4 : 1;
  if (size > most * 2) throw expandsTooFar();
  const out = new Uint8Array(size + 4);
  let length = 0;
  let value = 0;
  let count = 0;
  for (const c of data) {
    if (c === CHAR.TILDE) break;
    if (c === CHAR.z && count === 0) {
      length += 4;
      continue;
    }
    if (c < CHAR.EXCLAMATION || c > CHAR.u) continue;
    value = value * 85 + (c - CHAR.EXCLAMATION);
    if (++count === 5) {
      for (let shift = 24; shift >= 0; shift -= 8) out[length++] = value >>> shift;
      value = 0;
      count = 0;
    }
  }
  if (count > 1) {
    for (let i = count; i < 5; i++) value = value * 85 + 84;
    for (let i = 0; i < count - 1; i++) out[length++] = value >>> (24 - i * 8);
  }
  return out.subarray(0, length);
}
