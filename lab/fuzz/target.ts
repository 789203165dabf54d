import type { Random } from "../../test/fixtures/random.ts";

/** What is fuzzed: how a broken input is made, and what must hold of it. */
export interface Target {
  extension: string;
  /** Says where files to begin with lie, for a target that takes any. */
  useFolder?(folder: string): void;
  /** A mutated input; the same for the same random numbers. */
  make(random: Random): Uint8Array | Promise<Uint8Array>;
  /** Resolves to a word for what happened ("done", or the refusal's kind); anything else that is thrown is a defect. */
  check(input: Uint8Array): Promise<string>;
}
