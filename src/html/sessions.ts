import { acquire, type BrowserWorker, sessions as listSessions } from "@cloudflare/puppeteer";
import type { SparePage } from "./blank.ts";
import { POOL_LIMITS } from "./limits.ts";
import { HtmlProblem, SessionProblem } from "./problem.ts";

/** A place in a browser. Giving it back says what became of the browser. */
export interface Lease {
  readonly sessionId: string;
  /** Whether the browser was launched for this request. */
  readonly launched: boolean;
  /** Whether the browser is known to keep contexts from the network. */
  readonly sealed: boolean;
  seal(): void;
  /** A page that was made ready in advance: this request's alone. */
  readonly spare: SparePage | undefined;
  /** Has pages made for requests to come, as many as lack or until none comes. */
  stock(make: () => Promise<SparePage | undefined>): Promise<void>;
  release(state?: "well" | "dead" | "full"): void;
}

export interface BorrowOptions {
  /** Sessions that failed this request already. */
  avoid: ReadonlySet<string>;
  /** Not later than this, in milliseconds of the clock. */
  until: number;
}

interface Session {
  /** When each render in it began; an entry is the render's own. */
  renders: Set<{ since: number }>;
  /** Until then another isolate's renders fill it. */
  fullUntil: number;
  sealed: boolean;
  spares: SparePage[];
  /** When the request began that makes spares now. */
  stockingSince: number;
}

/** A render that the runtime cut off gives nothing back; its place counts as free after the longest life of a request. */
const FORGOTTEN_MS = 150_000;
const LIST_AGE_MS = 5_000;
const STOCKING_MS = 10_000;
const IDLE_WITHIN_MS = 5_000;
const FULL_MS = 500;
const LIMITED_MS = 1_000;
const DEAD_MS = 60_000;
/** No browser of ours has a need for the network: the platform refuses it all, outside the browser. */
const NO_EGRESS = { allowedDomains: [] };

/**
 * Which browsers there are and how full they are, as this isolate knows it. It holds ids and counts only: a connection
 * belongs to the request that opened it. Browsers are shared with the account's other isolates and are never closed here: the platform
 * closes what is idle.
 */
export class BrowserPool {
  readonly #limits: typeof POOL_LIMITS;
  readonly #sessions = new Map<string, Session>();
  readonly #dead = new Map<string, number>();
  readonly #queue: { wake: () => void; until: number }[] = [];
  #listedAt = 0;
  #launchingSince = 0;
  #limitedUntil = 0;

  constructor(limits: typeof POOL_LIMITS = POOL_LIMITS) {
    this.#limits = limits;
  }

  get rendering(): number {
    let count = 0;
    for (const session of this.#sessions.values()) count += session.renders.size;
    return count;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  async borrow(binding: BrowserWorker, options: BorrowOptions): Promise<Lease> {
    const ticket = { wake: () => {}, until: options.until };
    try {
      for (;;) {
        if (this.#isFirst(ticket)) {
          const lease = this.#take(options.avoid, false) ?? (await this.#findMore(binding, options));
          if (lease) return lease;
        }
        if (Date.now() >= options.until) throw this.#noRoom();
        await this.#wait(ticket);
      }
    } finally {
      const index = this.#queue.indexOf(ticket);
      if (index >= 0) this.#queue.splice(index, 1);
      this.#wakeFirst();
    }
  }

  async #findMore(binding: BrowserWorker, options: BorrowOptions): Promise<Lease | undefined> {
    if (Date.now() - this.#listedAt > LIST_AGE_MS) {
      await this.#list(binding);
      const lease = this.#take(options.avoid, false);
      if (lease) return lease;
    }
    if (!this.#mayLaunch()) return undefined;
    const id = await this.#launch(binding);
    return id === undefined ? undefined : this.#take(options.avoid, true, id);
  }

  /** The emptiest browser that has room, so that renders spread. */
  #take(avoid: ReadonlySet<string>, launched: boolean, only?: string): Lease | undefined {
    const now = Date.now();
    let best: [string, Session] | undefined;
    for (const entry of this.#sessions) {
      const [id, session] = entry;
      for (const render of session.renders) if (now - render.since > FORGOTTEN_MS) session.renders.delete(render);
      const usable = (only === undefined || id === only) && !avoid.has(id) && session.fullUntil <= now;
      if (!usable || session.renders.size >= this.#limits.rendersPerBrowser) continue;
      if (!best || session.renders.size < best[1].renders.size) best = entry;
    }
    return best && this.#lease(best[0], best[1], launched);
  }

  #lease(sessionId: string, session: Session, launched: boolean): Lease {
    const render = { since: Date.now() };
    session.renders.add(render);
    session.spares = session.spares.filter(({ until }) => until > render.since);
    return {
      spare: session.spares.shift(),
      stock: (make) => this.#stock(sessionId, session, make),
      sessionId,
      launched,
      sealed: session.sealed,
      seal: () => {
        session.sealed = true;
      },
      release: (state = "well") => {
        session.renders.delete(render);
        if (state === "full") session.fullUntil = Date.now() + FULL_MS;
        if (state === "dead") {
          this.#sessions.delete(sessionId);
          this.#dead.set(sessionId, Date.now());
        }
        this.#wakeFirst();
      },
    };
  }

  /** One request at a time does it; one that was cut off counts for a while only. */
  async #stock(sessionId: string, session: Session, make: () => Promise<SparePage | undefined>): Promise<void> {
    if (Date.now() - session.stockingSince < STOCKING_MS) return;
    try {
      while (session.spares.length < this.#limits.spares && this.#sessions.get(sessionId) === session) {
        session.stockingSince = Date.now();
        // The last one is replaced at once. The others wait until nothing is rendered, whose time they would take.
        if (session.spares.length > 0 && !(await becomesIdle(session))) return;
        const spare = await make();
        if (!spare) return;
        session.spares.push(spare);
      }
    } finally {
      session.stockingSince = 0;
    }
  }

