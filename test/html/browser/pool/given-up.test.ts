import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LedgerBook } from "../../../../src/html/browser/pool/ledger.ts";
import { BrowserPool } from "../../../../src/html/browser/pool/sessions.ts";
import { POOL_LIMITS, type PoolLimits } from "../../../../src/html/html-limits.ts";

/** Only the test moves the clock. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_700_000_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A platform that has one browser, and launches further ones or none. */
function onePlatform(limits: Partial<PoolLimits>, launches: boolean) {
  let count = 1;
  const asked = { launches: 0 };
  const fetch = async (url: string) => {
    if (new URL(url).pathname.endsWith("/sessions")) {
      return Response.json({ sessions: Array.from({ length: count }, (_, i) => ({ sessionId: `browser ${i + 1}` })) });
    }
    asked.launches++;
    return launches
      ? Response.json({ sessionId: `browser ${++count}` })
      : new Response("Rate limit exceeded", { status: 429 });
  };
  const ledger = new LedgerBook({ browsers: { "browser 1": Date.now() }, refusals: {} });
  const pool = new BrowserPool({ ...POOL_LIMITS, ...limits });
  const borrow = (until = Date.now()) =>
    pool.borrow(
      { binding: { fetch }, ledger },
      { avoid: new Set(), until, signal: new AbortController().signal, waitUntil: () => {} },
    );
  return { pool, borrow, asked };
}

it("a browser that was given up is not used for a minute, though the platform still lists it", async () => {
  const { borrow } = onePlatform({}, false);
  expect((await borrow()).release("dead")).toBe(true);
  pass(60_000);
  await expect(borrow()).rejects.toMatchObject({ limited: true });
  pass(1);
  expect(await borrow()).toMatchObject({ sessionId: "browser 1" });
});

it("a browser that one render found doubtful rests for 3 s, and is given up after the next such render", async () => {
  const { borrow } = onePlatform({}, false);
  expect((await borrow()).release("doubtful")).toBe(false);
  pass(2_999);
  await expect(borrow()).rejects.toMatchObject({ kind: "busy" });
  pass(1);
  (await borrow()).release("well");
  expect((await borrow()).release("doubtful")).toBe(false);
  pass(3_000);
  expect((await borrow()).release("doubtful")).toBe(true);
});

it("a late render of a browser that was given up takes nothing from those that use it again", async () => {
  const { pool, borrow } = onePlatform({}, false);
  const [first, late] = [await borrow(), await borrow()];
  first.release("dead");
  expect(pool.rendering).toBe(0);
  pass(60_001);
  await borrow();
  late.release("dead");
  expect(pool.rendering).toBe(1);
});

it("a full browser is at once joined by another, and one that works for this isolate only later", async () => {
  const patient = onePlatform({ rendersPerBrowser: 1, patienceMs: 60_000 }, true);
  const held = await patient.borrow();
  await expect(patient.borrow()).rejects.toMatchObject({ kind: "busy" });
  expect(patient.asked.launches).toBe(0);
  held.release("full");
  expect(await patient.borrow(Date.now() + 60_000)).toMatchObject({ sessionId: "browser 2", launched: true });
});
