import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Service } from "../../scripts/lib/service.ts";
import {
  cropStates,
  dashboardStates,
  docsStates,
  htmlStates,
  imageStates,
  organizeStates,
  receiptStates,
  redactStates,
  type States,
  splitStates,
} from "../../test/support/page-states.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
const SCHEMES = ["light", "dark"] as const;

/** npm run pages -- --pictures FOLDER: takes a picture of each state of each page, at three sizes, light and dark. */
export async function takePictures(browser: Browser, service: Service, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { api, key, adminSecret } = service;
  const walks: [address: string, walk: (page: Page) => States][] = [
    ["/studio#crop", cropStates],
    ["/studio#split", splitStates],
    ["/studio#redact", redactStates],
    ["/studio#receipt", receiptStates],
    ["/studio#organize", organizeStates],
    ["/studio#images", imageStates],
    ["/studio#html", htmlStates],
    ["/docs", (page) => docsStates(page, api)],
    ["/dashboard", (page) => dashboardStates(page, adminSecret)],
  ];
  for (const [address, walk] of walks) {
    const context = await browser.newContext({ viewport: SIZES[2] as (typeof SIZES)[number], locale: "en-GB" });
    const page = await context.newPage();
    await page.addInitScript((key) => sessionStorage.setItem("quire-key", key), key);
    await page.goto(`${api}${address}`);
    for await (const state of walk(page)) await take(page, path.join(folder, state));
    await context.close();
  }
}

async function take(page: Page, file: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      // Content that is drawn again for another size is drawn in the next frames.
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${file}-${size.width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}
