import { isWellFormed } from "./format.ts";
import { findRecord, hashKey, type KeyRecord, standing } from "./store.ts";

/** How long an isolate trusts what it read: within KV's own delay of propagation. */
const KNOWN_MS = 30_000;
const UNKNOWN_MS = 10_000;
const CACHED_KEYS = 1_000;

export type KeyVerdict =
  | { ok: true; record: KeyRecord }
  | { ok: false; reason: "malformed" | "unknown" | "expired" | "revoked" };

/** Looks keys up in KV, with a short cache in the isolate for known and unknown ones. */
export class KeyLookup {
  readonly #cache = new Map<string, { record: KeyRecord | null; until: number }>();

  /** `anyForm` lets a developer choose a key of any form for a local service. */
  async verify(kv: KVNamespace, key: string, anyForm: boolean, now = Date.now()): Promise<KeyVerdict> {
    if (!anyForm && !isWellFormed(key)) return { ok: false, reason: "malformed" };
    const record = await this.#read(kv, await hashKey(key), now);
    if (record === null) return { ok: false, reason: "unknown" };
    const state = standing(record, now);
    return state === "valid" ? { ok: true, record } : { ok: false, reason: state };
  }

  /** What is known of a key has changed. Other isolates learn it when their own memory ends. */
  forget(hash: string): void {
    this.#cache.delete(hash);
  }

  async #read(kv: KVNamespace, hash: string, now: number): Promise<KeyRecord | null> {
    const cached = this.#cache.get(hash);
    if (cached && now < cached.until) return cached.record;
    const record = await findRecord(kv, hash);
    this.#cache.delete(hash);
    // The oldest entry leaves first: a Map keeps the order of insertion.
    if (this.#cache.size >= CACHED_KEYS) this.#cache.delete(this.#cache.keys().next().value as string);
    this.#cache.set(hash, { record, until: now + (record ? KNOWN_MS : UNKNOWN_MS) });
    return record;
  }
}
