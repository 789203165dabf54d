import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { atOnce } from "../../src/meter/turns.ts";
import { Work } from "../../src/meter/work.ts";
import { checkInTurns } from "../../src/pdf-conformance/check.ts";
import type { Level } from "../../src/pdf-conformance/levels.ts";
import { rulesOf } from "../../src/pdf-conformance/rules.ts";
import { openPdf } from "../../src/pdf-file/open.ts";

/** The folders of veraPDF's corpus, and the level that the files in each are checked for. */
const folders: readonly (readonly [name: string, level: Level])[] = [
  ["PDF_A-2b", "pdfa-2b"],
  ["PDF_A-2u", "pdfa-2u"],
  ["PDF_A-3b", "pdfa-3b"],
  ["PDF_UA-1", "pdfua-1"],
];

/** What a file's name says: "… 6-1-2-t01-fail-a.pdf". */
function expected(name: string): { clause: string; passes: boolean } | undefined {
  const found = /([\d.-]+)-t\d+-(pass|fail)-/.exec(name);
  return found ? { clause: found[1]!.replaceAll("-", "."), passes: found[2] === "pass" } : undefined;
}

function judge(file: string, level: Level): { clauses: string[]; what: string } {
  const bytes = new Uint8Array(readFileSync(file));
  try {
    const document = openPdf(bytes, { work: new Work(bytes.length) });
    const { violations } = atOnce(checkInTurns(document, bytes, level));
    return {
      clauses: violations.map(({ rule }) => rule),
      what: violations
        .map(({ rule, what }) => `${rule} ${what}`)
        .slice(0, 4)
        .join(" "),
    };
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { clauses: ["unread"], what: text };
  }
}

/** Compares the checker's verdicts with what the names of veraPDF's corpus say; false when they agree too seldom. */
export function compareWithCorpus(corpus: string, match: string | undefined): boolean {
  let isEnough = true;
  for (const [name, level] of folders) {
    const folder = join(corpus, name);
    let files: string[];
    try {
      files = readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".pdf") && (match === undefined || file.includes(match)))
        .map((file) => join(folder, file))
        .sort();
    } catch {
      continue;
    }
    let agreed = 0;
    let elsewhere = 0;
    let judged = 0;
    const broken = new Set<string>();
    for (const file of files) {
      const wanted = expected(basename(file));
      if (!wanted) continue;
      judged++;
      const { clauses, what } = judge(file, level);
      for (const clause of clauses) broken.add(clause);
      if (wanted.passes === (clauses.length === 0)) {
        agreed++;
        if (!wanted.passes && !clauses.some((clause) => clause.startsWith(wanted.clause))) {
          elsewhere++;
          console.log(`  otherwise ${relative(folder, file)}: ${what}`);
        }
      } else
        console.log(`  ${wanted.passes ? "passes" : "fails"} ${relative(folder, file)}: ${what || "nothing found"}`);
    }
    const share = judged === 0 ? 1 : agreed / judged;
    isEnough &&= share >= (level === "pdfua-1" ? 0.95 : 0.97);
    const rules = rulesOf(level).map(({ id }) => id);
    const met = rules.filter((rule) => broken.has(rule)).length;
    console.log(
      `${level}: ${agreed} of ${judged} agree (${(share * 100).toFixed(1)} %); ${elsewhere} for another clause; ` +
        `${met} of ${rules.length} rules were seen broken`,
    );
  }
  return isEnough;
}
