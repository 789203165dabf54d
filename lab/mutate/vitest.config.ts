import { globSync } from "node:fs";
import { defineConfig } from "vitest/config";
import suites, { NATIVE } from "../../vitest.config.mts";
import { type Suite, suiteOf } from "./suites.ts";

const tests = globSync("test/**/*.test.ts");
const filesOf = (suite: Suite) => tests.filter((file) => suiteOf(file) === suite);
const [workerd, node, browser] = (suites.test?.projects ?? []) as { test: object }[];

/** The projects of the service's tests, but those of pure code in Node. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "pure", ...NATIVE, include: filesOf("pure"), isolate: false, testTimeout: 90_000 } },
      { ...workerd, test: { ...workerd?.test, include: filesOf("workerd") } },
      { ...node, test: { ...node?.test, include: filesOf("node") } },
      { ...browser, test: { ...browser?.test, include: filesOf("browser") } },
    ],
  },
});
