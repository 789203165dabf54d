import { DurableObject } from "cloudflare:workers";
import type { KeyLimits } from "../keys/key-records.ts";
import type { Spending } from "./key-meter.ts";
import {
  type Batch,
  type Count,
  dayOf,
  type Fault,
  hourOf,
  merge,
  type Recent,
  recentOf,
  sum,
  type Tally,
} from "./tally.ts";

export type RequestLimits = Pick<KeyLimits, "perMinute" | "perDay">;

/** What is left of one of the key's limits after this request. */
interface Span {
  limit: keyof RequestLimits;
  most: number;
  remaining: number;
  resetSeconds: number;
}

export interface Admission {
  /** The limit that refuses the request, if any; if two do, the one that refuses for longer. */
  exhausted: Span | undefined;
  spans: Span[];
}

/** The same counts, by hour for a week and by day for over a year. */
const TABLES = ["hours", "days"] as const;
type Table = (typeof TABLES)[number];
type TallyRow = Omit<Tally, "times"> & { times: string } & Record<string, SqlStorageValue>;

type SpentRow = Spending & Record<string, SqlStorageValue>;

/** Usage can be seen for a little more than a year. */
const KEPT_DAYS = 400;
const KEPT_HOURS_DAYS = 8;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SPANS = [
  { limit: "perMinute", length: MINUTE_MS },
  { limit: "perDay", length: DAY_MS },
] as const;

/**
 * What one API key did, hour by hour and day by day, and how much of its limits is left. One more object, named "all",
 * has the sums of all keys and the time at which each was last used, so that the dashboard asks one object instead of
 * thousands.
 */
