import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { keyRegistry } from "../../src/admin/key-registry.ts";
import type { KeyView } from "../../src/admin/schemas.ts";
import { hashKey, type KeyRecord } from "../../src/keys/key-records.ts";
import { TestAdmin } from "../support/admin.ts";
import { errorOf, knownKey } from "../support/api.ts";

let admin: TestAdmin;

beforeAll(async () => {
  admin = await TestAdmin.start();
}, 60_000);

describe("a key", () => {
  it("is for the operations and addresses that it was made for, its successor as well, until that is changed", async () => {
    const only = { operations: ["html-to-pdf"], addresses: ["192.0.2.0/24"] };
    const { key, record } = await admin.created({ name: "Invoices", only });
    expect(record.only).toEqual(only);
    expect((await admin.echoed(key)).status).toBe(403);
    const renamed = await admin.script()("PATCH", `/keys/${record.id}`, { name: "Bills" });
    expect(await renamed.json()).toMatchObject({ record: { name: "Bills", only } });
    const rotated = await admin.script()("POST", `/keys/${record.id}/rotate`, {});
    expect(await rotated.json()).toMatchObject({ record: { name: "Bills", only } });
    await admin.script()("PATCH", `/keys/${record.id}`, { only: null });
    expect((await admin.echoed(key)).status).toBe(200);
  });

  it.each([
    [{ operations: ["html"] }, "only.operations[0]"],
    [{ operations: [] }, "only.operations"],
    [{ addresses: ["here"] }, "only.addresses[0]"],
    [{ addresses: ["192.0.2.7/33"] }, "only.addresses[0]"],
    [{ addresses: ["2001:db8::/x"] }, "only.addresses[0]"],
    [{ countries: ["AT"] }, "only"],
  ])("is not made for %j", async (only, field) => {
    const refused = await admin.script()("POST", "/keys", { name: "Odd", only });
    expect(refused.status).toBe(400);
    expect((await errorOf(refused)).field).toBe(field);
  });

  it("works from its creation to its revocation, and is never shown again", async () => {
    const { key, record } = await admin.created({ name: "Invoices" });
    expect(key).toMatch(/^qk_/);
    expect((await admin.echoed(key)).status).toBe(200);
    const { call } = await admin.signedIn();
    const list = await (await call("GET", "/keys")).text();
    expect(list).not.toContain(key);
    const listed = (JSON.parse(list) as { keys: KeyView[] }).keys.find(({ id }) => id === record.id);
    expect(listed).toMatchObject({ name: "Invoices", standing: "valid" });
    expect(Date.now() - Date.parse(listed?.lastUsedAt ?? "")).toBeLessThan(60_000);
    const revoked = await call("POST", `/keys/${record.id}/revoke`);
    expect(await revoked.json()).toMatchObject({ record: { standing: "revoked" } });
    const refused = await admin.echoed(key);
    expect(refused.status).toBe(401);
    expect((await errorOf(refused)).message).toContain("revoked");
  });

  it("stays revoked, whatever an old copy in KV says and the administration then changes", async () => {
    const { key, record } = await admin.created({ name: "Leaked" });
    const name = `key:${await hashKey(key)}`;
    const stale = await env.KEYS.getWithMetadata<KeyRecord>(name);
    await admin.script()("POST", `/keys/${record.id}/revoke`);
    await env.KEYS.put(name, stale.value!, { metadata: stale.metadata });
    const changed = await admin.script()("PATCH", `/keys/${record.id}`, { name: "Leaked in March" });
    expect(await changed.json()).toMatchObject({ record: { name: "Leaked in March", standing: "revoked" } });
    expect((await admin.echoed(key)).status).toBe(401);
    expect(await env.KEYS.get(name, "json")).toMatchObject({ revokedAt: expect.any(String) });
  });

  it("that was put into KV beside the registry is taken in, changed and revoked", async () => {
    const key = await knownKey({ id: "beside", name: "Beside" });
    const list = (await (await admin.script()("GET", "/keys")).json()) as { keys: KeyView[] };
    expect(list.keys).toContainEqual(expect.objectContaining({ id: "beside", standing: "valid" }));
    await admin.script()("POST", "/keys/beside/revoke");
    expect((await admin.echoed(key)).status).toBe(401);
  });

  it("is copied to KV later where KV did not take it at once", async () => {
    const registry = keyRegistry(env);
    const { key, record } = await admin.created({ name: "Late" });
    const before = Date.now();
    await runInDurableObject(registry, async (object) => {
      const kv = (object as unknown as { env: { KEYS: KVNamespace } }).env.KEYS;
      const put = vi.spyOn(kv, "put").mockRejectedValueOnce(new Error("KV PUT failed: 429 Too Many Requests"));
      const silent = vi.spyOn(console, "error").mockReturnValue();
      await object.revoke(record.id, "secret");
      expect(silent).toHaveBeenCalledWith(expect.stringContaining("key-not-published"));
      put.mockRestore();
      silent.mockRestore();
    });
    expect((await admin.echoed(key)).status).toBe(200);
    const due = await runInDurableObject(registry, (_, { storage }) => storage.getAlarm());
    expect(due).toBeGreaterThanOrEqual(before + 10_000);
    expect(due).toBeLessThanOrEqual(Date.now() + 10_000);
    expect(await runDurableObjectAlarm(registry)).toBe(true);
    expect(await env.KEYS.get(`key:${await hashKey(key)}`, "json")).toMatchObject({ revokedAt: expect.any(String) });
  });

  it("is renamed, and its expiry and limits are set and taken away", async () => {
    const { record } = await admin.created({ name: "Old", expiresAt: "2999-01-01T00:00:00Z", limits: { perDay: 5 } });
    const call = admin.script();
    const renamed = await call("PATCH", `/keys/${record.id}`, { name: "New" });
    expect(await renamed.json()).toMatchObject({
      record: { name: "New", expiresAt: "2999-01-01T00:00:00.000Z", limits: { perDay: 5 } },
    });
    const freed = await call("PATCH", `/keys/${record.id}`, { expiresAt: null, limits: null });
    const after = ((await freed.json()) as { record: KeyView }).record;
    expect(after.expiresAt).toBeUndefined();
    expect(after.limits).toBeUndefined();
  });
});

