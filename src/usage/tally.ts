/** What one operation did in one day (UTC): the row that is stored, added up and plotted. */
export interface Tally extends Record<string, SqlStorageValue> {
  day: string;
  operation: string;
  requests: number;
  errors: number;
  bytesIn: number;
  bytesOut: number;
  milliseconds: number;
}

export interface Use {
  keyId: string;
  operation: string;
  status: number;
  bytesIn: number;
  bytesOut: number;
  milliseconds: number;
  /** Unix milliseconds. */
  at: number;
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export function tallyOf(use: Use): Tally {
  const { operation, bytesIn, bytesOut, milliseconds } = use;
  const errors = use.status >= 400 ? 1 : 0;
  return { day: dayOf(use.at), operation, requests: 1, errors, bytesIn, bytesOut, milliseconds };
}

/** Adds tallies of the same day and operation. */
export function merge(tallies: Iterable<Tally>): Tally[] {
  const merged = new Map<string, Tally>();
  for (const tally of tallies) {
    const name = `${tally.day} ${tally.operation}`;
    const known = merged.get(name);
    if (!known) {
      merged.set(name, { ...tally });
      continue;
    }
    known.requests += tally.requests;
    known.errors += tally.errors;
    known.bytesIn += tally.bytesIn;
    known.bytesOut += tally.bytesOut;
    known.milliseconds += tally.milliseconds;
  }
  return [...merged.values()];
}
