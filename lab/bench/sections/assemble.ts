import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput } from "../inputs/index.ts";
import { writeInvoice } from "../inputs/invoices.ts";
import { EngineProcess } from "../lib/engine-process.ts";
import { addHeld } from "../lib/growth.ts";
import { type Contender, interleave } from "../lib/interleave.ts";
import { found, timeProcess } from "../lib/peers.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";

const INVOICES = 100;
/** Small streams packed again, and objects in streams: the least that qpdf makes of the files. */
const LEAST = ["--object-streams=generate", "--recompress-flate", "--compression-level=9"];

/** Documents joined, beside the tools that most people join them with. */
export async function assembleEngineSection(rounds: number): Promise<Section> {
  const section = newSection("Assemble: engine");
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-assemble-"));
  const engines: Engines = { ours: new EngineProcess("ours.ts"), pdfLib: new EngineProcess("pdf-lib.ts", 6000) };
  try {
    await addLarge(section, engines, folder, rounds);
    await addInvoices(section, engines, folder, rounds);
    await addNumbers(section, engines.ours, rounds);
  } finally {
    engines.ours.stop();
    engines.pdfLib.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  section.notes.push(
    "Ours and pdf-lib: from bytes in memory to the finished result. qpdf (--empty --pages) and mutool (merge): whole " +
      "processes, from file to file. qpdf, smallest: with object streams, and all streams packed again.",
  );
  return section;
}

/** As much as one request may bring, in documents of many objects and in many documents. */
export async function assembleMemorySection(): Promise<Section> {
  const section = newSection("Assemble: memory");
  if (!canMeasureMemory()) return section;
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-assemble-"));
  try {
    const invoices = invoicesIn(folder);
    const room = 80 << 20;
    for (const name of ["D.pdf", "A.pdf"] as const) {
      const path = await ensureInput(name);
      const paths = [path];
      let bytes = statSync(path).size;
      for (const invoice of invoices) {
        bytes += statSync(invoice).size;
        if (bytes < room) paths.push(invoice);
      }
      const parts = paths.map((one) => filePart(one, new Uint8Array(readFileSync(one))));
      const sent = parts.reduce((sum, { value }) => sum + value.length, 0);
      const what = `${name.slice(0, 1)} and ${paths.length - 1} invoices, ${(sent / 1e6).toFixed(0)} MB`;
      await addHeld(section, what, 115, (service) => upload(service, "/v1/pdf/assemble", parts, "binary"));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return section;
}

interface Engines {
  readonly ours: EngineProcess;
  readonly pdfLib: EngineProcess;
}

function contenders({ ours, pdfLib }: Engines, paths: readonly string[], folder: string): Contender[] {
  const output = (name: string) => join(folder, `${name}.pdf`);
  const all: Contender[] = [
    { name: "ours", run: async () => (await ours.run("assemble", [paths, output("ours")])).ms },
    { name: "pdf-lib", run: async () => (await pdfLib.run("assemble", [paths])).ms },
  ];
  const pages = ["--empty", "--pages", ...paths, "--"];
  if (found("qpdf")) {
    all.push({ name: "qpdf", run: () => timeProcess("qpdf", [...pages, output("qpdf")]) });
  }
  if (found("mutool")) {
    all.push({ name: "mutool", run: () => timeProcess("mutool", ["merge", "-o", output("mutool"), ...paths]) });
  }
  return all;
}

async function addLarge(section: Section, engines: Engines, folder: string, rounds: number): Promise<void> {
  const paths = [await ensureInput("A.pdf"), await ensureInput("D.pdf"), await ensureInput("L.pdf")];
  const timings = await interleave(contenders(engines, paths, folder), rounds);
  const what = `A, D and L, ${(sizeOf(paths) / 1e6).toFixed(0)} MB`;
  addTimings(section, what, timings);
  for (const [who, limit] of [
    ["qpdf", 10],
    ["mutool", 5],
    ["pdf-lib", 10],
  ] as const) {
    const value = timeOf(timings, who) / timeOf(timings, "ours");
    section.targets.push({ what: `${what}: against ${who}`, value, limit, better: "higher", unit: "×" });
  }
  addSizes(section, what, folder);
}

/** A number on each page, beside the same pages cropped. */
async function addNumbers(section: Section, ours: EngineProcess, rounds: number): Promise<void> {
  const path = await ensureInput("A.pdf");
  const what = "2,000 pages numbered";
  const run = (name: string) => async () => (await ours.run(name, [path])).ms;
  const contenders = [
    { name: "ours", run: run("number") },
    { name: "ours, cropped", run: run("cropAll") },
  ];
  const timings = await interleave(contenders, rounds);
  addTimings(section, what, timings);
  const value = timeOf(timings, "ours") / timeOf(timings, "ours, cropped");
  section.targets.push({ what: `${what}: against a crop`, value, limit: 3, better: "lower", unit: "×" });
}

async function addInvoices(section: Section, engines: Engines, folder: string, rounds: number): Promise<void> {
  const paths = invoicesIn(folder);
  const what = `${INVOICES} invoices of one template, ${(sizeOf(paths) / 1e6).toFixed(0)} MB`;
  const timings = await interleave(contenders(engines, paths, folder), rounds);
  addTimings(section, what, timings);
  addSizes(section, what, folder);
  if (!found("qpdf")) return;
  const least = join(folder, "least.pdf");
  await timeProcess("qpdf", ["--empty", ...LEAST, "--pages", ...paths, "--", least]);
  section.rows.push({ what, who: "qpdf, smallest, size", value: sizeOf([least]) / 1e6, unit: "MB" });
  section.targets.push(
    {
      what: `${what}: size against qpdf's smallest`,
      value: sizeOf([join(folder, "ours.pdf")]) / sizeOf([least]),
      limit: 1.1,
      better: "lower",
      unit: "×",
    },
    {
      what: `${what}: time against qpdf`,
      value: timeOf(timings, "ours") / timeOf(timings, "qpdf"),
      limit: 1,
      better: "lower",
      unit: "×",
    },
  );
}

function addSizes(section: Section, what: string, folder: string): void {
  for (const name of ["ours", "qpdf", "mutool"]) {
    const value = sizeOf([join(folder, `${name}.pdf`)]) / 1e6;
    if (value > 0) section.rows.push({ what, who: `${name}, size`, value, unit: "MB" });
  }
}

function invoicesIn(folder: string): string[] {
  const own = join(folder, "invoices");
  mkdirSync(own);
  return Array.from({ length: INVOICES }, (_, at) => {
    const path = join(own, `invoice-${at + 1}.pdf`);
    writeInvoice(path, at + 1);
    return path;
  });
}

function sizeOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}
