import type { Sealing } from "../lockdown.ts";

/**
 * What all isolates know of the account's browsers. The platform lists all browsers of the account. Those of other
 * Workers may have no guard, so a browser that is not in the ledger is never used. The ledger also notes what browsers
 * refuse, so that not every isolate tries it again. There is one ledger (`BrowserLedger`). It is asked about as often
 * as the platform's list, not for every request.
 */
export interface Ledger {
  read(): Promise<LedgerPage>;
  launched(id: string): Promise<void>;
  /** Browsers that were ended, or that the platform no longer has. */
  gone(ids: string[]): Promise<void>;
  /** A browser does not accept a way of keeping pages from the network. */
  refused(way: Sealing, id: string): Promise<void>;
}

export interface LedgerPage {
  /** When each browser was launched, by its id. */
  browsers: Record<string, number>;
  /** Ways that are not tried before that time. */
  closed: Partial<Record<Sealing, number>>;
}

export interface LedgerState {
  browsers: Record<string, number>;
  refusals: Partial<Record<Sealing, Refusals>>;
}

interface Refusals {
  /** How many browsers in a row refused it, the last of them, and when. */
  count: number;
  by: string;
  at: number;
}

/** How many browsers are remembered: far more than an account may have. The oldest are forgotten first. */
const MAX_BROWSERS = 500;
/** After this many browsers in a row have refused a way, it is closed. A single browser may be faulty. */
const REFUSALS = 2;
/** How long a closed way is not tried. Without the last way only fallbacks render, so it is tried again sooner. */
const CLOSED_MS: Record<Sealing, number> = { proxy: 600_000, interception: 60_000 };
/** How long a refusal counts. */
const REMEMBERED_MS = 3_600_000;

/** The ledger's own rules, wherever it is kept. */
export class LedgerBook implements Ledger {
  readonly #browsers: Map<string, number>;
  readonly #refusals: LedgerState["refusals"];

  constructor(state?: LedgerState) {
    this.#browsers = new Map(Object.entries(state?.browsers ?? {}));
    this.#refusals = { ...state?.refusals };
  }

  get state(): LedgerState {
    return { browsers: Object.fromEntries(this.#browsers), refusals: this.#refusals };
  }

  async read(): Promise<LedgerPage> {
    const closed: LedgerPage["closed"] = {};
    for (const [way, { count, at }] of Object.entries(this.#refusals) as [Sealing, Refusals][]) {
      if (count >= REFUSALS) closed[way] = at + CLOSED_MS[way];
    }
    return { browsers: Object.fromEntries(this.#browsers), closed };
  }

  async launched(id: string): Promise<void> {
    this.#browsers.set(id, Date.now());
    const [oldest] = this.#browsers.keys();
    if (this.#browsers.size > MAX_BROWSERS && oldest !== undefined) this.#browsers.delete(oldest);
  }

  async gone(ids: string[]): Promise<void> {
    for (const id of ids) this.#browsers.delete(id);
  }

  async refused(way: Sealing, id: string): Promise<void> {
    const now = Date.now();
    const last = this.#refusals[way];
    if (last?.by === id) return;
    const count = last && now - last.at < REMEMBERED_MS ? last.count + 1 : 1;
    this.#refusals[way] = { count, by: id, at: now };
  }
}
