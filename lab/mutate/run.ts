import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { join } from "node:path";

export interface RunRequest {
  /** Absolute paths: the sources that have changed since the last run, and the test files to run. */
  changed: string[];
  tests: string[];
}

export interface RunAnswer {
  passed: boolean;
  ran: number;
  failed: string[];
}

/** How long a run may take before the fault counts as noticed: each test has a limit of its own far below this. */
const RUN_MS = 300_000;

/** Runs test files in a copy of the checkout, in a warm process that is replaced after a run without end. */
export class Runner {
  readonly #root: string;
  #child: ChildProcess | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  run(request: RunRequest): Promise<RunAnswer> {
    this.#child ??= this.#start();
    const child = this.#child;
    return new Promise((resolve) => {
      const end = (answer: RunAnswer) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(answer);
      };
      const give = (reason: string) => {
        this.stop();
        end({ passed: false, ran: 0, failed: [reason] });
      };
      const timer = setTimeout(() => give(`no end within ${RUN_MS / 1000} s`), RUN_MS);
      child.once("message", (answer: RunAnswer) => end(answer));
      child.once("exit", (code) => give(`the tests' process ended with ${code}`));
      child.send(request);
    });
  }

  /** The end-to-end tests start a service of their own, so they need a process of their own as well. */
  runEndToEnd(tests: string[]): RunAnswer {
    const vitest = join(this.#root, "node_modules", ".bin", "vitest");
    const { status } = spawnSync(vitest, ["run", "--project", "e2e", "--bail", "1", ...tests], {
      cwd: this.#root,
      timeout: 2 * RUN_MS,
      stdio: "ignore",
    });
    return { passed: status === 0, ran: tests.length, failed: status === 0 ? [] : ["end to end"] };
  }

  stop(): void {
    const pid = this.#child?.pid;
    this.#child = undefined;
    if (!pid) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The group has ended by itself.
    }
  }

  #start(): ChildProcess {
    return fork(join(this.#root, "lab", "mutate", "runner.ts"), {
      cwd: this.#root,
      // A group of its own: workerd and the tests' browsers end with it.
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: ["--no-warnings"],
    });
  }
}
