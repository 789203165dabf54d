import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { onPath } from "../../lib/tools.ts";
import { ensureInput } from "../inputs/index.ts";
import { EngineProcess } from "../lib/engine-process.ts";
import { addGrowth, growthOf } from "../lib/growth.ts";
import { heldMb } from "../lib/inspector.ts";
import { type Contender, interleave, type Timing } from "../lib/interleave.ts";
import { detailOutside } from "../lib/left-outside.ts";
import { found, timeProcess } from "../lib/peers.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";
import { inset } from "../tasks/inset.ts";

/** Pages that are measured beside the peers, spread over the document. For a whole document the peers take minutes. */
const documents = [
  { name: "A.pdf", pages: 100 },
  { name: "D.pdf", pages: 100 },
  { name: "B.pdf", pages: 4 },
  { name: "L.pdf", pages: 100 },
  { name: "S.pdf", pages: 12 },
] as const;
type Document = (typeof documents)[number];

/** Runs before the measurement, since an isolate is warm as well. */
const WARMING = 3;
/** More would take minutes. */
const MAX_ROUNDS = 3;

/**
 * The most, in percent of Ghostscript's time, that a document without anything outside may take: near nothing. Its
 * pages are read once all the same, its tags are written again, and the result is checked.
 */
const NEAR_NOTHING = 10;

/** Redacts what is outside of the inset, image samples included, and saves only what is still used. */
const mutoolScript = `
var document = new PDFDocument(scriptArgs[0]);
for (var i = 0, n = document.countPages(); i < n; i++) {
  var page = document.loadPage(i);
  var b = page.bound();
  var dx = (b[2] - b[0]) * 0.1, dy = (b[3] - b[1]) * 0.1;
  var strips = [
    [b[0], b[1], b[2], b[1] + dy], [b[0], b[3] - dy, b[2], b[3]],
    [b[0], b[1], b[0] + dx, b[3]], [b[2] - dx, b[1], b[2], b[3]]
  ];
  for (var s = 0; s < 4; s++) page.createAnnotation("Redact").setRect(strips[s]);
  page.applyRedactions(false, 2);
}
document.save(scriptArgs[1], "garbage=compact,compress");
`;

