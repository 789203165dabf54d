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
  /** Faults that could not be tried, since the test does not pass twice in one process. */
  untried: number[];
}

/** A fault is given up once the tests that do not notice it have taken this long. Slow tests do not try it. */
const MOST_MS = 20_000;
const LONG_TEST_MS = 8_000;

/** The processor's time where it is told: on a busy machine a test takes many times as long. */
function milliseconds(): number {
  return journal ? process.cpuUsage().user / 1000 : performance.now();
}

interface Switches {
  on: number;
  spent: Float64Array;
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
      // What the test itself is found to be, softly failed expectations say here.
      if (task.result) Object.assign(task.result, { state: "run", errors: task.result.errors?.slice(0, errors) });
    }
  };
  /** What fails with the fault has noticed it only if it passes without. A fault may have left a clock that stands still. */
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
    const findings: Findings = { reached, imported, noticed: [], untried: [] };
    (task.meta as { faults?: Findings }).faults = findings;
    for (const id of reached) {
      if (isLong || state.noticed.has(id) || (state.spent[id] as number) > MOST_MS) continue;
      if (findings.untried.length > 0) {
        findings.untried.push(id);
        continue;
      }
      state.left = (passes[id] as number) * 100 + 100_000;
      if (journal) appendFileSync(journal, `${id} ${task.file.name}\n`);
      if (!(await fails(id))) continue;
      if (await passesAgain()) {
        state.noticed.add(id);
        findings.noticed.push(id);
      } else {
        findings.untried.push(id);
      }
    }
    if (journal) appendFileSync(journal, "0\n");
    state.passes.fill(0);
  });
});
