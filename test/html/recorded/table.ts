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
 * A test that each input comes to what the table says. After an intended change `npm run record -- test/html` writes
 * the tables again: their difference shows what changes for pages.
 */
export function recordedPages(chapters: Record<string, () => Iterable<Row>>): void {
  it.each(Object.entries(chapters))("%s", async (chapter, rows) => {
    const alike = new Map<string, string[]>();
    for (const [given, made] of rows()) {
      const outcomeText = await outcome(made);
      alike.set(outcomeText, [...(alike.get(outcomeText) ?? []), given]);
    }
    const lines = [...alike].flatMap(([outcomeText, givens]) => wrapped(`${givens.join(" · ")} → ${outcomeText}`));
    await expectTable(chapter, lines);
  });
}

/** Scripts, styles and headers that stand in most rows, by what they do. Any other form of them is written out. */
const NAMES: [form: RegExp | string, name: string][] = [
  [
    /if \(document\.title === "".*?slice\(0, 2000\)\)\]/gs,
    "a title where there is none; has it a language, an author?",
  ],
  [
    "Math.ceil(Math.max(document.documentElement?.getBoundingClientRect().height ?? 0, document.body?.scrollHeight ?? 0))",
    "how high is it?",
  ],
  [
    /\(\(\) => \{⏎ +const sheet = new CSSStyleSheet\(\);⏎ +sheet\.replaceSync\((".*?")\);⏎ +document\.adoptedStyleSheets = \[\.\.\.document\.adoptedStyleSheets, sheet\];⏎ +\}\)\(\)/g,
    "style $1",
  ],
  [
    /Emulation\.setDeviceMetricsOverride \{"width":(\d+),"height":(\d+),"deviceScaleFactor":1,"mobile":false\}/g,
    "window $1×$2",
  ],
  [
    '"features":[{"name":"prefers-color-scheme","value":"light"},{"name":"prefers-reduced-motion","value":"no-preference"},{"name":"forced-colors","value":"none"},{"name":"prefers-contrast","value":"no-preference"},{"name":"prefers-reduced-transparency","value":"no-preference"},{"name":"color-gamut","value":"srgb"}]',
    "the usual features",
  ],
  [
    "content-security-policy: sandbox allow-scripts allow-same-origin , x-dns-prefetch-control: off",
    "a sandbox and no prefetch",
  ],
  ["content-security-policy: upgrade-insecure-requests", "upgraded"],
  ["access-control-allow-origin: *", "for any origin"],
  [
    "@page { margin: 0 } html, body { margin: 0; padding: 0 }\\nsection { display: flex; box-sizing: border-box; overflow: hidden; break-before: page; break-inside: avoid }\\nsection:first-child { break-before: auto }\\nsection > * { flex: none; white-space: pre-wrap; overflow-wrap: anywhere; text-align: center; line-height: 1.2 }",
    "[a page for each section]",
  ],
  ['<meta http-equiv=\\"x-dns-prefetch-control\\" content=\\"off\\">', "<NO PREFETCH>"],
];

async function outcome(made: () => unknown): Promise<string> {
  return NAMES.reduce((text, [form, name]) => text.replaceAll(form, name), await written(made));
}

async function written(made: () => unknown): Promise<string> {
  try {
    const value = await made();
    return typeof value === "string" ? value.replaceAll("\n", "⏎") : (JSON.stringify(value) ?? "nothing");
  } catch (error) {
    if (!(error instanceof HtmlProblem || error instanceof IntakeProblem)) throw error;
    return `refused: ${error.kind} ${error.field ?? ""} ${error.message}`;
  }
}
