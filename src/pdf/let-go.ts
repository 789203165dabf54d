/**
 * Frees the bytes now, not whenever a collection comes by: nothing may read them after. Those that share a buffer with
 * others, as small ones may, are left alone.
 */
export function letGo({ length, buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && length === buffer.byteLength) buffer.transfer(0);
}
