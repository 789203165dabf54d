import { base64url } from "./links.ts";

/** Files whose links end within the same five minutes begin with the same key, and are deleted together. */
const SLOT_SECONDS = 300;
const PREFIX = "f/";

/**
 * A key that nobody can guess, so that nobody finds a file without its link. It begins with the time at which the file
 * may be deleted: the end of its links, rounded up to five minutes.
 */
export function newKey(now: number, validSeconds: number): string {
  const until = Math.ceil((now / 1000 + validSeconds) / SLOT_SECONDS) * SLOT_SECONDS;
  return `${PREFIX}${slotName(until)}-${base64url(crypto.getRandomValues(new Uint8Array(24)))}`;
}

/** When a key's file may be deleted, in seconds since 1970; undefined for keys of older versions, which do not say. */
export function endOfKey(key: string): number | undefined {
  const [, year, month, day, hour, minute] = /^f\/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)-/.exec(key)?.map(Number) ?? [];
  if (year === undefined) return undefined;
  return Date.UTC(year, (month ?? 1) - 1, day, hour, minute) / 1000;
}

/** As 202611220655, of UTC: it reads well in a listing, and sorts. */
function slotName(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\D/g, "").slice(0, 12);
}

/** Deletes all files whose links have ended, also those that an earlier run left. Answers how many. */
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
