import { cbc } from "@noble/ciphers/aes.js";
import { md5 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";

const HASHES = { md5, sha256, sha384, sha512 };

export function hasher(name: keyof typeof HASHES): { update(part: Uint8Array): unknown; digest(): Uint8Array } {
  return HASHES[name].create();
}

export function digest(name: keyof typeof HASHES, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = hasher(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function aesCbcEncryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  return cbc(key, iv, { disablePadding: true }).encrypt(blocks);
}

export function aesCbcDecryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  return cbc(key, iv, { disablePadding: true }).decrypt(blocks);
}
