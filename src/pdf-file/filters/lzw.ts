import { expandsTooFar } from "../pdf-problem.ts";

const CLEAR = 256;
const END = 257;
const TABLE = 4096;

/** LZW as in TIFF (7.4.4): codes of 9 to 12 bits, most significant bit first. `early` is /EarlyChange. */
export function lzw(data: Uint8Array, early: number, most: number): Uint8Array {
  const prefix = new Uint16Array(TABLE);
  const suffix = new Uint8Array(TABLE);
  const lengths = new Uint16Array(TABLE).fill(1, 0, 256);
  for (let i = 0; i < 256; i++) suffix[i] = i;
  let out = new Uint8Array(Math.min(most, Math.max(256, data.length * 4)));
  let length = 0;
  let next = END + 1;
  let width = 9;
  let previous = -1;
  let bits = 0;
  let held = 0;
  for (let at = 0; ; ) {
    while (held < width && at < data.length) {
      bits = ((bits << 8) | data[at++]!) & 0xffffff;
      held += 8;
    }
    if (held < width) break;
    const code = (bits >> (held - width)) & ((1 << width) - 1);
    held -= width;
    if (code === END) break;
    if (code === CLEAR) {
      next = END + 1;
      width = 9;
      previous = -1;
      continue;
    }
    // A code that is not in the table yet stands for the previous string and its own first byte. Any other one is
    // damage.
    if (code > next || (code === next && previous < 0)) break;
    const known = code < next;
    const count = known ? lengths[code]! : lengths[previous]! + 1;
    if (length + count > out.length) {
      if (length + count > most) throw expandsTooFar();
      const grown = new Uint8Array(Math.min(most, Math.max(out.length * 2, length + count)));
      grown.set(out.subarray(0, length));
      out = grown;
    }
    let write = length + count - (known ? 1 : 2);
    for (let c = known ? code : previous; write >= length; c = prefix[c]!) out[write--] = suffix[c]!;
    const first = out[length]!;
    if (!known) out[length + count - 1] = first;
    length += count;
    if (previous >= 0 && next < TABLE) {
      prefix[next] = previous;
      suffix[next] = first;
      lengths[next] = lengths[previous]! + 1;
      next++;
    }
    previous = code;
    width = next + early >= 2048 ? 12 : next + early >= 1024 ? 11 : next + early >= 512 ? 10 : 9;
  }
  return out.subarray(0, length);
}
