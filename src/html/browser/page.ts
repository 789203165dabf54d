import { HtmlProblem, PageCrash, SessionProblem } from "../html-problem.ts";
import type { HtmlOptions } from "../options.ts";
import { Credentials } from "../resources/credentials.ts";
import type { HtmlSource } from "../resources/html-source.ts";
import { ACTIVITY_SCRIPT } from "./activity.ts";
import { type BlankPage, makePage, pagesOf } from "./blank.ts";
import { type Cdp, CdpError, type CdpEvent } from "./cdp.ts";
import { type BrowserVersion, type Command, emulation, identity } from "./emulation.ts";
import { unlessLacking } from "./lacking.ts";
import { LOCKDOWN_SCRIPT } from "./lockdown.ts";
import { PageNetwork, type PageRequestRules, type PausedRequest } from "./page-network.ts";
import { proveSealed } from "./proxy-check.ts";
import type { Lease } from "./sessions.ts";

const MOST_ERRORS = 100;

/** One page in a browser context of its own, in a browser that others use at the same time. */
export interface Page {
  readonly cdp: Cdp;
  readonly network: PageNetwork;
  /** A command to the page. */
  send<T = Record<string, unknown>>(method: string, params?: Record<string, unknown>): Promise<T>;
  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Resolves at the load event of the main document. */
  readonly loaded: Promise<void>;
  /** Resolves when the main document's DOM is complete. */
  readonly parsed: Promise<void>;
  /** Whether the main frame loads nothing now: also after a navigation that was refused, which fires no load event. */
  stopped(): boolean;
  /** How many documents the main frame has had: another one may take the place of what was waited for. */
  documents(): number;
  /** Rejects when the page crashes or disappears; never resolves. */
  readonly lost: Promise<never>;
  /** What scripts threw or wrote to console.error. */
  readonly consoleErrors: string[];
  /** Nodes of all its documents that the browser holds. */
  nodes(): Promise<number>;
  collectGarbage(): Promise<void>;
  /** Frees the page, its processes and its storage, even while a script of it runs without end. */
  dispose(): Promise<void>;
}

/** Pages that are in use in the browser, this one included: how full it is, other isolates' renders counted. */
export interface OpenedPage {
  page: Page;
  inUse: number;
}

export async function openPage(
  cdp: Cdp,
  source: HtmlSource,
  options: HtmlOptions,
  rules: PageRequestRules,
  signal: AbortSignal,
  lease: Pick<Lease, "sealed" | "seal" | "spare">,
): Promise<OpenedPage> {
  const others = pagesOf(cdp);
  // Awaited below; an error before that is the same error.
  others.catch(() => {});
  const version = unlessLacking(cdp.send<BrowserVersion>("Browser.getVersion"), options);
  version.catch(() => {});
  const blank = (lease.spare && (await takeUp(cdp, lease.spare))) ?? (await attach(cdp, await makePage(cdp)));
  const { browserContextId, targetId, sessionId } = blank;
  const network = new PageNetwork(cdp, source, targetId, rules, signal);
  const visitor = identity(options, await version);
  const events = new PageEvents(cdp, sessionId, targetId, network, visitor);
  cdp.onEvent = (event) => events.receive(event);
  const send = <T>(method: string, params: Record<string, unknown> = {}) => cdp.send<T>(method, params, sessionId);
  const prepared = Promise.all([
    cdp.send("Browser.setDownloadBehavior", { behavior: "deny", browserContextId }),
    setCookies(cdp, source, options, browserContextId),
    lease.sealed ? undefined : proveSealed(cdp, browserContextId).then(() => lease.seal()),
    send("Page.enable"),
    ...guardCommands().map(([method, params]) => send(method, params)),
    ...[
      // What is not granted by name is denied without asking.
      cdp.send("Browser.grantPermissions", {
        permissions: options.geolocation ? ["geolocation"] : [],
        browserContextId,
      }),
      send("Inspector.enable"),
      ...[...emulation(options), ...visitor].map(([method, params]) => send(method, params)),
    ].map((answer) => unlessLacking(answer, options).catch((error) => refuseIdentity(error))),
    ...(options.failOnConsoleError ? [send("Runtime.enable")] : []),
  ]);
  // The new document may begin in another process, which knows only what the first one has acknowledged.
  await Promise.race([prepared, events.lost]);
  const inUse = (await others).filter(({ attached }) => attached).length + 1;
  const page: Page = {
    cdp,
    network,
    send,
    evaluate: (expression) => evaluate(send, expression),
    loaded: events.loaded,
    parsed: events.parsed,
    stopped: () => events.stopped,
    documents: () => events.documents,
    lost: events.lost,
    consoleErrors: events.consoleErrors,
    nodes: async () => {
      const counts = await events.everywhere<{ nodes: number }>("Memory.getDOMCounters");
      return counts.reduce((sum, { nodes }) => sum + nodes, 0);
    },
    collectGarbage: async () => {
      await events.everywhere("HeapProfiler.collectGarbage");
    },
    dispose: async () => {
      await cdp.send("Target.disposeBrowserContext", { browserContextId });
    },
  };
  return { page, inUse };
}

