import type { Difference } from "./differences.ts";

export type Operation = "all" | "auto" | "remove" | "redact" | "crop" | "split" | "images" | "text";

/**
 * - right: done, and the oracles agree · produced: done, and no oracle was asked or could judge
 * - refused: with a code, which is right for files that nobody can read · wrong: an oracle disagrees
 * - crash: an error that is not a refusal, or the process died · slow: beyond the limit of time
 */
export type OutcomeKind = "right" | "produced" | "refused" | "wrong" | "crash" | "slow";

export const outcomeKinds: readonly OutcomeKind[] = ["right", "produced", "refused", "wrong", "crash", "slow"];

/** Parts of a file that were judged separately. */
export interface Counts {
  /** "words", "pages". */
  readonly what: string;
  readonly all: number;
  readonly agreeing: number;
  /** Parts about which the judges do not agree. They are not among `all`. */
  readonly disputed: number;
}

export interface Outcome {
  file: string;
  kind: OutcomeKind;
  /** The refusal's code. */
  code?: string;
  detail?: string;
  cpuMs: number;
  peakMb: number;
  /** What qpdf (for PDFs) or ImageMagick (for images) says of the input: whether it is read without complaint. */
  clean?: boolean;
  counts?: Counts | readonly Counts[];
  /** Where our statements and other readers' differ. */
  differences?: readonly Difference[];
}

/** The part of each page that a removal keeps. "varied" takes another one for each file. */
export const cuts = ["middle", "top", "bottom", "left", "right", "third", "varied"] as const;
export type Cut = (typeof cuts)[number];

export interface Job {
  file: string;
  operation: Operation;
  /** Of a removal. */
  cut: Cut;
  /** The most pages that are looked at, where everything is compared. */
  pages: number;
  oracle: boolean;
}

export interface Verdict {
  kind: "right" | "produced" | "wrong";
  detail?: string;
  counts?: Counts | readonly Counts[];
  /** Where our statements and other readers' differ. */
  differences?: readonly Difference[];
}

/** `judge` writes what it needs into `folder`, which is removed afterwards. */
export interface OperationJob<Result> {
  run(bytes: Uint8Array, job: Job): Promise<Result> | Result;
  judge(result: Result, file: string, folder: string): Promise<Verdict>;
  /** Whether an independent tool reads the input without complaint. */
  clean(file: string): Promise<boolean>;
}
