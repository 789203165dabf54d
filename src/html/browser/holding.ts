import type { Room } from "../../intake/memory-budget.ts";
import type { Turnstile } from "../resources/turnstile.ts";

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
