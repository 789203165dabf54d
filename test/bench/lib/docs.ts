import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Results, sectionText } from "./report.ts";

const file = join(import.meta.dirname, "..", "..", "..", "docs", "benchmarks.md");

/** Puts each section of a run in the place of its last one, under the run's own date, machine and versions. */
export function writeDocs(results: Results): void {
  let text = readFileSync(file, "utf8");
  const versions = Object.entries(results.versions).map(([name, version]) => `${name} ${version}`);
  for (const section of results.sections) {
    const begin = `<!-- begin: ${section.name} -->`;
    const end = `<!-- end: ${section.name} -->`;
    const [heading, ...rest] = sectionText(section).split("\n");
    const run = `${results.date.slice(0, 10)} · ${results.machine} · ${versions.join(" · ")}`;
    const missing = results.missing.length > 0 ? `\n\nNot on PATH: ${results.missing.join(", ")}.` : "";
    const block = `${begin}\n${heading}\n\n${run}${missing}\n${rest.join("\n")}\n${end}`;
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    text =
      from >= 0 && to > from
        ? text.slice(0, from) + block + text.slice(to + end.length)
        : `${text.trimEnd()}\n\n${block}\n`;
  }
  writeFileSync(file, text);
}
