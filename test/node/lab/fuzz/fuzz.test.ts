import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { targetNames } from "../../../../lab/fuzz/targets/names.ts";

const project = join(import.meta.dirname, "../../../..");
const command = ["--no-warnings", "--import", "./scripts/lib/wasm-hook.ts", "lab/fuzz/main.ts"];

/**
 * Inputs, not seconds: a busy machine tries as many as an idle one. PDFs are the likeliest to be malformed; what takes
 * longest to try has the fewest. `npm run fuzz` goes on for as long as one likes.
 */
const INPUTS: Partial<Record<string, number>> = {
  pdf: 1_000,
  content: 120,
  removal: 150,
  redact: 60,
  time: 40,
  ratio: 20,
};
const inputsOf = (target: string): number => INPUTS[target] ?? 1_000;

describe("broken input", () => {
  it.each(targetNames)(
    "%s ends in a result or a stated refusal, in bounded time and memory",
    async (target) => {
      const run = promisify(execFile)(process.execPath, [...command, target, "--inputs", String(inputsOf(target))], {
        cwd: project,
      });
      // A failure's kind and place are in what it prints.
      const { stdout } = await run.catch((error: { stdout?: string; message: string }) => ({
        stdout: `FAILED\n${error.stdout ?? error.message}`,
      }));
      expect(stdout).not.toContain("FAILED");
      expect(stdout).toContain("no failure");
    },
    300_000,
  );
});
