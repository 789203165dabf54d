import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** A few characters that tell one text or file from any other. */
export function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 7);
}

/** The CRC-32 of data, which is quick to make where a table has thousands of them. */
export function checksum(data: Uint8Array): string {
  return crc32(data).toString(16).padStart(8, "0");
}
