import { spawn } from "node:child_process";
import os from "node:os";
import { createInterface } from "node:readline";

/** A step that yields gets a third of the processor time of one that does not, when both want the same core. */
const YIELDING = 5;

/** One command of a run. Its output is shown under its name. */
export interface Step {
  name: string;
  command: string;
  args: string[];
  /** Yields to the other steps when there is too little processor time for all. */
  yields?: boolean;
}

export interface Done {
  name: string;
  ok: boolean;
  seconds: number;
}

/**
 * Runs the steps of each list one after the other, and the lists at the same time: while one waits, another works.
 * Whoever is done with its own list takes the last step that waits in another one, so that all end together.
 */
export async function runLanes(lists: Step[][], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Done[]> {
  const width = Math.max(...lists.flat().map(({ name }) => name.length));
  const waiting = lists.map((list) => [...list]);
  const next = (own: Step[]) => own.shift() ?? waiting.find((other) => other.length > 0)?.pop();
  const lanes = waiting.map(async (own) => {
    const ended: Done[] = [];
    for (let step = next(own); step; step = next(own)) ended.push(await run(step, width, options));
    return ended;
  });
  return (await Promise.all(lanes)).flat();
}

function run(step: Step, width: number, options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Done> {
  return new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(step.command, step.args, { ...options, stdio: ["inherit", "pipe", "pipe"] });
    if (step.yields && child.pid) os.setPriority(child.pid, Math.min(19, os.getPriority(child.pid) + YIELDING));
    const end = (ok: boolean) => resolve({ name: step.name, ok, seconds: (performance.now() - began) / 1000 });
    child.once("error", (error) => {
      console.log(`${step.name.padEnd(width)} │ ${error.message}`);
      end(false);
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        if (line.trim() !== "") console.log(`${step.name.padEnd(width)} │ ${line}`);
      });
    }
    child.once("close", (code) => end(code === 0));
  });
}
