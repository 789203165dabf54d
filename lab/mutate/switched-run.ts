import { fork } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Found } from "./switcher.ts";
import type { Switch } from "./switches.ts";

/** The suites, those first that take least. */
export const SUITES = ["pure", "workerd", "node"] as const;
/**
 * How long a fault may be on in one test before it counts as one that never ends, and how long no test may end. Both
 * are long: on a busy machine a test takes many times as long as alone.
 */
const ON_MS = 180_000;
const SILENCE_MS = 600_000;

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
  suite: (typeof SUITES)[number],
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
  let spoiledIn: string | undefined;
  const ended = await new Promise<boolean>((resolve) => {
    const child = fork(join(root, "lab", "mutate", "switcher.ts"), [suite, ...tests], {
      cwd: root,
      env: { ...process.env, QUIRE_FAULTS: list, QUIRE_FAULT_JOURNAL: journal },
      // A group of its own: workerd and the tests' browsers end with it.
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: ["--no-warnings"],
    });
    const stop = () => {
      try {
        process.kill(-(child.pid as number), "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    process.once("exit", stop);
    let heard = Date.now();
    const watch = setInterval(() => {
      const written = readFileSync(journal, "utf8").trim().split("\n").at(-1);
      const isOn = written !== "" && written !== "0";
      if (isOn && Date.now() - statSync(journal).mtimeMs > ON_MS) stop();
      if (Date.now() - heard > SILENCE_MS) stop();
    }, 5_000);
    child.on("message", (found: Found) => {
      heard = Date.now();
      if (spoiledIn !== undefined) return;
      knowledge.learn(found);
      if (!found.findings?.spoiled) return;
      spoiledIn = found.test;
      stop();
    });
    child.once("exit", (code) => {
      clearInterval(watch);
      stop();
      process.removeListener("exit", stop);
      resolve(code === 0);
    });
  });
  if (spoiledIn !== undefined) {
    return runSwitched(root, suite, tests.slice(tests.indexOf(spoiledIn)), switches, knowledge);
  }
  if (ended) return;
  const [id, file] = readFileSync(journal, "utf8").trim().split("\n").at(-1)?.split(" ") ?? [];
  if (!file) {
    console.log(
      `The suite ${suite} was ended before its time, and cannot say by which fault: what was left is not tried.`,
    );
    return;
  }
  knowledge.noticedBy.set(Number(id), `${file}, which does not end with it`);
  await runSwitched(root, suite, tests, switches, knowledge);
}
