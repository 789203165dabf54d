import { splice } from "./mutate.ts";

/** Cuts pieces out of a failing input as long as it still fails in the same way. */
export async function minimise(
  input: Uint8Array,
  failsAlike: (candidate: Uint8Array) => Promise<boolean>,
  deadline: number,
): Promise<Uint8Array> {
  let smallest = input;
  for (let size = Math.max(1, smallest.length >> 1); size >= 1; size = size >> 1) {
    for (let at = 0; at < smallest.length; ) {
      if (Date.now() > deadline) return smallest;
      const candidate = splice(smallest, at, size, new Uint8Array(0));
      if (candidate.length < smallest.length && (await failsAlike(candidate))) smallest = candidate;
      else at += size;
    }
  }
  return smallest;
}
