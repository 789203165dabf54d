import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { ensureBrowser, ensureFonts } from "../../scripts/lib/local-browser.ts";
import { startService } from "../../scripts/lib/service.ts";
import { freePort } from "../support/ports.ts";

declare module "vitest" {
  interface ProvidedContext {
    service: {
      api: string;
      downloads: string;
      key: string;
      adminSecret: string;
      state: string;
      pid: number;
      site: number;
    };
  }
}

/** Starts the whole service once for all end-to-end tests, on ports and in a folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const state = await mkdtemp(path.join(os.tmpdir(), "quire-e2e-"));
  const port = await freePort();
  // Where tests may put a site of their own for the service to fetch: allowed on this machine only.
  const site = await freePort();
  // As `npm start` does: text in any script must come out here too.
  await ensureFonts(await ensureBrowser());
  const vars = { ALLOW_LOOPBACK_HOSTS: `localhost:${site} 127.0.0.1:${site}` };
  const service = await startService({ port, state, vars });
  const { api, downloads, key, adminSecret, pid } = service;
  project.provide("service", { api, downloads, key, adminSecret, state, pid, site });
  return async () => {
    await service.stop();
    await rm(state, { recursive: true, force: true });
  };
}
