import type { Room } from "../../../intake/reservation.ts";
import type { Turnstile } from "../../resources/turnstile.ts";

/**
 * The isolate's memory that one request of a page holds, from its arrival until the browser has its answer. Large ones
 * take turns: if several were half read, each would wait for the memory of the others.
 */
export class RequestMemory {
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