interface AttachedPage extends BlankPage {
  sessionId: string;
}

async function attach(cdp: Cdp, blank: BlankPage): Promise<AttachedPage> {
  const { targetId } = blank;
  return { ...blank, ...(await cdp.send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true })) };
}

/** Nothing when the browser has it no more. */
async function takeUp(cdp: Cdp, spare: BlankPage): Promise<AttachedPage | undefined> {
  try {
    return await attach(cdp, spare);
  } catch (error) {
    if (error instanceof CdpError) return undefined;
    throw error;
  }
}

/** What every target of the page needs before it runs: frames of other sites and workers are targets of their own. */
function guardCommands(): Command[] {
  return [
    ["Fetch.enable", { patterns: [{ urlPattern: "*" }] }],
    ["Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }],
    ["Page.addScriptToEvaluateOnNewDocument", { source: `${LOCKDOWN_SCRIPT}\n${ACTIVITY_SCRIPT}` }],
  ];
}

/** The Worker knows time zones as its own data has them, and the browser as its does. */
function refuseIdentity(error: unknown): never {
  if (!(error instanceof CdpError && error.method === "Emulation.setTimezoneOverride")) throw error;
  throw new HtmlProblem("input", "timezone: the browser does not know this time zone.", { field: "timezone" });
}

async function setCookies(cdp: Cdp, source: HtmlSource, options: HtmlOptions, browserContextId: string): Promise<void> {
  const { own } = new Credentials(source.url, options);
  if (own.length === 0) return;
  const { origin } = source.url;
  const cookies = own.map(({ name, value, path, httpOnly, secure, sameSite }) => ({
    ...{ name, value, path, httpOnly, secure, sameSite },
    url: `${origin}${path ?? "/"}`,
  }));
  try {
    await cdp.send("Storage.setCookies", { cookies, browserContextId });
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
    throw new HtmlProblem("input", "The browser does not accept one of the cookies for the page's address.", {
      field: "cookies",
    });
  }
}

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** An expression of the page's that throws is the caller's to report. */
export class EvaluationError extends Error {}

async function evaluate<T>(send: Page["send"], expression: string): Promise<T> {
  const { result, exceptionDetails } = await send<Evaluated>("Runtime.evaluate", {
    expression,
    returnByValue: true,
    awaitPromise: true,
  });
  if (exceptionDetails) throw new EvaluationError(exceptionText(exceptionDetails));
  return result.value as T;
}

function exceptionText(details: NonNullable<Evaluated["exceptionDetails"]>): string {
  return (details.exception?.description ?? details.text).split("\n")[0] ?? "";
}

class PageEvents {
  readonly loaded: Promise<void>;
  readonly parsed: Promise<void>;
  readonly lost: Promise<never>;
  readonly consoleErrors: string[] = [];
  stopped = false;
  documents = 0;
  readonly #cdp: Cdp;
  readonly #sessionId: string;
  readonly #mainFrame: string;
  readonly #network: PageNetwork;
  /** What each target of the page is told of its visitor. */
  readonly #visitor: readonly Command[];
  /** Frames of other sites, which have processes of their own. */
  readonly #frames = new Map<string, { gone: Promise<undefined>; leave: () => void }>();
  #onLoad: () => void = () => {};
  #onParsed: () => void = () => {};
  #onLost: (problem: SessionProblem) => void = () => {};
  /** The load event of about:blank is not the one that is waited for. */
  #navigated = false;

  constructor(cdp: Cdp, sessionId: string, mainFrame: string, network: PageNetwork, visitor: readonly Command[]) {
    this.#cdp = cdp;
    this.#sessionId = sessionId;
    this.#mainFrame = mainFrame;
    this.#network = network;
    this.#visitor = visitor;
    this.loaded = new Promise((resolve) => {
      this.#onLoad = resolve;
    });
    this.parsed = new Promise((resolve) => {
      this.#onParsed = resolve;
    });
    this.lost = new Promise<never>((_, reject) => {
      this.#onLost = reject;
    });
    this.lost.catch(() => {});
  }

  /** A command to the page and to each frame that is a target of its own. */
  async everywhere<T>(method: string): Promise<T[]> {
    const frames = [...this.#frames].map(([id, { gone }]) => {
      const answer = this.#cdp.send<T>(method, {}, id).catch((error) => {
        if (!(error instanceof CdpError)) throw error;
        return undefined;
      });
      // One that goes, or whose process crashes, does not answer.
      return Promise.race([answer, gone]);
    });
    const answers = await Promise.all([this.#cdp.send<T>(method, {}, this.#sessionId), ...frames]);
    return answers.filter((answer) => answer !== undefined);
  }

  receive({ method, params, sessionId }: CdpEvent): Promise<void> | void {
    if (method === "Fetch.requestPaused") {
      // Its own errors end in the network's list of failures, or in the connection's loss.
      return this.#network.answer(params as unknown as PausedRequest, sessionId).catch(() => {});
    }
    if (method === "Target.attachedToTarget") this.#admit(params, sessionId);
    else if (method === "Target.detachedFromTarget" && params.sessionId === this.#sessionId) {
      this.#onLost(new SessionProblem("The page was closed by the browser"));
    } else if (method === "Target.detachedFromTarget") this.#dismiss(params.sessionId as string);
    else if (sessionId === this.#sessionId) this.#receiveFromPage(method, params);
  }

  #receiveFromPage(method: string, params: Record<string, unknown>): void {
    if (method === "Page.frameNavigated") {
      const frame = params.frame as { parentId?: string; url: string };
      if (frame.parentId === undefined) this.documents++;
      if (frame.parentId === undefined && frame.url !== "about:blank") this.#navigated = true;
    } else if (method === "Page.frameStartedLoading" && params.frameId === this.#mainFrame) this.stopped = false;
    else if (method === "Page.frameStoppedLoading" && params.frameId === this.#mainFrame && this.#navigated) {
      this.stopped = true;
      this.#onParsed();
      this.#onLoad();
    } else if (method === "Page.loadEventFired" && this.#navigated) this.#onLoad();
    else if (method === "Page.domContentEventFired" && this.#navigated) this.#onParsed();
    else if (method === "Inspector.targetCrashed") this.#onLost(new PageCrash());
    else if (method === "Page.javascriptDialogOpening") {
      this.#cdp.post("Page.handleJavaScriptDialog", { accept: false }, this.#sessionId);
    } else if (method === "Runtime.exceptionThrown") {
      this.#noteError(exceptionText(params.exceptionDetails as NonNullable<Evaluated["exceptionDetails"]>));
    } else if (method === "Runtime.consoleAPICalled" && params.type === "error") {
      const first = (params.args as { value?: unknown; description?: string }[])[0];
      this.#noteError(String(first?.value ?? first?.description ?? ""));
    }
  }

  #dismiss(frame: string): void {
    this.#frames.get(frame)?.leave();
    this.#frames.delete(frame);
  }

  #noteError(text: string): void {
    if (this.consoleErrors.length < MOST_ERRORS) this.consoleErrors.push(text.slice(0, 300));
  }

  /** A frame of another site, a worker: held by the browser until the guard stands there too. */
  #admit(params: Record<string, unknown>, parent: string | undefined): void {
    // Only what hangs on this page; the page itself is announced without a parent.
    if (parent === undefined) return;
    const child = params.sessionId as string;
    if ((params.targetInfo as { type: string }).type === "iframe") {
      let leave = () => {};
      const gone = new Promise<undefined>((resolve) => {
        leave = () => resolve(undefined);
      });
      this.#frames.set(child, { gone, leave });
    }
    for (const [method, command] of [...guardCommands(), ...this.#visitor]) this.#cdp.post(method, command, child);
    this.#cdp.post("Runtime.runIfWaitingForDebugger", {}, child);
  }
}
