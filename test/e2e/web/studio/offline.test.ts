import { expect, it } from "vitest";
import { expectQuiet, visit } from "../browser.ts";
import { service } from "../service.ts";
import { choose, draw, numbered, openTool, press, saved } from "../studio.ts";

it("after the first visit a document is cropped, organized and split with the network off", async () => {
  const seen = await openTool("crop", { serviceWorkers: "allow" }, "");
  const { page } = seen;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await page.reload();
  await choose(page, "Choose a PDF", await numbered(4));
  await page.getByRole("application").waitFor();
  await draw(page, [0.2, 0.2], [0.8, 0.8]);
  await press(page, "Crop 1 page");
  await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
  expect((await saved(page)).getPageCount()).toBe(4);
  await page.getByRole("link", { name: "Organize" }).click();
  await page.getByRole("button", { name: /^Page 3: / }).click();
  await press(page, "Delete");
  await press(page, "Bind 3 pages");
  await page.getByRole("heading", { name: "3 pages bound" }).waitFor();
  expect((await saved(page)).getPageCount()).toBe(3);
  await page.getByRole("link", { name: "Split" }).click();
  await press(page, "Cut after page 2");
  await press(page, "Make 2 files");
  await page.getByRole("heading", { name: "2 files made" }).waitFor();
  // A link needs the service, and says so.
  await press(page, "Copy link (one hour)");
  await page.getByRole("alert").filter({ hasText: "The service cannot be reached." }).waitFor();
  expectQuiet(seen);
});

it("a page that is kept is never shown while there is a network", async () => {
  const { page } = await openTool("crop", { serviceWorkers: "allow" }, "");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (const name of await caches.keys()) {
      const old = new Response("<h1>Of an earlier build</h1>", { headers: { "Content-Type": "text/html" } });
      await (await caches.open(name)).put("/studio", old);
    }
  });
  await page.reload();
  await page.getByRole("heading", { name: "Crop a PDF" }).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "Of an earlier build" }).waitFor();
});

it("after an update that waits, a reload without a network shows the new build", async () => {
  const { page } = await openTool("crop", { serviceWorkers: "allow" }, "");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // As the worker of the next build leaves it when it is installed, while this page is open.
    const fresh = new Response("<h1>Of the next build</h1>", { headers: { "Content-Type": "text/html" } });
    await (await caches.open("studio-next")).put("/studio", fresh);
  });
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "Of the next build" }).waitFor();
});

it("a computer that is never idle keeps the studio as well", async () => {
  const { page } = await visit("about:blank", { serviceWorkers: "allow" });
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = (callback, { timeout } = {}) => {
      if (timeout === undefined) return 0;
      return Number(setTimeout(() => callback({ didTimeout: true, timeRemaining: () => 0 }), timeout));
    };
  });
  await page.goto(`${service.api}/studio`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
});

it("can be installed: its manifest names a start and icons that are there", async () => {
  const { page } = await openTool("crop");
  const href = (await page.locator('link[rel="manifest"]').getAttribute("href")) as string;
  const { request } = page.context();
  const manifest = (await (await request.get(`${service.api}${href}`)).json()) as {
    start_url: string;
    icons: { src: string; type: string }[];
  };
  expect(manifest.start_url).toBe("/studio");
  for (const { src, type } of manifest.icons) {
    expect((await request.get(`${service.api}${src}`)).headers()["content-type"]).toContain(type);
  }
});
