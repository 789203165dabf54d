import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Timing } from "./interleave.ts";

/** One row of a section: what was measured, for which tool, and how it compares. */
interface Row {
  what: string;
  who: string;
  value: number;
  unit: "ms" | "MB" | "×" | "/s" | "KB" | "%" | "";
  note?: string;
}

/** A target. `better` says whether the value must be above or below `limit`. */
export interface Target {
  what: string;
  value: number;
  limit: number;
  better: "higher" | "lower";
  unit: string;
}

export interface Section {
  name: string;
  rows: Row[];
  targets: Target[];
  notes: string[];
  /** Tables of their own, line by line. */
  tables: string[][];
}

export function newSection(name: string): Section {
  return { name, rows: [], targets: [], notes: [], tables: [] };
}

export function addTimings(section: Section, what: string, timings: readonly Timing[]): void {
  for (const timing of timings) {
    const note = timing.failure === undefined ? {} : { note: timing.failure };
    section.rows.push({ what, who: timing.name, value: timing.medianMs, unit: "ms", ...note });
  }
}

export function timeOf(timings: readonly Timing[], who: string): number {
  return timings.find((timing) => timing.name === who)?.medianMs ?? Number.NaN;
}

export function isMet(target: Target): boolean {
  return target.better === "higher" ? target.value >= target.limit : target.value <= target.limit;
}

/** As Markdown, so that a run's output can stand in the docs as it is. */
export function sectionText(section: Section): string {
  const lines: string[] = [];
  const rows = section.rows.map((row) => [
    row.what,
    row.who,
    `${figure(row.value)} ${row.unit}`.trim(),
    row.note ?? "",
  ]);
  lines.push(...table(["measured", "of", "median", "note"], rows));
  if (section.targets.length > 0) {
    const targets = section.targets.map((target) => [
      target.what,
      `${figure(target.value)} ${target.unit}`.trim(),
      `${target.better === "higher" ? "≥" : "≤"} ${target.limit} ${target.unit}`.trim(),
      Number.isNaN(target.value) ? "not measured" : isMet(target) ? "yes" : "NO",
    ]);
    lines.push("", ...table(["target", "measured", "asked", "met"], targets));
  }
  for (const own of section.tables) lines.push("", ...own);
  for (const note of section.notes) lines.push("", inColumns(note));
  return lines.join("\n");
}

/** In a few words: how many targets are met, and the first of them. */
export function summary(targets: readonly Target[]): string {
  const [first] = targets;
  if (!first) return "no targets";
  const met = targets.filter(isMet).length;
  const asked = `${first.better === "higher" ? "≥" : "≤"} ${first.limit} ${first.unit}`.trim();
  const measured = `${figure(first.value)} ${first.unit}`.trim();
  return `${met} of ${targets.length} targets met; ${first.what} ${measured} (asked ${asked})`;
}

/** Lines of documentation stay under 120 columns. */
function inColumns(text: string): string {
  return text.replace(/(?=.{118})(.{1,117}) /g, "$1\n");
}

export function table(head: readonly string[], rows: readonly string[][]): string[] {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...rows.map(line)];
}

export function figure(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export interface Results {
  date: string;
  machine: string;
  versions: Record<string, string>;
  missing: string[];
  sections: Section[];
}

export function saveResults(results: Results): string {
  const folder = join(import.meta.dirname, "..", "..", "..", "bench", "results");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${results.date.replace(/[:.]/g, "-")}.json`);
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`);
  return path;
}
