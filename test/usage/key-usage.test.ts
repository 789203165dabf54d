import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { UsageCollector } from "../../src/usage/collector.ts";
import { KeyMeter, windowOf } from "../../src/usage/key-meter.ts";
import { dayOf, hourOf, type Tally } from "../../src/usage/tally.ts";
import { usageOf, usageOfAll } from "../../src/usage/usage-objects.ts";

/** Objects that no other test writes to, under the same names. */
let usages: Env["USAGE"];
beforeEach(() => {
  const test = crypto.randomUUID();
  const idFromName = (name: string) => env.USAGE.idFromName(`${name} ${test}`);
  usages = { idFromName, get: (id: DurableObjectId) => env.USAGE.get(id) } as unknown as Env["USAGE"];
});

const NOON = Date.parse("2026-11-20T12:00:00Z");
const use = (keyId: string, changes: Record<string, unknown> = {}) => ({
  ...{
    keyId,
    operation: "crop",
    status: 200,
    bytesIn: 100,
    bytesOut: 50,
    milliseconds: 7.4,
    at: Date.now(),
    requestId: "r",
  },
  ...changes,
});

/** It writes at once, however busy it is. */
const collects = (meter = new KeyMeter()) => new UsageCollector(meter, 0);
const batch = (tallies: Tally[]) => ({ tallies, faults: [], counts: [], recent: [] });

it("adds what requests did to the day and operation, and remembers each key's last use", async () => {
  const collector = collects();
  collector.add(use("a"));
  collector.add(use("a", { status: 500 }));
  collector.add(use("a", { operation: "split" }));
  collector.add(use("b", { at: Date.now() + 5 }));
  await collector.write(usages);
  const rows = await usageOf(usages, "a").since("days", "2026-01-01");
  expect(rows.map(({ operation, requests, errors, bytesIn }) => [operation, requests, errors, bytesIn])).toEqual([
    ["crop", 2, 1, 200],
    ["split", 1, 0, 100],
  ]);
  const all = await usageOfAll(usages).since("days", "2026-01-01");
  expect(all.find(({ operation }) => operation === "crop")?.requests).toBe(3);
  const last = await usageOfAll(usages).lastUses();
  expect(last.b).toBeGreaterThan(last.a as number);
});

it("remembers why requests were refused, by day, operation and code", async () => {
  const collector = collects();
  for (const code of ["INVALID_INPUT", "CORRUPTED_FILE", "INVALID_INPUT"]) {
    collector.add(use("refused", { status: 400, code }));
  }
  collector.add(use("refused"));
  await collector.write(usages);
  const faults = await usageOf(usages, "refused").faultsSince("2026-01-01");
  expect(faults.map(({ operation, code, requests }) => [operation, code, requests])).toEqual([
    ["crop", "INVALID_INPUT", 2],
    ["crop", "CORRUPTED_FILE", 1],
  ]);
  expect(await usageOf(usages, "refused").faultsSince("2999-01-01")).toEqual([]);
});

it("a key's usage counts by the hour and by the day how documents were rendered", async () => {
  const collector = collects();
  const at = Date.now();
  collector.add(use("rendered", { at, counts: { "browser-shared-session": 2, "launched-browser": 1 } }));
  collector.add(use("rendered", { at, counts: { "browser-shared-session": 1 } }));
  await collector.write(usages);
  const object = usageOf(usages, "rendered");
  for (const span of [dayOf(at), hourOf(at)]) {
    expect(await object.countsSince(span)).toEqual([
      { span, what: "browser-shared-session", count: 3 },
      { span, what: "launched-browser", count: 1 },
    ]);
  }
  expect(await object.countsSince("2999-01-01")).toEqual([]);
  expect((await object.recent())[0]).not.toHaveProperty("counts");
});

it("a key's usage writes what arrived while it was writing, in one request's time, and nothing twice", async () => {
  const collector = collects();
  const writes = [];
  for (let i = 0; i < 40; i++) {
    collector.add(use("busy"));
    writes.push(collector.write(usages));
  }
  await Promise.all(writes);
  expect((await usageOf(usages, "busy").since("days", "2026-01-01"))[0]?.requests).toBe(40);
});

