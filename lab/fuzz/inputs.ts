import { type Random, seeded } from "../../test/fixtures/random.ts";

/** An input is a function of the run's seed and of its index, so that any input can be made again. */
export function randomFor(runSeed: number, index: number): Random {
  return seeded((Math.imul(runSeed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0);
}
