import { letGo } from "../../platform/buffers.ts";
import type { Room } from "../reservation.ts";

const PIECE_BYTES = 1 << 20;
const LEAST_PIECE_BYTES = 4096;
/** The largest share of a piece that may stay unused. With more, its bytes are copied into a smaller piece. */
const SLACK = 0.1;

/**
 * Gathers bytes whose number is known only at the end. They are gathered in pieces and then put into one run; each
 * piece is freed as soon as it is copied. One buffer that grows in place would need no copy, but such memory is five
 * times as slow to read, and code that has read it once reads all memory more slowly from then on.
 */
export class PieceGatherer {
  length = 0;
  readonly #memory: Room;
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Free bytes of the last piece. */
  #room = 0;
  readonly #firstPiece: number;

  /** When it is known that `expected` bytes will come, they are gathered without a further copy. */
  constructor(memory: Room, expected = 0) {
    this.#memory = memory;
    this.#firstPiece = expected;
    memory.onRelease?.(() => this.#pieces.splice(0).forEach(letGo));
  }

  /** The bytes of memory that the pieces take. */
  get held(): number {
    return this.length + this.#room;
  }

  /** Copies the bytes. */
  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#room === 0) await this.#addPiece(bytes.length - at);
      const piece = this.#pieces.at(-1)!;
      const part = bytes.subarray(at, at + this.#room);
      piece.set(part, piece.length - this.#room);
      this.#room -= part.length;
      this.length += part.length;
      at += part.length;
    }
  }

  /** All bytes, in memory of the same reservation. */
  finish(): Uint8Array<ArrayBuffer> {
    const only = this.#pieces.length === 1 ? this.#pieces[0] : undefined;
    if (only && this.#room <= only.length * SLACK) return only.subarray(0, this.length);
    const whole = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.#pieces.splice(0)) {
      const part = piece.subarray(0, whole.length - at);
      whole.set(part, at);
      at += part.length;
      letGo(piece);
    }
    this.#memory.shrink(this.#room);
    this.#room = 0;
    this.#memory.onRelease?.(() => letGo(whole));
    return whole;
  }

  async #addPiece(least: number): Promise<void> {
    const size = (this.length === 0 && this.#firstPiece) || pieceFor(Math.max(least, this.length));
    await this.#memory.grow(size);
    this.#pieces.push(new Uint8Array(size));
    this.#room = size;
  }
}

/** Most small files have arrived whole by now. A large one may be twice as long as what has arrived. */
function pieceFor(bytes: number): number {
  return Math.min(PIECE_BYTES, Math.max(bytes, LEAST_PIECE_BYTES));
}