it("admits as many requests a minute and a day as the limits, and refused ones cost nothing", async () => {
  const usage = usageOf(usages, "limited");
  const limits = { perMinute: 2, perDay: 3 };
  expect((await usage.admit(limits, NOON)).spans).toMatchObject([
    { limit: "perMinute", most: 2, remaining: 1, resetSeconds: 60 },
    { limit: "perDay", most: 3, remaining: 2, resetSeconds: 43_200 },
  ]);
  expect((await usage.admit(limits, NOON + 1_000)).exhausted).toBeUndefined();
  expect((await usage.admit(limits, NOON + 20_000)).exhausted).toMatchObject({ limit: "perMinute", resetSeconds: 40 });
  expect((await usage.admit(limits, NOON + 60_000)).exhausted).toBeUndefined();
  expect((await usage.admit(limits, NOON + 61_000)).exhausted).toMatchObject({ limit: "perDay", remaining: 0 });
  expect((await usage.admit(limits, NOON + 12 * 3_600_000)).exhausted).toBeUndefined();
});

it("a key's usage keeps hours for a week, and days for a little more than a year", async () => {
  const usage = usageOf(usages, "retained");
  const hour = (ago: number) => hourOf(Date.now() - ago * 86_400_000);
  const row = { operation: "crop", requests: 1, errors: 0, bytesIn: 0, bytesOut: 0, milliseconds: 0, times: {} };
  await usage.add(batch([0, 7, 9, 399, 401].map((ago) => ({ span: hour(ago), ...row }))), {});
  expect((await usage.since("hours", "2000")).map(({ span }) => span)).toEqual([7, 0].map(hour));
  const days = [399, 9, 7, 0].map((ago) => hour(ago).slice(0, 10));
  expect((await usage.since("days", "2000")).map(({ span }) => span)).toEqual(days);
});

it("a key's usage keeps refusals and counts as long as the days and hours that they belong to", async () => {
  const usage = usageOf(usages, "retained refusals");
  const hour = (ago: number) => hourOf(Date.now() - ago * 86_400_000);
  const day = (ago: number) => hour(ago).slice(0, 10);
  const faults = [399, 401].map((ago) => ({ day: day(ago), operation: "crop", code: "BUSY", requests: 1 }));
  const spans = [hour(7), hour(9), day(9), day(399), day(401)];
  const counts = spans.map((span) => ({ span, what: "launched-browser", count: 1 }));
  await usage.add({ ...batch([]), faults, counts }, {});
  expect((await usage.faultsSince("2000")).map((fault) => fault.day)).toEqual([day(399)]);
  expect((await usage.countsSince("2000-01-01")).map(({ span }) => span)).toEqual([day(399), day(9)]);
  expect((await usage.countsSince(hour(400))).map(({ span }) => span)).toEqual([hour(7)]);
});

it("names the limit that refuses for longer, and leaves nothing where a limit was lowered", async () => {
  const usage = usageOf(usages, "lowered");
  for (let i = 0; i < 3; i++) await usage.admit({ perMinute: 3, perDay: 3 }, NOON);
  expect((await usage.admit({ perMinute: 3, perDay: 3 }, NOON)).exhausted).toMatchObject({ limit: "perDay" });
  expect(await usage.admit({ perMinute: 2 }, NOON)).toMatchObject({
    exhausted: { limit: "perMinute", most: 2, remaining: 0, resetSeconds: 60 },
  });
  expect((await usage.admit({ perMinute: 9, perDay: 3 }, NOON)).spans).toMatchObject([
    { limit: "perMinute", remaining: 6 },
    { limit: "perDay", remaining: 0 },
  ]);
  expect(await usage.admit({}, NOON)).toEqual({ exhausted: undefined, spans: [] });
});

