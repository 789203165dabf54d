import { type IsolateMemory, openInspector } from "../bench/lib/inspector.ts";
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

const EVERY_MS = 2000;

/** Looks at the service's processes and its isolate every few seconds. */
export async function watchProcesses(service: LocalService): Promise<{ looks: Look[]; stop(): Promise<void> }> {
  const looks: Look[] = [];
  const inspector = await openInspector(service.worker);
  const started = performance.now();
  const look = async (): Promise<void> => {
    const isolate = await inspector?.memory();
    const browsers = descendants(service.root).filter(({ name }) => /chrom|headless/i.test(name)).length;
    const second = Math.round((performance.now() - started) / 1000);
    looks.push({ second, workerdMb: residentMb(service.worker), browsers, ...(isolate ? { isolate } : {}) });
  };
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return {
    looks,
    async stop() {
      isOver = true;
      await looking;
      inspector?.close();
    },
  };
}
