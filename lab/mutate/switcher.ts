import path from "node:path";
import { BaseSequencer, startVitest, type TestSpecification } from "vitest/node";
import type { Findings } from "./switches.ts";

/** What a test found. Without a result, it says only that the file is still being tried. */
export interface Found {
  test: string;
  failed?: boolean;
  /** The test that failed, and with which words. */
  why?: string;
  findings?: Findings;
}

/** A process that runs one suite with faults that its tests switch on and off, and reports what each test finds. */
const [, , project, ...files] = process.argv as [string, string, string, ...string[]];

/** The nearest tests first: the others need not try what these notice. */
class AsGiven extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => files.indexOf(path.relative(process.cwd(), moduleId));
    return specifications.sort((a, b) => place(a) - place(b));
  }
}

let left = 0;
let going = "";
let told = 0;

function tell(found: Found): void {
  told = Date.now();
  process.send?.(found);
}

await startVitest("test", files, {
  config: "lab/mutate/vitest.config.ts",
  project: [project],
  watch: false,
  passWithNoTests: true,
  sequence: { sequencer: AsGiven },
  reporters: [
    {
      onTestRunStart(specifications) {
        left = specifications.length;
      },
      onTestModuleStart(module) {
        going = module.relativeModuleId;
        tell({ test: going });
      },
      // Each try prepares again.
      onHookEnd() {
        if (Date.now() - told > 1000) tell({ test: going });
      },
      onTestCaseResult(test) {
        const { faults } = test.meta() as { faults?: Findings };
        const { state, errors = [] } = test.result();
        const failed = state === "failed";
        const found: Found = { test: test.module.relativeModuleId, failed };
        if (failed) found.why = `${test.fullName}: ${errors[0]?.message.slice(0, 500)}`;
        tell(faults ? { ...found, findings: faults } : found);
      },
      onTestModuleEnd(module) {
        // A file that could not be imported has no tests to report.
        const [error] = module.errors();
        if (error) tell({ test: module.relativeModuleId, failed: true, why: error.message.slice(0, 500) });
        left -= 1;
        // workerd may not end by itself.
        if (left === 0) setTimeout(() => process.exit(0), 200);
      },
    },
  ],
});
// With some faults workerd aborts before its tests have ended.
process.exit(left > 0 ? 1 : 0);
