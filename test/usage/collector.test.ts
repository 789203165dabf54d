import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { UsageCollector } from "../../src/usage/collector.ts";
import { KeyMeter } from "../../src/usage/key-meter.ts";
import type { Batch } from "../../src/usage/tally.ts";

/** What each object was given, by its name; `hold` keeps a write under way until it is let go. */
function objects(hold: () => Promise<void> = async () => undefined) {
  const added = new Map<string, number>();
  const take = async (name: string, { tallies }: Batch) => {
    await hold();
    const requests = tallies.reduce((sum, row) => sum + row.requests, 0);
    added.set(name, (added.get(name) ?? 0) + requests);
    return { browserMs: 0, storedBytes: 0 };
  };
  const usage = {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      add: (batch: Batch) => take(name, batch),
      write: (batch: Batch) => take(name, batch),
    }),
  } as unknown as Env["USAGE"];
  return { usage, added };
}

const use = (keyId = "a") => ({
  ...{ keyId, operation: "crop", status: 200, bytesIn: 1, bytesOut: 1, milliseconds: 1, at: 0, requestId: "r" },
});

let log: MockInstance;
beforeEach(() => {
  log = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => log.mockRestore());

it("a writer takes over what other requests add meanwhile", async () => {
  const collector = new UsageCollector(new KeyMeter());
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { usage, added } = objects(() => held);
  collector.add(use());
  const writing = collector.write(usage);
  collector.add(use());
  // It finds another at work, which needs no help.
  await collector.write(usage);
  expect(added.size).toBe(0);
  letGo();
  await writing;
  expect(Object.fromEntries(added)).toEqual({ all: 2, "key:a": 2 });
});

it("a writer that was cut off is waited for no longer than 15 seconds", async () => {
  const collector = new UsageCollector(new KeyMeter());
  const never = objects(() => new Promise(() => {}));
  collector.add(use());
  void collector.write(never.usage, () => 1_000);
  const { usage, added } = objects();
  collector.add(use("b"));
  await collector.write(usage, () => 15_999);
  expect(added.size).toBe(0);
  await collector.write(usage, () => 16_000);
  expect(Object.fromEntries(added)).toEqual({ all: 1, "key:b": 1 });
});

it("a writer ends after ten seconds, and leaves the rest to the next", async () => {
  const collector = new UsageCollector(new KeyMeter());
  let now = 1_000;
  const { usage, added } = objects(async () => {
    now += 3_000;
    // Not without end, so that a writer that goes on is seen.
    if (now < 60_000) collector.add(use("later"));
  });
  collector.add(use());
  await collector.write(usage, () => now);
  const after = added.get("all") as number;
  expect(now).toBeGreaterThanOrEqual(11_000);
  expect(now).toBeLessThan(20_000);
  const rest = objects();
  await collector.write(rest.usage, () => now);
  expect(rest.added.get("all")).toBeGreaterThan(0);
  expect(after).toBeGreaterThan(1);
});

it("of more than 10,000 uses that wait the oldest are forgotten", async () => {
  const collector = new UsageCollector(new KeyMeter());
  for (let i = 0; i < 3; i++) collector.add(use("oldest"));
  for (let i = 0; i < 9_999; i++) collector.add(use());
  const { usage, added } = objects();
  await collector.write(usage);
  expect(Object.fromEntries(added)).toEqual({ all: 10_000, "key:oldest": 1, "key:a": 9_999 });
});

it("an object that fails is in the log, and hinders no other", async () => {
  const collector = new UsageCollector(new KeyMeter());
  const { usage, added } = objects();
  const failing = {
    ...usage,
    get: (name: unknown) => {
      if (name === "key:a") throw new Error("This object is down");
      return (usage as unknown as { get: (name: unknown) => unknown }).get(name);
    },
  } as unknown as Env["USAGE"];
  collector.add(use());
  collector.add(use("b"));
  await collector.write(failing);
  expect(Object.fromEntries(added)).toEqual({ all: 2, "key:b": 1 });
  expect(log.mock.calls.flat().join()).toContain("This object is down");
  // What failed is not counted twice by another try.
  await collector.write(usage);
  expect(added.get("all")).toBe(2);
});

it("of a key's uses the latest is reported as its last, in whatever order they arrive", async () => {
  const noted: Record<string, number>[] = [];
  const { usage } = objects();
  const watched = {
    idFromName: (name: string) => name,
    get: (name: string) =>
      name === "all"
        ? { add: async (_: Batch, lastUses: Record<string, number>) => void noted.push(lastUses) }
        : (usage as unknown as { get: (name: string) => unknown }).get(name),
  } as unknown as Env["USAGE"];
  const collector = new UsageCollector(new KeyMeter());
  for (const at of [5, 9, 7]) collector.add({ ...use(), at });
  collector.add({ ...use("visitor:1"), at: 3 });
  await collector.write(watched);
  expect(noted).toEqual([{ a: 9, visitors: 3 }]);
});

it("a busy isolate lets uses gather for two seconds between its writes", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  try {
    const collector = new UsageCollector(new KeyMeter());
    let writes = 0;
    const { usage, added } = objects(async () => void writes++);
    // As often as every request of the isolate ends, each with a writer of its own.
    const works: Promise<void>[] = [];
    for (let request = 0; request < 60; request++) {
      collector.add({ ...use(), at: Date.now() });
      works.push(collector.write(usage));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all(works);
    // Each of the first ten at once, to the sums and to the key; in the six seconds, and after them, a few more.
    expect(added.get("all")).toBe(60);
    expect(writes).toBeLessThanOrEqual(2 * (10 + 6));
    // A quiet one writes at once.
    vi.setSystemTime(Date.now() + 60_000);
    collector.add({ ...use("b"), at: Date.now() });
    await collector.write(usage);
    expect(added.get("key:b")).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

it.each<[string, { before: number; pauseMs: number; now: number }, boolean]>([
  ["writes at once after nine uses in two seconds", { before: 0, pauseMs: 0, now: 9 }, false],
  ["waits after ten uses in two seconds", { before: 0, pauseMs: 0, now: 10 }, true],
  ["waits after ten uses in the two seconds before", { before: 10, pauseMs: 3_999, now: 2 }, true],
  ["writes at once after ten uses four seconds ago", { before: 10, pauseMs: 4_000, now: 2 }, false],
])("an isolate %s", async (_, { before, pauseMs, now }, isBusy) => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"], now: 1_000_000 });
  try {
    const collector = new UsageCollector(new KeyMeter());
    const { usage, added } = objects();
    const add = (count: number) => {
      for (let i = 0; i < count; i++) collector.add({ ...use(), at: Date.now() });
    };
    add(before);
    await vi.advanceTimersByTimeAsync(pauseMs);
    add(now - 1);
    await collector.write(usage);
    const written = added.get("all");
    add(1);
    const writing = collector.write(usage);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(added.get("all")).toBe(isBusy ? written : Number(written) + 1);
    await vi.advanceTimersByTimeAsync(1);
    await writing;
    expect(added.get("all")).toBe(Number(written) + 1);
  } finally {
    vi.useRealTimers();
  }
});
