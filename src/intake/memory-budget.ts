import { IntakeProblem } from "./intake-problem.ts";
import type { Account, Reservation } from "./reservation.ts";

export interface ReserveOptions {
  waitMs: number;
  /** Who sent the request. Among requests that wait for their first bytes, the owner who holds least goes first. */
  owner?: string | undefined;
  /**
   * The request's signal. When the client disconnects, the room is given back even if the runtime never resumes the
   * handler.
   */
  signal?: AbortSignal | undefined;
}

interface Waiter {
  account: BudgetAccount;
  bytes: number;
  deadline: number;
  admit: () => void;
  refuse: (problem: IntakeProblem) => void;
}

const RETRY_AFTER_SECONDS = 2;
/** Up to this share of the whole, a request is small: it need not wait behind large ones. */
const SMALL_PARTS = 64;
const REMEMBERED_TURNS = 1_000;

/**
 * A request that was cut off by the runtime runs no `finally`. Its reservation is taken back after this time,
 * which is longer than any request lives.
 */
const LONGEST_REQUEST_MS = 10 * 60_000;

/**
 * Admits requests by the bytes they will hold, because an isolate has 128 MB for all of them together. Among new
 * requests the owner who holds least goes first, then the one whose last turn is longest ago, then the earliest: an
 * owner with many requests makes only his own wait. Requests that already hold much go before new ones and may pass
 * each other: only they can free much, so one that fits must never wait for one that does not. Small requests go before
 * all others if they fit: behind large ones they would wait for seconds, and large ones lose little by this.
 */
export class MemoryBudget {
  readonly total: number;
  /**
   * What all may hold together when only one of them is at work, and the others hold almost nothing or wait: an isolate
   * has room for one large upload, but not for two.
   */
  readonly alone: number;
  readonly #accounts = new Set<BudgetAccount>();
  readonly #growing: Waiter[] = [];
  readonly #entering: Waiter[] = [];
  /** When each owner was last admitted, the longest ago first. */
  readonly #turns = new Map<string | undefined, number>();
  #lastTurn = 0;
  #used = 0;

  constructor(total: number, alone = total) {
    this.total = total;
    this.alone = alone;
  }

  get used(): number {
    return this.#used;
  }

  get waiting(): number {
    return this.#growing.length + this.#entering.length;
  }

  /** An empty reservation, for a request that learns as it goes how much it needs. Neither waits nor refuses. */
  open(options: ReserveOptions): Account {
    const account = new BudgetAccount(this, options);
    this.#accounts.add(account);
    return account;
  }

  async reserve(bytes: number, options: ReserveOptions): Promise<Reservation> {
    const account = this.open(options);
    try {
      await account.grow(bytes);
    } catch (problem) {
      account.release();
      throw problem;
    }
    return account;
  }

  /** Takes room for an account, at once or after a wait. */
  take(account: BudgetAccount, bytes: number, options: ReserveOptions): Promise<void> {
    if (account.held + bytes > this.alone) {
      return Promise.reject(
        new IntakeProblem("too-large", `The request needs more memory than the service has (${this.alone} bytes).`),
      );
    }
    if (bytes === 0) return Promise.resolve();
    const isGrowing = !this.#isLittle(account.held);
    const queue = isGrowing ? this.#growing : this.#entering;
    const goesBefore = isGrowing || this.waiting === 0 || this.#isLittle(bytes);
    if (goesBefore && this.#fits(account, bytes)) {
      this.#grant(account, bytes);
      return Promise.resolve();
    }
    if (isGrowing && this.#isCircle([...this.#growing, { account, bytes }])) return Promise.reject(busy());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const index = queue.indexOf(waiter);
      if (index >= 0) queue.splice(index, 1);
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", aborted);
    };
    const waiter: Waiter = {
      account,
      bytes,
      deadline: Date.now() + options.waitMs,
      admit: () => {
        leave();
        this.#grant(account, bytes);
        resolve();
      },
      refuse: (problem) => {
        leave();
        reject(problem);
        this.#admitWaiting();
      },
    };
    const aborted = () => waiter.refuse(new IntakeProblem("aborted", "The client disconnected."));
    const timer = setTimeout(() => waiter.refuse(busy()), options.waitMs);
    options.signal?.addEventListener("abort", aborted);
    queue.push(waiter);
    // Now that this one is not at work, there may be room for another one that waits.
    if (isGrowing) this.#admitWaiting();
    return promise;
  }

