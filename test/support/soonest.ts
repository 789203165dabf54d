const TRIES = 4;

/**
 * How many milliseconds the work takes at its soonest, tried again until it takes less than `limit`: a machine that is
 * busy now and then makes no difference, work that always waits does.
 */
export async function soonest(limit: number, work: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least >= limit; tries++) {
    const began = performance.now();
    await work();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}
