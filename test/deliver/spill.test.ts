import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Spill } from "../../src/deliver/spill.ts";

const MIB = 1024 * 1024;
let client: AbortController;
let held: number;
let work: Promise<unknown>[];

beforeEach(() => {
  client = new AbortController();
  held = 0;
  work = [];
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

/** The bucket of the tests, with changes; it counts uploads that are neither completed nor aborted. */
function bucketWith(changes: { uploadPart?: (attempt: number) => void } = {}) {
  const state = { open: 0, attempts: 0 };
  const bucket = {
    get: (key: string) => env.FILES.get(key),
    delete: (key: string) => env.FILES.delete(key),
    async createMultipartUpload(key: string, options: R2MultipartOptions) {
      const upload = await env.FILES.createMultipartUpload(key, options);
      state.open += 1;
      return {
        async uploadPart(number: number, bytes: Uint8Array) {
          state.attempts += 1;
          changes.uploadPart?.(state.attempts);
          return upload.uploadPart(number, bytes);
        },
        async complete(parts: R2UploadedPart[]) {
          state.open -= 1;
          return upload.complete(parts);
        },
        async abort() {
          state.open -= 1;
          return upload.abort();
        },
      };
    },
  } as unknown as R2Bucket;
  return { bucket, state };
}

function spillInto(bucket: R2Bucket): Spill {
  const store = {
    bucket,
    downloadOrigin: "https://files.example.com",
    linkSecret: "s",
    owner: "k",
    validSeconds: 3600,
    now: Date.now,
  };
  return new Spill({
    store: () => store,
    type: "application/pdf",
    memory: {
      async grow(bytes) {
        held += bytes;
      },
      shrink(bytes) {
        held -= bytes;
      },
    },
    signal: client.signal,
    waitUntil: (promise) => void work.push(promise),
  });
}

function block(seed: number, length = 3 * MIB): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i + seed) % 251;
  return bytes;
}
const keys = async () => (await env.FILES.list()).objects.map(({ key }) => key);

it("a spill puts together what arrived in pieces of any size, and is read back or kept", async () => {
  const { bucket, state } = bucketWith();
  const spill = spillInto(bucket);
  expect(spill.isUsed).toBe(false);
  const pieces = [block(1), block(2, 17), block(3), block(4, 11 * MIB), block(5, 1)];
  const whole = Buffer.concat(pieces);
  for (const piece of pieces) await spill.add([piece.subarray()]);
  expect(held).toBeLessThanOrEqual(10 * MIB);
  await spill.settle();
  expect(held).toBe(5 * MIB);
  await spill.complete();
  expect([spill.length, held, state]).toEqual([whole.length, 0, { open: 0, attempts: 4 }]);
  expect(Buffer.from(await new Response(await spill.read()).arrayBuffer()).equals(whole)).toBe(true);
  const stored = spill.keep("a.pdf");
  await spill.discard();
  expect(await keys()).toContain(stored.key);
  expect(await stored.link()).toContain(`range=0-${whole.length}`);
  await Promise.all(work);
});

it("a spill lets go of the memory of large pieces as it takes them over", async () => {
  const spill = spillInto(bucketWith().bucket);
  const large = block(1);
  const inside = block(2).subarray(1);
  await spill.add([large, inside]);
  expect([large.length, inside.length]).toEqual([0, 3 * MIB - 1]);
  await spill.discard();
});

it("a spill leaves nothing when it is discarded, at any time", async () => {
  const { bucket, state } = bucketWith();
  const before = await keys();
  await spillInto(bucket).discard();
  const midway = spillInto(bucket);
  await midway.add([block(1, 20 * MIB)]);
  await midway.discard();
  const complete = spillInto(bucket);
  await complete.add([block(1)]);
  await complete.complete();
  await complete.discard();
  await Promise.all(work);
  expect([await keys(), state.open, held]).toEqual([before, 0, 0]);
});

it("a spill leaves nothing when the client goes, and then takes nothing more", async () => {
  const { bucket, state } = bucketWith();
  const before = await keys();
  const spill = spillInto(bucket);
  await spill.add([block(1, 10 * MIB)]);
  client.abort();
  await Promise.all(work);
  expect([await keys(), state.open, held]).toEqual([before, 0, 0]);
  await expect(spill.add([block(1, 20 * MIB)])).rejects.toThrow();
  await expect(spill.complete()).rejects.toThrow("given up");
});

it("repeats a part that failed, and gives up after the second failure", async () => {
  const broken = (attempt: number) => {
    if (attempt === 1) throw new Error("the storage broke");
  };
  const once = spillInto(bucketWith({ uploadPart: broken }).bucket);
  await once.add([block(1, 10 * MIB)]);
  await once.complete();
  await once.discard();
  const { bucket, state } = bucketWith({
    uploadPart: () => {
      throw new Error("the storage broke");
    },
  });
  const never = spillInto(bucket);
  await never.add([block(1, 9 * MIB)]);
  await expect(never.complete()).rejects.toThrow("the storage broke");
  await never.discard();
  expect([state.open, held]).toEqual([0, 0]);
});
