/** Keeps the studio in this browser for when there is no network. It is fetched when nothing else is under way. */
export function worksOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  whenIdle(() => {
    // A private window may not keep anything; the studio then needs the network.
    navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
  });
}
