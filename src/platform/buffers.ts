/**
 * Frees the bytes now instead of at the next garbage collection. Nothing may read them afterwards. Bytes that share a
 * buffer with others, as small ones may, are kept.
 */
export function letGo({ byteLength, buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && canTransfer(buffer) && byteLength === buffer.byteLength) buffer.transfer(0);
}

/** The content in a buffer of another size. The old one is freed. */
export function resized(buffer: ArrayBuffer, size: number): ArrayBuffer {
  if (canTransfer(buffer)) return buffer.transfer(size);
  const next = new Uint8Array(size);
  next.set(new Uint8Array(buffer));
  return next.buffer;
}

/** Node 20 leaves it to the garbage collection. */
function canTransfer(buffer: ArrayBuffer): boolean {
  return "transfer" in buffer && !buffer.detached;
}
