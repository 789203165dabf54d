import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Service, startService } from "../../../scripts/lib/service.ts";
import { freePort } from "../../../test/support/ports.ts";
import { residentMb, workerProcess } from "../../../test/support/process-memory.ts";

export interface LocalService {
  api: string;
  key: string;
  /** The topmost process, above the browsers too. */
  root: number;
  /** The workerd process that runs the Worker; wrangler starts another one when a source file changes. */
  readonly worker: number;
  /** Where R2 and KV are kept. */
  state: string;
  stop(): Promise<void>;
}

/** A service for the bench alone, on a free port and with a new state folder, which `prepare` may fill first. */
export async function startLocalService(
  vars: Record<string, string> = {},
  prepare: (state: string) => Promise<void> = async () => {},
): Promise<LocalService> {
  const port = await freePort();
  const state = mkdtempSync(join(tmpdir(), "quire-bench-state-"));
  await prepare(state);
  const service: Service = await startService({ port, state, vars });
  return {
    api: service.api,
    key: service.key,
    root: service.pid,
    get worker() {
      return workerProcess(service.pid, port);
    },
    state,
    async stop() {
      await service.stop();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Resident memory when nothing is going on: the lowest of a few looks. */
export async function idleMb(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 5; look++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    least = Math.min(least, residentMb(pid));
  }
  return least;
}
