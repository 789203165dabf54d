import { createHash } from "node:crypto";

interface Due {
  at: number;
  order: number;
  run: () => void;
}

/**
 * A clock that moves to the next event as soon as everything before it is done, so that a day passes in seconds. It
 * counts whole milliseconds, as a Worker's clock does.
 */
export class VirtualClock {
  now: number;
  readonly #due: Due[] = [];
  #order = 0;

  constructor(start: number) {
    this.now = start;
  }

  after(ms: number, run: () => void): Due {
    const due = { at: this.now + Math.max(0, Math.round(ms)), order: this.#order++, run };
    this.#push(due);
    return due;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Runs until that moment. Later events stay. */
  async runUntil(end: number): Promise<void> {
    for (let next = this.#due[0]; next !== undefined && next.at <= end; next = this.#due[0]) {
      this.now = next.at;
      while (this.#due[0]?.at === this.now) this.#pop().run();
      // Code that waits for a promise continues before time does.
      await new Promise(setImmediate);
    }
    this.now = end;
  }

  /**
   * Replaces the program's clock, timers, random numbers and digests by ones under this clock. The returned function
   * restores them.
   */
  install(random: () => number): () => void {
    const { setTimeout, clearTimeout } = globalThis;
    const [dateNow, mathRandom, digest] = [Date.now, Math.random, crypto.subtle.digest];
    const none = () => {};
    globalThis.setTimeout = ((run: () => void, ms = 0) => this.after(ms, run)) as unknown as typeof setTimeout;
    globalThis.clearTimeout = ((due?: Due) => {
      if (due) due.run = none;
    }) as typeof clearTimeout;
    Date.now = () => this.now;
    Math.random = random;
    // Node's own digests work in another thread, which ends at any time.
    crypto.subtle.digest = async (_, data) =>
      new Uint8Array(
        createHash("sha256")
          .update(data as Uint8Array)
          .digest(),
      ).buffer;
    return () => {
      Object.assign(globalThis, { setTimeout, clearTimeout });
      Date.now = dateNow;
      Math.random = mathRandom;
      crypto.subtle.digest = digest;
    };
  }

  // A binary heap by time. Events at the same time come in the order in which they were asked for.
  #push(due: Due): void {
    const heap = this.#due;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(due, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = due;
  }

  #pop(): Due {
    const heap = this.#due;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
