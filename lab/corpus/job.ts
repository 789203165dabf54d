import "../../test/support/parts.ts";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allJob } from "./all.ts";
import { autoJob } from "./auto.ts";
import { cropJob } from "./crop.ts";
import { imagesJob } from "./images.ts";
import { peakMb, resetPeak } from "./memory.ts";
import type { Job, OperationJob, Outcome } from "./outcome.ts";
import { redactJob } from "./redact.ts";
import { refusalCode, refusalText } from "./refusal.ts";
import { removeJob } from "./remove.ts";
import { splitJob } from "./split.ts";
import { textJob } from "./text.ts";

/** Limits for one file: both are far above what any small file needs. */
const slowCpuMs = 5000;
const memoryMb = 600;

const operations = {
  all: allJob,
  auto: autoJob,
  crop: cropJob,
  split: splitJob,
  images: imagesJob,
  redact: redactJob,
  remove: removeJob,
  text: textJob,
};

async function handle(job: Job): Promise<Outcome> {
  const operation = operations[job.operation] as OperationJob<unknown>;
  const { file } = job;
  const bytes = new Uint8Array(readFileSync(file));
  resetPeak();
  const before = peakMb();
  const cpu = process.cpuUsage();
  let result: unknown;
  let failure: unknown;
  try {
    result = await operation.run(bytes, job);
  } catch (error) {
    failure = error ?? new Error("thrown without a value");
  }
  const used = process.cpuUsage(cpu);
  const facts = { file, cpuMs: (used.user + used.system) / 1000, peakMb: peakMb() - before };
  process.send?.("judging");
  const clean = job.oracle ? { clean: await operation.clean(file) } : {};
  if (facts.cpuMs > slowCpuMs)
    return { ...facts, ...clean, kind: "slow", detail: `${Math.round(facts.cpuMs)} ms of CPU` };
  if (facts.peakMb > memoryMb) return { ...facts, ...clean, kind: "crash", detail: `${Math.round(facts.peakMb)} MB` };
  if (failure !== undefined) return { ...facts, ...clean, ...describe(failure) };
  if (!job.oracle) return { ...facts, kind: "produced" };
  const folder = await mkdtemp(join(tmpdir(), "quire-corpus-"));
  try {
    return { ...facts, ...clean, ...(await operation.judge(result, file, folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function describe(failure: unknown): Pick<Outcome, "kind" | "code" | "detail"> {
  const code = refusalCode(failure);
  const message = refusalText(failure);
  if (code !== undefined) return { kind: "refused", code, detail: message };
  const place = failure instanceof Error ? (/at .*\((.*src\/.*)\)/.exec(failure.stack ?? "")?.[1] ?? "") : "";
  return {
    kind: "crash",
    detail: `${failure instanceof Error ? failure.name : "thrown"}: ${message} ${place.replace(/^.*src\//, "src/")}`,
  };
}

process.on("message", (job: Job) => {
  handle(job).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      const detail = `the judging failed: ${error instanceof Error ? error.stack : String(error)}`;
      process.send?.({ file: job.file, kind: "crash", detail, cpuMs: 0, peakMb: 0 } satisfies Outcome);
    },
  );
});
