/** What a key has used of what all keys share. */
export interface Spending {
  browserMs: number;
  storedBytes: number;
}

/** Hours of UTC: a client can know when the next one begins. */
export const WINDOW_MS = 3_600_000;

export function windowOf(at: number): number {
  return at - (at % WINDOW_MS);
}

interface Account {
  active: number;
  /** The hour that the sums belong to. */
  start: number;
  /** What the key's object knew when it last answered: all isolates' spending that had been written. */
  known: Spending;
  /** What was spent here and is not written yet. */
  unwritten: Spending;
}

/**
 * What each key does and has spent, as this isolate knows it. What happens here is counted at once and exactly; what
 * happens in other isolates is learnt with the answer to each write of usage, which follows every request: so no
 * request waits for a question, and a key that is served by many isolates may spend beyond its limit what they do
 * between two writes.
 */
export class KeyMeter {
  readonly #accounts = new Map<string, Account>();

  /** Begins a request and returns the function that ends it; undefined when the key has this many requests already. */
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

  /** What is to be written for a key, once: it counts as written from now on. */
  take(keyId: string, now: number): Spending {
    const account = this.#account(keyId, now);
    const taken = account.unwritten;
    account.unwritten = nothing();
    // Until the object answers, it counts here as known.
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

  /** Keys that did nothing in this hour are remembered by their objects. */
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
