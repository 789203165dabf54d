import { LedgerBook } from "../../src/html/browser/pool/ledger.ts";
import type { Platform } from "../../src/html/browser/pool/platform.ts";
import { pagesOf, pdf } from "../fixtures/pdf.ts";

/** A command, as a scripted browser got it. */
export interface Asked {
  browser: string;
  method: string;
  params: Record<string, unknown>;
  sessionId: string | undefined;
  /** Says an event of the page that asked. */
  say: (method: string, params?: object) => void;
  /** Ends the connection. */
  cut: () => void;
}

/** What a command is answered with: undefined as usual, SILENCE not at all, and an error refuses it. */
export type Answer = (asked: Asked) => unknown;
export const SILENCE = Symbol("no answer");

/** What a page that has come to rest looks like to the service. */
export const AT_REST = {
  ready: true,
  pending: 0,
  waits: false,
  restless: false,
  touchedAgo: 1e9,
  changes: 0,
  observers: 0,
  height: 0,
};

/**
 * A platform whose browsers have no pages behind them: they answer DevTools commands as Chromium does for a page that
 * loads nothing but its document. A test changes answers by their command.
 */
export function scriptedPlatform(changes: Record<string, Answer> = {}) {
  const asked: Asked[] = [];
  const requests: string[] = [];
  const browsers = new Map<string, ScriptedBrowser>();
  const answers: Record<string, Answer | undefined> = { ...changes };
  const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(url);
    const id = decodeURIComponent(pathname.split("/").at(-1) as string);
    requests.push(`${init.method ?? "GET"} ${id}`);
    if (id === "sessions") return Response.json({ sessions: [...browsers.keys()].map((sessionId) => ({ sessionId })) });
    if (init.method === "POST") {
      const sessionId = `browser ${browsers.size + 1}`;
      browsers.set(sessionId, new ScriptedBrowser(sessionId, asked, answers));
      return Response.json({ sessionId });
    }
    if (init.method === "DELETE") return new Response();
    const browser = browsers.get(id);
    return (browser ? { status: 200, webSocket: browser.connect() } : { status: 410 }) as unknown as Response;
  };
  const platform: Platform = { binding: { fetch }, ledger: new LedgerBook() };
  const methods = (browser?: string) =>
    asked.filter((each) => browser === undefined || each.browser === browser).map(({ method }) => method);
  return { platform, answers, asked, requests, methods };
}

interface Target {
  targetId: string;
  browserContextId: string;
  type: "page";
  url: string;
  attached: boolean;
}

class ScriptedBrowser {
  readonly #id: string;
  readonly #asked: Asked[];
  readonly #answers: Record<string, Answer | undefined>;
  readonly #targets: Target[] = [];
  readonly #cookies = new Map<string, unknown>();
  readonly #held = new Set<string>();
  /** What a document waits for: whether the service answers its request. */
  readonly #documents = new Map<string, (answered: boolean) => void>();
  #contexts = 0;

  constructor(id: string, asked: Asked[], answers: Record<string, Answer | undefined>) {
    this.#id = id;
    this.#asked = asked;
    this.#answers = answers;
  }

  connect(): ScriptedSocket {
    const socket: ScriptedSocket = new ScriptedSocket((text) => this.#hear(socket, text));
    return socket;
  }

  async #hear(socket: ScriptedSocket, text: string): Promise<void> {
    const { id, method, params = {}, sessionId } = JSON.parse(text);
    // No browser answers before it is asked further.
    await undefined;
    const say = (event: string, details: object = {}) => socket.say({ method: event, params: details, sessionId });
    const asked: Asked = { browser: this.#id, method, params, sessionId, say, cut: () => socket.cut() };
    this.#asked.push(asked);
    try {
      const result = (await this.#answers[method]?.(asked)) ?? (await this.#answer(asked));
      if (result !== SILENCE) socket.say({ id, result, sessionId });
    } catch (error) {
      socket.say({ id, error: { message: (error as Error).message }, sessionId });
    }
  }

  #answer({ method, params, sessionId = "", say }: Asked): unknown {
    const { browserContextId, targetId } = params as { browserContextId: string; targetId: string };
    switch (method) {
      case "Browser.getVersion":
        return { product: "HeadlessChrome/153.0.8010.0", userAgent: "Mozilla/5.0 (X11) HeadlessChrome/153.0.0.0" };
      case "Target.createBrowserContext":
        return { browserContextId: `context ${++this.#contexts}` };
      case "Target.disposeBrowserContext":
        for (const [index, target] of [...this.#targets.entries()].reverse())
          if (target.browserContextId === browserContextId) this.#targets.splice(index, 1);
        return {};
      case "Target.createTarget": {
        const made = `page of ${browserContextId}`;
        this.#targets.push({ targetId: made, browserContextId, type: "page", url: "about:blank", attached: false });
        return { targetId: made };
      }
      case "Target.getTargets":
        return { targetInfos: this.#targets };
      case "Target.attachToTarget": {
        const target = this.#targets.find((each) => each.targetId === targetId);
        if (!target) throw new Error("No target with given id found");
        target.attached = true;
        return { sessionId: targetId };
      }
      case "Storage.setCookies":
        this.#cookies.set(browserContextId, params.cookies);
        return {};
      case "Storage.getCookies":
        return { cookies: this.#cookies.get(browserContextId) ?? [] };
      case "Fetch.enable":
        this.#held.add(sessionId);
        return {};
      case "Fetch.fulfillRequest":
      case "Fetch.failRequest":
        this.#documents.get(params.requestId as string)?.(method === "Fetch.fulfillRequest");
        return {};
      case "Page.navigate":
        return this.#navigate(sessionId, params.url as string, say);
      case "Memory.getDOMCounters":
        return { nodes: 5 };
      case "Runtime.evaluate":
        return { result: { value: /^\(\(hurry\)/.test(params.expression as string) ? AT_REST : undefined } };
      case "Page.printToPDF":
        return { stream: "stream" };
      case "IO.read":
        return { data: Buffer.from(pdf(pagesOf(1))).toString("base64"), base64Encoded: true, eof: true };
      default:
        return {};
    }
  }

  /** Resolves once the document is there, as Chromium does. */
  async #navigate(sessionId: string, url: string, say: Asked["say"]): Promise<object> {
    if (!this.#held.has(sessionId)) return { errorText: "net::ERR_PROXY_CONNECTION_FAILED" };
    const requestId = `document of ${sessionId}`;
    const answered = new Promise<boolean>((resolve) => this.#documents.set(requestId, resolve));
    const request = { url, method: "GET", headers: {} };
    say("Page.frameStartedLoading", { frameId: sessionId });
    say("Fetch.requestPaused", { requestId, frameId: sessionId, resourceType: "Document", request });
    if (!(await answered)) return { errorText: "net::ERR_ABORTED" };
    say("Page.frameNavigated", { frame: { id: sessionId, url } });
    say("Page.domContentEventFired");
    say("Page.loadEventFired");
    say("Page.frameStoppedLoading", { frameId: sessionId });
    return {};
  }
}

class ScriptedSocket extends EventTarget {
  readonly #hear: (text: string) => void;
  #closed = false;

  constructor(hear: (text: string) => void) {
    super();
    this.#hear = hear;
  }

  accept(): void {}

  send(text: string): void {
    if (!this.#closed) this.#hear(text);
  }

  close(): void {
    this.#closed = true;
  }

  cut(): void {
    this.#closed = true;
    this.dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
  }

  say(message: object): void {
    if (!this.#closed) this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}