it("adds each count of an hour to its own, and to its day", async () => {
  const usage = usageOf(usages, "counts");
  const row = { span: "2999-01-01T05:00:00.000Z", operation: "crop" };
  const first = { requests: 1, errors: 2, bytesIn: 3, bytesOut: 4, milliseconds: 5.4, times: { 7: 1 } };
  const second = { requests: 10, errors: 20, bytesIn: 30, bytesOut: 40, milliseconds: 50.4, times: { 7: 4, 30: 6 } };
  await usage.add(batch([{ ...row, ...first }]), {});
  await usage.add(batch([{ ...row, ...second }]), {});
  await usage.add(batch([{ ...row, ...first, span: "2999-01-01T06:00:00.000Z" }]), {});
  const both = { requests: 11, errors: 22, bytesIn: 33, bytesOut: 44, milliseconds: 55, times: { 7: 5, 30: 6 } };
  expect((await usage.since("hours", "2000"))[0]).toEqual({ ...row, ...both });
  expect(await usage.since("days", "2000")).toEqual([
    expect.objectContaining({ span: "2999-01-01", requests: 12, errors: 24, bytesIn: 36, times: { 7: 6, 30: 6 } }),
  ]);
});

it("lists the latest fifty requests, with the key where those of all keys are listed", async () => {
  const collector = collects();
  const start = Date.now();
  for (let i = 0; i < 60; i++) {
    collector.add(use("listed", { at: start + i, requestId: `r${i}` }));
    if (i % 20 === 19) await collector.write(usages);
  }
  collector.add(use("visitor:0123", { at: start + 99, requestId: "last" }));
  await collector.write(usages);
  const recent = await usageOf(usages, "listed").recent();
  expect(recent.map(({ requestId }) => requestId)).toEqual(Array.from({ length: 50 }, (_, i) => `r${59 - i}`));
  expect(recent[0]).not.toHaveProperty("keyId");
  // Of visitors nothing tells one from another.
  const [latest, next] = await usageOfAll(usages).recent();
  expect([latest?.requestId, latest?.keyId, next?.keyId]).toEqual(["last", "visitors", "listed"]);
});

it("remembers the latest use, in whatever order uses are reported", async () => {
  const all = usageOf(usages, "uses");
  for (const at of [5, 9, 7]) await all.add(batch([]), { key: at });
  expect(await all.lastUses()).toEqual({ key: 9 });
});

it("forgets what was spent in an hour once another is written", async () => {
  const usage = usageOf(usages, "hours");
  const hour = windowOf(NOON);
  await usage.spend(hour, { browserMs: 1, storedBytes: 2 });
  expect(await usage.spend(hour + 3_600_000, { browserMs: 3.6, storedBytes: 4 })).toEqual({
    browserMs: 4,
    storedBytes: 4,
  });
  expect(await usage.spent(hour)).toEqual({ browserMs: 0, storedBytes: 0 });
  expect(await usage.spend(hour + 3_600_000, { browserMs: 1, storedBytes: 1 })).toEqual({
    browserMs: 5,
    storedBytes: 5,
  });
});

it("each isolate learns what all of them have spent in an hour, with the answer to what it writes", async () => {
  const isolates = [new KeyMeter(), new KeyMeter()].map((meter) => ({ meter, collector: collects(meter) }));
  const now = Date.now();
  for (const { meter, collector } of isolates) {
    meter.spend("spender", { browserMs: 1_500, storedBytes: 1000 }, now);
    collector.add(use("spender"));
    await collector.write(usages);
  }
  const [first, second] = isolates.map(({ meter }) => meter.spent("spender", now));
  expect(first).toEqual({ browserMs: 1_500, storedBytes: 1000 });
  expect(second).toEqual({ browserMs: 3_000, storedBytes: 2000 });
  expect(await usageOf(usages, "spender").spent(windowOf(now))).toEqual({ browserMs: 3_000, storedBytes: 2000 });
  expect(await usageOf(usages, "spender").spent(windowOf(now) + 3_600_000)).toEqual({
    browserMs: 0,
    storedBytes: 0,
  });
});
