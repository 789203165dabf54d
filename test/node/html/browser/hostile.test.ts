import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { pagesOf } from "../../../../src/html/browser/blank.ts";
import { Cdp } from "../../../../src/html/browser/cdp.ts";
import { LedgerBook } from "../../../../src/html/browser/pool/ledger.ts";
import { connect, listSessions } from "../../../../src/html/browser/pool/platform.ts";
import { htmlOptions } from "../../../../src/html/fields/options.ts";
import { HTML_LIMITS } from "../../../../src/html/html-limits.ts";
import { lastingText, localSource } from "../../../../src/html/resources/html-source.ts";
import { renderInBrowser } from "../../../../src/html/session/render.ts";
import { IntakeProblem } from "../../../../src/intake/intake-problem.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { problemOf, renderer, textOf } from "../renderer.ts";
import { type Site, startSite } from "../site.ts";

/** Pages that mean harm: what they may take and send is bounded, and counted. */
let site: Site;
let binding: TestBinding;
let print: ReturnType<typeof renderer>;
const asked: string[] = [];
let open = 0;
let mostOpen = 0;
/** Until then nothing slow is answered. */
let answering = Promise.resolve();

/** Floods take a busy machine long. */
const PATIENT = { timeout: HTML_LIMITS.timeoutMs };

/** Counts what a render asks for, and refuses what goes beyond `most`. */
function counted(most = Number.POSITIVE_INFINITY) {
  const memory = {
    held: 0,
    peak: 0,
    async grow(bytes: number) {
      if (memory.held + bytes > most) throw new IntakeProblem("busy", "The service is busy.", { retryAfter: 2 });
      memory.held += bytes;
      memory.peak = Math.max(memory.peak, memory.held);
    },
    shrink(bytes: number) {
      memory.held -= bytes;
    },
  };
  return { memory, print: renderer(binding, { allowHosts: [site.host], memory }, print.pool) };
}
const sizeOf = (pieces: Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.length, 0);

beforeAll(async () => {
  binding = await chromiumBinding();
  site = await startSite({
    "/take": (_, response) => response.end("taken"),
    "/slow": (_, response) => {
      open++;
      mostOpen = Math.max(mostOpen, open);
      void answering.then(() => setTimeout(() => response.end("done", () => open--), 20));
    },
    "/posts": `<script>for (let i = 0; i < 12; i++) fetch("/take", { method: "POST", body: "x".repeat(7 << 20) })</script>`,
    "/picture": (_, response) => response.writeHead(200, { "content-type": "image/png" }).end(Buffer.alloc(3 << 20)),
  });
  print = renderer(binding, { allowHosts: [site.host], onAsk: (host, method) => asked.push(`${method} ${host}`) });
});
beforeEach(async () => {
  site.requests.length = 0;
  asked.length = 0;
  // What browsers refused in one test must close no way of sealing them to the next.
  const { browsers } = await binding.ledger.read();
  binding.ledger = new LedgerBook({ browsers, refusals: {} });
});
afterAll(async () => {
  await Promise.all([binding.close(), site.close()]);
});

it("a page sends as many requests that are not GET as the limit, still reads, and each is in the log", async () => {
  const page = `<p id=p></p><script>(async () => {
    let sent = 0;
    for (let i = 0; i < 120; i++) await fetch("${site.origin}/take", { method: "POST", body: "x", mode: "no-cors" }).then(() => sent++, () => {});
    const read = await fetch("${site.origin}/take", { mode: "no-cors" }).then(() => "read", () => "not read");
    document.querySelector("p").textContent = sent + " sent, " + read; document.title = "done";
  })()</script>`;
  const printed = await print.html(page, { waitForExpression: 'document.title === "done"' });
  expect(textOf(printed)).toContain(`${HTML_LIMITS.sendingRequests} sent, read`);
  expect(site.requests.filter((request) => request.startsWith("POST"))).toHaveLength(HTML_LIMITS.sendingRequests);
  expect(asked.filter((request) => request === `POST ${site.host}`)).toHaveLength(HTML_LIMITS.sendingRequests);
  expect(asked).toContain(`GET ${site.host}`);
});

