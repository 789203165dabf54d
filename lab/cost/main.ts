import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { PROJECT } from "../../scripts/lib/service.ts";
import { tinyPdf } from "../../test/fixtures/pdf.ts";
import { canMeasureMemory, cpuMs } from "../../test/support/process-memory.ts";
import { ensureInput } from "../bench/inputs/index.ts";
import { invoice } from "../bench/inputs/pages.ts";
import { warm } from "../bench/lib/growth.ts";
import { type Sending, send } from "../bench/lib/http.ts";
import { type LocalService, startLocalService } from "../bench/lib/local-service.ts";
import { machineLine } from "../bench/lib/machine.ts";
import { cropPage1, filePart, postJson, upload } from "../bench/lib/requests.ts";
import { PRICES, SOURCES } from "./prices.ts";

/**
 * R2 bills the most that is stored on a day, so a file costs a whole day although it is deleted soon after its hour.
 */
const STORED_DAYS = 1;

interface Case {
  name: string;
  request(service: LocalService): Sending;
  /** Whether the request holds a browser for its whole time. */
  usesBrowser?: boolean;
}

interface Measured {
  name: string;
  cpuMs: number;
  wallMs: number;
  outputBytes: number;
  usesBrowser: boolean;
}

const { values } = parseArgs({
  options: { write: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
if (values.help) {
  console.log(
    "Measures each operation on this machine and computes what 1,000 of it cost.\n\n  npm run cost -- [--write]   --write puts the table into docs/run/cost.md",
  );
  process.exit(0);
}

const RUNS = 15;
const small = tinyPdf(12);
const largePath = await ensureInput("A.pdf");
const photoPath = await ensureInput("medium.jpg");
const pngPath = await ensureInput("rgb.png");
const read = (file: string): Uint8Array => new Uint8Array(readFileSync(file));
const cropData = { name: "cropData", value: JSON.stringify(cropPage1) };
const ranges = [
  { name: "splitMode", value: "ranges" },
  { name: "ranges", value: '["1-5","6-12"]' },
];

const cases: Case[] = [
  {
    name: "Crop, 12 pages, 4 KB",
    request: (service) => upload(service, "/v1/pdf/crop", [filePart("a.pdf", small), cropData], "binary"),
  },
  {
    name: "Crop, 2,000 pages, 49 MB",
    request: (service) => upload(service, "/v1/pdf/crop", [filePart(largePath, read(largePath)), cropData], "binary"),
  },
  {
    name: "Split in 2, 12 pages",
    request: (service) => upload(service, "/v1/pdf/split", [filePart("a.pdf", small), ...ranges], "binary"),
  },
  {
    name: "Image to PDF, JPEG of 2 MB",
    request: (service) => upload(service, "/v1/convert/image-to-pdf", [filePart(photoPath, read(photoPath))], "binary"),
  },
  {
    name: "Image to PDF, PNG of 22 MB",
    request: (service) => upload(service, "/v1/convert/image-to-pdf", [filePart(pngPath, read(pngPath))], "binary"),
  },
  {
    name: "HTML to PDF, invoice",
    request: (service) => postJson(service, "/v1/convert/html-to-pdf", { html: invoice() }, "binary"),
    usesBrowser: true,
  },
];

if (!canMeasureMemory()) {
  console.error("CPU time of workerd is read from /proc, which this system does not have.");
  process.exit(1);
}

const service = await startLocalService();
const measured: Measured[] = [];
try {
  await warm(service);
  for (const item of cases) measured.push(await measure(item));
} finally {
  await service.stop();
}
const text = document(measured);
console.log(text);
if (values.write) writeFileSync(path.join(PROJECT, "docs", "run", "cost.md"), text);

/**
 * CPU time of the whole workerd process, including the local stand-ins for R2, KV and Durable Objects: an upper bound.
 */
async function measure({ name, request, usesBrowser = false }: Case): Promise<Measured> {
  const sending = request(service);
  const once = async (): Promise<{ ms: number; bytes: number }> => {
    const answer = await send(sending);
    if (answer.status !== 200) throw new Error(`${name}: status ${answer.status}`);
    return answer;
  };
  for (let i = 0; i < 3; i++) await once();
  const before = cpuMs(service.worker);
  let wallMs = 0;
  let outputBytes = 0;
  for (let i = 0; i < RUNS; i++) {
    const answer = await once();
    wallMs += answer.ms;
    outputBytes = answer.bytes;
  }
  return { name, cpuMs: (cpuMs(service.worker) - before) / RUNS, wallMs: wallMs / RUNS, outputBytes, usesBrowser };
}

/** Dollars for 1,000 requests, answered by the file itself or by a link that is used once. */
function cost(item: Measured, withLink: boolean): number {
  const perRequest = PRICES.requestsPerMillion / 1e6;
  const request = perRequest + (item.cpuMs * PRICES.cpuMsPerMillion) / 1e6 + PRICES.kvReadsPerMillion / 1e6;
  // The use of a key is counted in two objects, at most once a request in each.
  const counting = (2 * PRICES.objectRequestsPerMillion) / 1e6;
  const browser = item.usesBrowser ? (item.wallMs / 3_600_000) * PRICES.browserHour : 0;
  const storage = (item.outputBytes / 1e9) * PRICES.r2GbMonth * (STORED_DAYS / 30);
  const link = PRICES.r2WritesPerMillion / 1e6 + PRICES.r2ReadsPerMillion / 1e6 + perRequest + storage;
  return 1000 * (request + counting + browser + (withLink ? link : 0));
}

function document(items: readonly Measured[]): string {
  const rows = items.map((item) => {
    const browser = item.usesBrowser ? `${(item.wallMs / 1000).toFixed(2)} s` : "–";
    return `| ${item.name} | ${item.cpuMs.toFixed(1)} | ${browser} | $${cost(item, false).toFixed(4)} | $${cost(item, true).toFixed(4)} |`;
  });
  return `# What 1,000 operations cost

Computed by \`npm run cost -- --write\` from Cloudflare's published prices and from what one request uses on the machine
that ran it: ${machineLine()}, on ${new Date().toISOString().slice(0, 10)}.

| Operation | CPU ms | Browser | 1,000 as binary | 1,000 with a link, downloaded once |
|---|---|---|---|---|
${rows.join("\n")}

- CPU ms are those of the whole local workerd process divided by the requests, so they include the local stand-ins for
  R2, KV and Durable Objects: an upper bound. Cloudflare's processors differ from these.
- Browser seconds are the whole time of a request that runs alone. Renders that share a browser at the same time share
  its seconds. A browser that is kept alive and waits also costs money, at the same $${PRICES.browserHour} an hour.
- Each request is counted with one read of KV (in reality the isolate caches the key for a while) and two requests to
  Durable Objects (in reality uses are counted in batches).
- A link adds a write and a read of R2, the download's own request, and ${STORED_DAYS} day of storage.
- Prices, from Cloudflare's documentation as read in November 2026, beyond what the plan includes: requests $${PRICES.requestsPerMillion} a million, CPU $${PRICES.cpuMsPerMillion} a million ms, R2 writes
  $${PRICES.r2WritesPerMillion.toFixed(2)} and reads $${PRICES.r2ReadsPerMillion} a million, R2 storage $${PRICES.r2GbMonth} a GB and month, KV reads $${PRICES.kvReadsPerMillion.toFixed(2)} a million, Durable
  Object requests $${PRICES.objectRequestsPerMillion} a million, browser $${PRICES.browserHour} an hour. Traffic out of R2 and Workers is free. The plan itself ($${PRICES.plan} a
  month) and more than ${PRICES.browsersIncluded} browsers at once on average ($${PRICES.browserMonth} each a month) come on top, and so do the time that Durable Objects are
  awake ($${PRICES.objectGbSecondsPerMillion.toFixed(2)} a million GB-s) and the rows that they write ($${PRICES.objectRowsPerMillion} a million), which are left out of the table.
- Where they stand: ${SOURCES.join(", ")}.
`;
}
