import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suiteProcess } from "./suite-process.ts";
import type { Suite } from "./suites.ts";
import type { Found } from "./switcher.ts";
import type { Run, Switch } from "./switches.ts";

/** What is known of each fault, by its id. */
export class Knowledge {
  readonly noticedBy = new Map<number, string>();
  readonly reached = new Set<number>();
  readonly imported = new Set<number>();
  /** Faults that take effect once in a process, whose result it keeps. */
  readonly kept = new Set<number>();
  /** Test files that fail without any fault, each with why. */
  readonly failing = new Map<string, string>();
  /** Files with tests that seem not to pass twice in one process, and the number of tests for which this is certain. */
  readonly doubted: string[] = [];
  passingOnce = 0;

  learn({ test, failed, why = "", findings }: Found): void {
    if (failed) this.failing.set(test, why);
    if (findings?.passesOnce) this.passingOnce += 1;
    for (const id of findings?.reached ?? []) this.reached.add(id);
    for (const id of findings?.imported ?? []) this.imported.add(id);
    for (const id of findings?.kept ?? []) this.kept.add(id);
    for (const id of findings?.noticed ?? []) {
      console.log(`Fault ${id} is noticed by ${test}.`);
      this.noticedBy.set(id, test);
    }
  }
}

/** Runs test files of a suite with faults that tests switch on, and starts again whenever a fault ends the run. */
export async function runSwitched(
  root: string,
  suite: Suite,
  tests: string[],
  switches: Switch[],
  knowledge: Knowledge,
): Promise<void> {
  const faults = switches.filter(({ id }) => !knowledge.noticedBy.has(id));
  if (faults.length === 0 || tests.length === 0) return;
  const list = join(root, "faults.json");
  const journal = join(root, "journal");
  writeFileSync(list, JSON.stringify({ faults, doubted: knowledge.doubted } satisfies Run));
  writeFileSync(journal, "");
  let at = tests[0] as string;
  let stopped = false;
  const ended = await suiteProcess(root, suite, tests, {
    env: { QUIRE_FAULTS: list, QUIRE_FAULT_JOURNAL: journal },
    onFound: (found) => {
      if (stopped) return true;
      knowledge.learn(found);
      at = found.test;
      if (found.findings?.doubted) knowledge.doubted.push(found.test);
      stopped = found.findings?.spoiled === true || found.findings?.doubted === true;
      return stopped;
    },
  });
  if (ended && !stopped) return;
  // The files before it have had their turn.
  let next = Math.max(0, tests.indexOf(at));
  if (!stopped) {
    const [id, file] = (readFileSync(journal, "utf8").trim().split("\n").at(-1) ?? "").split(" ");
    if (file) knowledge.noticedBy.set(Number(id), `${file}, which does not end with it`);
    else {
      console.log(
        `${at} does not end with one of the faults, and cannot say with which: its other tests are left out.`,
      );
      next += 1;
    }
  }
  await runSwitched(root, suite, tests.slice(next), switches, knowledge);
}
