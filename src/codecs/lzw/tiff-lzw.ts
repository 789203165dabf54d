import { instantiateLzw, LZW_STATUS, type LzwKernel } from "../../../wasm/lzw.ts";
import type { ByteSource } from "../byte-source.ts";
import { IdleKernels } from "../idle-kernels.ts";
import { corrupt } from "../image-problem.ts";

const kernels = new IdleKernels(instantiateLzw);

/**
 * LZW of TIFF 6.0 §13, read on demand: a strip of any size needs only the string table. Files by libtiff before 1993
 * put the low bit first and widen the code one entry later; their first code is Clear with its bits reversed.
 * `expected` bytes of the strip are wanted.
 */
export function lzwSource(data: Uint8Array, expected: number): ByteSource {
  const oldStyle = data.length >= 2 && data[0] === 0 && (data[1]! & 1) === 1;
  let kernel: LzwKernel | undefined = kernels.take();
  kernel.begin(oldStyle);
  let at = 0;
  let given = 0;

  return {
    read(target) {
      let filled = 0;
      while (kernel && filled < target.length) {
        const status = kernel.run(Math.min(target.length - filled, kernel.outputRoom()));
        const came = kernel.outputBytes();
        target.set(new Uint8Array(kernel.memory.buffer, kernel.outputPlace(), came), filled);
        filled += came;
        given += came;
        const isDry = status === LZW_STATUS.needsInput && at === data.length;
        if (status === LZW_STATUS.needsInput && !isDry) {
          const part = data.subarray(at, at + kernel.inputRoom());
          new Uint8Array(kernel.memory.buffer).set(part, kernel.inputPlace());
          kernel.addInput(part.length);
          at += part.length;
        }
        if (isDry || status === LZW_STATUS.ended || status === LZW_STATUS.damaged || given >= expected) {
          kernels.giveBack(kernel);
          kernel = undefined;
        }
        if (status === LZW_STATUS.damaged) throw corrupt("The LZW data refers to a string not yet defined.");
      }
      return filled;
    },
  };
}
