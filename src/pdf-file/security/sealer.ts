import { aesCbcEncryptBlocks, digest } from "#platform/crypto.ts";
import { letGo } from "../../platform/buffers.ts";
import type { SealString } from "../syntax/serialise.ts";

const BLOCK = 16;
/** This much of a stream is encrypted at a time: as much as is written at once. */
const PORTION = 256 << 10;

/**
 * Encrypts what a file holds under its key (AESV3, ISO 32000-2 §7.6.3.1): a vector of 16 bytes, then padded blocks. The
 * vector of each string and stream is a hash of the key and its place in the file: nobody without the key can foresee
 * it, no other has the same, and when a file is made again it has the same bytes.
 */
export class Sealer {
  readonly #key: Uint8Array;
  readonly #file: number;

  constructor(key: Uint8Array, file = 0) {
    this.#key = key;
    this.#file = file;
  }

  /** The same for another of several files under the key. */
  ofFile(file: number): Sealer {
    return new Sealer(this.#key, file);
  }

  /** Bytes that this many take when they are encrypted. */
  sealedLength(length: number): number {
    return BLOCK + length + BLOCK - (length % BLOCK);
  }

  /** Encrypts the strings of one object, in their order. */
  stringsOf(number: number): SealString {
    let index = 0;
    return (bytes) => {
      const iv = this.#vector(number, ++index);
      const blocks = aesCbcEncryptBlocks(this.#key, iv, padded(bytes));
      const sealed = new Uint8Array(BLOCK + blocks.length);
      sealed.set(iv);
      sealed.set(blocks, BLOCK);
      return sealed;
    };
  }

  /** A stream's data, portion by portion. Each is valid until the next is asked for. */
  *stream(number: number, pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
    let iv = this.#vector(number, 0);
    yield iv.slice();
    let rest: Uint8Array = new Uint8Array(0);
    for (const piece of pieces) {
      for (let at = 0; at < piece.length; at += PORTION) {
        const portion = joined(rest, piece.subarray(at, at + PORTION));
        const whole = portion.length - (portion.length % BLOCK);
        rest = portion.slice(whole);
        if (whole === 0) continue;
        const blocks = aesCbcEncryptBlocks(this.#key, iv, portion.subarray(0, whole));
        iv = blocks.slice(-BLOCK);
        yield blocks;
        letGo(blocks);
      }
    }
    yield aesCbcEncryptBlocks(this.#key, iv, padded(rest));
  }

  #vector(number: number, index: number): Uint8Array {
    const place = new Uint8Array(12);
    const view = new DataView(place.buffer);
    view.setUint32(0, number);
    view.setUint32(4, index);
    view.setUint32(8, this.#file);
    return digest("sha256", this.#key, place).subarray(0, BLOCK);
  }
}

function joined(rest: Uint8Array, next: Uint8Array): Uint8Array {
  if (rest.length === 0) return next;
  const whole = new Uint8Array(rest.length + next.length);
  whole.set(rest);
  whole.set(next, rest.length);
  return whole;
}

function padded(bytes: Uint8Array): Uint8Array {
  const padding = BLOCK - (bytes.length % BLOCK);
  const whole = new Uint8Array(bytes.length + padding).fill(padding);
  whole.set(bytes);
  return whole;
}
