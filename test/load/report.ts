import { percentile } from "../bench/lib/statistics.ts";
import type { Result } from "./actions.ts";
import { levelOf, memoryRows } from "./memory.ts";
import type { Look } from "./watch.ts";

export type Tally = Map<string, Result[]>;

export function printLoad(tally: Tally, looks: readonly Look[]): void {
  const head = ["action", "requests", "p50 ms", "p95 ms", "p99 ms", "most ms", "wrong", "statuses"];
  const rows = [...tally]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, results]) => {
      const times = results
        .filter(({ status }) => status === 200 || (status >= 400 && status < 500))
        .map(({ ms }) => ms);
      const of = (percent: number): string => (times.length === 0 ? "–" : percentile(times, percent).toFixed(0));
      const wrong = results.filter((result) => result.wrong !== undefined).length;
      return [name, String(results.length), of(50), of(95), of(99), of(100), String(wrong), statuses(results)];
    });
  printTable(head, rows);
  for (const [name, results] of tally) {
    const reasons = new Set(results.flatMap(({ wrong }) => (wrong === undefined ? [] : [wrong])));
    for (const reason of [...reasons].slice(0, 5)) console.log(`wrong: ${name}: ${reason}`);
  }
  if (looks.length > 0) printLooks(looks);
}

/** Least and most of each slice, and whether the isolate's memory is level. */
function printLooks(looks: readonly Look[]): void {
  const head = ["seconds", "heap MB", "backing stores MB", "both MB", "workerd resident MB", "browser processes"];
  printTable(head, memoryRows(looks));
  const level = levelOf(looks);
  if (level === undefined) {
    console.log("The isolate's own memory was not seen.");
    return;
  }
  const { settledMb, lastMb, isLevel } = level;
  console.log(
    `The isolate held at least ${settledMb.toFixed(0)} MB after the first minute and ${lastMb.toFixed(0)} MB in the last: ${isLevel ? "level" : "NOT level"}.`,
  );
}

function printTable(head: readonly string[], rows: readonly string[][]): void {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  console.log(line(head));
  console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  for (const row of rows) console.log(line(row));
}

function statuses(results: readonly Result[]): string {
  const counts = new Map<string, number>();
  for (const { status } of results) {
    const name = status === -1 ? "no answer" : status === 0 ? "left" : String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort()
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ");
}

/** True when nothing was wrong, hung, or failed in a way that a client cannot act upon, and memory is level where it was seen. */
export function judge(tally: Tally, looks: readonly Look[]): boolean {
  const results = [...tally.values()].flat();
  const wrong = results.filter((result) => result.wrong !== undefined).length;
  const failed = results.filter(({ status, retryAfter }) => status >= 500 && !(status === 503 && retryAfter)).length;
  console.log(
    `${results.length} requests: ${wrong} wrong or without an answer, ${failed} failed with a 5xx that is no 503 with Retry-After.`,
  );
  return wrong === 0 && failed === 0 && results.length > 0 && levelOf(looks)?.isLevel !== false;
}
