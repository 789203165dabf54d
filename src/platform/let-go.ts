/**
 * Frees the bytes now instead of at the next garbage collection. Nothing may read them afterwards. Bytes that share a
 * buffer with others, as small ones may, are kept.
 */
export function letGo({ byteLength, buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && byteLength === buffer.byteLength) buffer.transfer(0);
}
