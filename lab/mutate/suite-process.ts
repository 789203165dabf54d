import { fork, spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Suite, suiteOf } from "./suites.ts";
import type { Found } from "./switcher.ts";

/**
 * How long there may be no news of a try: much longer than a test may take with a fault, since on a busy machine
 * everything takes many times as long.
 */
const SILENCE_MS = 75_000;
const END_TO_END_MS = 600_000;

interface Listener {
  env?: Record<string, string>;
  /** Ends the process by answering true. */
  onFound: (found: Found) => boolean;
}

/** Runs test files of a suite in a process of its own. Resolves to whether it ran to its end. */
export function suiteProcess(root: string, suite: Suite, tests: string[], listener: Listener): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    const child = fork(join(root, "lab", "mutate", "switcher.ts"), [suite, ...tests], {
      cwd: root,
      env: { ...process.env, ...listener.env },
      // The process has its own group, so that workerd ends with it.
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: ["--no-warnings"],
    });
    const stop = () => {
      // Browsers have groups of their own.
      for (const pid of [...descendants(child.pid as number), -(child.pid as number)]) kill(pid);
    };
    process.once("exit", stop);
    let heard = Date.now();
    const watch = setInterval(() => {
      if (Date.now() - heard > SILENCE_MS) stop();
    }, 5_000);
    child.on("message", (found: Found) => {
      heard = Date.now();
      if (listener.onFound(found)) stop();
    });
    child.once("exit", (code) => {
      clearInterval(watch);
      stop();
      process.removeListener("exit", stop);
      resolve(code === 0);
    });
  });
}

/** The processes that a process has started, and those that they have. */
function descendants(pid: number): number[] {
  const { stdout = "" } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const all = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) found.push(...all.flatMap(([child = 0, by]) => (by === parent ? [child] : [])));
  return found.slice(1);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/**
 * The first test file that fails with what is planted now. A file that does not end proves nothing on a busy machine.
 */
export async function failingTest(root: string, suites: Suite[], tests: string[]): Promise<string | undefined> {
  for (const suite of suites) {
    const own = tests.filter((file) => suiteOf(file) === suite);
    if (own.length === 0) continue;
    let failing: string | undefined;
    const onFound = ({ test, failed }: Found) => {
      if (failed) failing ??= test;
      return failed === true;
    };
    const ended = await suiteProcess(root, suite, own, { onFound });
    if (failing !== undefined) return failing;
    if (!ended) console.log(`The suite ${suite} did not come to its end, which counts as not noticed.`);
  }
  return undefined;
}

/** The end-to-end tests start a service of their own. */
export function passesEndToEnd(root: string, tests: string[]): boolean {
  const vitest = join(root, "node_modules", ".bin", "vitest");
  const { status, error } = spawnSync(vitest, ["run", "--project", "e2e", "--bail", "1", ...tests], {
    cwd: root,
    timeout: END_TO_END_MS,
    stdio: "ignore",
  });
  return error !== undefined || status === 0;
}
