import { afterEach, describe, expect, it, vi } from "vitest";
import { VirtualClock } from "../../../../lab/scale/clock.ts";
import { type Run, type Simulated, simulateDay } from "../../../../lab/scale/day.ts";
import { dayOf } from "../../../../lab/scale/figures.ts";
import { Queue } from "../../../../lab/scale/queue.ts";
import { compare } from "../../../../lab/scale/report.ts";
import { Sample } from "../../../../lab/scale/sample.ts";
import { sweep } from "../../../../lab/scale/sweep.ts";
import { LARGE_SHARE, largeUploadsUnderWay } from "../../../../lab/scale/traffic.ts";
import { uploadsAtOnce } from "../../../../lab/scale/uploads.ts";
import { random } from "../../../fixtures/random.ts";

afterEach(() => vi.restoreAllMocks());

describe("a queue", () => {
  const next = random(7);
  const exponential = (mean: number) => -Math.log(1 - next()) * mean;

  /** The mean wait of many who come at random. */
  function meanWait(servers: number, between: number, service: () => number): number {
    const queue = new Queue(servers);
    const count = 400_000;
    let [now, waited] = [0, 0];
    for (let i = 0; i < count; i++) {
      now += exponential(between);
      waited += queue.enter(now, service());
    }
    return waited / count;
  }

  it("waits as theory says where each is served in the same time (M/D/1)", () => {
    // Pollaczek and Khinchine: ρ·s / 2(1 − ρ), with ρ = 0.8 and s = 1.
    expect(meanWait(1, 1.25, () => 1)).toBeCloseTo(2, 1);
  });

  it("waits as theory says where three serve at random times (M/M/3)", () => {
    // Erlang's C with three servers and 2.4 at work: 0.6472 wait, for 1 / (3 − 2.4) each.
    expect(meanWait(3, 1 / 2.4, () => exponential(1))).toBeCloseTo(0.6472 / 0.6, 1);
  });
});

it("time passes in the order of what is due, and what waits for a promise goes on before it does", async () => {
  const clock = new VirtualClock(1_000);
  const seen: string[] = [];
  const walk = async (name: string, ms: number) => {
    await clock.sleep(ms);
    await Promise.resolve();
    seen.push(`${name} ${clock.now}`);
    await clock.sleep(ms);
    seen.push(`${name} ${clock.now}`);
  };
  void walk("slow", 30);
  void walk("fast", 20);
  await clock.runUntil(1_055);
  expect(seen).toEqual(["fast 1020", "slow 1030", "fast 1040"]);
  expect(clock.now).toBe(1_055);
});

it("a weighed sample has the percentiles of the requests that it stands for", () => {
  const sample = new Sample();
  for (const [value, weight] of [
    [30, 1],
    [10, 8],
    [20, 1],
  ] as const)
    sample.add(value, weight);
  expect([0.5, 0.8, 0.9, 1].map((share) => sample.percentile(share))).toEqual([10, 10, 20, 30]);
});

describe("a day", () => {
  const small: Run = { perDay: 10_000, seed: 3, mostBrowsers: 6 };
  const told = (parts: readonly Simulated[]) =>
    parts.map(({ tally, browsers, objects, kvReads }) => [
      ...[tally.arrived, tally.answered, tally.refused, tally.links, tally.waits.mean, kvReads],
      ...[browsers, objects, [...tally.refusals]],
    ]);

  it("is the same for the same seed, and another for another", async () => {
    const slice = { requests: 200, before: 50 };
    const first = told(await simulateDay({ ...small, slice }));
    expect(told(await simulateDay({ ...small, slice }))).toEqual(first);
    expect(told(await simulateDay({ ...small, slice, seed: 4 }))).not.toEqual(first);
  });

  it("answers or refuses every request, writes how each came about, and is much like its slices", async () => {
    const whole = await simulateDay(small);
    // What one part of the day leaves under way comes to its end in the next.
    const left = whole.map(({ tally }) => tally.arrived - tally.answered - tally.refused);
    expect(left.slice(0, -1)).toEqual([0, 0, 0, 0, 0]);
    expect([0, 1, 2, 3]).toContain(left.at(-1));
    const { requests, rows: written } = dayOf(whole);
    expect(requests).toBeGreaterThan(9_500);
    const sum = (of: (part: Simulated) => number) => whole.reduce((total, part) => total + of(part), 0);
    const [renders, launches] = [sum(({ tally }) => tally.renders), sum(({ browsers }) => browsers.launches)];
    // The way of each render, and each launch, by the hour and by the day: for its key and for all keys.
    expect(written.renders / (4 * renders + 4 * launches)).toBeGreaterThan(0.98);
    expect(written.renders).toBeLessThanOrEqual(4 * renders + 4 * launches);
    expect(written.latest / requests).toBeCloseTo(2, 1);
    expect(written.limits).toBeGreaterThan(0);
    const sliced = await simulateDay({ ...small, seed: 5, slice: { requests: 800, before: 100 } });
    const { rows, agrees } = compare(small.perDay, whole, sliced);
    expect({ agrees, rows }).toMatchObject({ agrees: true });
  });

  it("with more pages than browsers have places refuses some of them, and asks full browsers seldom", async () => {
    const parts = await simulateDay({
      ...{ perDay: 20_000_000, seed: 3, mostBrowsers: 2 },
      slice: { requests: 700, before: 700 },
    });
    const peak = parts.find(({ stretch }) => stretch.name === "peak") as Simulated;
    expect(peak.tally.refusals.get("browsers busy (503)")?.others).toBeGreaterThan(10);
    expect(peak.tally.foundFull).toBeLessThan(peak.tally.renders);
  });
});

it("an isolate takes one of the largest uploads at a time, and none that it could never hold", () => {
  const mib = 1 << 20;
  expect([110, 50, 40, 25, 1].map((size) => uploadsAtOnce(size * mib))).toEqual([1, 1, 2, 3, 80]);
  expect(uploadsAtOnce(111 * mib)).toBe(0);
});

it("uploads under way are their rate times the seconds for which each holds memory", () => {
  expect(LARGE_SHARE).toBe(0.005);
  // 49 MB at 100 Mbit/s are 3.92 s, and the work and half a write to the bucket less than 0.3 s.
  const each = largeUploadsUnderWay(1000) / (1000 * LARGE_SHARE);
  expect(each).toBeGreaterThan(3.92);
  expect(each).toBeLessThan(4.22);
});

it("the deletion of files takes two calls for each thousand", async () => {
  const { seconds, calls } = await sweep(10_000);
  expect(calls).toBe(21);
  expect(seconds).toBeCloseTo(21 * 0.15, 5);
});
