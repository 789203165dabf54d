import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { wasmInNode } from "../../scripts/lib/wasm-source.ts";
import suites from "../../vitest.config.mts";
import { MOST_TRIES, type Run, switched } from "./switches.ts";

/** Tests of pure code hold in Node as well, where they start in a fraction of the time that workerd takes. */
const PURE = [
  "test/{fields,html,images,intake,pdf,pdf-objects}/**/*.test.ts",
  "test/{admin/access,deliver/{links,zip},idempotency/fingerprint,keys/format,usage/key-meter}.test.ts",
  "test/api/operations/{image-batch,page-ranges,part-names}.test.ts",
];
/** These want what only workerd has: its streams, its HTMLRewriter or its zlib. */
const IMPURE = [
  "test/html/{convert,browser/browser-ledger,quick/quick-action,quick/templates}.test.ts",
  "test/images/inflate.test.ts",
  "test/intake/{memory-budget,submission,form/*,json/*}.test.ts",
];

/** These wait for browsers. */
const BROWSERS = ["test/node/html/**/*.test.ts"];
/** These are about what is around the service. */
const AROUND = ["test/node/{lab,layout,scripts,wasm,web}/**"];

const list = process.env.QUIRE_FAULTS;
const { faults, doubted }: Run = list ? JSON.parse(readFileSync(list, "utf8")) : { faults: [], doubted: [] };
const pure = globSync(PURE, { exclude: IMPURE });
const [workerd, node] = (suites.test?.projects ?? []) as Project[];
const setup = path.join(import.meta.dirname, "switch-setup.ts");

/** Each suite is one process, in which files share what they import, so that a fault stays noticed once it is. */
export default defineConfig({
  test: {
    projects: [
      withSwitches({ plugins: [wasmInNode()], test: { name: "pure", include: pure } }),
      withSwitches({ ...workerd, test: { ...workerd?.test, exclude: [...(workerd?.test.exclude ?? []), ...pure] } }),
      withSwitches({ ...node, test: { ...node?.test, exclude: [...BROWSERS, ...AROUND] } }),
      withSwitches({ ...node, test: { ...node?.test, name: "browser", include: BROWSERS } }),
    ],
  },
});

function withSwitches({ plugins = [], test }: Partial<Project>) {
  const settings = {
    ...test,
    setupFiles: [setup],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 30_000,
    retry: MOST_TRIES,
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
  test: { name?: string; include?: string[]; exclude?: string[] };
}
