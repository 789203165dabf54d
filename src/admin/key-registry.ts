import { DurableObject } from "cloudflare:workers";
import { newKeyId } from "../keys/format.ts";
import { type KeyRecord, listRecords, putRecord, standing } from "../keys/key-records.ts";

/** What an operator may set for a key. null removes it. */
export interface KeyChanges {
  name?: string | undefined;
  expiresAt?: string | null | undefined;
  limits?: KeyRecord["limits"] | null | undefined;
  only?: KeyRecord["only"] | null | undefined;
}

type Wanted = Pick<KeyRecord, "name" | "expiresAt" | "limits" | "only">;

/** One thing that the administration did. */
export interface AuditEntry {
  /** When, as an ISO date and time. */
  at: string;
  /** Who did it, as far as is known: "secret", "session", or "access" and the person's name there. */
  operator: string;
  action: AuditAction;
  keyId: string | null;
  keyName: string | null;
  /** What was set, as JSON; never a key or a secret. */
  changes: string | null;
}

export type AuditAction = "create-key" | "change-key" | "rotate-key" | "revoke-key" | "sign-in" | "sign-out";

type KeyRow = { hash: string; record: string; version: number };
type Audited = Pick<AuditEntry, "action"> & { record?: KeyRecord; changes?: object };

const AUDIT_DAYS = 400;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PUBLISH_AGAIN_MS = 10_000;

/**
 * The records of all keys, and who changed them. Requests read a copy in KV, which may be a minute old. This object
 * writes the copy. It never reads a key that it knows back from KV, so a revoked key stays revoked.
 */
