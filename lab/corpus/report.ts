import { writeFileSync } from "node:fs";
import { extname, relative } from "node:path";
import { sides } from "./differences.ts";
import { type Operation, type Outcome, outcomeKinds } from "./outcome.ts";

export function showProgress(operation: Operation, outcome: Outcome, done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${operation} ${done}/${total} `);
  else if (done % 100 === 0 || done === total) process.stderr.write(`${operation} ${done}/${total}\n`);
  if (outcome.kind === "crash" || outcome.kind === "wrong" || outcome.kind === "slow") {
    process.stderr.write(
      `${process.stderr.isTTY ? "\r" : ""}${outcome.kind}: ${outcome.file}: ${outcome.detail ?? ""}\n`,
    );
  }
}

/** Prints the table and the files of each kind. True when nothing crashed, hung or came out wrong. */
export function report(
  operation: Operation,
  folder: string,
  outcomes: readonly Outcome[],
  json: string | undefined,
): boolean {
  const groups = operation === "images" ? groupBy(outcomes, formatOf) : new Map([["pdf", [...outcomes]]]);
  console.log(`\n${operation}: ${outcomes.length} files`);
  console.log(["", "files", ...outcomeKinds].map((cell) => cell.padStart(9)).join(""));
  for (const [name, group] of groups) {
    const counts = outcomeKinds.map((kind) => group.filter((outcome) => outcome.kind === kind).length);
    console.log([name, group.length, ...counts].map((cell) => String(cell).padStart(9)).join(""));
  }
  const noted = outcomes.filter((outcome) => outcome.kind === "right" && (outcome.detail ?? "") !== "");
  list("right, with a remark", folder, noted);
  for (const kind of outcomeKinds.slice(1))
    list(
      kind,
      folder,
      outcomes.filter((outcome) => outcome.kind === kind),
    );
  if (operation === "all") listDifferences(folder, outcomes);
  summarise(outcomes);
  if (operation === "remove" || operation === "redact") summariseRefusals(outcomes);
  if (json !== undefined) writeFileSync(json.replace("%", operation), `${JSON.stringify(outcomes, null, 1)}\n`);
  return outcomes.every((outcome) => outcome.kind !== "crash" && outcome.kind !== "wrong" && outcome.kind !== "slow");
}

function list(heading: string, folder: string, outcomes: readonly Outcome[]): void {
  if (outcomes.length === 0) return;
  console.log(`\n${heading} (${outcomes.length})`);
  for (const outcome of [...outcomes].sort((a, b) => a.file.localeCompare(b.file))) {
    const clean = outcome.kind === "refused" && outcome.clean === true ? " [others read it without complaint]" : "";
    const why = [outcome.code, outcome.detail].filter(Boolean).join(": ");
    console.log(`  ${relative(folder, outcome.file)}${why === "" ? "" : `: ${why}`}${clean}`);
  }
}

/** The most examples of a difference that is not our fault. */
const mostExamples = 12;

/** How often each statement differs and whose fault it is, with the places. */
function listDifferences(folder: string, outcomes: readonly Outcome[]): void {
  const all = outcomes.flatMap(({ file, differences = [] }) =>
    differences.map((difference) => ({ ...difference, place: `${relative(folder, file)}, ${difference.detail}` })),
  );
  console.log(`\n${["differences".padEnd(32), ...sides.map((side) => side.padStart(10))].join("")}`);
  const named = [...Map.groupBy(all, ({ name }) => name)].sort(([a], [b]) => a.localeCompare(b));
  for (const [name, ones] of named) {
    const counts = sides.map((side) => String(ones.filter((one) => one.side === side).length).padStart(10));
    console.log([name.padEnd(32), ...counts].join(""));
  }
  for (const [name, ones] of named) {
    for (const side of sides) {
      const places = ones.filter((one) => one.side === side).map(({ place }) => place);
      const shown = side === "ours" ? places : places.slice(0, mostExamples);
      if (places.length > 0) console.log(`\n${name}, ${side} (${places.length})\n  ${shown.join("\n  ")}`);
    }
  }
}

/** How many of the files that an independent tool reads without complaint came out right. */
function summarise(outcomes: readonly Outcome[]): void {
  const clean = outcomes.filter((outcome) => outcome.clean === true);
  if (clean.length > 0) {
    const good = clean.filter((outcome) => outcome.kind === "right" || outcome.kind === "produced").length;
    const percent = ((100 * good) / clean.length).toFixed(2);
    console.log(`\nof ${clean.length} files that others read without complaint: ${good} done (${percent} %)`);
  }
  const counts = outcomes.flatMap((outcome) => outcome.counts ?? []);
  for (const what of new Set(counts.map((one) => one.what))) {
    const [all, agreeing, disputed] = (["all", "agreeing", "disputed"] as const).map((key) =>
      sum(counts.filter((one) => one.what === what).map((one) => one[key])),
    ) as [number, number, number];
    const percent = ((100 * agreeing) / all).toFixed(2);
    console.log(
      `${agreeing} of ${all} ${what} as the judges have them (${percent} %); of ${disputed} more they differ`,
    );
  }
  const slowest = Math.max(...outcomes.map((outcome) => outcome.cpuMs));
  const largest = Math.max(...outcomes.map((outcome) => outcome.peakMb));
  console.log(`slowest ${Math.round(slowest)} ms of CPU, largest growth ${Math.round(largest)} MB`);
}

/** How many files were refused, by the message without pages and numbers. */
function summariseRefusals(outcomes: readonly Outcome[]): void {
  const refused = outcomes.filter(({ kind }) => kind === "refused");
  const share = ((100 * refused.length) / outcomes.length).toFixed(2);
  console.log(`${refused.length} of ${outcomes.length} files refused (${share} %):`);
  const reasons = groupBy(refused, ({ code, detail = "" }) => `${code}: ${detail.replace(/\d+/g, "N")}`);
  for (const [reason, { length }] of [...reasons].sort((a, b) => b[1].length - a[1].length)) {
    console.log(`${String(length).padStart(6)}  ${reason}`);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function formatOf(outcome: Outcome): string {
  const extension = extname(outcome.file).slice(1).toLowerCase();
  return extension === "jpeg" ? "jpg" : extension === "tiff" ? "tif" : extension;
}

function groupBy(outcomes: readonly Outcome[], key: (outcome: Outcome) => string): Map<string, Outcome[]> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) groups.set(key(outcome), [...(groups.get(key(outcome)) ?? []), outcome]);
  return groups;
}
