import { startVitest } from "vitest/node";
import type { Findings } from "./switch-setup.ts";

/** What a test found. */
export interface Found {
  test: string;
  failed: boolean;
  findings?: Findings;
}

/** A process of its own that runs one suite with faults that its tests switch on and off, and tells what each finds. */
const [, , project, ...files] = process.argv as [string, string, string, ...string[]];
const vitest = await startVitest("test", files, {
  config: "lab/mutate/vitest.config.ts",
  project: [project],
  watch: false,
  passWithNoTests: true,
  reporters: [
    {
      onTestCaseResult(test) {
        const { faults } = test.meta() as { faults?: Findings };
        const found: Found = { test: test.module.relativeModuleId, failed: test.result().state === "failed" };
        process.send?.(faults ? { ...found, findings: faults } : found);
      },
    },
  ],
});
await vitest.close();
process.exit(0);
