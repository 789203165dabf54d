/** More than any request may have: a larger body was refused by its Content-Length, and is not worth reading. */
const MAX_BYTES = 128 << 20;
/** A client that takes longer to send the rest has its connection cut. */
const MAX_MS = 10_000;
const PIECE = 256 << 10;

/**
 * Reads what nobody has read of a request's body, and drops it. An answer before that would cut the connection of a
 * client that is still sending: it would see a reset instead of the answer, and a proxy's next request might fail too.
 * This must be done before the answer, since the runtime allows no reading after it.
 */
export async function drain(request: Request): Promise<void> {
  const { body } = request;
  if (body === null || body.locked || request.signal.aborted) return;
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) return;
  const reader = body.getReader({ mode: "byob" });
  const timer = setTimeout(stop, MAX_MS);
  request.signal.addEventListener("abort", stop);
  let view: Uint8Array<ArrayBuffer> = new Uint8Array(PIECE);
  try {
    for (let left = MAX_BYTES; left > 0; ) {
      const { value, done } = await reader.read(view);
      if (done) return;
      left -= value.length;
      view = new Uint8Array(value.buffer);
    }
    stop();
  } catch {
    // The client has gone, or was cut off because it was slow: there is nobody to tell.
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", stop);
  }

  function stop(): void {
    reader.cancel().catch(() => undefined);
  }
}
