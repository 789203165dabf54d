/** node:crypto, as far as the engine needs it: it tells the one profile of an image from none. */
export function createHash() {
  let seen = 0;
  const hash = {
    update(bytes: Uint8Array) {
      for (const byte of bytes) seen = (Math.imul(seen, 31) + byte) | 0;
      return hash;
    },
    digest: () => String(seen),
  };
  return hash;
}
