/** More than any request may have: what is larger was refused by its Content-Length, and is not worth reading. */
const MAX_BYTES = 128 << 20;
/** A client that takes longer to send the rest has its connection cut. */
const MAX_MS = 10_000;
const PIECE = 256 << 10;

/**
 * Reads what a refusal left of a request's body, and forgets it. To answer while the body is unread would cut the
 * connection of a client that is still sending: it would see a reset instead of the refusal, and so might the next
 * request of a proxy. Must be done before the answer: the runtime lets nobody read after it.
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
    // The client is gone, or was cut off for its slowness: there is nobody to tell.
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", stop);
  }

  function stop(): void {
    reader.cancel().catch(() => undefined);
  }
}
