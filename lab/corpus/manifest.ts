import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { listFiles } from "./files.ts";
import { type ManifestLine, type Sampling, writeManifest } from "./manifest-text.ts";
import type { Job, Operation } from "./outcome.ts";
import { runJobs } from "./pool.ts";

interface Planned {
  readonly sha: string;
  readonly file: string;
  readonly jobs: readonly Job[];
}

/** Jobs between two looks at the clock. */
const AT_ONCE = 1000;

/**
 * Runs everything under a folder whose first names say where it is from (`github/OWNER/NAME@COMMIT`,
 * `debian/PACKAGE=VERSION`), each content once, and writes what came of it as text. What was run is kept beside the
 * files, so that a run can be stopped and gone on with. Whether nothing was wrong, crashed or was slow.
 */
export async function runManifest(folder: string, into: string, sampling: Sampling, until: number): Promise<boolean> {
  const state = join(folder, `outcomes-${sampling.seed}.jsonl`);
  const planned = (["split", "images"] as const).flatMap((kind) => plan(folder, kind, sampling));
  const bySha = new Map(planned.map((one) => [one.file, one]));
  const lines = existsSync(state) ? readLines(state) : [];
  const tried = new Set(lines.map(({ sha, operation }) => `${sha} ${operation}`));
  const all = ordered(planned, sampling.seed).flatMap(({ sha, jobs }) =>
    jobs.filter(({ operation }) => !tried.has(`${sha} ${operation}`)),
  );
  // What takes long comes last.
  const open = [...all.filter((job) => !isLong(job)), ...all.filter(isLong)];
  console.log(`${planned.length} files, ${lines.length} outcomes there, ${open.length} to come`);
  for (let at = 0; at < open.length && Date.now() < until; at += AT_ONCE) {
    const jobs = open.slice(at, at + AT_ONCE);
    const judged = new Map(jobs.map((job) => [`${job.file} ${job.operation}`, job]));
    const operations = Map.groupBy(jobs, ({ operation }) => operation);
    for (const [operation, own] of operations) {
      await runJobs(own, 1, ({ file, kind, code, detail }) => {
        const { oracle } = judged.get(`${file} ${operation}`)!;
        const line: ManifestLine = { sha: bySha.get(file)!.sha, operation, kind, judged: oracle };
        if (code !== undefined) line.code = code;
        if (/wrong|crash|slow/.test(kind)) line.detail = (detail ?? "").replaceAll(folder, "").slice(0, 300);
        lines.push(line);
        appendFileSync(state, `${JSON.stringify(line)}\n`);
      });
    }
    process.stderr.write(`${at + jobs.length}/${open.length}\n`);
  }
  const named = planned.map(({ sha, file }) => ({ sha, path: relative(folder, file) }));
  return writeManifest(into, named, lines, sampling);
}

/** The files of a kind with what is to be done with each; of files of the same content the first. */
function plan(folder: string, kind: "split" | "images", { seed, deepEvery, judgedEvery }: Sampling): Planned[] {
  const files = new Map<string, string>();
  for (const file of listFiles(folder, kind)) {
    const sha = createHash("sha256").update(readFileSync(file)).digest("hex");
    if (!files.has(sha)) files.set(sha, file);
  }
  const all = ordered(
    [...files].map(([sha, file]) => ({ sha, file })),
    seed,
  );
  return all.map(({ sha, file }, at) => {
    const oracle = at % (kind === "images" ? Math.ceil(judgedEvery / 5) : judgedEvery) === 0;
    const isDeep = oracle || at % deepEvery === 0;
    const pdf: Operation[] = isDeep ? ["crop", "split", "remove", "redact"] : ["crop", "split"];
    const operations = kind === "images" ? (["images"] as const) : pdf;
    return { sha, file, jobs: operations.map((operation) => ({ file, operation, cut: "varied", pages: 1, oracle })) };
  });
}

const isLong = ({ operation, oracle }: Job): boolean => oracle || operation === "remove" || operation === "redact";

/** An order that the seed and the contents make, and nobody chose. */
function ordered<One extends { readonly sha: string }>(ones: readonly One[], seed: number): One[] {
  const keyed = ones.map((one) => ({ one, key: createHash("sha256").update(`${seed}:${one.sha}`).digest("hex") }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ one }) => one);
}

function readLines(state: string): ManifestLine[] {
  const rows = readFileSync(state, "utf8").split("\n");
  return rows.filter((row) => row.endsWith("}")).map((row) => JSON.parse(row) as ManifestLine);
}
