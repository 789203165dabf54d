import { pause } from "../../../platform/pause.ts";
import { POOL_LIMITS, type PoolLimits } from "../../html-limits.ts";
import { SessionProblem } from "../../html-problem.ts";
import type { SparePage } from "../blank.ts";
import { SEALINGS, type Sealing } from "../lockdown.ts";
import type { Borrower, BorrowOptions, Lease, LeaseState } from "./lease.ts";
import type { Ledger, LedgerPage } from "./ledger.ts";
import { guarded, launchSession, listSessions, type Platform } from "./platform.ts";
import { busy, type Ticket, WaitingLine } from "./waiting-line.ts";

/** After the longest life of a request, the place of a render that the runtime cut off counts as free. */
const FORGOTTEN_MS = 150_000;
const LIST_AGE_MS = 5_000;
const STOCKING_MS = 10_000;
/** After this time another render tries the browser, since the first one may be gone. */
const TRIAL_MS = 1_500;
/** How long a full browser is left alone, doubled each time in a row, since finding it full costs opening a page. */
const FULL_MS = 500;
const MAX_DOUBLINGS = 3;
/** How long browsers are chosen by lot after one was found full. */
const CROWDED_MS = 30_000;
/** A browser that worked this recently is trusted without a check. */
const PROVEN_MS = 1_500;
const MAX_DOUBTS = 2;
const DOUBTFUL_MS = 3_000;
const LIMITED_MS = 1_000;
const DEAD_MS = 60_000;
/** The platform may list a browser a little later than it launched it. */
const UNLISTED_MS = 60_000;

/**
 * The browsers that this isolate knows, and how full they are. It holds ids and counts only: a connection belongs to
 * the request that opened it. The ledger shares browsers with the service's other isolates. A browser is closed here
 * only when it has failed: the platform closes idle ones.
 */
export class BrowserPool {
  readonly limits: PoolLimits;
  readonly #sessions = new Map<string, Session>();
  readonly #dead = new Map<string, number>();
  readonly #line: WaitingLine;
  #listedAt = 0;
  #launchingSince = 0;
  #limitedUntil = 0;
  /** The platform's last reason for launching no browser. */
  #limitedBy = "";
  #crowdedUntil = 0;
  #closed: LedgerPage["closed"] = {};

  constructor(limits: PoolLimits = POOL_LIMITS) {
    this.limits = limits;
    this.#line = new WaitingLine(limits.waiting);
  }

