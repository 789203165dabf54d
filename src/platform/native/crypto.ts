import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { plain } from "./output.ts";

type HashName = "md5" | "sha256" | "sha384" | "sha512";

/** Hashes what is not there at once. */
export function hasher(name: HashName): { update(part: Uint8Array): unknown; digest(): Uint8Array } {
  return createHash(name);
}

export function digest(name: HashName, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = hasher(name);
  for (const part of parts) hash.update(part);
  return plain(hash.digest());
}

/** AES in CBC mode without padding; the key's length chooses AES-128 or AES-256. */
export function aesCbcEncryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  const cipher = createCipheriv(`aes-${key.length === 32 ? 256 : 128}-cbc`, key, iv);
  cipher.setAutoPadding(false);
  return plain(cipher.update(blocks));
}

export function aesCbcDecryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(`aes-${key.length === 32 ? 256 : 128}-cbc`, key, iv);
  decipher.setAutoPadding(false);
  return plain(decipher.update(blocks));
}
