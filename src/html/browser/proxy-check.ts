import { SessionProblem } from "../html-problem.ts";
import type { Cdp } from "./cdp.ts";

/** A name that exists nowhere (RFC 6761 §6.4): asked for past the proxy, it would only not be found. */
const NOWHERE = "http://sealed.invalid/";

/**
 * Makes sure that the browser obeys the proxy of a context: a page without the guard has to fail at the proxy, and
 * nowhere else. A browser that ignores it would let through what does not pass the guard (WebSocket among others), so
 * nothing is rendered there.
 */
export async function proveSealed(cdp: Cdp, browserContextId: string): Promise<void> {
  const { targetId } = await cdp.send<{ targetId: string }>("Target.createTarget", {
    url: "about:blank",
    browserContextId,
  });
  const { sessionId } = await cdp.send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const { errorText } = await cdp.send<{ errorText?: string }>("Page.navigate", { url: NOWHERE }, sessionId);
  cdp.post("Target.closeTarget", { targetId });
  if (errorText !== "net::ERR_PROXY_CONNECTION_FAILED") {
    throw new SessionProblem(
      `The browser does not keep to the proxy of a context (${errorText ?? "it loaded a page"})`,
    );
  }
}
