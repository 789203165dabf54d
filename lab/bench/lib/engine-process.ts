import { type ChildProcess, fork } from "node:child_process";
import { engineArguments } from "../../lib/engine-node.ts";
import { bundledTask } from "./bundled-task.ts";

/** What a task tells of one run. */
export interface TaskResult {
  /** The engine's own time, from bytes in memory to a finished result. */
  ms: number;
  /** What the whole process computed meanwhile. */
  cpuMs?: number;
  /** The same, including reading the input from disk and writing the output to disk. */
  withFilesMs?: number;
  bytesOut: number;
  /** The result, for tasks that may give different ones. */
  note?: string;
}

export type TaskAnswer = { ok: true; result: TaskResult } | { ok: false; message: string };

/**
 * Runs a library in a process of its own. Garbage of one library must not slow another, and the process is warm, as an
 * isolate is.
 */
export class EngineProcess {
  #child: ChildProcess | undefined;
  readonly #script: string;
  readonly #heapMb: number;

  constructor(script: string, heapMb = 3000) {
    this.#script = script;
    this.#heapMb = heapMb;
  }

  async run(task: string, args: readonly unknown[]): Promise<TaskResult> {
    const script = await bundledTask(this.#script);
    this.#child ??= fork(script, {
      execArgv: engineArguments(this.#heapMb),
      stdio: ["ignore", "inherit", "ignore", "ipc"],
    });
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const onExit = (): void => {
        this.#child = undefined;
        child.off("message", onMessage);
        reject(new Error("the process died"));
      };
      const onMessage = (answer: TaskAnswer): void => {
        child.off("exit", onExit);
        if (answer.ok) resolve(answer.result);
        else reject(new Error(answer.message));
      };
      child.once("exit", onExit);
      child.once("message", onMessage);
      child.send({ task, args });
    });
  }

  stop(): void {
    this.#child?.kill();
    this.#child = undefined;
  }
}
