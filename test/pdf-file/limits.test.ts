import { it } from "vitest";
import { type Limit, limitsOfReading, limitsOfSplitting, limitsOfTrees } from "../fixtures/samples/at-limits.ts";
import { limitsOfContent } from "../fixtures/samples/at-limits-of-content.ts";
import { type OperationName, outcomesOf } from "../support/outcomes/outcomes.ts";
import { expectTable } from "../support/recorded/lines.ts";

it.each<[string, readonly Limit[], OperationName[]]>([
  ["reading", limitsOfReading, ["seen"]],
  ["splitting", limitsOfSplitting, ["parts"]],
  ["trees", limitsOfTrees, ["parts"]],
  ["content", limitsOfContent, ["paints"]],
])(
  "what is at a limit of %s is taken, and what is one beyond is not, as recorded",
  async (what, limits, operations) => {
    const lines = limits.flatMap(({ name, most, made }) => {
      const samples = [most - 1, most, most + 1].map((count) => ({ ...made(count), name: `${name}, ${count}` }));
      return outcomesOf(samples, operations);
    });
    await expectTable(`limits of ${what}`, lines, "recorded");
  },
);
