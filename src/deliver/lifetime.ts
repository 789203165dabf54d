import { base64url, type LinkSecrets, signatureOf } from "./links.ts";

/** Files whose links expire within the same five minutes have the same key prefix, and are deleted together. */
const SLOT_SECONDS = 300;
const PREFIX = "f/";
const MARK_CHARS = 8;

interface Making {
  now: () => number;
  validSeconds: number;
  linkSecret: string;
  /** The id of the API key whose file it is, if it is anyone's. */
  owner: string | undefined;
}

/**
 * A key that nobody can guess, so nobody finds a file without its link. It begins with the time from which the file may
 * be deleted: when its links expire, rounded up to five minutes. It ends with a mark by which its owner is known again.
 */
export async function newKey({ now, validSeconds, linkSecret, owner }: Making): Promise<string> {
  const until = Math.ceil((now() / 1000 + validSeconds) / SLOT_SECONDS) * SLOT_SECONDS;
  const head = `${PREFIX}${slotName(until)}-${base64url(crypto.getRandomValues(new Uint8Array(18)))}`;
  return owner === undefined ? head : head + (await ownerMark(head, owner, linkSecret));
}

/** Whether this API key made the file. */
export async function isOwnedBy(key: string, owner: string, { current, previous }: LinkSecrets): Promise<boolean> {
  const head = key.slice(0, -MARK_CHARS);
  const marks = [current, ...(previous ? [previous] : [])].map((secret) => ownerMark(head, owner, secret));
  return (await Promise.all(marks)).includes(key.slice(-MARK_CHARS));
}

/** It tells nothing to who lacks the secret, not even that two files have one owner: it is another in each key. */
async function ownerMark(head: string, owner: string, secret: string): Promise<string> {
  return base64url(await signatureOf(new TextEncoder().encode(`owner\n${head}\n${owner}`), secret)).slice(
    0,
    MARK_CHARS,
  );
}

/** From when on a key's file may be deleted, in seconds since 1970; undefined for a key that does not contain it. */
export function endOfKey(key: string): number | undefined {
  const [, year, month, day, hour, minute] = /^f\/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)-/.exec(key)?.map(Number) ?? [];
  if (year === undefined) return undefined;
  return Date.UTC(year, (month ?? 1) - 1, day, hour, minute) / 1000;
}

/** For example 202611220655, in UTC: readable in a listing, and sorts by time. */
function slotName(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\D/g, "").slice(0, 12);
}

/** Deletes all files whose links have expired, including those that an earlier run left. Returns their number. */
export async function deleteExpired(bucket: R2Bucket, now: number): Promise<number> {
  let deleted = 0;
  for (const slot of await slots(bucket)) {
    const end = endOfKey(slot);
    if (end !== undefined && end * 1000 <= now) deleted += await deleteAll(bucket, slot);
  }
  return deleted;
}

async function slots(bucket: R2Bucket): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix: PREFIX, delimiter: "-", ...(cursor === undefined ? {} : { cursor }) });
    found.push(...page.delimitedPrefixes);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return found;
}

async function deleteAll(bucket: R2Bucket, prefix: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const page = await bucket.list({ prefix });
    if (page.objects.length > 0) await bucket.delete(page.objects.map(({ key }) => key));
    deleted += page.objects.length;
    if (!page.truncated) return deleted;
  }
}
