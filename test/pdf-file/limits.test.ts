import { expect, it } from "vitest";
import { type Limit, limitsOfReading, limitsOfSplitting, limitsOfTrees } from "../fixtures/samples/at-limits.ts";
import { limitsOfContent } from "../fixtures/samples/at-limits-of-content.ts";
import { expectTable } from "../support/recorded/lines.ts";
import { type OperationName, table } from "../support/recorded/outcomes.ts";

it.each<[string, readonly Limit[], OperationName[]]>([
  ["reading", limitsOfReading, ["read", "crop"]],
  ["splitting", limitsOfSplitting, ["each page", "repack"]],
  ["trees", limitsOfTrees, ["last pages first"]],
  ["content", limitsOfContent, ["painted"]],
])(
  "what is at a limit of %s is taken, and what is one beyond is not, as recorded",
  async (what, limits, operations) => {
    const lines = limits.flatMap(({ name, most, made }) => {
      const samples = [most - 1, most, most + 1].map((count) => ({ ...made(count), name: `${name}, ${count}` }));
      return table(samples, operations).slice(2);
    });
    expect(lines).toHaveLength(limits.length * 3);
    await expectTable(`limits of ${what}`, lines, "recorded");
  },
);
