import type { RequestLimits } from "../../src/usage/key-usage.ts";
import type { Batch } from "../../src/usage/tally.ts";

/** Rows that objects write, by what is in them. */
export type Rows = Record<(typeof KINDS)[number], number>;

export const KINDS = ["sums", "renders", "refusals", "latest", "lastUses", "spending", "limits", "browsers"] as const;

export function noRows(): Rows {
  return Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Rows;
}

/**
 * What one batch of uses costs in the object that takes it, when the rows of the hour and the day exist. A test
 * compares it with the objects themselves.
 */
function rowsOfBatch({ tallies, faults, counts, recent }: Batch): Partial<Rows> {
  const days = new Set(tallies.map(({ span, operation }) => `${span.slice(0, 10)} ${operation}`));
  return {
    sums: tallies.length + days.size,
    renders: counts.length,
    refusals: faults.length,
    latest: recent.length > 0 ? 1 : 0,
  };
}

/** In the object of all keys' sums. */
export function rowsOfSums(batch: Batch, lastUses: Record<string, number>): Partial<Rows> {
  return { ...rowsOfBatch(batch), lastUses: Object.keys(lastUses).length };
}

/** In the object of one key. */
export function rowsOfKey(batch: Batch): Partial<Rows> {
  return { ...rowsOfBatch(batch), spending: 1 };
}

/** A request that a key's own limits allow. */
export function rowsOfAdmission({ perMinute, perDay }: RequestLimits): Partial<Rows> {
  return { limits: [perMinute, perDay].filter((most) => most !== undefined).length };
}
