import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HTML_LIMITS } from "../../../../src/html/html-limits.ts";
import type { Failure } from "../../../../src/html/resources/page-faults.ts";
import type { Peer } from "../../../support/web-socket-peer.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { problemOf, renderer, textOf } from "../renderer.ts";
import type { Site } from "../site.ts";
import { fetchAsWorker, startSocketSite } from "../socket-site.ts";

let binding: TestBinding;
let site: Site;
let print: ReturnType<typeof renderer>;
const missing: Failure[] = [];
/** What was sent to the site's sockets. */
const heard: (string | Uint8Array)[] = [];
const peers: Peer[] = [];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** A stream that goes on until the other side leaves it. */
const stream = (type: string, pieces: string[], ms: number) => async (_: unknown, response: ServerResponse) => {
  response.writeHead(200, { "content-type": type, "access-control-allow-origin": "*" });
  for (const piece of pieces) {
    response.write(piece);
    await pause(ms);
  }
};

beforeAll(async () => {
  binding = await chromiumBinding();
  site = await startSocketSite(
    {
      "/page": "<p>Page</p>",
      "/events": stream(
        "text/event-stream",
        ["data: One\n\n", "event: own\r\nid: 7\r\ndata: T", "wo\ndata: lines\n\n"],
        300,
      ),
      "/ended": (_, response) =>
        response.writeHead(200, { "content-type": "text/event-stream" }).end("retry: 50\nid: 3\ndata: Again\n\n"),
      "/private-events": (_, response) =>
        response.writeHead(200, { "content-type": "text/event-stream" }).write("data: Secret\n\n"),
      "/lines": stream("application/x-ndjson", ['{"n":1}\n', '{"n":2}\n', '{"n":3}\n'], 700),
      "/quick-lines": stream("application/x-ndjson", ["a", "b", "c", "d"], 300),
      "/slow": async (_, response) => {
        response.writeHead(200, { "content-type": "text/plain", "x-own": "1" }).write("Slow ");
        await pause(2_500);
        response.end("and whole");
      },
      "/csp": (_, response) =>
        response
          .writeHead(200, {
            "content-type": "text/html",
            "content-security-policy": `script-src 'unsafe-inline'; connect-src ws://${site.host}`,
          })
          .end(socketPage("/echo", "s.onopen = () => s.send('by its policy')")),
      "/with-cookie": (_, response) =>
        response
          .writeHead(200, { "content-type": "text/html", "set-cookie": "own=1; HttpOnly" })
          .end(socketPage("/told", "")),
    },
    {
      "/echo": (peer) => {
        peer.onMessage = (data) => {
          heard.push(data);
          peer.say(data);
        };
      },
      "/app": async (peer) => {
        for (const text of ["First", "Second", "Third"]) {
          await pause(400);
          peer.say(text);
        }
      },
      "/told": (peer) => {
        const { cookie, origin, "user-agent": agent, "x-extra": extra } = peer.request.headers;
        peer.say(JSON.stringify({ cookie, origin, headless: /headless/i.test(agent ?? ""), extra }));
      },
      "/bye": (peer) => peer.close(4_001, "Enough"),
      "/breaks": (peer) => setTimeout(() => peer.break(), 100),
      "/silent": (peer) => peers.push(peer),
      "/floods": (peer) => {
        for (let i = 0; i < 30; i++) peer.say("x".repeat(4 << 20));
      },
      "/large": (peer) => peer.say("y".repeat(HTML_LIMITS.messageChars + 1)),
    },
  );
  print = renderer(binding, {
    allowHosts: [site.host],
    fetcher: fetchAsWorker,
    onMissing: (failure) => missing.push(failure),
  });
});
beforeEach(() => {
  for (const list of [missing, heard, peers, site.requests, site.headers]) list.length = 0;
});
afterAll(async () => {
  await Promise.all([binding.close(), site.close()]);
});

/** Writes what comes by the socket `s`. */
function socketPage(path: string, script: string): string {
  return `<p>Early</p><script>
    const say = (text) => document.body.insertAdjacentHTML("beforeend", "<p>" + text + "</p>");
    const s = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + "${"HOST"}${path}");
    s.onmessage = ({ data }) => say(data); ${script}</script>`.replaceAll("HOST", () => site.host);
}
/** On an origin of http: its own origin is one of https. */
const socket = (path: string, script = "", options = {}) =>
  print.html(socketPage(path, script), options, [], `${site.origin}/page`);

