import path from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { characterCodes } from "./scripts/lib/character-codes.ts";
import { wasmInNode } from "./scripts/lib/wasm-source.ts";

/** Tests of Node that drive browsers, for which they mostly wait. */
const WITH_BROWSERS = ["test/node/{html,ocr}/**/*.test.ts", "test/node/scripts/{browser-shim,verify/stand-in}.test.ts"];

/**
 * Tables of what comes out of thousands of small PDFs. That code is pure and the tables are the same everywhere, so
 * they are tried in Node, which runs two files at once; workerd runs one.
 */
const TABLES_OF_PDF = "test/{pdf-file,pdf-pages,pdf-content,crop,split,merge,remove,inspect}/**/recorded*.test.ts";

/** One of these that began last would run alone at the end. */
const LONGEST = /test\/node\/(lab\/fuzz\/fuzz|layout\/patterns|remove\/removal|wasm\/kernels)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** What is looked for again and again comes as late as the machine is busy. */
const EXPECT = { requireAssertions: true, poll: { timeout: 60_000 } };

/**
 * Node runs the sources as they are, and WebAssembly by the same hook as in scripts: vitest's own modules reach what
 * they import through getters, and transforming and importing them took a fifth of the time.
 */
export const NATIVE = {
  execArgv: ["--no-warnings", "--import", path.join(import.meta.dirname, "scripts/lib/wasm-hook.ts")],
  experimental: { viteModuleRunner: false },
};

/** The Worker that tests in workerd have around them. */
export const WORKER = {
  // The sources that the deployed modules are made of: a test may replace some.
  main: "./src/index.ts",
  wrangler: { configPath: "./wrangler.toml" },
  miniflare: {
    bindings: {
      LINK_SECRET: "the secret of tests",
      ADMIN_SECRET: "the-admin-secret-of-tests",
      API_ORIGIN: "https://api.quire.test",
      DOWNLOAD_ORIGIN: "https://files.quire.test",
      QUIRE_ENV: "development",
      ALLOW_LOOPBACK_HOSTS: "allowed.test:9000",
    },
  },
};

// No project may have an `exclude` of its own: `--exclude`, which a quick run uses, would have no effect on it.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // In workerd: everything that runs in the Worker.
        plugins: [cloudflareTest(WORKER), characterCodes()],
        test: {
          name: "workerd",
          include: ["test/!(node|e2e)/**/*.test.ts", `!${TABLES_OF_PDF}`],
          // Only this project has the static assets beside the Worker; the service of `e2e` builds them itself.
          globalSetup: "test/support/build-assets.ts",
          // One isolate for all files, one after the other: starting workerd for each file took most of the time.
          isolate: false,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          // The first request of a file waits until the Worker that holds its Durable Objects is loaded; a busy machine
          // takes six times as long as an idle one.
          testTimeout: 90_000,
          hookTimeout: 60_000,
          expect: EXPECT,
        },
      },
      {
        // In Node: what needs independent renderers or the file system.
        test: {
          name: "node",
          ...NATIVE,
          include: ["test/node/**/*.test.ts", TABLES_OF_PDF, ...WITH_BROWSERS.map((files) => `!${files}`)],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          expect: EXPECT,
          // The same on every machine: more of them at once would take time from what waits for browsers.
          maxWorkers: 2,
          // Files that share a process import the engine once: a third of the time went into importing.
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "browser",
          ...NATIVE,
          include: WITH_BROWSERS,
          testTimeout: 180_000,
          hookTimeout: 60_000,
          expect: EXPECT,
          // Most try two pages at a time, some in browsers of their own: more at once would be late for their deadlines.
          maxWorkers: 1,
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // Over HTTP, against `wrangler dev`.
        plugins: [wasmInNode(), characterCodes()],
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: "test/e2e/setup.ts",
          setupFiles: "test/e2e/conforms-setup.ts",
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: EXPECT.poll },
          // Chromium's renderer crashes by itself once in some ten whole runs (a null pointer in its own code). A test
          // that crashes it each time still fails.
          retry: { count: 1, condition: /(Target|Page) crashed/ },
          // One process for all files: they share their modules, and those of the pages one browser.
          isolate: false,
          fileParallelism: false,
          // Projects with other numbers of workers have to say which comes first where they run in one process.
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
