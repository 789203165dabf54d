import { Refusal } from "../errors/errors.ts";
import type { KeyRecord } from "../keys/key-records.ts";
import { KeyMeter, WINDOW_MS, windowOf } from "../usage/key-meter.ts";
import { LIMITS } from "./limits.ts";
import type { RateNote } from "./rate-headers.ts";

/** What every key does in this isolate. */
export const meter = new KeyMeter();

const CONCURRENCY_RETRY_SECONDS = 1;

/** What one key may use of what all share: its own settings, else the table's. */
export interface Allowance {
  concurrentRequests: number;
  browserSecondsPerHour: number;
  storedBytesPerHour: number;
  splitOutputBytes: number;
}

/** One request under its key's limits, from its admission to its end. */
export class Share {
  readonly allowance: Allowance;
  readonly #keyId: string;
  readonly #rates: RateNote[];
  readonly #leave: () => void;

  /** Refuses where the key has as many requests under way as it may. */
  constructor({ id, limits = {} }: KeyRecord, rates: RateNote[]) {
    this.allowance = {
      concurrentRequests: limits.concurrentRequests ?? LIMITS.key.concurrentRequests,
      browserSecondsPerHour: limits.browserSecondsPerHour ?? LIMITS.key.browserSecondsPerHour,
      storedBytesPerHour: limits.storedBytesPerHour ?? LIMITS.key.storedBytesPerHour,
      splitOutputBytes: limits.splitOutputBytes ?? LIMITS.key.splitOutputBytes,
    };
    this.#keyId = id;
    this.#rates = rates;
    const quota = this.allowance.concurrentRequests;
    const leave = meter.enter(id, quota, Date.now());
    rates.push({
      policy: "concurrency",
      quota,
      unit: "concurrent-requests",
      remaining: quota - meter.active(id),
      ...(leave ? {} : { resetSeconds: CONCURRENCY_RETRY_SECONDS }),
    });
    if (!leave) {
      const text = `This key may have ${quota} requests under way at a time; send the next when one has ended.`;
      throw new Refusal("RATE_LIMITED", text, { retryAfter: CONCURRENCY_RETRY_SECONDS });
    }
    this.#leave = leave;
  }

  /** Refuses where the key has used up its browser time of this hour. */
  requireBrowserTime(): void {
    const { browserMs } = meter.spent(this.#keyId, Date.now());
    const quota = this.allowance.browserSecondsPerHour;
    this.#require("browser-time", "browser-seconds", quota, quota - Math.ceil(browserMs / 1000), 1);
  }

  /** To be told how long a browser's place was held. */
  usedBrowser(milliseconds: number): void {
    meter.spend(this.#keyId, { browserMs: milliseconds }, Date.now());
  }

  /** Counts a file that is about to be stored; refuses where it is more than the key has left for this hour. */
  store(bytes: number): void {
    const { storedBytes } = meter.spent(this.#keyId, Date.now());
    const quota = this.allowance.storedBytesPerHour;
    this.#require("storage", "content-bytes", quota, quota - storedBytes, bytes);
    meter.spend(this.#keyId, { storedBytes: bytes }, Date.now());
  }

  end(): void {
    this.#leave();
  }

  #require(
    policy: "browser-time" | "storage",
    unit: NonNullable<RateNote["unit"]>,
    quota: number,
    left: number,
    need: number,
  ): void {
    const now = Date.now();
    const resetSeconds = Math.ceil((windowOf(now) + WINDOW_MS - now) / 1000);
    const isEnough = left >= need;
    const remaining = Math.max(0, isEnough ? left - (policy === "storage" ? need : 0) : left);
    this.#rates.push({ policy, quota, unit, windowSeconds: WINDOW_MS / 1000, remaining, resetSeconds });
    if (isEnough) return;
    const text =
      policy === "storage"
        ? `This key may store ${quota} bytes an hour, of which ${remaining} are left, and this file has ${need}; with format=binary nothing is stored.`
        : `This key may use browsers for ${quota} s an hour, which are used up.`;
    throw new Refusal("RATE_LIMITED", `${text} The next hour begins in ${resetSeconds} s.`, {
      retryAfter: resetSeconds,
    });
  }
}
