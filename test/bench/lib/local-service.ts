import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Service, startService } from "../../../scripts/lib/service.ts";
import { workerProcess } from "./process-memory.ts";

export interface LocalService {
  api: string;
  key: string;
  /** The workerd process that runs the Worker. */
  pid: number;
  /** The process above everything, browsers included. */
  root: number;
  stop(): Promise<void>;
}

/** A service of the bench's own, on a state folder of its own. */
export async function startLocalService(port: number, vars: Record<string, string> = {}): Promise<LocalService> {
  const state = mkdtempSync(join(tmpdir(), "quire-bench-state-"));
  const service: Service = await startService({ port, state, vars });
  return {
    api: service.api,
    key: service.key,
    pid: workerProcess(service.pid, port),
    root: service.pid,
    async stop() {
      await service.stop();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
