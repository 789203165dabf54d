import type { DecodeBudget } from "../filters/budget.ts";

/** The file's bytes and what may be spent on reading them. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly budget: DecodeBudget;
  /**
   * The end of the bytes that can be read from `offset` on: the file's end, unless only parts of it are here (a remote
   * file read by ranges), where it throws MissingRange when the first byte is not.
   */
  readonly limit: (offset: number) => number;
  /** Says that reading ran into a limit: throws MissingRange for what comes next, or returns at the true end. */
  readonly ranOut: (limit: number) => void;
}

export function wholeFile(bytes: Uint8Array, budget: DecodeBudget): Source {
  return { bytes, budget, limit: () => bytes.length, ranOut: () => undefined };
}

/** A part of a remote file that is needed and not here yet. */
export class MissingRange extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super(`Bytes from ${offset} are needed.`);
    this.name = "MissingRange";
    this.offset = offset;
  }
}
