export interface Tally {
  day: string;
  operation: string;
  requests: number;
  errors: number;
  bytesIn: number;
  bytesOut: number;
  milliseconds: number;
}

/** Refused requests of one day and operation, by their code. */
export interface Fault {
  day: string;
  operation: string;
  code: string;
  requests: number;
}

export type Measure = "requests" | "errors" | "bytesIn" | "bytesOut" | "milliseconds";

/** Every day from the first to the last, whether anything happened or not. */
export function daysBetween(from: string, to: string): string[] {
  const days = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

export function total(tallies: Tally[], measure: Measure): number {
  return tallies.reduce((sum, tally) => sum + tally[measure], 0);
}

/** Operations, busiest first, so that each keeps its colour from plot to plot. */
export function operationsOf(tallies: Tally[]): string[] {
  const sums = new Map<string, number>();
  for (const { operation, requests } of tallies) sums.set(operation, (sums.get(operation) ?? 0) + requests);
  return [...sums].sort((a, b) => b[1] - a[1]).map(([operation]) => operation);
}