describe("a page that is fed by a WebSocket", () => {
  it("is printed with what comes, however many messages that takes", async () => {
    const text = textOf(await socket("/app"));
    expect(text).toMatch(/First\s+Second\s+Third/);
    expect(missing).toEqual([]);
  });

  it("has what comes after it has asked, one after the other", async () => {
    const ask =
      "let n = 0; s.onopen = () => s.send('ask 1'); s.addEventListener('message', () => ++n < 5 && setTimeout(() => s.send('ask ' + (n + 1)), 50))";
    expect(textOf(await socket("/echo", ask))).toMatch(/ask 1\s+ask 2\s+ask 3\s+ask 4\s+ask 5/);
  });

  it("from the service's own origin, where it names the socket by ws", async () => {
    const page = `<script>new WebSocket("ws://${site.host}/app").onmessage = ({ data }) => document.body.append(data)</script><p>`;
    expect(textOf(await print.html(page))).toContain("Third");
  });

  it("sends and gets text and bytes as they are", async () => {
    const script = `s.binaryType = "arraybuffer"; s.onopen = async () => {
        s.send("Ä ß"); s.send(new Uint8Array([0, 255, 7]).subarray(1)); s.send(new Blob(["blob"])); s.send(""); s.send(new Uint8Array(200_000).fill(1)) };
      s.onmessage = ({ data }) => say(typeof data === "string" ? "text " + data + ";" : "bytes " + data.byteLength + ": " + [...new Uint8Array(data).slice(0, 4)])`;
    const text = textOf(await socket("/echo", script));
    expect(text).toMatch(/text Ä ß;\s+bytes 2: 255,7\s+bytes 4: 98,108,111,98\s+text ;\s+bytes 200000: 1,1,1,1/);
    expect(heard.map((data) => data.length)).toEqual([3, 2, 4, 0, 200_000]);
  });

  it("in a frame, in a frame of another site, and in a worker", async () => {
    const port = site.host.split(":")[1];
    const both = renderer(binding, { allowHosts: [site.host, `localhost:${port}`], fetcher: fetchAsWorker });
    const code = `new WebSocket("ws://${site.host}/app").onmessage = ({ data }) => data === "Third" && `;
    const page = `<p>Page</p><iframe srcdoc='<script>${code}parent.postMessage("frame", "*")</script>'></iframe>
      <iframe src="http://localhost:${port}/other"></iframe><script>
      onmessage = ({ data }) => document.body.append(" by " + data);
      new Worker(URL.createObjectURL(new Blob(['${code}postMessage("worker")']))).onmessage = onmessage</script>`;
    const text = textOf(await both.html(page, { delay: 500 }, [], `${site.origin}/page`));
    expect(text).toMatch(/by\s+frame/);
    expect(text).toMatch(/by\s+worker/);
  });

  it("tells the other side its origin and cookies, and what the request gives its origin", async () => {
    const printed = await print.url(`${site.origin}/with-cookie`, { extraHeaders: { "x-extra": "given" } });
    const [, told] = /(\{.*\})/s.exec(textOf(printed).replaceAll("\n", "")) ?? [];
    expect(JSON.parse(told ?? "")).toEqual({ cookie: "own=1", origin: site.origin, headless: false, extra: "given" });
  });

  it("keeps to its own policy", async () => {
    expect(textOf(await print.url(`${site.origin}/csp`))).toContain("by its policy");
    const refusing = `<meta http-equiv="content-security-policy" content="connect-src 'none'">${socketPage("/app", "s.onclose = ({ code }) => say('code ' + code)")}`;
    site.requests.length = 0;
    expect(textOf(await print.html(refusing, {}, [], `${site.origin}/page`))).toContain("code 1006");
    expect(site.requests).toEqual([]);
  });

  it("hears of the end, and of what breaks off, as in a browser", async () => {
    const ends =
      "s.onerror = () => say('error'); s.onclose = (e) => say([e.code, e.reason, e.wasClean, s.readyState].join())";
    expect(textOf(await socket("/bye", ends))).toMatch(/Early\s+4001,Enough,true,3/);
    expect(missing).toEqual([]);
    expect(textOf(await socket("/breaks", ends))).toMatch(/error\s+1006,,false,3/);
    expect(textOf(await socket("/echo", `${ends}; s.onopen = () => s.close(3000, "done")`))).toMatch(
      /Early\s+3000,done,true,3/,
    );
  });

  it("has the interface that scripts know", async () => {
    const script = `const tried = (f) => { try { f(); return "fine" } catch ({ name }) { return name } };
      s.onopen = () => say([s instanceof WebSocket, s instanceof EventTarget, String(s), WebSocket.OPEN, s.OPEN, s.readyState, s.protocol, s.url.startsWith("ws://"), s.binaryType,
        tried(() => s.close(1)), tried(() => new WebSocket("mailto:x")), tried(() => new WebSocket("ws://x/#y")), tried(() => new WebSocket("ws://x/", ["a", "a"])), typeof s.onmessage].join());
      say(tried(() => s.send("x")))`;
    const text = textOf(await socket("/echo", script)).replace(/\s/g, "");
    expect(text).toContain("InvalidStateError");
    expect(text).toContain(
      "true,true,[objectWebSocket],1,1,1,,true,blob,InvalidAccessError,SyntaxError,SyntaxError,SyntaxError,function",
    );
    const page = `<script>new WebSocket("ws://${site.host}/echo", ["bokeh", "a.token"]).onopen = ({ target }) => document.body.append(target.protocol)</script><p>`;
    expect(textOf(await print.html(page))).toContain("bokeh");
  });

  it("that is silent is printed after a while, and the connection ends with the page", async () => {
    expect(textOf(await socket("/silent"))).toContain("Early");
    const [peer] = peers as [Peer];
    await expect.poll(() => peer.request.socket.destroyed || peer.request.socket.readableEnded).toBe(true);
  });
});

