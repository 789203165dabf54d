import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { errorOf, knownKey, type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

let api: TestApi;
const run = vi.spyOn(echo, "run");
beforeAll(async () => {
  api = await testApi([echo as unknown as DescribedOperation]);
});
/** Each test has a key of its own, whose requests nobody has answered yet. */
let key: string;
beforeEach(async () => {
  key = await knownKey();
});

function send(
  idempotencyKey: string,
  body: unknown,
  headers: Record<string, string> = {},
  query = "",
): Promise<Response> {
  return api.request(`/v1/echo${query}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": idempotencyKey,
      Authorization: `Bearer ${key}`,
      ...headers,
    },
  });
}

it("an Idempotency-Key gives a repeated request the first one's answer and links, without working twice", async () => {
  run.mockClear();
  const first = await send("order-1", { fileBase64: "aGVsbG8=" });
  const second = await send("order-1", { fileBase64: "aGVsbG8=" });
  expect(run).toHaveBeenCalledTimes(1);
  expect(await second.text()).toBe(await first.text());
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  expect(second.headers.get("idempotency-replayed")).toBe("true");
});

it.each([
  ["another file", { fileBase64: "aGVsbG9v" }],
  ["another field", { fileBase64: "aGVsbG8=", note: "x" }],
])("an Idempotency-Key is refused with 409 for %s", async (_, body) => {
  const key = crypto.randomUUID();
  await send(key, { fileBase64: "aGVsbG8=" });
  const response = await send(key, body);
  expect(response.status).toBe(409);
  expect(await errorOf(response)).toMatchObject({ code: "IDEMPOTENCY_CONFLICT", retryable: false });
});

it("works once when two requests come at the same time: the other is asked to try again", async () => {
  run.mockClear();
  const responses = await Promise.all([
    send("twins", { fileBase64: "aGVsbG8=" }),
    send("twins", { fileBase64: "aGVsbG8=" }),
  ]);
  expect(run).toHaveBeenCalledTimes(1);
  const waiting = responses.filter(({ status }) => status === 409);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(waiting[0]?.headers.get("retry-after")).toBe("2");
  expect(await errorOf(waiting[0]!)).toMatchObject({ code: "IDEMPOTENCY_RUNNING", retryable: true });
  expect((await send("twins", { fileBase64: "aGVsbG8=" })).status).toBe(200);
  expect(run).toHaveBeenCalledTimes(1);
});

it("an Idempotency-Key keeps no refusal: after a failure the same key works again", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect((await send("retry", { fail: "bug" })).status).toBe(500);
  log.mockRestore();
  run.mockImplementationOnce(async () => ({
    result: { message: "well", fileName: "a.pdf", bytes: 0, fields: {}, downloadUrl: "", expiresAt: "" },
  }));
  expect((await send("retry", { fail: "bug" })).status).toBe(200);
});

it("an Idempotency-Key belongs to one API key: another customer may use the same", async () => {
  run.mockClear();
  await send("shared", { note: "a" });
  const other = await knownKey();
  expect((await send("shared", { note: "b" }, { Authorization: `Bearer ${other}` })).status).toBe(200);
  expect(run).toHaveBeenCalledTimes(2);
});

it("an Idempotency-Key ends after an hour, with the links", async () => {
  await send("later", { note: "a" });
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now + 3_600_001);
  expect((await send("later", { note: "b" })).status).toBe(200);
  clock.mockRestore();
});

it("works again, time after time, once the object that kept the answer has forgotten it", async () => {
  run.mockClear();
  const object = env.ANSWERS.get(env.ANSWERS.idFromName(`alarm ${crypto.randomUUID()}`));
  for (let round = 0; round < 2; round++) {
    const claim = await object.claim("a", Date.now());
    expect(claim.state).toBe("new");
    await runDurableObjectAlarm(object);
    // A request that still works under the old claim changes nothing, and breaks nothing.
    if (claim.state === "new") await object.keep(claim.token, "late", Date.now() + 1000);
    if (claim.state === "new") await object.abandon(claim.token);
  }
  expect(await object.claim("b", Date.now())).toMatchObject({ state: "new" });
});

it("an Idempotency-Key must be visible ASCII of bounded length", async () => {
  for (const wrong of ["x".repeat(256), "two words"]) {
    const error = await errorOf(await send(wrong, {}));
    expect([error.code, error.field]).toEqual(["INVALID_INPUT", "Idempotency-Key"]);
    expect(error.message).toContain("expected 1 to 255 visible ASCII characters.");
  }
  for (const right of ["x".repeat(255), "!~"]) expect((await send(right, { note: "hi" })).status).toBe(200);
});

it("an Idempotency-Key has no effect on binary answers, which say so", async () => {
  const response = await send("binary", { fileBase64: "aGVsbG8=" }, {}, "?format=binary");
  expect(response.headers.get("quire-warnings")).toContain("Idempotency-Key");
  expect(await response.text()).toBe("hello");
});
