import path from "node:path";
import { BaseSequencer, startVitest, type TestSpecification } from "vitest/node";
import type { Findings } from "./switch-setup.ts";

/** What a test found. */
export interface Found {
  test: string;
  failed: boolean;
  findings?: Findings;
}

/** A process of its own that runs one suite with faults that its tests switch on and off, and tells what each finds. */
const [, , project, ...files] = process.argv as [string, string, string, ...string[]];

/** The nearest tests first: what they notice, those behind them need not try. */
class AsGiven extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => files.indexOf(path.relative(process.cwd(), moduleId));
    return specifications.sort((a, b) => place(a) - place(b));
  }
}

const vitest = await startVitest("test", files, {
  config: "lab/mutate/vitest.config.ts",
  project: [project],
  watch: false,
  passWithNoTests: true,
  sequence: { sequencer: AsGiven },
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
