/** What is known about a key. The key itself is never stored: its SHA-256 is the name of this record. */
export interface KeyRecord {
  id: string;
  name: string;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
  limits?: KeyLimits;
  only?: KeyScope;
}

/** What a key is for: these operations by their ids, and these addresses and networks. Without a list, all. */
export interface KeyScope {
  operations?: string[];
  addresses?: string[];
}

/**
 * What a key may do: its rate of requests, in addition to the limit for all keys, and its own values in place of
 * LIMITS.key.
 */
export interface KeyLimits {
  perMinute?: number;
  perDay?: number;
  concurrentRequests?: number;
  browserSecondsPerHour?: number;
  storedBytesPerHour?: number;
  splitOutputBytes?: number;
}

/** How the name of a key's entry in KV begins; its hash follows. */
export const PREFIX = "key:";

export async function hashKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Buffer.from(digest).toString("hex");
}

/** Publishes a key. The record is in the metadata too, so that a listing needs no further reads. */
export async function putRecord(kv: KVNamespace, hash: string, record: KeyRecord): Promise<void> {
  await kv.put(PREFIX + hash, JSON.stringify(record), { metadata: record });
}

export async function findRecord(kv: KVNamespace, hash: string): Promise<KeyRecord | null> {
  return kv.get<KeyRecord>(PREFIX + hash, { type: "json", cacheTtl: 30 });
}

/** Every key that was ever made. A listing is as old as KV's propagation delay. */
export async function listRecords(kv: KVNamespace): Promise<{ hash: string; record: KeyRecord }[]> {
  const records = [];
  let cursor: string | null = null;
  do {
    const page: KVNamespaceListResult<KeyRecord> = await kv.list<KeyRecord>({ prefix: PREFIX, cursor });
    for (const { name, metadata } of page.keys)
      if (metadata) records.push({ hash: name.slice(PREFIX.length), record: metadata });
    cursor = page.list_complete ? null : page.cursor;
  } while (cursor !== null);
  return records;
}

export type Standing = "valid" | "expired" | "revoked";

export function standing(record: KeyRecord, now: number): Standing {
  if (record.revokedAt !== undefined) return "revoked";
  if (record.expiresAt !== undefined && Date.parse(record.expiresAt) <= now) return "expired";
  return "valid";
}
