import { IntakeProblem, tooLarge } from "../intake-problem.ts";

/** How a body is read: its limits, how long to wait, and whose memory it takes. */
export interface BodyRules {
  maxBytes: number;
  /** A body that sends (nearly) nothing for this long is cut off. */
  idleMs: number;
  signal?: AbortSignal | undefined;
  /** The body's name in refusals: "The request body", "The file at the address". */
  subject: string;
  field?: string | undefined;
  /** How large a file may be that is sent in place of a text in the body. */
  asFile?: number | undefined;
  /**
   * Leaves unread bytes in the stream, because the caller drains it before the answer. Otherwise the stream is
   * cancelled.
   */
  leavesRest?: boolean;
}

/**
 * The least that a body must send while it is watched, in bytes per second: far below any real link, far above a client
 * that sends slowly in order to hold memory.
 */
const MIN_RATE = 2048;

/** Bytes as they arrive, read without an intermediate copy, watched for size, silence and disconnects. */
export interface BodyReader {
  /** Fills the start of `view` (whose buffer is detached) and returns the bytes read, on the moved buffer. */
  read(view: Uint8Array<ArrayBuffer>): Promise<{ bytes: Uint8Array<ArrayBuffer>; done: boolean }>;
  /** The number of bytes so far. */
  readonly total: number;
  close(): Promise<void>;
}

export function openBody(stream: ReadableStream, rules: BodyRules): BodyReader {
  const reader = stream.getReader({ mode: "byob" });
  let problem: IntakeProblem | undefined;
  // Each read has its own promise: a single one would collect the reactions of thousands of reads.
  let interrupt: ((problem: IntakeProblem) => void) | undefined;
  const cut = (why: IntakeProblem) => {
    problem ??= why;
    interrupt?.(problem);
  };
  let total = 0;
  let seen = 0;
  const watch = () => {
    // Time in which the service was not waiting for the client (for instance because memory was full) does not count.
    if (interrupt && total - seen < Math.max(1, (MIN_RATE * rules.idleMs) / 1000)) {
      cut(new IntakeProblem("slow", `${rules.subject} arrived too slowly (${total} bytes so far).`, rules));
    }
    seen = total;
    timer = setTimeout(watch, rules.idleMs);
  };
  let timer = setTimeout(watch, rules.idleMs);
  const aborted = () => cut(new IntakeProblem("aborted", "The client disconnected.", rules));
  if (rules.signal?.aborted) aborted();
  rules.signal?.addEventListener("abort", aborted);
  return {
    get total() {
      return total;
    },
    async read(view) {
      if (problem) throw problem;
      const { promise, resolve, reject } = Promise.withResolvers<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>>();
      interrupt = reject;
      try {
        reader.read(view).then(resolve, reject);
        const { value, done } = await promise;
        const bytes = value ?? new Uint8Array(0);
        total += bytes.length;
        if (total > rules.maxBytes) throw tooLong(rules);
        return { bytes, done };
      } catch (error) {
        if (error instanceof IntakeProblem) throw error;
        throw new IntakeProblem("aborted", `${rules.subject} broke off after ${total} bytes.`, rules);
      } finally {
        interrupt = undefined;
      }
    },
    async close() {
      clearTimeout(timer);
      rules.signal?.removeEventListener("abort", aborted);
      if (rules.leavesRest && problem === undefined) reader.releaseLock();
      // A body that ended or broke cannot be cancelled. There is nothing left to stop.
      else await reader.cancel().catch(() => undefined);
    },
  };
}

export function tooLong({ subject, maxBytes, field, asFile }: BodyRules): IntakeProblem {
  return tooLarge(`${subject} is`, maxBytes, field, asFile);
}

/** The Content-Length, when it is one: digits only (RFC 9110 §8.6). */
export function declaredLength(headers: Headers): number | undefined {
  const text = headers.get("content-length")?.trim();
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A body that is longer or shorter than its Content-Length. */
export function wrongLength(rules: BodyRules & { declared?: number | undefined }, total: number): IntakeProblem {
  const what = total > (rules.declared ?? 0) ? "is longer than" : `ended after ${total} of`;
  return new IntakeProblem(
    "malformed",
    `${rules.subject} ${what} the ${rules.declared} bytes of its Content-Length.`,
    rules,
  );
}
