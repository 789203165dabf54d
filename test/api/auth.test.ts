import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { errorOf, form, knownKey, type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

const BYTES = new Uint8Array(5000).fill(7);
let api: TestApi;
beforeAll(async () => {
  api = await testApi([echo as unknown as DescribedOperation]);
});

const attempt = (Authorization: string, changes: Partial<Env> = {}) =>
  api.request("/v1/echo", { method: "POST", body: form({ file: BYTES }), headers: { Authorization } }, changes);

describe("keys", () => {
  it.each(["", "Basic abc", "Bearer", "Bearer a b"])("must come as Bearer: %j is 401", async (header) => {
    const response = await attempt(header);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer realm="quire"/);
    expect((await errorOf(response)).code).toBe("AUTHENTICATION_REQUIRED");
  });

  it("that are unknown, expired or revoked are 401, saying which", async () => {
    const expired = await knownKey({ expiresAt: "2026-01-02T00:00:00Z" });
    const revoked = await knownKey({ revokedAt: "2026-01-02T00:00:00Z" });
    for (const [key, word] of [
      ["qk_unknown", "not known"],
      [expired, "expired"],
      [revoked, "revoked"],
    ] as const) {
      const response = await attempt(`Bearer ${key}`);
      expect(response.status).toBe(401);
      expect((await errorOf(response)).message).toContain(word);
    }
  });

  it("of the wrong form are refused before KV is asked, outside development", async () => {
    const KEYS = { get: () => Promise.reject(new Error("must not be asked")) } as unknown as KVNamespace;
    const error = await errorOf(await attempt("Bearer qk_typo", { KEYS, QUIRE_ENV: "" }));
    expect(error.message).toContain("typo");
  });

  it("that cannot be checked because KV is down are 503, to be tried again", async () => {
    const KEYS = { get: () => Promise.reject(new Error("KV is down")) } as unknown as KVNamespace;
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const response = await attempt("Bearer qk_other", { KEYS });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await errorOf(response)).toMatchObject({ code: "BUSY", retryable: true });
    log.mockRestore();
  });

  it("that ask too often get 429 and when to come again", async () => {
    const RATE = { limit: async () => ({ success: false }) } as unknown as RateLimit;
    const response = await attempt(`Bearer ${api.key}`, { RATE });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("60");
    expect(response.headers.get("ratelimit")).toBe('"service";r=0;t=60');
    expect(await errorOf(response)).toMatchObject({ code: "RATE_LIMITED", retryable: true });
  });

  it("learn their limits, and what is left of those that are counted exactly", async () => {
    const plain = await attempt(`Bearer ${api.key}`);
    expect(plain.headers.get("ratelimit-policy")).toMatch(
      /^"service";q=300;w=60, "concurrency";q=24;qu="concurrent-requests"/,
    );
    expect(plain.headers.get("ratelimit")).toMatch(/^"concurrency";r=23/);
    const limited = await knownKey({ limits: { perMinute: 100, perDay: 1 } });
    const first = await attempt(`Bearer ${limited}`);
    expect(first.headers.get("ratelimit-policy")).toContain(
      '"service";q=300;w=60, "minute";q=100;w=60, "day";q=1;w=86400, "concurrency"',
    );
    expect(first.headers.get("ratelimit")).toMatch(/^"minute";r=99;t=\d+, "day";r=0;t=\d+, "concurrency";r=23/);
    const second = await attempt(`Bearer ${limited}`);
    expect(second.status).toBe(429);
    expect(second.headers.get("ratelimit")).toContain(`"day";r=0;t=${second.headers.get("retry-after")}`);
  });

  it("are limited as one, wherever their requests go", async () => {
    const limit = vi.fn(async (_: { key: string }) => ({ success: true }));
    const RATE = { limit } as unknown as RateLimit;
    await attempt(`Bearer ${api.key}`, { RATE });
    expect(limit.mock.calls[0]?.[0].key).toMatch(/^[0-9a-f]{8}$/);
  });
});

it("the service keeps no key outside its hash in storage or log", async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  await attempt(`Bearer ${api.key}`);
  log.mockRestore();
  const line = JSON.parse(lines[0] as string) as Record<string, unknown>;
  expect(line).toMatchObject({ event: "request", operation: "echo", status: 200, bytesOut: 5000 });
  expect(line.bytesIn).toBeGreaterThan(5000);
  expect(lines.join()).not.toContain(api.key);
  expect(JSON.stringify(await env.KEYS.list())).not.toContain(api.key);
});
