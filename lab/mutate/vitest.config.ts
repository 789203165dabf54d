import { appendFileSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { wasmInNode } from "../../scripts/lib/wasm-source.ts";
import suites, { WORKER } from "../../vitest.config.mts";
import { type Suite, suiteOf } from "./suites.ts";
import { MAX_TRIES, type Run, switched } from "./switches.ts";

const list = process.env.QUIRE_FAULTS;
const nothing: Run = { faults: [], doubted: [] };
const { faults, doubted }: Run = list ? JSON.parse(readFileSync(list, "utf8")) : nothing;
const tests = globSync("test/**/*.test.ts");
const filesOf = (suite: Suite) => tests.filter((file) => suiteOf(file) === suite);
const [workerd, node, browser] = (suites.test?.projects ?? []) as Project[];
const setup = path.join(import.meta.dirname, "switch-setup.ts");

/** Each suite is one process, in which files share what they import, so a noticed fault stays noticed. */
export default defineConfig({
  test: {
    projects: [
      withSwitches({ plugins: [wasmInNode()], test: { name: "pure", include: filesOf("pure"), testTimeout: 90_000 } }),
      withSwitches({
        plugins: [cloudflareTest(withJournal())],
        test: { ...workerd?.test, include: filesOf("workerd") },
      }),
      withSwitches({ ...node, test: { ...node?.test, include: filesOf("node") } }),
      withSwitches({ ...browser, test: { ...browser?.test, include: filesOf("browser") } }),
    ],
  },
});

/** workerd has no files, so it tells this process which fault is on. */
function withJournal(): typeof WORKER {
  const journal = process.env.QUIRE_FAULT_JOURNAL;
  const write = async (request: { text(): Promise<string> }) => {
    if (journal) appendFileSync(journal, await request.text());
    return new Response();
  };
  return { ...WORKER, miniflare: { ...WORKER.miniflare, serviceBindings: { FAULT_JOURNAL: write } } } as typeof WORKER;
}

function withSwitches({ plugins = [], test }: Partial<Project>) {
  const settings = {
    ...test,
    setupFiles: [setup],
    isolate: false,
    maxWorkers: 1,
    retry: MAX_TRIES,
  };
  return {
    plugins: [...plugins, faultsInSources()],
    define: {
      NEAR_TESTS: JSON.stringify(Object.fromEntries(faults.map(({ id, near }) => [id, near]))),
      DOUBTED: JSON.stringify(doubted),
    },
    test: settings,
  };
}

/** Puts the faults of the run, which a file lists, into each source that is loaded. */
function faultsInSources(): Plugin {
  return {
    name: "faults-in-sources",
    enforce: "pre",
    transform(code, id) {
      const file = path.relative(process.cwd(), id.split("?")[0] as string);
      const here = faults.filter((each) => each.file === file);
      return here.length > 0 ? { code: switched(code, here), map: null } : undefined;
    },
  };
}

interface Project {
  plugins?: Plugin[];
  test: { name?: string; include?: string[]; exclude?: string[]; testTimeout?: number };
}
