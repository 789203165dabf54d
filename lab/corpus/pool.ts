import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { cpuMs } from "../../test/support/process-memory.ts";
import { engineArguments } from "../lib/engine-node.ts";
import type { Job, Outcome } from "./outcome.ts";

/** The engine's own time is judged by its CPU use (job.ts). After this time the process is given up as hanging. */
const hangMs = 20_000;
/** Oracles are slow tools. A file whose judging takes longer than this is reported as slow. */
const judgeMs = 120_000;

/** Runs jobs in child processes, a few at a time. A job that hangs or dies costs only its own file. */
export async function runJobs(
  jobs: readonly Job[],
  workers: number,
  onOutcome: (outcome: Outcome, done: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    while (next < jobs.length) {
      const job = jobs[next++]!;
      child ??= start();
      const outcome = await runJob(child, job);
      // A judge whose WebAssembly ran out of its stack fails at every later file, too.
      if (outcome.kind === "crash") child.kill();
      if (child.exitCode !== null || child.signalCode !== null || child.killed) child = undefined;
      outcomes.push(outcome);
      onOutcome(outcome, outcomes.length);
    }
    child?.kill();
  };
  await Promise.all(Array.from({ length: Math.min(workers, jobs.length) }, lane));
  return outcomes;
}

function start(): ChildProcess {
  return fork(join(import.meta.dirname, "job.ts"), {
    execArgv: engineArguments(512),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

function runJob(child: ChildProcess, job: Job): Promise<Outcome> {
  return new Promise((resolve) => {
    const failed = (kind: "crash" | "slow", detail: string): void =>
      finish({ file: job.file, kind, detail, cpuMs: 0, peakMb: 0 });
    let errors = "";
    const began = Date.now();
    const cpuBefore = cpuOf(child);
    // On a busy machine a process may wait for its turn. Only a process that computes is hanging.
    const hangs = (): void => {
      const waited = Date.now() - began;
      if (cpuOf(child) - cpuBefore < hangMs / 2 && waited < 6 * hangMs) timer = setTimeout(hangs, 1000);
      else giveUp("slow", `no answer from the engine in ${Math.round(waited / 1000)} s`);
    };
    let timer = setTimeout(hangs, hangMs);
    const giveUp = (kind: "crash" | "slow", detail: string): void => {
      child.kill("SIGKILL");
      failed(kind, detail);
    };
    const onMessage = (message: "judging" | Outcome): void => {
      clearTimeout(timer);
      if (message !== "judging") finish(message);
      else timer = setTimeout(() => giveUp("slow", `not judged in ${judgeMs / 1000} s`), judgeMs);
    };
    const onExit = (code: number | null, signal: string | null): void =>
      failed("crash", `process ended (${code ?? signal}) ${lastLine(errors)}`);
    const onErrors = (text: Buffer): void => {
      errors = (errors + text).slice(-4000);
    };
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
      child.stderr?.off("data", onErrors);
      resolve(outcome);
    };
    child.on("message", onMessage);
    child.on("exit", onExit);
    child.stderr?.on("data", onErrors);
    child.send(job);
  });
}

/** CPU time of a child so far in ms. Where it cannot be read, waiting counts as computing. */
function cpuOf(child: ChildProcess): number {
  try {
    return cpuMs(child.pid ?? 0);
  } catch {
    return performance.now();
  }
}

function lastLine(text: string): string {
  const lines = text.split("\n").filter((line) => /error|fatal|out of memory/i.test(line));
  return (lines.at(-1) ?? "").trim().slice(0, 200);
}
