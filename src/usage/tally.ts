import { accountOf } from "../keys/demo-visitor.ts";
import { addTime, joinTimes, type Times } from "./times.ts";

/** What one operation did in one hour (UTC). The sum over a day is that day's tally. */
export interface Tally {
  /** The start of the hour, such as 2026-11-20T12:00:00.000Z; for a day its date, 2026-11-20. */
  span: string;
  operation: string;
  requests: number;
  errors: number;
  bytesIn: number;
  bytesOut: number;
  milliseconds: number;
  /** How many requests took how long. */
  times: Times;
}

/** How often one operation was refused with one code in one day (UTC). */
export interface Fault extends Record<string, SqlStorageValue> {
  day: string;
  operation: string;
  code: string;
  requests: number;
}

/** How often something happened in one hour or day (UTC), such as a way of rendering being used. */
export interface Count extends Record<string, SqlStorageValue> {
  span: string;
  what: string;
  count: number;
}

export interface Use {
  keyId: string;
  operation: string;
  status: number;
  /** The code of an answer that is an error. */
  code?: string | undefined;
  /** Other things that are counted about the request, by name. */
  counts?: Readonly<Record<string, number>> | undefined;
  bytesIn: number;
  bytesOut: number;
  milliseconds: number;
  /** Unix milliseconds. */
  at: number;
  /** The request id, as in the answer and the log. */
  requestId: string;
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export function hourOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 13)}:00:00.000Z`;
}

function tallyOf(use: Use): Tally {
  const { operation, bytesIn, bytesOut, milliseconds } = use;
  const errors = use.status >= 400 ? 1 : 0;
  const times = addTime({}, milliseconds);
  return { span: hourOf(use.at), operation, requests: 1, errors, bytesIn, bytesOut, milliseconds, times };
}

/** One item for each name: `join` makes it of all that have the name. */
function joined<T>(items: Iterable<T>, nameOf: (item: T) => string, join: (first: T, next: T) => T): T[] {
  const made = new Map<string, T>();
  for (const item of items) {
    const name = nameOf(item);
    const known = made.get(name);
    made.set(name, known === undefined ? item : join(known, item));
  }
  return [...made.values()];
}

export function merge(tallies: Iterable<Tally>): Tally[] {
  return joined(tallies, ({ span, operation }) => `${span} ${operation}`, sum);
}

/** The sum, in the span of the first. */
export function sum(a: Tally, b: Tally): Tally {
  return {
    ...a,
    requests: a.requests + b.requests,
    errors: a.errors + b.errors,
    bytesIn: a.bytesIn + b.bytesIn,
    bytesOut: a.bytesOut + b.bytesOut,
    milliseconds: a.milliseconds + b.milliseconds,
    times: joinTimes([a.times, b.times]),
  };
}

/** Adds up refusals of the same day, operation and code. */
function faultsOf(uses: readonly Use[]): Fault[] {
  const faults = uses.flatMap(({ at, operation, code }) =>
    code === undefined ? [] : { day: dayOf(at), operation, code, requests: 1 },
  );
  return joined(
    faults,
    ({ day, operation, code }) => `${day} ${operation} ${code}`,
    (first, { requests }) => ({ ...first, requests: first.requests + requests }),
  );
}

/** Counts by hour, and by day. */
function countsOf(uses: readonly Use[]): Count[] {
  const all = uses.flatMap(({ at, counts = {} }) =>
    [hourOf(at), dayOf(at)].flatMap((span) => Object.entries(counts).map(([what, count]) => ({ span, what, count }))),
  );
  return joined(
    all,
    ({ span, what }) => `${span} ${what}`,
    (first, { count }) => ({ ...first, count: first.count + count }),
  );
}

/** How many of the latest requests can be listed one by one. */
const RECENT = 50;

/** A request as the dashboard lists it: what happened, and nothing of its content. */
export type Recent = Omit<Use, "keyId" | "counts"> & { keyId?: string };

/** The latest first. */
export function recentOf(uses: Iterable<Recent>): Recent[] {
  return [...uses].sort((a, b) => b.at - a.at).slice(0, RECENT);
}

/** What one isolate collected, as an object stores it. */
export interface Batch {
  tallies: Tally[];
  faults: Fault[];
  counts: Count[];
  recent: Recent[];
}

/**
 * The object of one key does not store the key with each request. In the object of all keys, all visitors count as one.
 */
export function batchOf(uses: readonly Use[], withKeys: boolean): Batch {
  const listed = uses.map(({ keyId, counts: _, ...use }) => (withKeys ? { keyId: accountOf(keyId), ...use } : use));
  const tallies = merge(uses.map(tallyOf));
  return { tallies, faults: faultsOf(uses), counts: countsOf(uses), recent: recentOf(listed) };
}
