import { QuireConnectionError, QuireError } from "./errors.ts";

/** A service that asks for more patience than this is left to the caller. */
const LONGEST_WAIT_SECONDS = 60;

/** Repeats what may succeed later, as often as wanted, after the wait that the service asks for. */
export async function withRetries<T>(
  work: () => Promise<T>,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const seconds = waitOf(error, attempt);
      if (attempt >= retries || seconds === undefined || seconds > LONGEST_WAIT_SECONDS) throw error;
      await sleep(seconds * 1000, signal);
    }
  }
}

function waitOf(error: unknown, attempt: number): number | undefined {
  const mayHelp = error instanceof QuireConnectionError || (error instanceof QuireError && error.retryable);
  if (!mayHelp) return undefined;
  if (error instanceof QuireError && error.retryAfter !== undefined) return error.retryAfter;
  // Half a second, one, two …, each half left to chance, so that clients refused together do not return together.
  return 0.5 * 2 ** attempt * (0.5 + Math.random() / 2);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      signal?.removeEventListener("abort", stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
