import type { Resource } from "../resources/gatherer.ts";

export function dataUrl({ type, bytes }: Resource): string {
  // The type comes from another server: only what a type may consist of goes into markup.
  const safe = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
  return `data:${safe};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")}`;
}
