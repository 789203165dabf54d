import { letGo } from "../platform/buffers.ts";
import { beforeLate, twice } from "./attempt.ts";
import { newKey } from "./lifetime.ts";
import { type Store, type Stored, storedAs } from "./stored-file.ts";

/** R2 wants all parts except the last to have one size. This is the smallest that it accepts. */
const PART_BYTES = 5 << 20;

/** Smaller pieces may be constants, of which others have views too. */
const LARGE = 64 << 10;

/** How long making a file may take. Its key is made at the beginning, but its links begin to age at the end. */
const MAX_SECONDS = 3600;

export interface SpillRules {
  store: () => Store;
  type: string;
  memory: { grow(bytes: number): Promise<void>; shrink(bytes: number): void };
  /** Aborts the upload when the client disconnects. */
  signal: AbortSignal;
  /** Keeps the runtime alive until leftovers are removed. */
  waitUntil(work: Promise<unknown>): void;
}

/**
 * A file that is sent to the bucket part by part while it is made, because it may be larger than memory. Added bytes
 * are not kept in memory. Until `keep` is called the file belongs to nobody, and `discard` removes all of it.
 */
export class Spill {
  readonly #rules: SpillRules;
  #key = "";
  readonly #over = Promise.withResolvers<void>();
  readonly #abort = () => void this.discard();
  #state: "unused" | "uploading" | "complete" | "over" = "unused";
  #upload: R2MultipartUpload | undefined;
  readonly #uploaded: R2UploadedPart[] = [];
  /** The current upload. One part is filled while the one before it is sent. */
  #sending: Promise<void> = Promise.resolve();
  #part: Uint8Array | undefined;
  #filled = 0;
  #length = 0;

  constructor(rules: SpillRules) {
    this.#rules = rules;
  }

  get isUsed(): boolean {
    return this.#state !== "unused";
  }

  get length(): number {
    return this.#length;
  }

  /** Takes the pieces out of their list and out of memory. Resolves when there is room for more. */
  async add(pieces: Iterable<Uint8Array>): Promise<void> {
    if (this.#state === "unused") await this.#begin();
    for (const piece of Array.isArray(pieces) ? taken(pieces as Uint8Array[]) : pieces) {
      for (let at = 0; at < piece.length; ) {
        if (this.#filled === PART_BYTES) await this.#send();
        this.#part ??= await this.#newPart();
        const taken = piece.subarray(at, at + PART_BYTES - this.#filled);
        this.#part.set(taken, this.#filled);
        this.#filled += taken.length;
        this.#length += taken.length;
        at += taken.length;
      }
      if (piece.length >= LARGE) letGo(piece);
    }
  }

  /** Resolves when nothing is being sent: then it holds one part in memory at most. */
  async settle(): Promise<void> {
    await this.#sending;
  }

  /** Sends the rest. Afterwards the whole file is in the bucket. */
  async complete(): Promise<void> {
    await this.#send();
    await this.#sending;
    const upload = this.#uploading();
    await upload.complete(this.#uploaded);
    this.#state = "complete";
    // The client may have disconnected just now.
    if (this.#rules.signal.aborted) await this.discard();
  }

  /** From now on the file belongs to those who get its links. */
  keep(fileName: string): Stored {
    this.#end();
    return storedAs(this.#rules.store(), this.#key, this.#length, fileName);
  }

  /** The completed file, from the bucket. */
  async read(): Promise<ReadableStream> {
    const object = await twice(() => this.#rules.store().bucket.get(this.#key));
    if (object === null) throw new Error("a spilled file is not in the bucket");
    return object.body;
  }

  /** Removes the file from the bucket. May be called at any time; does nothing after `keep`. */
  async discard(): Promise<void> {
    const before = this.#state;
    if (before === "unused" || before === "over") return;
    this.#state = "over";
    if (this.#part) this.#freePart();
    try {
      await this.#sending.catch(() => undefined);
      if (before === "complete") await twice(() => this.#rules.store().bucket.delete(this.#key));
      else await this.#upload?.abort();
    } catch (error) {
      // The bucket's own rules remove unfinished uploads and old files. The request has its answer without this.
      console.error(JSON.stringify({ event: "spill-left-over", key: this.#key, error: String(error) }));
    } finally {
      this.#end();
    }
  }

  async #begin(): Promise<void> {
    const { store, signal, type, waitUntil } = this.#rules;
    this.#state = "uploading";
    waitUntil(this.#over.promise);
    signal.addEventListener("abort", this.#abort);
    const create = async () => {
      const rules = store();
      this.#key = await newKey({ ...rules, validSeconds: rules.validSeconds + MAX_SECONDS });
      const options = { httpMetadata: { contentType: type } };
      this.#upload = await twice(() => rules.bucket.createMultipartUpload(this.#key, options));
    };
    // A call of `discard` in the meantime waits for the upload, to abort it.
    this.#sending = create();
    await this.#sending;
  }

  async #newPart(): Promise<Uint8Array> {
    await this.#rules.memory.grow(PART_BYTES);
    return new Uint8Array(PART_BYTES);
  }

  #freePart(): void {
    this.#part = undefined;
    this.#rules.memory.shrink(PART_BYTES);
  }

  /** Sends the filled part, once the one before it has arrived. */
  async #send(): Promise<void> {
    await this.#sending;
    const upload = this.#uploading();
    const bytes = this.#part!.subarray(0, this.#filled);
    const number = this.#uploaded.length + 1;
    this.#part = undefined;
    this.#filled = 0;
    this.#sending = twice(() => beforeLate(upload.uploadPart(number, bytes), bytes.length))
      .then((part) => void this.#uploaded.push(part))
      .finally(() => {
        if (bytes.length >= LARGE) letGo(bytes);
        this.#rules.memory.shrink(PART_BYTES);
      });
    // It is awaited later. Until then, its failure must not count as unhandled.
    this.#sending.catch(() => undefined);
  }

  #uploading(): R2MultipartUpload {
    if (this.#state !== "uploading" || this.#upload === undefined) throw new Error("the upload was given up");
    return this.#upload;
  }

  #end(): void {
    this.#state = "over";
    this.#rules.signal.removeEventListener("abort", this.#abort);
    this.#over.resolve();
  }
}

function* taken(pieces: Uint8Array[]): Generator<Uint8Array> {
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) yield piece;
}
