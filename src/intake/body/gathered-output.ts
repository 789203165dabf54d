import type { Room } from "../reservation.ts";
import { PieceGatherer } from "./piece-gatherer.ts";

/** Memory that bytes are written to, as they are decoded. */
export interface Output {
  /** Where to write, from `length` on. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  length: number;
  /** All that was written. */
  readonly total: number;
  /** Makes room for this many more bytes; false when that is beyond the limit. `bytes` and `length` may change. */
  makeRoom(count: number): Promise<boolean>;
  /** All bytes, when nothing more will be written. */
  settled(): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
}

/** Output whose length nobody knows, one among many: what is written moves on into pieces. */
export class GatheredOutput implements Output {
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  length = 0;
  readonly #pieces: PieceGatherer;
  readonly #limit: number;

  constructor(limit: number, memory: Room) {
    this.#limit = limit;
    this.#pieces = new PieceGatherer(memory);
  }

  get total(): number {
    return this.#pieces.length + this.length;
  }

  async makeRoom(count: number): Promise<boolean> {
    if (this.total + count > this.#limit) return false;
    if (this.length + count <= this.bytes.length) return true;
    await this.#gather();
    if (count > this.bytes.length) this.bytes = new Uint8Array(count);
    return true;
  }

  async settled(): Promise<Uint8Array<ArrayBuffer>> {
    await this.#gather();
    return this.#pieces.finish();
  }

  async #gather(): Promise<void> {
    await this.#pieces.add(this.bytes.subarray(0, this.length));
    this.length = 0;
  }
}
