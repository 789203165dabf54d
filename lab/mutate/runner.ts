import { createVitest, type Vitest } from "vitest/node";
import type { RunAnswer, RunRequest } from "./run.ts";

/**
 * A process of its own that keeps vitest warm and runs the files asked for: it can be killed when a fault never ends.
 */
let vitest: Vitest | undefined;

process.on("message", async (request: RunRequest) => {
  try {
    vitest ??= await createVitest("test", {
      run: true,
      watch: false,
      bail: 1,
      config: "lab/mutate/vitest.config.ts",
      reporters: [{}],
    });
    for (const file of request.changed) vitest.invalidateFile(file);
    const wanted = new Set(request.tests);
    const all = await vitest.globTestSpecifications(request.tests);
    const specifications = all.filter(({ moduleId }) => wanted.has(moduleId));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
    // What vitest gives back holds the files of earlier runs as well, with the faults of then.
    const ran = testModules.filter(({ moduleId }) => wanted.has(moduleId));
    const failed = ran.filter((module) => module.state() === "failed").map(({ moduleId }) => moduleId);
    answer({ passed: failed.length === 0 && unhandledErrors.length === 0, ran: ran.length, failed });
  } catch (error) {
    answer({ passed: false, ran: 0, failed: [String(error)] });
  }
});

function answer(message: RunAnswer): void {
  process.send?.(message);
}
