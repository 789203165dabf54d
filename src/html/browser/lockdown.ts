/**
 * What keeps a page from the network and from the service's own machine. The browser's network is never used: each
 * context is given a proxy that does not exist, so that whatever is not answered through the Fetch domain (WebSocket,
 * WebTransport, preconnect, requests of shared workers …) ends there, and names are not even resolved. What is answered
 * is fetched by the Worker, hop by hop, behind the address guard. WebRTC speaks UDP past any proxy, hence its
 * interfaces are removed.
 */

/**
 * No process listens on this port, and Chromium itself counts it as unsafe. `<-loopback>` takes loopback's exemption
 * away.
 */
export const DEAD_PROXY = { proxyServer: "http://127.0.0.1:1", proxyBypassList: "<-loopback>" } as const;

/**
 * Added to every document: pop-ups, downloads, dialogs, printing, pointer lock and navigation of the top by a frame are
 * what a sandbox refuses unless told otherwise. Chromium writes a warning of both first flags to the page's console,
 * which nobody reads: scripts of the page run as its own origin here, or cookies and storage would not work, and they
 * cannot lift a sandbox that a header sets.
 */
export const SANDBOX = "sandbox allow-scripts allow-same-origin allow-forms";

/** Runs in each frame before any script of the page. */
export const LOCKDOWN_SCRIPT = `(() => {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport", "WebSocketStream"]) delete globalThis[name];
  if (globalThis.ServiceWorkerContainer) {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException("Service workers are off", "SecurityError"));
  }
  globalThis.print = () => {};
  globalThis.open = () => null;
})();`;

/** Response headers that speak of the transfer, or would lead the browser around the Worker. */
export const DROPPED_HEADERS = new Set([
  "alt-svc",
  "connection",
  "content-disposition",
  "content-encoding",
  "content-length",
  "content-security-policy-report-only",
  "keep-alive",
  "nel",
  "report-to",
  "reporting-endpoints",
  "set-cookie",
  "strict-transport-security",
  "transfer-encoding",
]);
