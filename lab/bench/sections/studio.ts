import { once } from "node:events";
import { copyFileSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { ensureBrowser } from "../../../scripts/lib/local-browser.ts";
import { peakMb, residentMb } from "../../../test/support/process-memory.ts";
import { ensureInput } from "../inputs/index.ts";
import { EngineProcess } from "../lib/engine-process.ts";
import { startLocalService } from "../lib/local-service.ts";
import { newSection, type Section } from "../lib/report.ts";
import { type Scrolled, scrolled } from "../lib/scrolling.ts";
import { median } from "../lib/statistics.ts";

/** A build of the studio: where it answers, and a key of it. */
export interface Build {
  name: string;
  url: string;
  key: string;
}

const MAX_ROUNDS = 3;
const MAX_MS = 180_000;
const FIRST = 'canvas[aria-label="Page 1"]';
const FIGURES = [
  ["to the first page", "ms"],
  ["to the result", "ms"],
  ["sent", "KB"],
  ["tab, over empty", "MB"],
] as const;

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const make = async (page: Page, name: string) => {
  await press(page, name);
  await drawn(page, 'canvas[aria-label="Page 1 of the result"]');
};
/** Ten pages, one after the other. */
async function look(page: Page): Promise<void> {
  const number = page.getByLabel("Page", { exact: true });
  for (let at = 20; at <= 200; at += 20) {
    await number.fill(String(at));
    await number.press("Enter");
    await drawn(page, `canvas[aria-label="Page ${at}"]`);
  }
}
const FLOWS: [what: string, tool: string, files: string, first: string, work: (page: Page) => Promise<unknown>][] = [
  ["45 MB, 3,000 pages: crop one", "crop", "long", FIRST, (page) => make(page, "Crop 1 page")],
  [
    ...(["300 pages: crop all to content", "crop", "pages", FIRST] as const),
    (page) =>
      page
        .getByLabel("Fit to content")
        .check()
        .then(() => make(page, "Crop 300 pages")),
  ],
  [
    ...(["300 pages: a file of each", "split", "pages", FIRST] as const),
    async (page) => {
      await page.getByRole("radio", { name: "Single pages" }).check();
      await press(page, "Make 300 files");
      await page.getByRole("heading", { name: "300 files made" }).waitFor();
    },
  ],
  ["1 GB of scans: look at ten pages", "crop", "scans", FIRST, look],
  ["1 GB of scans: crop one", "crop", "scans", FIRST, (page) => make(page, "Crop 1 page")],
  [
    ...(["1 GB of scans: two files in an archive", "split", "scans", FIRST] as const),
    async (page) => {
      await page.getByLabel("Pages of each part, one per line").fill("1-200\n201-");
      await press(page, "Make 2 files");
      await page.getByRole("heading", { name: "2 files made" }).waitFor();
      const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save all")]);
      await download.delete();
    },
  ],
  ["twelve photos, 25 MB: bind", "images", "photos", ".picture-inner img", (page) => make(page, "Bind 12 images")],
];

const LISTS: [what: string, tool: string, list: string][] = [
  ["the strip of pages", "crop", ".strip"],
  ["pages to cut between", "split", ".split-view"],
  ["pages to order", "organize", ".board"],
];

/** How smoothly lists of 300 pages are scrolled, while they are drawn. */
export async function studioScrollingSection(rounds: number): Promise<Section> {
  const section = newSection("Studio: scrolling 300 pages");
  section.notes.push(
    "From the top of a list to its end in 200 frames, as soon as the first page is drawn. Without a graphics card the " +
      "processor paints too.",
  );
  await withStudio(async (browser, service, folder) => {
    const files = { pages: [await pagesIn(folder)] };
    for (const [what, tool, list] of LISTS) {
      const seen: Scrolled[] = [];
      const work = async (page: Page) => void seen.push(await scrolled(page, list));
      const flow: Parameters<typeof visit>[2] = [tool, "pages", ".page-canvas[data-state=drawn] canvas", work];
      for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round++) await visit(browser, service, flow, files);
      const late = Math.max(...seen.map((one) => one.late));
      const target = { what: `${what}: frames over 50 ms, of 200`, value: late, limit: 0 } as const;
      section.targets.push({ ...target, better: "lower", unit: "" });
      const longest = { what: `${what}: longest task of the page`, unit: "ms" } as const;
      section.rows.push({ ...longest, who: "this build", value: Math.max(...seen.map((one) => one.longestTask)) });
    }
  });
  return section;
}

