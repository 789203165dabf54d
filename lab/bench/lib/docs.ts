import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Results } from "./report.ts";

const file = join(import.meta.dirname, "..", "..", "..", "docs", "inside", "benchmarks.md");

/** Replaces a section of the docs by the same section of this run, with the run's date, machine and versions. */
export function writeSection(run: Omit<Results, "sections">, name: string, body: string): void {
  const text = readFileSync(file, "utf8");
  const begin = `<!-- begin: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const versions = Object.entries(run.versions).map(([tool, version]) => `${tool} ${version}`);
  const about = inLines([run.date.slice(0, 10), run.machine, ...versions]);
  const missing = run.missing.length > 0 ? `\n\nNot on PATH: ${run.missing.join(", ")}.` : "";
  const block = `${begin}\n## ${name}\n\n${about}${missing}\n\n${body.trim()}\n${end}`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  const isThere = from >= 0 && to > from;
  writeFileSync(
    file,
    isThere ? text.slice(0, from) + block + text.slice(to + end.length) : `${text.trimEnd()}\n\n${block}\n`,
  );
}

/** Lines of documentation stay under 120 columns; a tool and its version stay together. */
function inLines(items: readonly string[]): string {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + item.length < 105) lines[lines.length - 1] = `${last} · ${item}`;
    else lines.push(item);
  }
  return lines.join(" ·\n");
}
