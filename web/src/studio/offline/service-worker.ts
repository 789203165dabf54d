/** What the studio needs, by this build. */
declare const OFFLINE_FILES: readonly string[];
declare const OFFLINE_VERSION: string;

const PREFIX = "studio-";
const CACHE = PREFIX + OFFLINE_VERSION;
const PAGE = "/studio";

interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asks extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

addEventListener("install", (event) => {
  (event as Waits).waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...OFFLINE_FILES])));
});

/** Comes when no page of an earlier build is open: what that one kept is needed no more. */
addEventListener("activate", (event) => {
  (event as Waits).waitUntil(
    caches.keys().then((names) => {
      const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
      return Promise.all(old.map((name) => caches.delete(name)));
    }),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event as Asks;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    // The page itself is fetched whenever there is a network: it names the assets of its own build.
    if (pathname === PAGE) (event as Asks).respondWith(fetch(request).catch(() => kept(PAGE)));
  } else if (pathname.startsWith("/assets/")) (event as Asks).respondWith(unchanging(request));
});

/** The names of assets contain a hash of their content, or a version. */
async function unchanging(request: Request): Promise<Response> {
  const known = await caches.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request.url, answer.clone());
  return answer;
}

/** The newest build's: its worker waits while a page of an earlier one is open, and has kept all that it needs. */
async function kept(path: string): Promise<Response> {
  for (const name of (await caches.keys()).toReversed()) {
    const found = name.startsWith(PREFIX) ? await (await caches.open(name)).match(path) : undefined;
    if (found) return found;
  }
  return Response.error();
}
