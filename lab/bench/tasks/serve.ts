import type { TaskAnswer, TaskResult } from "../lib/engine-process.ts";

type Task = (...args: never[]) => Promise<TaskResult> | TaskResult;

/** Answers the bench's messages with the tasks of this process. */
export function serveTasks(tasks: Record<string, Task>): void {
  process.on("message", (message: { task: string; args: never[] }) => {
    answer(tasks, message.task, message.args).then((reply) => process.send?.(reply));
  });
}

async function answer(tasks: Record<string, Task>, name: string, args: never[]): Promise<TaskAnswer> {
  const task = tasks[name];
  if (task === undefined) return { ok: false, message: `no task ${name}` };
  try {
    return { ok: true, result: await task(...args) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}
