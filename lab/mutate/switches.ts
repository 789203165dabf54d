import type { Fault } from "./faults.ts";

/** A fault that stands in a source beside what it changes, and that a running test can switch on. */
export interface Switch {
  id: number;
  file: string;
  fault: Fault;
  /** The test files that try it however long the others took. */
  near: string[];
}

/** What a process of a suite is to try. */
export interface Run {
  faults: Switch[];
  /** Test files that have to pass twice before a fault is tried with them. */
  doubted: string[];
}

/** What a test found out about faults. */
export interface Findings {
  /** Faults that the test passed, and those that were passed before it, when its file was imported. */
  reached: number[];
  imported: number[];
  noticed: number[];
  /**
   * Faults that the test did not pass when they were on: the process had kept what the first try worked out.
   */
  kept: number[];
  /** The test does not pass twice in one process, so no fault can be tried with it. */
  passesOnce?: boolean;
  /** The fault's effect outlasts the fault, so nothing that the process reports after that counts. */
  spoiled?: boolean;
  /**
   * Something failed, either because of a fault or because the test passes only once. A new process has to find out
   * which.
   */
  doubted?: boolean;
}

/** How often a test may run: more often than there are faults that are tried at once. */
export const MOST_TRIES = 4096;

/** The function of all switched sources that tells whether a fault is on. */
export const SWITCH = "quireFaultIsOn";

/** Faults whose change can be switched. When two changes are within each other, only the first. */
export function switchable(faults: { file: string; fault: Fault; near?: string[] }[]): Switch[] {
  const taken: Switch[] = [];
  for (const { file, fault, near = [] } of faults) {
    const { within } = fault;
    const apart = (other: Switch) =>
      other.file !== file || other.fault.within!.end <= within!.start || within!.end <= other.fault.within!.start;
    if (within && taken.every(apart)) taken.push({ id: taken.length + 1, file, fault, near });
  }
  return taken;
}

/** The source with every fault beside what it changes. */
export function switched(source: string, switches: Switch[]): string {
  let text = source;
  for (const { id, fault } of [...switches].sort((a, b) => b.fault.start - a.fault.start)) {
    const { start, end, statement } = fault.within!;
    const right = source.slice(start, end);
    const wrong = source.slice(start, fault.start) + fault.replacement + source.slice(fault.end, end);
    const on = `globalThis.${SWITCH}(${id})`;
    const both = statement ? `{ if (${on}) { ${wrong} } else { ${right} } }` : `(${on} ? (${wrong}) : (${right}))`;
    text = text.slice(0, start) + both + text.slice(end);
  }
  return text;
}
