import { afterEach, describe, expect, it, vi } from "vitest";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import { fetchOnce, openSocket, readBody } from "../../../src/html/resources/fetching.ts";
import { Turnstile } from "../../../src/html/resources/turnstile.ts";

const bytes = Uint8Array.from({ length: 5_000 }, (_, at) => at % 251);

/** An answer whose bytes come in pieces of a thousand, as a byte stream does from the network. */
function answer(sent: Uint8Array, headers: Record<string, string>): Response {
  let at = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const piece = sent.slice(at, at + 1_000);
      at += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      else {
        controller.close();
        controller.byobRequest?.respond(0);
      }
    },
  });
  return new Response(body, { headers });
}

function ledger() {
  const seen = { held: 0, most: 0 };
  const memory = {
    async grow(count: number) {
      seen.held += count;
      seen.most = Math.max(seen.most, seen.held);
    },
    shrink(count: number) {
      seen.held -= count;
    },
  };
  return { seen, memory };
}

const tooLarge = () => new Error("too large");

describe("what a page loads is given up", () => {
  const allowHosts = ["site.example"];
  const fetcher = ((_: string, { signal }: RequestInit) =>
    new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason)),
    )) as unknown as typeof fetch;
  const load = (signal: AbortSignal) =>
    fetchOnce(new URL("https://site.example/"), { method: "GET", headers: {} }, { fetcher, allowHosts }, signal);
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("when its time is over", async () => {
    vi.useFakeTimers();
    const refused = expect(load(new AbortController().signal)).rejects.toThrow(
      expect.objectContaining({ name: "TimeoutError" }),
    );
    await vi.advanceTimersByTimeAsync(HTML_LIMITS.resourceMs);
    await refused;
    vi.useRealTimers();
  });

  it("when the render ends", async () => {
    const ending = new AbortController();
    const loading = load(ending.signal);
    ending.abort(new Error("the end"));
    await expect(loading).rejects.toThrow("the end");
  });

  it("when it is larger than a file may be", async () => {
    const headers = { "content-length": String(HTML_LIMITS.resourceBytes + 1) };
    const large = (async () => new Response("x", { headers })) as unknown as typeof fetch;
    const asking = { method: "GET", headers: {} };
    const { signal } = new AbortController();
    const loading = fetchOnce(new URL("https://site.example/"), asking, { fetcher: large, allowHosts }, signal);
    await expect(loading).rejects.toMatchObject({ kind: "too-large" });
  });
});

describe("the body of what a page loads", () => {
  it("is held once where its length is declared", async () => {
    const { seen, memory } = ledger();
    const read = await readBody(answer(bytes, { "content-length": "5000" }), 10_000, memory, tooLarge);
    expect([...read]).toEqual([...bytes]);
    expect(seen).toEqual({ held: 5_000, most: 5_000 });
  });

  it("is held once where it is not, in pieces of which the last has some room", async () => {
    const { seen, memory } = ledger();
    const read = await readBody(answer(bytes, {}), 10_000, memory, tooLarge);
    expect([...read]).toEqual([...bytes]);
    expect(seen).toEqual({ held: 5_000, most: 8_192 });
  });

  it("takes no room in advance where a large length is declared, which may never come", async () => {
    const { seen, memory } = ledger();
    const read = await readBody(answer(bytes, { "content-length": String(8 << 20) }), 9 << 20, memory, tooLarge);
    expect([read.length, seen.most]).toEqual([5_000, 8_192]);
  });

  it("is not believed to be shorter than it is where it was compressed", async () => {
    // The length is that of the compressed bytes; what the runtime gives is unpacked.
    const headers = { "content-length": "700", "content-encoding": "br" };
    const given = answer(bytes, {});
    Object.defineProperty(given, "headers", { value: new Headers(headers) });
    expect((await readBody(given, 10_000, undefined, tooLarge)).length).toBe(5_000);
  });

  it("is refused where it ends early, and gives its memory back", async () => {
    const { seen, memory } = ledger();
    const short = answer(bytes.subarray(0, 2_000), { "content-length": "5000" });
    await expect(readBody(short, 10_000, memory, tooLarge)).rejects.toThrow("ended after 2000 of 5000");
    expect(seen.held).toBe(0);
  });

  it.each([{ "content-length": "5000" }, {}])("is refused beyond the limit %o", async (headers) => {
    const { seen, memory } = ledger();
    await expect(readBody(answer(bytes, headers), 4_999, memory, tooLarge)).rejects.toThrow("too large");
    expect(seen.held).toBe(0);
  });
});