describe("a socket that is not there", () => {
  it("is named, and counts where what is missing refuses the page", async () => {
    expect(textOf(await socket("/nothing"))).toContain("Early");
    expect(missing).toEqual([{ url: `ws://${site.host}/nothing`, reason: expect.stringMatching(/HTTP 403/) }]);
    const problem = await problemOf(socket("/nothing", "", { failOnResourceError: true }));
    expect(problem).toMatchObject({ kind: "input", field: "failOnResourceError" });
    expect(problem.message).toContain(`ws://${site.host}/nothing`);
  });

  it("is named where it breaks off", async () => {
    await socket("/breaks");
    expect(missing).toEqual([{ url: `ws://${site.host}/breaks`, reason: "The connection broke" }]);
  });

  it("is named where the network is off, and nobody is asked", async () => {
    await socket("/app", "", { network: "none" });
    expect(missing.map(({ reason }) => reason)).toContain("The network is off");
    expect(site.requests).toEqual([]);
  });

  it("is refused with the words of every private address", async () => {
    for (const host of ["10.0.0.1", "localhost:1", "[::1]", "127.0.0.1:22", "metadata.google.internal", "2130706433"]) {
      missing.length = 0;
      const page = `<p>Early</p><script>new WebSocket("ws://${host}/")</script>`;
      expect(textOf(await print.html(page, {}, [], `${site.origin}/page`))).toContain("Early");
      expect(missing.map(({ reason }) => reason)).toEqual([
        "The address could not be reached from the public internet.",
      ]);
    }
  });

  it("is refused where its name leads inside", async () => {
    const resolving = renderer(binding, {
      fetcher: fetchAsWorker,
      resolve: async () => ["127.0.0.1"],
      onMissing: (failure) => missing.push(failure),
    });
    const port = site.host.split(":")[1];
    await resolving.html(`<p>Early</p><script>new WebSocket("wss://rebound.example.org:${port}/app")</script>`);
    expect(missing).toHaveLength(1);
    expect(site.requests).toEqual([]);
  });
});

describe("what comes by sockets", () => {
  it("counts with all that a page loads", async () => {
    expect(await problemOf(socket("/floods"))).toMatchObject({ kind: "too-large" });
  });

  it("ends where one message is too large", async () => {
    expect(textOf(await socket("/large", "s.onclose = ({ code }) => say('code ' + code)"))).toContain("code 1006");
    expect(missing.map(({ reason }) => reason)).toEqual([expect.stringContaining("larger than")]);
  });

  it("is bounded in number, and what a page sends is", async () => {
    const many = `for (let i = 0; i < ${HTML_LIMITS.channels + 2}; i++) new WebSocket("ws://${site.host}/silent?" + i)`;
    await print.html(`<p>Early</p><script>${many}</script>`, {}, [], `${site.origin}/page`);
    expect(site.requests).toHaveLength(HTML_LIMITS.channels);
    expect(missing).toHaveLength(2);
    missing.length = 0;
    await socket(
      "/echo",
      `s.onopen = () => { for (let i = 0; i < ${HTML_LIMITS.sentMessages + 100}; i++) s.send("x") }; s.onmessage = null`,
    );
    expect(heard).toHaveLength(HTML_LIMITS.sentMessages);
  });
});

