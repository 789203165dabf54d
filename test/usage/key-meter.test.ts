import { expect, it } from "vitest";
import { KeyMeter, windowOf } from "../../src/usage/key-meter.ts";

const NOON = Date.parse("2026-06-01T12:00:00Z");

it("a key's meter lets a key have as many requests under way as its limit, and another key as many", () => {
  const meter = new KeyMeter();
  const leave = meter.enter("a", 2, NOON);
  expect(meter.enter("a", 2, NOON)).toBeDefined();
  expect(meter.enter("a", 2, NOON)).toBeUndefined();
  expect(meter.enter("b", 2, NOON)).toBeDefined();
  leave?.();
  leave?.();
  expect(meter.active("a")).toBe(1);
  expect(meter.enter("a", 2, NOON)).toBeDefined();
  expect(meter.enter("a", 2, NOON)).toBeUndefined();
});

it("a key's meter counts what is spent at once, once, and again with each hour", () => {
  const meter = new KeyMeter();
  meter.spend("a", { storedBytes: 100 }, NOON);
  expect(meter.spent("a", NOON + 1).storedBytes).toBe(100);
  const taken = meter.take("a", NOON + 2);
  expect(taken).toEqual({ browserMs: 0, storedBytes: 100 });
  meter.spend("a", { storedBytes: 10 }, NOON + 3);
  expect(meter.spent("a", NOON + 3).storedBytes).toBe(110);
  // Another isolate has written 50 before.
  meter.learn("a", windowOf(NOON), { browserMs: 0, storedBytes: 150 });
  expect(meter.spent("a", NOON + 4).storedBytes).toBe(160);
  meter.learn("a", windowOf(NOON) - 3_600_000, { browserMs: 9, storedBytes: 9 });
  expect(meter.spent("a", NOON + 4).storedBytes).toBe(160);
  expect(meter.spent("a", NOON + 3_600_000).storedBytes).toBe(0);
});

it("a key's meter keeps requests under way over the turn of an hour", () => {
  const meter = new KeyMeter();
  meter.enter("a", 1, NOON);
  expect(meter.enter("b", 1, NOON + 3_600_000)).toBeDefined();
  expect(meter.enter("a", 1, NOON + 3_600_000)).toBeUndefined();
});

it("forgets keys that did nothing in this hour once another one comes", () => {
  const meter = new KeyMeter();
  meter.spend("a", { storedBytes: 1 }, NOON);
  meter.enter("b", 1, NOON + 3_600_000);
  expect(meter.spent("a", NOON).storedBytes).toBe(0);
});
