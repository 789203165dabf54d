import { it } from "vitest";
import type { Sample } from "../../fixtures/samples/sample.ts";
import { expectTable } from "./lines.ts";
import { type OperationName, table } from "./outcomes.ts";

/**
 * Compares what comes out of each sample with the table of its chapter, in the folder `recorded` beside the test. A
 * table that differs shows the documents whose results have changed. `npm run record` writes it again; read its diff before it is committed.
 */
export function comeOutAsRecorded(
  chapters: Readonly<Record<string, readonly Sample[]>>,
  operations: readonly OperationName[],
): void {
  it.each(Object.entries(chapters))("%s", async (chapter, samples) => {
    await expectTable(chapter, table(samples, operations), "recorded");
  });
}
