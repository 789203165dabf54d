import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Results } from "./report.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const results = join(root, "bench", "results");
const docs = join(root, "docs", "inside", "benchmarks.md");

export interface Measured {
  /** Part of the file's name. */
  slug: string;
  title: string;
  body: string;
  /** For the table in the docs. */
  summary: string;
}

/** Writes what a run measured to a file of its own, in place of the run before, and its row in the docs. */
export function writeResult(run: Omit<Results, "sections">, { slug, title, body, summary }: Measured): void {
  const day = run.date.slice(0, 10);
  const name = `${day}-${slug}.md`;
  const versions = Object.entries(run.versions).map(([tool, version]) => `${tool} ${version}`);
  const about = inLines([day, run.machine, ...versions]);
  const missing = run.missing.length > 0 ? `\n\nNot on PATH: ${run.missing.join(", ")}.` : "";
  mkdirSync(results, { recursive: true });
  const isOfSlug = (file: string) => file.replace(/^\d{4}-\d\d-\d\d-/, "") === `${slug}.md`;
  for (const file of globSync("*.md", { cwd: results }).filter(isOfSlug)) rmSync(join(results, file));
  writeFileSync(join(results, name), `# ${title}\n\n${about}${missing}\n\n${body.trim()}\n`);

  const text = readFileSync(docs, "utf8");
  const row = `| [${title}](../../bench/results/${name}) | ${summary} | ${day} |`;
  const rows = text.split("\n");
  const old = rows.findIndex((line) => line.startsWith(`| [${title}](`));
  if (old >= 0) rows[old] = row;
  else rows.splice(rows.findLastIndex((line) => line.startsWith("| [")) + 1, 0, row);
  writeFileSync(docs, rows.join("\n"));
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