describe("a key that is replaced or limited", () => {
  it("is replaced by another, and goes on working until the overlap ends", async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const { key, record } = await admin.created({ name: "Replaced", expiresAt: inDays(30), limits: { perDay: 50 } });
    const call = admin.script();
    const response = await call("POST", `/keys/${record.id}/rotate`, { overlapHours: 2 });
    expect(response.status).toBe(201);
    const rotated = (await response.json()) as { key: string; record: KeyView; old: KeyView };
    expect(rotated.record).toMatchObject({ name: "Replaced", limits: { perDay: 50 }, standing: "valid" });
    expect(rotated.record.id).not.toBe(record.id);
    // Made to live thirty days, as the first was.
    expect(Math.abs(Date.parse(rotated.record.expiresAt as string) - Date.parse(inDays(30)))).toBeLessThan(60_000);
    expect(rotated.old).toMatchObject({ id: record.id, standing: "valid" });
    expect(Math.abs(Date.parse(rotated.old.expiresAt as string) - Date.parse(inDays(2 / 24)))).toBeLessThan(60_000);
    expect([(await admin.echoed(key)).status, (await admin.echoed(rotated.key)).status]).toEqual([200, 200]);

    // At once, and never for longer than the old key was to live.
    const again = await call("POST", `/keys/${rotated.record.id}/rotate`, { overlapHours: 0 });
    const { old } = (await again.json()) as { old: KeyView };
    expect(old.standing).toBe("expired");
    expect((await admin.echoed(rotated.key)).status).toBe(401);
    const { record: short } = await admin.created({ name: "Short", expiresAt: inDays(0.5) });
    const kept = await call("POST", `/keys/${short.id}/rotate`, {});
    expect(((await kept.json()) as { old: KeyView }).old.expiresAt).toBe(short.expiresAt);

    await call("POST", `/keys/${record.id}/revoke`);
    const refused = await call("POST", `/keys/${record.id}/rotate`, {});
    expect([refused.status, (await errorOf(refused)).message]).toEqual([400, expect.stringContaining("create a new")]);
    for (const overlapHours of [-1, 721]) {
      const wrong = await call("POST", `/keys/${record.id}/rotate`, { overlapHours });
      expect(await errorOf(wrong)).toMatchObject({ field: "overlapHours" });
    }
    const { entries } = (await (await call("GET", "/audit?limit=9")).json()) as { entries: object[] };
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: "rotate-key",
        keyId: record.id,
        changes: { overlapHours: 2, by: rotated.record.id },
      }),
    );
  });

  it("has every limit that it is given", async () => {
    const limits = { concurrentRequests: 2, browserSecondsPerHour: 60, storedBytesPerHour: 5e9, splitOutputBytes: 4e9 };
    const { record } = await admin.created({ name: "Measured", limits });
    expect(record.limits).toEqual(limits);
    const changed = await admin.script()("PATCH", `/keys/${record.id}`, { limits: { concurrentRequests: 9 } });
    expect(await changed.json()).toMatchObject({ record: { limits: { concurrentRequests: 9 } } });
  });

  it("is held to its own limits, and says when to try again", async () => {
    const { key } = await admin.created({ name: "Slow", limits: { perMinute: 50, perDay: 2 } });
    expect((await admin.echoed(key)).status).toBe(200);
    expect((await admin.echoed(key)).status).toBe(200);
    const refused = await admin.echoed(key);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await errorOf(refused)).message).toContain("2 requests a day");
  });
});

