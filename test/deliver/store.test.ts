import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { gathered, sliced } from "../../src/deliver/content.ts";
import { storeContent } from "../../src/deliver/store.ts";
import { Rope } from "../../src/pdf/rope.ts";

const MIB = 1024 * 1024;

function storeOver(bucket: Partial<R2Bucket>) {
  return {
    bucket: bucket as R2Bucket,
    downloadOrigin: "https://files.example.com",
    linkSecret: "s",
    validSeconds: 3600,
    now: Date.now,
  };
}

/** A bucket whose first `failures` puts take some of the body and then fail. */
function failingBucket(failures: number): { bucket: Partial<R2Bucket>; attempts: () => number } {
  let attempts = 0;
  const put = async (key: string, body: ReadableStream, options: R2PutOptions) => {
    attempts += 1;
    if (attempts > failures) return env.FILES.put(key, body, options);
    const reader = body.getReader();
    await reader.read();
    await reader.cancel("the storage broke");
    throw new Error("the storage broke");
  };
  return { bucket: { put } as unknown as Partial<R2Bucket>, attempts: () => attempts };
}

const content = () => Rope.of(new Uint8Array(200_000).fill(7), "tail");

it("repeats a put that failed midway, and stores the whole file", async () => {
  const { bucket, attempts } = failingBucket(1);
  const stored = await storeContent(storeOver(bucket), content(), "a.pdf", "application/pdf");
  expect(attempts()).toBe(2);
  const object = await env.FILES.get(stored.key);
  expect(new Uint8Array(await object!.arrayBuffer())).toEqual(content().toBytes());
});

it("gives up after the second failure, and links to nothing", async () => {
  const { bucket, attempts } = failingBucket(2);
  const before = (await env.FILES.list()).objects.length;
  await expect(storeContent(storeOver(bucket), content(), "a.pdf", "application/pdf")).rejects.toThrow(
    "the storage broke",
  );
  expect(attempts()).toBe(2);
  expect((await env.FILES.list()).objects.length).toBe(before);
});

it("stores what is too large for one put in equal parts", async () => {
  const block = Uint8Array.from({ length: 8 * MIB }, (_, i) => i % 253);
  const pieces = Array.from({ length: 33 }, () => block);
  const stored = await storeContent(
    storeOver(env.FILES),
    { length: 33 * block.length, pieces },
    "big.zip",
    "application/zip",
  );
  const object = await env.FILES.head(stored.key);
  expect(object?.size).toBe(33 * 8 * MIB);
  const across = await env.FILES.get(stored.key, { range: { offset: 64 * MIB - 3, length: 6 } });
  expect(new Uint8Array(await across!.arrayBuffer())).toEqual(
    Uint8Array.from([...block.subarray(-3), ...block.subarray(0, 3)]),
  );
});

it("never puts two files under one key", async () => {
  const keys = await Promise.all(
    [1, 2, 3].map(async () => (await storeContent(storeOver(env.FILES), content(), "a.pdf", "application/pdf")).key),
  );
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^f\/[\w-]{32}$/);
});

it("gathers small pieces and lets large views pass as they are", () => {
  const large = new Uint8Array(100_000).fill(1);
  const tiny = Array.from({ length: 50 }, (_, i) => new Uint8Array([i]));
  const out = [...gathered([...tiny, large, ...tiny])];
  expect(out.length).toBe(3);
  expect(out[1]).toBe(large);
  expect(out.map(({ length }) => length)).toEqual([50, 100_000, 50]);
});

it.each([
  [0, 6],
  [1, 5],
  [2, 3],
  [3, 3],
  [5, 6],
])("cuts pieces at offsets %i to %i", (start, end) => {
  const pieces = [new Uint8Array([0, 1]), new Uint8Array([2]), new Uint8Array([3, 4, 5])];
  expect([...sliced(pieces, start, end)].flatMap((piece) => [...piece])).toEqual([0, 1, 2, 3, 4, 5].slice(start, end));
});
