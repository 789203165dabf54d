import puppeteer, { type CDPSession } from "puppeteer-core";
import { MARK } from "../../../src/html/browser/blank.ts";
import { commandLine, descendants, listeningPorts, residentMb } from "../../../test/support/process-memory.ts";

/** What browsers hold, as they and the system report it. */
export interface Held {
  /** Contexts whose pages show something or have failed, without the blank ones that wait for a request. */
  contexts: number;
  /** Those that wait. */
  ready: number;
  /**
   * Processes of pages, without waiting ones. The browser's own services are left out, since they begin and end at any
   * time.
   */
  processes: number;
  mb: number;
}

/** What the browsers below a process hold now. */
export async function heldByBrowsers(root: number): Promise<Held> {
  const held: Held = { contexts: 0, ready: 0, processes: 0, mb: 0 };
  for (const { pid, name } of descendants(root)) {
    if (!/chrom|headless/i.test(name)) continue;
    // A process that has ended in the meantime holds nothing.
    held.mb += residentMb(pid) || 0;
    if (commandLine(pid).includes("--type=renderer")) held.processes += 1;
    // Only the first process of a browser listens for DevTools.
    for (const port of listeningPorts(pid)) {
      const { contexts, ready } = await ask(`http://127.0.0.1:${port}`);
      held.contexts += contexts;
      held.ready += ready;
    }
  }
  held.processes -= held.ready;
  return held;
}

async function ask(browserURL: string): Promise<Pick<Held, "contexts" | "ready">> {
  // Pages are counted, never attached to.
  const targetFilter = (target: { type(): string }): boolean => target.type() === "browser";
  const browser = await puppeteer.connect({ browserURL, targetFilter });
  try {
    const session = await browser.target().createCDPSession();
    const { browserContextIds } = await session.send("Target.getBrowserContexts");
    const waits = await Promise.all(browserContextIds.map((id) => isReady(session, id)));
    const ready = waits.filter(Boolean).length;
    return { contexts: waits.length - ready, ready };
  } finally {
    await browser.disconnect();
  }
}

async function isReady(session: CDPSession, browserContextId: string): Promise<boolean> {
  const { cookies } = await session.send("Storage.getCookies", { browserContextId });
  const { targetInfos } = await session.send("Target.getTargets");
  const pages = targetInfos.filter((target) => target.browserContextId === browserContextId);
  return cookies.some(({ domain }) => domain === MARK.domain) && pages.length === 1 && pages[0]?.url === "about:blank";
}