describe("the fetches of one request", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("go five at a time, and the clock of each starts with its turn", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const clocks = () => timers.mock.calls.filter(([, ms]) => ms === HTML_LIMITS.resourceMs);
    const waiting: (() => void)[] = [];
    let most = 0;
    const fetcher = async () => {
      await new Promise<void>((resolve) => (most = Math.max(most, waiting.push(resolve))));
      return new Response("x");
    };
    const rules = { fetcher, allowHosts: ["site.example"], asking: new Turnstile(HTML_LIMITS.connections) };
    const never = new AbortController().signal;
    const get = (i: number) =>
      fetchOnce(new URL(`https://site.example/${i}`), { method: "GET", headers: {} }, rules, never);
    const answers = Promise.all(Array.from({ length: 300 }, (_, i) => get(i)));
    await expect.poll(() => waiting).toHaveLength(5);
    expect(clocks()).toHaveLength(5);
    waiting.shift()?.();
    await expect.poll(clocks).toHaveLength(6);
    const answering = setInterval(() => waiting.shift()?.(), 0);
    expect(await answers).toHaveLength(300);
    clearInterval(answering);
    expect(most).toBe(5);
  });

  it("leave their turn to the next one when they fail", async () => {
    const fetcher = () => Promise.reject(new TypeError("refused"));
    const rules = { fetcher, allowHosts: ["site.example"], asking: new Turnstile(1) };
    const get = () =>
      fetchOnce(new URL("https://site.example/"), { method: "GET", headers: {} }, rules, new AbortController().signal);
    for (let i = 0; i < 3; i++) await expect(get()).rejects.toThrow("refused");
  });
});

describe("a socket of a page", () => {
  const open = (url: string, answer: object = { status: 101, webSocket: {} }, rules: object = {}) => {
    const asked: [string, RequestInit][] = [];
    const fetcher = (async (address: string, init: RequestInit) => {
      asked.push([address, init]);
      return answer;
    }) as unknown as typeof fetch;
    const init = { method: "GET", headers: { Upgrade: "websocket" } };
    const opened = openSocket(new URL(url), init, { fetcher, ...rules }, new AbortController().signal);
    return { opened, asked };
  };

  it("is opened by the one fetch that follows no redirect", async () => {
    const { opened, asked } = open("https://example.com/live");
    expect(await opened).toHaveProperty("socket");
    expect(asked).toMatchObject([["https://example.com/live", { method: "GET", redirect: "manual" }]]);
  });

  it.each([301, 302, 307, 200, 403])("is none where the other side answers %d", async (status) => {
    const answer = { status, headers: new Headers({ location: "http://10.0.0.1/" }), body: null };
    const { opened, asked } = open("https://example.com/live", answer);
    await expect(opened).rejects.toThrow(`HTTP ${status}`);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["http://10.0.0.1/", {}],
    ["http://127.0.0.1:6379/", {}],
    ["https://user:word@example.com/", {}],
    ["https://api.example.com/", { refuseHosts: ["api.example.com"] }],
    ["https://inside.example.com/", { resolve: async () => ["169.254.169.254"] }],
    ["https://mixed.example.com/", { resolve: async () => ["93.184.215.14", "fd00::1"] }],
    ["https://nowhere.example.com/", { resolve: async () => [] }],
  ])("is not asked for at %s", async (url, rules) => {
    const { opened, asked } = open(url, undefined, rules);
    await expect(opened).rejects.toMatchObject({ name: "IntakeProblem" });
    expect(asked).toEqual([]);
  });
});

describe("an answer that has not ended", () => {
  const rules = (body: ReadableStream, headers = {}) => ({
    fetcher: (async () => new Response(body, { headers })) as unknown as typeof fetch,
    allowHosts: ["site.example"],
  });
  const load = (body: ReadableStream, headers?: object) =>
    fetchOnce(
      new URL("https://site.example/"),
      { method: "GET", headers: {} },
      rules(body, headers),
      new AbortController().signal,
      30,
    );

  it("is given as far as it has come, then piece by piece", async () => {
    let to: ReadableStreamDefaultController<Uint8Array> | undefined;
    const fetched = await load(
      new ReadableStream({
        start(controller) {
          to = controller;
          controller.enqueue(bytes.slice(0, 10));
        },
      }),
    );
    expect(fetched.body).toEqual(bytes.slice(0, 10));
    const next = fetched.rest?.next();
    to?.enqueue(bytes.slice(10, 20));
    expect(await next).toEqual(bytes.slice(10, 20));
    to?.close();
    expect(await fetched.rest?.next()).toBeUndefined();
  });

  it("is given whole where it ends in time, or says how long it is", async () => {
    const soon = await load(new Response(bytes).body as ReadableStream);
    expect([soon.body, soon.rest]).toEqual([bytes, undefined]);
    const slow = new ReadableStream({
      type: "bytes",
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        controller.enqueue(bytes.slice());
        controller.close();
        controller.byobRequest?.respond(0);
      },
    });
    const whole = await load(slow, { "content-length": "5000" });
    expect([whole.body, whole.rest]).toEqual([bytes, undefined]);
  });
});
