import { heldMb } from "../bench/lib/inspector.ts";
import type { Look } from "./watch.ts";

/**
 * How much more the isolate may hold at the end than after the first minute, with nothing in flight and garbage
 * collected. The engine keeps code that it has compiled or optimised meanwhile. Over ten minutes that is less than 500
 * bytes a request.
 */
const TOLERANCE_MB = 4;
const SLICES = 10;

/** What was held when the traffic rested: after the first part of the run, and at its end. */
export interface Rests {
  first: Look;
  last: Look;
}

export interface Level {
  firstMb: number;
  lastMb: number;
  /** The most browser processes that were seen before the first rest: what the traffic needs. */
  browsersNeeded: number;
  browsersLeft: number;
  isLevel: boolean;
}

/** Whether memory and browsers at the end are as after the first minute. Undefined when the isolate did not answer. */
export function levelOf(looks: readonly Look[], { first, last }: Rests): Level | undefined {
  if (first.isolate === undefined || last.isolate === undefined) return undefined;
  const firstMb = heldMb(first.isolate);
  const lastMb = heldMb(last.isolate);
  const before = looks.filter(({ second }) => second <= first.second);
  const browsersNeeded = Math.max(first.browsers, ...before.map(({ browsers }) => browsers));
  const isLevel = lastMb <= firstMb + TOLERANCE_MB && last.browsers <= browsersNeeded;
  return { firstMb, lastMb, browsersNeeded, browsersLeft: last.browsers, isLevel };
}

/** The run in ten slices, as rows of a table: the least and the most in each. */
export function memoryRows(looks: readonly Look[]): string[][] {
  const end = looks.at(-1)?.second ?? 0;
  return Array.from({ length: SLICES }, (_, index) => {
    const from = Math.round((index * end) / SLICES);
    const to = Math.round(((index + 1) * end) / SLICES);
    const among = looks.filter(({ second }) => second >= from && (second < to || to === end));
    const isolates = among.flatMap(({ isolate }) => (isolate ? [isolate] : []));
    return [
      `${from}–${to} s`,
      span(isolates.map(({ heapMb }) => heapMb)),
      span(isolates.map(({ backingMb }) => backingMb)),
      span(isolates.map(heldMb)),
      span(among.map(({ workerdMb }) => workerdMb)),
      span(among.map(({ browsers }) => browsers)),
    ];
  });
}

function span(values: readonly number[]): string {
  if (values.length === 0) return "–";
  return `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
}