/** What a person waits for, sends and holds in a tab; `beside` is another build, which runs already. */
export async function studioSection(rounds: number, beside?: Build): Promise<Section> {
  const section = newSection("Studio: bytes sent, memory and time");
  section.notes.push(
    "A cold page, in Chromium over loopback: a line would add the time that its bytes take. To the first page: from " +
      "choosing the files until it is drawn. To the result: from the first press until its first page is drawn, or " +
      "its files are listed. The tab: the most that its process held, over what it held when the tool was empty; what " +
      "the service holds is not in it.",
  );
  await withStudio(async (browser, own, folder) => {
    const builds = [own, ...(beside ? [beside] : [])];
    const files = await filesIn(folder);
    for (const [what, ...flow] of FLOWS) {
      const runs = builds.map(({ name }) => ({ name, figures: [] as number[][] }));
      for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round++) {
        for (const [at, build] of builds.entries()) runs[at]!.figures.push(await visit(browser, build, flow, files));
      }
      for (const [at, [label, unit]] of FIGURES.entries()) {
        const row = { what: `${what}, ${label}`, unit };
        const medianOf = (figures: number[][]) => median(figures.map((one) => one[at]!));
        section.rows.push(...runs.map(({ name, figures }) => ({ ...row, who: name, value: medianOf(figures) })));
      }
      if (flow[1] === "scans") {
        const most = Math.max(...runs[0]!.figures.map((one) => one[3]!));
        section.targets.push({ what: `${what}: tab`, value: most, limit: 300, better: "lower", unit: "MB" });
      }
      const value = Math.max(...runs[0]!.figures.map((one) => one[2]!));
      section.targets.push({ what: `${what}: sent`, value, limit: 0, better: "lower", unit: "KB" });
    }
  });
  return section;
}

async function withStudio(work: (browser: Browser, own: Build, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-studio-"));
  const { executable, env } = await ensureBrowser();
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: executable, args, env: { ...process.env, ...env } as never });
  const service = await startLocalService();
  try {
    await work(browser, { name: "this build", url: service.api, key: service.key }, folder);
  } finally {
    await Promise.all([browser.close(), service.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pagesIn(folder: string): Promise<string> {
  const pages = join(folder, "pages.pdf");
  const engine = new EngineProcess("ours.ts");
  await engine.run("spreadPages", [await ensureInput("A.pdf"), pages, 300]).finally(() => engine.stop());
  return pages;
}

async function filesIn(folder: string): Promise<Record<string, string[]>> {
  const pages = await pagesIn(folder);
  const photo = await ensureInput("medium.jpg");
  const photos = Array.from({ length: 12 }, (_, index) => join(folder, `photo-${index + 1}.jpg`));
  for (const file of photos) copyFileSync(photo, file);
  const scans = join(folder, "scans.pdf");
  await writeScans(scans, readFileSync(photo));
  return { scans: [scans], long: [await ensureInput("D.pdf")], pages: [pages], photos };
}

/** A gigabyte of pages that are one photograph each. */
async function writeScans(path: string, photo: Uint8Array): Promise<void> {
  const pages = Math.ceil(1e9 / photo.length);
  const out = createWriteStream(path);
  const offsets: number[] = [];
  let at = 0;
  const put = async (bytes: string | Uint8Array) => {
    at += bytes.length;
    if (!out.write(bytes)) await once(out, "drain");
  };
  const object = async (...parts: (string | Uint8Array)[]) => {
    offsets.push(at);
    await put(`${offsets.length} 0 obj\n`);
    for (const part of parts) await put(part);
    await put("\nendobj\n");
  };
  const { width = 0, height = 0 } = await sharp(photo).metadata();
  const image = `<</Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`;
  await put("%PDF-1.7\n");
  await object("<</Type/Catalog/Pages 2 0 R>>");
  await object(
    `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, page) => `${3 * page + 3} 0 R`)}]>>`.replaceAll(
      ",",
      " ",
    ),
  );
  for (let own = 3; offsets.length < 3 * pages + 2; own += 3) {
    await object(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${own + 1} 0 R/Resources<</XObject<</I ${own + 2} 0 R>>>>>>`,
    );
    await object("<</Length 28>>stream\nq 595 0 0 842 0 0 cm /I Do Q\nendstream");
    await object(`${image}/Length ${photo.length}>>stream\n`, photo, "\nendstream");
  }
  const start = at;
  await put(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) await put(`${String(offset).padStart(10, "0")} 00000 n \n`);
  out.end(`trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  await once(out, "close");
}

async function visit(
  browser: Browser,
  { url, key }: Build,
  [tool, name, first, work]: [string, string, string, (page: Page) => Promise<unknown>],
  files: Record<string, string[]>,
): Promise<number[]> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: "block",
    bypassCSP: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(MAX_MS);
  const sent: Promise<Record<string, string>>[] = [];
  page.on("request", (request) => request.method() === "GET" || sent.push(request.allHeaders()));
  await page.addInitScript((key) => sessionStorage.setItem("quire-key", key), key);
  await page.goto(`${url}/studio#${tool}`, { waitUntil: "networkidle" });
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const tabs = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => ({ id, mb: residentMb(id) }));
  const from = performance.now();
  await page.locator(".drop-place input").setInputFiles(files[name]!);
  await drawn(page, first);
  const shown = performance.now();
  await work(page);
  const done = performance.now();
  const bytes = (await Promise.all(sent)).reduce((sum, headers) => sum + Number(headers["content-length"] ?? 0), 0);
  // The others are spare ones.
  const grown = tabs.map(({ id, mb }) => peakMb(id) - mb).filter((more) => more > 0);
  const figures = [shown - from, done - shown, bytes / 1000, Math.max(...grown)];
  await context.close();
  return figures;
}

/** Waits until something is in the picture. */
const drawn = (page: Page, selector: string) =>
  page.waitForFunction(`(() => {
    const one = document.querySelector(${JSON.stringify(selector)});
    if (!(one instanceof HTMLCanvasElement)) return one !== null && one.complete && one.naturalWidth > 0;
    return one.getContext("2d").getImageData(one.width >> 1, one.height >> 1, 1, 1).data[3] > 0;
  })()`);
