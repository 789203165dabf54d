/** What one operation did in one day or hour of UTC. */
export interface Tally {
  day?: string;
  hour?: string;
  operation: string;
  requests: number;
  errors: number;
  bytesIn: number;
  bytesOut: number;
}

/** In milliseconds. */
export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

/** Failed requests of one day and operation, by error code. */
export interface Fault {
  day: string;
  operation: string;
  code: string;
  requests: number;
}

/** One of the latest requests. */
export interface Recent {
  at: string;
  requestId: string;
  keyId?: string;
  operation: string;
  status: number;
  code?: string;
  milliseconds: number;
  bytesIn: number;
  bytesOut: number;
}

export type Measure = "requests" | "errors" | "bytesIn" | "bytesOut";

const HOUR_MS = 3_600_000;

/** Every day or hour from the first to the last, with requests or without, in the form that rows have. */
export function spansBetween(from: string, to: string): string[] {
  const isHours = from.includes("T");
  const spans = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += isHours ? HOUR_MS : 24 * HOUR_MS) {
    const iso = new Date(at).toISOString();
    spans.push(isHours ? iso : iso.slice(0, 10));
  }
  return spans;
}

export function spanOf({ day, hour }: { day?: string; hour?: string }): string {
  return hour ?? day ?? "";
}

export function total(tallies: readonly Tally[], measure: Measure): number {
  return tallies.reduce((sum, tally) => sum + tally[measure], 0);
}

/** Operations, busiest first, so that each has the same colour in every plot. */
export function operationsOf(tallies: readonly Tally[]): string[] {
  const sums = new Map<string, number>();
  for (const { operation, requests } of tallies) sums.set(operation, (sums.get(operation) ?? 0) + requests);
  return [...sums].sort((a, b) => b[1] - a[1]).map(([operation]) => operation);
}
