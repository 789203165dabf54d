import { pause } from "../../../platform/pause.ts";
import type { HtmlOptions } from "../../fields/options.ts";
import { fieldProblem, HtmlProblem, SessionProblem } from "../../html-problem.ts";
import { Credentials } from "../../resources/credentials.ts";
import type { HtmlSource } from "../../resources/html-source.ts";
import type { Bookmark, Crossing } from "../../resources/printed-places.ts";
import { mayRunScripts } from "../../resources/scripts.ts";
import { type BlankPage, makePage, pagesOf } from "../blank.ts";
import { type Cdp, CdpError } from "../cdp.ts";
import type { Sealing } from "../lockdown.ts";
import type { Lease } from "../pool/lease.ts";
import { type BrowserVersion, type Command, emulation, identity } from "./emulation.ts";
import { evaluate, type Send } from "./evaluate.ts";
import { unlessLacking } from "./optional-commands.ts";
import { guardCommands, PageEvents, type SheetHeader } from "./page-events.ts";
import { PageNetwork, type PageRequestRules } from "./page-network.ts";

/** One page in its own browser context, in a browser that other requests use at the same time. */
export interface Page {
  readonly cdp: Cdp;
  readonly network: PageNetwork;
  readonly mainFrame: string;
  /** The style sheets that the browser has told of; it does once `CSS.enable` has been sent. */
  readonly sheets: readonly SheetHeader[];
  /** Whether the language of what was printed is the browser's own. */
  hasNoLanguage?: boolean | undefined;
  /** What it says of itself. */
  information?: { author?: string; subject?: string; keywords?: string };
  /** The outline, where style sheets say what is in it. */
  bookmarks?: readonly Bookmark[] | undefined;
  /** What it has to do with the other documents of the request. */
  crossing?: Crossing | undefined;
  readonly send: Send;
  evaluate<T>(expression: string): Promise<T>;
  readonly loaded: Promise<void>;
  /** Resolves when the main document's DOM is complete. */
  readonly parsed: Promise<void>;
  /** Whether the main frame is loading nothing. This covers a refused navigation, which fires no load event. */
  stopped(): boolean;
  /** How many documents the main frame has had. It grows when the page navigates away while someone waits for it. */
  documents(): number;
  /** Rejects when the page crashes or disappears; never resolves. */
  readonly lost: Promise<never>;
  /** What scripts threw or wrote to console.error. */
  readonly consoleErrors: string[];
  /** The number of nodes that the browser holds for all its documents. */
  nodes(): Promise<number>;
  /** As many as there were when they were last counted. */
  counted(): number;
  collectGarbage(): Promise<void>;
  /**
   * Frees the page, its processes and its storage, even while one of its scripts runs without end. When the page's
   * connection is closed, another one is given.
   */
  dispose(by?: Cdp): Promise<void>;
}

/** How full the browser is: its pages in use, with this one and those of other isolates. */
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
  lease: Sealed & Pick<Lease, "spare">,
): Promise<OpenedPage> {
  const sealing = lease.sealing ?? (await sealBrowser(cdp, lease));
  const others = pagesOf(cdp).catch(noneIfRefused);
  // Awaited below; an error before that is the same error.
  others.catch(() => {});
  const version = unlessLacking(cdp.send<BrowserVersion>("Browser.getVersion"), options);
  version.catch(() => {});
  const blank = (lease.spare && (await takeUp(cdp, lease.spare))) ?? (await attach(cdp, await makePage(cdp, sealing)));
  const { browserContextId, targetId, sessionId } = blank;
  const network = new PageNetwork(cdp, { source, mainFrame: targetId, sealing }, rules, signal);
  const visitor = identity(options, await version);
  const events = new PageEvents(cdp, sessionId, targetId, network, visitor);
  cdp.onEvent = (event) => events.receive(event);
  const send: Send = (method, params = {}) => cdp.send(method, params, sessionId);
  const prepared = preparePage(cdp, send, blank, { source, options, visitor, sealing });
  // The new document may begin in another process, which knows only what the first one has acknowledged.
  await Promise.race([prepared, events.lost]);
  const inUse = (await others).filter(({ attached }) => attached).length + 1;
  let counted = 0;
  const page: Page = {
    cdp,
    network,
    mainFrame: targetId,
    sheets: events.sheets,
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
      counted = counts.reduce((sum, { nodes }) => sum + nodes, 0);
      return counted;
    },
    counted: () => counted,
    collectGarbage: async () => {
      await events.everywhere("HeapProfiler.collectGarbage").catch(noneIfRefused);
    },
    dispose: async (by = cdp) => {
      await by.send("Target.disposeBrowserContext", { browserContextId });
    },
  };
  return { page, inUse };
}

/** A page is not refused because a browser lacks commands that only report more, or free memory. */
function noneIfRefused(error: unknown): [] {
  if (error instanceof CdpError) return [];
  throw error;
}

