import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Share } from "../../src/api/allowance.ts";
import { LIMITS } from "../../src/api/limits.ts";
import { type RateNote, setRateHeaders } from "../../src/api/rate-headers.ts";
import type { Refusal } from "../../src/errors/errors.ts";
import { VISITORS } from "../../src/keys/demo-visitor.ts";
import type { KeyRecord } from "../../src/keys/key-records.ts";
import { KeyMeter } from "../../src/usage/key-meter.ts";

/** A quarter of an hour before the next hour begins. */
const NOW = Date.parse("2026-11-20T12:45:00Z");
beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(NOW);
});
afterEach(() => vi.restoreAllMocks());

function shareOf(meter: KeyMeter, limits: KeyRecord["limits"] = {}, id = "k") {
  const rates: RateNote[] = [];
  const share = new Share(meter, { id, name: "Tests", createdAt: "", limits }, rates);
  return { share, rates };
}

function refused(work: () => unknown): Partial<Refusal> {
  try {
    work();
  } catch (error) {
    return error as Refusal;
  }
  return {};
}

describe("a key's share", () => {
  it("of requests under way is used up to the last, and free again when one ends, once", () => {
    const meter = new KeyMeter();
    const [first, second] = [shareOf(meter, { concurrentRequests: 2 }), shareOf(meter, { concurrentRequests: 2 })];
    expect([first, second].map(({ rates }) => rates)).toEqual([
      [{ policy: "concurrency", quota: 2, unit: "concurrent-requests", remaining: 1 }],
      [{ policy: "concurrency", quota: 2, unit: "concurrent-requests", remaining: 0 }],
    ]);
    expect(refused(() => shareOf(meter, { concurrentRequests: 2 }))).toMatchObject({
      code: "RATE_LIMITED",
      message: "This key may have 2 requests under way at a time; send the next when one has ended.",
      details: { retryAfter: 1 },
    });
    first.share.end();
    first.share.end();
    expect(meter.active("k")).toBe(1);
    expect(shareOf(meter, { concurrentRequests: 2 }).rates[0]?.remaining).toBe(0);
  });

  it("of stored bytes is used up to the last byte, and one more is refused until the next hour", () => {
    const { share, rates } = shareOf(new KeyMeter(), { storedBytesPerHour: 100 });
    const rate = { policy: "storage", quota: 100, unit: "content-bytes", windowSeconds: 3600, resetSeconds: 900 };
    share.store(60);
    expect(refused(() => share.store(41))).toMatchObject({
      code: "RATE_LIMITED",
      message: expect.stringMatching(
        /100 bytes an hour, of which 40 are left, and this file has 41; .* begins in 900 s/,
      ),
      details: { retryAfter: 900 },
    });
    share.store(40);
    expect(rates.slice(1)).toEqual([40, 40, 0].map((remaining) => ({ ...rate, remaining })));
    expect(refused(() => share.store(1)).message).toContain("of which 0 are left");
  });

  it("of browser time is used up with its last second", () => {
    const { share, rates } = shareOf(new KeyMeter(), { browserSecondsPerHour: 10 });
    share.requireBrowserTime();
    share.usedBrowser(9_000);
    share.requireBrowserTime();
    share.usedBrowser(1);
    expect(refused(() => share.requireBrowserTime())).toMatchObject({
      code: "RATE_LIMITED",
      message: "This key may use browsers for 10 s an hour, which are used up. The next hour begins in 900 s.",
      details: { retryAfter: 900 },
    });
    const rate = { policy: "browser-time", quota: 10, unit: "browser-seconds", windowSeconds: 3600, resetSeconds: 900 };
    expect(rates.slice(1)).toEqual([10, 1, 0].map((remaining) => ({ ...rate, remaining })));
  });

  it("is what the table says where the key says nothing", () => {
    expect(shareOf(new KeyMeter(), { storedBytesPerHour: 7 }).share.allowance).toEqual({
      ...LIMITS.key,
      storedBytesPerHour: 7,
    });
  });
});

it("visitors are charged to themselves and to all of them together, of whom nobody learns", () => {
  const meter = new KeyMeter();
  const quota = LIMITS.demo.together.storedBytesPerHour;
  const visitor = (name: string) => shareOf(meter, { storedBytesPerHour: quota * 2 }, `visitor:${name}`);
  const [one, other] = [visitor("1"), visitor("2")];
  one.share.store(quota - 5);
  expect(refused(() => other.share.store(6)).message).toMatch(
    /^All visitors without a key together may store .* 5 are/,
  );
  expect(other.rates.map(({ policy }) => policy)).toEqual(["concurrency", "storage"]);
  expect(meter.spent("visitor:2", NOW).storedBytes).toBe(0);
  other.share.usedBrowser(3);
  expect([meter.spent("visitor:2", NOW), meter.spent(VISITORS, NOW)]).toEqual([
    { browserMs: 3, storedBytes: 0 },
    { browserMs: 3, storedBytes: quota - 5 },
  ]);
});

it("the tabs of one network together hold browsers no longer than the network may", () => {
  const meter = new KeyMeter();
  const tab = (name: string) => shareOf(meter, {}, `visitor:preview-office.${name}`).share;
  tab("1").usedBrowser(LIMITS.demo.preview.network.browserSecondsPerHour * 1000);
  expect(refused(() => tab("2").requireBrowserTime()).message).toMatch(/^Visitors of one network may use browsers for/);
  expect(() => shareOf(meter, {}, "visitor:preview-elsewhere.1").share.requireBrowserTime()).not.toThrow();
});

it("a visitor who is refused with all the others is not under way itself", () => {
  const meter = new KeyMeter();
  const most = LIMITS.demo.together.concurrentRequests;
  for (let i = 0; i < most; i++) shareOf(meter, {}, `visitor:${i}`);
  expect(refused(() => shareOf(meter, {}, "visitor:last")).message).toContain(`may have ${most} requests under way`);
  expect([meter.active("visitor:last"), meter.active(VISITORS)]).toEqual([0, most]);
});

it.each<[RateNote[], policy: string | null, state: string | null]>([
  [[], null, null],
  [[{ policy: "minute", quota: 60, windowSeconds: 60 }], '"minute";q=60;w=60', null],
  [
    [
      { policy: "minute", quota: 60, windowSeconds: 60 },
      { policy: "day", quota: 5, unit: "requests", windowSeconds: 86_400, remaining: 0, resetSeconds: 0 },
      { policy: "concurrency", quota: 4, unit: "concurrent-requests", remaining: 3 },
    ],
    '"minute";q=60;w=60, "day";q=5;qu="requests";w=86400, "concurrency";q=4;qu="concurrent-requests"',
    '"day";r=0;t=0, "concurrency";r=3',
  ],
])("limits %j are told in headers", (notes, policy, state) => {
  const headers = new Headers();
  setRateHeaders(headers, notes);
  expect([headers.get("RateLimit-Policy"), headers.get("RateLimit")]).toEqual([policy, state]);
});
