import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { drain } from "../../../src/intake/body/drain.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A body that says what was read of it. */
function body(piece: () => Promise<Uint8Array>) {
  const seen = { bytes: 0, cancelled: false };
  const stream = new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const bytes = await piece();
      seen.bytes += bytes.length;
      controller.enqueue(bytes);
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  const request = { body: stream, headers: new Headers(), signal: new AbortController().signal };
  return { seen, request: request as unknown as Request };
}

it("the rest of a refused body is waited for ten seconds", async () => {
  const { seen, request } = body(() => new Promise(() => {}));
  let isOver = false;
  const draining = drain(request).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await draining;
  expect(seen.cancelled).toBe(true);
});

it("the rest of a body is not read at all where its declared length is over the limit of any request", async () => {
  const { seen, request } = body(async () => new Uint8Array(1 << 20));
  request.headers.set("content-length", String(200 << 20));
  await drain(request);
  expect(seen.bytes).toBe(0);
});

it("the rest of a body is read only up to the limit of any request", async () => {
  const { seen, request } = body(async () => new Uint8Array(8 << 20));
  await drain(request);
  expect(seen.cancelled).toBe(true);
  expect(seen.bytes).toBeLessThan(160 << 20);
});

it.each([
  ["as long as any request may be", {}, 128 << 20, true],
  ["longer by a byte", {}, (128 << 20) + 1, false],
  ["of a client that has gone", { signal: AbortSignal.abort() }, 1, false],
])("the rest of a body %s", async (_, changes, length, isRead) => {
  const pieces = [new Uint8Array(5)];
  const stream = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const piece = pieces.pop();
      if (piece) return controller.enqueue(piece);
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
  const headers = new Headers({ "content-length": String(length) });
  const request = { body: stream, headers, signal: new AbortController().signal, ...changes } as unknown as Request;
  await drain(request);
  expect(pieces).toHaveLength(isRead ? 0 : 1);
});
