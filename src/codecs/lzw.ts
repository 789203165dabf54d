import { instantiateLzw, LZW_STATUS, type LzwKernel } from "../../wasm/lzw.ts";
import { type ByteSource, rawSource } from "./byte-source.ts";
import { IdleKernels } from "./idle-kernels.ts";
import { corrupt } from "./image-problem.ts";

const kernels = new IdleKernels(instantiateLzw);

/** How the three formats differ that use LZW. */
export interface LzwCoding {
  /** Of the bytes or pixels that are coded: 1 to 11. */
  readonly valueBits: number;
  readonly lowBitFirst: boolean;
  /** Whether codes become wider one string before that is needed. */
  readonly widensEarly: boolean;
}

/**
 * LZW, read on demand: data of any size needs only the table of strings. Every code uses up bits, so no data can make
 * it loop. It ends at the end code, at the end of the data, or at a code that the table does not have.
 */
export class LzwReader {
  /** Whether it ended at a code that the table does not have. */
  isDamaged = false;
  readonly #coded: ByteSource;
  #kernel: LzwKernel | undefined;

  constructor({ valueBits, lowBitFirst, widensEarly }: LzwCoding, coded: ByteSource) {
    this.#coded = coded;
    this.#kernel = kernels.take();
    this.#kernel.begin(valueBits, lowBitFirst, widensEarly);
  }

  /** Fills the target as far as the data goes; returns the number of bytes. */
  read(target: Uint8Array): number {
    let filled = 0;
    while (this.#kernel && filled < target.length) {
      const kernel = this.#kernel;
      const status = kernel.run(Math.min(target.length - filled, kernel.outputRoom()));
      const made = new Uint8Array(kernel.memory.buffer, kernel.outputPlace(), kernel.outputBytes());
      target.set(made, filled);
      filled += made.length;
      if (status === LZW_STATUS.needsInput) {
        const input = new Uint8Array(kernel.memory.buffer, kernel.inputPlace(), kernel.inputRoom());
        const given = this.#coded.read(input);
        kernel.addInput(given);
        if (given === 0) this.close();
      } else if (status !== LZW_STATUS.hasOutput) {
        this.isDamaged = status === LZW_STATUS.damaged;
        this.close();
      }
    }
    return filled;
  }

  close(): void {
    if (this.#kernel) kernels.giveBack(this.#kernel);
    this.#kernel = undefined;
  }
}

/**
 * A strip of TIFF (TIFF 6.0 §13), of which `expected` bytes are wanted. Files by libtiff before 1993 put the low bit
 * first and widen the code one entry later; their first code is Clear with its bits reversed.
 */
export function lzwSource(data: Uint8Array, expected: number): ByteSource {
  const isOld = data.length >= 2 && data[0] === 0 && (data[1]! & 1) === 1;
  const reader = new LzwReader({ valueBits: 8, lowBitFirst: isOld, widensEarly: !isOld }, rawSource(data));
  let given = 0;
  return {
    read(target) {
      const filled = reader.read(target);
      given += filled;
      if (given >= expected) reader.close();
      if (reader.isDamaged) throw corrupt("The LZW data refers to a string not yet defined.");
      return filled;
    },
  };
}
