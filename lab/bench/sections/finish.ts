import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput } from "../inputs/index.ts";
import { EngineProcess } from "../lib/engine-process.ts";
import { addGrowth, growthOf } from "../lib/growth.ts";
import { type Part, send } from "../lib/http.ts";
import { heldMb } from "../lib/inspector.ts";
import { interleave } from "../lib/interleave.ts";
import { startLocalService } from "../lib/local-service.ts";
import { found, timeProcess } from "../lib/peers.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";

/** A form of about 50 MB. */
const PHOTOS = 25;
const PAGE = `<title>Report</title><h1>Report</h1>${Array.from(
  { length: 40 },
  (_, index) => `<h2>Section ${index}</h2><p>${"Words that fill a line, and then another one. ".repeat(40)}</p>`,
).join("")}`;

/** Protection beside qpdf, and what PDF/A adds to what it is made with. */
export async function finishSection(rounds: number): Promise<Section> {
  const section = newSection("Finished PDFs: protection and PDF/A");
  await addEngine(section, rounds);
  await addRender(section, rounds);
  if (canMeasureMemory()) await addMemory(section);
  return section;
}

async function addEngine(section: Section, rounds: number): Promise<void> {
  const ours = new EngineProcess("ours.ts");
  const output = join(tmpdir(), `quire-bench-finish-${process.pid}.pdf`);
  try {
    for (const name of ["A.pdf", "B.pdf"] as const) {
      const path = await ensureInput(name);
      const timings = await interleave(
        [
          { name: "ours, from file to file", run: async () => (await ours.run("protect", [path])).ms },
          ...(found("qpdf")
            ? [{ name: "qpdf", run: () => timeProcess("qpdf", ["--encrypt", "u", "o", "256", "--", path, output]) }]
            : []),
        ],
        rounds,
      );
      const what = `${name.slice(0, -4)}: AES-256`;
      addTimings(section, what, timings);
      const value = timeOf(timings, "ours, from file to file") / timeOf(timings, "qpdf");
      section.targets.push({ what: `${what} against qpdf --encrypt`, value, limit: 1.5, better: "lower", unit: "×" });
    }
    const photo = await ensureInput("medium.jpg");
    const plain = { name: "as they are", run: async () => (await ours.run("photos", [photo, PHOTOS, 0])).ms };
    const claimed = { name: "as PDF/A-2b, judged", run: async () => (await ours.run("photos", [photo, PHOTOS, 1])).ms };
    const timings = await interleave([plain, claimed], rounds);
    const what = `${PHOTOS} photographs of 50 MB`;
    addTimings(section, what, timings);
    const value = timeOf(timings, claimed.name) - timeOf(timings, plain.name);
    section.targets.push({ what: `${what}: PDF/A adds`, value, limit: 30, better: "lower", unit: "ms" });
  } finally {
    ours.stop();
    rmSync(output, { force: true });
  }
}

const ROUTE = { html: "/v1/convert/html-to-pdf", images: "/v1/convert/image-to-pdf" };

async function addRender(section: Section, rounds: number): Promise<void> {
  const service = await startLocalService();
  const run = (more: Part[]) => async () => {
    const answer = await send(upload(service, ROUTE.html, [{ name: "html", value: PAGE }, ...more], "binary"));
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return answer.ms;
  };
  try {
    const claim = { name: "conformance", value: "pdfa-2b" };
    // A browser is launched, and code is loaded.
    for (const more of [[], [claim]]) await run(more)();
    const timings = await interleave(
      [
        { name: "as it is", run: run([]) },
        { name: "as PDF/A-2b, judged", run: run([claim]) },
      ],
      // A render takes longer or shorter by more than what is measured.
      rounds * 3,
    );
    addTimings(section, "a report of HTML", timings);
    const value = (timeOf(timings, "as PDF/A-2b, judged") / timeOf(timings, "as it is") - 1) * 100;
    const what = "a report of HTML: PDF/A adds";
    section.targets.push({ what, value, limit: 15, better: "lower", unit: "%" });
  } finally {
    await service.stop();
  }
}

async function addMemory(section: Section): Promise<void> {
  const path = await ensureInput("medium.jpg");
  const bytes = new Uint8Array(readFileSync(path));
  const photos = Array.from({ length: PHOTOS }, (_, index) => ({ ...filePart(path, bytes), fileName: `${index}.jpg` }));
  const kinds: Record<string, Part> = {
    encrypted: { name: "protect", value: '{"userPassword":"x"}' },
    "PDF/A-2b": { name: "conformance", value: "pdfa-2b" },
  };
  for (const [kind, field] of Object.entries(kinds)) {
    const growth = await growthOf((service) => [upload(service, ROUTE.images, [field, ...photos], "binary")]);
    const what = `${PHOTOS} photographs of 50 MB, ${kind}: isolate`;
    const status = growth.answers[0]?.status;
    addGrowth(section, what, growth, "workerd", `status ${status}`);
    const value = status === 200 && growth.isolate.length > 0 ? Math.max(...growth.isolate.map(heldMb)) : Number.NaN;
    section.targets.push({ what, value, limit: 115, better: "lower", unit: "MB" });
  }
}
