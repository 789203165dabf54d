/** Node's Buffer, as far as the engine needs it. */
export const Buffer = {
  from(buffer: ArrayBuffer, start: number, length: number) {
    const bytes = new Uint8Array(buffer, start, length);
    return { indexOf: (wanted: Uint8Array, from = 0) => indexOf(bytes, wanted, from) };
  },
  concat(parts: readonly Uint8Array[]): Uint8Array {
    const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  },
};

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const first = wanted[0] as number;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}
