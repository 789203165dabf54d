import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInput } from "../inputs/index.ts";
import { EngineProcess, type TaskResult } from "../lib/engine-process.ts";
import { type Contender, interleave, type Timing } from "../lib/interleave.ts";
import { found, timeProcess } from "../lib/peers.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";

/** Targets: times faster than qpdf. */
const askedOfQpdf: Partial<Record<string, number>> = { A: 3, D: 20 };

/** A tenth of each document's pages. */
const perPart = { "A.pdf": 200, "D.pdf": 300, "L.pdf": 200, "B.pdf": 3 } as const;

/**
 * By default qpdf reads the content of pages to leave out resources that they do not use, as we do. The other row is
 * without that.
 */
const keepAll = ["--remove-unreferenced-resources=no"];

export async function splitSection(rounds: number): Promise<Section> {
  const section = newSection("Split: engine");
  const ours = new EngineProcess("ours.ts");
  const pdfLib = new EngineProcess("pdf-lib.ts");
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-split-"));
  try {
    for (const name of ["A.pdf", "D.pdf", "L.pdf", "B.pdf"] as const) {
      const path = await ensureInput(name);
      let last: TaskResult | undefined;
      const contenders: Contender[] = [
        {
          name: "ours",
          run: async () => {
            last = await ours.run("split", [path, 10]);
            return last.ms;
          },
        },
      ];
      if (found("qpdf")) {
        const pages = perPart[name];
        contenders.push({ name: "qpdf", run: () => timeQpdf(path, pages, folder) });
        contenders.push({ name: "qpdf, no pruning", run: () => timeQpdf(path, pages, folder, keepAll) });
      }
      contenders.push({ name: "pdf-lib", run: async () => (await pdfLib.run("split", [path, 10])).ms });
      const timings = await interleave(contenders, rounds);
      const document = name.slice(0, -4);
      addTimings(section, `${document}: split in 10`, timings);
      addTargets(section, document, timings);
      if (document === "A" && last !== undefined) {
        const value = last.bytesOut / readFileSync(path).length;
        section.targets.push({
          what: "A: sum of 10 parts against the input",
          value,
          limit: 1.1,
          better: "lower",
          unit: "×",
        });
      }
    }
    await addByText(section, ours, rounds, folder);
    await addSingles(section, ours, folder);
    await addTaggedSingles(section, ours, rounds);
    await addSizes(section, ours, folder);
  } finally {
    ours.stop();
    pdfLib.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return section;
}

async function timeQpdf(path: string, pages: number, folder: string, options: readonly string[] = []): Promise<number> {
  const ms = await timeProcess("qpdf", [...options, `--split-pages=${pages}`, path, join(folder, "part-%d.pdf")]);
  emptied(folder);
  return ms;
}

function emptied(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
}

function addTargets(section: Section, document: string, timings: readonly Timing[]): void {
  const ratio = (who: string, limit: number): void => {
    section.targets.push({
      what: `${document}: split in 10 against ${who}`,
      value: timeOf(timings, who) / timeOf(timings, "ours"),
      limit,
      better: "higher",
      unit: "×",
    });
  };
  const limit = askedOfQpdf[document];
  if (limit !== undefined) ratio("qpdf", limit);
  if (timings.some((timing) => timing.name === "pdf-lib" && timing.failure === undefined)) ratio("pdf-lib", 5);
}

/** The heading of every 200th page of A. */
export const EVERY_200TH = "^Chapter (1|[0-9]*[02468]01)$";

/** A cut where its text says so, compared with reading all of its text and cutting at pages that are known. */
async function addByText(section: Section, ours: EngineProcess, rounds: number, folder: string): Promise<void> {
  const path = await ensureInput("A.pdf");
  const what = "A: split in 10 by text";
  const contenders: Contender[] = [
    {
      name: "ours",
      run: async () => {
        const { ms, note } = await ours.run("splitByText", [path, EVERY_200TH]);
        if (note !== "10 parts") throw new Error(`found ${note}`);
        return ms;
      },
    },
  ];
  const theirs = "pdftotext, then qpdf";
  if (found("pdftotext") && found("qpdf")) {
    const run = async (): Promise<number> => {
      const reading = await timeProcess("pdftotext", [path, join(folder, "A.txt")]);
      return reading + (await timeQpdf(path, 200, folder));
    };
    contenders.push({ name: theirs, run });
  }
  const timings = await interleave(contenders, rounds);
  addTimings(section, what, timings);
  section.targets.push({
    what: `${what} against ${theirs}`,
    value: timeOf(timings, theirs) / timeOf(timings, "ours"),
    limit: 5,
    better: "higher",
    unit: "×",
  });
}

/** 2,000 single pages of A, written to disk as one ZIP, compared with writing as many bytes without any work. */
async function addSingles(section: Section, ours: EngineProcess, folder: string): Promise<void> {
  const path = await ensureInput("A.pdf");
  const results: TaskResult[] = [];
  const contenders: Contender[] = [
    {
      name: "ours, written",
      run: async () => {
        const result = await ours.run("splitSingles", [path]);
        results.push(result);
        return result.ms;
      },
    },
    {
      name: "the same bytes written",
      run: async () => (await ours.run("writeBytes", [path, results.at(-1)?.bytesOut ?? 0])).ms,
    },
  ];
  if (found("qpdf")) contenders.push({ name: "qpdf --split-pages", run: () => timeQpdf(path, 1, folder) });
  if (found("pdfseparate")) {
    const run = async (): Promise<number> => {
      const ms = await timeProcess("pdfseparate", [path, join(folder, "page-%d.pdf")]);
      emptied(folder);
      return ms;
    };
    contenders.push({ name: "pdfseparate", run });
  }
  const timings = await interleave(contenders, 2);
  addTimings(section, "A: 2,000 single pages", timings);
  const mb = (results.at(-1)?.bytesOut ?? Number.NaN) / 1e6;
  section.notes.push(`A in 2,000 single pages is ${mb.toFixed(0)} MB: each page brings the fonts that it uses.`);
  const our = timeOf(timings, "ours, written");
  section.notes.push(
    "What streaming them takes, beside streaming as many bytes of no document, is measured over HTTP.",
  );
  section.targets.push({
    what: "A: 2,000 singles against qpdf --split-pages",
    value: timeOf(timings, "qpdf --split-pages") / our,
    limit: 5,
    better: "higher",
    unit: "×",
  });
}

/** A tagged book whose elements have no type, in single pages. The work grows with the pages, not with their square. */
async function addTaggedSingles(section: Section, ours: EngineProcess, rounds: number): Promise<void> {
  const path = await ensureInput("T.pdf");
  let bytesOut = Number.NaN;
  const run = async (): Promise<number> => {
    const result = await ours.run("split", [path, 131]);
    bytesOut = result.bytesOut;
    return result.ms;
  };
  const what = "T: 131 single pages";
  const timings = await interleave([{ name: "ours", run }], rounds);
  addTimings(section, what, timings);
  section.targets.push(
    { what: `${what}, in all`, value: timeOf(timings, "ours"), limit: 1500, better: "lower", unit: "ms" },
    {
      what: `${what}, sum against the input`,
      value: bytesOut / statSync(path).size,
      limit: 1.5,
      better: "lower",
      unit: "×",
    },
  );
}

/** One page of L alone: what else is copied with the page. */
async function addSizes(section: Section, ours: EngineProcess, folder: string): Promise<void> {
  const path = await ensureInput("L.pdf");
  const one = await ours.run("splitOne", [path, 1000]);
  section.rows.push({ what: "L: page 1,000 by itself", who: "ours, size", value: one.bytesOut / 1024, unit: "KB" });
  if (!found("qpdf")) return;
  const output = join(folder, "one.pdf");
  await timeProcess("qpdf", [path, "--pages", path, "1000", "--", output]);
  const theirs = join(folder, "single.pdf");
  await timeProcess("qpdf", ["--split-pages", output, theirs]);
  const [single] = readdirSync(folder).filter((name) => name.startsWith("single"));
  const size = statSync(join(folder, single ?? "one.pdf")).size;
  section.rows.push({
    what: "L: page 1,000 by itself",
    who: "qpdf --split-pages, size",
    value: size / 1024,
    unit: "KB",
  });
  section.targets.push({
    what: "L: one page against qpdf's",
    value: one.bytesOut / size,
    limit: 1.05,
    better: "lower",
    unit: "×",
  });
}