it("a page that posts many megabytes at once is refused, and gives back all that it held", async () => {
  const { memory, print: small } = counted();
  const problem = await problemOf(small.url(`${site.origin}/posts`));
  expect([problem.kind, problem.message]).toEqual(["too-large", expect.stringContaining("at once")]);
  expect(memory.held).toBe(0);
  expect(memory.peak).toBeLessThan(60 << 20);
  expect(site.requests).not.toContain("POST /take");
});

it("a page that floods is ended by another connection, once its own is closed", async () => {
  const sockets: WebSocket[] = [];
  let closedBefore = false;
  const watched = Object.assign(Object.create(binding) as TestBinding, {
    fetch: async (...asking: Parameters<TestBinding["fetch"]>) => {
      const response = await binding.fetch(...asking);
      if (response.webSocket) {
        const [first] = sockets;
        if (sockets.length === 1) closedBefore = first!.readyState >= WebSocket.CLOSING;
        sockets.push(response.webSocket);
      }
      return response;
    },
  });
  const problem = await problemOf(renderer(watched, { allowHosts: [site.host] }).url(`${site.origin}/posts`, PATIENT));
  expect([problem.kind, closedBefore]).toEqual(["too-large", true]);
  for (const sessionId of await listSessions(binding, 5_000)) {
    const cdp = new Cdp(await connect(binding, sessionId, 5_000));
    const urls = (await pagesOf(cdp)).map(({ url }) => url);
    cdp.close();
    expect(urls).not.toContain(`${site.origin}/posts`);
  }
});

it("what the browser says about a page is bounded too", async () => {
  const page = `<script>console.error("x".repeat(9 << 20))</script>`;
  expect((await problemOf(print.html(page, { failOnConsoleError: true }))).kind).toBe("too-large");
});

it("a request may send a megabyte, and no more", async () => {
  const send = (bytes: number) =>
    `await fetch("${site.origin}/take", { method: "POST", mode: "no-cors", body: "x".repeat(${bytes}) }).then(() => "sent", () => "refused")`;
  const page = `<p></p><script>(async () => {
    document.querySelector("p").textContent = ${send(1 << 20)} + " " + ${send((1 << 20) + 3)}; document.title = "done";
  })()</script>`;
  expect(textOf(await print.html(page, { waitForExpression: 'document.title === "done"' }))).toContain("sent refused");
});

it("a page that opens 1,000 requests at once has some answered at a time, all in the end, each counted", async () => {
  const { memory, print: small } = counted();
  mostOpen = 0;
  const page = `<p></p><script>Promise.allSettled(Array.from({ length: 990 }, (_, i) => fetch("${site.origin}/slow?" + i, { mode: "no-cors" })))
    .then((all) => { document.querySelector("p").textContent = all.filter(({ status }) => status === "fulfilled").length + " answered"; document.title = "done" })</script>`;
  const { promise, resolve } = Promise.withResolvers<void>();
  answering = promise;
  const printing = small.html(page, { ...PATIENT, waitForExpression: 'document.title === "done"' });
  await expect.poll(() => memory.held, { timeout: 60_000 }).toBeGreaterThan(990 * 10_000);
  resolve();
  const printed = await printing;
  expect(textOf(printed)).toContain("990 answered");
  expect(mostOpen).toBeLessThanOrEqual(HTML_LIMITS.requestsAtOnce);
  expect(memory.held).toBe(sizeOf(printed.pieces));
});

it("a document of many megabytes is counted as often as it is held on its way to the browser", async () => {
  const { memory, print: small } = counted();
  const html = `<p>Large</p><!--${"x".repeat(8 << 20)}-->`;
  const packed = gzipSync(html);
  const printed = await small.file(new Uint8Array(packed));
  expect(textOf(printed)).toContain("Large");
  // Two texts in base64.
  expect(memory.peak).toBeGreaterThan((html.length * 8) / 3);
  expect(memory.held).toBe(sizeOf(printed.pieces));
  expect(await problemOf(counted(20 << 20).print.file(new Uint8Array(packed)))).toMatchObject({
    kind: "busy",
    retryAfter: 2,
  });
});

