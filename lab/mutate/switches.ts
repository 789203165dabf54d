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
export const MAX_TRIES = 4096;

/** The function of all switched sources that tells whether a fault is on. */
export const SWITCH = "quireFaultIsOn";

/** Faults whose change can be switched. */
export function switchable(faults: { file: string; fault: Fault; near?: string[] }[]): Switch[] {
  return faults
    .filter(({ fault }) => fault.within)
    .map(({ file, fault, near = [] }, index) => ({ id: index + 1, file, fault, near }));
}

/** The source with every fault beside what it changes. Changes within each other share the largest statement. */
export function switched(source: string, switches: Switch[]): string {
  let text = source;
  for (const { start, end, statement, among } of regions(switches)) {
    const right = source.slice(start, end);
    const both = among.reduceRight((otherwise, { id, fault }) => {
      const wrong = source.slice(start, fault.start) + fault.replacement + source.slice(fault.end, end);
      const on = `globalThis.${SWITCH}(${id})`;
      return statement ? `if (${on}) { ${wrong} } else { ${otherwise} }` : `(${on} ? (${wrong}) : (${otherwise}))`;
    }, right);
    text = text.slice(0, start) + (statement ? `{ ${both} }` : both) + text.slice(end);
  }
  return text;
}

interface Region {
  start: number;
  end: number;
  statement: boolean;
  among: Switch[];
}

/** The largest of the places that are within each other, those first that stand last. */
function regions(switches: Switch[]): Region[] {
  const found: Region[] = [];
  const size = ({ fault: { within } }: Switch) => within!.end - within!.start;
  for (const each of [...switches].sort((a, b) => size(b) - size(a))) {
    const { start, end, statement } = each.fault.within!;
    const around = found.find((region) => region.start <= start && end <= region.end);
    if (around) around.among.push(each);
    else found.push({ start, end, statement, among: [each] });
  }
  return found.sort((a, b) => b.start - a.start);
}
