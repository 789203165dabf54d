import { createSocket, type Socket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { picture } from "../../../../scripts/verify/documents.ts";
import { ATTEMPTS, type Canary } from "../../../../scripts/verify/guard/attempts.ts";
import { OWN_FILE, type Probed, probePage, readProbe } from "../../../../scripts/verify/guard/probe.ts";
import { SEALINGS, type Sealing } from "../../../../src/html/browser/lockdown.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { problemOf, renderer, textOf } from "../renderer.ts";
import { type Site, startSite } from "../site.ts";

const COMPRESSED = gzipSync(`<p>${"A long page. ".repeat(500)}`);

/** What must never be reached: a server on this machine that nobody has allowed. */
let inside: Site;
/** The same for QUIC, which is UDP: so many packets came. */
let packets = 0;
let listener: Socket;
let quic: string;
/** A server that stands for the public internet. */
let outside: Site;
/** It has a second name, which is another site to a browser. */
let elsewhere: string;
/** What an open browser is shown. */
let shown = "";
let binding: TestBinding;
let print: ReturnType<typeof renderer>;
/** A platform that takes no proxy for a context. */
let plainBinding: TestBinding;
const ways = new Map<Sealing, ReturnType<typeof renderer>>();
/** Attempts run side by side: what came during any of them stays to be seen. */
let isSealed = false;
vi.setConfig({ maxConcurrency: 2 });

beforeAll(async () => {
  binding = await chromiumBinding();
  inside = await startSite({ "/secret": "<h1>Inside</h1>" });
  const secret = `${inside.origin}/secret`;
  const redirect = (location: string) => (_: unknown, response: import("node:http").ServerResponse) =>
    response.writeHead(302, { location }).end();
  listener = createSocket("udp4", () => packets++);
  await new Promise<void>((resolve) => listener.bind(0, "127.0.0.1", resolve));
  quic = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  outside = await startSite({
    "/shown": (_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(shown),
    "/redirects-inside": redirect(secret),
    "/redirects-to-file": redirect("file:///etc/passwd"),
    "/page-with-redirecting-parts": `<p>Whole</p><img src="/redirects-inside"><iframe src="/redirects-inside"></iframe><script src="/redirects-inside"></script><script>fetch("/redirects-inside").catch(() => {})</script>`,
    "/worker.js": (_, response) =>
      response
        .writeHead(200, { "content-type": "text/javascript" })
        .end(
          `fetch("${secret}").catch(() => {}); try { new WebSocket("ws://${inside.host}/secret") } catch {} postMessage("worked")`,
        ),
    "/frame": `<script>new Worker("/worker.js"); fetch("${secret}").catch(() => {}); try { top.location = "${secret}" } catch {}</script><img src="${secret}">`,
    "/service-worker.js": (_, response) =>
      response.writeHead(200, { "content-type": "text/javascript" }).end(`fetch("${secret}")`),
    "/pdf": (_, response) => response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF-1.7"),
    "/picture": (_, response) => response.writeHead(200, { "content-type": "image/png" }).end("x"),
    "/broken": (_, response) => response.destroy(),
    "/forbidden": (_, response) => response.writeHead(403, { "content-type": "text/html" }).end("<h1>Forbidden</h1>"),
    "/page": "<h1>Public page</h1>",
    "/compressed": (_, response) =>
      response
        .writeHead(200, {
          "content-type": "text/html",
          "content-encoding": "gzip",
          "content-length": String(COMPRESSED.length),
        })
        .end(COMPRESSED),
    "/silent-failure": (_, response) => response.writeHead(404, { "content-type": "text/html" }).end(),
  });
  elsewhere = `localhost:${outside.host.split(":")[1]}`;
  print = renderer(binding, { allowHosts: [outside.host, elsewhere] });
  plainBinding = await chromiumBinding({ proxies: "refused" });
  ways.set("proxy", print);
  ways.set("interception", renderer(plainBinding, { allowHosts: [outside.host, elsewhere] }));
});
beforeEach(() => {
  outside.requests.length = 0;
  outside.headers.length = 0;
  if (!isSealed) forgetWhatCame();
});
function forgetWhatCame(): void {
  inside.requests.length = 0;
  packets = 0;
}
afterAll(async () => {
  listener.close();
  await Promise.all([binding.close(), plainBinding.close(), inside.close(), outside.close()]);
});

describe("the address of the page", () => {
  it.each(["/redirects-inside", "/redirects-to-file", "/broken"])(
    "is refused when it leads inside or nowhere: %s",
    async (path) => {
      expect(await problemOf(print.url(outside.origin + path))).toMatchObject({ kind: "unreachable", field: "url" });
      expect(inside.requests).toEqual([]);
    },
  );

  it("is refused when it is private itself", async () => {
    const port = inside.host.split(":")[1];
    for (const host of [
      inside.host,
      `localhost:${port}`,
      `127.1:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `2130706433:${port}`,
      `0x7f.1:${port}`,
    ]) {
      expect(await problemOf(print.url(`http://${host}/secret`))).toMatchObject({ kind: "unreachable" });
    }
    expect(inside.requests).toEqual([]);
  });

  it("gives a private address the same message as one that does not answer", async () => {
    const refused = await problemOf(print.url(`${inside.origin}/secret`));
    const closed = await problemOf(print.url("http://127.0.0.1:9/"));
    expect(refused.message).toBe(closed.message);
  });

  it("is refused when its name resolves to loopback", async () => {
    const resolving = renderer(binding, { resolve: async () => ["127.0.0.1"] }, print.pool);
    const port = inside.host.split(":")[1];
    expect(await problemOf(resolving.url(`http://rebound.example.org:${port}/secret`))).toMatchObject({
      kind: "unreachable",
    });
    const mixed = renderer(binding, { resolve: async () => ["93.184.215.14", "::1"] }, print.pool);
    expect(await problemOf(mixed.url(`http://rebound.example.org:${port}/secret`))).toMatchObject({
      kind: "unreachable",
    });
  });

  it("has to give a page", async () => {
    expect((await problemOf(print.url(`${outside.origin}/pdf`))).message).toContain("PDF");
    expect((await problemOf(print.url(`${outside.origin}/picture`))).message).toContain("image/png");
    expect((await problemOf(print.url(`${outside.origin}/nothing-here`))).message).toContain("404");
    expect((await problemOf(print.url(`${outside.origin}/forbidden`))).message).toContain("403");
    expect(textOf(await print.url(`${outside.origin}/forbidden`, { failOnHttpStatus: false }))).toContain("Forbidden");
    expect(textOf(await print.url(`${outside.origin}/silent-failure`, { failOnHttpStatus: false })).trim()).toBe("");
  });

  it("counts as it was transferred", async () => {
    const rendering = await print.url(`${outside.origin}/compressed`);
    expect(textOf(rendering)).toContain("A long page");
    expect(rendering.documentBytes).toBe(COMPRESSED.length);
    expect((await print.url(`${outside.origin}/page`)).documentBytes).toBe("<h1>Public page</h1>".length);
  });

  it("has to be there: a closed port, a name that nobody has, a server that speaks no TLS", async () => {
    const closed = await startSite({});
    await closed.close();
    const anywhere = renderer(binding, { allowHosts: [closed.host, outside.host, "no-such-name.invalid"] });
    for (const url of [closed.origin, `https://${outside.host}/page`, "http://no-such-name.invalid/"]) {
      expect(await problemOf(anywhere.url(url))).toMatchObject({ kind: "unreachable", field: "url" });
    }
  });
});

const canary = (): Canary => ({ url: `${inside.origin}/secret`, host: inside.host, quic });

describe.each(SEALINGS)("a page in a browser that is sealed by %s never reaches a private address", (way) => {
  let print: ReturnType<typeof renderer>;
  beforeAll(() => {
    print = ways.get(way) as typeof print;
    forgetWhatCame();
    isSealed = true;
  });
  afterAll(() => {
    isSealed = false;
  });

  it.concurrent.each(ATTEMPTS)("$name", async ({ page }) => {
    // On an origin of http, or Chromium would make https of every address in it.
    const printed = await print.html(page(canary()), { delay: 300 }, [], `${outside.origin}/page`);
    expect(textOf(printed)).not.toContain("Inside");
    expect([inside.requests, packets]).toEqual([[], 0]);
  });

  it("by the WebTransport that workers have", async () => {
    const page = `<body><script>
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(typeof WebTransport); try { const t = new WebTransport("https://${quic}/"); t.ready.catch(() => postMessage("failed")) } catch { postMessage("none") }'])));
      document.body.append(typeof WebTransport + " ");
      worker.onmessage = ({ data }) => document.body.append(data + " ")</script>`;
    expect(textOf(await print.html(page, { delay: 500 }))).toContain("undefined undefined none");
    expect(packets).toBe(0);
  });

  it("through redirects of what it loads", async () => {
    const printed = await print.url(`${outside.origin}/page-with-redirecting-parts`, { delay: 200 });
    expect(textOf(printed)).toContain("Whole");
    expect(inside.requests).toEqual([]);
  });

  it("from frames and workers of another site", async () => {
    const page = `<h1>Page</h1><iframe src="http://${elsewhere}/frame"></iframe>`;
    const printed = await print.html(page, { delay: 300 }, [], `${outside.origin}/page`);
    expect(textOf(printed)).toContain("Page");
    expect(outside.requests).toEqual(["GET /frame", "GET /worker.js"]);
    expect(outside.headers.map(({ host }) => host)).toEqual([elsewhere, elsewhere]);
    expect(inside.requests).toEqual([]);
  });

  it("by a service worker, which is not let in at all", async () => {
    const page = `<h1>Page</h1><script>navigator.serviceWorker.register("/service-worker.js").then(() => document.body.append("registered"), () => document.body.append("declined"))</script>`;
    expect(textOf(await print.html(page, { delay: 200 }, [], `${outside.origin}/page`))).toContain("declined");
    expect(inside.requests).toEqual([]);
  });

  it("by WebRTC, of which a page has a stub, in frames too", async () => {
    const page = `<body><script>const f = document.createElement("iframe"); document.body.append(f);
      const native = ({ RTCPeerConnection: own, webkitRTCPeerConnection: old, RTCDataChannel: channel }) => [own, old, channel].some((made) => /native code/.test(made));
      document.body.append([native(globalThis), native(f.contentWindow)].join())</script>`;
    expect(textOf(await print.html(page))).toContain("false,false");
  });

  it("by sockets and streams that are redirected", async () => {
    const page = `<h1>Page</h1><script>new WebSocket("ws://${outside.host}/redirects-inside"); new EventSource("/redirects-inside");
      fetch("/redirects-inside", { headers: { accept: "text/event-stream" } }).catch(() => {})</script>`;
    expect(textOf(await print.html(page, { delay: 300 }, [], `${outside.origin}/page`))).toContain("Page");
    expect(inside.requests).toEqual([]);
  });

  it("reads no file, whatever it refers to", async () => {
    const page = `<h1>Page</h1><iframe src="file:///etc/passwd"></iframe><img src="file:///etc/passwd"><script>fetch("file:///etc/passwd").catch(() => {}); try { location = "view-source:file:///etc/passwd" } catch {}</script>`;
    const text = textOf(await print.html(page, { delay: 100 }));
    expect(text).toContain("Page");
    expect(text).not.toContain("root:");
  });

  it("through a header or footer", async () => {
    const template = `<img src="${inside.origin}/secret"><iframe src="${inside.origin}/secret"></iframe><script>fetch("${inside.origin}/secret")</script>x`;
    await print.html("<h1>Page</h1>", { headerTemplate: template, footerTemplate: template, margin: "30mm" });
    expect(inside.requests).toEqual([]);
  });
});

// The last of these: what an open browser has sent may still arrive after its page is closed.
describe("an open browser reaches it", () => {
  it.each(ATTEMPTS)("$name", async ({ page }) => {
    shown = page(canary());
    if (binding.browsers.size === 0) await binding.fetch("https://browser.invalid/v1/browser", { method: "POST" });
    const [browser] = [...binding.browsers.values()] as [Browser];
    // A context of its own: closing a page waits for it, which may be on its way elsewhere.
    const context = await browser.createBrowserContext();
    const open = await context.newPage();
    try {
      // Some leave the page before it has loaded.
      open.goto(`${outside.origin}/shown`, { waitUntil: "domcontentloaded" }).catch(() => undefined);
      await expect.poll(() => inside.requests.length + packets, { timeout: 5_000 }).toBeGreaterThan(0);
    } finally {
      await context.close();
    }
  });
});

describe("the page that probes a live deployment", () => {
  it("reports what it reached, and what it did not", async () => {
    const page = probePage([`${outside.origin}/page`, `${inside.origin}/secret`]);
    const own = { name: OWN_FILE, bytes: picture(1, 2, 3), type: "image/png" };
    const printed = await print.html(page, { waitForExpression: "window.probed" }, [own]);
    const { control, reached, interfaces, sharedWorkers } = readProbe(textOf(printed)) as Probed;
    expect(control.sort()).toEqual(["fetch", "image", "worker"]);
    expect(reached).toContain(`fetch:${outside.origin}/page`);
    expect(reached.filter((way) => way.includes(inside.host))).toEqual([]);
    expect([interfaces, sharedWorkers]).toEqual([[], true]);
  });
});

describe("network: none", () => {
  it("lets nothing out", async () => {
    outside.requests.length = 0;
    const printed = await print.html(
      `<h1>Page</h1><img src="${outside.origin}/picture"><script>fetch("${outside.origin}/page").catch(() => document.body.append("refused"))</script>`,
      { network: "none" },
    );
    expect(textOf(printed)).toContain("refused");
    expect(outside.requests).toEqual([]);
  });
});

describe("dialogs", () => {
  it("do not hold the page up", async () => {
    const page = `<script>alert("a"); document.write(String(confirm("b")), String(prompt("c"))); window.print(); window.onbeforeunload = () => "stay"</script>`;
    expect(textOf(await print.html(page))).toContain("falsenull");
  });
});

describe("what a page asks of the person before the screen", () => {
  it("is denied without asking", async () => {
    const page = `<p id="answers"></p><script>(async () => {
      const states = [];
      for (const name of ["geolocation", "notifications", "camera", "microphone", "clipboard-read", "midi"]) {
        states.push(name + "=" + (await navigator.permissions.query({ name })).state);
      }
      states.push("place=" + await new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve("told"), () => resolve("refused"))));
      answers.textContent = states.join(" ");
    })()</script>`;
    const text = textOf(await print.html(page, { waitForSelector: "#answers:not(:empty)" }));
    expect(text).not.toMatch(/=(granted|prompt|told)/);
    expect(text).toContain("place=refused");
  });

  it("opens no window", async () => {
    const opened: string[] = [];
    for (const browser of binding.browsers.values()) browser.on("targetcreated", (target) => opened.push(target.url()));
    const page = `<h1>Page</h1><a href="${outside.origin}/page" target="_blank">x</a><form action="${outside.origin}/page" target="_blank"></form><script>
      window.open("${outside.origin}/page"); document.links[0].click(); document.forms[0].submit(); document.links[0].dispatchEvent(new MouseEvent("click", { ctrlKey: true }))</script>`;
    outside.requests.length = 0;
    expect(textOf(await print.html(page, { delay: 300 }))).toContain("Page");
    expect(opened.filter((url) => url.includes(outside.host))).toEqual([]);
    expect(outside.requests).toEqual([]);
  });
});
