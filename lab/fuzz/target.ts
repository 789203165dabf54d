import type { Random } from "../../test/fixtures/random.ts";

/** A target of fuzzing: how a broken input is made, and what must be true of it. */
export interface Target {
  extension: string;
  /** Gives the folder of files to begin with, to a target that takes any. */
  useFolder?(folder: string): void;
  /** The inputs that a search begins with, of a target that makes these of the folder's files; else its files. */
  seeds?(): readonly Uint8Array[];
  /** Only what is called so is tried, of a target that tries several things. */
  choose?(words: string): void;
  /** A mutated input; the same for the same random numbers and the same place in a run. */
  make(random: Random, index: number): Uint8Array | Promise<Uint8Array>;
  /** Resolves to a word for what happened ("done", or the refusal's kind). Any other error is a defect. */
  check(input: Uint8Array): Promise<string>;
}