  #isLittle(bytes: number): boolean {
    return bytes * SMALL_PARTS <= this.total;
  }

  #grant(account: BudgetAccount, bytes: number): void {
    if (account.held === 0) this.#noteTurn(account.owner);
    this.#used += bytes;
    account.held += bytes;
  }

  give(bytes: number): void {
    this.#used -= bytes;
    this.#admitWaiting();
  }

  forget(account: BudgetAccount): void {
    this.#accounts.delete(account);
  }

  #fits(account: BudgetAccount, bytes: number): boolean {
    if (this.#hasRoom(account, bytes)) return true;
    const expired = Date.now() - LONGEST_REQUEST_MS;
    for (const old of this.#accounts) if (old.touched < expired) old.release();
    return this.#hasRoom(account, bytes);
  }

  /** Room beside all the others, of which `still` are those that wait. */
  #hasRoom(account: BudgetAccount, bytes: number, still: readonly BudgetAccount[] = []): boolean {
    const atWork = this.#used - heldBy([account, ...still]);
    return this.#used + bytes <= (this.#isLittle(atWork) ? this.alone : this.total);
  }

  /**
   * Whether none of these could go on even if all requests that do not wait had ended. Then only a refusal of one of
   * them can help the others.
   */
  #isCircle(waiters: readonly Pick<Waiter, "account" | "bytes">[]): boolean {
    const held = heldBy(waiters.map(({ account }) => account));
    return waiters.every(({ bytes }) => held + bytes > this.alone);
  }

  #admitWaiting(): void {
    for (const waiter of [...this.#growing]) {
      // Refusing one admits others, so this one may have left the queue meanwhile.
      const still = this.#growing.map(({ account }) => account);
      if (this.#growing.includes(waiter)) this.#admit(waiter, still);
    }
    this.#breakCircle();
    for (const waiter of this.#entering.filter(({ bytes }) => this.#isLittle(bytes))) this.#admit(waiter);
    while (this.#growing.length === 0) {
      const next = this.#nextToEnter();
      if (next === undefined || !this.#admit(next)) return;
    }
  }

  /**
   * The request that left may have been the one for which there was room. Then the latest of the others is refused at
   * once, so that those before it can continue. Several waits of one request are not a deadlock.
   */
  #breakCircle(): void {
    const last = this.#growing.at(-1);
    const isAlone = this.#growing.every(({ account }) => account === last?.account);
    if (last !== undefined && !isAlone && this.#isCircle(this.#growing)) last.refuse(busy());
  }

  #nextToEnter(): Waiter | undefined {
    const held = new Map<string | undefined, number>();
    for (const { owner, held: bytes } of this.#accounts) held.set(owner, (held.get(owner) ?? 0) + bytes);
    let next: { waiter: Waiter; bytes: number; turn: number } | undefined;
    for (const waiter of this.#entering) {
      const { owner } = waiter.account;
      const [bytes, turn] = [held.get(owner) ?? 0, this.#turns.get(owner) ?? 0];
      const isBefore = !next || bytes < next.bytes || (bytes === next.bytes && turn < next.turn);
      if (isBefore) next = { waiter, bytes, turn };
    }
    return next?.waiter;
  }

  #noteTurn(owner: string | undefined): void {
    this.#turns.delete(owner);
    this.#turns.set(owner, ++this.#lastTurn);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > REMEMBERED_TURNS) this.#turns.delete(oldest);
  }

  /** False when it must keep waiting. */
  #admit(waiter: Waiter, still?: readonly BudgetAccount[]): boolean {
    // The timer of a request that the runtime has ended never fires. Its place in the queue must not block others.
    if (Date.now() > waiter.deadline) waiter.refuse(busy());
    else if (this.#hasRoom(waiter.account, waiter.bytes, still)) waiter.admit();
    else return false;
    return true;
  }
}

class BudgetAccount implements Account {
  held = 0;
  peak = 0;
  waitedMs = 0;
  touched = Date.now();
  readonly #budget: MemoryBudget;
  readonly #options: ReserveOptions;
  readonly #onAbort = () => this.release();
  readonly #frees: (() => void)[] = [];
  #released = false;

  get owner(): string | undefined {
    return this.#options.owner;
  }

  constructor(budget: MemoryBudget, options: ReserveOptions) {
    this.#budget = budget;
    this.#options = options;
    options.signal?.addEventListener("abort", this.#onAbort);
  }

  async grow(bytes: number): Promise<void> {
    if (this.#released || this.#options.signal?.aborted) throw new IntakeProblem("aborted", "The request has ended.");
    const began = Date.now();
    await this.#budget.take(this, bytes, this.#options).finally(() => {
      this.waitedMs += Date.now() - began;
    });
    this.peak = Math.max(this.peak, this.held);
    if (this.#released) {
      this.shrink(this.held);
      throw new IntakeProblem("aborted", "The request has ended.");
    }
    this.touched = Date.now();
  }

  shrink(bytes: number): void {
    const given = Math.min(bytes, this.held);
    this.held -= given;
    if (given > 0) this.#budget.give(given);
  }

  onRelease(free: () => void): void {
    this.#frees.push(free);
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    this.#budget.forget(this);
    for (const free of this.#frees) free();
    this.shrink(this.held);
  }
}

function heldBy(accounts: readonly BudgetAccount[]): number {
  return [...new Set(accounts)].reduce((sum, { held }) => sum + held, 0);
}

function busy(): IntakeProblem {
  return new IntakeProblem("busy", "The service is busy. Try again shortly.", { retryAfter: RETRY_AFTER_SECONDS });
}
