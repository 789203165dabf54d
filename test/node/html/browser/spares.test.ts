import puppeteer from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensureBrowser } from "../../../../scripts/lib/local-browser.ts";
import { makePage, makeSpare, pagesOf, type SparePage, sweep } from "../../../../src/html/browser/blank.ts";
import { Cdp } from "../../../../src/html/browser/cdp.ts";
import { LedgerBook } from "../../../../src/html/browser/pool/ledger.ts";
import { HTML_LIMITS, POOL_LIMITS } from "../../../../src/html/html-limits.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { renderer, textOf } from "../renderer.ts";

async function open(endpoint: string): Promise<WebSocket> {
  const socket = new WebSocket(endpoint);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return socket;
}

async function connected(endpoint: string): Promise<Cdp> {
  return new Cdp((await open(endpoint)) as never);
}

describe("a page made in advance", () => {
  let binding: TestBinding;
  afterEach(() => binding.close());

  /** The browser as somebody else sees it who is connected too. */
  const watcher = () => connected([...binding.browsers.values()][0]?.wsEndpoint() as string);

  it("is taken by one request, which need not make one, and goes with it", async () => {
    binding = await chromiumBinding();
    const print = renderer(binding);
    await print.html("<p>Warm");
    const cdp = await watcher();
    const ready = (await pagesOf(cdp)).map(({ targetId }) => targetId);
    const navigated: unknown[] = [];
    binding.say = (message) => {
      const { method, params } = JSON.parse(message);
      if (method === "Target.attachToTarget") navigated.push(params.targetId);
      return message;
    };
    await Promise.all([print.html("<p>One"), print.html("<p>Two")]);
    expect(new Set(navigated).size).toBe(2);
    expect(ready).toEqual(expect.arrayContaining(navigated));
    const left = (await pagesOf(cdp)).map(({ targetId }) => targetId);
    for (const targetId of navigated) expect(left).not.toContain(targetId);
    cdp.close();
  });

  it("is kept from the network like any other", async () => {
    binding = await chromiumBinding();
    const print = renderer(binding);
    await print.html("<p>Warm");
    const proxies = new Set<unknown>();
    binding.say = (message) => {
      const { method, params } = JSON.parse(message);
      if (method === "Target.createBrowserContext") proxies.add(params.proxyServer);
      return message;
    };
    await print.html("<p>Next");
    expect([...proxies]).toEqual(["http://127.0.0.1:1"]);
  });

  it("is replaced when the browser no longer has it", async () => {
    binding = await chromiumBinding();
    const print = renderer(binding);
    await print.html("<p>Warm");
    const cdp = await watcher();
    const { browserContextIds } = await cdp.send<{ browserContextIds: string[] }>("Target.getBrowserContexts");
    for (const browserContextId of browserContextIds)
      await cdp.send("Target.disposeBrowserContext", { browserContextId });
    cdp.close();
    expect(textOf(await print.html("<p>Printed"))).toContain("Printed");
    expect(binding.counts.launch).toBe(1);
  });

  it("may have crashed while it waited", async () => {
    binding = await chromiumBinding();
    const print = renderer(binding);
    await print.html("<p>Warm");
    const cdp = await watcher();
    for (const { targetId } of await pagesOf(cdp)) {
      const { sessionId } = await cdp.send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
      cdp.post("Page.crash", {}, sessionId);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    cdp.close();
    const began = Date.now();
    const { timeoutMs } = HTML_LIMITS;
    expect(textOf(await print.html("<p>Printed", { timeout: timeoutMs }))).toContain("Printed");
    expect(Date.now() - began).toBeLessThan(timeoutMs * 0.8);
  });
});

describe("whoever renders next takes away", () => {
  let endpoint: string;
  let cdp: Cdp;
  let end: () => void;
  beforeAll(async () => {
    const { executable } = await ensureBrowser();
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const browser = await puppeteer.launch({ executablePath: executable, args });
    endpoint = browser.wsEndpoint();
    end = () => browser.process()?.kill("SIGKILL");
    // Puppeteer would hold on to every page, and none would be unattended.
    await browser.disconnect();
    cdp = await connected(endpoint);
  });
  afterAll(() => {
    cdp.close();
    end();
  });

  /** Whether the browser still has a page, once what it was told has happened. */
  const has = async ({ targetId }: { targetId: string }) =>
    (await pagesOf(cdp)).some((page) => page.targetId === targetId);
  const swept = async () => {
    const waiting = await sweep(cdp);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return waiting;
  };
  const dispose = ({ browserContextId }: SparePage) => cdp.send("Target.disposeBrowserContext", { browserContextId });

  it("spares that waited too long, and no others", async () => {
    const forgotten = await makeSpare(cdp, "proxy", -60_000);
    const waiting = await makeSpare(cdp, "proxy", 60_000);
    expect(await swept()).toBe(1);
    expect([await has(forgotten), await has(waiting)]).toEqual([false, true]);
    await dispose(waiting);
  });

  it("pages that were taken up and whose connection is gone, even while they run without end", async () => {
    const spare = await makeSpare(cdp, "proxy", 60_000);
    const { targetId } = spare;
    const isolate = await connected(endpoint);
    const { sessionId } = await isolate.send<{ sessionId: string }>("Target.attachToTarget", {
      targetId,
      flatten: true,
    });
    const url = "data:text/html,<p>x<script>setTimeout(() => { for (;;); })</script>";
    await isolate.send("Page.navigate", { url }, sessionId);
    expect([await swept(), await has(spare)]).toEqual([0, true]);
    isolate.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([await swept(), await has(spare)]).toEqual([0, false]);
  });

  it("nothing that somebody else made", async () => {
    const { browserContextId } = await cdp.send<{ browserContextId: string }>("Target.createBrowserContext");
    const { targetId } = await cdp.send<{ targetId: string }>("Target.createTarget", {
      url: "data:text/html,theirs",
      browserContextId,
    });
    const [first] = await pagesOf(cdp);
    expect(await swept()).toBe(0);
    expect([await has({ targetId }), first !== undefined && (await has(first))]).toEqual([true, true]);
  });

  it("no further spare where enough of them wait already", async () => {
    const ledger = new LedgerBook();
    await ledger.launched("shared");
    const binding = {
      ledger,
      fetch: async (input: string) => {
        if (new URL(input).pathname === "/v1/sessions") return Response.json({ sessions: [{ sessionId: "shared" }] });
        const socket = Object.assign(await open(endpoint), { accept() {} });
        return Object.assign(new Response(), { webSocket: socket });
      },
    };
    const spares = await Promise.all(
      Array.from({ length: POOL_LIMITS.sparesOfAll - 1 }, () => makeSpare(cdp, "proxy", 60_000)),
    );
    for (let isolate = 0; isolate < 2; isolate++) await renderer(binding as unknown as TestBinding).html("<p>x");
    expect(await swept()).toBe(POOL_LIMITS.sparesOfAll);
    await Promise.all(spares.map(dispose));
  });

  it("a request's own page, which its connection left behind", async () => {
    const isolate = await connected(endpoint);
    const page = await makePage(isolate, "proxy");
    expect(await has(page)).toBe(true);
    isolate.close();
    await expect.poll(() => has(page)).toBe(false);
  });
});
