import puppeteer, { type Browser } from "puppeteer-core";
import { ensureBrowser } from "../../../scripts/lib/local-browser.ts";
import { type FileServer, serveFiles } from "../../../test/support/file-server.ts";
import { canMeasureMemory, familyCpuMs } from "../../../test/support/process-memory.ts";
import { article, articleImage, invoice, report } from "../inputs/pages.ts";
import { type Held, heldByBrowsers } from "../lib/browsers.ts";
import { bearer, send } from "../lib/http.ts";
import { interleave } from "../lib/interleave.ts";
import { type LocalService, startLocalService } from "../lib/local-service.ts";
import { type PeerWorker, startLaunchWorker } from "../lib/peer-worker.ts";
import { addTimings, figure, newSection, type Section, timeOf } from "../lib/report.ts";
import { median } from "../lib/statistics.ts";

interface Peers {
  browser: Browser;
  executable: string;
  launching: PeerWorker;
}

const quietMs = 100;
/**
 * Done before each run, so that the end of the previous run does not slow it: a browser that closes, spare pages that
 * are made.
 */
const restMs = 300;
/** How many renders eight clients ask for. */
const RENDERS = 40;
const ROUNDS_OF_MANY = 2;
const launchArguments = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/**
 * Warm requests, compared with driving the same Chromium directly with the same waits, with a launch for each page, and
 * with a Worker that launches a browser through the binding for each request.
 */
export async function htmlSection(rounds: number): Promise<Section> {
  const section = newSection("HTML: whole requests");
  const files = new Map<string, { type: string; bytes: Uint8Array }>();
  const pages = { invoice: invoice(), report: report(), article: article() };
  for (const [name, text] of Object.entries(pages))
    files.set(`/${name}.html`, { type: "text/html", bytes: new TextEncoder().encode(text) });
  for (let index = 0; index < 20; index++)
    files.set(`/image-${index}.png`, { type: "image/png", bytes: articleImage(index) });
  const server = await serveFiles(files);
  const { executable } = await ensureBrowser();
  const browser = await puppeteer.launch({ executablePath: executable, args: launchArguments });
  const service = await startLocalService({ ALLOW_LOOPBACK_HOSTS: server.host });
  const launching = await startLaunchWorker();
  try {
    for (const name of Object.keys(pages))
      await comparePage(section, name, { browser, executable, launching }, service, server, rounds);
    await withContents(section, service, server.url("/report.html"), rounds);
    await throughput(section, browser, service, server);
    if (canMeasureMemory()) await manyInARow(section, service, server);
  } finally {
    await Promise.all([browser.close(), service.stop(), launching.stop()]);
    await server.close();
  }
  return section;
}

async function comparePage(
  section: Section,
  name: string,
  peers: Peers,
  service: LocalService,
  server: FileServer,
  rounds: number,
): Promise<void> {
  const url = server.url(`/${name}.html`);
  const timings = await interleave(
    [
      { name: "ours, warm", run: rested(() => viaService(service, url)) },
      { name: "puppeteer, warm browser", run: rested(() => direct(peers.browser, url)) },
      { name: "puppeteer, launch for each", run: rested(() => launched(peers.executable, url)) },
      { name: "a Worker, launch for each", run: rested(() => viaLaunchingWorker(peers.launching, url)) },
    ],
    rounds,
  );
  addTimings(section, name, timings);
  const ours = timeOf(timings, "ours, warm");
  section.targets.push({
    what: `${name}: against the warm browser`,
    value: ours / timeOf(timings, "puppeteer, warm browser"),
    limit: 1,
    better: "lower",
    unit: "×",
  });
  // Printing takes most of the time of all others, whoever drives the browser.
  if (name !== "invoice") return;
  section.targets.push({
    what: `${name}: against a Worker that launches for each`,
    value: timeOf(timings, "a Worker, launch for each") / ours,
    limit: 13,
    better: "higher",
    unit: "×",
  });
}

/** Numbers of pages are known once the page is printed: it is printed twice, the first time without tags. */
async function withContents(section: Section, service: LocalService, url: string, rounds: number): Promise<void> {
  const timings = await interleave(
    [
      { name: "with contents", run: rested(() => viaService(service, url, { contents: true })) },
      { name: "without", run: rested(() => viaService(service, url)) },
    ],
    rounds,
  );
  addTimings(section, "report, a table of contents", timings);
  section.targets.push({
    what: "report: with contents against without",
    value: timeOf(timings, "with contents") / timeOf(timings, "without"),
    limit: 2.2,
    better: "lower",
    unit: "×",
  });
}

export function rested(run: () => Promise<number>): () => Promise<number> {
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    return run();
  };
}

export async function viaService(service: LocalService, url: string, options = {}): Promise<number> {
  const answer = await send({
    url: `${service.api}/v1/convert/html-to-pdf?format=binary`,
    headers: { ...bearer(service.key), "Content-Type": "application/json" },
    pieces: [Buffer.from(JSON.stringify({ url, ...options }))],
  });
  if (answer.status !== 200)
    throw new Error(`status ${answer.status}: ${new TextDecoder().decode(answer.body.subarray(0, 300))}`);
  return answer.ms;
}

async function viaLaunchingWorker(launching: PeerWorker, url: string): Promise<number> {
  const answer = await send({
    url: launching.url,
    headers: { "Content-Type": "application/json" },
    pieces: [Buffer.from(JSON.stringify({ url }))],
  });
  if (answer.status !== 200) throw new Error(`the Worker that launches for each answered with ${answer.status}`);
  return answer.ms;
}

