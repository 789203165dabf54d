import "../../test/support/parts.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { COST } from "../../src/meter/work-limits.ts";
import { Guide } from "./guide.ts";
import { randomFor } from "./inputs.ts";
import { LAST_INPUT } from "./last-input.ts";
import { minimise } from "./minimise.ts";
import type { FromWorker, WorkerTask } from "./protocol.ts";
import { targets } from "./targets.ts";

const { target: name, folder, only, free, guide: how, ...rest } = workerData as WorkerTask;
const { seed, first, end, until, progress, failing } = rest;
const target = await targets[name]();
if (folder !== undefined) target.useFolder?.(folder);
if (only !== undefined || free.length > 0) target.choose?.(only ?? "");
for (const cost of free) {
  if (!Object.hasOwn(COST, cost)) throw new Error(`The meter has no cost ${cost}.`);
  (COST as Record<string, number>)[cost] = 0;
}
const state = new Int32Array(progress);
const guide = how && new Guide(target, name, folder, how === "guided");

const leavesInput = guide !== undefined || name === "ratio";
if (leavesInput) mkdirSync(dirname(LAST_INPUT), { recursive: true });

async function run(): Promise<void> {
  const outcomes: Record<string, number> = {};
  let index = first;
  for (; index < end && Date.now() < until; index++) {
    const input = await (guide ?? target).make(randomFor(seed, index), index);
    if (leavesInput) writeFileSync(LAST_INPUT, input);
    Atomics.store(state, 0, index);
    Atomics.store(state, 1, (Date.now() / 10) | 0);
    try {
      const outcome = await target.check(input);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    } catch (error) {
      report({
        kind: "failure",
        index,
        signature: signatureOf(error),
        detail: String((error as Error)?.stack ?? error),
        input,
        outcomes,
      });
      return;
    } finally {
      Atomics.store(state, 1, 0);
    }
    await guide?.tried(input);
    // Messages and signals are heard between inputs.
    if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
  }
  report({ kind: "end", next: index, outcomes, ...guide?.coverage.counts() });
}

/** Cuts down the failing input as long as it still fails in the same way. */
async function cutDown(input: Uint8Array, signature: string): Promise<void> {
  const failsAlike = async (candidate: Uint8Array): Promise<boolean> => {
    Atomics.store(state, 1, (Date.now() / 10) | 0);
    try {
      await target.check(candidate);
      return false;
    } catch (error) {
      return signatureOf(error) === signature;
    } finally {
      Atomics.store(state, 1, 0);
    }
  };
  report({ kind: "minimised", input: await minimise(input, failsAlike, until) });
}

/** What makes two failures the same: the kind of error, and the place in our code where it occurred. */
function signatureOf(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`;
  const place = /(src\/[^\s:)]+:\d+)/.exec(error.stack ?? "")?.[1] ?? error.message.replace(/\d+/g, "N");
  return `${error.name} at ${place}`;
}

function report(message: FromWorker): void {
  parentPort?.postMessage(message);
}

await (failing === undefined ? run() : cutDown(failing.input, failing.signature));
