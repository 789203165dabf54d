import { aesCbcDecryptBlocks, aesCbcEncryptBlocks, digest } from "#platform/crypto.ts";

const BLOCK = 16;

/**
 * A string or stream as PDF stores it (ISO 32000-2 §7.6.3.1): 16 bytes of initialisation vector, then padded blocks.
 * The vector is a hash of key and data: nobody without the key can foresee it, and the same document gives the same
 * bytes.
 */
export function aesEncrypt(key: Uint8Array, data: Uint8Array): Uint8Array {
  const iv = digest("sha256", key, data).subarray(0, BLOCK);
  const padding = BLOCK - (data.length % BLOCK);
  const whole = new Uint8Array(data.length + padding).fill(padding);
  whole.set(data);
  const blocks = aesCbcEncryptBlocks(key, iv, whole);
  const out = new Uint8Array(BLOCK + blocks.length);
  out.set(iv);
  out.set(blocks, BLOCK);
  return out;
}

/**
 * The reverse. Files in the wild are cut short or wrongly padded: what is not a whole block is dropped, and padding
 * that cannot be padding is kept as data, as viewers do.
 */
export function aesDecrypt(key: Uint8Array, data: Uint8Array): Uint8Array {
  const blocks = Math.floor((data.length - BLOCK) / BLOCK);
  if (blocks <= 0) return new Uint8Array(0);
  const out = aesCbcDecryptBlocks(key, data.subarray(0, BLOCK), data.subarray(BLOCK, BLOCK + blocks * BLOCK));
  const padding = out[out.length - 1] ?? 0;
  return padding >= 1 && padding <= BLOCK ? out.subarray(0, out.length - padding) : out;
}
