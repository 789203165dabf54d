import { pause } from "../platform/pause.ts";
import type { Work } from "./work.ts";

/**
 * Long work, divided at its natural units: pages, parts, stretches of a content stream. Between two of them the thread
 * may do something else.
 */
export type Turns<T> = Generator<void, T, void>;

/** Work on samples that was charged before: after each portion it gives the bytes that it has made or read since. */
export type Portions<T> = Generator<number, T, void>;

/** Does everything at once. */
export function atOnce<T>(turns: Turns<T> | Portions<T>): T {
  for (;;) {
    const step = turns.next();
    if (step.done) return step.value;
  }
}

/** Does at once what is a part of something that cannot be divided. */
export function undivided<T>(work: Work, turns: Turns<T>): T {
  const { isWhole } = work;
  work.isWhole = true;
  try {
    return atOnce(turns);
  } finally {
    work.isWhole = isWhole;
  }
}

/** Portions that were charged before, each of which takes so many steps for a byte, as turns. */
export function* portioned<T>(portions: Portions<T>, work: Work, steps: number): Turns<T> {
  try {
    for (;;) {
      const portion = portions.next();
      if (portion.done) return portion.value;
      work.done(portion.value * steps);
      if (work.isTurnOver) yield;
    }
  } finally {
    portions.return(undefined as never);
  }
}

/** Does what cannot be divided, as a turn of its own. */
export function inOneTurn<T>(work: Work, run: () => T): T {
  work.beginTurn(true);
  try {
    return run();
  } finally {
    work.endTurn();
  }
}

/**
 * Between two parts of long work: when the turn is over, everything else that waits for the thread gets it. Throws when
 * `signal` is over; false when the turn goes on. A Worker's clock stands still while it computes, so the meter says how
 * long a turn took.
 */
export async function nextTurn(work: Work, signal?: AbortSignal): Promise<boolean> {
  if (!work.isTurnOver) return false;
  await pause(0);
  signal?.throwIfAborted();
  work.beginTurn();
  return true;
}

/** Does a part of what is done in turns already. */
export async function withinTurns<T>(turns: Turns<T>, work: Work): Promise<T> {
  for (;;) {
    const step = turns.next();
    if (step.done) return step.value;
    await nextTurn(work);
  }
}

/** Does it in turns with everything else that waits for the thread, and stops when `signal` does. */
export async function inTurns<T>(turns: Turns<T>, work: Work, signal?: AbortSignal): Promise<T> {
  work.beginTurn(true);
  try {
    for (;;) {
      const step = turns.next();
      if (step.done) return step.value;
      if (await nextTurn(work, signal)) work.beginTurn(true);
    }
  } catch (error) {
    // What the work has taken is given back.
    turns.return(undefined as never);
    throw error;
  } finally {
    work.endTurn();
  }
}
