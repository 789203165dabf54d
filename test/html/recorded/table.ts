import { it } from "vitest";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { HtmlProblem } from "../../../src/html/html-problem.ts";
import { IntakeProblem } from "../../../src/intake/intake-problem.ts";
import { expectTable, wrapped } from "../../support/recorded/lines.ts";

/** What is given, in words, and what is made of it. */
export type Row = [given: string, made: () => unknown];

/** One row for each value. */
export const rows = <T>(values: readonly T[], made: (value: T) => unknown): Row[] =>
  values.map((value) => [JSON.stringify(value).slice(0, 160), () => made(value)]);

export const options = (fields: object) => htmlOptions.parse(fields);
/** Each character is a byte. */
export const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/**
 * A test that each input comes to what the table says. After an intended change `npm run record -- test/html` writes the tables again: their difference shows what changes for pages.
 */
export function recordedPages(chapters: Record<string, () => Iterable<Row>>): void {
  it.each(Object.entries(chapters))("%s", async (chapter, rows) => {
    const lines: string[] = [];
    for (const [given, made] of rows()) lines.push(...wrapped(`${given} → ${await outcome(made)}`));
    await expectTable(chapter, lines);
  });
}

async function outcome(made: () => unknown): Promise<string> {
  try {
    const value = await made();
    return typeof value === "string" ? value.replaceAll("\n", "⏎") : (JSON.stringify(value) ?? "nothing");
  } catch (error) {
    if (!(error instanceof HtmlProblem || error instanceof IntakeProblem)) throw error;
    return `refused: ${error.kind} ${error.field ?? ""} ${error.message}`;
  }
}