it("the text of a large document is not counted twice, where it was counted as the document was read", async () => {
  const { memory } = counted();
  const bytes = new TextEncoder().encode(`<p>Large</p><!--${"x".repeat(8 << 20)}-->`);
  const textBytes = lastingText(bytes.length);
  const ended: Promise<unknown>[] = [];
  await renderInBrowser({ ...localSource(bytes, undefined), textBytes }, htmlOptions.parse({}), {
    binding,
    ledger: binding.ledger,
    pool: print.pool,
    network: { memory },
    signal: new AbortController().signal,
    waitUntil: (work) => ended.push(work),
  });
  await Promise.all(ended);
  expect(textBytes).toBeGreaterThan(10 << 20);
  expect(memory.peak).toBeLessThan((bytes.length * 8) / 3 - textBytes + (1 << 20));
});

it("a page is not printed without what the service had no room for", async () => {
  const page = `<p>Whole</p><img src="${site.origin}/picture">`;
  expect(await problemOf(counted(4 << 20).print.html(page))).toMatchObject({ kind: "busy", retryAfter: 2 });
  expect(textOf(await counted(40 << 20).print.html(page))).toContain("Whole");
});

it("pictures that are large one by one do not wait for each other's room", async () => {
  const pictures = Array.from({ length: 12 }, (_, i) => `<img src="${site.origin}/picture?${i}">`).join("");
  const { memory, print: small } = counted(64 << 20);
  const printed = await small.html(`<p>Twelve</p>${pictures}`);
  expect(textOf(printed)).toContain("Twelve");
  expect(memory.held).toBe(sizeOf(printed.pieces));
});

it("assets of the request count like any other answer, however often they are asked for", async () => {
  const asset = { name: "a.bin", bytes: new Uint8Array(1 << 20), type: undefined };
  const page = `<script>(async () => { for (let i = 0; i < 80; i++) await fetch("a.bin?" + i).catch(() => {}); document.title = "done" })()</script>`;
  expect(await problemOf(print.html(page, { waitForExpression: 'document.title === "done"' }, [asset]))).toMatchObject({
    kind: "too-large",
  });
});

it("large pictures within the document are no messages, and stay welcome", async () => {
  const page = `<p>Inside</p><img src="data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!--${"x".repeat(7 << 20)}--></svg>`).toString("base64")}">`;
  expect(textOf(await print.html(page))).toContain("Inside");
});

it("the time that a page holds a browser's place is reported, also where it is refused", async () => {
  const times: number[] = [];
  const context = {
    binding,
    ledger: binding.ledger,
    pool: print.pool,
    network: { allowHosts: [site.host] },
    signal: new AbortController().signal,
    onBrowserTime: (milliseconds: number) => times.push(milliseconds),
    waitUntil: () => {},
  };
  const source = localSource(new TextEncoder().encode("<p>Timed"), undefined);
  await renderInBrowser(source, htmlOptions.parse({ delay: 300 }), context);
  await problemOf(renderInBrowser(source, htmlOptions.parse({ timeout: 3_000, delay: 30_000 }), context));
  expect(times).toHaveLength(2);
  for (const time of times) expect(time).toBeGreaterThan(290);
});

it("of what a page could not load two hundred are named", async () => {
  const page = Array.from({ length: 210 }, (_, i) => `<img src="${i}.png">`).join("");
  const problem = await problemOf(print.html(page, { failOnResourceError: true }));
  expect([problem.kind, problem.faults?.length]).toEqual(["input", 200]);
});

it("a page makes as many requests as the limit, those that the service answers itself included", async () => {
  const page = `<script>(async () => { for (let i = 0; i < 1100; i++) await fetch("none?" + i).catch(() => {}); document.title = "done" })()</script>`;
  const problem = await problemOf(print.html(page, { waitForExpression: 'document.title === "done"' }));
  expect([problem.kind, problem.message]).toEqual(["too-large", expect.stringContaining("1000 requests")]);
});
