/** Gives decompressed bytes on demand, so that a strip of any size costs only the rows that are read. */
export interface ByteSource {
  /** Fills the target as far as the data goes; returns the number of bytes. */
  read(target: Uint8Array): number;
}

export function rawSource(data: Uint8Array): ByteSource {
  let at = 0;
  return {
    read(target) {
      const part = data.subarray(at, at + target.length);
      target.set(part);
      at += part.length;
      return part.length;
    },
  };
}

/**
 * PackBits (TIFF 6.0 §9), which PDF calls run lengths (7.4.5): 0 to 127 copies the following bytes, 129 to 255 repeats
 * one. 128 ends the data of PDF, and means nothing in TIFF.
 */
export function packBitsSource(data: Uint8Array, endsAt128 = false): ByteSource {
  let at = 0;
  let copies = 0;
  let repeats = 0;
  let value = 0;
  return {
    read(target) {
      let filled = 0;
      while (filled < target.length) {
        if (copies > 0) {
          const count = Math.min(copies, target.length - filled, data.length - at);
          if (count === 0) break;
          // A view of a few bytes costs more than they do.
          if (count < 32) for (let i = 0; i < count; i++) target[filled + i] = data[at + i]!;
          else target.set(data.subarray(at, at + count), filled);
          filled += count;
          at += count;
          copies -= count;
        } else if (repeats > 0) {
          const run = Math.min(repeats, target.length - filled);
          if (run < 32) for (let i = 0; i < run; i++) target[filled + i] = value;
          else target.fill(value, filled, filled + run);
          filled += run;
          repeats -= run;
        } else {
          if (at >= data.length) break;
          const count = data[at++]!;
          if (count < 128) copies = count + 1;
          else if (count > 128) {
            if (at >= data.length) break;
            value = data[at++]!;
            repeats = 257 - count;
          } else if (endsAt128) at = data.length;
        }
      }
      return filled;
    },
  };
}

const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let result = 0;
  for (let bit = 0; bit < 8; bit++) result |= ((byte >> bit) & 1) << (7 - bit);
  return result;
});

/** FillOrder 2 (TIFF 6.0 §8): the low bit of a byte comes first. */
export function reverseBits(data: Uint8Array): Uint8Array {
  const result = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) result[i] = reversed[data[i]!]!;
  return result;
}
