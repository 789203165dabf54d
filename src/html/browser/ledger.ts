/**
 * Which of the account's browsers this service launched. The platform lists all of the account's, those of other
 * Workers too, which may be without any guard: a browser that is not in the ledger is never used. All isolates share
 * one ledger (`BrowserLedger`); it is asked about as often as the platform's list, never on the way of every request.
 */
export interface Ledger {
  read(): Promise<LedgerPage>;
  launched(id: string): Promise<void>;
  /** Browsers that were ended, or that the platform has no more. */
  gone(ids: string[]): Promise<void>;
}

export interface LedgerPage {
  /** When each browser was launched, by its id. */
  browsers: Record<string, number>;
}

/** Far more than an account may have: what is beyond was lost sight of long ago. */
const MOST_BROWSERS = 500;

/** The ledger's own rules, wherever it is kept. */
export class LedgerBook implements Ledger {
  readonly #browsers: Map<string, number>;

  constructor(page?: LedgerPage) {
    this.#browsers = new Map(Object.entries(page?.browsers ?? {}));
  }

  async read(): Promise<LedgerPage> {
    return { browsers: Object.fromEntries(this.#browsers) };
  }

  async launched(id: string): Promise<void> {
    this.#browsers.set(id, Date.now());
    const [oldest] = this.#browsers.keys();
    if (this.#browsers.size > MOST_BROWSERS && oldest !== undefined) this.#browsers.delete(oldest);
  }

  async gone(ids: string[]): Promise<void> {
    for (const id of ids) this.#browsers.delete(id);
  }
}
