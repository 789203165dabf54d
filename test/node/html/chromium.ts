import type { BrowserWorker } from "@cloudflare/puppeteer";
import puppeteer, { type Browser } from "puppeteer-core";
import { ensureBrowser } from "../../../scripts/browser.ts";

/** A real Chromium behind a binding that speaks as the platform's does, and whose faults a test can choose. */
export interface TestBinding extends BrowserWorker {
  /** Sessions by id. */
  readonly browsers: Map<string, Browser>;
  /** Answers in place of the binding, first to last; undefined lets one pass. */
  faults: ((url: URL) => Response | Promise<Response> | undefined)[];
  /** Changes what is said to the browser, so that it behaves as another one would. */
  say: (message: string) => string;
  /** What browsers were launched with. */
  readonly launches: unknown[];
  /** How often each kind of request came. */
  readonly counts: { list: number; launch: number; connect: number; end: number };
  /** Connections that were made. */
  readonly sockets: ReadonlySet<WebSocket>;
  close(): Promise<void>;
}

export async function chromiumBinding(): Promise<TestBinding> {
  const { executable } = await ensureBrowser();
  const browsers = new Map<string, Browser>();
  const counts = { list: 0, launch: 0, connect: 0, end: 0 };
  const sockets = new Set<WebSocket>();
  let launched = 0;
  const launch = async () => {
    const args = ["--disable-quic", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
    const browser = await puppeteer.launch({ executablePath: executable, args, headless: true });
    const id = `session-${++launched}`;
    browsers.set(id, browser);
    browser.once("disconnected", () => browsers.delete(id));
    return id;
  };
  const binding: TestBinding = {
    browsers,
    counts,
    sockets,
    faults: [],
    say: (message) => message,
    launches: [],
    fetch: (async (input: string, init?: RequestInit) => {
      const url = new URL(input);
      const fault = binding.faults.shift()?.(url);
      if (fault) return fault;
      if (url.pathname === "/v1/sessions") {
        counts.list++;
        return Response.json({ sessions: [...browsers.keys()].map((sessionId) => ({ sessionId, startTime: 0 })) });
      }
      if (init?.method === "DELETE") {
        counts.end++;
        browsers
          .get(url.pathname.split("/").at(-1) as string)
          ?.process()
          ?.kill("SIGKILL");
        return new Response(null, { status: 200 });
      }
      if (init?.method === "POST") {
        counts.launch++;
        binding.launches.push(JSON.parse(String(init.body ?? "{}")));
        return Response.json({ sessionId: await launch() });
      }
      counts.connect++;
      const browser = browsers.get(url.pathname.split("/").at(-1) as string);
      return connect(browser, sockets, (message) => binding.say(message));
    }) as BrowserWorker["fetch"],
    close: async () => {
      await Promise.all(
        [...browsers.values()].map((browser) => {
          // One that a test has stopped would not hear of it.
          browser.process()?.kill("SIGCONT");
          return browser.close();
        }),
      );
    },
  };
  return binding;
}

/** Node's WebSocket stands for the one in the Worker's answer. */
async function connect(
  browser: Browser | undefined,
  sockets: Set<WebSocket>,
  say: (message: string) => string,
): Promise<Response> {
  if (!browser) return new Response("Session not found", { status: 410 });
  const socket = new WebSocket(browser.wsEndpoint());
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  sockets.add(socket);
  const send = socket.send.bind(socket);
  socket.send = (message) => send(say(String(message)));
  return Object.assign(new Response(null, { status: 200 }), { webSocket: Object.assign(socket, { accept() {} }) });
}
