import { spawn } from "node:child_process";
import os from "node:os";
import { createInterface } from "node:readline";

/** A lane that yields gets a third of the processor time of a lane that does not, when both want the same core. */
const YIELDING = 5;

/** One command of a run. Its output is shown under its name. */
export interface Step {
  name: string;
  command: string;
  args: string[];
  /** Yields to the other lanes when there is too little processor time for all. */
  yields?: boolean;
}

export interface Done {
  name: string;
  ok: boolean;
  seconds: number;
}

/** Runs the steps of one lane one after the other, and the lanes at the same time: while one waits, another works. */
export async function runLanes(lanes: Step[][], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Done[]> {
  const width = Math.max(...lanes.flat().map(({ name }) => name.length));
  const run = (step: Step): Promise<Done> =>
    new Promise((resolve) => {
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
  const done = lanes.map(async (lane) => {
    const ended: Done[] = [];
    for (const step of lane) ended.push(await run(step));
    return ended;
  });
  return (await Promise.all(done)).flat();
}
