import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInput } from "../inputs/index.ts";
import { EngineProcess } from "../lib/engine-process.ts";
import { type Contender, interleave, type Timing } from "../lib/interleave.ts";
import { found, timeProcess } from "../lib/peers.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";
import { median } from "../lib/statistics.ts";

/** Sets the boxes of every page and saves incrementally: mutool's fastest way. */
const mutoolScript = `
var document = new PDFDocument(scriptArgs[0]);
for (var i = 0, n = document.countPages(); i < n; i++) {
  var page = document.findPage(i);
  page.put("MediaBox", [50, 50, 450, 650]);
  page.put("CropBox", [50, 50, 450, 650]);
}
document.save(scriptArgs[1], "incremental");
`;

/** How many times faster than qpdf the first call in a process is, which is what a cold isolate pays. */
const askedOfFirst: Readonly<Record<string, number>> = { "A.pdf": 3, "D.pdf": 40, "B.pdf": 8 };

/** The targets for each document: how many times faster than qpdf and than pdf-lib. */
const asked = { "A.pdf": [8, 15], "Ax.pdf": [8, 15], "D.pdf": [40, 40], "Dx.pdf": [40, 40] } as const;

export async function cropSection(rounds: number): Promise<Section> {
  const section = newSection("Crop: engine");
  const ours = new EngineProcess("ours.ts");
  const pdfLib = new EngineProcess("pdf-lib.ts");
  const script = join(tmpdir(), `quire-bench-crop-${process.pid}.js`);
  const output = join(tmpdir(), `quire-bench-crop-${process.pid}.pdf`);
  writeFileSync(script, mutoolScript);
  try {
    for (const name of ["A.pdf", "Ax.pdf", "D.pdf", "Dx.pdf", "B.pdf"] as const) {
      const path = await ensureInput(name);
      const withFiles: number[] = [];
      const contenders: Contender[] = [
        {
          name: "ours",
          run: async () => {
            const result = await ours.run("cropAll", [path]);
            withFiles.push(result.withFilesMs ?? Number.NaN);
            return result.ms;
          },
        },
      ];
      if (askedOfFirst[name]) contenders.push({ name: FIRST, run: () => timeFirstCall(path) });
      if (found("qpdf")) contenders.push({ name: "qpdf", run: () => timeProcess("qpdf", [path, output]) });
      if (found("mutool")) contenders.push({ name: "mutool", run: () => timeMutool(script, path, output) });
      contenders.push({ name: "pdf-lib", run: async () => (await pdfLib.run("cropAll", [path])).ms });
      const timings = await interleave(contenders, rounds);
      const what = `${name.slice(0, -4)}: crop all pages`;
      addTimings(section, what, timings);
      const files = median(withFiles);
      section.rows.push({ what, who: "ours, from file to file", value: files, unit: "ms" });
      addTargets(section, name, timings, files);
      addFirstCall(section, name, timings);
    }
    const path = await ensureInput("A.pdf");
    const one = await interleave(
      [{ name: "ours", run: async () => (await ours.run("cropOne", [path])).ms }],
      rounds * 3,
    );
    addTimings(section, "A: crop one page", one);
    const all = (input: string) => async () => (await ours.run("cropAll", [input])).ms;
    const many = await ensureInput("A10.pdf");
    const grown = await interleave(
      [
        { name: "A", run: all(path) },
        { name: "A with 10 times the objects", run: all(many) },
      ],
      rounds * 2,
    );
    addTimings(section, "crop all pages", grown);
    const value = grown[1]!.medianMs / grown[0]!.medianMs;
    section.targets.push({ what: "10 times the objects, the same pages", value, limit: 2, better: "lower", unit: "×" });
    section.targets.push({ what: "A: crop one page", value: one[0]!.medianMs, limit: 5, better: "lower", unit: "ms" });
  } finally {
    ours.stop();
    pdfLib.stop();
    for (const file of [script, output]) rmSync(file, { force: true });
  }
  return section;
}

const FIRST = "ours, the first call in a process";

async function timeFirstCall(path: string): Promise<number> {
  const cold = new EngineProcess("ours.ts");
  try {
    return (await cold.run("cropAll", [path])).ms;
  } finally {
    cold.stop();
  }
}

function addFirstCall(section: Section, name: string, timings: readonly Timing[]): void {
  const limit = askedOfFirst[name];
  if (limit === undefined) return;
  const value = timeOf(timings, "qpdf") / timeOf(timings, FIRST);
  const what = `${name.slice(0, -4)}: the first call against qpdf`;
  section.targets.push({ what, value, limit, better: "higher", unit: "×" });
}

/** An incremental save appends to a copy of the input. Making that copy is part of the work. */
function timeMutool(script: string, path: string, output: string): Promise<number> {
  return timeProcess("sh", ["-c", 'cp "$2" "$3" && exec mutool run "$1" "$3" "$3"', "sh", script, path, output]);
}

function addTargets(section: Section, name: string, timings: readonly Timing[], files: number): void {
  const of = (who: string): number => timeOf(timings, who);
  const limits = asked[name as keyof typeof asked];
  if (limits === undefined) return;
  const what = name.slice(0, -4);
  const ratio = (who: string, limit: number): void => {
    section.targets.push({
      what: `${what}: against ${who}`,
      value: of(who) / of("ours"),
      limit,
      better: "higher",
      unit: "×",
    });
  };
  ratio("qpdf", limits[0]);
  ratio("pdf-lib", limits[1]);
  const value = of("mutool") / files;
  section.targets.push({ what: `${what}: file to file against mutool`, value, limit: 1, better: "higher", unit: "×" });
}