/** Crops that remove a tenth of the page on each side, beside the two tools that promise the same. */
export async function removalEngineSection(rounds: number): Promise<Section> {
  const section = newSection("Crop: removing what lies outside");
  section.notes.push(
    "An inset of a tenth on every page. Beside peers: pages spread over the document, as a document of their own, the " +
      "same for each. Ghostscript: pdfwrite -dUseCropBox of a document that is cropped already, which hands images on " +
      "with all of their samples; mutool: four redactions a page. Ours reads its result again. Left outside: the " +
      "detail that can be made out beyond the area in each result once its boxes are widened, of what the original " +
      "shows there. An engine that leaves images as they are does less work, and is no peer for B and S.",
  );
  const ours = new EngineProcess("ours.ts");
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-removal-"));
  try {
    for (const document of documents) {
      const path = await ensureInput(document.name);
      await besidePeers(section, ours, folder, document, path, rounds);
      await wholeDocument(section, ours, document, path);
    }
  } finally {
    ours.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return section;
}

/** The largest documents of each kind over HTTP, each on a fresh service. */
export async function removalMemorySection(): Promise<Section> {
  const section = newSection("Crop: removing what lies outside, memory");
  if (canMeasureMemory()) await addMemory(section);
  return section;
}

async function besidePeers(
  section: Section,
  ours: EngineProcess,
  folder: string,
  { name, pages }: Document,
  path: string,
  rounds: number,
): Promise<void> {
  const [part, hidden, output] = ["part", "hidden", "out"].map((kind) => join(folder, `${kind}-${name}`)) as [
    string,
    string,
    string,
  ];
  const script = join(folder, "redact.js");
  writeFileSync(script, mutoolScript);
  await ours.run("spreadPages", [path, part, pages]);
  await ours.run("hideOutside", [part, hidden]);
  for (let run = 0; run < WARMING; run++) await ours.run("removeOutside", [part]);
  const contenders: Contender[] = [
    { name: "ours", run: async () => (await ours.run("removeOutside", [part])).ms },
    { name: "ours, nothing outside", run: async () => (await ours.run("removeNothing", [part])).ms },
  ];
  const write = ["-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-dUseCropBox", `-sOutputFile=${output}`, hidden];
  const redact = ["run", script, part, output];
  if (found("gs")) {
    contenders.push({ name: "gs", run: () => timeProcess("gs", write) });
  }
  if (found("mutool")) {
    contenders.push({ name: "mutool", run: () => timeProcess("mutool", redact) });
  }
  const timings = await interleave(contenders, Math.min(rounds, MAX_ROUNDS));
  const what = name.slice(0, -4);
  addTimings(section, `${what}: ${pages} pages`, timings);
  addTargets(section, what, timings);
  if (!onPath("pdftoppm")) return;
  const result = join(folder, `result-${name}`);
  await ours.run("removeTo", [part, result]);
  const left: [who: string, detail: number][] = [["ours", await detailOutside(result, true)]];
  if (found("gs")) {
    await timeProcess("gs", write);
    left.push(["gs", await detailOutside(output, true)]);
  }
  if (found("mutool")) {
    await timeProcess("mutool", redact);
    left.push(["mutool", await detailOutside(output, false)]);
  }
  const before = await detailOutside(part, false);
  for (const [who, detail] of left) {
    section.rows.push({ what: `${what}: left outside`, who, value: (100 * detail) / before, unit: "%" });
  }
}

function addTargets(section: Section, what: string, timings: readonly Timing[]): void {
  const ours = timeOf(timings, "ours");
  for (const [who, limit] of [
    ["gs", 5],
    ["mutool", 1],
  ] as const) {
    const value = timeOf(timings, who) / ours;
    section.targets.push({ what: `${what}: against ${who}`, value, limit, better: "higher", unit: "×" });
  }
  const nothing = 100 * timeOf(timings, "ours, nothing outside");
  section.rows.push({ what: `${what}: nothing outside, of a removal`, who: "ours", value: nothing / ours, unit: "%" });
  const cost = `${what}: nothing outside, of gs`;
  const value = nothing / timeOf(timings, "gs");
  section.targets.push({ what: cost, value, limit: NEAR_NOTHING, better: "lower", unit: "%" });
}

/** How long a document takes whole, and how large the result is. */
async function wholeDocument(section: Section, ours: EngineProcess, { name }: Document, path: string): Promise<void> {
  const { ms, bytesOut } = await ours.run("removeOutside", [path]);
  const what = `${name.slice(0, -4)}: all pages`;
  section.rows.push({ what, who: "ours, once", value: ms, unit: "ms" });
  const value = (100 * bytesOut) / readFileSync(path).length;
  section.targets.push({ what: `${what}: result, of the input`, value, limit: 102, better: "lower", unit: "%" });
}

async function addMemory(section: Section): Promise<void> {
  for (const { name } of documents) {
    const path = await ensureInput(name);
    const bytes = new Uint8Array(readFileSync(path));
    const parts = [
      filePart(path, bytes),
      { name: "cropData", value: JSON.stringify([{ pageNumber: 1, cropArea: inset(bytes, 0.1) }]) },
      { name: "cropMode", value: "all" },
      { name: "removeOutside", value: "true" },
    ];
    const growth = await growthOf((service) => [upload(service, "/v1/pdf/crop", parts, "binary")]);
    const status = growth.answers[0]?.status;
    const what = `${name.slice(0, -4)}: removing on all pages`;
    addGrowth(section, what, growth, "workerd, over idle", `status ${status}`);
    const value = status === 200 ? Math.max(...growth.isolate.map(heldMb)) : Number.NaN;
    section.targets.push({ what: `${what}: isolate, in all`, value, limit: 115, better: "lower", unit: "MB" });
  }
}
