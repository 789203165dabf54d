import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export interface RunAnswer {
  /** The run came to its end, and each file ran. */
  ended: boolean;
  failed: string[];
}

/** How long a run may take. On a busy machine one without end cannot be told from a slow one, so it shows nothing. */
const RUN_MS = 600_000;

/** Runs test files in a copy of the checkout, each time in a new process: what was planted before is not there. */
export class Runner {
  readonly #root: string;
  #running: number | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  run(tests: string[]): Promise<RunAnswer> {
    return this.#run(["--config", "lab/mutate/vitest.config.ts", "--no-file-parallelism"], tests);
  }

  /** The end-to-end tests start a service of their own. */
  runEndToEnd(tests: string[]): Promise<RunAnswer> {
    return this.#run(["--project", "e2e"], tests);
  }

  stop(): void {
    if (this.#running === undefined) return;
    try {
      process.kill(-this.#running, "SIGKILL");
    } catch {
      // The group has ended by itself.
    }
    this.#running = undefined;
  }

  async #run(options: string[], tests: string[]): Promise<RunAnswer> {
    const report = join(this.#root, "run.json");
    rmSync(report, { force: true });
    const vitest = join(this.#root, "node_modules", ".bin", "vitest");
    const reporter = ["--bail", "1", "--reporter=json", `--outputFile=${report}`];
    const child = spawn(vitest, ["run", ...options, ...reporter, ...tests], {
      cwd: this.#root,
      // A group of its own: workerd and the tests' browsers end with it.
      detached: true,
      stdio: "ignore",
    });
    this.#running = child.pid;
    const timer = setTimeout(() => this.stop(), RUN_MS);
    await new Promise((resolve) => child.once("close", resolve));
    clearTimeout(timer);
    this.stop();
    try {
      const { testResults } = JSON.parse(readFileSync(report, "utf8")) as { testResults: Result[] };
      const failed = testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
      return { ended: failed.length > 0 || testResults.length === tests.length, failed };
    } catch {
      return { ended: false, failed: [] };
    }
  }
}

interface Result {
  name: string;
  status: string;
}
