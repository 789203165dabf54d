import type { z } from "zod/mini";
import { Refusal } from "../errors/errors.ts";
import { generateKey } from "../keys/format.ts";
import { hashKey, type KeyLimits, type KeyRecord, type KeyScope, standing } from "../keys/key-records.ts";
import type { KeyLookup } from "../keys/lookup.ts";
import { usageOfAll } from "../usage/usage-objects.ts";
import { keyRegistry } from "./key-registry.ts";
import type { KeyView, keyChanges, newKey, rotation } from "./schemas.ts";

export async function listKeys(env: Env): Promise<KeyView[]> {
  const [records, lastUses] = await Promise.all([keyRegistry(env).list(), usageOfAll(env.USAGE).lastUses()]);
  return records
    .map((record) => view(record, lastUses[record.id]))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** This answer is the only place where the key itself ever appears. */
export async function createKey(
  env: Env,
  keys: KeyLookup,
  { name, expiresAt, limits, only }: z.output<typeof newKey>,
  by: string,
): Promise<{ key: string; record: KeyView }> {
  const key = generateKey();
  const hash = await hashKey(key);
  const wanted = {
    name,
    ...(expiresAt === undefined ? {} : { expiresAt: isoOf(expiresAt) }),
    ...(limits === undefined ? {} : { limits: given(limits) }),
    ...(only === undefined ? {} : { only: given(only) }),
  };
  const record = await keyRegistry(env).create(hash, wanted, by);
  keys.forget(hash);
  return { key, record: view(record, undefined) };
}

export async function changeKey(
  env: Env,
  keys: KeyLookup,
  id: string,
  { name, expiresAt, limits, only }: z.output<typeof keyChanges>,
  by: string,
): Promise<KeyView> {
  const changes = {
    name,
    expiresAt: expiresAt == null ? expiresAt : isoOf(expiresAt),
    limits: limits == null ? limits : given(limits),
    only: only == null ? only : given(only),
  };
  return changed(keys, id, await keyRegistry(env).change(id, changes, by));
}

/** Replaces a key. The old one keeps working for as long as its users need to change over. */
export async function rotateKey(
  env: Env,
  keys: KeyLookup,
  id: string,
  { overlapHours }: z.output<typeof rotation>,
  by: string,
): Promise<{ key: string; record: KeyView; old: KeyView }> {
  const key = generateKey();
  const hash = await hashKey(key);
  const rotated = await keyRegistry(env).rotate(id, hash, overlapHours, by);
  if (rotated === "over") throw new Refusal("INVALID_INPUT", `The key ${id} is over; create a new one instead.`);
  const old = changed(keys, id, rotated?.old);
  keys.forget(hash);
  return { key, record: view((rotated as NonNullable<typeof rotated>).record, undefined), old };
}

/** Revoking is final: a revoked key never becomes valid again. */
export async function revokeKey(env: Env, keys: KeyLookup, id: string, by: string): Promise<KeyView> {
  return changed(keys, id, await keyRegistry(env).revoke(id, by));
}

export async function requireKey(env: Env, id: string): Promise<void> {
  if (!(await keyRegistry(env).has(id))) throw noSuchKey(id);
}

/** Makes this isolate forget what it read about the key before. */
function changed(keys: KeyLookup, id: string, found: { hash: string; record: KeyRecord } | undefined): KeyView {
  if (!found) throw noSuchKey(id);
  keys.forget(found.hash);
  return view(found.record, undefined);
}

function noSuchKey(id: string): Refusal {
  return new Refusal("NOT_FOUND", `No key has the id ${JSON.stringify(id.slice(0, 40))}.`);
}

function isoOf(date: string): string {
  return new Date(date).toISOString();
}

function given<T extends KeyLimits | KeyScope>(members: { [name in keyof T]?: T[name] | undefined }): T {
  return JSON.parse(JSON.stringify(members)) as T;
}

function view(record: KeyRecord, lastUse: number | undefined): KeyView {
  const { id, name, createdAt, expiresAt, revokedAt, limits, only } = record;
  return {
    id,
    name,
    standing: standing(record, Date.now()),
    createdAt,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(revokedAt === undefined ? {} : { revokedAt }),
    ...(limits === undefined || Object.keys(limits).length === 0 ? {} : { limits }),
    ...(only === undefined || Object.keys(only).length === 0 ? {} : { only: only as NonNullable<KeyView["only"]> }),
    ...(lastUse === undefined ? {} : { lastUsedAt: new Date(lastUse).toISOString() }),
  };
}