export class KeyUsage extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#prepare();
  }

  /** Deletes a visitor's data, since there may be any number of visitors. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#prepare();
  }

  /** Each row costs money, and so does each entry of a separate index, which a table without row ids does not need. */
  #prepare(): void {
    for (const table of TABLES) {
      this.#sql.exec(`CREATE TABLE IF NOT EXISTS ${table} (
        span TEXT, operation TEXT, requests INTEGER, errors INTEGER, bytesIn INTEGER, bytesOut INTEGER,
        milliseconds INTEGER, times TEXT, PRIMARY KEY (span, operation)) WITHOUT ROWID`);
    }
    this.#sql.exec("CREATE TABLE IF NOT EXISTS recent (id INTEGER PRIMARY KEY, uses TEXT)");
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS faults (
      day TEXT, operation TEXT, code TEXT, requests INTEGER, PRIMARY KEY (day, operation, code)) WITHOUT ROWID`);
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS counts (
      span TEXT, what TEXT, count INTEGER, PRIMARY KEY (span, what)) WITHOUT ROWID`);
    this.#sql.exec("CREATE TABLE IF NOT EXISTS lastUse (keyId TEXT PRIMARY KEY, at INTEGER) WITHOUT ROWID");
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS spent (span TEXT PRIMARY KEY, start INTEGER, requests INTEGER) WITHOUT ROWID",
    );
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS hour (start INTEGER PRIMARY KEY, browserMs INTEGER, storedBytes INTEGER)",
    );
  }

  /** Adds what one isolate collected, and returns what all isolates have spent in the hour that began at `start`. */
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

  /** Adds what one isolate collected and spent, and returns what all isolates have spent. */
  write(batch: Batch, start: number, spending: Spending): Spending {
    this.add(batch, {});
    return this.spend(start, spending);
  }

  add({ tallies, faults, counts, recent }: Batch, lastUses: Record<string, number>): void {
    const byDay = merge(tallies.map((tally) => ({ ...tally, span: tally.span.slice(0, 10) })));
    for (const tally of tallies) this.#addTo("hours", tally);
    for (const tally of byDay) this.#addTo("days", tally);
    for (const [keyId, at] of Object.entries(lastUses)) {
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
    for (const { span, what, count } of counts) {
      this.#sql.exec(
        "INSERT INTO counts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
        ...[span, what, count],
      );
    }
    if (recent.length > 0) {
      // One row for all: a row for each request would cost as much as the counts.
      const uses = recentOf([...recent, ...this.recent()]);
      this.#sql.exec("INSERT OR REPLACE INTO recent VALUES (1, ?)", JSON.stringify(uses));
    }
    const now = Date.now();
    this.#sql.exec("DELETE FROM hours WHERE span < ?", hourOf(now - KEPT_HOURS_DAYS * DAY_MS));
    this.#sql.exec("DELETE FROM days WHERE span < ?", dayOf(now - KEPT_DAYS * DAY_MS));
    this.#sql.exec("DELETE FROM faults WHERE day < ?", dayOf(now - KEPT_DAYS * DAY_MS));
    const [oldestHour, oldestDay] = [hourOf(now - KEPT_HOURS_DAYS * DAY_MS), dayOf(now - KEPT_DAYS * DAY_MS)];
    this.#sql.exec("DELETE FROM counts WHERE span < iif(length(span) > 10, ?, ?)", oldestHour, oldestDay);
  }

  #addTo(table: Table, tally: Tally): void {
    const { span, operation } = tally;
    const found = this.#sql.exec<TallyRow>(`SELECT * FROM ${table} WHERE span = ? AND operation = ?`, span, operation);
    const [known] = found.toArray().map(tallyOfRow);
    const { requests, errors, bytesIn, bytesOut, milliseconds, times } = known ? sum(known, tally) : tally;
    this.#sql.exec(
      `INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[span, operation, requests, errors, bytesIn, bytesOut, Math.round(milliseconds), JSON.stringify(times)],
    );
  }

  /** Tallies since an hour or a day, oldest first. */
  since(table: Table, span: string): Tally[] {
    const rows = this.#sql.exec<TallyRow>(`SELECT * FROM ${table} WHERE span >= ? ORDER BY span, operation`, span);
    return rows.toArray().map(tallyOfRow);
  }

  /** The latest requests, the latest first. */
  recent(): Recent[] {
    const [row] = this.#sql.exec<{ uses: string }>("SELECT uses FROM recent").toArray();
    return row === undefined ? [] : (JSON.parse(row.uses) as Recent[]);
  }

  /** Refusals since a day: newest day first, and within a day the most frequent first. */
  faultsSince(day: string): Fault[] {
    const order = "ORDER BY day DESC, requests DESC, operation, code";
    return this.#sql.exec<Fault>(`SELECT * FROM faults WHERE day >= ? ${order}`, day).toArray();
  }

  /** Counts since an hour or a day, by the hour or the day, oldest first. */
  countsSince(span: string): Count[] {
    const rows = "SELECT * FROM counts WHERE span >= ? AND length(span) = length(?) ORDER BY span, what";
    return this.#sql.exec<Count>(rows, span, span).toArray();
  }

  /** Unix milliseconds by key id. */
  lastUses(): Record<string, number> {
    const rows = this.#sql.exec<{ keyId: string; at: number }>("SELECT * FROM lastUse").toArray();
    return Object.fromEntries(rows.map(({ keyId, at }) => [keyId, at]));
  }

  /** Counts one request against the limits. A refused request is not counted. A visitor is forgotten after two days. */
  async admit(limits: RequestLimits, now: number, isVisitor = false): Promise<Admission> {
    if (isVisitor && (await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + 2 * DAY_MS);
    const open = SPANS.flatMap(({ limit, length }) => {
      const most = limits[limit];
      if (most === undefined) return [];
      // Minutes and days of UTC, so that a client knows when the next one begins.
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

  /** A request that was counted here was refused elsewhere. */
  giveBack(now: number): void {
    for (const { limit, length } of SPANS) {
      this.#sql.exec(
        "UPDATE spent SET requests = requests - 1 WHERE span = ? AND start = ? AND requests > 0",
        ...[limit, now - (now % length)],
      );
    }
  }
}

function tallyOfRow({ times, ...row }: TallyRow): Tally {
  return { ...row, times: JSON.parse(times) as Tally["times"] } as Tally;
}
