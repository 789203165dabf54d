import { MAX_DEPTH, MAX_MEMBERS } from "../intake/json/json-text.ts";

/** Values that one request has before only its first fault is looked for: each fault of a list takes memory. */
const MANY_VALUES = 5_000;

/** Whether there are so many values that only the first fault should be looked for. */
export function areMany(value: unknown): boolean {
  return left(value, MANY_VALUES) < 0;
}

/** How many of `most` values are left after these; below zero when they are more. */
function left(value: unknown, most: number): number {
  if (typeof value !== "object" || value === null) return most - 1;
  const inner = Object.values(value);
  let rest = most - 1;
  if (inner.length > rest) return -1;
  for (const one of inner) {
    rest = left(one, rest);
    if (rest < 0) return rest;
  }
  return rest;
}

/** Why a value is too large to be looked at, and where. */
export interface Unfit {
  readonly path: readonly PropertyKey[];
  readonly expected: string;
}

/** An object with more members than are accepted, or a value that nests so deep that no call could go down to its end. */
export function unfit(value: unknown, path: readonly PropertyKey[]): Unfit | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (path.length > MAX_DEPTH) {
    return { path: path.slice(0, 1), expected: `expected at most ${MAX_DEPTH} levels of lists and objects` };
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      if (typeof value[at] !== "object") continue;
      const found = unfit(value[at], [...path, at]);
      if (found) return found;
    }
    return undefined;
  }
  const members = Object.entries(value);
  if (members.length > MAX_MEMBERS) return { path, expected: `expected at most ${MAX_MEMBERS} members` };
  for (const [name, member] of members) {
    const found = typeof member === "object" ? unfit(member, [...path, name]) : undefined;
    if (found) return found;
  }
  return undefined;
}
