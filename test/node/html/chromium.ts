import puppeteer, { type Browser } from "puppeteer-core";
import { ensureBrowser } from "../../../scripts/lib/local-browser.ts";
import { LedgerBook } from "../../../src/html/browser/pool/ledger.ts";
import type { BrowserBinding } from "../../../src/html/browser/pool/platform.ts";
import { OWN_ORIGIN } from "../../../src/html/resources/html-source.ts";

/** What the platform's browser service does by its documentation, or may do: a test chooses. */
export interface PlatformRules {
  /** Browsers that the account may have at a time, those of others counted. */
  browsers: number;
  /** Between two launches of the account, those of others counted. */
  launchEveryMs: number;
  /** The plan's time of browsers for today is used up. */
  exhausted: boolean;
  /** The list of browsers fails. */
  unlisted: boolean;
  /** What a context's proxy is to it. */
  proxies: "obeyed" | "ignored" | "refused";
  /** Whether a page may be opened at the address that raw HTML is given. */
  documents: "opened" | "refused";
  /** Commands that its browsers do not know. */
  lacking: readonly string[];
  /** Fetches of one request of a Worker that wait for an answer at a time: the next one is held back. */
  connections: number;
}

const NO_RULES: PlatformRules = {
  browsers: 120,
  launchEveryMs: 0,
  exhausted: false,
  unlisted: false,
  proxies: "obeyed",
  documents: "opened",
  lacking: [],
  connections: 6,
};

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';

let browser: ReturnType<typeof ensureBrowser> | undefined;
/** Looked for once, however many tests begin at a time. */
const found = () => {
  browser ??= ensureBrowser();
  return browser;
};

/** A real Chromium behind a binding that speaks as the platform's does. A test can choose its rules and faults. */
export interface TestBinding extends BrowserBinding {
  readonly rules: PlatformRules;
  /** The one that all isolates share. */
  ledger: LedgerBook;
  /** Sessions by id. */
  readonly browsers: Map<string, Browser>;
  /** Another Worker of the account launches a browser, and tells its id. */
  launchForeign(): Promise<string>;
  /** So much time passes without use: browsers that were launched to be kept for less are ended. */
  passIdle(ms: number): Promise<void>;
  /** How the Worker fetches for a page. Every address has a picture. */
  fetcher(): Promise<Response>;
  /** Answers in place of the binding, first to last; undefined lets one pass. */
  faults: ((url: URL) => Response | Promise<Response> | undefined)[];
  /** Changes what is said to the browser, so that it behaves as another one would. */
  say: (message: string) => string;
  /** What browsers were launched with. */
  readonly launches: unknown[];
  /** How often each kind of request came. */
  readonly counts: {
    list: number;
    launch: number;
    refused: number;
    connect: number;
    end: number;
    fetched: number;
    held: number;
  };
  /** Ids of the browsers that were connected to, each time. */
  readonly connected: string[];
  /** Connections that were made. */
  readonly sockets: ReadonlySet<WebSocket>;
  close(): Promise<void>;
}

export async function chromiumBinding(rules: Partial<PlatformRules> = {}): Promise<TestBinding> {
  const { executable } = await found();
  const browsers = new Map<string, Browser>();
  const counts = { list: 0, launch: 0, refused: 0, connect: 0, end: 0, fetched: 0, held: 0 };
  const keptMs = new Map<string, number>();
  const answering = new Set<Promise<void>>();
  const sockets = new Set<WebSocket>();
  const connected: string[] = [];
  let launched = 0;
  let launchedAt = 0;
  const launch = async () => {
    launchedAt = Date.now();
    // A page that the Worker answers counts as public, and Chromium itself keeps such pages from loopback. That is
    // switched off, so that our guard is tried and not Chromium's.
    const open =
      "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,LocalNetworkAccessChecksWebTransport,LocalNetworkAccessChecksWebRTC,BlockInsecurePrivateNetworkRequests";
    const args = ["--disable-quic", open, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
    const browser = await puppeteer.launch({ executablePath: executable, args, headless: true });
    const id = `session-${++launched}`;
    browsers.set(id, browser);
    browser.once("disconnected", () => browsers.delete(id));
    return id;
  };
  const refusal = ({ browsers: most, launchEveryMs, exhausted }: PlatformRules): string | undefined => {
    if (exhausted) return "Browser time limit exceeded for today";
    if (browsers.size >= most) return "Too many concurrent browsers";
    return Date.now() - launchedAt < launchEveryMs ? "Rate limit exceeded" : undefined;
  };
  const binding: TestBinding = {
    rules: { ...NO_RULES, ...rules },
    ledger: new LedgerBook(),
    launchForeign: launch,
    passIdle: async (ms) => {
      const over = [...keptMs].filter(([, kept]) => kept <= ms).map(([id]) => id);
      await Promise.all(over.map((id) => browsers.get(id)?.close()));
    },
    fetcher: async () => {
      counts.fetched++;
      while (answering.size >= binding.rules.connections) {
        counts.held++;
        await Promise.race(answering);
      }
      const answered = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(
        () => void answering.delete(answered),
      );
      answering.add(answered);
      await answered;
      return new Response(PICTURE, { headers: { "content-type": "image/svg+xml" } });
    },
    connected,
    browsers,
    counts,
    sockets,
    faults: [],
    say: (message) => message,
    launches: [],
    fetch: async (input, init) => {
      const url = new URL(input);
      const fault = binding.faults.shift()?.(url);
      if (fault) return fault;
      if (url.pathname === "/v1/sessions") {
        counts.list++;
        if (binding.rules.unlisted) return new Response("Internal error", { status: 500 });
        return Response.json({ sessions: [...browsers.keys()].map((sessionId) => ({ sessionId, startTime: 0 })) });
      }
      if (init?.method === "DELETE") {
        counts.end++;
        const id = url.pathname.split("/").at(-1) as string;
        browsers.get(id)?.process()?.kill("SIGKILL");
        browsers.delete(id);
        return new Response(null, { status: 200 });
      }
      if (init?.method === "POST") {
        const refused = refusal(binding.rules);
        if (refused !== undefined) {
          counts.refused++;
          return new Response(refused, { status: 429 });
        }
        counts.launch++;
        binding.launches.push(JSON.parse(String(init.body ?? "{}")));
        const id = await launch();
        keptMs.set(id, Number(url.searchParams.get("keep_alive") ?? 60_000));
        return Response.json({ sessionId: id });
      }
      counts.connect++;
      const id = url.pathname.split("/").at(-1) as string;
      connected.push(id);
      return connect(browsers.get(id), sockets, (message) => binding.say(asRuled(message, binding.rules)));
    },
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

/** What is said to the browser, so that it answers as one that lacks what the rules say. */
function asRuled(message: string, { proxies, documents, lacking }: PlatformRules): string {
  let said = message;
  if (proxies === "refused") said = said.replace(/"proxyServer":"[^"]*"/, '"proxyServer":"no such scheme://"');
  if (proxies === "ignored") said = said.replace(/"proxyServer":"[^"]*",/, "");
  if (documents === "refused") said = said.replace(`"url":"${OWN_ORIGIN}/"`, '"url":"file:///not-opened"');
  const method = lacking.find((name) => said.includes(`"method":"${name}"`));
  return method === undefined ? said : said.replace(method, `${method}Unknown`);
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
