import { DurableObject } from "cloudflare:workers";
import type { KeyLimits } from "../keys/store.ts";
import { dayOf, type Tally } from "./tally.ts";

export type Admission = { admitted: true } | { admitted: false; limit: keyof KeyLimits; retryAfter: number };

/** A little more than a year can be looked back on. */
const KEPT_DAYS = 400;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * What one API key did, day by day, and how much of its limits is left; one more object, named "all", holds the sums of
 * all keys and when each was last used, so that the dashboard asks one object and not thousands.
 */
export class KeyUsage extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS usage (
      day TEXT, operation TEXT, requests INTEGER, errors INTEGER, bytesIn INTEGER, bytesOut INTEGER, milliseconds INTEGER,
      PRIMARY KEY (day, operation))`);
    this.#sql.exec("CREATE TABLE IF NOT EXISTS lastUse (keyId TEXT PRIMARY KEY, at INTEGER)");
    this.#sql.exec("CREATE TABLE IF NOT EXISTS spent (span TEXT PRIMARY KEY, start INTEGER, requests INTEGER)");
  }

  add(tallies: Tally[], uses: Record<string, number>): void {
    for (const { day, operation, requests, errors, bytesIn, bytesOut, milliseconds } of tallies) {
      this.#sql.exec(
        `INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET requests = requests + excluded.requests,
         errors = errors + excluded.errors, bytesIn = bytesIn + excluded.bytesIn, bytesOut = bytesOut + excluded.bytesOut,
         milliseconds = milliseconds + excluded.milliseconds`,
        ...[day, operation, requests, errors, bytesIn, bytesOut, Math.round(milliseconds)],
      );
    }
    for (const [keyId, at] of Object.entries(uses)) {
      this.#sql.exec(
        "INSERT INTO lastUse VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)",
        ...[keyId, at],
      );
    }
    this.#sql.exec("DELETE FROM usage WHERE day < ?", dayOf(Date.now() - KEPT_DAYS * DAY_MS));
  }

  /** Tallies from a day on, oldest first. */
  since(day: string): Tally[] {
    return this.#sql.exec<Tally>("SELECT * FROM usage WHERE day >= ? ORDER BY day, operation", day).toArray();
  }

  /** Unix milliseconds by key id. */
  lastUses(): Record<string, number> {
    const rows = this.#sql.exec<{ keyId: string; at: number }>("SELECT * FROM lastUse").toArray();
    return Object.fromEntries(rows.map(({ keyId, at }) => [keyId, at]));
  }

  /** Counts one request against the limits; one that is refused costs nothing. */
  admit(limits: KeyLimits, now: number): Admission {
    const spans = [
      { limit: "perMinute", length: MINUTE_MS, most: limits.perMinute },
      { limit: "perDay", length: DAY_MS, most: limits.perDay },
    ] as const;
    const open = [];
    for (const { limit, length, most } of spans) {
      if (most === undefined) continue;
      // Minutes and days of UTC: a client can know when the next one begins.
      const start = now - (now % length);
      const row = this.#sql.exec<{ start: number; requests: number }>("SELECT * FROM spent WHERE span = ?", limit);
      const held = row.toArray()[0];
      const requests = held?.start === start ? held.requests : 0;
      if (requests >= most) return { admitted: false, limit, retryAfter: Math.ceil((start + length - now) / 1000) };
      open.push({ limit, start, requests });
    }
    for (const { limit, start, requests } of open) {
      this.#sql.exec("INSERT OR REPLACE INTO spent VALUES (?, ?, ?)", limit, start, requests + 1);
    }
    return { admitted: true };
  }
}

/** The object of one key. */
export function usageOf(usage: Env["USAGE"], keyId: string): DurableObjectStub<KeyUsage> {
  return usage.get(usage.idFromName(`key:${keyId}`));
}

/** The object of the sums. */
export function usageOfAll(usage: Env["USAGE"]): DurableObjectStub<KeyUsage> {
  return usage.get(usage.idFromName("all"));
}
