import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Operation, type OutcomeKind, outcomeKinds } from "./outcome.ts";

/** Every file is cropped and split, or converted. Each Nth of a random order is also cut, and judged by others. */
export interface Sampling {
  readonly seed: number;
  /** Each of so many PDFs is also cropped with removal, and one word is redacted. */
  readonly deepEvery: number;
  /** Each of so many PDFs, and of a fifth as many images, is judged by two renderers, qpdf and pdftotext. */
  readonly judgedEvery: number;
}

/** What came of one operation on one content. */
export interface ManifestLine {
  sha: string;
  operation: Operation;
  kind: OutcomeKind;
  judged: boolean;
  code?: string;
  detail?: string;
}

interface Named {
  readonly sha: string;
  readonly path: string;
}

const COLUMNS = { pdfs: ["crop", "split", "remove", "redact"], images: ["images"] } as const;
const BAD = new Set<OutcomeKind>(["wrong", "crash", "slow"]);

/** Writes `pdfs.txt`, `images.txt` and a summary; whether nothing was wrong, crashed or was slow. */
export function writeManifest(
  into: string,
  files: readonly Named[],
  lines: readonly ManifestLine[],
  sampling: Sampling,
): boolean {
  mkdirSync(into, { recursive: true });
  const outcomes = Map.groupBy(lines, ({ sha }) => sha);
  const run = files.filter(({ sha }) => outcomes.has(sha));
  for (const [name, columns] of Object.entries(COLUMNS)) {
    const own = run.filter(({ sha }) => columns.some((one) => outcomes.get(sha)!.some((l) => l.operation === one)));
    writeFileSync(join(into, `${name}.txt`), textOf(columns, own, outcomes));
  }
  writeFileSync(join(into, "summary.md"), summaryOf(files, run, lines, sampling));
  return !lines.some(({ kind }) => BAD.has(kind));
}

/** A heading for each folder of a source, and under it a line for each file. */
function textOf(columns: readonly Operation[], files: readonly Named[], outcomes: Map<string, ManifestLine[]>): string {
  const head = `SHA-256, ${columns.join(", ")} (- not tried, * judged), name\n`;
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  const blocks = [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, own]) => {
      const rows = own.map(({ sha, path }) => {
        const cells = columns.map((one) => cellOf(outcomes.get(sha)!.find(({ operation }) => operation === one)));
        return `${sha} ${cells.join(" ")} ${basename(path)}`;
      });
      return `\n${folder}/\n${rows.join("\n")}\n`;
    });
  return head + blocks.join("");
}

const cellOf = (line: ManifestLine | undefined): string =>
  line === undefined ? "-" : `${line.code ?? line.kind}${line.judged ? "*" : ""}`;

function summaryOf(
  files: readonly Named[],
  run: readonly Named[],
  lines: readonly ManifestLine[],
  { seed, deepEvery, judgedEvery }: Sampling,
): string {
  const paths = new Map(files.map(({ sha, path }) => [sha, path]));
  const table = (title: string, judged: boolean): string[] => {
    const own = lines.filter((line) => line.judged === judged);
    const rows = [...Map.groupBy(own, ({ operation }) => operation)].map(([operation, all]) => {
      const counts = outcomeKinds.map((kind) => all.filter((line) => line.kind === kind).length);
      return `| ${[operation, all.length, ...counts].join(" | ")} |`;
    });
    return [
      `## ${title}`,
      "",
      `| operation | files | ${outcomeKinds.join(" | ")} |`,
      `|---${"|---:".repeat(7)}|`,
      ...rows,
    ];
  };
  const bad = lines.filter(({ kind }) => BAD.has(kind));
  const named = bad.map(
    ({ sha, operation, kind, detail }) => `- ${operation}, ${kind}: \`${paths.get(sha)}\`: ${detail}`,
  );
  return `${[
    "# A run over public files",
    "",
    `Stated before the run: each content once, in the order of SHA-256(\`${seed}:\` and its SHA-256). Each PDF is cropped`,
    `and split, each image converted. Of that order, each ${deepEvery}th PDF is also cropped with removal and redacted. Each`,
    `${judgedEvery}th PDF is so, too, and it and each ${Math.ceil(judgedEvery / 5)}th image is judged by MuPDF, poppler, qpdf, pdftotext,`,
    "ImageMagick and sharp. Judged redactions also take pages that were not read. What takes long comes last: `-`, or",
    "fewer judged files, mean that the run was stopped before.",
    "",
    "A heading of the lists is a folder of a source. `github/OWNER/NAME@COMMIT` is what",
    "`git fetch --depth 1 https://github.com/OWNER/NAME COMMIT` gets, and `debian/PACKAGE=VERSION` what",
    "`apt-get download PACKAGE=VERSION` does, unpacked by `dpkg-deb -x`. Put into such folders, they are the folder of",
    "`npm run corpus -- FOLDER manifest`. Of repositories only files of less than 4 MB were at hand.",
    "",
    `${files.length} contents are there, and ${run.length} were run.`,
    "",
    ...table("Judged", true),
    "",
    ...table("Not judged", false),
    "",
    "## Wrong, crashed or over 5 s of CPU",
    "",
    ...(named.length > 0 ? named.sort() : ["None."]),
  ].join("\n")}\n`;
}