interface AttachedPage extends BlankPage {
  sessionId: string;
}

async function attach(cdp: Cdp, blank: BlankPage): Promise<AttachedPage> {
  const { targetId } = blank;
  return { ...blank, ...(await cdp.send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true })) };
}

/** Undefined when the browser no longer has it. */
async function takeUp(cdp: Cdp, spare: BlankPage): Promise<AttachedPage | undefined> {
  try {
    return await attach(cdp, spare);
  } catch (error) {
    if (error instanceof CdpError) return undefined;
    throw error;
  }
}

/** Guards a page that is still blank, and makes it what the options say: its window, its visitor, its cookies. */
export async function preparePage(
  cdp: Cdp,
  send: Send,
  { browserContextId }: BlankPage,
  page: { source: HtmlSource; options: HtmlOptions; visitor: readonly Command[]; sealing: Sealing },
): Promise<void> {
  const { source, options, visitor, sealing } = page;
  const still = source.kind === "local" && !mayRunScripts(source.bytes, source.type);
  await Promise.all([
    cdp.send("Browser.setDownloadBehavior", { behavior: "deny", browserContextId }),
    setCookies(cdp, source, options, browserContextId),
    send("Page.enable"),
    ...guardCommands(sealing, still).map(([method, params]) => send(method, params)),
    ...[
      // Permissions that are not granted by name are denied without asking.
      cdp.send("Browser.grantPermissions", { permissions: [], browserContextId }),
      send("Inspector.enable"),
      ...[...emulation(options), ...visitor].map(([method, params]) => send(method, params)),
    ].map((answer) => unlessLacking(answer, options).catch((error) => refuseIdentity(error))),
    ...(options.failOnConsoleError ? [send("Runtime.enable")] : []),
  ]);
}

/** The Worker and the browser each have their own data of time zones. */
function refuseIdentity(error: unknown): never {
  if (!(error instanceof CdpError && error.method === "Emulation.setTimezoneOverride")) throw error;
  throw fieldProblem("timezone", "the browser does not know this time zone.");
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

type Sealed = Pick<Lease, "sealing" | "ways" | "beginTrial" | "seal" | "refuse">;

/** A host that cannot exist (RFC 6761 §6.4): without the guard it would merely not be found. */
const NOWHERE = "http://sealed.invalid/";

/**
 * Finds, once for each browser, the best way to keep pages from the network that the browser accepts and obeys. A
 * browser without any cannot be used.
 */
async function sealBrowser(cdp: Cdp, lease: Sealed): Promise<Sealing> {
  // When eight renders begin in a new browser, only one of them need try it.
  while (lease.sealing === undefined && !lease.beginTrial()) await pause(20);
  if (lease.sealing) return lease.sealing;
  const refusals: string[] = [];
  for (const way of lease.ways) {
    const refusal = await refusalOf(cdp, way);
    if (refusal === undefined) {
      lease.seal(way);
      return way;
    }
    lease.refuse(way);
    refusals.push(`${way}: ${refusal}`);
  }
  throw new SessionProblem(`The browser does not keep pages from the network (${refusals.join("; ")})`, {
    dead: true,
    refused: true,
  });
}

async function refusalOf(cdp: Cdp, way: Sealing): Promise<string | undefined> {
  try {
    const page = await makePage(cdp, way);
    try {
      return await trial(cdp, page, way);
    } finally {
      cdp.post("Target.disposeBrowserContext", { browserContextId: page.browserContextId });
    }
  } catch (error) {
    if (error instanceof CdpError) return error.message;
    throw error;
  }
}

/** A page without the guard must fail at the proxy and nowhere else. A page with the guard asks the Worker. */
async function trial(cdp: Cdp, { browserContextId, targetId }: BlankPage, way: Sealing): Promise<string | undefined> {
  const { sessionId } = await cdp.send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const goNowhere = () => cdp.send<{ errorText?: string }>("Page.navigate", { url: NOWHERE }, sessionId);
  if (way === "proxy") {
    const { errorText = "it loaded a page" } = await goNowhere();
    if (errorText !== "net::ERR_PROXY_CONNECTION_FAILED") return `it does not keep to the proxy (${errorText})`;
  }
  await Promise.all([
    cdp.send("Browser.setDownloadBehavior", { behavior: "deny", browserContextId }),
    ...guardCommands(way).map(([method, params]) => cdp.send(method, params, sessionId)),
  ]);
  let asked = false;
  cdp.onEvent = ({ method, params }) => {
    if (method !== "Fetch.requestPaused") return;
    asked = true;
    cdp.post("Fetch.failRequest", { requestId: params.requestId, errorReason: "Aborted" }, sessionId);
  };
  await goNowhere();
  return asked ? undefined : "it does not hold requests";
}
