import { expect, it } from "vitest";
import { inspectRanges } from "../../src/inspect/inspect-ranges.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { type SpreadFile, spreadFiles } from "../fixtures/samples/spread-files.ts";
import { inspectPdf } from "../support/at-once.ts";
import { expectTable, wrapped } from "../support/recorded/lines.ts";

const CHUNK = 4096;
const WINDOWS = [
  { from: 1, limit: 100 },
  { from: 8, limit: 2, content: true },
];

/** The chunks that were fetched, how many requests ran at once, and what they told. */
async function outcome({ file }: SpreadFile, window: (typeof WINDOWS)[number], tail?: Uint8Array): Promise<string> {
  const fetched: string[] = [];
  let running = 0;
  let most = 0;
  const read = async (start: number, end: number) => {
    most = Math.max(most, ++running);
    fetched.push(`${start / CHUNK}-${Math.ceil(end / CHUNK)}`);
    await Promise.resolve();
    running--;
    return file.slice(start, end);
  };
  const text = await inspectRanges({ size: file.length, read, ...(tail && { tail }) }, window).then(
    (found) => {
      if (!found) return "left";
      // What is told of pages is what the whole file tells. Their contents end where /Length says.
      expect(found.pages).toMatchObject(inspectPdf(openPdf(file), { ...window, content: false }).pages);
      const contents = found.pages.map(({ contentBox }) => contentBox && Object.values(contentBox).map(Math.round));
      return `${found.pageCount} pages ${contents.filter(Boolean).join(" and ")}`;
    },
    (error: Error) => error.message,
  );
  return `${fetched.join(" ")}, ${most} at once: ${text}`;
}

/** Layouts that differ only in how far before a chunk's end something is cut are told together. */
function heading(names: readonly string[]): string {
  const kinds = Map.groupBy(names, (name) => name.replace(/\d+ (?=bytes before$)/, ""));
  const texts = [...kinds].map(([kind, alike]) => {
    const cuts = alike.flatMap((name) => /\d+(?= bytes before$)/.exec(name)?.[0] ?? []);
    return cuts.length > 1 ? kind.replace("bytes before", `${cuts.join(", ")} bytes before`) : alike[0];
  });
  return texts.join(" · ");
}

it("remote files are read by the parts that are recorded", async () => {
  const names = new Map<string, string[]>();
  for (const sample of spreadFiles) {
    const outcomes: string[] = [];
    for (const window of WINDOWS) outcomes.push(await outcome(sample, window));
    const text = [...new Set(outcomes)].join("; of two pages with their contents ");
    names.set(text, [...(names.get(text) ?? []), sample.name]);
  }
  const lines = [...names].flatMap(([text, alike]) => wrapped(`${heading(alike)} → ${text}`));
  const [whole] = spreadFiles as [SpreadFile];
  for (const length of [1, 4095, 4096, 65_536, 100_000]) {
    const tail = whole.file.subarray(-length);
    lines.push(...wrapped(`${length} bytes of the end are there → ${await outcome(whole, WINDOWS[1]!, tail)}`));
  }
  await expectTable("by ranges", lines, "recorded");
});
