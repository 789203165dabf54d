import { INFLATE_STATUS, type InflateKernel, instantiateInflate } from "../../../wasm/inflate.ts";
import type { ByteSource } from "../byte-source.ts";
import { IdleKernels } from "../idle-kernels.ts";
import { corrupt } from "../image-problem.ts";
import { feeder } from "./inflate-pieces.ts";

const kernels = new IdleKernels(instantiateInflate);

/**
 * Inflates Deflate strips (compression 8 and 32946) on demand, down to their damage. The host's own stream gives nothing
 * of damaged data in workerd, and in Node what came before the damage.
 */
export function inflateSource(data: Uint8Array, expected: number, onWrongSum: () => void): ByteSource {
  let kernel: InflateKernel | undefined = kernels.take();
  kernel.begin(false);
  const feed = feeder(kernel, [data]);
  let status: number = INFLATE_STATUS.needsInput;
  let held = new Uint8Array(0);
  let given = 0;
  const isOver = () => status !== INFLATE_STATUS.needsInput && status !== INFLATE_STATUS.hasOutput;
  const inflateMore = (lent: InflateKernel): void => {
    if (status === INFLATE_STATUS.needsInput) feed();
    status = lent.run();
    held = new Uint8Array(lent.memory.buffer, lent.outputPlace(), lent.outputBytes());
  };
  return {
    read(target) {
      let filled = 0;
      while (kernel && filled < target.length) {
        const part = held.subarray(0, target.length - filled);
        target.set(part, filled);
        held = held.subarray(part.length);
        filled += part.length;
        given += part.length;
        // The checksum comes after the last row.
        if (held.length === 0 && !isOver()) inflateMore(kernel);
        if (given === expected || (held.length === 0 && isOver())) {
          if (status === INFLATE_STATUS.wrongSum) onWrongSum();
          kernels.giveBack(kernel);
          kernel = undefined;
        }
      }
      if (filled === 0 && status === INFLATE_STATUS.damaged) throw corrupt("The Deflate data of a strip is damaged.");
      return filled;
    },
  };
}
