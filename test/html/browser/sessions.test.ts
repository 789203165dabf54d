import { describe, expect, it } from "vitest";
import { LedgerBook } from "../../../src/html/browser/ledger.ts";
import { BrowserPool } from "../../../src/html/browser/sessions.ts";
import { POOL_LIMITS } from "../../../src/html/html-limits.ts";

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

const limits = { ...POOL_LIMITS, rendersPerBrowser: 1, patienceMs: 20 } as unknown as typeof POOL_LIMITS;

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
  it("who had it launched takes a place that comes free before, and the next one takes the browser", async () => {
    const { held, second, finish, borrow } = await launching();
    const third = borrow();
    held.release();
    expect(await second).toMatchObject({ sessionId: "browser 1", launched: false });
    finish();
    expect((await third).sessionId).toBe("browser 2");
  });

  it("who had it launched is its first, when nothing comes free", async () => {
    const { second, finish } = await launching();
    finish();
    expect(await second).toMatchObject({ sessionId: "browser 2", launched: true });
  });

  it("those behind get what comes free after that", async () => {
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

  it("whose client goes away leaves the row at once, and keeps nobody behind it waiting", async () => {
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

it("a launch that is answered too late gives a browser all the same, of which the ledger is told", async () => {
  const { platform, launches } = browserService();
  const pool = new BrowserPool({ ...limits, launchMs: 20 } as unknown as typeof POOL_LIMITS);
  const borrow = (ms: number) => {
    const signal = new AbortController().signal;
    return pool.borrow(platform, { avoid: new Set(), until: Date.now() + ms, signal, waitUntil: () => {} });
  };
  await expect(borrow(5_000)).rejects.toThrow("A browser could not be launched: no answer in 20 ms");
  launches.shift()?.();
  await expect.poll(async () => Object.keys((await platform.ledger.read()).browsers)).toEqual(["browser 1"]);
  expect(await borrow(5_000)).toMatchObject({ sessionId: "browser 1", launched: false });
  expect(launches).toEqual([]);
});

it("no more browsers are launched than there may be, however many wait", async () => {
  const { platform, launches } = browserService();
  const pool = new BrowserPool({ ...limits, browsers: 2, patienceMs: 1 } as unknown as typeof POOL_LIMITS);
  const borrow = (ms: number) => {
    const signal = new AbortController().signal;
    return pool.borrow(platform, { avoid: new Set(), until: Date.now() + ms, signal, waitUntil: () => {} });
  };
  for (let browser = 1; browser <= 2; browser++) {
    const borrowing = borrow(5_000);
    await expect.poll(() => launches.length).toBe(1);
    launches.shift()?.();
    expect(await borrowing).toMatchObject({ sessionId: `browser ${browser}` });
  }
  await expect(borrow(300)).rejects.toMatchObject({ kind: "busy" });
  expect(launches).toEqual([]);
});
