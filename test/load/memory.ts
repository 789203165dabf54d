import { heldMb } from "../bench/lib/inspector.ts";
import type { Look } from "./watch.ts";

/** How much more the isolate may hold at the end than after the first minute: an eighth of its 128 MB. */
const TOLERANCE_MB = 16;
const SLICES = 10;

/**
 * Whether memory is level: the least that the isolate held in the last minute against the least in the minute after the first
 * (in fifths of a shorter run). The least, since what is in flight and not yet collected comes and goes.
 */
export function levelOf(looks: readonly Look[]): { settledMb: number; lastMb: number; isLevel: boolean } | undefined {
  const end = looks.at(-1)?.second ?? 0;
  const window = Math.min(60, end / 5);
  const settledMb = leastHeld(looks, window, 2 * window);
  const lastMb = leastHeld(looks, end - window, end);
  if (settledMb === undefined || lastMb === undefined) return undefined;
  return { settledMb, lastMb, isLevel: lastMb <= settledMb + TOLERANCE_MB };
}

function leastHeld(looks: readonly Look[], from: number, to: number): number | undefined {
  const held = looks.flatMap(({ second, isolate }) =>
    isolate && second >= from && second <= to ? [heldMb(isolate)] : [],
  );
  return held.length === 0 ? undefined : Math.min(...held);
}

/** The run in ten slices, as rows of a table: what was least and most in each. */
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
