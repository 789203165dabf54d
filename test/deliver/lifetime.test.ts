import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { deleteExpired, endOfKey, isOwnedBy, newKey } from "../../src/deliver/lifetime.ts";
import { storedAs } from "../../src/deliver/stored-file.ts";

const HOUR = 3600;
const AT = Date.UTC(2001, 4, 6, 10, 58, 20);
const keys = async (): Promise<string[]> => (await env.FILES.list({ prefix: "f/2001" })).objects.map(({ key }) => key);

const keyAt = (at: number, owner?: string) => newKey({ now: () => at, validSeconds: HOUR, linkSecret: "s", owner });

async function put(at: number): Promise<string> {
  const key = await keyAt(at, "k");
  await env.FILES.put(key, "file");
  return key;
}

it("the service names in a key when its file is over: within five minutes after its links, never before", async () => {
  const key = await keyAt(AT, "k");
  expect(key).toMatch(/^f\/200105061200-[\w-]{32}$/);
  expect(endOfKey(key)).toBe(Date.UTC(2001, 4, 6, 12) / 1000);
  expect(await keyAt(Date.UTC(2001, 4, 6, 11))).toContain("f/200105061200-");
  expect(await keyAt(Date.UTC(2001, 4, 6, 11) + 1)).toContain("f/200105061205-");
});

it("a key says whose file it is, to nobody without the secret", async () => {
  const [key, other] = [await keyAt(AT, "jane"), await keyAt(AT, "jane")];
  const owned = (owner: string, current: string, previous?: string) => isOwnedBy(key, owner, { current, previous });
  expect(await owned("jane", "s")).toBe(true);
  expect(await owned("jane", "new", "s")).toBe(true);
  expect(await owned("jane", "new")).toBe(false);
  expect(await owned("john", "s")).toBe(false);
  expect(other.slice(-8)).not.toBe(key.slice(-8));
  expect(await isOwnedBy(await keyAt(AT), "jane", { current: "s" })).toBe(false);
});

it("deletes what is over, and nothing that a link still leads to", async () => {
  const [old, young] = [await put(AT), await put(AT + 5 * 60_000)];
  const other = "f/kept-by-older-versions-until-the-bucket-s-rule";
  await env.FILES.put(other, "file");
  expect(await deleteExpired(env.FILES, Date.UTC(2001, 4, 6, 12) - 1)).toBe(0);
  expect(await deleteExpired(env.FILES, Date.UTC(2001, 4, 6, 12))).toBe(1);
  expect(await keys()).toEqual([young]);
  expect(await env.FILES.head(old)).toBeNull();
  expect(await env.FILES.head(other)).not.toBeNull();
  expect(await deleteExpired(env.FILES, AT + 24 * HOUR * 1000)).toBe(1);
  expect(await keys()).toEqual([]);
});

it("deletes more files than one listing holds", async () => {
  // The bucket lists a thousand at a time; this one ten, of which it takes less time to make more.
  const bucket = {
    list: (options: R2ListOptions) => env.FILES.list({ ...options, limit: 10 }),
    delete: (keys: string[]) => env.FILES.delete(keys),
  } as R2Bucket;
  await Promise.all(Array.from({ length: 31 }, () => put(AT)));
  expect(await deleteExpired(bucket, AT + 2 * HOUR * 1000)).toBe(31);
  expect(await keys()).toEqual([]);
});

it("the service ends a link no later than its file", async () => {
  const rules = { linkSecret: "s", owner: "k", validSeconds: HOUR };
  const store = { bucket: env.FILES, downloadOrigin: "https://files.test", ...rules };
  const key = await keyAt(AT);
  const late = storedAs({ ...store, now: () => AT + 600_000 }, key, 4, "a.pdf");
  expect(late.expiresAt).toBe("2001-05-06T12:00:00.000Z");
  const inTime = storedAs({ ...store, now: () => AT }, key, 4, "a.pdf");
  expect(inTime.expiresAt).toBe("2001-05-06T11:58:20.000Z");
});
