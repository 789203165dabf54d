import type { BrowserBinding } from "../../src/html/browser/pool/platform.ts";
import type { VirtualClock } from "./clock.ts";
import { PLATFORM } from "./platform.ts";

interface Browser {
  inUse: number;
  since: number;
  lastUse: number;
  keepAliveMs: number;
}

/** The platform's browsers: how fast they are launched, how many there may be, and when they end by themselves. */
export class BrowserService implements BrowserBinding {
  readonly #clock: VirtualClock;
  readonly #browsers = new Map<string, Browser>();
  #launchedAt = Number.NEGATIVE_INFINITY;
  #quickAt = Number.NEGATIVE_INFINITY;
  #launching = 0;
  #pastMs = 0;
  /** Since `reset`. */
  counts = { launches: 0, refusedLaunches: 0, lists: 0, quickActions: 0, refusedQuickActions: 0, most: 0 };

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  get count(): number {
    this.#endIdle();
    return this.#browsers.size + this.#launching;
  }

  /** Milliseconds that all browsers have existed, together. */
  get browserMs(): number {
    this.#endIdle();
    return [...this.#browsers.values()].reduce((sum, { since }) => sum + this.#clock.now - since, this.#pastMs);
  }

  async fetch(url: string, init?: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url);
    if (init?.method === "POST") return this.#launch(Number(searchParams.get("keep_alive")));
    if (init?.method === "DELETE") {
      this.end(decodeURIComponent(pathname.split("/").at(-1) as string));
      return new Response(null);
    }
    this.counts.lists++;
    await this.#clock.sleep(PLATFORM.connectMs.value);
    this.#endIdle();
    return Response.json({ sessions: [...this.#browsers.keys()].map((sessionId) => ({ sessionId })) });
  }

  async #launch(keepAliveMs: number): Promise<Response> {
    const { now } = this.#clock;
    const isTooSoon = now - this.#launchedAt < 1000 / PLATFORM.launchesPerSecond.value;
    if (isTooSoon || this.count >= PLATFORM.browsers.value) {
      this.counts.refusedLaunches++;
      return new Response("Rate limit exceeded", { status: 429 });
    }
    this.#launchedAt = now;
    this.#launching++;
    await this.#clock.sleep(PLATFORM.launchMs.value);
    this.#launching--;
    return Response.json({ sessionId: this.add(keepAliveMs) });
  }

  /** A browser that is there at once. */
  add(keepAliveMs: number): string {
    const { now } = this.#clock;
    const id = `browser-${++this.counts.launches}-${now}`;
    this.#browsers.set(id, { inUse: 0, since: now, lastUse: now, keepAliveMs });
    this.counts.most = Math.max(this.counts.most, this.count);
    return id;
  }

  end(id: string): void {
    const browser = this.#browsers.get(id);
    if (!browser) return;
    this.#pastMs += Math.min(this.#clock.now, browser.lastUse + browser.keepAliveMs) - browser.since;
    this.#browsers.delete(id);
  }

  /** So many of the browsers end at once. */
  lose(share: number): void {
    for (const id of [...this.#browsers.keys()].slice(0, Math.round(this.#browsers.size * share))) this.end(id);
  }

  /** How many pages of all isolates are in it; undefined when it is gone. */
  inUse(id: string): number | undefined {
    const browser = this.#browsers.get(id);
    return browser && !this.#isOver(browser) ? browser.inUse : undefined;
  }

  enter(id: string): () => void {
    const browser = this.#browsers.get(id) as Browser;
    browser.inUse++;
    return () => {
      browser.inUse--;
      browser.lastUse = this.#clock.now;
    };
  }

  /** Whether a page may be rendered without a session. */
  quickAction(): boolean {
    const isTooSoon = this.#clock.now - this.#quickAt < 1000 / PLATFORM.quickActionsPerSecond.value;
    if (isTooSoon) this.counts.refusedQuickActions++;
    else {
      this.#quickAt = this.#clock.now;
      this.counts.quickActions++;
    }
    return !isTooSoon;
  }

  reset(): void {
    this.counts = {
      launches: 0,
      refusedLaunches: 0,
      lists: 0,
      quickActions: 0,
      refusedQuickActions: 0,
      most: this.count,
    };
  }

  #endIdle(): void {
    for (const [id, browser] of this.#browsers) if (this.#isOver(browser)) this.end(id);
  }

  #isOver({ inUse, lastUse, keepAliveMs }: Browser): boolean {
    return inUse === 0 && this.#clock.now - lastUse >= keepAliveMs;
  }
}
