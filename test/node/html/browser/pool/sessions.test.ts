import type { ServerResponse } from "node:http";
import type { Browser } from "puppeteer-core";
import { describe, expect, it, type TestContext, vi } from "vitest";
import { POOL_LIMITS } from "../../../../../src/html/html-limits.ts";
import { chromiumBinding, type TestBinding } from "../../chromium.ts";
import { patientPool } from "../../patient-pool.ts";
import { problemOf, renderer, textOf } from "../../renderer.ts";
import { startSite } from "../../site.ts";

// Each has browsers of its own, and mostly waits for them.
vi.setConfig({ maxConcurrency: 2 });

async function ownBinding({ onTestFinished }: TestContext): Promise<TestBinding> {
  const binding = await chromiumBinding();
  onTestFinished(() => binding.close());
  return binding;
}

const tooMany = () => new Response("Rate limit exceeded", { status: 429 });

/** Contexts of the browser, and what the pages in them show: of spares nothing. */
async function leftBehind({ browsers }: TestBinding): Promise<{ contexts: number; pages: string[] }> {
  const [browser] = [...browsers.values()];
  if (!browser) throw new Error("no browser");
  const session = await browser.target().createCDPSession();
  const { browserContextIds } = await session.send("Target.getBrowserContexts");
  const { targetInfos } = await session.send("Target.getTargets");
  await session.detach();
  const pages = targetInfos.filter(({ browserContextId }) => browserContextIds.includes(browserContextId ?? ""));
  return { contexts: browserContextIds.length, pages: pages.map(({ url }) => url) };
}

const onlySpares = { contexts: POOL_LIMITS.spares, pages: Array(POOL_LIMITS.spares).fill("about:blank") };

describe.concurrent("browsers are shared", () => {
  it("one for many renders, at once and one after the other, with nothing left behind", async (context) => {
    const binding = await ownBinding(context);
    const print = renderer(binding);
    const first = await print.html("<p>First");
    const renders = await Promise.all(Array.from({ length: 8 }, (_, i) => print.html(`<p>Number ${i}`)));
    expect(first.method).toBe("browser-new-session");
    expect(renders.map(({ method }) => method)).toEqual(Array(8).fill("browser-shared-session"));
    expect(renders.map((printed) => textOf(printed).trim())).toEqual(
      Array.from({ length: 8 }, (_, i) => `Number ${i}`),
    );
    expect(binding.counts.launch).toBe(1);
    expect(await leftBehind(binding)).toEqual(onlySpares);
  });

  it("a second one is launched only when the first is full", async (context) => {
    const binding = await ownBinding(context);
    // None ends before all have begun.
    const held: ServerResponse[] = [];
    const site = await startSite({
      "/picture": (_, response) => {
        held.push(response);
        if (held.length === 4) for (const each of held) each.writeHead(404).end();
      },
    });
    const pool = patientPool({ rendersPerBrowser: 2 });
    const print = renderer(binding, { allowHosts: [site.host] }, pool);
    const pages = Array.from({ length: 4 }, (_, i) => print.html(`<p>${i}<img src="${site.origin}/picture?${i}">`));
    await Promise.all(pages).finally(() => site.close());
    expect(binding.counts.launch).toBe(2);
  });

  it("no cookie, storage or cache of one request is seen by the next", async (context) => {
    const binding = await ownBinding(context);
    const site = await startSite({
      "/page": (request, response) =>
        response
          .writeHead(200, {
            "content-type": "text/html",
            "set-cookie": "visitor=1; Path=/",
            "cache-control": "max-age=3600",
          })
          .end(
            `<body><script>document.body.append("cookie:" + ${JSON.stringify(request.headers.cookie ?? "none")}, " stored:" + localStorage.getItem("x")); localStorage.setItem("x", "1")</script>`,
          ),
    });
    const print = renderer(binding, { allowHosts: [site.host] });
    for (let i = 0; i < 2; i++)
      expect(textOf(await print.url(`${site.origin}/page`))).toContain("cookie:none stored:null");
    expect(site.requests.filter((request) => request === "GET /page")).toHaveLength(2);
    await site.close();
  });
});

