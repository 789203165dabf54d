/**
 * Frees the bytes now instead of at the next garbage collection; nothing may read them afterwards. Bytes that share a
 * buffer with others, as small ones may, are left alone.
 */
export function letGo({ length, buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && length === buffer.byteLength) buffer.transfer(0);
}