  get rendering(): number {
    return [...this.#sessions.values()].reduce((count, { renders }) => count + renders.size, 0);
  }

  get waiting(): number {
    return this.#line.waiting;
  }

  async borrow(platform: Platform, given: BorrowOptions): Promise<Lease> {
    const options = { ...given, ledger: platform.ledger };
    const ticket = this.#line.ticket(options.until);
    const wake = () => ticket.wake();
    options.signal.addEventListener("abort", wake);
    try {
      for (;;) {
        options.signal.throwIfAborted();
        if (this.#line.isFirst(ticket)) {
          const lease = this.#take(options) ?? (await this.#findMore(platform, options, ticket));
          if (lease) return lease;
        }
        if (Date.now() >= options.until) throw this.#noRoom();
        await this.#line.wait(ticket);
      }
    } finally {
      options.signal.removeEventListener("abort", wake);
      this.#line.leave(ticket);
    }
  }

  async #findMore(platform: Platform, options: Borrower, ticket: Ticket): Promise<Lease | undefined> {
    if (Date.now() - this.#listedAt > LIST_AGE_MS) {
      await this.#line.aside(ticket, () => this.#list(platform, options.waitUntil));
      const lease = this.#take(options);
      if (lease) return lease;
    }
    // No browser is launched when all ways of sealing it are known to fail.
    if (this.#ways().length === 0)
      throw new SessionProblem("Browsers seal no page at this time", { limited: true, refused: true });
    if (this.#mayLaunch(options, ticket.since)) {
      const launching = this.#launch(platform, options.waitUntil);
      // The request that launches a browser may be gone before the browser is there; the next request then gets it.
      options.waitUntil(launching.catch(() => {}));
      const lease = await this.#placeOr(launching, options, ticket);
      if (lease) return lease;
    }
    // A doubtful browser is better than none.
    return options.wary && !this.#isLaunching() ? this.#take({ ...options, wary: false }) : undefined;
  }

  /** Waits for a place in the browser that is being launched, or for one that comes free earlier. */
  async #placeOr(launching: Promise<string | undefined>, options: Borrower, ticket: Ticket) {
    ticket.launches = true;
    this.#line.goFirst(ticket);
    const launch = launching.then((id) => ({ id }));
    for (;;) {
      const launched = await Promise.race([launch, this.#line.woken(ticket)]);
      options.signal.throwIfAborted();
      if (launched) {
        ticket.launches = false;
        return launched.id === undefined ? undefined : this.#take(options, launched.id);
      }
      const lease = this.#take(options);
      if (lease) return lease;
    }
  }

  /**
   * The emptiest browser that has room, so that renders are spread evenly. Of several it is the first, so that unneeded
   * browsers end by themselves. After browsers were found full it is any of them, since all isolates know them in the
   * same order.
   */
  #take(asked: Borrower, only?: string): Lease | undefined {
    const { avoid, wary } = asked;
    const now = Date.now();
    let best: [string, Session] | undefined;
    let equals = 0;
    for (const entry of this.#sessions) {
      const [id, session] = entry;
      for (const render of session.renders) if (now - render.since > FORGOTTEN_MS) session.renders.delete(render);
      const usable = (only === undefined || id === only) && !avoid.has(id) && session.fullUntil <= now;
      if (!usable || session.renders.size >= this.limits.rendersPerBrowser) continue;
      if (wary && now - session.provenAt > PROVEN_MS) continue;
      const more = session.renders.size - (best?.[1].renders.size ?? Number.POSITIVE_INFINITY);
      equals = more < 0 ? 1 : equals + (more === 0 ? 1 : 0);
      if (more < 0 || (more === 0 && now < this.#crowdedUntil && Math.random() * equals < 1)) best = entry;
    }
    return best && this.#lease(best[0], best[1], asked);
  }

  #lease(sessionId: string, session: Session, { ledger, waitUntil }: Borrower): Lease {
    const render = { since: Date.now() };
    const { unused: launched } = session;
    session.unused = false;
    session.renders.add(render);
    session.spares = session.spares.filter(({ until }) => until > render.since);
    return {
      spare: session.spares.shift(),
      stock: (make) => this.#stock(sessionId, session, make),
      sessionId,
      launched,
      get sealing() {
        return session.sealing;
      },
      ways: this.#ways(),
      beginTrial: () => {
        if (Date.now() - session.triedSince < TRIAL_MS) return false;
        session.triedSince = Date.now();
        return true;
      },
      seal: (way) => {
        session.sealing = way;
      },
      refuse: (way) => waitUntil(ledger.refused(way, sessionId).catch(unreported)),
      release: (state = "well") => {
        session.renders.delete(render);
        this.#note(sessionId, session, state);
        this.#line.wakeFirst();
        return this.#dead.has(sessionId);
      },
    };
  }

  #note(sessionId: string, session: Session, state: LeaseState): void {
    const now = Date.now();
    if (state === "well") Object.assign(session, { provenAt: now, doubts: 0, fulls: 0 });
    if (state === "full") {
      session.fullUntil = now + FULL_MS * 2 ** Math.min(session.fulls++, MAX_DOUBLINGS);
      this.#crowdedUntil = now + CROWDED_MS;
    }
    if (state === "well" || state === "full") return;
    // When one browser is gone, others may be gone too: ask the platform for its list again.
    this.#listedAt = 0;
    session.fullUntil = now + DOUBTFUL_MS;
    if (state === "doubtful" && ++session.doubts < MAX_DOUBTS) return;
    if (this.#sessions.get(sessionId) === session) this.#sessions.delete(sessionId);
    this.#dead.set(sessionId, now);
  }

  /** Makes spare pages until there are enough. One request at a time does so, or another if it takes STOCKING_MS. */
  async #stock(sessionId: string, session: Session, make: () => Promise<SparePage | undefined>): Promise<void> {
    if (Date.now() - session.stockingSince < STOCKING_MS) return;
    try {
      while (session.spares.length < this.limits.spares && this.#sessions.get(sessionId) === session) {
        session.stockingSince = Date.now();
        // The last spare is replaced at once. Others are made when nothing is rendered, since making them would slow
        // renders down.
        if (session.spares.length > 0 && !(await becomesIdle(session))) return;
        const spare = await make();
        if (!spare) return;
        session.spares.push(spare);
      }
    } finally {
      session.stockingSince = 0;
    }
  }

  async #list(platform: Platform, waitUntil: BorrowOptions["waitUntil"]): Promise<void> {
    const began = Date.now();
    this.#listedAt = began;
    for (const [id, since] of this.#dead) if (began - since > DEAD_MS) this.#dead.delete(id);
    const [listed, ours] = await Promise.all([
      listSessions(platform.binding, this.limits.listMs).catch(unreported),
      this.#ours(platform.ledger),
    ]);
    // When the platform gives no list, the isolate uses its own browsers and launches others.
    if (!listed) return;
    const [there, gone] = [new Set<string>(), new Set<string>()];
    for (const [id, launchedAt] of ours) {
      if (listed.has(id)) there.add(id);
      else if (began - launchedAt > UNLISTED_MS) gone.add(id);
    }
    if (gone.size > 0) waitUntil(platform.ledger.gone([...gone]).catch(unreported));
    for (const id of there) if (!this.#sessions.has(id) && !this.#dead.has(id)) this.#sessions.set(id, newSession());
    for (const [id, { renders, since }] of this.#sessions) {
      if (!listed.has(id) && renders.size === 0 && since < began) this.#sessions.delete(id);
    }
  }

  #ways(): Sealing[] {
    return SEALINGS.filter((way) => (this.#closed[way] ?? 0) <= Date.now());
  }

  /** Without the ledger an isolate uses only the browsers that it launched itself. */
  async #ours(ledger: Ledger): Promise<[id: string, launchedAt: number][]> {
    try {
      const page = await guarded("The ledger of browsers was not read", this.limits.listMs, () => ledger.read());
      this.#closed = page.closed;
      return Object.entries(page.browsers);
    } catch (error) {
      unreported(error);
      return [];
    }
  }

  #mayLaunch({ wary }: BorrowOptions, since: number): boolean {
    const now = Date.now();
    if (this.#isLaunching() || now < this.#limitedUntil || this.#sessions.size >= this.limits.browsers) return false;
    // Waiting briefly for a place costs less than launching a browser.
    const working = [...this.#sessions.values()].some(({ renders }) => renders.size > 0);
    return wary === true || !working || now - since >= this.limits.patienceMs;
  }

  /** One launch at a time: requests that wait take places in the browser that is being launched. */
  #isLaunching(): boolean {
    return Date.now() - this.#launchingSince < this.limits.launchMs;
  }

  async #launch(platform: Platform, waitUntil: BorrowOptions["waitUntil"]): Promise<string | undefined> {
    this.#launchingSince = Date.now();
    try {
      const launching = launchSession(platform.binding, this.limits.keepAliveMs).then((id) => {
        // It is added even when nobody waits for it any more, since it counts against the account's limit.
        this.#limitedBy = "";
        this.#sessions.set(id, { ...newSession(), provenAt: Date.now(), unused: true });
        waitUntil(platform.ledger.launched(id).catch(unreported));
        return id;
      });
      return await guarded("A browser could not be launched", this.limits.launchMs, () => launching);
    } catch (error) {
      if (!(error instanceof SessionProblem && error.limited)) throw error;
      this.#limitedUntil = Date.now() + LIMITED_MS;
      this.#limitedBy = ` (${error.message})`;
      // Another isolate may have been allowed to launch one.
      this.#listedAt = 0;
      return undefined;
    } finally {
      this.#launchingSince = 0;
    }
  }

  #noRoom(): Error {
    if (this.#sessions.size > 0) return busy();
    return new SessionProblem(`No browser could be had in time${this.#limitedBy}`, { limited: true });
  }
}

/** Logs that the platform's list or the ledger could not be reached. No render fails because of that. */
function unreported(error: unknown): undefined {
  console.error(JSON.stringify({ event: "browsers-not-reported", error: String(error) }));
}

/** A browser, as this isolate knows it. */
interface Session {
  /** When this isolate heard of it. */
  since: number;
  /** When each render in it began, one entry a render. */
  renders: Set<{ since: number }>;
  /** This isolate has launched it, and has rendered nothing in it yet. */
  unused: boolean;
  /** Until this time it counts as full: other isolates render in it. */
  fullUntil: number;
  /** How often in a row it was found full. */
  fulls: number;
  sealing: Sealing | undefined;
  /** When a render began to find out how it can be sealed. */
  triedSince: number;
  /** When a render in it last succeeded, or when the browser was launched. */
  provenAt: number;
  /** Renders in a row that it failed. */
  doubts: number;
  spares: SparePage[];
  /** When the request that is making spares now began to do so. */
  stockingSince: number;
}

const IDLE_WITHIN_MS = 5_000;

function newSession(): Session {
  return {
    since: Date.now(),
    renders: new Set(),
    unused: false,
    fullUntil: 0,
    fulls: 0,
    sealing: undefined,
    triedSince: 0,
    provenAt: 0,
    doubts: 0,
    spares: [],
    stockingSince: 0,
  };
}

/** Whether there is soon a moment at which the browser renders nothing. */
async function becomesIdle(session: Session): Promise<boolean> {
  const until = Date.now() + IDLE_WITHIN_MS;
  do {
    await pause(50);
    if (session.renders.size === 0) return true;
  } while (Date.now() < until);
  return false;
}
