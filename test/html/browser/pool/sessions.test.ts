import { afterEach, describe, expect, it, vi } from "vitest";
import type { Lease } from "../../../../src/html/browser/pool/lease.ts";
import { LedgerBook } from "../../../../src/html/browser/pool/ledger.ts";
import { BrowserPool } from "../../../../src/html/browser/pool/sessions.ts";
import { POOL_LIMITS, type PoolLimits } from "../../../../src/html/html-limits.ts";

/** A platform of browsers that are launched when the test says so. */
function browserService() {
  const launches: (() => void)[] = [];
  let launched = 0;
  const fetch = async (url: string) => {
    if (new URL(url).pathname.endsWith("/sessions")) {
      return Response.json({ sessions: [] });
    }
    await new Promise<void>((resolve) => launches.push(resolve));
    return Response.json({ sessionId: `browser ${++launched}` });
  };
  return { platform: { binding: { fetch }, ledger: new LedgerBook() }, launches };
}

const limits: PoolLimits = { ...POOL_LIMITS, rendersPerBrowser: 1, patienceMs: 20 };

function borrow(
  pool: BrowserPool,
  platform: ReturnType<typeof browserService>["platform"],
  ms: number,
  signal = new AbortController().signal,
) {
  return pool.borrow(platform, { avoid: new Set(), until: Date.now() + ms, signal, waitUntil: () => {} });
}

/** One browser is full; the next request has lost patience, and another browser is being launched for it. */
async function launching() {
  const { platform, launches } = browserService();
  const pool = new BrowserPool(limits);
  const works: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void works.push(work);
  const borrow = (signal = new AbortController().signal) =>
    pool.borrow(platform, { avoid: new Set(), until: Date.now() + 5_000, signal, waitUntil });
  const launch = async () => {
    await expect.poll(() => launches.length).toBe(1);
    return launches.shift()!;
  };
  const first = borrow();
  (await launch())();
  const held = await first;
  const second = borrow();
  return { pool, held, second, finish: await launch(), borrow, works };
}

describe("while a browser is being launched", () => {
  it("the request that launched it takes a place that comes free first, and the next one takes the browser", async () => {
    const { held, second, finish, borrow } = await launching();
    const third = borrow();
    held.release();
    expect(await second).toMatchObject({ sessionId: "browser 1", launched: false });
    finish();
    expect((await third).sessionId).toBe("browser 2");
  });

  it("the request that launched it is its first, when nothing comes free", async () => {
    const { second, finish } = await launching();
    finish();
    expect(await second).toMatchObject({ sessionId: "browser 2", launched: true });
  });

  it("requests further back get what comes free after that", async () => {
    const { held, second, borrow } = await launching();
    const third = borrow();
    held.release();
    (await second).release();
    expect((await third).sessionId).toBe("browser 1");
  });

  it("the Worker stays alive for it, also when nobody waits for it any more", async () => {
    const { held, second, finish, borrow, works } = await launching();
    held.release();
    await second;
    finish();
    await Promise.all(works);
    expect((await borrow()).sessionId).toBe("browser 2");
  });

  it("no other one is, though the client that it was launched for is gone", async () => {
    const { platform, launches } = browserService();
    const pool = new BrowserPool(limits);
    const gone = new AbortController();
    const first = borrow(pool, platform, 5_000, gone.signal);
    await expect.poll(() => launches.length).toBe(1);
    gone.abort();
    await expect(first).rejects.toThrow(/abort/i);
    await expect(borrow(pool, platform, 100)).rejects.toMatchObject({ limited: true });
    expect(launches).toHaveLength(1);
    launches.shift()?.();
    expect(await borrow(pool, platform, 5_000)).toMatchObject({ sessionId: "browser 1" });
  });

  it("a request whose client goes away leaves the row at once, and keeps nobody behind it waiting", async () => {
    const { pool, held, second, finish, borrow } = await launching();
    const leaving = new AbortController();
    const third = borrow(leaving.signal);
    const fourth = borrow();
    leaving.abort();
    await expect(third).rejects.toThrow(/abort/i);
    held.release();
    (await second).release();
    expect((await fourth).sessionId).toBe("browser 1");
    expect(pool.waiting).toBe(0);
    finish();
  });
});

