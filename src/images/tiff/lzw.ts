import { corrupt } from "../image.ts";
import type { ByteSource } from "./source.ts";

const CLEAR = 256;
const END = 257;
const FIRST = 258;

/**
 * LZW of TIFF 6.0 §13, read on demand: a strip of any size needs only the string table.
 * Files by libtiff before 1993 (known by their first code being Clear with the bits reversed) put the low bit first and
 * widen the code one entry later.
 */
export function lzwSource(data: Uint8Array): ByteSource {
  const oldStyle = data.length >= 2 && data[0] === 0 && (data[1]! & 1) === 1;
  // A string's last byte, its first (bits 8 to 15), and the code of what is before the last (from bit 16): one load for all.
  const strings = new Uint32Array(4096);
  const length = new Uint16Array(4096);
  for (let code = 0; code < 256; code++) {
    strings[code] = (code << 8) | code;
    length[code] = 1;
  }
  const early = oldStyle ? 0 : 1;
  const end = data.length;
  // Between calls the state rests here; the loop works on locals.
  const state = { at: 0, buffer: 0, held: 0, width: 9, next: FIRST, previous: -1, ended: false };
  /** The rest of a string that did not fit into the last target. */
  let pending = new Uint8Array(0);

  return {
    read(target) {
      const size = target.length;
      let filled = Math.min(pending.length, size);
      target.set(pending.subarray(0, filled));
      pending = pending.subarray(filled);
      let { at, buffer, held, width, next, previous, ended } = state;
      while (filled < size && !ended) {
        while (held < width && at < end) {
          if (oldStyle) buffer |= data[at++]! << held;
          else buffer = (buffer << 8) | data[at++]!;
          held += 8;
        }
        if (held < width) break;
        let code: number;
        if (oldStyle) {
          code = buffer & ((1 << width) - 1);
          buffer >>>= width;
        } else {
          code = (buffer >>> (held - width)) & ((1 << width) - 1);
        }
        held -= width;
        if (code === CLEAR) {
          width = 9;
          next = FIRST;
          previous = -1;
          continue;
        }
        if (code === END) {
          ended = true;
          break;
        }
        if (previous < 0 ? code > 255 : code > next) throw corrupt("The LZW data refers to a string not yet defined.");
        const run = previous >= 0 && code === next ? length[previous]! + 1 : length[code]!;
        if (previous >= 0 && next < 4096) {
          const before = strings[previous]!;
          strings[next] =
            (previous << 16) | (before & 0xff00) | ((strings[code === next ? previous : code]! >> 8) & 255);
          length[next] = length[previous]! + 1;
          next++;
          if (next + early >= 1 << width && width < 12) width++;
        } else if (code >= next) {
          throw corrupt("The LZW string table overflows.");
        }
        previous = code;
        if (run === 1) {
          target[filled++] = code;
          continue;
        }
        if (filled + run <= size) {
          let string = strings[code]!;
          const start = filled;
          filled += run;
          for (let to = filled - 1; to > start; to--) {
            target[to] = string;
            string = strings[string >>> 16]!;
          }
          target[start] = string;
          continue;
        }
        const whole = new Uint8Array(run);
        for (let walk = code, to = run; to > 0; walk = strings[walk]! >>> 16) whole[--to] = strings[walk]!;
        target.set(whole.subarray(0, size - filled), filled);
        pending = whole.subarray(size - filled);
        filled = size;
      }
      Object.assign(state, { at, buffer, held, width, next, previous, ended });
      return filled;
    },
  };
}
