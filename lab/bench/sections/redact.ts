import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { onPath } from "../../lib/tools.ts";
import { type FinderName, foundIn } from "../../lib/word-finders.ts";
import { ensureInput } from "../inputs/index.ts";
import { PLANTED, planted } from "../inputs/planted.ts";
import { EngineProcess } from "../lib/engine-process.ts";
import { addGrowth, growthOf } from "../lib/growth.ts";
import { heldMb } from "../lib/inspector.ts";
import { interleave } from "../lib/interleave.ts";
import { timeAndCpu } from "../lib/peers.ts";
import { ours as ourRedactor, type Redactor, redactors } from "../lib/redactors.ts";
import { newSection, type Section, table } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";
import { median } from "../lib/statistics.ts";

/** It is on every page of A once. */
const WORD = "Chapter";
/** Pages that are measured beside the peers, as a document of their own. */
const PAGES = 100;
const WARMING = 3;
const MAX_ROUNDS = 3;

/** One word on each page of a long document. */
export async function redactEngineSection(rounds: number): Promise<Section> {
  const section = newSection("Redaction: one word on each page");
  section.notes.push(
    "A word that is on each page once, found and cut. Peers: their own search, a redaction for each finding, saved " +
      "with all that they offer against leftovers. Ours reads its result again, and searches it.",
  );
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-redact-"));
  const ours = new EngineProcess("ours.ts");
  try {
    const { peers, missing } = await redactors(folder);
    if (missing.length > 0) section.notes.push(`Not here, so not tried: ${missing.join(", ")}.`);
    const path = await ensureInput("A.pdf");
    const [part, output] = [join(folder, "part.pdf"), join(folder, "out.pdf")];
    await ours.run("spreadPages", [path, part, PAGES]);
    for (let run = 0; run < WARMING; run++) await ours.run("redact", [part, WORD]);
    const contenders = [
      { name: "ours", use: () => ours.run("redact", [part, WORD]) },
      ...peers.flatMap(({ name, command }) =>
        command ? [{ name, use: () => timeAndCpu(...command(WORD, part, output)) }] : [],
      ),
    ].map(({ name, use }) => {
      const cpu: number[] = [];
      const run = async () => {
        const { ms, cpuMs = Number.NaN } = await use();
        cpu.push(cpuMs);
        return ms;
      };
      return { name, run, cpu };
    });
    const timings = await interleave(contenders, Math.min(rounds, MAX_ROUNDS));
    const what = `A: ${PAGES} pages`;
    const [first] = contenders;
    timings.forEach(({ name, medianMs, failure }, at) => {
      const cpu = median(contenders[at]!.cpu);
      const note = failure ?? "";
      section.rows.push({ what, who: name, value: medianMs, unit: "ms", note });
      section.rows.push({ what: `${what}, CPU`, who: name, value: cpu, unit: "ms", note });
      if (at === 0) return;
      const target = (of: string, value: number) =>
        section.targets.push({ what: `${of}: against ${name}`, value, limit: 5, better: "higher", unit: "×" });
      target(what, medianMs / timings[0]!.medianMs);
      target(`${what}, CPU`, cpu / median(first!.cpu));
    });
    const { ms } = await ours.run("redact", [path, WORD]);
    section.rows.push({ what: "A: all pages", who: "ours, once", value: ms, unit: "ms" });
  } finally {
    ours.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  if (canMeasureMemory()) await addMemory(section);
  return section;
}

async function addMemory(section: Section): Promise<void> {
  const path = await ensureInput("A.pdf");
  const parts = [
    filePart(path, new Uint8Array(readFileSync(path))),
    { name: "text", value: JSON.stringify([{ words: WORD }]) },
  ];
  const growth = await growthOf((service) => [upload(service, "/v1/pdf/redact", parts, "binary")]);
  const status = growth.answers[0]?.status;
  const what = "A: a word on each page";
  addGrowth(section, what, growth, "workerd, over idle", `status ${status}`);
  const value = status === 200 ? Math.max(...growth.isolate.map(heldMb)) : Number.NaN;
  section.targets.push({ what: `${what}: isolate, in all`, value, limit: 115, better: "lower", unit: "MB" });
}

const FINDERS: readonly FinderName[] = ["bytes", "qpdf", "pdftotext", "mutool", "zbarimg"];

/** What redactors leave of a word that a page says and that one more place says. */
export async function redactLeaksSection(): Promise<Section> {
  const section = newSection("Redaction: what is left of a word");
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-redact-"));
  try {
    const { peers, missing } = await redactors(folder);
    const all: Redactor[] = [ourRedactor, ...peers];
    const rows: string[][] = [];
    const left = new Map(all.map(({ name }) => [name, 0]));
    let told = 0;
    for (const { place, file } of planted) {
      const cells: string[] = [];
      for (const one of all) {
        const found = await leftBy(one, file);
        if (found.startsWith(TOLD)) told++;
        else if (found !== "gone") left.set(one.name, left.get(one.name)! + 1);
        cells.push(found);
      }
      rows.push([place, ...cells]);
    }
    section.tables.push(table(["the word in", ...all.map(({ name }) => name)], rows));
    for (const [who, value] of left) {
      const note = who === ourRedactor.name ? `and ${told} that it tells not to have searched` : "";
      section.rows.push({ what: `places of ${planted.length} that still have it`, who, value, unit: "", note });
    }
    const value = left.get(ourRedactor.name)!;
    const what = "ours: places that still have it, and are not told";
    section.targets.push({ what, value, limit: 0, better: "lower", unit: "" });
    section.notes.push(
      "One document for each place, which says a word on its page and in that place. Each tool searches the page for " +
        "the word, cuts what it finds, and saves with all that it offers against leftovers (PyMuPDF: scrub). Left: the " +
        "finders that still see it in the result: its bytes with all that can be inflated in them, qpdf --qdf, the " +
        "text that pdftotext and mutool print, and what zbarimg reads of the QR codes that pdftoppm draws. Told: it is " +
        "left, the answer names the page and the kind of what was not searched there, and is not verified; without " +
        "onUnreadable=report it is a refusal. A tool that promises to cut what a page shows, and no more, keeps its " +
        "promise where other places have the word.",
    );
    const blind = FINDERS.filter((finder) => finder !== "bytes" && !onPath(finder));
    missing.push(...blind.map((finder) => `${finder} as a finder`));
    if (missing.length > 0) section.notes.push(`Not here, so not tried: ${missing.join(", ")}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return section;
}

/** What a picture says is left by all who do not look at it; what counts is whether they say so. */
const TOLD = "told as not searched";

async function leftBy({ redact, unsearched }: Redactor, file: Uint8Array): Promise<string> {
  try {
    const found = await foundIn(await redact(file, PLANTED), [PLANTED], "all", FINDERS);
    if (found.length === 0) return "gone";
    const finders = found.map(({ finder }) => finder).join(", ");
    const told = finders === "zbarimg" ? (unsearched?.(file, PLANTED) ?? []) : [];
    return told.length > 0 ? `${TOLD}: ${told.join(", ")}` : `left: ${finders}`;
  } catch (error) {
    return `failed: ${(error instanceof Error ? error.message : String(error)).slice(0, 40)}`;
  }
}
