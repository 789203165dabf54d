import type { LocalService } from "../bench/lib/local-service.ts";
import { descendants, residentMb } from "../bench/lib/process-memory.ts";

export interface Look {
  second: number;
  workerdMb: number;
  browsers: number;
}

/** Looks at the service's processes every few seconds. */
export function watchProcesses(service: LocalService): { looks: Look[]; stop(): void } {
  const looks: Look[] = [];
  const started = performance.now();
  const look = (): void => {
    const browsers = descendants(service.root).filter(({ name }) => /chrom|headless/i.test(name)).length;
    looks.push({
      second: Math.round((performance.now() - started) / 1000),
      workerdMb: residentMb(service.worker),
      browsers,
    });
  };
  look();
  const timer = setInterval(look, 5000);
  return {
    looks,
    stop: () => {
      clearInterval(timer);
      look();
    },
  };
}
