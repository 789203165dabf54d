import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { contentStream, gathered, sliced } from "../../src/deliver/content.ts";
import { storeContent } from "../../src/deliver/stored-file.ts";
import { Rope } from "../../src/pdf-file/rope.ts";

const MIB = 1024 * 1024;

function storeOver(bucket: Partial<R2Bucket>) {
  return {
    bucket: bucket as R2Bucket,
    downloadOrigin: "https://files.example.com",
    linkSecret: "s",
    owner: "k",
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

it("the store gives up after the second failure, and links to nothing", async () => {
  const { bucket, attempts } = failingBucket(2);
  const before = (await env.FILES.list()).objects.length;
  await expect(storeContent(storeOver(bucket), content(), "a.pdf", "application/pdf")).rejects.toThrow(
    "the storage broke",
  );
  expect(attempts()).toBe(2);
  expect((await env.FILES.list()).objects.length).toBe(before);
});

/** The tests' bucket, which keeps only the beginning of each part: what is short of that is kept whole. */
function bucketOfBeginnings(kept: number) {
  const sizes: number[] = [];
  const createMultipartUpload = async (key: string, options: R2MultipartOptions) => {
    const upload = await env.FILES.createMultipartUpload(key, options);
    const uploadPart = async (number: number, body: ReadableStream) => {
      const bytes = await new Response(body).bytes();
      sizes.push(bytes.length);
      return upload.uploadPart(number, bytes.subarray(0, kept));
    };
    return { uploadPart, complete: upload.complete.bind(upload), abort: upload.abort.bind(upload) };
  };
  return { bucket: { createMultipartUpload } as unknown as Partial<R2Bucket>, sizes };
}

it("stores what is too large for one put in equal parts", async () => {
  // Each piece begins with its number, and parts begin in the midst of pieces.
  const pieces = Array.from({ length: 44 }, (_, number) => new Uint8Array(6 * MIB).fill(number, 0, 2 * MIB));
  const { bucket, sizes } = bucketOfBeginnings(5 * MIB);
  const stored = await storeContent(storeOver(bucket), { length: 44 * 6 * MIB, pieces }, "big.zip", "application/zip");
  expect(sizes).toEqual([64, 64, 64, 64, 8].map((mib) => mib * MIB));
  const object = await env.FILES.get(stored.key);
  expect(object?.httpMetadata?.contentType).toBe("application/zip");
  const bytes = await object!.bytes();
  expect(bytes.length).toBe(5 * 5 * MIB);
  // The second part begins 4 MiB into piece 10, the third 2 MiB into piece 21, the fourth with piece 32.
  const at = (part: number, mib: number) => bytes[(part * 5 + mib) * MIB];
  expect([at(0, 0), at(1, 1), at(1, 2), at(2, 3), at(2, 4), at(3, 0), at(4, 1), at(4, 2)]).toEqual([
    0, 0, 11, 0, 22, 32, 0, 43,
  ]);
});

/** A bucket that records what becomes of a multipart upload whose parts fail at first. */
function bucketOfParts(failures: number) {
  const record = { parts: [] as { number: number; bytes: number }[], completed: 0, aborted: 0 };
  const uploadPart = async (number: number, body: ReadableStream) => {
    const bytes = (await new Response(body).arrayBuffer()).byteLength;
    record.parts.push({ number, bytes });
    if (record.parts.length <= failures) throw new Error("the storage broke");
    return { partNumber: number, etag: String(number) };
  };
  const complete = async (parts: R2UploadedPart[]) => {
    record.completed = parts.length;
  };
  const abort = async () => {
    record.aborted += 1;
    throw new Error("aborting broke as well");
  };
  const bucket = { createMultipartUpload: async () => ({ uploadPart, complete, abort }) };
  return { bucket: bucket as unknown as Partial<R2Bucket>, record };
}

const large = () => {
  const block = new Uint8Array(16 * MIB);
  return { length: 16 * MIB * 16 + 1, pieces: [...Array.from({ length: 16 }, () => block), new Uint8Array(1)] };
};

it("uploads only the part again that failed", async () => {
  const { bucket, record } = bucketOfParts(1);
  await storeContent(storeOver(bucket), large(), "big.zip", "application/zip");
  const full = 64 * MIB;
  expect(record.parts.map(({ number }) => number)).toEqual([1, 1, 2, 3, 4, 5]);
  expect(record.parts.map(({ bytes }) => bytes)).toEqual([full, full, full, full, full, 1]);
  expect([record.completed, record.aborted]).toEqual([5, 0]);
});

it("aborts an upload that failed for good, and reports why it failed", async () => {
  const { bucket, record } = bucketOfParts(2);
  await expect(storeContent(storeOver(bucket), large(), "big.zip", "application/zip")).rejects.toThrow(
    "the storage broke",
  );
  expect([record.completed, record.aborted]).toEqual([0, 1]);
});

it("the store puts what is just small enough with one call", async () => {
  let puts = 0;
  const put = async (_key: string, body: ReadableStream) => {
    puts += 1;
    for await (const _ of body);
  };
  const bucket = { put } as unknown as Partial<R2Bucket>;
  const block = new Uint8Array(16 * MIB);
  const content = { length: 256 * MIB, pieces: Array.from({ length: 16 }, () => block) };
  await storeContent(storeOver(bucket), content, "a.pdf", "application/pdf");
  expect(puts).toBe(1);
});

it("breaks the stream of a content that cannot be produced, so that it never looks complete", async () => {
  const pieces = {
    *[Symbol.iterator]() {
      yield new Uint8Array(100_000);
      throw new Error("the part is damaged");
    },
  };
  const { readable, settled } = contentStream(200_000, pieces);
  const ends = Promise.allSettled([new Response(readable).arrayBuffer(), settled]);
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(settled).rejects.toThrow("the part is damaged");
});

it("the store names the hour until which its links are valid", async () => {
  const now = () => Date.parse("2026-11-21T10:00:00.900Z");
  const store = { ...storeOver(env.FILES), now };
  const stored = await storeContent(store, content(), "a.pdf", "application/pdf");
  expect(stored.expiresAt).toBe("2026-11-21T11:00:00.000Z");
});

it("the store never puts two files under one key", async () => {
  const keys = await Promise.all(
    [1, 2, 3].map(async () => (await storeContent(storeOver(env.FILES), content(), "a.pdf", "application/pdf")).key),
  );
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^f\/\d{12}-[\w-]{32}$/);
});

it("gathers up to its buffer's size, and passes half of that on as it is", () => {
  const lengths = (...sizes: number[]) => [...gathered(sizes.map((size) => new Uint8Array(size)))].map((p) => p.length);
  expect(lengths(40_000, 25_536)).toEqual([65_536]);
  expect(lengths(40_000, 25_537, 10)).toEqual([40_000, 25_547]);
  expect(lengths(40_000, 32_768, 10)).toEqual([40_000, 32_768, 10]);
  expect(lengths()).toEqual([]);
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
