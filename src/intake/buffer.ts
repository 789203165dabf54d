import type { Reservation } from "./budget.ts";

/**
 * One growing run of bytes of unknown final size. Growth in two steps and then to the limit at once: doubling a large
 * buffer would hold it twice, while pages of a buffer that are never written cost nothing.
 */
const STEPS = [256 << 10, 4 << 20];

export class GrowingBuffer {
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  length = 0;
  readonly #limit: number;
  readonly #reservation: Reservation;

  /** `limit` is the most that can ever be asked for; `expected` is the size to start with, where it is known. */
  private constructor(limit: number, reservation: Reservation) {
    this.#limit = limit;
    this.#reservation = reservation;
  }

  static async ofKnownSize(size: number, reservation: Reservation): Promise<GrowingBuffer> {
    const buffer = new GrowingBuffer(size, reservation);
    await buffer.#reallocate(size);
    return buffer;
  }

  static ofUnknownSize(limit: number, reservation: Reservation): GrowingBuffer {
    return new GrowingBuffer(limit, reservation);
  }

  get free(): number {
    return this.bytes.length - this.length;
  }

  /** Whether at least `count` more bytes can be had; makes room for them. */
  async makeRoom(count: number): Promise<boolean> {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return true;
    if (needed > this.#limit) return false;
    const step = STEPS.find((size) => size >= needed && size < this.#limit) ?? this.#limit;
    await this.#reallocate(step);
    return true;
  }

  /** What was written, as a view. */
  view(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }

  async #reallocate(size: number): Promise<void> {
    await this.#reservation.grow(size);
    const old = this.bytes;
    this.bytes = new Uint8Array(size);
    this.bytes.set(old.subarray(0, this.length));
    this.#reservation.shrink(old.length);
    // Detaching frees the old bytes now, not at some collection.
    old.buffer.transfer(0);
  }
}
