import { accountOf, isVisitor } from "../keys/demo-visitor.ts";
import { pause } from "../platform/pause.ts";
import { type KeyMeter, windowOf } from "./key-meter.ts";
import { batchOf, type Use } from "./tally.ts";
import { usageOf, usageOfAll } from "./usage-objects.ts";

/** After this time, a writer whose request was cut off no longer blocks the others. */
const WRITER_GONE_MS = 15_000;
/** A writer stops before the platform ends the work after a response. */
const WRITER_MS = 10_000;
/**
 * An isolate that counts this many uses in this time collects for as long again between two writes: an object takes
 * about a thousand calls a second, and each of its rows costs money.
 */
export const GATHER_MS = 2_000;
const MANY_USES = 10;
/** When the objects cannot be reached for long, the oldest uses are forgotten, so that memory does not fill up. */
const MAX_WAITING = 10_000;

/**
 * Collects what requests did, and writes it after their responses. One request writes at a time. What other requests of
 * the isolate add meanwhile is written in the next round, which a busy isolate delays a little. So a quiet service
 * writes at once, and a busy one writes few large batches.
 */
export class UsageCollector {
  readonly #meter: KeyMeter;
  readonly #gatherMs: number;
  #waiting: Use[] = [];
  #writingSince: number | undefined;
  #writtenAt = 0;
  /** Uses in the current time span and in the one before. */
  #span = { at: 0, uses: 0, before: 0 };

  constructor(meter: KeyMeter, gatherMs: number = GATHER_MS) {
    this.#meter = meter;
    this.#gatherMs = gatherMs;
  }

  add(use: Use): void {
    if (this.#waiting.length >= MAX_WAITING) this.#waiting.shift();
    this.#waiting.push(use);
    const spans = Math.floor((use.at - this.#span.at) / GATHER_MS);
    if (spans > 0) this.#span = { at: use.at, uses: 0, before: spans === 1 ? this.#span.uses : 0 };
    this.#span.uses++;
  }

  async write(usage: Env["USAGE"], now: () => number = Date.now): Promise<void> {
    const start = now();
    if (this.#writingSince !== undefined && start - this.#writingSince < WRITER_GONE_MS) return;
    this.#writingSince = start;
    try {
      while (this.#waiting.length > 0 && now() - start < WRITER_MS) {
        const ms = this.#msToGather(now());
        if (ms > 0) await pause(ms);
        this.#writtenAt = now();
        const batch = this.#waiting;
        this.#waiting = [];
        await send(usage, batch, this.#meter, now());
      }
    } finally {
      this.#writingSince = undefined;
    }
  }

  #msToGather(now: number): number {
    const isBusy = Math.max(this.#span.uses, this.#span.before) >= MANY_USES;
    return isBusy ? this.#writtenAt + this.#gatherMs - now : 0;
  }
}

/** Each object is written separately. If one fails, that is logged and the others are still written. */
async function send(usage: Env["USAGE"], batch: Use[], meter: KeyMeter, now: number): Promise<void> {
  const start = windowOf(now);
  const lastUses: Record<string, number> = {};
  for (const { keyId, at } of batch) {
    const account = accountOf(keyId);
    lastUses[account] = Math.max(lastUses[account] ?? 0, at);
  }
  const byKey = [...Map.groupBy(batch, ({ keyId }) => accountOf(keyId))];
  // A visitor's own object only counts what is left of its share, and is not made for a request over the limits.
  const admitted = batch.filter(({ code }) => code !== "RATE_LIMITED");
  for (const keyId of new Set(admitted.map((use) => use.keyId))) if (isVisitor(keyId)) byKey.push([keyId, []]);
  const writes = [
    async () => usageOfAll(usage).add(batchOf(batch, true), lastUses),
    ...byKey.map(([keyId, uses]) => async () => {
      const spending = meter.take(keyId, now);
      const written = usageOf(usage, keyId).write(batchOf(uses, false), start, spending);
      meter.learn(keyId, start, await written);
    }),
  ];
  for (const result of await Promise.allSettled(writes.map((write) => write()))) {
    if (result.status === "rejected")
      console.error(
        JSON.stringify({ event: "usage-not-written", requests: batch.length, error: String(result.reason) }),
      );
  }
}
