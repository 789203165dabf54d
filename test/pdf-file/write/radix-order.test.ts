import { expect, it } from "vitest";
import { positionsInOrder } from "../../../src/pdf-file/write/radix-order.ts";

it.each([0, 1, 2, 255, 256, 5000])(
  "the order by radix puts %i keys of any size in order, equal ones as they came",
  (count) => {
    let seed = 7;
    const keys = Uint32Array.from({ length: count }, (_, index) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return index % 3 === 0 ? seed : seed % 1000;
    });
    const order = [...positionsInOrder(keys)];
    const expected = [...keys.keys()].sort((a, b) => (keys[a] as number) - (keys[b] as number));
    expect(order).toEqual(expected);
  },
);