describe("a page that is fed by a stream", () => {
  it.each([
    [
      "of events",
      "const e = new EventSource('/events'); e.onmessage = ({ data }) => say(data); e.addEventListener('own', ({ data, lastEventId }) => say(lastEventId + data.replace('\\n', '+')))",
      /One\s+7Two\+lines/,
    ],
    [
      "that fetch reads piece by piece",
      "(async () => { const r = await fetch('/lines'); const d = new TextDecoder(); for await (const p of r.body) say('got ' + d.decode(p)) })()",
      /got \{"n":1\}\s+got \{"n":2\}\s+got \{"n":3\}/,
    ],
    [
      "that takes a while and ends",
      "fetch('/slow').then(async (r) => say([await r.text(), r.url.endsWith('/slow'), r.type, r.headers.get('x-own'), r.headers.get('x-quire-more')].join()))",
      /Slow and whole,true,basic,1,/,
    ],
    [
      "in a worker",
      `new Worker(URL.createObjectURL(new Blob(['fetch("' + location.origin + '/quick-lines").then(async (r) => { const d = new TextDecoder(); for await (const p of r.body) postMessage(d.decode(p)) })']))).onmessage = ({ data }) => say("got " + data)`,
      /got ab?.*d/s,
    ],
  ])("%s, which has no end, is printed with what comes", async (_, script, shown) => {
    const page = `<p>Early</p><script>const say = (text) => document.body.insertAdjacentHTML("beforeend", "<p>" + text + "</p>"); ${script}</script>`;
    // A worker's streams are not waited for as those of the page are.
    const printed = await print.html(page, { delay: 500 }, [], `${site.origin}/page`);
    expect(textOf(printed)).toMatch(shown);
    expect(missing).toEqual([]);
  });

  it("asks again for events when they end, with what it had last", async () => {
    const page = `<p>Early</p><script>let n = 0; const e = new EventSource("/ended"); e.onmessage = ({ data }) => { if (++n === 3) { e.close(); document.body.append(data + n) } }</script>`;
    expect(textOf(await print.html(page, {}, [], `${site.origin}/page`))).toContain("Again3");
    expect(site.headers.map((headers) => headers["last-event-id"])).toEqual([undefined, "3", "3"]);
  });

  it("of another origin needs its permission", async () => {
    const page = `<p>Early</p><script>const e = new EventSource("http://${site.host}/private-events"); e.onmessage = ({ data }) => document.body.append(data); e.onerror = () => document.body.append("none")</script>`;
    const text = textOf(await print.html(page, {}, [], "http://elsewhere.example/"));
    expect(text).toContain("none");
    expect(text).not.toContain("Secret");
  });

  it("that is not there is named", async () => {
    await print.html(`<p>Early</p><script>new EventSource("/none")</script>`, {}, [], `${site.origin}/page`);
    expect(missing).toEqual([{ url: `${site.origin}/none`, reason: "HTTP 404", status: 404 }]);
  });
});

describe("a page that asks for WebRTC", () => {
  it("goes on, and finds that nothing connects", async () => {
    const page = `<body><script>(async () => {
      const a = new RTCPeerConnection({ iceServers: [{ urls: "stun:${site.host}" }] }), b = new RTCPeerConnection(), seen = [];
      a.onicecandidate = ({ candidate }) => seen.push("candidate " + candidate);
      a.addEventListener("connectionstatechange", () => { seen.push(a.connectionState); if (a.connectionState === "failed") document.body.append(seen.join()) });
      const channel = a.createDataChannel("x"); seen.push(channel.readyState);
      await a.setLocalDescription(await a.createOffer()); await b.setRemoteDescription(a.localDescription);
      await b.setLocalDescription(await b.createAnswer()); await a.setRemoteDescription(b.localDescription);
    })()</script>`;
    const text = textOf(await print.html(page)).replaceAll("\n", "");
    expect(text).toMatch(/connecting,candidate null,connecting,failed|connecting,connecting,candidate null,failed/);
  });
});
