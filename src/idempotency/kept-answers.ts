import { DurableObject } from "cloudflare:workers";

/** The reply to a request with an Idempotency-Key. */
export type Claim =
  /** The first request with this key: do the work, then call `keep` or `abandon` with the token. */
  | { state: "new"; token: string }
  | { state: "done"; answer: string }
  | { state: "running" }
  /** The key was already used for a different request. */
  | { state: "other" };

/** A request that the runtime cut off holds its key only for as long as any request can live. */
const LEASE_MS = 5 * 60_000;
/** A row of the object's database holds at most 2 MB. The links of a split into thousands of parts are longer. */
const CHUNK_CHARS = 500_000;

interface Held extends Record<string, SqlStorageValue> {
  fingerprint: string;
  token: string;
  /** Unix milliseconds: when the lease ends while the work runs, and when the answer expires once it is there. */
  until: number;
  done: number;
}

/**
 * One per API key and Idempotency-Key. It knows which request was first, and its answer. It is a Durable Object and not
 * a file in R2, since only a Durable Object can decide between two requests that arrive at once, anywhere in the world.
 */
export class IdempotentAnswers extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;
  #hasTables = false;

  /** Not in the constructor: the alarm deletes the tables, and the object may live on and be claimed again. */
  #makeTables(): void {
    if (this.#hasTables) return;
    this.#sql.exec("CREATE TABLE IF NOT EXISTS request (fingerprint TEXT, token TEXT, until INTEGER, done INTEGER)");
    this.#sql.exec("CREATE TABLE IF NOT EXISTS answer (position INTEGER PRIMARY KEY, text TEXT)");
    this.#hasTables = true;
  }

  claim(fingerprint: string, now: number): Claim {
    this.#makeTables();
    const held = this.#sql.exec<Held>("SELECT * FROM request").toArray()[0];
    if (held && now < held.until) {
      if (held.fingerprint !== fingerprint) return { state: "other" };
      return held.done ? { state: "done", answer: this.#answer() } : { state: "running" };
    }
    const token = crypto.randomUUID();
    this.#forget();
    this.#sql.exec("INSERT INTO request VALUES (?, ?, ?, 0)", fingerprint, token, now + LEASE_MS);
    void this.ctx.storage.setAlarm(now + LEASE_MS);
    return { state: "new", token };
  }

  /** Keeps the answer until its links expire. Does nothing when the token has lost its lease. */
  keep(token: string, answer: string, until: number): void {
    if (!this.#holds(token)) return;
    this.#sql.exec("UPDATE request SET done = 1, until = ?", until);
    for (let at = 0; at < answer.length; ) {
      const end = endOfChunk(answer, at);
      this.#sql.exec("INSERT INTO answer VALUES (?, ?)", at, answer.slice(at, end));
      at = end;
    }
    void this.ctx.storage.setAlarm(until);
  }

  /** The work failed: the next request with this key does it again. */
  abandon(token: string): void {
    if (this.#holds(token)) this.#forget();
  }

  override async alarm(): Promise<void> {
    this.#hasTables = false;
    await this.ctx.storage.deleteAll();
  }

  #holds(token: string): boolean {
    this.#makeTables();
    return this.#sql.exec("SELECT 1 FROM request WHERE token = ? AND done = 0", token).toArray().length > 0;
  }

  #answer(): string {
    const rows = this.#sql.exec<{ text: string }>("SELECT text FROM answer ORDER BY position").toArray();
    return rows.map(({ text }) => text).join("");
  }

  #forget(): void {
    this.#sql.exec("DELETE FROM request");
    this.#sql.exec("DELETE FROM answer");
  }
}

/** The database keeps UTF-8, which has no halves of characters: no row ends amid one. */
function endOfChunk(text: string, from: number): number {
  const end = from + CHUNK_CHARS;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
