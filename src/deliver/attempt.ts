import { withinTime } from "../platform/within-time.ts";

/** A transfer without any progress for this long is given up. */
const BASE_MS = 30_000;
const BYTES_PER_MS = 256;

/** Storage fails now and then. A failed call is repeated once; after a second failure, others usually follow. */
export async function twice<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    console.warn(JSON.stringify({ event: "storage-retry", error: String(error) }));
    return attempt();
  }
}

/** The work's result; throws when it takes longer than storage may. */
export function beforeLate<T>(work: Promise<T>, bytes: number): Promise<T> {
  const ms = BASE_MS + bytes / BYTES_PER_MS;
  return withinTime(work, ms, () => new Error(`storage took longer than ${Math.round(ms)} ms`));
}