it("a browser has as many pages made in advance as the limit, and no spare is made while it renders", async () => {
  const { platform, launches } = browserService();
  const borrowing = borrow(new BrowserPool(limits), platform, 5_000);
  await expect.poll(() => launches.length).toBe(1);
  launches.shift()?.();
  const lease = await borrowing;
  let made = 0;
  const spare = { targetId: "page", browserContextId: "context", until: Date.now() + 60_000 };
  const stocking = lease.stock(async () => {
    made++;
    return spare as Lease["spare"];
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(made).toBe(1);
  lease.release();
  await stocking;
  expect([made, limits.spares]).toEqual([3, 3]);
});

it("a launch that is answered too late gives a browser all the same, which the ledger learns", async () => {
  const { platform, launches } = browserService();
  const pool = new BrowserPool({ ...limits, launchMs: 20 });
  await expect(borrow(pool, platform, 5_000)).rejects.toThrow("A browser could not be launched: no answer in 20 ms");
  launches.shift()?.();
  await expect.poll(async () => Object.keys((await platform.ledger.read()).browsers)).toEqual(["browser 1"]);
  expect(await borrow(pool, platform, 5_000)).toMatchObject({ sessionId: "browser 1", launched: true });
  expect(launches).toEqual([]);
});

it("no more browsers are launched than there may be, however many wait", async () => {
  const { platform, launches } = browserService();
  const pool = new BrowserPool({ ...limits, browsers: 2, patienceMs: 1 });
  for (let browser = 1; browser <= 2; browser++) {
    const borrowing = borrow(pool, platform, 5_000);
    await expect.poll(() => launches.length).toBe(1);
    launches.shift()?.();
    expect(await borrowing).toMatchObject({ sessionId: `browser ${browser}` });
  }
  await expect(borrow(pool, platform, 100)).rejects.toMatchObject({ kind: "busy" });
  expect(launches).toEqual([]);
});

describe("a place in a browser", () => {
  afterEach(() => void vi.useRealTimers());

  /** A single browser with a single place, which is taken. */
  async function full(waiting: number) {
    const { platform, launches } = browserService();
    const pool = new BrowserPool({ ...limits, browsers: 1, waiting });
    const borrowing = borrow(pool, platform, 5_000);
    await expect.poll(() => launches.length).toBe(1);
    launches.shift()?.();
    return { pool, platform, held: await borrowing };
  }

  it("is waited for by as many as the limit, and one more is asked to come back", async () => {
    const { pool, platform, held } = await full(2);
    const waiting = [borrow(pool, platform, 5_000), borrow(pool, platform, 5_000)];
    await expect.poll(() => pool.waiting).toBe(2);
    await expect(borrow(pool, platform, 5_000)).rejects.toMatchObject({ kind: "busy", retryAfter: 5 });
    held.release();
    (await waiting[0])?.release();
    expect(await waiting[1]).toMatchObject({ sessionId: "browser 1" });
  });

  it("is free again only when a request that was cut off cannot be alive any more", async () => {
    const { pool, platform } = await full(2);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 149_000 });
    const next = borrow(pool, platform, 60_000);
    expect(await Promise.race([next, after(100)])).toBe("nothing");
    vi.setSystemTime(Date.now() + 2_000);
    expect(await Promise.race([next, after(20_000)])).toMatchObject({ sessionId: "browser 1" });
    expect(pool.rendering).toBe(1);
  });

  it("is trusted after another has failed when it worked a second and a half ago, and else a new one is launched", async () => {
    const { platform, launches } = browserService();
    const pool = new BrowserPool(limits);
    const wary = () => {
      const options = { avoid: new Set<string>(), wary: true, until: Date.now() + 5_000, waitUntil: () => {} };
      return pool.borrow(platform, { ...options, signal: new AbortController().signal });
    };
    const first = wary();
    await expect.poll(() => launches.length).toBe(1);
    launches.shift()?.();
    const held = await first;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    held.release();
    vi.setSystemTime(Date.now() + 1_500);
    const trusted = await wary();
    trusted.release();
    vi.setSystemTime(Date.now() + 1_501);
    const next = wary();
    await expect.poll(() => launches.length).toBe(1);
    launches.shift()?.();
    expect([trusted.sessionId, (await next).sessionId]).toEqual(["browser 1", "browser 2"]);
  });
});

it("a platform that launches no more browsers at this time is left alone for a second", async () => {
  const { platform } = browserService();
  let refused = 0;
  const { fetch } = platform.binding;
  platform.binding.fetch = async (url) => {
    if (new URL(url).pathname.endsWith("/sessions")) return fetch(url);
    refused += 1;
    return new Response("Rate limit exceeded", { status: 429 });
  };
  await expect(borrow(new BrowserPool(limits), platform, 200)).rejects.toMatchObject({ limited: true });
  expect(refused).toBe(1);
});

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, "nothing"));
/** A platform with so many browsers of ours, as each isolate finds it. */
function launchedBefore(count: number) {
  const ids = Array.from({ length: count }, (_, index) => `browser ${index}`);
  const fetch = async () => Response.json({ sessions: ids.map((sessionId) => ({ sessionId })) });
  const ledger = new LedgerBook({ browsers: Object.fromEntries(ids.map((id) => [id, Date.now()])), refusals: {} });
  return (pool: BrowserPool) =>
    pool.borrow(
      { binding: { fetch }, ledger },
      {
        avoid: new Set(),
        until: Date.now() + 10_000,
        signal: new AbortController().signal,
        waitUntil: () => {},
      },
    );
}

it("an isolate begins with the first browser, and with any of them once it found one full", async () => {
  const borrow = launchedBefore(4);
  const chosen = { calm: new Set<string>(), crowded: new Set<string>() };
  for (let isolate = 0; isolate < 40; isolate++) {
    const pool = new BrowserPool();
    const lease = await borrow(pool);
    chosen.calm.add(lease.sessionId);
    lease.release("full");
    chosen.crowded.add((await borrow(pool)).sessionId);
  }
  expect([...chosen.calm]).toEqual(["browser 0"]);
  expect([...chosen.crowded].sort()).toEqual(["browser 1", "browser 2", "browser 3"]);
});

it("a browser that is found full again and again is asked less and less", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  try {
    const borrow = launchedBefore(1);
    const pool = new BrowserPool({ ...POOL_LIMITS, browsers: 1 });
    const pauses: number[] = [];
    (await borrow(pool)).release("full");
    for (let time = 0; time < 5; time++) {
      const began = Date.now();
      const borrowing = borrow(pool);
      let lease: Lease | undefined;
      void borrowing.then((had) => {
        lease = had;
      });
      while (!lease) await vi.advanceTimersByTimeAsync(100);
      pauses.push(Date.now() - began);
      lease.release(time === 3 ? "well" : "full");
    }
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 100]);
  } finally {
    vi.useRealTimers();
  }
});
