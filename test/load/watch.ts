import { type Inspector, type IsolateMemory, openInspector } from "../bench/lib/inspector.ts";
import type { LocalService } from "../bench/lib/local-service.ts";
import { descendants, residentMb } from "../bench/lib/process-memory.ts";

export interface Look {
  second: number;
  /** Resident memory of workerd: the Worker, the stand-ins for R2, KV and the rest, and what the allocator keeps. */
  workerdMb: number;
  browsers: number;
  /** Absent when the isolate was too busy to answer. */
  isolate?: IsolateMemory;
}

export interface Watch {
  looks: Look[];
  /** For a moment in which nothing is asked of the service: garbage is collected before the look. */
  atRest(): Promise<Look>;
  stop(): Promise<void>;
}

const EVERY_MS = 2000;
/** In which the service hears that clients went away, and lets go of what it held for them. */
const REST_MS = 3000;

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
      const found = await look((isolate) => isolate.collected(() => fetch(`${service.api}/health`)));
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
