import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { engineArguments } from "../lib/engine-node.ts";
import type { FromWorker, Outcomes, WorkerTask } from "./protocol.ts";

/**
 * Limits for one input, far beyond what any of these small files needs. CPU time of this process is used, so that a
 * busy machine does not look like a hang. An input that waits without end uses no CPU time, so the clock stops it.
 */
const hangMs = 5000;
/** What is suspicious is done again and again, each time with all that a request may do. */
const ratioHangMs = 30_000;
const standstillMs = 60_000;
const growthMb = 700;

const mendsAway = ["--import", join(import.meta.dirname, "without.ts")];

export type RunEnd =
  | { kind: "minimised"; input: Uint8Array }
  | { kind: "end"; next: number; outcomes: Outcomes; reached?: number; known?: number }
  | { kind: "failure"; index: number; signature: string; detail: string; input?: Uint8Array; outcomes?: Outcomes };

/** Runs inputs in a thread of their own until the time is up or one fails, hangs or takes too much memory. */
export function runInThread(task: Omit<WorkerTask, "progress">): Promise<RunEnd> {
  const progress = new SharedArrayBuffer(8);
  const state = new Int32Array(progress);
  const worker = new Worker(join(import.meta.dirname, "worker.ts"), {
    workerData: { ...task, progress } satisfies WorkerTask,
    execArgv: [...engineArguments(0).filter((argument) => !argument.startsWith("--max-")), ...mendsAway],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    stdout: false,
  });
  const before = process.memoryUsage.rss();
  const mostMs = task.target === "ratio" ? ratioHangMs : hangMs;
  let since = { index: -1, began: 0, cpu: process.cpuUsage() };
  return new Promise((resolve) => {
    const end = (result: RunEnd): void => {
      clearInterval(watch);
      void worker.terminate().then(() => resolve(result));
    };
    const watch = setInterval(() => {
      const index = Atomics.load(state, 0);
      const began = Atomics.load(state, 1);
      const now = (Date.now() / 10) | 0;
      if (since.index !== index || since.began !== began) since = { index, began, cpu: process.cpuUsage() };
      const { user, system } = process.cpuUsage(since.cpu);
      if (began !== 0 && ((user + system) / 1000 > mostMs || (now - began) * 10 > standstillMs)) {
        end({ kind: "failure", index, signature: "hang", detail: `no end within ${mostMs / 1000} s` });
      } else if ((process.memoryUsage.rss() - before) / 2 ** 20 > growthMb) {
        end({ kind: "failure", index, signature: "memory", detail: `more than ${growthMb} MB` });
      }
    }, 100);
    worker.on("message", (message: FromWorker) => end(message));
    worker.on("error", (error: Error) =>
      end({
        kind: "failure",
        index: Atomics.load(state, 0),
        signature: `thread: ${error.name}`,
        detail: String(error.stack),
      }),
    );
  });
}
