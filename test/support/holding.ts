import { Holding, Work } from "../../src/meter/work.ts";

/** Memory of a meter of its own, with room enough. */
export function freeHolding(): Holding {
  return new Holding(new Work());
}
