import { DurableObject } from "cloudflare:workers";
import type { KeyLimits } from "../keys/key-records.ts";
import type { Spending } from "./key-meter.ts";
import { dayOf, type Fault, type Tally } from "./tally.ts";

/** The limits that are counted here, request by request. */
export type RequestLimits = Pick<KeyLimits, "perMinute" | "perDay">;

/** What is left of one of the key's limits once the request is counted. */
interface Span {
  limit: keyof RequestLimits;
  most: number;
  remaining: number;
  resetSeconds: number;
}

export interface Admission {
  /** The limit that refuses the request, where one does; of two, the one that refuses longer. */
  exhausted: Span | undefined;
  spans: Span[];
}

type SpentRow = Spending & Record<string, SqlStorageValue>;

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
    this.#prepare();
  }

  /** What is known of a visitor is forgotten; there may be any number of them. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#prepare();
  }

  #prepare(): void {
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS usage (
      day TEXT, operation TEXT, requests INTEGER, errors INTEGER, bytesIn INTEGER, bytesOut INTEGER, milliseconds INTEGER,
      PRIMARY KEY (day, operation))`);
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS faults (
      day TEXT, operation TEXT, code TEXT, requests INTEGER, PRIMARY KEY (day, operation, code))`);
    this.#sql.exec("CREATE TABLE IF NOT EXISTS lastUse (keyId TEXT PRIMARY KEY, at INTEGER)");
    this.#sql.exec("CREATE TABLE IF NOT EXISTS spent (span TEXT PRIMARY KEY, start INTEGER, requests INTEGER)");
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS hour (start INTEGER PRIMARY KEY, browserMs INTEGER, storedBytes INTEGER)",
    );
  }

  /** Adds what one isolate gathered, and tells what all of them have spent in the hour that began at `start`. */
  spend(start: number, { browserMs, storedBytes }: Spending): Spending {
    this.#sql.exec("DELETE FROM hour WHERE start < ?", start);
    this.#sql.exec(
      `INSERT INTO hour VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET browserMs = browserMs + excluded.browserMs,
       storedBytes = storedBytes + excluded.storedBytes`,
      ...[start, Math.round(browserMs), storedBytes],
    );
    return this.spent(start);
  }

  spent(start: number): Spending {
    const row = this.#sql.exec<SpentRow>("SELECT browserMs, storedBytes FROM hour WHERE start = ?", start).toArray()[0];
    return row ?? { browserMs: 0, storedBytes: 0 };
  }

  /** The tallies of one isolate, with what it spent; the answer is what all have spent. */
  write(tallies: Tally[], start: number, spending: Spending, faults: Fault[] = []): Spending {
    this.add(tallies, {}, faults);
    return this.spend(start, spending);
  }

  add(tallies: Tally[], uses: Record<string, number>, faults: Fault[] = []): void {
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
    for (const { day, operation, code, requests } of faults) {
      this.#sql.exec(
        "INSERT INTO faults VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET requests = requests + excluded.requests",
        ...[day, operation, code, requests],
      );
    }
    const oldest = dayOf(Date.now() - KEPT_DAYS * DAY_MS);
    this.#sql.exec("DELETE FROM usage WHERE day < ?", oldest);
    this.#sql.exec("DELETE FROM faults WHERE day < ?", oldest);
  }

  /** Tallies from a day on, oldest first. */
  since(day: string): Tally[] {
    return this.#sql.exec<Tally>("SELECT * FROM usage WHERE day >= ? ORDER BY day, operation", day).toArray();
  }

  /** Refusals from a day on, the newest day first, and of it the most frequent. */
  faultsSince(day: string): Fault[] {
    const order = "ORDER BY day DESC, requests DESC, operation, code";
    return this.#sql.exec<Fault>(`SELECT * FROM faults WHERE day >= ? ${order}`, day).toArray();
  }

  /** Unix milliseconds by key id. */
  lastUses(): Record<string, number> {
    const rows = this.#sql.exec<{ keyId: string; at: number }>("SELECT * FROM lastUse").toArray();
    return Object.fromEntries(rows.map(({ keyId, at }) => [keyId, at]));
  }

  /**
   * Counts one request against the limits; one that is refused costs nothing. A visitor is forgotten after two days.
   */
  async admit(limits: RequestLimits, now: number, isVisitor = false): Promise<Admission> {
    if (isVisitor && (await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + 2 * DAY_MS);
    const spans = [
      { limit: "perMinute", length: MINUTE_MS, most: limits.perMinute },
      { limit: "perDay", length: DAY_MS, most: limits.perDay },
    ] as const;
    const open = spans.flatMap(({ limit, length, most }) => {
      if (most === undefined) return [];
      // Minutes and days of UTC: a client can know when the next one begins.
      const start = now - (now % length);
      const row = this.#sql.exec<{ start: number; requests: number }>("SELECT * FROM spent WHERE span = ?", limit);
      const held = row.toArray()[0];
      const requests = held?.start === start ? held.requests : 0;
      return [{ limit, most, start, requests, resetSeconds: Math.ceil((start + length - now) / 1000) }];
    });
    const isExhausted = open.some(({ requests, most }) => requests >= most);
    const counted = open.map(({ limit, most, start, requests, resetSeconds }) => {
      if (!isExhausted) this.#sql.exec("INSERT OR REPLACE INTO spent VALUES (?, ?, ?)", limit, start, requests + 1);
      const remaining = Math.max(0, most - requests - (isExhausted ? 0 : 1));
      return { limit, most, remaining, resetSeconds };
    });
    return {
      exhausted: isExhausted ? counted.findLast(({ remaining }) => remaining === 0) : undefined,
      spans: counted,
    };
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
