import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { constructs } from "../../fixtures/removal/constructs/index.ts";
import { SECRET } from "../../fixtures/removal/secret.ts";
import { Finder } from "../../support/finder/finder.ts";
import { sought } from "./judge.ts";
import { type Answer, type Step, steps } from "./steps/step.ts";

const hook = join(import.meta.dirname, "../../../scripts/lib/wasm-hook.ts");
let child: ChildProcess;

function removeWithout(step: Step, file: Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`the process ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (answer: Answer) => {
      child.off("exit", onExit);
      resolve(answer);
    });
    child.send({ step, file });
  });
}

describe("a step of the cleaning that is switched off is noticed, by the check of the result or by the finder", () => {
  beforeAll(() => {
    child = fork(join(import.meta.dirname, "steps/remove-without.ts"), {
      execArgv: ["--no-warnings", "--import", hook],
      serialization: "advanced",
    });
  });

  afterAll(() => {
    child.kill();
  });

  it.each(steps)("$name", async (step) => {
    const construct = constructs.find(({ name }) => name === step.shownBy)!;
    const file = await construct.make(SECRET);
    const answer = await removeWithout(step, file);
    expect(answer).not.toHaveProperty("crash");
    if (step.fault !== undefined) expect(answer).toEqual({ unverified: step.fault });
    if ("result" in answer) expect(Finder.search(answer.result, sought(construct, file))).not.toEqual([]);
    else expect(answer).toHaveProperty("unverified");
  });
});
