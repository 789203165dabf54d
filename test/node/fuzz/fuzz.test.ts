import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { targetNames } from "../../../lab/fuzz/targets/names.ts";

const project = join(import.meta.dirname, "..", "..", "..");
const command = ["--no-warnings", "--import", "./scripts/lib/wasm-hook.ts", "lab/fuzz/main.ts"];

/** PDFs, the likeliest to be malformed, for a minute, and slow inputs, of which each is tried in three sizes, for longer than the rest; `npm run fuzz` goes on for as long as one likes. */
const secondsOf = (target: string): number => (target === "pdf" ? 60 : target === "time" ? 25 : 6);

describe("broken input", () => {
  it.each(targetNames)(
    "%s ends in a result or a stated refusal, in bounded time and memory",
    async (target) => {
      const run = promisify(execFile)(process.execPath, [...command, target, "--seconds", String(secondsOf(target))], {
        cwd: project,
      });
      // A failure's kind and place are in what it prints.
      const { stdout } = await run.catch((error: { stdout?: string; message: string }) => ({
        stdout: `FAILED\n${error.stdout ?? error.message}`,
      }));
      expect(stdout).not.toContain("FAILED");
      expect(stdout).toContain("no failure");
    },
    120_000,
  );
});
