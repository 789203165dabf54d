import type { TargetName } from "./targets/names.ts";

export interface WorkerTask {
  target: TargetName;
  /** Where files to begin with lie; a target without a use for it has a made set only. */
  folder?: string | undefined;
  seed: number;
  /** Index of the first input. */
  first: number;
  /** Index after the last input: Infinity where only the time ends the run. */
  end: number;
  /** Unix time in milliseconds at which the run ends: Infinity where only the inputs do. */
  until: number;
  /** Two Int32: the index being tried, and when it began (in hundredths of a second; 0 between inputs). */
  progress: SharedArrayBuffer;
  /** A failing input to cut down, instead of inputs to try, and how it fails. */
  failing?: { input: Uint8Array; signature: string };
}

export type FromWorker =
  | { kind: "failure"; index: number; signature: string; detail: string; input: Uint8Array }
  | { kind: "minimised"; input: Uint8Array }
  | { kind: "end"; next: number; outcomes: Record<string, number> };
