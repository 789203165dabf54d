import { descendants, residentMb } from "../../test/support/process-memory.ts";
import { heldMb, type Inspector, type IsolateMemory, openInspector } from "../bench/lib/inspector.ts";
import type { LocalService } from "../bench/lib/local-service.ts";

export interface Look {
  second: number;
  /** Resident memory of workerd: the Worker, the stand-ins for R2, KV and the rest, and what the allocator keeps. */
  workerdMb: number;
  browsers: number;
  /** Undefined when the isolate was too busy to answer. */
  isolate?: IsolateMemory;
}

export interface Watch {
  looks: Look[];
  /** For a moment without requests: garbage is collected before the look. */
  atRest(): Promise<Look>;
  stop(): Promise<void>;
}

const EVERY_MS = 2000;
/** Time for the service to notice that clients have gone, and to free what it held for them. */
const REST_MS = 3000;
const COLLECT_EVERY_MS = 1000;
const COLLECTIONS = 10;
const NOTHING_MB = 0.2;

/** Looks at the service's processes and its isolate every few seconds. */
export async function watchProcesses(service: LocalService): Promise<Watch> {
  const looks: Look[] = [];
  const inspector = await openInspector(service.worker);
  const started = performance.now();
  const look = async (ask: (inspector: Inspector) => Promise<IsolateMemory | undefined>): Promise<Look> => {
    const isolate = inspector && (await ask(inspector));
    const browsers = descendants(service.root).filter(({ name }) => /chrom|headless/i.test(name)).length;
    const second = Math.round((performance.now() - started) / 1000);
    return { second, workerdMb: residentMb(service.worker), browsers, ...(isolate ? { isolate } : {}) };
  };
  let isOver = false;
  let isAtRest = false;
  const looking = (async () => {
    while (!isOver) {
      if (!isAtRest) looks.push(await look((isolate) => isolate.memory()));
      await sleep(EVERY_MS);
    }
  })();
  return {
    looks,
    async atRest() {
      isAtRest = true;
      await sleep(REST_MS);
      const found = await look((isolate) => leftover(isolate, () => fetch(`${service.api}/health`)));
      isAtRest = false;
      return found;
    },
    async stop() {
      isOver = true;
      await looking;
      inspector?.close();
    },
  };
}

/**
 * One collection may free objects that hold others, which only the next collection frees. Collects until little is
 * freed.
 */
async function leftover(isolate: Inspector, stir: () => Promise<unknown>): Promise<IsolateMemory | undefined> {
  let least = await isolate.collected(stir);
  for (let again = 0; again < COLLECTIONS; again++) {
    await sleep(COLLECT_EVERY_MS);
    const now = await isolate.collected(stir);
    if (now === undefined || least === undefined) return now;
    const freedMb = heldMb(least) - heldMb(now);
    least = now;
    if (freedMb < NOTHING_MB) return now;
  }
  return least;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
