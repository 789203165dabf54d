/**
 * What keeps a page from the network and from the service's own machine. The Fetch domain holds all that a page loads,
 * and the Worker answers it, hop by hop, behind the address guard. What the Fetch domain does not see is closed in one
 * of two ways, the better one that a browser accepts:
 *
 * - `proxy`: each context is given a proxy that does not exist. The browser's own WebSocket, WebTransport, preconnect,
 *   requests of shared workers … end there, and names are not even resolved.
 * - `interception`: for a browser that takes no proxy for a context. Its own WebSocket is refused by a policy that goes
 *   with every answer, WebTransport and shared workers are taken from the page. What is left is in
 * docs/run/security.md,   and is for the platform's guardrails to stop, which lie outside the browser.
 *
 * WebRTC speaks UDP past any proxy, hence its interfaces are removed in both; a page finds a stub in their place
 * (`peer-stub.ts`).
 */
export type Sealing = "proxy" | "interception";

/** Best first. */
export const SEALINGS: readonly Sealing[] = ["proxy", "interception"];

/**
 * No process listens on this port, and Chromium itself counts it as unsafe. `<-loopback>` makes it apply to loopback
 * addresses too.
 */
const DEAD_PROXY = { proxyServer: "http://127.0.0.1:1", proxyBypassList: "<-loopback>" };

/** The options with which a context is made. */
export const CONTEXT: Readonly<Record<Sealing, Record<string, string>>> = { proxy: DEAD_PROXY, interception: {} };

/**
 * Added to every document: pop-ups, downloads, dialogs, printing, pointer lock and navigation of the top by a frame are
 * what a sandbox refuses by default. Chromium writes a warning of both first flags to the page's console,
 * which nobody reads: scripts of the page run as its own origin here, or cookies and storage would not work, and they
 * cannot lift a sandbox that a header sets.
 */
export const SANDBOX = "sandbox allow-scripts allow-same-origin allow-forms";

/**
 * Sent with every answer when there is no proxy: `http:` does not include `ws:` (CSP 3 §6.7.2.6). Workers obey the
 * policy of their own script, or of the page that made them.
 */
export const NO_SOCKETS = "connect-src http: https: data: blob:";

/**
 * Sent with a document of the service's own origin, which is always https. What the document names by http would
 * otherwise be refused as mixed content.
 */
export const HTTPS_WITHIN = "upgrade-insecure-requests";

const PAST_FETCH = [
  "RTCPeerConnection",
  "webkitRTCPeerConnection",
  "RTCDataChannel",
  "WebTransport",
  "WebSocketStream",
];

/** Runs in each worker before its own script. */
export const WORKER_LOCKDOWN_SCRIPT = `for (const name of ${JSON.stringify(PAST_FETCH)}) delete globalThis[name];`;

/** Runs in each frame before any script of the page. */
export function lockdownScript(sealing: Sealing): string {
  const removed = sealing === "proxy" ? PAST_FETCH : [...PAST_FETCH, "SharedWorker"];
  return `(() => {
  for (const name of ${JSON.stringify(removed)}) delete globalThis[name];
  if (globalThis.ServiceWorkerContainer) {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException("Service workers are off", "SecurityError"));
  }
  globalThis.print = () => {};
  globalThis.open = () => null;
})();`;
}

/** Response headers that describe the transfer, or that would lead the browser around the Worker. */
export const DROPPED_HEADERS = new Set(
  (
    "alt-svc connection content-disposition content-encoding content-length content-security-policy-report-only " +
    "keep-alive nel report-to reporting-endpoints set-cookie strict-transport-security transfer-encoding"
  ).split(" "),
);
