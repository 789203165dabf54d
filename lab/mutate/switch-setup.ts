import { appendFileSync } from "node:fs";
import { beforeEach, vi } from "vitest";
import { getFn, setFn } from "vitest/suite";
import { SWITCH } from "./switches.ts";

/**
 * Runs each test once without a fault, which shows the faults that it comes by, and once more with each of those that no
 * test has noticed yet.
 */
export interface Findings {
  /** Faults that the test came by, and those that were come by before it: when its file was imported. */
  reached: number[];
  imported: number[];
  noticed: number[];
  /** The test does not pass twice in one process, so no fault can be tried with it. */
  passesOnce?: boolean;
  /** What a fault did goes on without it: of what the process says after that, nothing counts. */
  spoiled?: boolean;
}

/** By id, the test files that are nearest to each fault. */
declare const NEAR_TESTS: Record<number, string[]>;
/**
 * A fault is given up by all but the nearest files once the tests that do not notice it are this many or have taken this
 * long. Slow tests do not try it.
 */
const MOST_MS = 20_000;
const MOST_TESTS = 60;
const LONG_TEST_MS = 8_000;

/** The processor's time where it is told: on a busy machine a test takes many times as long. */
function milliseconds(): number {
  return journal ? process.cpuUsage().user / 1000 : performance.now();
}

interface Switches {
  on: number;
  spent: Float64Array;
  /** How many tests each fault was on in. */
  tests: Uint32Array;
  left: number;
  passes: Uint32Array;
  noticed: Set<number>;
}

/** Shared by all files of the process. */
const shared = globalThis as unknown as { quireSwitches?: Switches; [SWITCH]: (id: number) => boolean };
shared.quireSwitches ??= {
  on: 0,
  left: 0,
  spent: new Float64Array(4096),
  tests: new Uint32Array(4096),
  passes: new Uint32Array(4096),
  noticed: new Set(),
};
const state = shared.quireSwitches;
const journal = typeof process === "object" ? process.env.QUIRE_FAULT_JOURNAL : undefined;

shared[SWITCH] = (id) => {
  if (state.on === 0) state.passes[id]! += 1;
  if (id !== state.on) return false;
  state.left -= 1;
  // A loop that no longer ends is noticed: by the time that it takes.
  if (state.left < 0) throw new Error("With the fault the test comes by it without end.");
  return true;
};

function passed(): number[] {
  const ids: number[] = [];
  for (const [id, passes] of state.passes.entries()) if (passes > 0) ids.push(id);
  return ids;
}

beforeEach((context) => {
  const task = context.task;
  const test = getFn(task);
  const fails = async (on: number): Promise<boolean> => {
    state.on = on;
    const began = milliseconds();
    const errors = task.result?.errors?.length ?? 0;
    try {
      await test();
      return (task.result?.errors?.length ?? 0) > errors;
    } catch {
      return true;
    } finally {
      state.on = 0;
      state.spent[on]! += milliseconds() - began;
      state.tests[on]! += 1;
      // What the test itself is found to be, softly failed expectations say here.
      if (task.result) Object.assign(task.result, { state: "run", errors: task.result.errors?.slice(0, errors) });
    }
  };
  const isNear = (id: number) => NEAR_TESTS[id]?.some((file) => task.file.name.endsWith(file)) === true;
  const isGivenUp = (id: number) => !isNear(id) && (state.spent[id]! > MOST_MS || state.tests[id]! >= MOST_TESTS);
  /** A fault may have left a clock that stands still. */
  const passesAgain = async (): Promise<boolean> => {
    if (!(await fails(0))) return true;
    vi.useRealTimers();
    return !(await fails(0));
  };
  setFn(task, async () => {
    const imported = passed();
    state.passes.fill(0);
    const began = milliseconds();
    await test();
    const isLong = milliseconds() - began > LONG_TEST_MS;
    const passes = state.passes.slice();
    const reached = passed();
    const findings: Findings = { reached, imported, noticed: [] };
    (task.meta as { faults?: Findings }).faults = findings;
    const tried = isLong ? [] : reached.filter((id) => !state.noticed.has(id) && !isGivenUp(id));
    if (tried.length > 0 && (await fails(0))) findings.passesOnce = true;
    for (const id of findings.passesOnce ? [] : tried) {
      state.left = (passes[id] as number) * 100 + 100_000;
      if (journal) appendFileSync(journal, `${id} ${task.file.name}\n`);
      if (!(await fails(id))) continue;
      state.noticed.add(id);
      findings.noticed.push(id);
      if (await passesAgain()) continue;
      findings.spoiled = true;
      break;
    }
    if (journal) appendFileSync(journal, "0\n");
    state.passes.fill(0);
  });
});
