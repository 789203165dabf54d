import { letGo } from "../../platform/buffers.ts";
import type { Reservation } from "../reservation.ts";
import type { Output } from "./gathered-output.ts";

/** By how much a buffer of unknown final size grows. */
const STEP = 1 << 20;
const FIRST_STEP = 64 << 10;

/**
 * Up to this size it is cheaper to hold the bytes twice for a moment than to read them from resizable memory, which is
 * slow to read.
 */
const SETTLE_LIMIT = 8 << 20;

/**
 * One run of bytes that a reservation pays for, of known size or growing. It grows in place (a resizable ArrayBuffer),
 * since copying into a larger buffer would hold the bytes twice. Its memory ends with the reservation.
 */
export class GrowingBuffer implements Output {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;
  readonly #limit: number;
  readonly #reservation: Reservation;

  private constructor(buffer: ArrayBuffer, limit: number, reservation: Reservation) {
    this.bytes = new Uint8Array(buffer);
    this.#limit = limit;
    this.#reservation = reservation;
    // Otherwise the isolate would hold both the old and the new bytes until the next garbage collection.
    reservation.onRelease(() => letGo(this.bytes));
  }

  static async ofKnownSize(size: number, reservation: Reservation): Promise<GrowingBuffer> {
    await reservation.grow(size);
    return new GrowingBuffer(new ArrayBuffer(size), size, reservation);
  }

  static ofUnknownSize(limit: number, reservation: Reservation): GrowingBuffer {
    return new GrowingBuffer(new ArrayBuffer(0, { maxByteLength: limit }), limit, reservation);
  }

  get total(): number {
    return this.length;
  }

  get free(): number {
    return this.bytes.length - this.length;
  }

  /** Makes room for this many more bytes; false when that is beyond the limit. */
  async makeRoom(count: number): Promise<boolean> {
    const needed = this.length + count;
    const size = this.bytes.length;
    if (needed <= size) return true;
    if (needed > this.#limit) return false;
    const grown = Math.min(this.#limit, Math.max(needed, size + (size < STEP ? FIRST_STEP : STEP)));
    await this.#reservation.grow(grown - size);
    this.bytes.buffer.resize(grown);
    return true;
  }

  /** Must be called after a read has moved the memory to a new ArrayBuffer. */
  moved(buffer: ArrayBuffer): void {
    this.bytes = new Uint8Array(buffer);
  }

  /**
   * All bytes, when nothing more will be written. Small results are copied out of resizable memory, and unused room is
   * given back.
   */
  settled(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.bytes;
    if (buffer.resizable && this.length <= SETTLE_LIMIT) {
      this.#reservation.shrink(buffer.byteLength - this.length);
      this.bytes = new Uint8Array(buffer.transferToFixedLength(this.length));
    }
    return this.view();
  }

  view(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }
}
