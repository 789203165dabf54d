import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { errorOf, form, type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

const BYTES = new Uint8Array(300_000).fill(5);
let api: TestApi;
beforeAll(async () => {
  api = await testApi([echo as unknown as DescribedOperation]);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  // What a first request evaluates takes real time, which a clock that is moved on does not give it.
  expect((await send({})).status).toBe(200);
});
afterEach(() => vi.useRealTimers());

const send = (changes: Partial<Env>, authorization = `Bearer ${api.key}`) =>
  api.request(
    "/v1/echo",
    { method: "POST", body: form({ file: ["a.pdf", BYTES] }), headers: { Authorization: authorization } },
    changes,
  );

/** Moves the clock on until the work has ended, a second at a time. */
async function asTimePasses<T>(work: Promise<T>): Promise<T> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  while (!ended) {
    await vi.advanceTimersByTimeAsync(1_000);
    await scheduler.wait(1);
  }
  return work;
}

it("a store of keys that never answers is 503 after five seconds, not a hang", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const KEYS = { get: () => new Promise(() => undefined) } as unknown as KVNamespace;
  const answer = send({ KEYS }, "Bearer qk_never_seen");
  const response = await asTimePasses(answer);
  expect(response.status).toBe(503);
  expect((await errorOf(response)).code).toBe("BUSY");
});

it("a bucket that takes nothing is given up, twice, and answered with the operation's code", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const put = vi.fn(() => new Promise(() => undefined));
  const answer = send({ FILES: { put } as unknown as R2Bucket });
  const response = await asTimePasses(answer);
  expect(put).toHaveBeenCalledTimes(2);
  expect(response.status).toBe(500);
  expect(await errorOf(response)).toMatchObject({ code: "PROCESSING_FAILED", retryable: true });
  expect(api.isolate.memory.used).toBe(0);
});

it("an isolate that is full says 503 and when to come again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const all = await api.isolate.memory.reserve(api.isolate.memory.total, { waitMs: 0 });
  const answer = send({});
  const response = await asTimePasses(answer);
  all.release();
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await errorOf(response)).toMatchObject({ code: "BUSY", retryable: true });
  expect((await asTimePasses(send({}))).status).toBe(200);
});

it("requests that come while others wait for room are heard, and answered 503 like those", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const all = await api.isolate.memory.reserve(api.isolate.memory.total, { waitMs: 0 });
  const answers = Array.from({ length: 6 }, () => send({}));
  const statuses = (await asTimePasses(Promise.all(answers))).map(({ status }) => status);
  all.release();
  expect(statuses).toEqual([503, 503, 503, 503, 503, 503]);
  expect(api.isolate.memory.used).toBe(0);
});

it("a request whose body is wrong is refused as that, even while others wait for room", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const all = await api.isolate.memory.reserve(api.isolate.memory.total, { waitMs: 0 });
  const waiting = send({});
  const text = { method: "POST", body: "x", headers: { "Content-Type": "text/plain" } };
  const wrong = await asTimePasses(api.request("/v1/echo", text));
  expect(wrong.status).toBe(415);
  expect((await asTimePasses(waiting)).status).toBe(503);
  all.release();
});

it("a Durable Object that is down refuses the request rather than working twice", async () => {
  const ANSWERS = {
    idFromName: () => ({}),
    get: () => ({ claim: () => Promise.reject(new Error("the object is unreachable")) }),
  } as unknown as Env["ANSWERS"];
  const run = vi.spyOn(echo, "run");
  const headers = { "Idempotency-Key": "k", "Content-Type": "application/json" };
  const response = await api.request("/v1/echo", { method: "POST", body: "{}", headers }, { ANSWERS });
  expect(response.status).toBe(500);
  expect(run).not.toHaveBeenCalled();
});
