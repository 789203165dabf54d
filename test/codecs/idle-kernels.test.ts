import { describe, expect, it } from "vitest";
import { IdleKernels } from "../../src/codecs/idle-kernels.ts";

const PAGE_BYTES = 64 * 1024;
const kernelOf = (bytes: number) => ({ memory: new WebAssembly.Memory({ initial: bytes / PAGE_BYTES }) });

describe("kernels that are free", () => {
  it("are lent again, as many as four", () => {
    const kernels = new IdleKernels(() => kernelOf(PAGE_BYTES));
    const lent = Array.from({ length: 5 }, () => kernels.take());
    expect(new Set(lent).size).toBe(5);
    for (const kernel of lent) kernels.giveBack(kernel);
    const again = Array.from({ length: 5 }, () => kernels.take());
    expect(again.filter((kernel) => lent.includes(kernel))).toEqual(lent.slice(0, 4).reverse());
  });

  it.each([
    [2, true],
    [2.0625, false],
  ])("are kept unless they have grown beyond two megabytes: %f", (megabytes, isKept) => {
    const kernels = new IdleKernels(() => kernelOf(megabytes * 1024 * 1024));
    const kernel = kernels.take();
    kernels.giveBack(kernel);
    expect(kernels.take() === kernel).toBe(isKept);
  });
});