describe.concurrent("what goes wrong with a browser is tried on another", () => {
  it("when a listed session is dead", async (context) => {
    const binding = await ownBinding(context);
    await binding.ledger.launched("gone");
    binding.faults = [() => Response.json({ sessions: [{ sessionId: "gone" }] })];
    const printed = await renderer(binding).html("<p>Still printed");
    expect(textOf(printed)).toContain("Still printed");
    expect(printed.method).toBe("browser-new-session");
  });

  it("when the browser is killed in the middle of a render", async (context) => {
    const binding = await ownBinding(context);
    let victim: Browser | undefined;
    const site = await startSite({
      "/picture": (_, response) => {
        victim?.process()?.kill("SIGKILL");
        victim = undefined;
        response.writeHead(404).end();
      },
    });
    const print = renderer(binding, { allowHosts: [site.host] });
    await print.html("<p>Warm");
    [victim] = binding.browsers.values();
    const rendering = print.html(`<p>Survivor<img src="${site.origin}/picture">`).finally(() => site.close());
    expect(textOf(await rendering)).toContain("Survivor");
    expect(binding.counts.launch).toBeGreaterThan(1);
  });

  it("when the connection is answered with 429", async (context) => {
    const binding = await ownBinding(context);
    const print = renderer(binding);
    await print.html("<p>Warm");
    binding.faults = [tooMany];
    expect(textOf(await print.html("<p>Printed"))).toContain("Printed");
  });

  it("when the platform launches no browser at first", async (context) => {
    const binding = await ownBinding(context);
    binding.faults = [() => undefined, tooMany];
    expect(textOf(await renderer(binding).html("<p>Printed"))).toContain("Printed");
  });

  it("until the request's time is up", async (context) => {
    const binding = await ownBinding(context);
    const print = renderer(binding);
    binding.faults = Array.from({ length: 500 }, () => tooMany);
    expect(await problemOf(print.html("<p>x", { timeout: 2_500 }))).toMatchObject({ name: "SessionProblem" });
    expect(print.pool.waiting).toBe(0);
  });

  it("a page that crashes its renderer twice is refused, not tried a third time", async (context) => {
    const binding = await ownBinding(context);
    const print = renderer(binding);
    const crashing = problemOf(print.html("<p>x", { delay: 5_000 }));
    // A target that is listed may be gone by the time it is to be crashed: the next round finds the next one.
    const crash = async () => {
      for (const browser of binding.browsers.values()) {
        const session = await browser.target().createCDPSession();
        const { targetInfos } = await session.send("Target.getTargets");
        const target = targetInfos.find(({ url }) => url.includes("document.quire.invalid"));
        if (!target) continue;
        const { targetId } = target;
        const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: true });
        await session.connection()?.session(sessionId)?.send("Page.crash");
      }
    };
    const round = setInterval(() => crash().catch(() => undefined), 300);
    const problem = await crashing;
    clearInterval(round);
    expect(problem).toMatchObject({ kind: "too-large" });
    expect(problem.message).toContain("crashed");
  });
});

describe("a page that does not end", () => {
  it.for<[string, string]>([
    ["while it loads", "<p>x</p><script>while (true) {}</script>"],
    [
      "after it loaded",
      "<p>x</p><script>addEventListener('load', () => setTimeout(() => { while (true) {} }, 10))</script>",
    ],
  ])("ends in the request's time and frees the page: %s", async ([, page], context) => {
    const binding = await ownBinding(context);
    const print = renderer(binding);
    await print.html("<p>Warm");
    expect(await problemOf(print.html(page, { timeout: 1_000, delay: 200 }))).toMatchObject({ kind: "timeout" });
    expect(await leftBehind(binding)).toEqual(onlySpares);
    expect(textOf(await print.html("<p>Next"))).toContain("Next");
    expect(binding.counts.launch).toBe(1);
  });

  it.for(["/silent", "/half"])(
    "ends in the request's time when its server does not answer: %s",
    async (path, context) => {
      const binding = await ownBinding(context);
      const site = await startSite({
        "/silent": () => {},
        "/half": (_, response) => response.writeHead(200, { "content-type": "text/html" }).write("<p>Half a page"),
      });
      const print = renderer(binding, { allowHosts: [site.host] });
      await print.html("<p>Warm");
      expect(await problemOf(print.url(site.origin + path, { timeout: 1_000 }))).toMatchObject({
        kind: "unreachable",
        field: "url",
        message: "The address did not answer within 1000 ms.",
      });
      await site.close();
    },
  );
});

describe.concurrent("the queue", () => {
  it("takes as many as the limit and asks the rest to come back", async (context) => {
    const binding = await ownBinding(context);
    const pool = patientPool({ rendersPerBrowser: 1, browsers: 1, waiting: 2 });
    const print = renderer(binding, {}, pool);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => print.html("<p>x", { delay: 300 })));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ kind: "busy", retryAfter: 5 });
    expect([pool.rendering, pool.waiting]).toEqual([0, 0]);
  });

  it("lets go of a client that went away", async (context) => {
    const binding = await ownBinding(context);
    const client = new AbortController();
    const site = await startSite({
      "/page": (_, response) => {
        response.end("<p>x");
        client.abort();
      },
    });
    const print = renderer(binding, { allowHosts: [site.host] });
    const rendering = print.url(`${site.origin}/page`, { delay: 10_000 }, client.signal);
    expect(await problemOf(rendering)).toMatchObject({ kind: "failed" });
    expect(print.pool.rendering).toBe(0);
    await site.close();
  });
});
