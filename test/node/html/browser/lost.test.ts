import { describe, expect, it, type TestContext, vi } from "vitest";
import { BrowserPool } from "../../../../src/html/browser/pool/sessions.ts";
import { HTML_LIMITS, POOL_LIMITS, type PoolLimits } from "../../../../src/html/html-limits.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { renderer, textOf } from "../renderer.ts";

// Each has browsers of its own, and mostly waits for them.
vi.setConfig({ maxConcurrency: 2 });

/** What is tried here is how soon a browser is given up. Whoever waits has the time that a busy machine takes. */
const limits = (changes: Partial<PoolLimits>): PoolLimits => ({ ...POOL_LIMITS, waitMs: 60_000, ...changes });

/** A binding with so many browsers that have worked. */
async function working(count: number, { onTestFinished }: TestContext) {
  const binding = await chromiumBinding();
  onTestFinished(() => binding.close());
  const pool = new BrowserPool(limits({ rendersPerBrowser: count > 1 ? 1 : 8, patienceMs: 1 }));
  const print = renderer(binding, {}, pool);
  await print.html("<p>Warm");
  const places = [];
  while (places.length < count) places.push(await pool.borrow({ binding, ledger: binding.ledger }, anywhere()));
  expect(binding.browsers.size).toBe(count);
  for (const place of places) place.release("well");
  return { binding, print };
}

const anywhere = () => ({
  avoid: new Set<string>(),
  until: Date.now() + 30_000,
  signal: new AbortController().signal,
  waitUntil: () => {},
});

const kill = ({ browsers }: TestBinding, signal: "SIGSTOP" | "SIGKILL") => {
  for (const browser of browsers.values()) browser.process()?.kill(signal);
};

/** What is done to every browser that there is. */
const faults: [string, (binding: TestBinding) => void][] = [
  ["stop", (binding) => kill(binding, "SIGSTOP")],
  ["are killed", (binding) => kill(binding, "SIGKILL")],
  [
    "cut every connection",
    ({ sockets }) => {
      for (const socket of sockets) socket.close();
    },
  ],
];

describe.concurrent("no render is lost while a browser can be had, when all browsers", () => {
  it.for(faults)("%s in the midst of four renders", async ([, fault], context) => {
    const { binding, print } = await working(1, context);
    const renders = Array.from({ length: 4 }, (_, i) =>
      print.html(`<p>Number ${i}`, { delay: 1_500, timeout: 60_000 }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    fault(binding);
    const printed = await Promise.all(renders);
    expect(printed.map((each) => textOf(each).trim())).toEqual(Array.from({ length: 4 }, (_, i) => `Number ${i}`));
    expect(print.pool.rendering).toBe(0);
  });

  it.for(faults)("%s before a render, be they three", async ([, fault], context) => {
    const { binding, print } = await working(3, context);
    fault(binding);
    expect(textOf(await print.html("<p>Printed")).trim()).toBe("Printed");
  });

  it("are killed before four renders, be they six", async (context) => {
    const { binding, print } = await working(6, context);
    kill(binding, "SIGKILL");
    const printed = await Promise.all(Array.from({ length: 4 }, (_, i) => print.html(`<p>Number ${i}`)));
    expect(printed.map((each) => textOf(each).trim())).toEqual(Array.from({ length: 4 }, (_, i) => `Number ${i}`));
  });
});

describe.concurrent("a browser that accepts and never answers", () => {
  it("is left after a few seconds, not with the request's time, ended, and not asked again", async (context) => {
    const { binding, print } = await working(1, context);
    kill(binding, "SIGSTOP");
    const began = Date.now();
    const { timeoutMs } = HTML_LIMITS;
    expect(textOf(await print.html("<p>First", { timeout: timeoutMs })).trim()).toBe("First");
    expect(Date.now() - began).toBeLessThan(timeoutMs * 0.8);
    expect(binding.counts.end).toBeGreaterThan(0);
    const connections = binding.counts.connect;
    expect(textOf(await print.html("<p>Second")).trim()).toBe("Second");
    expect(binding.counts.connect).toBe(connections + 1);
  });

  it("is left in the same way when it answers all commands but one", async (context) => {
    const { binding, print } = await working(1, context);
    let deaf = true;
    binding.say = (message) => (deaf && message.includes("Target.attachToTarget") ? `{"id":0,"method":"no"}` : message);
    const rendering = print.html("<p>Printed");
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    deaf = false;
    expect(textOf(await rendering).trim()).toBe("Printed");
  });

  it("is not blamed on the page, where the time ends before another one can be tried", async (context) => {
    const { binding, print } = await working(1, context);
    binding.say = (message) => (message.includes("Target.attachToTarget") ? `{"id":0,"method":"no"}` : message);
    const failing = print.html("<p>Never", { timeout: 1_000 });
    await expect(failing).rejects.toThrow(/No browser had opened the page after 1000 ms/);
    await expect(failing).rejects.toMatchObject({ kind: "busy", retryAfter: 2 });
  });
});

it.concurrent("a script without end is the page's fault, not the browser's", async (context) => {
  const { binding, print } = await working(1, context);
  const failing = print.html("<p>x<script>while (true) {}</script>", { timeout: 7_000 });
  await expect(failing).rejects.toThrow(/still being waited for after 7000 ms/);
  await expect(failing).rejects.toMatchObject({ kind: "timeout", field: "timeout" });
  expect(binding.counts).toMatchObject({ launch: 1, end: 0 });
});

const LONG = "<i></i>".repeat(10_000);

it.concurrent.for<[string, string, object, string]>([
  ["a long document", LONG, {}, "tagged=false and outline=false"],
  ["a long document without structure", LONG, { tagged: false, outline: false }, "A longer timeout"],
  ["a short document", "<p>Short", {}, "A longer timeout"],
])(
  "%s that is still being printed when its time ends is refused with advice",
  async ([, html, options, advice], context) => {
    const { binding, print } = await working(1, context);
    // In place of printing, something that takes for ever.
    const slow = JSON.stringify({ expression: "new Promise(() => {})", awaitPromise: true });
    binding.say = (message) =>
      message.includes('"Page.printToPDF"')
        ? message
            .replace("Page.printToPDF", "Runtime.evaluate")
            .replace(/"params":\{.*\},"sessionId"/, `"params":${slow},"sessionId"`)
        : message;
    const failing = print.html(html, { ...options, timeout: 8_000 });
    await expect(failing).rejects.toThrow(/^The page was ready, but not yet printed after 8000 ms/);
    await expect(failing).rejects.toThrow(advice);
  },
);

it.concurrent("a browser that refuses one request's command goes on with the others' renders", async (context) => {
  const { binding, print } = await working(1, context);
  const others = Array.from({ length: 3 }, (_, i) => print.html(`<p>Number ${i}`, { delay: 1_500 }));
  await new Promise((resolve) => setTimeout(resolve, 700));
  binding.say = (message) => message.replace('"width":142', '"width":"no number"');
  const refused = print.html("<p>x", { viewport: { width: 142 } });
  await expect(refused).rejects.toThrow();
  expect((await Promise.all(others)).map((each) => textOf(each).trim())).toEqual(["Number 0", "Number 1", "Number 2"]);
  expect(binding.counts.end).toBe(0);
});
