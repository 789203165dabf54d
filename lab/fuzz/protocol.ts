import type { TargetName } from "./targets/names.ts";

export interface WorkerTask {
  target: TargetName;
  /** The folder of files to begin with. A target that cannot use it has only its built-in set. */
  folder?: string | undefined;
  /** Part of the names of what is tried, of a target that tries several things. */
  only?: string | undefined;
  /** Costs of the meter that are nothing in this run. */
  free: readonly string[];
  /** The mend that is taken away in this run. */
  without?: string | undefined;
  /** Counts the blocks of our code that run, and is guided by them; undefined for neither. */
  guide?: "counted" | "guided" | undefined;
  seed: number;
  /** Index of the first input. */
  first: number;
  /** The index after the last input; Infinity when only the time ends the run. */
  end: number;
  /** The Unix time in milliseconds at which the run ends; Infinity when only the inputs end it. */
  until: number;
  /** Two Int32: the index that is being tried, and when it began (in hundredths of a second; 0 between inputs). */
  progress: SharedArrayBuffer;
  /** A failing input to cut down, and how it fails. No new inputs are tried then. */
  failing?: { input: Uint8Array; signature: string };
}

/** How often each outcome was. */
export type Outcomes = Readonly<Record<string, number>>;

export type FromWorker =
  | { kind: "failure"; index: number; signature: string; detail: string; input: Uint8Array; outcomes: Outcomes }
  | { kind: "minimised"; input: Uint8Array }
  | { kind: "end"; next: number; outcomes: Outcomes; reached?: number; known?: number };
