import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput } from "../inputs/index.ts";
import { addGrowth, addHeld, growthOf, warm } from "../lib/growth.ts";
import { type Part, type Sending, send } from "../lib/http.ts";
import { interleave } from "../lib/interleave.ts";
import { type LocalService, startLocalService } from "../lib/local-service.ts";
import { startEchoWorker } from "../lib/peer-worker.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";
import { EVERY_200TH } from "./split.ts";

const route = "/v1/pdf/split";
/** What an isolate may hold with a document of 49 MB whose pages are read, in MB. */
const READ_ISOLATE_MB = 115;

/** A whole split request: its ZIP is streamed to the client, and stored once for all of its links. */
export async function splitHttpSection(rounds: number): Promise<Section> {
  const section = newSection("Split: over HTTP");
  const path = await ensureInput("A.pdf");
  const file = filePart(path, new Uint8Array(readFileSync(path)));
  const singles = Array.from({ length: 2000 }, (_, index) => index + 1);
  const parts = [
    file,
    { name: "splitMode", value: "individual" },
    { name: "pageNumbers", value: JSON.stringify(singles) },
  ];
  if (canMeasureMemory()) {
    const growth = await growthOf((service) => [upload(service, route, parts, "binary")]);
    const [answer] = growth.answers;
    const what = "A in 2,000 single pages, ZIP streamed: peak over idle";
    const note = `status ${answer?.status}, ${((answer?.bytes ?? 0) / 1e6).toFixed(0)} MB in ${((answer?.ms ?? 0) / 1000).toFixed(1)} s`;
    addGrowth(section, what, growth, "workerd", note);
    const value = answer?.status === 200 ? growth.mb : Number.NaN;
    section.targets.push({ what, value, limit: 95, better: "lower", unit: "MB" });
    await addRead(section, file);
  }
  const service = await startLocalService();
  try {
    await warm(service);
    await addStreamed(section, upload(service, route, parts, "binary"), rounds);
    await addStored(section, service, file);
  } finally {
    await service.stop();
  }
  return section;
}

/** Requests that read what pages say before they cut, and pages that several areas make. */
async function addRead(section: Section, file: Part): Promise<void> {
  const quarters = [0, 210, 420, 630].map((y) => ({
    pageNumber: 1,
    cropArea: { x: 0, y, width: 595, height: 210, unit: "pt" },
  }));
  const requests: readonly { what: string; route: string; fields: Record<string, string> }[] = [
    { what: "split by text", route, fields: { splitMode: "ranges", text: JSON.stringify({ regex: EVERY_200TH }) } },
    { what: "split at blank pages", route, fields: { splitMode: "ranges", blankPages: '{"drop":true}' } },
    {
      what: "crop to four areas of each page",
      route: "/v1/pdf/crop",
      fields: { cropData: JSON.stringify(quarters), multiple: "true", cropMode: "all" },
    },
  ];
  for (const { what, route, fields } of requests) {
    const parts = [file, ...Object.entries(fields).map(([name, value]) => ({ name, value }))];
    await addHeld(section, `A (49 MB): ${what}`, READ_ISOLATE_MB, (service) => upload(service, route, parts, "binary"));
  }
}

/** 2,000 parts as one ZIP to the client, compared with a Worker that streams as many bytes of the same upload. */
async function addStreamed(section: Section, splitting: Sending, rounds: number): Promise<void> {
  const what = "A in 2,000 single pages, ZIP streamed";
  const floor = "as many bytes streamed";
  const echo = await startEchoWorker();
  try {
    const length = (await send({ ...splitting, discard: true })).bytes;
    const timed = (sending: Sending) => async (): Promise<number> => {
      const answer = await send({ ...sending, discard: true });
      if (answer.status !== 200 || answer.bytes !== length) {
        throw new Error(`status ${answer.status}, ${answer.bytes} of ${length} bytes`);
      }
      return answer.ms;
    };
    const streaming = { ...splitting, url: `${echo.url}?length=${length}` };
    const timings = await interleave(
      [
        { name: "ours", run: timed(splitting) },
        { name: floor, run: timed(streaming) },
      ],
      rounds,
    );
    addTimings(section, what, timings);
    section.targets.push({
      what: `${what}, against streaming as many bytes`,
      value: timeOf(timings, "ours") / timeOf(timings, floor),
      limit: 2,
      better: "lower",
      unit: "×",
    });
  } finally {
    await echo.stop();
  }
}

/** What a split in 10 with links writes to R2, beside the size of its ZIP. */
async function addStored(section: Section, service: LocalService, file: ReturnType<typeof filePart>): Promise<void> {
  const ranges = Array.from({ length: 10 }, (_, index) => `${index * 200 + 1}-${(index + 1) * 200}`);
  const parts = [file, { name: "splitMode", value: "ranges" }, { name: "ranges", value: JSON.stringify(ranges) }];
  const before = storedBytes(service.state);
  const answer = await send(upload(service, route, parts, "json"));
  if (answer.status !== 200) {
    section.notes.push(`A in 10 with links answers ${answer.status}.`);
    return;
  }
  const { zipDownloadUrl } = JSON.parse(new TextDecoder().decode(answer.body)) as { zipDownloadUrl: string };
  const zip = await send({ url: zipDownloadUrl, method: "GET", discard: true });
  const stored = storedBytes(service.state) - before;
  section.rows.push({ what: "A in 10, JSON answer with links", who: "ours", value: answer.ms, unit: "ms" });
  section.rows.push({ what: "A in 10: ZIP", who: "ours", value: zip.bytes / 1e6, unit: "MB" });
  section.targets.push({
    what: "A in 10: written to R2 against the ZIP",
    value: stored / zip.bytes,
    limit: 1.02,
    better: "lower",
    unit: "×",
  });
}

/** The objects' bytes, which the local R2 keeps as files of a folder named blobs. */
function storedBytes(state: string): number {
  return readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes("r2") && entry.parentPath.endsWith("blobs"))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