/** Each page has its own context, and the waits that the service has by default. */
async function direct(browser: Browser, url: string): Promise<number> {
  const started = performance.now();
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "load" });
    await page.evaluate("document.fonts.ready.then(() => true)");
    // A page without scripts is ready when it has loaded; one with scripts when it has been quiet for a moment.
    if (await page.evaluate("document.scripts.length > 0")) await page.waitForNetworkIdle({ idleTime: quietMs });
    await page.pdf({ format: "a4", printBackground: true, tagged: true, outline: true });
  } finally {
    await context.close();
  }
  return performance.now() - started;
}

async function launched(executable: string, url: string): Promise<number> {
  const started = performance.now();
  const browser = await puppeteer.launch({ executablePath: executable, args: launchArguments });
  try {
    await direct(browser, url);
  } finally {
    await browser.close();
  }
  return performance.now() - started;
}

async function throughput(
  section: Section,
  browser: Browser,
  service: LocalService,
  server: FileServer,
): Promise<void> {
  const url = server.url("/invoice.html");
  const perSecond = async (run: () => Promise<number>): Promise<number> => {
    const started = performance.now();
    let left = RENDERS;
    const lane = async (): Promise<void> => {
      while (left-- > 0) await run();
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    return (1000 * RENDERS) / (performance.now() - started);
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  const driven = browser.process()?.pid ?? 0;
  const spent = canMeasureMemory() ? [new Processors(service.root), new Processors(driven)] : [];
  for (let round = 0; round < ROUNDS_OF_MANY; round++) {
    spent[0]?.start();
    ours.push(await perSecond(() => viaService(service, url)));
    spent[0]?.stop();
    spent[1]?.start();
    theirs.push(await perSecond(() => direct(browser, url)));
    spent[1]?.stop();
  }
  section.rows.push({ what: "invoices, 8 clients", who: "ours", value: median(ours), unit: "/s" });
  section.rows.push({ what: "invoices, 8 clients", who: "puppeteer, warm browser", value: median(theirs), unit: "/s" });
  for (const [index, who] of ["ours", "puppeteer, warm browser"].entries()) {
    const each = spent[index]?.each;
    if (each === undefined) continue;
    const { browsers, workerd, others, own } = each;
    const value = browsers + workerd + others + own;
    const rest = index === 0 ? `workerd ${figure(workerd)}, Wrangler ${figure(others)}, client` : "driver";
    const note = `Chromium ${figure(browsers)}, ${rest} ${figure(own)}`;
    section.rows.push({ what: "invoices, 8 clients: processor time each", who, value, unit: "ms", note });
  }
  section.targets.push({
    what: "8 clients: of the direct driver's throughput",
    value: median(ours) / median(theirs),
    limit: 1,
    better: "higher",
    unit: "×",
  });
}

/** Processor time of a process and all below it, and of this process, which sends requests or drives the browser. */
class Processors {
  readonly #root: number;
  readonly #sums = { browsers: 0, workerd: 0, others: 0, own: 0 };

  constructor(root: number) {
    this.#root = root;
  }

  start(): void {
    this.#add(-1);
  }

  stop(): void {
    this.#add(1);
  }

  /** For each render. */
  get each(): Record<"browsers" | "workerd" | "others" | "own", number> {
    const renders = RENDERS * ROUNDS_OF_MANY;
    const { browsers, workerd, others, own } = this.#sums;
    return { browsers: browsers / renders, workerd: workerd / renders, others: others / renders, own: own / renders };
  }

  #add(sign: 1 | -1): void {
    const { user, system } = process.cpuUsage();
    const now = { ...familyCpuMs(this.#root), own: (user + system) / 1000 };
    for (const kind of Object.keys(now) as (keyof typeof now)[]) this.#sums[kind] += sign * now[kind];
  }
}

/** 200 renders: what they leave behind. */
async function manyInARow(section: Section, service: LocalService, server: FileServer): Promise<void> {
  const url = server.url("/invoice.html");
  for (let i = 0; i < 20; i++) await viaService(service, url);
  const before = await whatStays(service, url);
  const times: number[] = [];
  for (let i = 0; i < 200; i++) times.push(await viaService(service, url));
  const after = await whatStays(service, url);
  section.rows.push({ what: "200 invoices without a pause: each", who: "ours", value: median(times), unit: "ms" });
  const names = { contexts: "contexts", processes: "pages' processes", mb: "memory" } as const;
  for (const [what, name] of Object.entries(names) as [keyof typeof names, string][]) {
    section.rows.push({
      what: `200 renders in a row: browsers' ${name} after`,
      who: "ours",
      value: after[what],
      unit: what === "mb" ? "MB" : "",
      note: `before: ${before[what].toFixed(0)}${what === "mb" ? " MB" : `; besides ${after.ready} blank pages held ready`}`,
    });
  }
  for (const what of ["contexts", "processes"] as const) {
    section.targets.push({
      what: `200 renders: ${names[what]} left behind`,
      value: after[what] - before[what],
      limit: 0,
      better: "lower",
      unit: "",
    });
  }
  section.targets.push({
    what: "200 renders: growth of browser memory",
    value: 100 * (after.mb / before.mb - 1),
    limit: 20,
    better: "lower",
    unit: "%",
  });
}

/**
 * The lowest of five looks, with a render before each. Chromium keeps a spare process for some context, which comes and
 * goes by itself. What a render leaves behind is there at every look.
 */
async function whatStays(service: LocalService, url: string): Promise<Held> {
  const looks: Held[] = [];
  for (let look = 0; look < 5; look++) {
    await viaService(service, url);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    looks.push(await heldByBrowsers(service.root));
  }
  const least = (what: keyof Held): number => Math.min(...looks.map((held) => held[what]));
  return { contexts: least("contexts"), ready: least("ready"), processes: least("processes"), mb: least("mb") };
}
