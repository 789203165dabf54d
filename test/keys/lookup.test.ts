import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { generateKey } from "../../src/keys/format.ts";
import { hashKey, type KeyRecord, putRecord } from "../../src/keys/key-records.ts";
import { KeyLookup } from "../../src/keys/lookup.ts";

async function known(record: Partial<KeyRecord> = {}): Promise<string> {
  const key = generateKey();
  const full = { id: "k1", name: "Test", createdAt: "2026-01-01T00:00:00Z", ...record };
  await putRecord(env.KEYS, await hashKey(key), full);
  return key;
}

it("the look-up of keys knows a key that was created, and stores it only as its hash", async () => {
  const key = await known();
  expect(await new KeyLookup().verify(env.KEYS, key)).toMatchObject({ ok: true, record: { id: "k1" } });
  const name = `key:${await hashKey(key)}`;
  expect(name).not.toContain(key);
  expect((await env.KEYS.list({ prefix: name })).keys).toHaveLength(1);
  expect(await env.KEYS.get(name)).not.toContain(key);
});

it.each([
  ["expired", { expiresAt: "2026-01-02T00:00:00Z" }],
  ["revoked", { revokedAt: "2026-01-02T00:00:00Z" }],
])("the look-up of keys refuses a key that is %s", async (reason, record) => {
  expect(await new KeyLookup().verify(env.KEYS, await known(record))).toEqual({ ok: false, reason });
});

it("accepts a key until the very moment it expires", async () => {
  const key = await known({ expiresAt: "2026-06-01T00:00:00Z" });
  const end = Date.parse("2026-06-01T00:00:00Z");
  expect(await new KeyLookup().verify(env.KEYS, key, { now: end - 1 })).toMatchObject({ ok: true });
  expect(await new KeyLookup().verify(env.KEYS, key, { now: end })).toMatchObject({ reason: "expired" });
});

it("the look-up of keys refuses a typo without asking KV, and asks only once for an unknown key", async () => {
  const get = vi.spyOn(env.KEYS, "get");
  const lookup = new KeyLookup();
  expect(await lookup.verify(env.KEYS, "qk_typo")).toEqual({ ok: false, reason: "malformed" });
  expect(get).not.toHaveBeenCalled();
  const key = generateKey();
  expect(await lookup.verify(env.KEYS, key)).toEqual({ ok: false, reason: "unknown" });
  expect(await lookup.verify(env.KEYS, key)).toEqual({ ok: false, reason: "unknown" });
  expect(get).toHaveBeenCalledTimes(1);
});

it("notices a revocation once its short memory is over", async () => {
  const key = await known();
  const lookup = new KeyLookup();
  const now = Date.now();
  await lookup.verify(env.KEYS, key, { now });
  const record = { id: "k1", name: "Test", createdAt: "2026-01-01T00:00:00Z", revokedAt: "2026-01-02T00:00:00Z" };
  await putRecord(env.KEYS, await hashKey(key), record);
  expect(await lookup.verify(env.KEYS, key, { now: now + 31_000 })).toEqual({ ok: false, reason: "revoked" });
});

it("remembers a key for half a minute, and an unknown one for ten seconds", async () => {
  const [key, later] = [await known(), generateKey()];
  const lookup = new KeyLookup();
  const now = Date.now();
  const get = vi.spyOn(env.KEYS, "get");
  get.mockClear();
  const asks = async (which: string, at: number) => {
    const before = get.mock.calls.length;
    await lookup.verify(env.KEYS, which, { now: now + at });
    return get.mock.calls.length > before;
  };
  expect([await asks(key, 0), await asks(key, 29_999), await asks(key, 30_000)]).toEqual([true, false, true]);
  expect([await asks(later, 0), await asks(later, 9_999), await asks(later, 10_000)]).toEqual([true, false, true]);
});

it("remembers a thousand keys, those that were read last", async () => {
  const get = vi.spyOn(env.KEYS, "get").mockImplementation((async () => ({ id: "any", name: "Any" })) as never);
  const lookup = new KeyLookup();
  const keys = Array.from({ length: 1_001 }, generateKey);
  for (const key of keys) await lookup.verify(env.KEYS, key);
  get.mockClear();
  for (const key of keys.slice(1)) await lookup.verify(env.KEYS, key);
  expect(get).not.toHaveBeenCalled();
  await lookup.verify(env.KEYS, keys[0] as string);
  expect(get).toHaveBeenCalledTimes(1);
  get.mockRestore();
});

it("watches a thousand networks, and forgets the one that it has watched longest", async () => {
  const get = vi.spyOn(env.KEYS, "get").mockImplementation((async () => null) as never);
  const lookup = new KeyLookup();
  const guess = (network: string) => lookup.verify(env.KEYS, generateKey(), { network });
  for (let i = 0; i < 20; i++) await guess("first");
  for (let i = 0; i < 999; i++) await guess(`other ${i}`);
  expect(await guess("first")).toMatchObject({ reason: "guessing" });
  await guess("one more");
  expect(await guess("first")).toMatchObject({ reason: "unknown" });
  get.mockRestore();
});

it("made-up keys of one network are no longer looked up, while known ones and other networks go on", async () => {
  const customers = await Promise.all([known(), known(), known()]);
  const [used, idle, elsewhere] = customers as [string, string, string];
  const lookup = new KeyLookup();
  const now = Date.now();
  const ask = (key: string, network: string, at = now) => lookup.verify(env.KEYS, key, { network, now: at });
  expect(await ask(used, "here")).toMatchObject({ ok: true });
  const get = vi.spyOn(env.KEYS, "get");
  get.mockClear();
  const forged = await Promise.all(Array.from({ length: 100 }, () => ask(generateKey(), "here")));
  expect(forged.filter((verdict) => !verdict.ok && verdict.reason === "guessing")).toHaveLength(80);
  expect(get).toHaveBeenCalledTimes(20);
  expect(await ask(used, "here")).toMatchObject({ ok: true });
  expect(await ask(idle, "here")).toMatchObject({ ok: false, reason: "guessing", retryAfter: 60 });
  expect(await ask(idle, "here", now + 59_001)).toMatchObject({ reason: "guessing", retryAfter: 1 });
  expect(await ask(elsewhere, "there")).toMatchObject({ ok: true });
  expect(await ask(idle, "here", now + 60_000)).toMatchObject({ ok: true });
});

it("the look-up of keys keeps what it knows of customers however many made-up keys come", async () => {
  const key = await known();
  const lookup = new KeyLookup();
  await lookup.verify(env.KEYS, key);
  const get = vi.spyOn(env.KEYS, "get").mockImplementation((async () => null) as never);
  for (let i = 0; i < 1_100; i++) await lookup.verify(env.KEYS, generateKey(), { network: String(i) });
  expect(await lookup.verify(env.KEYS, key)).toMatchObject({ ok: true });
  get.mockRestore();
});
