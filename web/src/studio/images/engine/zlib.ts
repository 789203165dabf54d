/**
 * The part of node:zlib that the engine needs for a preview. A preview is thrown away, so nothing is compressed:
 * Deflate's stored blocks (RFC 1951 §3.2.4) are its fastest.
 */
export const constants = { Z_RLE: 3, Z_SYNC_FLUSH: 2, Z_FINISH: 4 };

const BLOCK_BYTES = 65_535;
const ADLER_MODULUS = 65_521;

export function deflateRawSync(bytes: Uint8Array, { finishFlush = constants.Z_FINISH } = {}): Uint8Array {
  const blocks = Math.max(Math.ceil(bytes.length / BLOCK_BYTES), 1);
  const stored = new Uint8Array(bytes.length + 5 * blocks);
  const view = new DataView(stored.buffer);
  for (let block = 0; block < blocks; block++) {
    const part = bytes.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES);
    const at = block * (BLOCK_BYTES + 5);
    const isFinal = block === blocks - 1 && finishFlush === constants.Z_FINISH;
    stored[at] = isFinal ? 1 : 0;
    view.setUint16(at + 1, part.length, true);
    view.setUint16(at + 3, ~part.length, true);
    stored.set(part, at + 5);
  }
  return stored;
}

export function deflateSync(bytes: Uint8Array): Uint8Array {
  const raw = deflateRawSync(bytes);
  const stream = new Uint8Array(raw.length + 6);
  stream.set([0x78, 0x01]);
  stream.set(raw, 2);
  new DataView(stream.buffer).setUint32(raw.length + 2, adler32(bytes));
  return stream;
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % ADLER_MODULUS;
    b = (b + a) % ADLER_MODULUS;
  }
  return b * 65_536 + a;
}

/** The engine then inflates as the data flows, which a browser can by itself. */
export function inflateSync(): never {
  throw new Error("not here");
}

/** Of PNG only, which browsers show without the engine. */
export function crc32(): never {
  throw new Error("not here");
}
