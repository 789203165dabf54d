/** A busy computer may never be idle. */
const LATEST_MS = 5_000;

/** Keeps the studio in this browser for when there is no network. It is fetched when nothing else is under way. */
export function worksOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  // A private window may not keep anything; the studio then needs the network.
  const keep = () => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
  // Safari does not say when it is idle.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(keep, { timeout: LATEST_MS });
  else setTimeout(keep, LATEST_MS);
}
