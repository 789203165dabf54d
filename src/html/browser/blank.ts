import { type Cdp, CdpError } from "./cdp.ts";
import { CONTEXT, type Sealing } from "./lockdown.ts";

/** A page that shows nothing yet, in a browser context of its own. */
export interface BlankPage {
  browserContextId: string;
  targetId: string;
}

/** A blank page for a future request, which then need not wait for the browser to start a process. */
export interface SparePage extends BlankPage {
  /** After this time nobody uses it. */
  until: number;
}

/**
 * A cookie in the spare's context, on a host that cannot exist (RFC 6761 §6.4), says whose it is and how long it waits.
 */
export const MARK = { name: "spare", domain: "spare.invalid" };
/** The clocks of two isolates differ by less than this. */
const CLOCKS_MS = 15_000;

/** A page for one request. If the connection is cut at any point from here on, the browser itself cleans up. */
export function makePage(cdp: Cdp, sealing: Sealing): Promise<BlankPage> {
  return make(cdp, sealing, true);
}

/** Makes a page that outlives the connection: the request that uses it has its own connection. */
export async function makeSpare(cdp: Cdp, sealing: Sealing, lifeMs: number): Promise<SparePage> {
  const until = Date.now() + lifeMs;
  const blank = await make(cdp, sealing, false, String(until + CLOCKS_MS));
  return { ...blank, until };
}

async function make(cdp: Cdp, sealing: Sealing, disposeOnDetach: boolean, mark?: string): Promise<BlankPage> {
  const { browserContextId } = await cdp.send<{ browserContextId: string }>("Target.createBrowserContext", {
    disposeOnDetach,
    ...CONTEXT[sealing],
  });
  try {
    if (mark !== undefined) {
      const cookies = [{ name: MARK.name, value: mark, url: `https://${MARK.domain}/` }];
      await cdp.send("Storage.setCookies", { cookies, browserContextId });
    }
    const { targetId } = await cdp.send<{ targetId: string }>("Target.createTarget", {
      url: "about:blank",
      browserContextId,
    });
    return { browserContextId, targetId };
  } catch (error) {
    cdp.post("Target.disposeBrowserContext", { browserContextId });
    throw error;
  }
}

interface TargetInfo {
  targetId: string;
  type: string;
  url: string;
  attached: boolean;
  browserContextId?: string;
}

export async function pagesOf(cdp: Cdp): Promise<TargetInfo[]> {
  const { targetInfos } = await cdp.send<{ targetInfos: TargetInfo[] }>("Target.getTargets");
  return targetInfos.filter(({ type }) => type === "page");
}

/**
 * Removes what ended isolates have left: spares that waited too long, and used ones whose connection is gone. Resolves
 * to the number of spares that are left.
 */
export async function sweep(cdp: Cdp): Promise<number> {
  const unattended = (await pagesOf(cdp)).filter(({ attached }) => !attached);
  const waiting = await Promise.all(
    unattended.map(async ({ browserContextId, url }) => {
      const until = browserContextId === undefined ? undefined : await markedUntil(cdp, browserContextId);
      if (until === undefined) return false;
      if (url === "about:blank" && Date.now() < until) return true;
      cdp.post("Target.disposeBrowserContext", { browserContextId });
      return false;
    }),
  );
  return waiting.filter(Boolean).length;
}

/** Undefined for contexts that are not ours, or that have just gone. */
async function markedUntil(cdp: Cdp, browserContextId: string): Promise<number | undefined> {
  try {
    const { cookies } = await cdp.send<{ cookies: { name: string; domain: string; value: string }[] }>(
      "Storage.getCookies",
      { browserContextId },
    );
    const mark = cookies.find(({ name, domain }) => name === MARK.name && domain === MARK.domain);
    return mark && Number(mark.value);
  } catch (error) {
    if (error instanceof CdpError) return undefined;
    throw error;
  }
}
