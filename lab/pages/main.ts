import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { buildWeb } from "../../scripts/build-web.ts";
import { ensureBrowser } from "../../scripts/lib/local-browser.ts";
import { startService } from "../../scripts/lib/service.ts";
import { freePort } from "../../test/support/ports.ts";
import { drawGuide } from "./guide.ts";
import { takePictures } from "./pictures.ts";

/**
 * npm run pages: what a first visit to each page costs over a slow line, with Lighthouse's settings (1.6 Mbit/s, 150
 * ms), in a browser without a cache: the largest paint, the layout shift, and the bytes. The median of five visits.
 * With --pictures FOLDER it takes a picture of each state of each page instead; with --guide it draws the pictures of
 * the guide docs/use/books-contracts-forms.md.
 */
const PAGES = ["/", "/studio", "/docs", "/docs/start", "/dashboard"];
const VISITS = 5;
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const MOST = { paintMs: 1_500, shift: 0.002, kilobytes: 90 };

/** Runs in the page, so it is given as text: its types are those of a browser. */
const MEASURE = `new Promise((resolve) => {
  const found = { paintMs: 0, shift: 0 };
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => { found.paintMs = Math.round(startTime); });
  observe("layout-shift", ({ value }) => { found.shift += value; });
  setTimeout(() => resolve(found), 200);
})`;

interface Visit {
  paintMs: number;
  shift: number;
  kilobytes: number;
}

const state = await mkdtemp(path.join(os.tmpdir(), "quire-pages-"));
await buildWeb();
const service = await startService({ port: await freePort(), state });
const { executable, env } = await ensureBrowser();
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath: executable, args, env: { ...process.env, ...env } as never });
const { pictures, guide } = parseArgs({
  options: { pictures: { type: "string" }, guide: { type: "boolean" } },
}).values;
try {
  if (guide) await drawGuide(service);
  else if (pictures === undefined) await measure();
  else await takePictures(browser, service, pictures);
} finally {
  await browser.close();
  await service.stop();
  await rm(state, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const rows = [];
  for (const page of PAGES) {
    const visits = [];
    for (let i = 0; i < VISITS; i++) visits.push(await visit(browser, `${service.api}${page}`));
    rows.push({ page, ...medianOf(visits) });
  }
  console.table(rows);
  const isOver = rows.some((row) => (Object.keys(MOST) as (keyof Visit)[]).some((name) => row[name] > MOST[name]));
  console.log(`at most ${MOST.paintMs} ms, ${MOST.shift}, ${MOST.kilobytes} KB: ${isOver ? "no" : "yes"}`);
  if (isOver) process.exitCode = 1;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", LINE);
  const bodies: Promise<number>[] = [];
  page.on("response", (response) => {
    // The reference shows the description of the interface, which visitors come for. It is not counted as part of the
    // page.
    if (response.url().endsWith("/openapi.json")) return;
    bodies.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const bytes = (await Promise.all(bodies)).reduce((sum, length) => sum + length, 0);
  const seen = (await page.evaluate(MEASURE)) as Pick<Visit, "paintMs" | "shift">;
  await context.close();
  return { ...seen, kilobytes: Math.round(bytes / 100) / 10 };
}

function medianOf(visits: Visit[]): Visit {
  const median = (name: keyof Visit) => visits.map((one) => one[name]).sort((a, b) => a - b)[visits.length >> 1] ?? 0;
  return { paintMs: median("paintMs"), shift: Number(median("shift").toFixed(4)), kilobytes: median("kilobytes") };
}