export class KeyRegistry extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;
  /** One copy to KV at a time, so that an older record never follows a newer one. */
  #publishing: Promise<void> = Promise.resolve();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS keys (
      hash TEXT PRIMARY KEY, id TEXT UNIQUE, record TEXT, version INTEGER, published INTEGER)`);
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS audit (
      at TEXT, operator TEXT, action TEXT, keyId TEXT, keyName TEXT, changes TEXT)`);
    this.#sql.exec("CREATE INDEX IF NOT EXISTS auditByTime ON audit (at)");
  }

  async list(): Promise<KeyRecord[]> {
    await this.#adopt();
    const rows = this.#sql.exec<{ record: string }>("SELECT record FROM keys").toArray();
    return rows.map(({ record }) => JSON.parse(record) as KeyRecord);
  }

  async has(id: string): Promise<boolean> {
    return (await this.#find(id)) !== undefined;
  }

  async create(hash: string, wanted: Wanted, by: string): Promise<KeyRecord> {
    const record = this.#insert(hash, wanted);
    this.#note(by, { action: "create-key", record, changes: wanted });
    await this.#publish();
    return record;
  }

  /** Undefined when there is no such key. With the hash the caller can drop what it remembers of the key. */
  async change(id: string, changes: KeyChanges, by: string): Promise<{ hash: string; record: KeyRecord } | undefined> {
    const found = await this.#find(id);
    if (!found) return undefined;
    const known = JSON.parse(found.record) as KeyRecord;
    const set = JSON.stringify({ ...known, ...JSON.parse(JSON.stringify(changes)) });
    const record = JSON.parse(set, (_, value) => value ?? undefined) as KeyRecord;
    return this.#replace(found, record, by, { action: "change-key", record, changes });
  }

  /**
   * A new key with the name, limits, scope and lifetime of an old one, which stops working after the overlap; "over"
   * when the old key has expired already.
   */
  async rotate(
    id: string,
    hash: string,
    overlapHours: number,
    by: string,
  ): Promise<{ record: KeyRecord; old: { hash: string; record: KeyRecord } } | "over" | undefined> {
    const found = await this.#find(id);
    if (!found) return undefined;
    const known = JSON.parse(found.record) as KeyRecord;
    const now = Date.now();
    if (standing(known, now) !== "valid") return "over";
    const { name, createdAt, expiresAt, limits, only } = known;
    const record = this.#insert(hash, {
      name,
      ...(expiresAt === undefined ? {} : { expiresAt: isoOf(now + Date.parse(expiresAt) - Date.parse(createdAt)) }),
      ...(limits === undefined ? {} : { limits }),
      ...(only === undefined ? {} : { only }),
    });
    const end = now + overlapHours * HOUR_MS;
    const old = { ...known, expiresAt: isoOf(Math.min(end, Date.parse(expiresAt ?? isoOf(end)))) };
    const changes = { overlapHours, by: record.id };
    return { record, old: await this.#replace(found, old, by, { action: "rotate-key", record: known, changes }) };
  }

  /** For good: nothing takes `revokedAt` away again. */
  async revoke(id: string, by: string): Promise<{ hash: string; record: KeyRecord } | undefined> {
    const found = await this.#find(id);
    if (!found) return undefined;
    const known = JSON.parse(found.record) as KeyRecord;
    if (known.revokedAt !== undefined) return { hash: found.hash, record: known };
    const record = { ...known, revokedAt: new Date().toISOString() };
    return this.#replace(found, record, by, { action: "revoke-key", record });
  }

  note(by: string, action: "sign-in" | "sign-out"): void {
    this.#note(by, { action });
  }

  /** The latest first. */
  audit(most: number): AuditEntry[] {
    const rows = this.#sql.exec<AuditEntry & Record<string, SqlStorageValue>>(
      "SELECT * FROM audit ORDER BY at DESC, rowid DESC LIMIT ?",
      most,
    );
    return rows.toArray();
  }

  /** Copies to KV what could not be copied when it was changed. */
  override async alarm(): Promise<void> {
    await this.#publish();
  }

  async #find(id: string): Promise<KeyRow | undefined> {
    const found = this.#known(id);
    if (found) return found;
    await this.#adopt();
    return this.#known(id);
  }

  #known(id: string): KeyRow | undefined {
    return this.#sql.exec<KeyRow>("SELECT hash, record, version FROM keys WHERE id = ?", id).toArray()[0];
  }

  #insert(hash: string, wanted: Wanted): KeyRecord {
    const taken = this.#sql.exec<{ id: string }>("SELECT id FROM keys").toArray();
    const id = newKeyId(new Set(taken.map((row) => row.id)));
    const record: KeyRecord = { id, createdAt: new Date().toISOString(), ...wanted };
    this.#sql.exec("INSERT INTO keys VALUES (?, ?, ?, 1, 0)", hash, id, JSON.stringify(record));
    return record;
  }

  /** Adopts keys that somebody else put into KV. For keys that are known here, KV is ignored. */
  async #adopt(): Promise<void> {
    for (const { hash, record } of await listRecords(this.env.KEYS)) {
      this.#sql.exec("INSERT OR IGNORE INTO keys VALUES (?, ?, ?, 1, 1)", hash, record.id, JSON.stringify(record));
    }
  }

  async #replace({ hash, version }: KeyRow, record: KeyRecord, by: string, audited: Audited) {
    this.#sql.exec(
      "UPDATE keys SET record = ?, version = ?, published = 0 WHERE hash = ?",
      ...[JSON.stringify(record), version + 1, hash],
    );
    this.#note(by, audited);
    await this.#publish();
    return { hash, record };
  }

  #note(by: string, { action, record, changes }: Audited): void {
    const changed = changes === undefined ? null : JSON.stringify(changes);
    const at = new Date().toISOString();
    this.#sql.exec(
      "INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?)",
      ...[at, by, action, record?.id ?? null, record?.name ?? null, changed],
    );
    this.#sql.exec("DELETE FROM audit WHERE at < ?", new Date(Date.now() - AUDIT_DAYS * DAY_MS).toISOString());
  }

  #publish(): Promise<void> {
    this.#publishing = this.#publishing.then(() => this.#copyToKv());
    return this.#publishing;
  }

  /** A change is valid even if KV cannot be written now: the alarm tries again until it succeeds. */
  async #copyToKv(): Promise<void> {
    const rows = this.#sql.exec<KeyRow>("SELECT hash, record, version FROM keys WHERE published = 0").toArray();
    for (const { hash, record, version } of rows) {
      try {
        await putRecord(this.env.KEYS, hash, JSON.parse(record) as KeyRecord);
        this.#sql.exec("UPDATE keys SET published = 1 WHERE hash = ? AND version = ?", hash, version);
      } catch (error) {
        console.error(JSON.stringify({ event: "key-not-published", reason: String(error) }));
        await this.ctx.storage.setAlarm(Date.now() + PUBLISH_AGAIN_MS);
      }
    }
  }
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}

/** One object for all keys: operators are few, and customers' requests never ask it. */
export function keyRegistry(env: Env): DurableObjectStub<KeyRegistry> {
  return env.REGISTRY.get(env.REGISTRY.idFromName("keys"));
}
