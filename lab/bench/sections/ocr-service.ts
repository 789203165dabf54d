import { readFileSync } from "node:fs";
import { PDFDocument } from "pdf-lib";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput } from "../inputs/index.ts";
import { knownPages } from "../inputs/known-pages.ts";
import { addGrowth, growthDuring, growthOf, warm } from "../lib/growth.ts";
import { bearer, send } from "../lib/http.ts";
import { heldMb } from "../lib/inspector.ts";
import { type LocalService, startLocalService } from "../lib/local-service.ts";
import { newSection, type Section } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";
import { median } from "../lib/statistics.ts";

const PAGES = 10;
const LOOK_EVERY_MS = 50;

/** A request that has scans read by the browser beside the Worker, and others meanwhile. */
export async function ocrServiceSection(rounds: number): Promise<Section> {
  const section = newSection("Reading scans: over HTTP");
  const scans = await scansOf(PAGES);
  const service = await startLocalService();
  try {
    await warm(service);
    const read = (pages: string) => {
      const parts = [filePart("scans.pdf", scans), { name: "ocr", value: JSON.stringify({ pages }) }];
      return upload(service, "/v1/pdf/assemble", parts, "binary");
    };
    // The browser starts with the first.
    await send(read("1"));
    const one: number[] = [];
    const all: number[] = [];
    let waits: number[] = [];
    for (let round = 0; round < rounds; round++) {
      one.push((await answered(send(read("1")))).ms);
      const watched = await neighbours(service, answered(send(read(`1-${PAGES}`))));
      all.push(watched.answer.ms);
      waits = [...waits, ...watched.waits];
    }
    section.rows.push({ what: "one page of A4", who: "ours", value: median(one), unit: "ms" });
    section.rows.push({ what: `${PAGES} pages, each`, who: "ours", value: median(all) / PAGES, unit: "ms" });
    const value = Math.max(...waits);
    section.rows.push({ what: "others meanwhile", who: "ours", value: median(waits), unit: "ms" });
    section.targets.push({ what: "the longest wait of others", value, limit: 500, better: "lower", unit: "ms" });
    if (canMeasureMemory()) {
      const growth = await growthDuring(service, async () => [await send(read(`1-${PAGES}`))]);
      addGrowth(section, `${PAGES} pages: peak over idle`, growth, "workerd", "");
    }
  } finally {
    await service.stop();
  }
  if (canMeasureMemory()) await addMemory(section);
  return section;
}

/** Pages whose text is known, as one PDF. */
async function scansOf(count: number): Promise<Uint8Array> {
  const all = await PDFDocument.create();
  for await (const { pdf } of knownPages(count)) {
    const [page] = await all.copyPages(await PDFDocument.load(pdf), [0]);
    if (page) all.addPage(page);
  }
  return all.save();
}

async function answered(answer: ReturnType<typeof send>) {
  const { status, ...rest } = await answer;
  if (status !== 200) throw new Error(`status ${status}`);
  return rest;
}

/** How long small requests take until the work is done. */
async function neighbours<T>({ api, key }: LocalService, work: Promise<T>): Promise<{ answer: T; waits: number[] }> {
  const waits: number[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver) {
    const began = performance.now();
    await (await fetch(`${api}/v1/limits`, { headers: bearer(key) })).arrayBuffer();
    waits.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return { answer: await work, waits };
}

/** Three pages of a large document, on a fresh service. */
async function addMemory(section: Section): Promise<void> {
  const path = await ensureInput("S.pdf");
  const parts = [filePart(path, new Uint8Array(readFileSync(path))), { name: "ocr", value: '{"pages":"1,61,75"}' }];
  const growth = await growthOf((service) => [upload(service, "/v1/pdf/assemble", parts, "binary")]);
  const what = "S: peak over idle, three pages read";
  addGrowth(section, what, growth, "workerd", `status ${growth.answers[0]?.status}`);
  const value = Math.max(...growth.isolate.map(heldMb));
  section.targets.push({ what: "what the isolate holds for it", value, limit: 115, better: "lower", unit: "MB" });
}
