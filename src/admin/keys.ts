import type { z } from "zod";
import { Refusal } from "../errors/errors.ts";
import { generateKey, newKeyId } from "../keys/format.ts";
import {
  hashOf,
  type KeyLimits,
  type KeyRecord,
  keyEntry,
  listRecords,
  putRecord,
  standing,
} from "../keys/key-records.ts";
import type { KeyLookup } from "../keys/lookup.ts";
import { usageOfAll } from "../usage/key-usage.ts";
import type { KeyView, keyChanges, newKey } from "./schemas.ts";

export async function listKeys(env: Env): Promise<KeyView[]> {
  const [records, lastUses] = await Promise.all([listRecords(env.KEYS), usageOfAll(env.USAGE).lastUses()]);
  return records
    .map(({ record }) => view(record, lastUses[record.id]))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** The key itself is in this answer and nowhere else, ever. */
export async function createKey(
  env: Env,
  keys: KeyLookup,
  wanted: z.output<typeof newKey>,
): Promise<{ key: string; record: KeyView }> {
  const key = generateKey();
  const known = await listRecords(env.KEYS);
  const record: KeyRecord = {
    id: newKeyId(new Set(known.map(({ record }) => record.id))),
    name: wanted.name,
    createdAt: new Date().toISOString(),
    ...(wanted.expiresAt === undefined ? {} : { expiresAt: new Date(wanted.expiresAt).toISOString() }),
    ...limitsOf(wanted.limits),
  };
  await store(env, keys, (await keyEntry(key, record)).name, record);
  return { key, record: view(record, undefined) };
}

export async function changeKey(
  env: Env,
  keys: KeyLookup,
  id: string,
  changes: z.output<typeof keyChanges>,
): Promise<KeyView> {
  const { name, record } = await find(env, id);
  const { expiresAt: oldExpiry, limits: oldLimits, ...kept } = record;
  const expiry = changes.expiresAt === undefined ? oldExpiry : changes.expiresAt;
  const changed: KeyRecord = {
    ...kept,
    ...(changes.name === undefined ? {} : { name: changes.name }),
    ...(expiry == null ? {} : { expiresAt: new Date(expiry).toISOString() }),
    ...limitsOf(changes.limits === undefined ? oldLimits : changes.limits),
  };
  await store(env, keys, name, changed);
  return view(changed, undefined);
}

/** For good: a revoked key is never made valid again. */
export async function revokeKey(env: Env, keys: KeyLookup, id: string): Promise<KeyView> {
  const { name, record } = await find(env, id);
  if (record.revokedAt !== undefined) return view(record, undefined);
  const revoked = { ...record, revokedAt: new Date().toISOString() };
  await store(env, keys, name, revoked);
  return view(revoked, undefined);
}

export async function requireKey(env: Env, id: string): Promise<void> {
  await find(env, id);
}

async function find(env: Env, id: string): Promise<{ name: string; record: KeyRecord }> {
  const found = (await listRecords(env.KEYS)).find(({ record }) => record.id === id);
  if (!found) throw new Refusal("NOT_FOUND", `No key has the id ${JSON.stringify(id.slice(0, 40))}.`);
  return found;
}

/** This isolate does not go on trusting what it read before. */
async function store(env: Env, keys: KeyLookup, name: string, record: KeyRecord): Promise<void> {
  await putRecord(env.KEYS, name, record);
  keys.forget(hashOf(name));
}

function limitsOf(limits: { [name in keyof KeyLimits]?: number | undefined } | null | undefined): {
  limits?: KeyLimits;
} {
  const given = Object.entries(limits ?? {}).filter(([, value]) => value !== undefined);
  return given.length > 0 ? { limits: Object.fromEntries(given) as KeyLimits } : {};
}

function view(record: KeyRecord, lastUse: number | undefined): KeyView {
  const { id, name, createdAt, expiresAt, revokedAt, limits } = record;
  return {
    id,
    name,
    standing: standing(record, Date.now()),
    createdAt,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(revokedAt === undefined ? {} : { revokedAt }),
    ...(limits === undefined ? {} : { limits }),
    ...(lastUse === undefined ? {} : { lastUsedAt: new Date(lastUse).toISOString() }),
  };
}
