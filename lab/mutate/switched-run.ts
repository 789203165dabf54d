import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Suite, suiteProcess } from "./suite-process.ts";
import type { Found } from "./switcher.ts";
import type { Switch } from "./switches.ts";

/** How long a fault may be on in one test before it counts as one that never ends. */
const ON_MS = 180_000;

/** What is known of each fault, by its id. */
export class Knowledge {
  readonly noticedBy = new Map<number, string>();
  readonly reached = new Set<number>();
  readonly imported = new Set<number>();
  readonly failing = new Set<string>();

  learn({ test, failed, findings }: Found): void {
    if (failed) this.failing.add(test);
    for (const id of findings?.reached ?? []) this.reached.add(id);
    for (const id of findings?.imported ?? []) this.imported.add(id);
    for (const id of findings?.noticed ?? []) {
      console.log(`Fault ${id} is noticed by ${test}.`);
      this.noticedBy.set(id, test);
    }
  }
}

/** Runs test files of a suite with faults in place that tests switch on, again whenever a fault stops it for good. */
export async function runSwitched(
  root: string,
  suite: Suite,
  tests: string[],
  switches: Switch[],
  knowledge: Knowledge,
): Promise<void> {
  const left = switches.filter(({ id }) => !knowledge.noticedBy.has(id));
  if (left.length === 0 || tests.length === 0) return;
  const list = join(root, "faults.json");
  const journal = join(root, "journal");
  writeFileSync(list, JSON.stringify(left));
  writeFileSync(journal, "");
  const lastWritten = () => readFileSync(journal, "utf8").trim().split("\n").at(-1) ?? "";
  let spoiledIn: string | undefined;
  const ended = await suiteProcess(root, suite, tests, {
    env: { QUIRE_FAULTS: list, QUIRE_FAULT_JOURNAL: journal },
    onFound: (found) => {
      if (spoiledIn === undefined) knowledge.learn(found);
      if (found.findings?.spoiled) spoiledIn ??= found.test;
      return spoiledIn !== undefined;
    },
    isStuck: () => !["", "0"].includes(lastWritten()) && Date.now() - statSync(journal).mtimeMs > ON_MS,
  });
  if (spoiledIn !== undefined) {
    return runSwitched(root, suite, tests.slice(tests.indexOf(spoiledIn)), switches, knowledge);
  }
  if (ended) return;
  const [id, file] = lastWritten().split(" ");
  if (!file) {
    console.log(
      `The suite ${suite} was ended before its time, and cannot say by which fault: what was left is not tried.`,
    );
    return;
  }
  knowledge.noticedBy.set(Number(id), `${file}, which does not end with it`);
  await runSwitched(root, suite, tests, switches, knowledge);
}
