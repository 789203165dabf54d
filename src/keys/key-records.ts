/** What is known of a key. The key itself is never stored: its SHA-256 is the name of this record. */
export interface KeyRecord {
  id: string;
  name: string;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
  limits?: KeyLimits;
}

/** What a key may do: requests, beside the limit that holds for all keys, and in place of what LIMITS.key says for all. */
export interface KeyLimits {
  perMinute?: number;
  perDay?: number;
  concurrentRequests?: number;
  browserSecondsPerHour?: number;
  storedBytesPerHour?: number;
  splitOutputBytes?: number;
}

const PREFIX = "key:";

export async function hashKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Buffer.from(digest).toString("hex");
}

/** The KV entry that makes a key known. The record is in the metadata too, so that a listing needs no further reads. */
export async function keyEntry(key: string, record: KeyRecord): Promise<{ name: string; value: string }> {
  return { name: PREFIX + (await hashKey(key)), value: JSON.stringify(record) };
}

export async function putRecord(kv: KVNamespace, name: string, record: KeyRecord): Promise<void> {
  await kv.put(name, JSON.stringify(record), { metadata: record });
}

export async function findRecord(kv: KVNamespace, hash: string): Promise<KeyRecord | null> {
  return kv.get<KeyRecord>(PREFIX + hash, { type: "json", cacheTtl: 30 });
}

/** Every key that was ever made. A listing is as old as KV's own delay of propagation. */
export async function listRecords(kv: KVNamespace): Promise<{ name: string; record: KeyRecord }[]> {
  const records = [];
  let cursor: string | null = null;
  do {
    const page: KVNamespaceListResult<KeyRecord> = await kv.list<KeyRecord>({ prefix: PREFIX, cursor });
    for (const { name, metadata } of page.keys) if (metadata) records.push({ name, record: metadata });
    cursor = page.list_complete ? null : page.cursor;
  } while (cursor !== null);
  return records;
}

/** The hash in an entry's name. */
export function hashOf(name: string): string {
  return name.slice(PREFIX.length);
}

export type Standing = "valid" | "expired" | "revoked";

export function standing(record: KeyRecord, now: number): Standing {
  if (record.revokedAt !== undefined) return "revoked";
  if (record.expiresAt !== undefined && Date.parse(record.expiresAt) <= now) return "expired";
  return "valid";
}
