import { table } from "../bench/lib/report.ts";
import { percentile } from "../bench/lib/statistics.ts";
import type { Result } from "./actions.ts";
import { type Level, levelOf, memoryRows, type Rests } from "./memory.ts";
import type { Look } from "./watch.ts";

export type Tally = Map<string, Result[]>;

/** What was seen of the service's own processes; undefined for a service that was already running. */
export interface Seen {
  looks: readonly Look[];
  rests: Rests;
}

const REASONS_SHOWN = 5;

/** As Markdown, for the docs. `isGood` decides the exit code of the command. */
export function loadReport(tally: Tally, seen: Seen | undefined): { text: string; isGood: boolean } {
  const head = ["action", "requests", "p50 ms", "p95 ms", "p99 ms", "most ms", "wrong", "statuses"];
  const sorted = [...tally].sort(([a], [b]) => a.localeCompare(b));
  const blocks = [table(head, sorted.map(actionRow)), reasons(tally)];
  const level = seen && levelOf(seen.looks, seen.rests);
  if (seen !== undefined) blocks.push(...memoryBlocks(seen, level));
  const { sentence, isGood } = judge(tally);
  blocks.push([sentence]);
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
  return { text, isGood: isGood && (seen === undefined || level?.isLevel === true) };
}

function actionRow([name, results]: [string, Result[]]): string[] {
  const times = results.filter(({ status }) => status === 200 || (status >= 400 && status < 500)).map(({ ms }) => ms);
  const of = (percent: number): string => (times.length === 0 ? "–" : percentile(times, percent).toFixed(0));
  const wrong = results.filter((result) => result.wrong !== undefined).length;
  return [name, String(results.length), of(50), of(95), of(99), of(100), String(wrong), statuses(results)];
}

function reasons(tally: Tally): string[] {
  return [...tally].flatMap(([name, results]) => {
    const wrongs = new Set(results.flatMap(({ wrong }) => (wrong === undefined ? [] : [wrong])));
    return [...wrongs].slice(0, REASONS_SHOWN).map((reason) => `- wrong: ${name}: ${reason}`);
  });
}

/** The least and the most of each slice, and whether memory is level. */
function memoryBlocks({ looks, rests }: Seen, level: Level | undefined): string[][] {
  const head = ["seconds", "heap MB", "backing stores MB", "both MB", "workerd resident MB", "browser processes"];
  const rows = table(head, memoryRows(looks));
  if (level === undefined)
    return [rows, ["The isolate did not say what it holds: whether memory is level is not known."]];
  const at = ({ second }: Look): string => `${second} s`;
  return [
    rows,
    [
      `At rest, garbage collected, the isolate held ${level.firstMb.toFixed(1)} MB at ${at(rests.first)} and ${level.lastMb.toFixed(1)} MB at ${at(rests.last)};`,
      `browser processes: ${level.browsersLeft} at the end, at most ${level.browsersNeeded} before ${at(rests.first)}: ${level.isLevel ? "level" : "NOT level"}.`,
    ],
  ];
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

/** A good run has no wrong answer, no hang, and no failure that a client cannot act upon. */
function judge(tally: Tally): { sentence: string; isGood: boolean } {
  const results = [...tally.values()].flat();
  const wrong = results.filter((result) => result.wrong !== undefined).length;
  const failed = results.filter(({ status, retryAfter }) => status >= 500 && !(status === 503 && retryAfter)).length;
  const sentence = `${results.length} requests: ${wrong} wrong or without an answer, ${failed} failed with a 5xx that is no 503 with Retry-After.`;
  return { sentence, isGood: wrong === 0 && failed === 0 && results.length > 0 };
}
