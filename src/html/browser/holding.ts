import type { Room } from "../../intake/memory-budget.ts";

/**
 * What one request of a page holds of the isolate's memory, from its arrival until the browser has its answer. One that
 * becomes large waits for its turn: several, each half read, would wait for each other's room.
 */
export class Holding {
  readonly #memory: Room | undefined;
  readonly #large: Turnstile;
  readonly #largeBytes: number;
  #held = 0;
  #leave: (() => void) | undefined;

  constructor(memory: Room | undefined, large: Turnstile, largeBytes: number) {
    this.#memory = memory;
    this.#large = large;
    this.#largeBytes = largeBytes;
  }

  async grow(bytes: number): Promise<void> {
    if (this.#held + bytes > this.#largeBytes) this.#leave ??= await this.#large.enter();
    await this.#memory?.grow(bytes);
    this.#held += bytes;
  }

  shrink(bytes: number): void {
    this.#held -= bytes;
    this.#memory?.shrink(bytes);
  }

  close(): void {
    this.shrink(this.#held);
    this.#leave?.();
  }
}

/** Lets a fixed number in at a time; the others wait, first come, first served. */
export class Turnstile {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Resolves to the function that ends the stay. */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }
}
