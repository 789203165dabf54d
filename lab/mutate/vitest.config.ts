import { globSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { wasmInNode } from "../../scripts/lib/wasm-source.ts";
import suites from "../../vitest.config.mts";

/** Tests of pure code hold in Node as well, where they start in a fraction of the time that workerd takes. */
const PURE = [
  "test/{fields,html,images,intake,pdf,pdf-objects}/**/*.test.ts",
  "test/{admin/access,deliver/{links,zip},idempotency/fingerprint,keys/format,usage/key-meter}.test.ts",
  "test/api/{image-batch,page-ranges,part-names}.test.ts",
];
/** These want what only workerd has: its streams, its HTMLRewriter or its zlib. */
const IMPURE = [
  "test/html/{convert,quick/quick-action,quick/templates}.test.ts",
  "test/images/inflate.test.ts",
  "test/intake/{memory-budget,submission,form/*,json/*}.test.ts",
];

const pure = globSync(PURE, { exclude: IMPURE });
const [workerd, node] = (suites.test?.projects ?? []) as { test: { exclude: string[] } }[];
workerd?.test.exclude.push(...pure);

/** The suites of npm test that need no service. Each is one process, so that files share what they import. */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [wasmInNode()],
        test: { name: "pure", include: pure, testTimeout: 90_000, isolate: false, maxWorkers: 2 },
      },
      ...[workerd, node].filter((project) => project !== undefined),
    ],
  },
});
