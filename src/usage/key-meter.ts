/** What a key has used of the shared resources. */
export interface Spending {
  browserMs: number;
  storedBytes: number;
}

/** Hours of UTC, so that a client knows when the next one begins. */
export const WINDOW_MS = 3_600_000;

export function windowOf(at: number): number {
  return at - (at % WINDOW_MS);
}

interface Account {
  active: number;
  /** The hour that the sums belong to. */
  start: number;
  /** The sum that the key's object last reported: everything that any isolate had spent and written. */
  known: Spending;
  /** What was spent in this isolate and is not written yet. */
  unwritten: Spending;
}

/**
 * What each key does and has spent, as far as this isolate knows. What happens here is counted at once and exactly.
 * What happens in other isolates becomes known with the answer to each write of usage, which follows every request. So
 * no request waits for a question. The price: a key that many isolates serve may exceed its limit by what they do
 * between two writes.
 */
export class KeyMeter {
  readonly #accounts = new Map<string, Account>();

  /**
   * Begins a request and returns the function that ends it; undefined when the key has this many requests running
   * already.
   */
  enter(keyId: string, most: number, now: number): (() => void) | undefined {
    const account = this.#account(keyId, now);
    if (account.active >= most) return undefined;
    account.active++;
    let inside = true;
    return () => {
      if (inside) account.active--;
      inside = false;
    };
  }

  active(keyId: string): number {
    return this.#accounts.get(keyId)?.active ?? 0;
  }

  spend(keyId: string, spending: Partial<Spending>, now: number): void {
    add(this.#account(keyId, now).unwritten, spending);
  }

  spent(keyId: string, now: number): Spending {
    const { known, unwritten } = this.#account(keyId, now);
    return { browserMs: known.browserMs + unwritten.browserMs, storedBytes: known.storedBytes + unwritten.storedBytes };
  }

  /** What must be written for a key. It counts as written from now on. */
  take(keyId: string, now: number): Spending {
    const account = this.#account(keyId, now);
    const taken = account.unwritten;
    account.unwritten = nothing();
    // Until the object answers, it is counted here as known.
    add(account.known, taken);
    return taken;
  }

  /** The object's own sums for the hour that began at `start`. */
  learn(keyId: string, start: number, sums: Spending): void {
    const account = this.#accounts.get(keyId);
    if (account?.start === start) account.known = { ...sums };
  }

  #account(keyId: string, now: number): Account {
    const start = windowOf(now);
    let account = this.#accounts.get(keyId);
    if (!account) {
      this.#forgetIdle(start);
      account = { active: 0, start, known: nothing(), unwritten: nothing() };
      this.#accounts.set(keyId, account);
    } else if (account.start !== start) Object.assign(account, { start, known: nothing(), unwritten: nothing() });
    return account;
  }

  /** Forgets keys that did nothing in this hour. Their objects remember them. */
  #forgetIdle(start: number): void {
    for (const [keyId, account] of this.#accounts) {
      if (account.active === 0 && account.start !== start) this.#accounts.delete(keyId);
    }
  }
}

function nothing(): Spending {
  return { browserMs: 0, storedBytes: 0 };
}

function add(to: Spending, { browserMs = 0, storedBytes = 0 }: Partial<Spending>): void {
  to.browserMs += browserMs;
  to.storedBytes += storedBytes;
}
