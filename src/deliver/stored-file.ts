import { beforeLate, twice } from "./attempt.ts";
import { type Content, contentStream, sliced } from "./content.ts";
import { endOfKey, newKey } from "./lifetime.ts";
import { signLink } from "./links.ts";

const MIB = 1024 * 1024;
/**
 * Above this size a failure near the end of a single put would cost too much to repeat, so parts are sent and retried
 * one by one.
 */
const SINGLE_PUT_BYTES = 256 * MIB;
const PART_BYTES = 64 * MIB;

export interface Store {
  bucket: R2Bucket;
  downloadOrigin: string;
  linkSecret: string;
  /** The id of the API key whose files are stored. */
  owner: string | undefined;
  validSeconds: number;
  /** In milliseconds. A parameter, so that tests can choose the moment at which a link expires. */
  now: () => number;
}

export interface LinkOptions {
  fileName?: string;
  range?: { start: number; end: number };
}

/** A file in the bucket, which can be linked to as a whole or in parts. */
export interface Stored {
  key: string;
  expiresAt: string;
  link(options?: LinkOptions): Promise<string>;
}

/** Puts content into the bucket under an unguessable key; resolves only once the whole object is there. */
export async function storeContent(store: Store, content: Content, fileName: string, type: string): Promise<Stored> {
  const key = await newKey(store);
  const options: R2PutOptions = { httpMetadata: { contentType: type } };
  if (content.length <= SINGLE_PUT_BYTES) await putWhole(store.bucket, key, content, options);
  else await putInParts(store.bucket, key, content, options);
  return storedAs(store, key, content.length, fileName);
}

/** A file in the bucket, with links that begin to age now. */
export function storedAs(store: Store, key: string, length: number, fileName: string): Stored {
  // A file is deleted when its key says so, and no link outlives it.
  const expires = Math.min(Math.floor(store.now() / 1000) + store.validSeconds, endOfKey(key) ?? Infinity);
  return {
    key,
    expiresAt: new Date(expires * 1000).toISOString(),
    link: ({ fileName: name = fileName, range = { start: 0, end: length } } = {}) =>
      signLink(store.downloadOrigin, { key, fileName: name, expires, ...range }, store.linkSecret),
  };
}

/** A put under a fresh key may be repeated safely. It is repeated once, since a second failure is rarely the last. */
async function putWhole(bucket: R2Bucket, key: string, content: Content, options: R2PutOptions): Promise<void> {
  await twice(async () => {
    const { readable, settled } = contentStream(content.length, content.pieces);
    await beforeLate(transfer(bucket.put(key, readable, options), settled), content.length);
  });
}

async function putInParts(bucket: R2Bucket, key: string, content: Content, options: R2PutOptions): Promise<void> {
  const upload = await twice(() => bucket.createMultipartUpload(key, options));
  try {
    const parts: R2UploadedPart[] = [];
    for (let start = 0; start < content.length; start += PART_BYTES) {
      const end = Math.min(start + PART_BYTES, content.length);
      const part = await twice(() => {
        const pieces = content.between?.(start, end) ?? sliced(content.pieces, start, end);
        const { readable, settled } = contentStream(end - start, pieces);
        return beforeLate(transfer(upload.uploadPart(parts.length + 1, readable), settled), end - start);
      });
      parts.push(part);
    }
    await upload.complete(parts);
  } catch (error) {
    // Unfinished parts would be billed until the bucket's own rule aborts them; the first error is the one to report.
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

async function transfer<T>(put: Promise<T>, settled: Promise<void>): Promise<T> {
  const [result] = await Promise.all([put, settled]);
  return result;
}
