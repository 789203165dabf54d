import { pause } from "../../../platform/pause.ts";
import { SessionProblem } from "../../html-problem.ts";
import { type BlankPage, makePage } from "../blank.ts";
import { type Cdp, CdpError } from "../cdp.ts";
import type { Sealing } from "../lockdown.ts";
import type { Lease } from "../pool/lease.ts";
import { guardCommands } from "./page-events.ts";

export type Sealed = Pick<Lease, "sealing" | "ways" | "beginTrial" | "seal" | "refuse">;

/** A host that cannot exist (RFC 6761 §6.4): without the guard it would merely not be found. */
const NOWHERE = "http://sealed.invalid/";

/**
 * Finds, once for each browser, the best way to keep pages from the network that the browser accepts and obeys. A
 * browser without any cannot be used.
 */
export async function sealBrowser(cdp: Cdp, lease: Sealed): Promise<Sealing> {
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
