/**
 * A needle with the shifts of Horspool's algorithm. It begins with CR, which occurs elsewhere in it only at line ends.
 */
export interface Pattern {
  needle: Uint8Array;
  shifts: Uint8Array;
}

/** For needles of at most 255 bytes. */
export function pattern(needle: Uint8Array): Pattern {
  const shifts = new Uint8Array(256).fill(needle.length);
  for (let i = 0; i < needle.length - 1; i += 1) shifts[needle[i]!] = needle.length - 1 - i;
  return { needle, shifts };
}

/**
 * The first position of the needle at or after `from`, or -1. It compares from the front. Since CR hardly occurs inside
 * the needle, no content can make it compare the same bytes again and again. Comparing from the back could.
 */
export function find(bytes: Uint8Array, { needle, shifts }: Pattern, from: number): number {
  const size = needle.length;
  const first = needle[0]!;
  const last = bytes.length - size;
  for (let i = from; i <= last; i += shifts[bytes[i + size - 1]!]!) {
    if (bytes[i] !== first) continue;
    let k = 1;
    while (k < size && bytes[i + k] === needle[k]) k += 1;
    if (k === size) return i;
  }
  return -1;
}
