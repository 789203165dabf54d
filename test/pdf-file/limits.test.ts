import { it } from "vitest";
import { type Limit, limitsOfReading, limitsOfSplitting, limitsOfTrees } from "../fixtures/samples/at-limits.ts";
import { limitsOfContent } from "../fixtures/samples/at-limits-of-content.ts";
import { expectTable } from "../support/recorded/lines.ts";
import { type Told, told } from "../support/told/told.ts";

it.each<[string, readonly Limit[], Told[]]>([
  ["reading", limitsOfReading, ["seen"]],
  ["splitting", limitsOfSplitting, ["parts"]],
  ["trees", limitsOfTrees, ["parts"]],
  ["content", limitsOfContent, ["paints"]],
])(
  "what is at a limit of %s is taken, and what is one beyond is not, as recorded",
  async (what, limits, operations) => {
    const lines = limits.flatMap(({ name, most, made }) => {
      const samples = [most - 1, most, most + 1].map((count) => ({ ...made(count), name: `${name}, ${count}` }));
      return told(samples, operations);
    });
    await expectTable(`limits of ${what}`, lines, "recorded");
  },
);
