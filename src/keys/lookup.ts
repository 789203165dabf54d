import { isWellFormed } from "./format.ts";
import { findRecord, hashKey, type KeyRecord, standing } from "./key-records.ts";

/** How long an isolate trusts what it read: less than KV's own propagation delay. */
const KNOWN_MS = 30_000;
const UNKNOWN_MS = 10_000;
const CACHED_KEYS = 1_000;
/** How many unknown keys one network may try: more than a wrong configuration causes, far fewer than guessing needs. */
const UNKNOWN_KEYS = 20;
const WINDOW_MS = 60_000;
const WATCHED_NETWORKS = 1_000;

export type KeyVerdict =
  | { ok: true; record: KeyRecord }
  | { ok: false; reason: "malformed" | "unknown" | "expired" | "revoked" }
  | { ok: false; reason: "guessing"; retryAfter: number };

/** Looks keys up in KV, with a short cache in the isolate for known and unknown ones. */
export class KeyLookup {
  // Kept separately, so that made-up keys never push a customer's key out of the cache.
  readonly #known = new Map<string, { value: KeyRecord; until: number }>();
  readonly #unknown = new Map<string, { value: null; until: number }>();
  /** For each network, the hashes that it asked for and that were not found, or not yet. */
  readonly #misses = new Map<string, { since: number; tried: Set<string> }>();

  /** `anyForm` lets a developer choose a key of any form for a local service. */
  async verify(
    kv: KVNamespace,
    key: string,
    { anyForm = false, network = "", now = Date.now() }: { anyForm?: boolean; network?: string; now?: number } = {},
  ): Promise<KeyVerdict> {
    if (!anyForm && !isWellFormed(key)) return { ok: false, reason: "malformed" };
    const hash = await hashKey(key);
    let record = this.#cached(hash, now);
    if (record === undefined) {
      const { since, tried } = this.#missesOf(network, now);
      if (tried.size >= UNKNOWN_KEYS && !tried.has(hash)) {
        return { ok: false, reason: "guessing", retryAfter: Math.ceil((since + WINDOW_MS - now) / 1000) };
      }
      // Counted before the answer is known, so that sending many at once is no way around the limit.
      tried.add(hash);
      record = await findRecord(kv, hash);
      if (record !== null) tried.delete(hash);
      this.#remember(hash, record, now);
    }
    if (record === null) return { ok: false, reason: "unknown" };
    const state = standing(record, now);
    return state === "valid" ? { ok: true, record } : { ok: false, reason: state };
  }

  /** A key's record has changed. Other isolates notice when their own copy expires. */
  forget(hash: string): void {
    this.#known.delete(hash);
    this.#unknown.delete(hash);
  }

  #cached(hash: string, now: number): KeyRecord | null | undefined {
    const held = this.#known.get(hash) ?? this.#unknown.get(hash);
    return held && now < held.until ? held.value : undefined;
  }

  #remember(hash: string, record: KeyRecord | null, now: number): void {
    this.forget(hash);
    if (record) put(this.#known, hash, { value: record, until: now + KNOWN_MS }, CACHED_KEYS);
    else put(this.#unknown, hash, { value: null, until: now + UNKNOWN_MS }, CACHED_KEYS);
  }

  #missesOf(network: string, now: number): { since: number; tried: Set<string> } {
    const known = this.#misses.get(network);
    if (known && now - known.since < WINDOW_MS) return known;
    const misses = { since: now, tried: new Set<string>() };
    put(this.#misses, network, misses, WATCHED_NETWORKS);
    return misses;
  }
}

/** The oldest entry leaves first: a Map keeps the order of insertion. */
function put<T>(map: Map<string, T>, name: string, value: T, most: number): void {
  map.delete(name);
  if (map.size >= most) map.delete(map.keys().next().value as string);
  map.set(name, value);
}
