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
      for (let shift = 24; shift >= 0; shift -= 8) out[length++] = Math.floor(value / 2 ** shift) & 0xff;
      value = 0;
      count = 0;
    }
  }
  if (count > 1) {
    for (let i = count; i < 5; i++) value = value * 85 + 84;
    for (let i = 0; i < count - 1; i++) out[length++] = Math.floor(value / 2 ** (24 - i * 8)) & 0xff;
  }
  return out.subarray(0, length);
}

/** RunLengthDecode (7.4.5): 0 to 127 copies the following bytes, 129 to 255 repeats one, 128 ends. */
export function runLength(data: Uint8Array, most: number): Uint8Array {
  let size = 0;
  for (let at = 0; at < data.length && data[at] !== 128; ) {
    const code = data[at]!;
    size += code < 128 ? code + 1 : 257 - code;
    at += code < 128 ? code + 2 : 2;
  }
  if (size > most) throw expandsTooFar();
  const out = new Uint8Array(size);
  let length = 0;
  for (let at = 0; at < data.length && data[at] !== 128; ) {
    const code = data[at]!;
    if (code < 128) {
      const run = data.subarray(at + 1, at + 2 + code);
      out.set(run, length);
      length += run.length;
      at += code + 2;
    } else {
      if (at + 1 >= data.length) break;
      out.fill(data[at + 1]!, length, length + 257 - code);
      length += 257 - code;
      at += 2;
    }
  }
  return out.subarray(0, length);
}