describe("the audit trail", () => {
  interface Trail {
    entries: { action: string; operator: string; keyId?: string; changes?: object }[];
  }
  const trail = async (limit = 50) => (await (await admin.script()("GET", `/audit?limit=${limit}`)).json()) as Trail;

  it("says who did what to a key, the latest first, and never the key", async () => {
    const { key, record } = await admin.created({ name: "Watched", limits: { perDay: 7 } });
    const { call } = await admin.signedIn();
    await call("PATCH", `/keys/${record.id}`, { limits: null });
    await call("POST", `/keys/${record.id}/revoke`);
    await call("DELETE", "/session");
    const { entries } = await trail();
    expect(entries.slice(0, 5)).toEqual([
      expect.objectContaining({ operator: "session", action: "sign-out" }),
      expect.objectContaining({ operator: "session", action: "revoke-key", keyId: record.id, keyName: "Watched" }),
      expect.objectContaining({ operator: "session", action: "change-key", changes: { limits: null } }),
      expect.objectContaining({ operator: "session", action: "sign-in" }),
      expect.objectContaining({
        operator: "secret",
        action: "create-key",
        changes: { name: "Watched", limits: { perDay: 7 } },
      }),
    ]);
    expect(JSON.stringify(entries)).not.toContain(key);
  });

  it("is given in as many entries as are asked for", async () => {
    await admin.created({ name: "One" });
    await admin.created({ name: "Two" });
    expect((await trail(1)).entries).toHaveLength(1);
    expect(await errorOf(await admin.script()("GET", "/audit?limit=0"))).toMatchObject({ field: "limit" });
  });

  it("goes back 400 days", async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await runInDurableObject(keyRegistry(env), (object, { storage }) => {
      for (const days of [399, 401]) {
        storage.sql.exec("INSERT INTO audit VALUES (?, 'secret', 'sign-in', NULL, NULL, NULL)", at(days));
      }
      object.note("secret", "sign-out");
      const old = storage.sql.exec<{ at: string }>("SELECT at FROM audit WHERE at < ?", at(300)).toArray();
      expect(old.map((entry) => Math.round((Date.now() - Date.parse(entry.at)) / 86_400_000))).toEqual([399]);
      storage.sql.exec("DELETE FROM audit WHERE at < ?", at(300));
    });
  });

  it("needs the secret or a session", async () => {
    expect((await admin.caller()("GET", "/audit")).status).toBe(401);
  });
});

describe("usage", () => {
  it("is counted by day and operation, for each key and in all", async () => {
    const { key, record } = await admin.created({ name: "Counted" });
    await admin.echoed(key);
    await admin.echoed(key);
    await admin.api.request("/v1/echo", {
      method: "POST",
      body: "margin=-1",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/x-www-form-urlencoded" },
    });
    const call = admin.script();
    const today = new Date().toISOString().slice(0, 10);
    const own = (await (await call("GET", `/keys/${record.id}/usage`)).json()) as { usage: Record<string, unknown>[] };
    expect(own.usage).toEqual([expect.objectContaining({ day: today, operation: "echo", requests: 3, errors: 1 })]);
    expect(own.usage[0]?.bytesIn).toBeGreaterThan(0);
    const all = (await (await call("GET", "/usage?days=1")).json()) as { from: string; usage: { requests: number }[] };
    expect(all.from).toBe(today);
    expect(all.usage[0]?.requests).toBeGreaterThanOrEqual(3);
  });

  it("is listed by the hour, with the times that requests took and the latest requests", async () => {
    const { key, record } = await admin.created({ name: "By the hour" });
    await admin.echoed(key);
    const get = async (query: string) =>
      (await admin.script()("GET", `/keys/${record.id}/usage?${query}`)).json() as Promise<Record<string, unknown[]>>;
    const { from, to, usage, latency, recent } = await get("hours=24");
    expect(Date.parse(String(to)) - Date.parse(String(from))).toBe(23 * 3_600_000);
    const figures = { p50: expect.any(Number), p95: expect.any(Number), p99: expect.any(Number) };
    expect(usage).toEqual([expect.objectContaining({ operation: "echo", requests: 1 })]);
    // The hour may turn between the two requests.
    const { hour } = usage![0] as { hour: string };
    expect(Date.parse(String(to)) - Date.parse(hour)).toBeOneOf([0, 3_600_000]);
    expect(latency).toEqual({
      bySpan: [{ hour, ...figures }],
      byOperation: [{ operation: "echo", ...figures }],
    });
    expect(recent).toEqual([
      expect.objectContaining({ requestId: expect.any(String), operation: "echo", status: 200 }),
    ]);
    expect((await get("days=2")).latency).toMatchObject({ bySpan: [{ day: expect.any(String), ...figures }] });
  });
});
