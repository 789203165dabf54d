import * as mupdf from "mupdf";
import puppeteer, { type Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBrowser } from "../../../../scripts/lib/local-browser.ts";
import { type FileServer, serveFiles } from "../../../support/file-server.ts";
import { LIBRARY_PAGES, libraryFiles } from "../../../support/libraries.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { renderer } from "../renderer.ts";

let binding: TestBinding;
let site: FileServer;
let browser: Browser;
beforeAll(async () => {
  binding = await chromiumBinding();
  site = await serveFiles(await libraryFiles());
  const { executable } = await ensureBrowser();
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  browser = await puppeteer.launch({ executablePath: executable, args });
});
afterAll(async () => {
  await Promise.all([binding.close(), browser.close(), site.close()]);
});

interface OnPaper {
  pages: number;
  text: string;
  /** Dark and coloured points at 36 to the inch. */
  ink: number;
}

function onPaper(pdf: Uint8Array): OnPaper {
  const document = mupdf.Document.openDocument(pdf, "application/pdf");
  const found: OnPaper = { pages: document.countPages(), text: "", ink: 0 };
  for (let index = 0; index < found.pages; index++) {
    const page = document.loadPage(index);
    found.text += `${page.toStructuredText("").asText()}\n`;
    const pixmap = page.toPixmap(mupdf.Matrix.scale(0.5, 0.5), mupdf.ColorSpace.DeviceGray, false);
    for (const level of pixmap.getPixels()) if (level < 250) found.ink += 1;
  }
  return found;
}

/** As those do who drive the browser themselves, with the longest wait that is usual. */
async function byPuppeteer(url: string): Promise<OnPaper> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle0" });
    const margin = "0.4in";
    return onPaper(
      await page.pdf({
        format: "a4",
        printBackground: true,
        margin: { top: margin, right: margin, bottom: margin, left: margin },
      }),
    );
  } finally {
    await context.close();
  }
}

describe("with the defaults, a page made by", () => {
  it.each(LIBRARY_PAGES)(
    "$name has no less on paper than by puppeteer's networkidle0",
    async ({ path, text, pages }) => {
      const print = renderer(binding, { allowHosts: [site.host] });
      const url = site.url(path);
      const [{ pdf }, theirs] = await Promise.all([print.url(url), byPuppeteer(url)]);
      const ours = onPaper(pdf);
      const words = ({ text }: OnPaper) => text.split(/\s+/).length;
      expect(ours.ink).toBeGreaterThan(100);
      expect(ours.ink).toBeGreaterThanOrEqual(theirs.ink * 0.99);
      expect(words(ours)).toBeGreaterThanOrEqual(words(theirs));
      expect(ours.pages).toBeGreaterThanOrEqual(Math.max(theirs.pages, pages ?? 1));
      if (text !== undefined) expect(ours.text).toContain(text);
    },
  );
});
