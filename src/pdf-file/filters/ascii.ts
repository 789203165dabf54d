import { expandsTooFar } from "../pdf-problem.ts";
import { readHex } from "../syntax/strings.ts";

/** ASCIIHexDecode (7.4.2): white space ignored, `>` ends. */
export function asciiHex(data: Uint8Array): Uint8Array {
  const stop = data.indexOf(0x3e); // '>'
  return readHex(data, 0, stop < 0 ? data.length : stop);
}

/** ASCII85Decode (7.4.3): `z` stands for four zero bytes, `~>` ends, the last group may be short. */
export function ascii85(data: Uint8Array, most: number): Uint8Array {
  let size = 0;
  for (const c of data) size += c === 0x7a ? 4 : 1; // 'z'
  if (size > most * 2) throw expandsTooFar();
  const out = new Uint8Array(size + 4);
  let length = 0;
  let value = 0;
  let count = 0;
  for (const c of data) {
    if (c === 0x7e) break; // '~'
    // 'z'
    if (c === 0x7a && count === 0) {
      length += 4;
      continue;
    }
    if (c < 0x21 || c > 0x75) continue; // '!', 'u'
    value = value * 85 + (c - 0x21); // '!'
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
