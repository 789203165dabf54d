import { createHash } from "node:crypto";

/** A few characters that tell one text or file from any other. */
export function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 7);
}
