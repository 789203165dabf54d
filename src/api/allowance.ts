import { Refusal } from "../errors/errors.ts";
import { isVisitor, networkOfTab, VISITORS } from "../keys/demo-visitor.ts";
import type { KeyRecord } from "../keys/key-records.ts";
import { type KeyMeter, WINDOW_MS, windowOf } from "../usage/key-meter.ts";
import { LIMITS } from "./limits.ts";
import type { RateNote } from "./rate-headers.ts";

const CONCURRENCY_RETRY_SECONDS = 1;

/** How much of the shared resources one key may use: its own settings, else the table's. */
export type Allowance = Record<keyof typeof LIMITS.key, number>;

/**
 * The accounts that a request is charged to: its key and, for a visitor without a key, the account of all visitors
 * together.
 */
interface Payer {
  id: string;
  who: string;
  allowance: Omit<Allowance, "splitOutputBytes">;
}

/** One request under its key's limits, from its admission to its end. */
export class Share {
  readonly allowance: Allowance;
  readonly #meter: KeyMeter;
  readonly #payers: Payer[];
  readonly #rates: RateNote[];
  readonly #leave: (() => void)[] = [];

  /** Refuses when the key already has as many requests running as it may. */
  constructor(meter: KeyMeter, { id, limits = {} }: KeyRecord, rates: RateNote[]) {
    this.allowance = { ...LIMITS.key, ...limits };
    this.#meter = meter;
    this.#rates = rates;
    const network = networkOfTab(id);
    this.#payers = isVisitor(id)
      ? [
          { id, who: "A visitor without a key", allowance: this.allowance },
          ...(network ? [{ id: network, who: "Visitors of one network", allowance: LIMITS.demo.preview.network }] : []),
          { id: VISITORS, who: "All visitors without a key together", allowance: LIMITS.demo.together },
        ]
      : [{ id, who: "This key", allowance: this.allowance }];
    for (const payer of this.#payers) this.#enter(payer);
  }

  /** Refuses when the key has used up its browser time for this hour. */
  requireBrowserTime(): void {
    for (const payer of this.#payers) {
      const { browserMs } = this.#meter.spent(payer.id, Date.now());
      const quota = payer.allowance.browserSecondsPerHour;
      this.#require(payer, "browser-time", quota, quota - Math.ceil(browserMs / 1000), 1);
    }
  }

  /** Records how long a browser's place was held. */
  usedBrowser(milliseconds: number): void {
    for (const { id } of this.#payers) this.#meter.spend(id, { browserMs: milliseconds }, Date.now());
  }

  /** Counts a file that is about to be stored; refuses when it is larger than what the key has left for this hour. */
  store(bytes: number): void {
    for (const payer of this.#payers) {
      const { storedBytes } = this.#meter.spent(payer.id, Date.now());
      const quota = payer.allowance.storedBytesPerHour;
      this.#require(payer, "storage", quota, quota - storedBytes, bytes);
    }
    for (const { id } of this.#payers) this.#meter.spend(id, { storedBytes: bytes }, Date.now());
  }

  end(): void {
    for (const leave of this.#leave) leave();
  }

  #enter({ id, who, allowance }: Payer): void {
    const quota = allowance.concurrentRequests;
    const leave = this.#meter.enter(id, quota, Date.now());
    const remaining = quota - this.#meter.active(id);
    if (id === this.#payers[0]?.id) {
      const reset = leave ? {} : { resetSeconds: CONCURRENCY_RETRY_SECONDS };
      this.#rates.push({ policy: "concurrency", quota, unit: "concurrent-requests", remaining, ...reset });
    }
    if (leave) {
      this.#leave.push(leave);
      return;
    }
    this.end();
    const text = `${who} may have ${quota} requests under way at a time; send the next when one has ended.`;
    throw new Refusal("RATE_LIMITED", text, { retryAfter: CONCURRENCY_RETRY_SECONDS });
  }

  #require({ id, who }: Payer, policy: "browser-time" | "storage", quota: number, left: number, need: number): void {
    const now = Date.now();
    const resetSeconds = Math.ceil((windowOf(now) + WINDOW_MS - now) / 1000);
    const isEnough = left >= need;
    const remaining = Math.max(0, isEnough ? left - (policy === "storage" ? need : 0) : left);
    const unit = policy === "storage" ? "content-bytes" : "browser-seconds";
    if (id === this.#payers[0]?.id) {
      this.#rates.push({ policy, quota, unit, windowSeconds: WINDOW_MS / 1000, remaining, resetSeconds });
    }
    if (isEnough) return;
    const text =
      policy === "storage"
        ? `${who} may store ${quota} bytes an hour, of which ${remaining} are left, and this file has ${need}; with format=binary nothing is stored.`
        : `${who} may use browsers for ${quota} s an hour, which are used up.`;
    const message = `${text} The next hour begins in ${resetSeconds} s.`;
    throw new Refusal("RATE_LIMITED", message, { retryAfter: resetSeconds });
  }
}
