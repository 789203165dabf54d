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

/** How often one operation was refused with one code in one day (UTC). */
export interface Fault extends Record<string, SqlStorageValue> {
  day: string;
  operation: string;
  code: string;
  requests: number;
}

export interface Use {
  keyId: string;
  operation: string;
  status: number;
  /** Of an answer that is an error. */
  code?: string | undefined;
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

/** Refusals of the same day, operation and code, added. */
export function faultsOf(uses: Iterable<Use>): Fault[] {
  const merged = new Map<string, Fault>();
  for (const { at, operation, code } of uses) {
    if (code === undefined) continue;
    const day = dayOf(at);
    const name = `${day} ${operation} ${code}`;
    const known = merged.get(name);
    if (known) known.requests += 1;
    else merged.set(name, { day, operation, code, requests: 1 });
  }
  return [...merged.values()];
}
