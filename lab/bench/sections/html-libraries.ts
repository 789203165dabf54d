import puppeteer, { type Browser } from "puppeteer-core";
import { ensureBrowser } from "../../../scripts/lib/local-browser.ts";
import { serveFiles } from "../../../test/support/file-server.ts";
import { LIBRARY_PAGES, libraryFiles } from "../../../test/support/libraries.ts";
import { interleave } from "../lib/interleave.ts";
import { startLocalService } from "../lib/local-service.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";
import { rested, viaService } from "./html.ts";

/**
 * Pages that libraries draw or lay out: the service's default wait, compared with the wait that users of puppeteer
 * know.
 */
export async function htmlLibrariesSection(rounds: number): Promise<Section> {
  const section = newSection("HTML: pages made by libraries, beside networkidle0");
  const server = await serveFiles(await libraryFiles());
  const { executable } = await ensureBrowser();
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await puppeteer.launch({ executablePath: executable, args });
  const service = await startLocalService({ ALLOW_LOOPBACK_HOSTS: server.host });
  try {
    for (const { name, path } of LIBRARY_PAGES) {
      const url = server.url(path);
      const timings = await interleave(
        [
          { name: "ours, warm", run: rested(() => viaService(service, url)) },
          { name: "puppeteer, networkidle0", run: rested(() => networkIdle(browser, url)) },
        ],
        rounds,
      );
      addTimings(section, name, timings);
      section.targets.push({
        what: `${name}: against networkidle0`,
        value: timeOf(timings, "ours, warm") / timeOf(timings, "puppeteer, networkidle0"),
        limit: 1,
        better: "lower",
        unit: "×",
      });
    }
  } finally {
    await Promise.all([browser.close(), service.stop()]);
    await server.close();
  }
  section.notes.push("What each has on paper is compared by `test/node/html/session/libraries.test.ts`.");
  return section;
}

async function networkIdle(browser: Browser, url: string): Promise<number> {
  const started = performance.now();
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle0" });
    await page.pdf({ format: "a4", printBackground: true, tagged: true, outline: true });
  } finally {
    await context.close();
  }
  return performance.now() - started;
}
