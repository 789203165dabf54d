import type { BrowserWorker } from "@cloudflare/puppeteer";
import { expect, it } from "vitest";
import { BrowserPool } from "../../../src/html/browser/sessions.ts";
import { POOL_LIMITS } from "../../../src/html/html-limits.ts";

/** A platform of browsers that are launched when the test says so. */
function platform() {
  const launches: (() => void)[] = [];
  let launched = 0;
  const fetch = async (url: string | URL | Request) => {
    if (new URL(url instanceof Request ? url.url : url).pathname.endsWith("/sessions")) {
      return Response.json({ sessions: [] });
    }
    await new Promise<void>((resolve) => launches.push(resolve));
    return Response.json({ sessionId: `browser ${++launched}` });
  };
  return { binding: { fetch } as unknown as BrowserWorker, launches };
}

it("a place that comes free is not kept waiting for a browser that is being launched", async () => {
  const { binding, launches } = platform();
  const pool = new BrowserPool({
    ...POOL_LIMITS,
    rendersPerBrowser: 1,
    patienceMs: 20,
  } as unknown as typeof POOL_LIMITS);
  const borrow = () => pool.borrow(binding, { avoid: new Set(), until: Date.now() + 5_000 });
  const launch = async () => {
    await expect.poll(() => launches.length).toBe(1);
    return launches.shift()!;
  };
  const first = borrow();
  (await launch())();
  const held = await first;

  // The second waits, loses patience and has a browser launched; the third comes after it.
  const second = borrow();
  const finish = await launch();
  const third = borrow();
  held.release();
  expect((await third).sessionId).toBe("browser 1");

  finish();
  expect(await second).toMatchObject({ sessionId: "browser 2", launched: true });
});