  async #list(binding: BrowserWorker): Promise<void> {
    this.#listedAt = Date.now();
    for (const [id, since] of this.#dead) if (Date.now() - since > DEAD_MS) this.#dead.delete(id);
    const listed = await guarded("The list of browsers could not be read", () => listSessions(binding));
    const ids = new Set(listed.map((session) => session.sessionId));
    for (const id of ids) {
      if (!this.#sessions.has(id) && !this.#dead.has(id)) this.#sessions.set(id, newSession());
    }
    for (const [id, session] of this.#sessions)
      if (!ids.has(id) && session.renders.size === 0) this.#sessions.delete(id);
  }

  #mayLaunch(): boolean {
    const now = Date.now();
    // One at a time: whoever waits takes a place in the browser that is being launched.
    const launching = now - this.#launchingSince < this.#limits.launchMs;
    return !launching && now >= this.#limitedUntil && this.#sessions.size < this.#limits.browsers;
  }

  async #launch(binding: BrowserWorker): Promise<string | undefined> {
    this.#launchingSince = Date.now();
    try {
      const { sessionId } = await guarded("A browser could not be launched", () =>
        acquire(binding, { keep_alive: this.#limits.keepAliveMs, guardrails: NO_EGRESS }),
      );
      this.#sessions.set(sessionId, newSession());
      return sessionId;
    } catch (error) {
      if (!(error instanceof SessionProblem && error.limited)) throw error;
      this.#limitedUntil = Date.now() + LIMITED_MS;
      return undefined;
    } finally {
      this.#launchingSince = 0;
    }
  }

  #isFirst(ticket: { until: number }): boolean {
    const now = Date.now();
    for (let head = this.#queue[0]; head !== undefined && head.until < now - 1_000; head = this.#queue[0])
      this.#queue.shift();
    const place = this.#queue.indexOf(ticket as never);
    return place === 0 || (place < 0 && this.#queue.length === 0);
  }

  async #wait(ticket: { wake: () => void; until: number }): Promise<void> {
    if (!this.#queue.includes(ticket)) {
      if (this.#queue.length >= this.#limits.waiting) throw busy();
      this.#queue.push(ticket);
    }
    // Another request wakes this one; should it be gone before it can, this one looks for itself.
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      ticket.wake = resolve;
      timer = setTimeout(resolve, Math.min(100, Math.max(1, ticket.until - Date.now())));
    });
    clearTimeout(timer);
  }

  #wakeFirst(): void {
    this.#queue[0]?.wake();
  }

  #noRoom(): Error {
    return this.#sessions.size > 0 ? busy() : new SessionProblem("No browser could be had in time", { limited: true });
  }
}

function newSession(): Session {
  return { renders: new Set(), fullUntil: 0, sealed: false, spares: [], stockingSince: 0 };
}

/** Whether a moment comes soon at which nothing is rendered in the browser. */
async function becomesIdle(session: Session): Promise<boolean> {
  const until = Date.now() + IDLE_WITHIN_MS;
  do {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (session.renders.size === 0) return true;
  } while (Date.now() < until);
  return false;
}

/** The DevTools connection to a session, as a WebSocket that belongs to the calling request. */
export async function connect(binding: BrowserWorker, sessionId: string): Promise<WebSocket> {
  const response = await guarded("The browser could not be connected to", () =>
    binding.fetch(`https://browser.invalid/v1/devtools/browser/${encodeURIComponent(sessionId)}`, {
      headers: { Upgrade: "websocket" },
    }),
  );
  const socket = (response as Response).webSocket;
  if (!socket) {
    throw new SessionProblem(`The browser could not be connected to: status ${response.status}`, {
      limited: response.status === 429,
    });
  }
  socket.accept();
  return socket;
}

/** Puppeteer's errors are plain ones whose text holds the status. */
async function guarded<T>(what: string, action: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(action(), POOL_LIMITS.launchMs, what);
  } catch (cause) {
    if (cause instanceof SessionProblem) throw cause;
    throw new SessionProblem(what, { limited: /code: 429/.test(String(cause)), cause });
  }
}

async function withTimeout<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SessionProblem(`${what}: no answer in ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function busy(): HtmlProblem {
  return new HtmlProblem("busy", "Every browser is in use. Try again shortly.", { retryAfter: 5 });
}
