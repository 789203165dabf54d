import { readFileSync, statSync } from "node:fs";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput, type InputName } from "../inputs/index.ts";
import { EngineProcess } from "../lib/engine-process.ts";
import { addHeld } from "../lib/growth.ts";
import { newSection, type Section } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";

/** The processor time that one request may take, by `cpu_ms` in wrangler.toml. */
const cpuMs = 40_000;
/** What a Worker's isolate may hold with a document of 49 MB, in MB. */
const isolateMb = 115;

/** Documents that each repeat one kind of work without end, and the least size of a mark that counts. */
const edges: readonly { readonly file: InputName; readonly what: string; readonly specks: number }[] = [
  { file: "C-operators.pdf", what: "operators", specks: 0 },
  { file: "C-strings.pdf", what: "decoded bytes, as text", specks: 0 },
  { file: "C-samples.pdf", what: "samples of images", specks: 0 },
  { file: "C-jpeg.pdf", what: "bytes of JPEG", specks: 3 },
  { file: "C-colours.pdf", what: "steps of functions", specks: 0 },
];

/** How long documents are read until the meter ends it, and what the isolate holds while it reads a large document. */
export async function autoLimitsSection(): Promise<Section> {
  const section = newSection("Automatic crop: long readings and memory");
  section.notes.push(
    "A document for each kind of work: the time until the meter ends it, and the request refused or answered.",
  );
  const ours = new EngineProcess("ours.ts");
  let longest = 0;
  try {
    for (const { file, what, specks } of edges) {
      const { ms, note } = await ours.run("readToLimit", [await ensureInput(file), specks]);
      section.rows.push({ what: `without end: ${what}`, who: "ours", value: ms, unit: "ms", note: note ?? "" });
      longest = Math.max(longest, ms);
    }
  } finally {
    ours.stop();
  }
  section.targets.push({
    what: "the longest reading",
    value: longest,
    limit: cpuMs,
    better: "lower",
    unit: "ms",
  });
  if (canMeasureMemory()) await addMemory(section);
  return section;
}

async function addMemory(section: Section): Promise<void> {
  for (const file of ["A.pdf", "S.pdf"] as const) {
    const path = await ensureInput(file);
    const parts = [filePart(path, new Uint8Array(readFileSync(path))), { name: "auto", value: "true" }];
    const label = `${file.slice(0, -4)} (${(statSync(path).size / 1e6).toFixed(1)} MB): auto over HTTP`;
    await addHeld(section, label, isolateMb, (service) => upload(service, "/v1/pdf/crop", parts, "binary"));
  }
}
